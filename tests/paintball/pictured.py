"""Positions for tests of pictures: an empty board, one of every feature, a crowd; and the size of a file's picture."""

import numpy as np
from PIL import Image

from paintball_env.rules import state
from paintball_env.rules.state import EMPTY, JAMMED, NONE

FIELD = """
      ^ .
 . u . . . t .
R . . . . t . B
 . . . . . u .
      ^ .
"""
EVERYTHING = f'''
name = "everything"
objective = "capture"
map = """{FIELD}"""
marshals_at = ["d4"]
[rules]
experts = true
grenades = true
blind_spots = true
'''


def empty(scenario):
    game = np.zeros(1, scenario.size.game)
    game["figure"]["hex"] = game["marshal"]["hex"] = game["marshal"]["attends"] = NONE
    for name in ("decider", "winner", "actor", "asked", "place", "shot"):
        game[name] = NONE
    game["flag"]["hex"] = game["flag"]["carrier"] = NONE
    game["turn"], game["phase"] = 3, 1
    return game


def busy(scenario):
    """Every feature of a position at once, possible or not."""
    at = scenario.board_map.names.index
    game = empty(scenario)
    record = game[0]
    record["decision"], record["decider"], record["actor"], record["asked"] = state.REACT, 0, 17, 2
    record["place"] = at("d5")
    for number, place in enumerate(("c1", "c1", "d3", "c4", "b3", "e1")):
        record["figure"][0, number]["hex"] = at(place)
    for number, place in enumerate(("c1", "d4", "b6", "a1", "c7", "c7")):
        record["figure"][1, number]["hex"] = at(place)
    record["figure"]["facing"] = np.arange(12).reshape(2, 6) % 6
    record["figure"]["points"] = np.arange(12).reshape(2, 6) % 4
    for field, figures in {
        "expert": [(0, 0), (1, 5)],
        "aim": [(0, 0)],
        "sentry": [(0, 2), (1, 4)],
        "suppressed": [(0, 3), (1, 5)],
        "dazed": [(0, 3)],
        "smoke": [(0, 0), (0, 0), (1, 1)],
        "paint": [(0, 0), (1, 5)],
        "fired": [(1, 3)],
        "turned": [(1, 3)],
        "moved": [(1, 1)],
    }.items():
        for team, number in figures:
            record["figure"][team, number][field] += 1
    record["figure"][0, 0]["smoke"] = 2
    record["figure"][0, 3]["gun"], record["figure"][0, 4]["gun"] = EMPTY, JAMMED
    record["figure"][1, 3]["activation"] = state.FINISHED
    record["marshal"][0]["hex"], record["marshal"][0]["attends"] = at("b3"), 4
    record["marshal"][1]["hex"], record["marshal"][2]["hex"] = at("b6"), at("d4")
    record["flag"][0]["carrier"], record["flag"][1]["hex"] = 17, at("d6")
    record["cover"][[at("b3"), at("a1")]] = state.SOFT
    record["cover"][at("d3")] = state.HARD + 1
    record["smoke"][[at("b4"), at("c4")]] = 1
    record["side"]["score"] = 4, 2
    return game


def crowd(scenario, red, blue, place="b3"):
    game = empty(scenario)
    game["figure"][0, 0, :red]["hex"] = game["figure"][0, 1, :blue]["hex"] = scenario.board_map.names.index(place)
    return game


def measured(path):
    with Image.open(path) as picture:
        return picture.size[0], getattr(picture, "n_frames", 1)
