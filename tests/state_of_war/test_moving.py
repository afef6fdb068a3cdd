"""MV1 to MV5, TU3, RE2, RE3, VI3: block moves and their stops."""

import random
from itertools import product

import pytest

from state_of_war.rules import moving
from state_of_war.rules import reasons as why
from state_of_war.rules.events import FACED
from state_of_war.rules.figures import acting_of
from state_of_war.rules.ground import crossed_way, crosses_fire
from state_of_war.rules.moving import begin_move
from state_of_war.rules.ordered import ordered
from state_of_war.rules.state import (
    BANK,
    BLUE,
    BUILDING,
    DISABLED,
    EXIT,
    FENCE,
    FORD,
    HALTED,
    HILL,
    MARSH,
    NO_ACT,
    NONE,
    STANDING,
    THROUGH,
    TOWARD,
    UNITS,
    WALL,
    WATER,
    WOOD,
)
from state_of_war.rules.under_way import after_stop, run_on
from tests.state_of_war.moving_table import Table, no_move, row

ALLOWED = 0
N, NNE, E, S, NE = 4, 3, 0, 12, 2
SQUARE = (-500, 50), (500, 50), (500, 200), (-500, 200)


def legal(table: Table, unit: int = 0) -> dict[tuple[int, int], int]:
    """Reasons of all moves of a unit."""
    ways = product(range(16), range(1, 5))
    return {way: int(no_move(table.world, table.game, unit, *way)) for way in ways}


def go(table: Table, heading: int, quarters: int, near: int = NONE, unit: int = 0) -> bool:
    table.take(unit, near)
    begin_move(table.world, table.game, table.chance, unit, heading, quarters)
    return bool(run_on(table.world, table.game, table.chance))


def test_foot_goes_four_quarters_of_3_cm_and_horse_of_6() -> None:
    """MV1, MV2."""
    table = Table([[(0, 0)]])
    assert set(legal(table).values()) == {ALLOWED}
    assert not go(table, NNE, 4)
    assert table.places() == [(44, 108)]
    assert table.game.units[0, 0].course == NNE and table.game.units[0, 0].given == 1
    assert table.game.act == NO_ACT and table.game.next == 1 and table.game.figures[0, 0].acted == 1
    rider = Table([[(0, 0)]], horse=[0])
    assert not go(rider, N, 3)
    assert rider.places() == [(0, 180)]


def test_difficult_ground_halves_what_is_left() -> None:
    """MV1: begins, passes or ends; the border is in; hills and banks are easy."""
    for kind in (WOOD, MARSH, FORD):
        found = legal(Table([[(0, 0)]]).area(kind, *SQUARE))
        assert [found[N, q] for q in (1, 2, 3, 4)] == [ALLOWED, ALLOWED, why.TOO_FAR, why.TOO_FAR]
        assert found[S, 4] == ALLOWED
        edge = legal(Table([[(0, 50)]]).area(kind, *SQUARE))
        assert edge[S, 2] == ALLOWED and edge[S, 3] == why.TOO_FAR
    disc = legal(Table([[(0, 0)]]).disc(MARSH, 0, 100, 70))
    assert disc[N, 1] == ALLOWED and disc[N, 2] == ALLOWED and disc[N, 3] == why.TOO_FAR
    assert legal(Table([[(0, 0)]]).area(HILL, *SQUARE).piece(BANK, -90, 20, 90, 20))[N, 4] == ALLOWED


def test_nobody_enters_buildings_and_water() -> None:
    """MV3: neither to end nor to pass; along an edge it is allowed to pass, not to end."""
    for kind in (BUILDING, WATER):
        found = legal(Table([[(0, 0)]]).area(kind, (-30, 50), (30, 50), (30, 70), (-30, 70)))
        assert [found[N, q] for q in (1, 2, 3, 4)] == [ALLOWED, why.IN_THE_WAY, why.IN_THE_WAY, why.IN_THE_WAY]
        along = legal(Table([[(30, 0)]]).area(kind, (-30, 50), (30, 50), (30, 70), (-30, 70)))
        assert along[N, 2] == why.IN_THE_WAY and along[N, 4] == ALLOWED
    assert legal(Table([[(0, 0)]]).disc(WATER, 0, 120, 30))[N, 3] == why.IN_THE_WAY
    # TA4: an open building is easy ground; its border is a wall.
    walls = Table([[(0, 0)]], open=1).area(BUILDING, *SQUARE).piece(WALL, -500, 50, 500, 50)
    assert legal(walls)[N, 1] == ALLOWED and legal(walls)[N, 2] == why.TOO_FAR


