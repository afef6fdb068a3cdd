"""MV6, MV7, MV10, UN5: forming, going to places, mounting, dismounting, detachments."""

import random

import numpy as np

from state_of_war.rules import reasons as why
from state_of_war.rules.detaching import detach
from state_of_war.rules.events import DETACHED, FORMED, WENT
from state_of_war.rules.figures import body_of
from state_of_war.rules.forms import begin_form, begin_mount, dismount, lay_out
from state_of_war.rules.ordered import ordered
from state_of_war.rules.places import begin_go, resolve
from state_of_war.rules.ranks import place_in_ranks, width_of
from state_of_war.rules.state import (
    BROKEN,
    FORMS,
    HALTED,
    KILLED,
    LEFT_HORSE,
    MARSH,
    MOUNTED,
    MOUNTS,
    MOVES,
    NO_ACT,
    TOWARD,
    UNHORSED,
    UNIT_SUBJECT,
    UNITS,
    WALL,
)
from state_of_war.rules.stragglers import walk
from state_of_war.rules.under_way import after_stop, run_on
from tests.state_of_war.moving_table import Table, no_detach, no_dismount, no_form, no_go, no_mount, row

ALLOWED = 0
N, NNE, E, S, NE = 4, 3, 0, 12, 2
ONE, TWO, COLUMN = range(3)


def may(table: Table, heading: int, ranks: int, unit: int = 0) -> int:
    """The reason of a form."""
    return int(no_form(table.world, table.game, unit, heading, ranks))


def form(table: Table, heading: int, ranks: int, unit: int = 0) -> bool:
    table.take(unit)
    begin_form(table.world, table.game, table.chance, unit, heading, ranks)
    assert table.game.act == FORMS
    return bool(run_on(table.world, table.game, table.chance))


def test_each_place_is_taken_by_the_nearest_figure_left_and_of_equal_ones_by_the_first_mv6() -> None:
    chance = random.Random(5)
    for _ in range(200):
        men = chance.randint(1, 14)
        starts = np.zeros((14, 3), np.int64)
        starts[:men, :2] = [chance.choices(range(-50, 51, 10), k=2) for _ in range(men)]
        bits, heading, ranks = chance.getrandbits(men) | 1, chance.randrange(16), chance.randrange(3)
        left = [k for k in range(men) if bits >> k & 1]
        expected = starts[:, :2].copy()
        for at in range(len(left)):
            x, y = place_in_ranks(heading, width_of(ranks, bits.bit_count()), at, 0)
            squared = [(starts[k, 0] - 5 - x) ** 2 + (starts[k, 1] - y) ** 2 for k in left]
            nearest = left.pop(squared.index(min(squared)))
            expected[nearest] = x + 5, y
        assert (lay_out(starts, bits, 5, 0, heading, ranks, 0) == expected).all()


def test_places_of_a_form() -> None:
    """MV6: the pivot's first, then right and left of it, ranks behind; each is taken by the nearest figure."""
    table = Table([row(0, 0, 5)])
    assert may(table, N, TWO) == ALLOWED
    assert not form(table, N, TWO)
    # Places in order: (0,0) (28,0) (-28,0) | (0,-28) (28,-28).
    assert table.places() == [(0, 0), (28, 0), (-28, 0), (0, -28), (28, -28)]
    assert may(table, N, TWO) == why.NO_CHANGE
    assert [int(f.went) for f in table.game.figures[0, :5]] == [0, 0, 1, 1, 1]
    assert table.kinds() == [FORMED, WENT, WENT, WENT]
    assert all(f.acted == 1 for f in table.game.figures[0, :5]) and table.game.next == 0
    column = Table([row(0, 0, 3)])
    assert not form(column, E, COLUMN)
    # To the east the right hand is south.
    assert column.places() == [(0, 0), (0, -28), (-28, 0)]
    slanting = Table([row(0, 0, 2)])
    assert not form(slanting, NNE, ONE)
    assert slanting.places() == [(0, 0), (26, -11)]


