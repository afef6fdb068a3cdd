"""ME1, ME9, UN4, MO6: charges, pressing, stragglers, forced moves."""

import pytest

from state_of_war.rules import reasons as why
from state_of_war.rules.charging import begin_charge, way_to
from state_of_war.rules.figures import in_contact
from state_of_war.rules.forced import begin_forced, forced_stragglers, is_forced
from state_of_war.rules.goals import cover_distance
from state_of_war.rules.ground import edge_distance
from state_of_war.rules.pressing import no_press, press
from state_of_war.rules.state import (
    BLUE,
    BROKEN,
    BUILDING,
    CHARGES,
    CLEARED,
    FALLING,
    FENCE,
    HALTED,
    MARSH,
    NO_ACT,
    NONE,
    OFF,
    SHORT,
    STEADY,
    TOWARD,
    UNITS,
    VETERAN,
    WALL,
    WOOD,
)
from state_of_war.rules.stragglers import walk
from state_of_war.rules.turns import after_order
from state_of_war.rules.under_way import after_stop, run_on
from tabletop.play.game import Game
from tests.state_of_war.moving_table import Table, no_charge, row
from tests.state_of_war.setting_table import PICKS, small

ALLOWED = 0
N, S = 4, 12


def may(table: Table, unit: int = 0, target: int = UNITS) -> int:
    return int(no_charge(table.world, table.game, unit, target))


def charge(table: Table, *results: int, unit: int = 0, target: int = UNITS) -> bool:
    """A unit charges; results of the checks of morale."""
    table.take(unit, target)
    table.will(*results)
    begin_charge(table.world, table.game, table.chance, unit, target)
    return bool(run_on(table.world, table.game, table.chance))


def test_a_charge_goes_into_contact() -> None:
    """ME1: contact at the first part with a figure at most 5 mm away."""
    table = Table([[(0, 0)]], [[(0, 149)]])
    assert may(table) == ALLOWED
    assert not charge(table)
    assert table.places() == [(0, 120)] and in_contact(table.world, table.game, 0)
    unit = table.game.units[0, 0]
    assert (unit.charges, unit.last, unit.course, table.game.act) == (1, TOWARD, NONE, NO_ACT)
    assert table.game.units[1, 0].charged == 1 and table.figure(0, 0).acted == 1
    assert may(Table([[(0, 0)]], [[(0, 150)]])) == why.NO_WAY_TO_IT
    rider = Table([[(0, 0)]], [[(0, 277)]], horse=[0])
    assert may(rider) == ALLOWED
    assert not charge(rider)
    assert rider.places() == [(0, 240)] and rider.game.units[0, 0].facing == N
    assert may(Table([[(0, 0)]], [[(0, 278)]], horse=[0])) == why.NO_WAY_TO_IT


def test_the_way_of_a_charge() -> None:
    """ME1: ground, walls, turning, other enemies, friends at its end."""
    assert may(Table([[(0, 0)]], [[(0, 89)]]).area(MARSH, (-90, 20), (90, 20), (90, 40), (-90, 40))) == ALLOWED
    assert may(Table([[(0, 0)]], [[(0, 90)]]).area(MARSH, (-90, 20), (90, 20), (90, 40), (-90, 40))) != ALLOWED
    assert may(Table([[(0, 0)]], [[(0, 59)]]).piece(WALL, -90, 20, 90, 20)) == ALLOWED
    assert may(Table([[(0, 0)]], [[(0, 60)]]).piece(WALL, -90, 20, 90, 20)) == why.NO_WAY_TO_IT
    assert may(Table([[(0, 0)]], [[(0, 100)]], horse=[0]).piece(WALL, -90, 20, 90, 20)) == why.NO_WAY_TO_IT
    assert may(Table([[(0, 0)]], [[(0, -90)]], horse=[0])) == why.NO_WAY_TO_IT
    between = Table([[(0, 0)]], [[(0, 110)], [(12, 70)]])
    assert may(between) == why.NO_WAY_TO_IT and may(between, 0, UNITS + 1) == ALLOWED
    friend = Table([[(0, 0)], [(0, 80)]], [[(0, 109)]])
    # Straight on the friend is in the way; a heading on either side misses the enemy.
    assert may(friend) == why.NO_WAY_TO_IT
    hidden = Table([[(0, 0)]], [[(0, 100)]])
    hidden.game.units[1, 0].hidden = 1
    assert may(hidden) == why.NOT_SEEN
    halted = Table([[(0, 0)]], [[(0, 100)]])
    halted.game.units[0, 0].morale = HALTED
    assert may(halted) == why.MUST_NOT_ADVANCE


