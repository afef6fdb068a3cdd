"""Whole battles of the naval game's twin: they begin, end, and go on from any position."""

import random

import pytest

from .naval_cases import battle, scenario, ship, w1_b1
from .naval_reference import Battle, Dice, begin, enter, names_for, restore, snapshot, step
from .naval_reference.hexes import DIRECTIONS, name_of
from .naval_reference.position import card
from .naval_reference.random_player import choose, crowd


def test_corners():
    """SU2."""
    made = Battle(scenario(deployment="corners", wind="W"))
    begin(made, Dice(1))
    own, enemy = w1_b1(made)
    assert (name_of(own.stern), name_of(enemy.stern)) == ("0329", "0303")
    assert [DIRECTIONS[each.heading] for each in (own, enemy)] == ["NE", "SE"]
    made = Battle(scenario(deployment="corners", wind="E"))
    begin(made, Dice(1))
    own, enemy = w1_b1(made)
    assert (name_of(own.stern), name_of(enemy.stern)) == ("3828", "3802")
    assert [DIRECTIONS[each.heading] for each in (own, enemy)] == ["NW", "SW"]
    assert own.attitude == enemy.attitude == 2


def play(made, dice, rng, limit=100_000):
    """Random play, to the end or so many decisions."""
    decisions = 0
    while made.decision and decisions < limit:
        names = names_for(made)
        assert len(set(names)) == len(names) > 1
        step(made, choose(made, names, rng, True), dice)
        taken = [hex_ for each in made.afloat() if each.bow for hex_ in each.hexes]
        assert len(set(taken)) == len(taken) and all(map(made.on_map, taken))
        decisions += 1
    return decisions


SWITCHES = [
    {},
    {"weather": True, "chasers": True, "drift": "together", "solo": True},
    {"prizes": "sail", "passing": "stops", "swing": "barred", "last_die": "kept", "nations": ("british", "spanish")},
    {"shot": True, "fireships": True, "alongside": True, "dismasted": "fires", "victory": "field", "crews": "drawn"},
    {"land": {"2015", "2016", "1912"}, "shoals": True, "depths": {"1015": 3, "1016": 4}},
    {"deployment": "lines", "wind": "drawn", "squadrons": True},
    {"points": 120},
    {"deployment": "fixed", "wind": "SE"},
    {"deployment": "chosen"},
]


@pytest.mark.parametrize("switches", SWITCHES, ids=list(map(str, range(len(SWITCHES)))))
def test_games_end(switches):
    """VI; the same seed gives the same game."""
    fleet = [ship(rate=rate, squadron=1, formation="ahead") for rate in (3, 3, 4)]
    rules = scenario(**{"deployment": "corners", "white": fleet, "black": fleet, "turns": 12, **switches})
    if rules.deployment == "fixed":
        rules.white, rules.black = [ship("2015"), ship("2018", "NW")], [ship("2215", "NE")]
    ends = []
    for _ in range(2):
        made, dice = Battle(rules), Dice(5)
        begin(made, dice)
        decisions = play(made, dice, random.Random(5))
        assert made.ending in ("victory", "time") and decisions > 5
        ends.append((snapshot(made), dice.log))
    assert ends[0] == ends[1]


def test_crowds():
    """Random positions go on."""
    fleet = [ship(rate=rate) for rate in (1, 3, 5, 8)]
    land = {"1308", "1408", "1009"}
    rules = scenario(deployment="corners", white=fleet, black=fleet, land=land, columns=26, rows=18)
    for seed in range(40):
        made, dice, rng = Battle(rules), Dice(seed), random.Random(seed)
        crowd(made, rng)
        again = Battle(rules)
        restore(again, snapshot(made))
        assert snapshot(again) == snapshot(made)
        enter(made, dice)
        enter(again, Dice(seed))
        assert names_for(again) == names_for(made) and snapshot(again) == snapshot(made)
        assert made.ending or play(made, dice, rng, limit=20)


def test_a_card():
    """The page's "Positions"."""
    told = card(battle().teams[0][0])
    assert (told["place"], told["heading"], told["rate"], told["fouled"]) == ("2015", "E", 3, ())


def test_every_position_is_enough():
    """A battle goes on from the snapshot of any decision as it would have."""
    fleet = [ship(rate=rate) for rate in (3, 4)]
    rules = scenario(deployment="corners", white=fleet, black=fleet, columns=30, turns=10)
    for seed in range(3):
        made, dice, rng = Battle(rules), Dice(seed), random.Random(seed)
        begin(made, dice)
        while made.decision:
            again, others = Battle(rules), Dice(seed)
            restore(again, snapshot(made))
            enter(again, others)
            others.made = dict(dice.made)
            assert names_for(again) == names_for(made) and snapshot(again) == snapshot(made)
            name = choose(made, names_for(made), rng, True)
            step(made, name, dice)
            step(again, name, others)
            assert snapshot(again) == snapshot(made)