def test_ac2_who_may_not_act_stays_where_he_is_while_the_others_form() -> None:
    table = Table([[*row(0, 0, 3), (0, -60)]])
    table.figure(0, 3).wounded = table.figure(0, 3).acted = 1
    assert may(table, N, TWO) == ALLOWED
    assert not form(table, N, TWO)
    assert table.places() == [(0, 0), (28, 0), (0, -28), (0, -60)]


def test_un1_the_body_is_of_those_who_stand() -> None:
    table = Table([[(400, 0), (428, 0)]])
    table.figure(0, 0).state = KILLED
    table.figure(0, 0).x = 0
    assert body_of(table.world, table.game, 0) == 0b10
    table.figure(0, 1).state = KILLED
    assert body_of(table.world, table.game, 0) == 0


def test_limits_of_a_form() -> None:
    """MV6: rate, MV1 for each way by itself, MV3, walls, TU3."""
    # The fourth goes 28 mm to the north's right, 140 to the south's; the fifth 168 to the north's left.
    assert may(Table([row(0, 0, 4)]), N, ONE) == ALLOWED and may(Table([row(0, 0, 4)]), S, ONE) == why.TOO_FAR
    assert may(Table([row(0, 0, 5)]), N, ONE) == why.TOO_FAR
    assert may(Table([row(0, 0, 3)]).piece(WALL, -10, -50, -10, 50), N, ONE) == why.ON_A_WALL
    assert may(Table([row(0, 0, 3)], [[(-28, 20)]]), N, ONE) == why.IN_THE_WAY
    assert may(Table([row(0, 0, 3), [(-40, 0)]]), N, ONE) == why.IN_THE_WAY
    assert may(Table([row(0, 0, 4)]).area(MARSH, (-90, -10), (20, -10), (20, 10), (-90, 10)), N, ONE) == why.TOO_FAR
    fire = Table([row(0, 0, 3), [(-14, 200)]], [[(-14, -200)]])
    fire.game.units[0, 1].shoots = 0
    fire.figure(0, 3).aims = 1
    assert may(fire, N, ONE) == why.THROUGH_FIRE


def test_mounted_forms() -> None:
    """MV4, MV6: steps of 44; turning is taken off; it faces the heading."""
    table = Table([row(0, 0, 2, 44)], horse=[0])
    assert may(table, N, ONE) == why.NO_CHANGE
    assert may(table, S, ONE) == why.TOO_FAR  # turning leaves nothing, and somebody would go
    assert may(table, NE, ONE) == ALLOWED
    assert not form(table, NE, ONE)
    assert table.places() == [(0, 0), (31, -31)] and table.game.units[0, 0].facing == NE
    alone = Table([[(0, 0)]], horse=[0])
    assert may(alone, S, ONE) == ALLOWED and may(alone, N, ONE) == why.NO_CHANGE
    assert not form(alone, S, TWO)
    assert alone.game.units[0, 0].facing == S


def test_the_stop_of_a_form() -> None:
    """RE2: at its end; a unit that is stopped stays there."""
    table = Table([row(0, 0, 3)], [[(0, 300)]])
    table.figure(1, 0).ready = 1
    assert form(table, E, ONE) and table.game.asked == UNITS and table.game.at == 0
    assert not after_stop(table.world, table.game, table.chance)
    assert table.game.act == NO_ACT and table.places() == [(0, 0), (0, -28), (0, 28)]