def test_the_heading_of_a_charge() -> None:
    """ME1: the first, nearest to the direction first, on which it comes into contact."""
    table = Table([[(0, 0)]], [[(60, 80)]])
    assert way_to(table.world, table.game, 0, UNITS) == (2, 120)
    # Exactly between two: the lower number, for Grey as it counts from its own end.
    level = Table([[(0, 0)]], [[(0, -60)]])
    assert way_to(level.world, level.game, 0, UNITS)[0] == S
    assert way_to(level.world, level.game, UNITS, 0)[0] == N


def test_others_go_beside_the_enemy() -> None:
    """ME1: the other figures go to free places, at most K - k mm away."""
    table = Table([row(0, 0, 3)], [[(0, 80)]])
    assert not charge(table)
    # Contact after 51 parts; 69 mm are left.
    assert table.places()[0] == (0, 51)
    assert table.places()[1:] == [(26, 69), (20, 100)]
    # Halved: contact after 21 parts, 39 mm are left, and the places are in the block's own marsh.
    marsh = Table([row(0, 0, 3)], [[(0, 50)]]).area(MARSH, (-90, -90), (90, -90), (90, 90), (-90, 90))
    assert not charge(marsh)
    assert marsh.places() == [(0, 21), (26, 39), (56, 21)]
    # The third would go through a marsh that the block hasn't touched.
    other = Table([row(0, 0, 3)], [[(0, 80)]]).area(MARSH, (39, 68), (43, 68), (43, 76), (39, 76))
    assert not charge(other)
    assert other.places() == [(0, 51), (26, 69), (56, 51)]
    far = Table([row(0, 0, 3)], [[(0, 149)]])
    assert not charge(far)
    assert far.places() == [(0, 120), (28, 120), (56, 120)]


def test_checks_before_a_charge() -> None:
    """MO1 (b), (c): the charger, if it would charge better or more men; then the charged."""
    more = [[(0, 0)]], [[(0, 100), (28, 100)]]
    table = Table(*more, dead=[0, UNITS])
    assert not charge(table, 4)
    assert table.places() == [(0, 0)] and table.game.act == NO_ACT and table.chance.used == 1
    assert table.figure(0, 0).acted == 0 and table.game.units[0, 0].last == 0
    table = Table(*more, dead=[0, UNITS])
    assert not charge(table, 5, 3)
    assert table.chance.used == 2 and table.places() == [(0, 71)] and table.game.units[1, 0].morale == FALLING
    table = Table([[(0, 0)]], [[(0, 100)]], dead=[0, UNITS])
    assert not charge(table, 5)
    assert table.chance.used == 1
    table = Table([[(0, 0)]], [[(0, 100)]], dead=[0, UNITS])
    table.world.men[1, 0].skill = VETERAN
    assert not charge(table, 5, 5)
    assert table.chance.used == 2


def test_am1_a_charge_ends_hiding_when_its_own_check_has_passed() -> None:
    for result, hidden in ((4, 1), (5, 0)):
        table = Table([[(0, 0)]], [[(0, 100), (28, 100)]], dead=[0, UNITS])
        table.game.units[0, 0].hidden = 1
        assert not charge(table, result, 5)
        assert table.game.units[0, 0].hidden == hidden


@pytest.mark.parametrize(("y", "once", "stops"), [(149, 0, [30, 60, 90, 119]), (120, 0, [30, 60, 90]), (149, 1, [119])])
def test_stops_of_a_charge(y: int, once: int, stops: list[int]) -> None:
    """RE2: the quarters before contact, and one part before it; with `once` this alone."""
    table = Table([[(0, 0)]], [[(0, y)]], once=once)
    table.figure(1, 0).ready = 1
    asked, found = charge(table), []
    while asked:
        assert table.game.act == CHARGES and table.places() == [(0, table.game.at)]
        found.append(int(table.game.at))
        asked = bool(after_stop(table.world, table.game, table.chance))
    assert found == stops and in_contact(table.world, table.game, 0)


def test_a_charge_that_is_shot_at() -> None:
    """RE3, ME1: contact is looked for anew; a charge that stops is none."""
    # (28, 10) doesn't come into contact along N: 28 mm aside, contact would be at (28, 132).
    for places, y, result, end in (
        ([(0, 0), (28, -20)], 140, 5, (28, 10)),
        ([(0, 0), (20, -24)], 110, 5, (20, 89)),
        ([(0, 0), (20, -24)], 110, 3, (20, 6)),
    ):
        table = Table([places], [[(0, y)]])
        table.figure(1, 0).ready = 1
        assert charge(table, 5) and table.game.at == 30
        table.game.fires = 1
        table.will(1, 4, result)  # the first man is disabled; the check
        assert not after_stop(table.world, table.game, table.chance)
        assert table.chance.used == 3 and table.places() == [end]
        assert table.game.units[0, 0].charges == (1 if end == (20, 89) else 0)


