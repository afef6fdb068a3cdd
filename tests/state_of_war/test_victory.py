"""VI1, VI2, VI4: how a battle is judged at the end of a turn."""

import pytest

from state_of_war.rules.state import BLUE, BREAKPOINT, GREY, KILLED, LEFT_HORSE, LOSSES, NONE, OBJECTIVE, OFF, THROUGH
from state_of_war.rules.victory import holder_now, judge_turn
from tests.state_of_war.moving_table import Table, row

RUNS = (False, 0, NONE)


def judged(table: Table) -> tuple[bool, int, int]:
    """Whether the battle is over, its ending and winner."""
    over = bool(judge_turn(table.world, table.game, table.chance))
    return over, int(table.game.ending), int(table.game.winner)


def after(blue: int, lost: int, grey: int, other: int, **rules: int) -> Table:
    """A battle of so many men a side, of whom so many are killed; 1 point each."""
    table = Table([row(-400, -300, blue)], [row(-400, 300, grey)], **{"turns": 12, **rules})
    table.game.figures["state"][BLUE, :lost] = table.game.figures["state"][GREY, :other] = KILLED
    return table


@pytest.mark.parametrize(
    ("blue", "lost", "grey", "other", "end"),
    [
        (10, 4, 10, 0, RUNS),
        (10, 5, 10, 4, (True, BREAKPOINT, GREY)),
        (10, 4, 10, 5, (True, BREAKPOINT, BLUE)),
        (10, 5, 11, 6, (True, BREAKPOINT, BLUE)),
        (11, 6, 10, 5, (True, BREAKPOINT, GREY)),
        (10, 5, 12, 6, (True, BREAKPOINT, NONE)),
    ],
)
def test_vi1_a_side_that_has_lost_half_of_its_points_has_lost(blue, lost, grey, other, end):
    assert judged(after(blue, lost, grey, other, breakpoint=50)) == end
    assert judged(after(blue, lost, grey, other)) == RUNS


def test_vi1_who_is_off_counts_and_who_got_through_does_not():
    for state, end in ((OFF, (True, BREAKPOINT, GREY)), (THROUGH, RUNS)):
        table = after(2, 0, 2, 0, breakpoint=50)
        table.figure(BLUE, 0).state = state
        assert judged(table) == end


@pytest.mark.parametrize(
    ("blue", "lost", "grey", "other", "winner"),
    [(10, 1, 10, 0, GREY), (10, 0, 10, 1, BLUE), (11, 1, 10, 0, NONE), (10, 2, 10, 1, GREY), (10, 1, 10, 1, NONE)],
)
def test_vi4_ten_points_of_a_hundred_more_lost_lose_after_the_last_turn(blue, lost, grey, other, winner):
    table = after(blue, lost, grey, other, turns=2)
    assert judged(table) == RUNS
    table.game.turn = 2
    assert judged(table) == (True, LOSSES, winner)


def held(blue: list[tuple[int, int]], grey: list[tuple[int, int]], **rules: int) -> Table:
    """A battle about an objective in the middle."""
    return Table([blue], [grey], objective=1, **{"turns": 12, **rules})


def test_vi2_the_side_with_more_men_within_20_cm_holds_the_objective():
    far = [(800, 500)]
    for blue, grey, holder in (
        ([(212, 0)], far, BLUE),
        ([(213, 0)], far, NONE),
        (far, [(0, -212)], GREY),
        (row(0, 0, 2), [(0, 100)], BLUE),
        ([(0, 0)], [(0, 100)], NONE),
    ):
        table = held(blue, grey)
        assert holder_now(table.world, table.game) == holder
    table = Table([[(220, 0)], [(-221, 0)]], [far], horse=[0, 1], objective=1)
    assert holder_now(table.world, table.game) == BLUE
    table.figure(BLUE, 0).horse = LEFT_HORSE
    assert holder_now(table.world, table.game) == NONE, "on foot his base is smaller"


def test_vi2_the_objective_is_turned_with_the_terrain_de1():
    table = held([(300, -100)], [(-300, 100)], objective_x=300, objective_y=-100)
    for turned, holder in ((0, BLUE), (1, GREY)):
        table.game.turned = turned
        assert holder_now(table.world, table.game) == holder


def test_vi2_it_is_held_from_turn_to_turn():
    table = held([(0, 0)], [(0, 300)])
    for turns in (1, 2):
        assert judged(table) == RUNS
        assert (table.game.holder, table.game.held) == (BLUE, turns)
    table.figure(BLUE, 0).x = 500
    assert judged(table) == RUNS
    assert (table.game.holder, table.game.held) == (NONE, 0)
    table.figure(GREY, 0).y = 0
    assert judged(table) == RUNS
    assert (table.game.holder, table.game.held) == (GREY, 1)
    table.figure(BLUE, 0).x, table.figure(GREY, 0).y = 0, 300
    assert judged(table) == RUNS
    assert (table.game.holder, table.game.held) == (BLUE, 1)


def test_vi2_who_holds_it_wins_after_the_last_turn_or_after_hold_turns():
    table = held([(0, 0)], [(0, 300)], turns=1)
    assert judged(table) == (True, OBJECTIVE, BLUE)
    nobody = held([(0, 300)], [(0, -300)], turns=1)
    assert judged(nobody) == (True, LOSSES, NONE)
    soon = held([(0, 300)], [(0, 0)], hold=2)
    assert judged(soon) == RUNS
    assert judged(soon) == (True, OBJECTIVE, GREY)
    broken = held(row(0, 0, 2), [(0, 300)], turns=1, breakpoint=50)
    broken.figure(BLUE, 1).state = KILLED
    assert judged(broken) == (True, BREAKPOINT, GREY), "VI1 goes first"