def test_dismounting_and_mounting() -> None:
    """MV7."""
    table = Table([row(0, 0, 3, 44)], horse=[0])
    game, unit = table.game, table.game.units[0, 0]
    assert no_dismount(table.world, game, 0) == ALLOWED
    assert no_mount(table.world, game, 0) == why.NO_HORSES
    dismount(table.world, game, table.chance, 0)
    assert [int(f.horse) for f in game.figures[0, :3]] == [LEFT_HORSE] * 3
    assert (unit.marker, unit.marker_x, unit.marker_y, unit.facing, unit.given) == (1, 0, 0, N, 1)
    assert no_dismount(table.world, game, 0) == why.NOT_MOUNTED
    assert no_mount(table.world, game, 0) == ALLOWED
    unit.marker_y = 63
    assert no_mount(table.world, game, 0) == why.NO_HORSES  # 62 mm is as far as the middle may be
    unit.marker_y = 62
    assert no_mount(table.world, game, 0) == ALLOWED
    table.take(0)
    begin_mount(table.world, game, table.chance, 0)
    assert game.act == MOUNTS
    assert not run_on(table.world, game, table.chance)
    assert table.places() == [(0, 0), (44, 0), (0, -44)]
    assert [int(f.horse) for f in game.figures[0, :3]] == [MOUNTED] * 3 and unit.marker == 0
    apart = Table([row(0, 0, 2, 90)], horse=[0])
    assert no_dismount(apart.world, apart.game, 0) == why.APART
    assert no_dismount(Table([[(0, 0)]], horse=[0], dismount=0).world, apart.game, 0) == why.SWITCHED_OFF


def test_mounting_needs_room() -> None:
    """MV7, MV3: bases of 20 mm."""
    for x, reason in ((32, ALLOWED), (31, why.NO_ROOM)):
        table = Table([[(0, 0)], [(x, 0)]], horse=[0])
        dismount(table.world, table.game, table.chance, 0)
        assert no_mount(table.world, table.game, 0) == reason
    # A rider that comes so into contact isn't let, nor is it enough that his bigger base was there before.
    table = Table([[(0, 0)]], [[(37, 0)]], horse=[0])
    dismount(table.world, table.game, table.chance, 0)
    assert no_mount(table.world, table.game, 0) == why.NO_ROOM


def test_go_forms_at_a_place_or_moves_toward_it() -> None:
    """MV10."""
    table = Table([row(0, 0, 3)]).spot(20, 60, N).spot(0, 500, N).spot(0, 0, N)
    world, game = table.world, table.game
    assert [no_go(world, game, 0, n) for n in range(3)] == [ALLOWED, ALLOWED, ALLOWED]
    assert resolve(world, game, ordered(world, game, 0), 0) == (ONE, N, 0)
    table.take(0)
    begin_go(world, game, table.chance, 0, 0)
    assert game.act == FORMS and table.places() == [(-8, 60), (20, 60), (48, 60)]
    assert not run_on(world, game, table.chance)
    far = Table([row(0, 0, 3)]).spot(0, 500, N)
    far.take(0)
    begin_go(far.world, far.game, far.chance, 0, 0)
    assert (far.game.act, far.game.heading, far.game.whole) == (MOVES, N, 4)
    # Two ranks where there is no room for one.
    wall = Table([row(0, 0, 4)]).spot(0, 60, N).piece(WALL, -20, 20, -20, 90)
    wall.take(0)
    begin_go(wall.world, wall.game, wall.chance, 0, 0)
    assert wall.places() == [(0, 60), (28, 60), (0, 32), (28, 32)]
    here = Table([[(0, 0)]]).spot(0, 0, N).spot(0, 6, N)
    assert no_go(here.world, here.game, 0, 0) == why.NOT_HERE
    # Both ends are 15 mm from it, in millimetres begun (W7): the shorter one.
    near = Table([[(0, 0)]]).spot(29, 67, N).piece(WALL, 29, 67, 60, 67)
    near.take(0)
    begin_go(near.world, near.game, near.chance, 0, 0)
    assert (near.game.act, near.game.heading, near.game.whole) == (MOVES, 3, 2)
    barred = Table([[(0, 0)]], [[(0, 60)]]).spot(0, 61, N)
    assert no_go(barred.world, barred.game, 0, 0) == ALLOWED
    barred.take(0)
    begin_go(barred.world, barred.game, barred.chance, 0, 0)
    assert (barred.game.act, barred.game.whole) == (MOVES, 1)