def test_press() -> None:
    """ME9: who isn't in contact goes beside an enemy of the melee; the others load, engaged ones too."""
    table = Table([[(0, 0), (-60, -60), (-300, 0)]], [[(0, 29), (0, 58)], [(-60, 0)]])
    assert no_press(table.world, table.game, 0) == ALLOWED
    table.figure(0, 0).arm = table.figure(0, 2).arm = 2
    table.take(0, UNITS)
    table.figure(0, 1).x = -28
    table.figure(0, 1).y = -50
    press(table.world, table.game, table.chance, 0)
    # Not beside the other enemy, whose unit isn't in this melee.
    assert table.places()[1] == (-26, 18)
    assert table.figure(0, 0).arm == 1 and table.figure(0, 2).arm == 2
    table.figure(0, 0).acted = 0
    assert no_press(table.world, table.game, UNITS + 1) == why.NOT_IN_CONTACT


def test_me9_who_may_not_press_loads() -> None:
    """ME9, MV1: through an enemy's base, over a wall, too far in difficult ground; MV3's way begins where he stands."""
    marsh = (350, 10), (450, 10), (450, 15), (350, 15)
    for bar in ("nothing", "enemy", "wall", "marsh"):
        enemies = [[(428, 29)], [(390, -20)]] if bar == "enemy" else [[(428, 29)]]
        table = Table([[(400, -60), (428, 0)]], enemies)
        if bar == "wall":
            table.piece(WALL, 350, -30, 410, -30)
        elif bar == "marsh":
            table.area(MARSH, *marsh)
        table.figure(0, 0).arm = 2
        table.take(0, UNITS)
        press(table.world, table.game, table.chance, 0)
        assert (table.places()[0], table.figure(0, 0).arm) == (((402, 18), 2) if bar == "nothing" else ((400, -60), 1))


def test_me9_a_unit_in_contact_presses_as_soon_as_it_is_picked() -> None:
    """ME9: its one order isn't asked."""
    game = Game(small(), start=PICKS.replace("G2.1=-40.0:35.0", "G2.1=0.0:-27.1"))
    game.step("B1")
    assert "B1.2=2.6:-28.2,from:2.8:-30.0" in game.position()
    assert game.decision == "pick" and "B1" not in game.legal_actions()


def test_stragglers_walk() -> None:
    """UN4: to the nearest free place beside the body, or nearer to it, or they load."""
    table = Table([[(0, 0), (28, 0), (128, 0), (300, 0)]])
    table.figure(0, 3).arm = 1
    table.take(0)
    walk(table.world, table.game, table.chance, 0)
    # The third takes its place exactly; the fourth comes nearer by four quarters.
    assert table.places() == [(0, 0), (28, 0), (56, 0), (180, 0)]
    assert table.figure(0, 3).arm == 1 and table.figure(0, 3).acted == 1
    walled = Table([[(0, 0), (28, 0), (228, 0)]]).piece(WALL, 200, -90, 200, 90)
    walk(walled.world, walled.game, walled.chance, 0)
    assert walled.places()[2] == (198, 0)
    enemy = Table([[(0, 0), (28, 0), (228, 0)]], [[(180, 0)]])
    enemy.figure(0, 2).arm = 2
    walk(enemy.world, enemy.game, enemy.chance, 0)
    assert enemy.places()[2] == (228, 0) and enemy.figure(0, 2).arm == 1 and enemy.figure(0, 2).busy == 0


def test_stragglers_are_those_at_the_end_of_the_order() -> None:
    """UN4: when one walks, and the body is another one then, nobody of the old one is a straggler."""
    table = Table([[(0, 0), (120, 70), (120, 98), (300, 0), (328, 0), (356, 0)]])
    walk(table.world, table.game, table.chance, 0)
    assert table.places() == [(120, 0), (120, 70), (120, 98), (300, 0), (328, 0), (356, 0)]


def test_nobody_walks_when_the_battle_is_over() -> None:
    """VI5: the last enemies have been shot by this order (`one_by_one`)."""
    table = Table([[(0, 0), (28, 0), (300, 0)]], one_by_one=1)
    table.take(0)
    after_order(table.world, table.game, table.chance)
    assert table.places()[2] == (300, 0) and (table.game.ending, table.game.winner) == (CLEARED, BLUE)


def test_a_straggler_that_has_moved_with_the_order_stays() -> None:
    """UN4, AC2."""
    for key in ("went", "busy"):
        table = Table([[(0, 0), (28, 0), (128, 0)]])
        table.figure(0, 2)[key] = 1
        walk(table.world, table.game, table.chance, 0)
        assert table.places()[2] == (128, 0)
    table = Table([[(0, 0), (28, 0), (128, 0)]])
    table.figure(0, 2).wounded = table.figure(0, 2).acted = 1
    walk(table.world, table.game, table.chance, 0)
    assert table.places()[2] == (128, 0)


