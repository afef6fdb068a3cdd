"""Does the legend explain what a picture shows, that alone, and tidily?"""

import numpy as np
import pytest
from PIL import Image

from paintball_env import render
from paintball_env.render import legend, scene, view
from paintball_env.rules import state
from paintball_env.rules.state import STRIDE
from paintball_env.scenario import Scenario
from tabletop.show.drawing import raster
from tabletop.show.drawing.shapes import Group, Words
from tests.paintball.show.test_render_crowds import flat, placed

PASSING = ("finished", "acting", "may react", "shot at", "line of fire", "hex at issue")


def explained(scenario, games, **options):
    """Names in the legend of pictures of one size that show these positions."""
    board = view.board_of(scenario)
    positions = [view.position_of(scenario, game) for game in games]
    layout = scene.fitting(board, positions, 400, legend=True, captions=False, **options)
    [group] = [item for item in scene.backdrop(layout) if isinstance(item, Group) and ("legend", "legend") in item.data]
    # The stack of figures bears a number of its own.
    return [item.text for item in flat(group) if isinstance(item, Words) and item.anchor == "start"]


def at_issue(scenario, **fields):
    game = placed(scenario, {"c3": (1, 0), "c5": (0, 2)})
    game["decider"] = 0
    for name, value in fields.items():
        if name == "finished":
            game["figure"][0, 0, 0]["activation"] = value
        else:
            game[name] = value
    return game


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, set()),
        ({"finished": state.USED}, set()),
        ({"finished": state.FINISHED}, {"finished"}),
        ({"decision": state.STEP, "actor": 0, "place": 3}, {"acting", "hex at issue"}),
        ({"decision": state.REACT, "actor": STRIDE, "asked": 0}, {"acting", "may react", "line of fire"}),
        ({"decision": state.VOLLEY, "actor": 0, "shot": STRIDE}, {"acting", "shot at", "line of fire"}),
        ({"decision": state.DEPLOY, "actor": 5}, set()),  # not on the board yet
        ({"decision": state.CASUALTY, "place": 3}, {"hex at issue"}),
    ],
)
def test_passing_signs_are_explained_where_they_show(fields, told):
    scenario = Scenario.load("capture-the-flag")
    game = at_issue(scenario, **fields)
    names = explained(scenario, [game])
    assert {name for name in names if name in PASSING} == told and len(set(names)) == len(names)
    svg = render.render_svg(scenario, game)
    assert all((f">{name}<" in svg) == (name in told) for name in PASSING)


def test_an_animation_explains_what_any_frame_shows():
    scenario = Scenario.load("capture-the-flag")
    games = [at_issue(scenario), at_issue(scenario, actor=0), at_issue(scenario, finished=state.FINISHED)]
    assert {"acting", "finished"} <= set(explained(scenario, games))


def test_pictures_of_one_size_explain_all_that_can_come():
    scenario = Scenario.load("capture-the-flag")
    quiet, loud = at_issue(scenario), at_issue(scenario, actor=0, place=3, shot=STRIDE)
    heights = {render.render_rgb(scenario, game, 400, steady=True).shape for game in (quiet, loud)}
    assert len(heights) == 1
    # Nobody finishes where figures act in any order.
    names = explained(scenario, [quiet], steady=True)
    assert set(PASSING).intersection(names) == set(PASSING) - {"finished"}
    ordered = scenario.with_rules(activation="one_at_a_time")
    assert set(PASSING) <= set(explained(ordered, [quiet], steady=True))


def test_facings_are_explained_with_blind_spots_alone():
    for name in ("capture-the-flag", "capture-the-flag-basic"):
        scenario = Scenario.load(name)
        names = explained(scenario, [at_issue(scenario)])
        assert ("facing" in names) == view.board_of(scenario).blind_spots == (not name.endswith("basic"))


@pytest.mark.parametrize("width", [200, 400, 640, 1200])
def test_no_entry_runs_into_the_next_or_out_of_the_picture(width):
    scenario = Scenario.load("battle-12").with_rules(activation="one_at_a_time")
    board = view.board_of(scenario)
    shown = legend.possible(board)
    assert shown == set(PASSING)
    layout = scene.layout_of(board, width, legend=True, captions=False, strips=2, passing=shown)
    assert {*PASSING, legend.STACK} <= set(layout.legend)
    image = Image.new("RGB", (layout.width, layout.height), "white")
    words = raster.paint(image, legend.items(layout), 1)
    columns = layout.legend_columns
    pitch = (layout.width - 2 * layout.margin) / columns
    for number, name in enumerate(layout.legend):
        left, y = layout.legend_place(number)
        [word] = [word for word in words if word.text == name]
        room = left + pitch - word.at[0]
        assert raster.length(word) <= room, name
        assert y + layout.legend_line / 2 <= layout.height
        # What is drawn of the icon keeps to its own place, left of its name.
        row = np.asarray(image)[int(y - layout.legend_line / 2) : int(y + layout.legend_line / 2)]
        drawn = np.nonzero((row != 255).any(axis=(0, 2)))[0]
        own = drawn[(drawn >= left - 0.5 * layout.text) & (drawn < left + pitch - 0.5 * layout.text)]
        assert len(own) and own.max() < word.at[0], name