def test_bases_and_enemies() -> None:
    """MV3: friends let pass, enemies not; nobody ends on a base or in contact with an enemy."""
    friend = legal(Table([[(0, 0)], [(0, 90)]]))
    assert [friend[N, q] for q in (1, 2, 3, 4)] == [ALLOWED, ALLOWED, why.IN_THE_WAY, ALLOWED]
    enemy = legal(Table([[(0, 0)]], [[(0, 90)]]))
    assert [enemy[N, q] for q in (1, 2, 3, 4)] == [ALLOWED, ALLOWED, why.IN_THE_WAY, why.IN_THE_WAY]
    # 29 mm between middles is contact, 30 isn't.
    assert legal(Table([[(0, 0)]], [[(0, 149)]]))[N, 4] == why.IN_THE_WAY
    assert legal(Table([[(0, 0)]], [[(0, 150)]]))[N, 4] == ALLOWED
    # The way: a middle comes nearer than both radii.
    assert legal(Table([[(0, 0)]], [[(23, 60)]]))[N, 4] == why.IN_THE_WAY
    assert legal(Table([[(0, 0)]], [[(24, 60)]]))[N, 4] == ALLOWED


def test_a_block_keeps_to_the_table_and_its_own_bases_are_taken_where_they_will_stand() -> None:
    """MV3."""
    table = Table([row(0, 0, 4) + row(0, -28, 4)])
    assert set(legal(table).values()) == {ALLOWED}
    edge = legal(Table([[(0, 500)]]))
    assert edge[N, 2] == ALLOWED and edge[N, 3] == why.IN_THE_WAY
    assert legal(Table([[(0, 498)]]))[N, 3] == ALLOWED


def test_walls_and_fences_are_climbs() -> None:
    """MV5: one quarter, on foot, nobody ends on the piece."""
    for kind in (WALL, FENCE):
        found = legal(Table([[(0, 0)]]).piece(kind, -99, 20, 99, 20))
        assert [found[N, q] for q in (1, 2, 3, 4)] == [ALLOWED, why.TOO_FAR, why.TOO_FAR, why.TOO_FAR]
        assert legal(Table([[(0, 0)]], climb=2).piece(kind, -99, 20, 99, 20))[N, 2] == ALLOWED
        assert legal(Table([[(0, 0)]]).piece(kind, -99, 30, 99, 30))[N, 1] == why.ON_A_WALL
        assert legal(Table([[(0, 0)]], horse=[0]).piece(kind, -99, 20, 99, 20))[N, 1] == why.ON_A_WALL
    # Not halved again by difficult ground.
    assert legal(Table([[(0, 0)]]).piece(WALL, -99, 20, 99, 20).area(MARSH, *SQUARE))[N, 1] == ALLOWED
    jump = legal(Table([[(0, 0)]], horse=[0], jump=1).piece(FENCE, -99, 20, 99, 20))
    assert jump[N, 2] == ALLOWED and jump[N, 3] == why.TOO_FAR
    assert legal(Table([[(0, 0)]], horse=[0], jump=1).piece(WALL, -99, 20, 99, 20))[N, 2] == why.ON_A_WALL


def test_cavalry_turns() -> None:
    """MV4: each full 45 degrees takes a quarter; without any it faces about."""
    found = legal(Table([[(0, 0)]], horse=[0]))
    most = {h: max((q for q in range(1, 5) if found[h, q] == ALLOWED), default=0) for h in range(16)}
    assert [most[h % 16] for h in range(4, 13)] == [4, 4, 3, 3, 2, 2, 1, 1, 1]
    begun = legal(Table([[(0, 0)]], horse=[0], begun=1))
    most = {h: max((q for q in range(1, 5) if begun[h, q] == ALLOWED), default=0) for h in range(16)}
    assert [most[h % 16] for h in range(4, 13)] == [4, 3, 3, 2, 2, 1, 1, 1, 1]
    table = Table([[(0, 0)]], [[(0, 100)]], horse=[0])
    table.game.units[0, 0].last = TOWARD
    table.game.units[0, 0].hidden = 1
    assert not go(table, S, 1, UNITS)
    assert table.places() == [(0, 0)]
    unit = table.game.units[0, 0]
    assert (unit.facing, unit.course, unit.last, unit.hidden) == (S, NONE, 0, 0)
    assert table.figure(0, 0).acted == 0 and table.game.next == 1
    assert FACED in table.kinds()