def forced(table: Table, morale: int, unit: int = 0) -> None:
    table.game.units[unit // UNITS, unit % UNITS].morale = morale
    assert is_forced(table.game, unit)
    table.take(unit)
    begin_forced(table.world, table.game, table.chance, unit)
    assert not run_on(table.world, table.game, table.chance)
    forced_stragglers(table.world, table.game, table.chance, unit)


def test_who_breaks_goes_to_the_edge() -> None:
    """MO6."""
    table = Table([row(0, 0, 2)], [[(0, 200)]])
    forced(table, BROKEN)
    assert table.places() == [(0, -120), (28, -120)]
    unit = table.game.units[0, 0]
    assert (unit.morale, unit.course, unit.given, table.game.next) == (BROKEN, S, 1, 0)
    gone = Table([[(300, 0)], [(0, -540), (0, -510)]], [[(0, 200)]])
    forced(gone, BROKEN, 1)
    assert [int(f.state) for f in gone.game.figures[0, 1:3]] == [OFF, OFF]
    some = Table([[(0, -480), (0, -450)]], [[(0, 200)]])
    forced(some, BROKEN)
    assert some.places() == [(0, -570)] and some.figure(0, 0).state == OFF
    melee = Table([[(0, 0)]], [[(0, 29)]])
    forced(melee, BROKEN)
    assert melee.places() == [(0, -120)]
    # The own edge is the western one, and the enemy stands there: farther from him, as near to it as that allows.
    west = Table([[(0, 0)]], [[(-100, 0)]])
    west.game.zones = SHORT
    forced(west, BROKEN)
    assert west.places() == [(-44, 108)]


def test_who_falls_back_goes_to_the_nearer_of_cover_and_edge() -> None:
    """MO6: once; it may be that it isn't bound any more then."""
    table = Table([[(0, 0)]], [[(0, 200)]]).piece(FENCE, 150, -99, 150, 99)
    forced(table, FALLING)
    assert table.places() == [(120, 0)]  # farther from the enemy than it was, and nearest to the fence
    assert table.game.units[0, 0].morale == STEADY
    edge = Table([[(0, -520)]], [[(0, 200)]]).piece(FENCE, 150, -99, 150, 99)
    forced(edge, FALLING)
    assert edge.places() == []
    fresh = Table([[(0, 0)]])
    fresh.game.units[0, 0].morale, fresh.game.units[0, 0].fresh = FALLING, 1
    assert not is_forced(fresh.game, 0)
    fresh.game.units[0, 0].fresh, fresh.game.action = 0, 2
    assert not is_forced(fresh.game, 0)
    fresh.game.units[0, 0].morale = BROKEN
    assert is_forced(fresh.game, 0)


def test_mo6_where_four_quarters_lead_to_the_enemy_it_goes_three() -> None:
    """MO6, MV4: a rider who faces the enemy; a turn by 67½° leaves three."""
    table = Table([[(0, 0)]], [[(0, 200)]], horse=[0])
    forced(table, BROKEN)
    assert table.places() == [(162, 66)]


def test_forced_stragglers_go_by_themselves() -> None:
    """MO6, UN4."""
    table = Table([[(0, 0), (28, 0), (400, 0)]], [[(0, 200)]])
    forced(table, BROKEN)
    assert table.places() == [(0, -120), (28, -120), (400, -120)]


def test_goals() -> None:
    """MO6, W7: millimetres begun, from woods, hills, pieces, corners of closed buildings."""
    table = (
        Table([[(0, 0)]])
        .area(WOOD, (100, -50), (200, -50), (200, 50), (100, 50))
        .area(BUILDING, (-200, 0), (-100, 0), (-100, 60), (-200, 60))
        .disc(WOOD, 0, 300, 50)
        .piece(FENCE, -99, -100, 99, -101)
    )
    world, game = table.world, table.game
    spots = ((0, 0), (-1, 0), (0, 200), (10, 299), (0, -10), (-150, 30))
    assert [int(cover_distance(world, game, x, y)) for x, y in spots] == [100, 99, 50, 0, 91, 59]
    world.rules.open = 1
    assert int(cover_distance(world, game, -1, 0)) == 101  # the fence: walls of open buildings are pieces
    # From between two covers as near it goes to the one that it can reach: the enemy is behind the other one.
    between = Table([[(0, 0)]], [[(200, 0)]]).piece(FENCE, 100, -99, 100, 99).piece(FENCE, -100, -99, -100, 99)
    forced(between, FALLING)
    assert between.places() == [(-84, 84)]
    assert [edge_distance(world, game, side, 5, 100) for side in (0, 1)] == [700, 500]
