"""Small positions of the naval game's twin, for tests."""

from types import SimpleNamespace

from .naval_reference import Battle, Dice
from .naval_reference.firing import troubles
from .naval_reference.hexes import DIRECTIONS, named


def ship(place="2015", heading="E", rate=3, crew="average", **more):
    usual = {"masts": 0, "name": "", "squadron": 0, "formation": "", "anchor": ""}
    return SimpleNamespace(**{**usual, "rate": rate, "crew": crew, "place": place, "heading": heading, **more})


def scenario(**given):
    usual = {
        **{"columns": 40, "rows": 30, "turns": 30, "wind": "W", "deployment": "fixed", "points": 0},
        **{"white": [ship()], "black": [ship("2005")], "batteries": [], "land": set(), "depths": {}},
        **{"squadrons": False, "victory": "points", "passing": "through", "swing": "strikes", "last_die": "lost"},
        **{"drift": "each", "alongside": False, "prizes": "idle", "dismasted": "silent", "crews": "given"},
        **{"chasers": False, "weather": False, "shoals": False, "shot": False, "fireships": False, "solo": False},
        **{"nations": (), "damage": None, "range": None, "ships": None},
    }
    return SimpleNamespace(**{**usual, **given})


def battle(**given):
    """A battle whose ships are in their places, with the dice of a seed, before its first turn."""
    made = Battle(scenario(**given))
    made.wind = DIRECTIONS.index(made.rules.wind)
    for team, cards in zip(made.teams, (made.rules.white, made.rules.black), strict=True):
        for each, told in zip(team, cards, strict=False):
            each.bow, each.heading = named(told.place), DIRECTIONS.index(told.heading)
            each.before = troubles(each)
    made.first = made.acting = 0
    made.dice = Dice(1)
    return made


def run(course, answer=lambda battle: battle.legal[0], made=None):
    """A course of events to its end, with an answer to each decision."""
    name = None
    try:
        while True:
            course.send(name)
            name = answer(made)
    except StopIteration as end:
        return end.value


def w1_b1(made):
    return made.teams[0][0], made.teams[1][0]


def given(made, *results):
    made.dice = Dice(given=list(results))
    return made


ABEAM = {1: "2014", 2: "1913", 5: "1810"}  # B1's bow, so many hexes to port of 2015


def at_range(distance, rate=3, other=3):
    """Two ships abeam, both heading E."""
    return lambda: battle(white=[ship(rate=rate)], black=[ship(ABEAM[distance], rate=other)])