def test_mixed_units_go_at_the_rate_of_foot_and_turn() -> None:
    """MV9."""
    table = Table([row(0, 0, 2, 44)], horse=[0])
    table.figure(0, 1).horse = 3
    assert not go(table, NE, 3)
    assert table.places() == [(63, 63), (107, 63)]
    assert legal(table)[N, 4] == why.TOO_FAR  # it faces NE now


def test_only_those_who_may_act_go_and_they_hang_together() -> None:
    """AC2, UN3."""
    table = Table([row(0, 0, 3, 60)])
    table.figure(0, 1).wounded = table.figure(0, 1).acted = 1
    assert set(legal(table).values()) == {why.APART}
    near = Table([row(0, 0, 3)])
    near.figure(0, 1).wounded = near.figure(0, 1).acted = 1
    assert not go(near, N, 4)
    assert near.places() == [(0, 120), (28, 0), (56, 120)]
    alone = Table([[(0, 0)]])
    alone.figure(0, 0).wounded = alone.figure(0, 0).acted = 1
    assert set(legal(alone).values()) == {why.NOBODY_GOES}


def test_w4_who_lies_there_is_forgotten_when_his_unit_moves() -> None:
    for targets, lies in ((1, 0), (0, 1)):
        table = Table([row(0, 0, 2)], targets=targets)
        man = table.figure(0, 1)
        man.state, man.lies = DISABLED, 1
        assert not go(table, N, 1)
        assert (man.lies, man.x) == (lies, 28 * lies)


def test_mo6_who_does_not_advance_may_go_away() -> None:
    table = Table([[(0, 0)]], [[(0, 300)]])
    table.game.units[0, 0].morale = HALTED
    assert legal(table)[N, 1] != ALLOWED and legal(table)[S, 1] == ALLOWED


def test_lines_of_fire_bar_other_units() -> None:
    """TU3."""
    table = Table([[(0, 0)], [(-100, 60)]], [[(200, 60)]])
    table.game.units[0, 1].shoots = 0
    table.figure(0, 1).aims = 1
    assert legal(table)[N, 2] == why.THROUGH_FIRE and legal(table)[N, 1] == ALLOWED
    assert crosses_fire(table.world, table.game, 0, 0, 0, 0, 60)
    assert not crosses_fire(table.world, table.game, 1, 0, 0, 0, 60)
    leaders = Table([[(0, 0)], row(-100, 60, 2)], [row(200, 60, 2)], leaders=1)
    leaders.game.units[0, 1].shoots = 0
    leaders.figure(0, 2).aims = 2
    assert legal(leaders)[N, 2] == why.THROUGH_FIRE
    assert not go(table, N, 1)
    assert crossed_way(table.world, table.game, 1, -50, 20, 50, 20)
    assert not crossed_way(table.world, table.game, 0, -50, 20, 50, 20)


def test_stops_are_asked_and_the_mover_stops_dead() -> None:
    """RE2, RE3."""
    table = Table([row(0, 0, 2)], [[(0, 300)], [(0, 400)]])
    table.figure(1, 1).ready = 1
    assert go(table, N, 4, UNITS)
    assert table.game.asked == UNITS + 1 and table.game.at == 1 and table.places() == [(0, 30), (28, 30)]
    table.game.asked = NONE
    assert after_stop(table.world, table.game, table.chance) and table.game.at == 2
    table.game.fires = 2
    table.will(1, 4, 4)  # the first man is disabled; doesn't advance
    assert not after_stop(table.world, table.game, table.chance)
    assert table.places() == [(28, 60)] and table.figure(0, 0).state == DISABLED
    unit = table.game.units[0, 0]
    assert (unit.last, unit.course, table.game.next) == (TOWARD, N, 0)


def test_who_cannot_stand_where_it_was_stopped_goes_back() -> None:
    """RE3: to the last stop where it can, else where it began."""
    for friends, at in (([(20, 40)], 10), ([(20, 12), (20, 40)], -20)):
        table = Table([[(0, 0), (20, -20)], friends], [[(200, 300)]])
        table.figure(1, 0).ready = table.figure(0, 1).ready = 1
        assert go(table, N, 4, UNITS) and after_stop(table.world, table.game, table.chance)
        table.game.fires = 1
        table.will(1, 4, 3)
        assert not after_stop(table.world, table.game, table.chance)
        assert table.places()[0] == (20, at)
        man = table.figure(0, 1)
        assert (man.went, man.busy, man.acted, man.ready) == ((1, 0, 1, 0) if at == 10 else (0, 1, 1, 0))
        assert table.game.units[0, 0].last == (TOWARD if at == 10 else 0) and table.game.units[0, 0].course == N


