"""DE1, DE3, AM1: setting up, with dice that are given."""

import numpy as np
import pytest

from state_of_war.notation import format_position, parse_position, start_record
from state_of_war.rules import state
from state_of_war.rules.setup import (
    hide_now,
    is_free,
    next_to_place,
    no_slot,
    place,
    put_unit,
    show_now,
    slot_point,
    start,
)
from state_of_war.scenario import Scenario
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import TAPED, new_chance
from tests.state_of_war.setting_table import BLUE, GREY, HORSE, small


def begun(scenario, *results):
    """World, game and chance after the start, with these dice."""
    chance = new_chance(traced=True)
    chance["mode"], chance["length"] = TAPED, len(results)
    chance[0]["result"][: len(results)] = results
    games = start_record(scenario)
    start(scenario.world[0], games[0], chance[0])
    assert chance["short"] == 0
    return scenario.world[0], games[0], chance[0]


# By the edge that is rolled: the zones; whether the terrain is turned for the attacker Blue.
EDGES = {6: (0, 1), 5: (0, 0), 4: (1, 1), 3: (1, 0), 2: (2, 0), 1: (2, 1)}


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("side", [state.BLUE, state.GREY])
def test_de1_the_attacker_his_edge_and_the_terrain(side, edge):
    """DE1: the attacker has his edge, or half, of the terrain, and Blue the south or the west."""
    _, game, chance = begun(Scenario.load("line-and-line"), side + 1, edge)
    zones, turned = EDGES[edge]
    turned = 1 - turned if side == state.GREY else turned
    assert (game["attacker"], game["first"], game["zones"], game["turned"]) == (side, side, zones, turned)
    assert (game["decision"], game["decider"], game["unit"]) == (state.SLOT, side, state.UNITS * side)
    assert chance["purpose"][:2].tolist() == [state.ATTACKER, state.EDGE]
    assert chance["subject"][:2].tolist() == [state.NOBODY, state.SIDE_SUBJECT + side]


def test_de3_units_are_placed_in_turn():
    """DE3: the attacker first; a side without more units lets the other go on; a slot is taken once."""
    scenario = Scenario.load("militia")
    world, game, chance = begun(scenario, 2, 5)  # Grey attacks: 3 units, Blue has 4
    order = []
    while next_to_place(world, game) != state.NONE:
        unit = int(game["unit"])
        assert unit == next_to_place(world, game)
        order.append(unit)
        side = unit // state.UNITS
        free = [slot for slot in range(8) if no_slot(world, game, slot) == ALLOWED]
        assert len(free) == 7 - unit % state.UNITS and free == [
            slot for slot in range(8) if is_free(world, game, side, slot)
        ]
        if len(order) == 7:
            break
        place(world, game, chance, free[-1])
        text = format_position(scenario, game)
        assert (
            parse_position(scenario, text)[0].tobytes()[game["dice"].nbytes :] == game.tobytes()[game["dice"].nbytes :]
        )
    assert order == [14, 0, 15, 1, 16, 2, 3]
    figures = game["figures"][1][:3]
    assert [(f["x"], f["y"]) for f in figures] == [(-750, 450), (-778, 450), (-722, 450)]
    assert [(f["x"], f["y"]) for f in game["figures"][0][[0, 1, 5]]] == [(750, -450), (778, -450), (750, -478)]


def test_de3_half_and_the_long_edge():
    """DE1, DE3: with a half the attacker's slots are those of `half`, the other's those of `long`, turned for Grey."""
    world, game, _ = begun(Scenario.load("line-and-line"), 2, 2)
    assert slot_point(world, game, state.GREY, 0) == (600, 150)
    assert slot_point(world, game, state.BLUE, 0) == (-750, -450)
    assert is_free(world, game, state.GREY, 7) and not is_free(world, game, state.BLUE, 7)


def test_mv6_ranks_of_horsemen():
    """MV6, DE3: mounted steps, in two ranks, facing up the table; in `short` that is east, for Grey west."""
    scenario = Scenario.load("raid").with_rules(
        setup="drawn",
        slots={"short": [[-78, y] for y in (-36, -12, 12, 36)]},
        blue=[{"class": "trained", "men": 5, "horse": True, "commander": True}],
        grey=[{"class": "trained", "men": 3, "commander": True}],
    )
    world, games = scenario.world[0], start_record(scenario)
    game = games[0]
    put_unit(world, game, new_chance()[0], 0, -780, 0)
    put_unit(world, game, new_chance()[0], 14, 780, 0)
    blue, grey = game["figures"][0], game["figures"][1]
    assert [(f["x"], f["y"]) for f in blue[:5]] == [(-780, 0), (-780, -44), (-780, 44), (-824, 0), (-824, -44)]
    assert [(f["x"], f["y"]) for f in grey[:3]] == [(780, 0), (780, 28), (808, 0)]
    assert {*blue["horse"][:5]} == {state.MOUNTED} and game["units"][0, 0]["facing"] == 0
    assert game["figures"]["state"][0, 5:].max() == state.ABSENT


def test_de3_drawn_slots():
    """DE3, `drawn`: in the same order, by lot among the free slots of the side, by number."""
    world, game, chance = begun(Scenario.load("company").with_rules(ambush=False), *[1] * 10)
    assert chance["purpose"][:10].tolist() == [state.SLOT_LOT] * 10
    units = [number + 14 * side for number in range(5) for side in (0, 1)]
    assert chance["subject"][:10].tolist() == [state.UNIT_SUBJECT + unit for unit in units]
    assert chance["classes"][:10].tolist() == [8, 8, 7, 7, 6, 6, 5, 5, 4, 4]
    firsts = world["troops"][0]["first"][:5]
    assert game["figures"]["x"][0, firsts].tolist() == [-980, -700, -420, -140, 140]
    assert game["figures"]["x"][1, firsts].tolist() == [980, 700, 420, 140, -140]
    assert (game["turn"], game["acting"], game["zones"]) == (1, state.BLUE, state.LONG)


def test_am1_who_is_asked_to_hide_in_order():
    """AM1: unit by unit, the attacker's first; the answer is kept, and nothing else changes."""
    scenario = small(attacker="grey")
    text = f"turn=0 to=blue:hide asked=B1 G1=hidden {BLUE} {HORSE} {GREY}"
    games = parse_position(scenario, text)
    hide_now(scenario.world[0], games[0], new_chance()[0])
    assert games[0]["units"][0, 0]["hidden"] == 1 and games[0]["asked"] != 0
    games = parse_position(scenario, text)
    show_now(scenario.world[0], games[0], new_chance()[0])
    assert games[0]["units"][0, 0]["hidden"] == 0 and games[0]["units"]["hidden"][1].tolist()[:2] == [1, 0]


def test_de3_fixed_places_are_kept():
    """DE3, `fixed`: nothing is rolled or asked; the battle begins."""
    _, game, chance = begun(small(ambush=False))
    assert (game["turn"], game["acting"], chance["used"]) == (1, state.BLUE, 0)
    assert np.count_nonzero(game["figures"]["state"] == state.STANDING) == 13