def test_detachments() -> None:
    """UN5, UN6: the last unwounded ones of the body, with what the unit was."""
    table = Table([row(0, 0, 6), [(300, 300)]])
    game = table.game
    unit = game.units[0, 0]
    unit.hidden, unit.morale, unit.last, unit.course = 1, HALTED, TOWARD, NNE
    table.figure(0, 4).wounded = 1
    assert [no_detach(table.world, game, 0, men) for men in (1, 2)] == [ALLOWED] * 2
    table.figure(0, 5).x = 200
    table.figure(0, 4).x = 400
    assert no_detach(table.world, game, 0, 1) == ALLOWED  # figure 4; 5 and 6 aren't of the body
    assert no_detach(table.world, game, 0, 4) == why.TOO_FEW
    table.figure(0, 5).x, table.figure(0, 4).x = 140, 112
    table.take(0)
    detach(table.world, game, table.chance, 0, 2)
    new = game.units[0, 2]
    assert (new.origin, new.strength, new.hidden, new.morale, new.last, new.course) == (0, 2, 1, HALTED, TOWARD, NNE)
    assert (unit.strength, unit.given, new.given, unit.last) == (4, 1, 1, 0)
    assert [int(f.unit) for f in game.figures[0, :6]] == [0, 0, 0, 2, 0, 2]
    assert body_of(table.world, game, 2) == 0b101000
    # No walk follows.
    table.figure(0, 0).arm = 1
    table.figure(0, 0).x = -300
    walk(table.world, game, table.chance, 0)
    assert table.figure(0, 0).x == -300 and table.figure(0, 0).arm == 1 and table.figure(0, 0).busy == 0


def test_un5_any_unit_may_send_off_men() -> None:
    table = Table([[(-300, 0)], row(0, 0, 4)])
    detach(table.world, table.game, table.chance, 1, 2)
    assert (table.game.units[0, 2].origin, body_of(table.world, table.game, 2)) == (1, 0b1100)
    chance = table.chance
    noted = int(chance.event[0]), int(chance.who[0]), int(chance.whom[0]), int(chance.value[0])
    assert noted == (DETACHED, UNIT_SUBJECT + 1, UNIT_SUBJECT + 2, 2)


def test_un5_a_marker_stays_with_who_has_a_horse_there() -> None:
    for left_horse, markers in (((0, 1, 2, 3, 4), (1, 1)), ((0, 1, 2), (1, 0)), ((3, 4), (0, 1))):
        table = Table([row(0, 0, 5, 44)], horse=[0])
        unit = table.game.units[0, 0]
        unit.marker, unit.marker_x, unit.marker_y = 1, 88, 0
        for number in range(5):
            table.figure(0, number).horse = LEFT_HORSE if number in left_horse else UNHORSED
        detach(table.world, table.game, table.chance, 0, 2)
        new = table.game.units[0, 1]
        assert (unit.marker, new.marker) == markers
        assert (new.marker_x, new.facing) == (88 * new.marker, N)


def test_what_bars_a_detachment() -> None:
    """UN5, UN6."""
    few = Table([row(0, 0, 4)])
    assert no_detach(few.world, few.game, 0, 1) == why.TOO_FEW
    table = Table([row(0, 0, 5)])
    assert no_detach(table.world, table.game, 0, 4) == ALLOWED
    table.game.units[0, 0].morale = BROKEN
    assert no_detach(table.world, table.game, 0, 1) == why.TOO_FEW
    table.game.units[0, 0].morale = 0
    table.world.rules.detachments = 0
    assert no_detach(table.world, table.game, 0, 1) == why.SWITCHED_OFF
    table.world.rules.detachments = 1
    for number in range(1, UNITS):
        table.game.units[0, number].origin = 0
    assert no_detach(table.world, table.game, 0, 1) == why.NO_NUMBER
    # What is left must hang together, too.
    torn = Table([[(0, 0), (60, 0), (120, 0), (180, 0), (60, 60), (120, 60)]])
    assert no_detach(torn.world, torn.game, 0, 2) == ALLOWED
    split = Table([[(0, 0), (200, 0), (0, 50), (200, 50), (100, 25), (60, 25), (140, 25)]])
    assert no_detach(split.world, split.game, 0, 3) == why.TOO_FEW