def test_who_was_stopped_goes_back_from_a_bigger_base_too_re3() -> None:
    """RE3, TA2: 31 mm from a friend on horse he can't stand."""
    for y, at in ((61, 0), (62, 30)):
        table = Table([[(-8, 0), (20, 0)], [(20, y)]], [[(200, 300)]], horse=[1])
        table.figure(1, 0).ready = 1
        assert go(table, N, 4, UNITS)
        table.game.fires = 1
        table.will(1, 4, 3)
        assert not after_stop(table.world, table.game, table.chance)
        assert table.places()[0] == (20, at)


@pytest.mark.parametrize(("quarters", "stops"), [(4, [3]), (3, [2]), (2, [1]), (1, [1])])
def test_once(quarters: int, stops: list[int]) -> None:
    """RE2, `react` `once`: the last stop before the end; of a way of one quarter its end."""
    table = Table([[(0, 0)]], [[(0, 400)]], once=1)
    table.figure(1, 0).ready = 1
    asked = go(table, N, quarters)
    found = []
    while asked:
        found.append(int(table.game.at))
        asked = bool(after_stop(table.world, table.game, table.chance))
    assert found == stops and table.places() == [(0, 30 * quarters)]


def test_way_through() -> None:
    """VI3: a figure whose base would leave the table is off, the others go on; a third of the points wins at once."""
    table = Table([[(0, 540), *row(0, 512, 3)]], [[(800, -500)]], exit=1)
    assert legal(table)[N, 4] == ALLOWED
    assert legal(table)[E, 4] == ALLOWED
    assert not go(table, N, 2)
    assert [int(f.state) for f in table.game.figures[0, :2]] == [THROUGH, STANDING]
    assert table.places() == row(0, 572, 3) and table.game.ending == 0
    early = Table([[(0, 560), (0, 500), (28, 500)]], [[(800, -500)]], exit=1)
    assert not go(early, N, 2) and early.places() == [(0, 530), (28, 530)]
    assert early.game.ending == EXIT and early.game.winner == BLUE
    assert legal(Table([[(0, 540)]]))[N, 4] == why.IN_THE_WAY


def test_a_lost_horse_on_the_way_changes_nothing() -> None:
    """RE2, MV9: the way that has begun keeps its rate."""
    table = Table([row(0, 0, 2, 44)], [[(0, 500)]], horse=[0])
    table.figure(1, 0).ready = 1
    assert go(table, N, 3)
    table.figure(0, 1).horse = 3
    table.figure(1, 0).ready = 0
    assert not after_stop(table.world, table.game, table.chance)
    assert table.places() == [(0, 180), (44, 180)]


def test_headings_in_which_nothing_is_near_are_free_as_each_move_is_looked_at_in_full() -> None:
    chance, clear = random.Random(4), set()
    for _ in range(15):
        x, y = chance.randint(-850, 700), chance.randint(-550, 500)
        near = [(x + chance.randint(-300, 300), y + chance.randint(100, 300)) for _ in range(2)]
        table = Table([row(x, y, 4), near[:1]], [near[1:]], horse=[chance.randint(0, 1)])
        if chance.random() < 0.5:
            table.disc(WATER, x + chance.randint(-300, 300), y - 200, 100)
        known = ordered(table.world, table.game, 0)
        clear.add(bin(known.clear).count("1"))
        full = known._replace(clear=0)
        for way in product(range(16), range(1, 5)):
            quick = moving.no_move(table.world, table.game, known, *way)
            assert quick == moving.no_move(table.world, table.game, full, *way), (x, y, near, way)
    assert len(clear) > 3


def test_ac2_ac5_a_wounded_rider_who_has_moved_in_this_action_may_do_its_second_act() -> None:
    table = Table([row(0, 0, 2, 44)], horse=[0])
    for number in range(2):
        table.figure(0, number).wounded = table.figure(0, number).acted = 1
    table.figure(0, 0).went = 1
    assert acting_of(table.world, table.game, 0, 0b11) == 0b01
