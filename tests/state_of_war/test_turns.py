"""TU: turns, parts and actions, and what is done in an action, in its order."""

import pytest

from state_of_war.rules import turns
from state_of_war.rules.actions import go_way
from state_of_war.rules.events import ACTION_BEGAN, PART_BEGAN, TURN_BEGAN
from state_of_war.rules.reasons import NO_UNIT, NOT_FREE
from state_of_war.rules.state import (
    BLUE,
    BROKEN,
    FIRST_LOT,
    GREY,
    MELEE,
    NONE,
    ORDER,
    OVER,
    PICK,
    REACT,
    SECOND,
    SIDE_SUBJECT,
    UNITS,
)
from state_of_war.rules.tidying import end_of_action
from tabletop.game.action_table import ALLOWED
from tests.state_of_war.moving_table import Table


def run(table: Table) -> tuple[int, int, int, int]:
    """On to the next decision: turn, acting side, action, kind."""
    game = table.game
    for _ in range(99):
        if game.stage != 0:
            turns.run(table.world, game, table.chance)
    return int(game.turn), int(game.acting), int(game.action), int(game.decision)


def begin(table: Table) -> tuple[int, int, int, int]:
    table.game.turn = 0
    turns.begin_battle(table.world, table.game, table.chance)
    return run(table)


def end(table: Table) -> tuple[int, int, int, int]:
    turns.end_orders(table.game)
    return run(table)


@pytest.mark.parametrize("first", [BLUE, GREY])
def test_tu1_tu2_a_turn_is_two_parts_of_two_actions_and_the_attackers_is_the_first(first):
    table = Table([[(0, -300)]], [[(0, 300)]], turns=9)
    table.game.attacker = first
    steps = [begin(table)] + [end(table) for _ in range(4)]
    assert steps == [(1 + n // 4, first ^ (n // 2 % 2), 1 + n % 2, PICK) for n in range(5)]
    assert table.game.decider == first
    chance = table.chance
    kinds = {kind: [] for kind in (TURN_BEGAN, PART_BEGAN, ACTION_BEGAN)}
    for at in range(chance.noted):
        if chance.event[at] in kinds:
            kinds[int(chance.event[at])].append((int(chance.who[at]), int(chance.value[at])))
    sides = [SIDE_SUBJECT + side for side in (first, 1 - first, first)]
    assert kinds[TURN_BEGAN] == [(NONE, 1), (NONE, 2)]
    assert [who for who, _ in kinds[PART_BEGAN]] == sides
    assert kinds[ACTION_BEGAN] == [(side, action) for side in sides for action in (1, 2)][:5]


def test_tu1_by_lot_whoever_attacks():
    table = Table([[(0, -300)]], [[(0, 300)]], by_lot=1)
    table.will(2)
    assert begin(table) == (1, GREY, 1, PICK) and table.game.first == GREY
    assert (table.chance.used, table.chance.purpose[0]) == (1, FIRST_LOT)


def test_tu4_a_part_without_a_unit_that_may_be_ordered_runs_by_itself():
    table = Table([[(0, -300)]], [[(0, 300)]], turns=9)
    table.game.units[GREY, 0].morale = BROKEN
    table.will(1, 1)
    assert begin(table) == (1, BLUE, 1, PICK) and end(table) == (1, BLUE, 2, PICK)
    assert end(table) == (2, BLUE, 1, PICK)
    assert table.places(GREY) == [(0, 540)], "two forced moves"


def test_tu6_at_the_end_of_an_action_units_that_have_had_no_order_wait():
    table = Table([[(0, -300)], [(200, -300)], [(400, -300)]], [[(0, 300)]])
    begin(table)
    for number in range(3):
        table.figure(BLUE, number).arm = 3
    table.game.units[BLUE, 1].given = 1
    assert end(table) == (1, BLUE, 2, PICK)
    assert [int(table.figure(BLUE, number).arm) for number in range(3)] == [2, 3, 2]
    assert not table.game.units["given"].any() and table.figure(BLUE, 0).acted == 1
    assert end(table) == (1, GREY, 1, PICK)
    assert not table.game.figures["acted"].any(), "AC2: it is of the part"


def test_me2_me9_a_unit_in_contact_without_an_order_fights_and_does_not_load():
    table = Table([[(0, 0)]], [[(0, 29)]])
    begin(table)
    table.figure(BLUE, 0).arm = 3
    table.will(7)  # level
    assert end(table) == (1, BLUE, 2, PICK)
    assert (table.chance.used, table.chance.purpose[0], table.figure(BLUE, 0).arm) == (1, MELEE, 3)


def test_tu2_a_unit_has_one_order_in_an_action():
    table = Table([[(0, -300)], [(200, -300)]], [[(0, 300)]])
    begin(table)
    assert [int(turns.no_pick(table.world, table.game, unit)) for unit in (0, 1, 2)] == [ALLOWED, ALLOWED, NO_UNIT]
    turns.pick(table.game, 1)
    assert (table.game.decision, table.game.decider, table.game.unit) == (ORDER, BLUE, 1)
    turns.wait_now(table.world, table.game, table.chance)
    assert table.game.decision == OVER and run(table) == (1, BLUE, 1, PICK)
    assert (table.game.unit, table.game.near) == (NONE, NONE)
    assert [int(turns.no_pick(table.world, table.game, unit)) for unit in (0, 1)] == [ALLOWED, NOT_FREE]


@pytest.mark.parametrize(("side", "way"), [(BLUE, 4 * 4 + 3), (GREY, 4 * 12 + 3)])
def test_re2_the_other_side_is_asked_at_each_stop_until_it_fires(side, way):
    table = Table([[(0, -200)]], [[(0, 200)]])
    table.game.attacker = side
    begin(table)
    table.figure(1 - side, 0).ready = 1
    turns.pick(table.game, UNITS * side)
    go_way(table.world, table.game, table.chance, way)
    for fires in (0, 1):
        assert run(table) == (1, side, 1, REACT)
        assert (table.game.decider, table.game.asked, table.game.at) == (1 - side, UNITS * (1 - side), 1 + fires)
        table.will(1)  # nothing
        turns.answer(table.world, table.game, table.chance, fires)
    assert run(table) == (1, side, 2, PICK)
    assert table.chance.used == 1 and table.figure(1 - side, 0).arm == 3
    assert table.places(side) == [(0, -80 if side == BLUE else 80)]


def test_me4_who_charged_is_known_as_long_as_the_units_touch():
    for side in (BLUE, GREY):
        units = [[[(0, 0)]], [[(300, 300)], [(0, 29)]]]
        table = Table(units[side], units[1 - side])
        charged = table.game.units[1 - side, 1]
        for x, known in ((0, 1), (100, 0)):
            table.figure(1 - side, 1).x = x
            charged.charged = 1
            end_of_action(table.world, table.game)
            assert charged.charged == known


def test_ac5_a_shot_as_second_act_ends_the_order():
    table = Table([[(0, -200)]], [[(0, 200)]], horse=[0])
    begin(table)
    turns.pick(table.game, 0)
    go_way(table.world, table.game, table.chance, 4 * 4)
    assert run(table) == (1, BLUE, 1, SECOND)
    table.will(1)  # nothing
    turns.shoot_at(table.world, table.game, table.chance, UNITS)
    assert run(table) == (1, BLUE, 2, PICK)
    assert (table.chance.used, table.figure(BLUE, 0).arm) == (1, 3)
