"""MO: checks of morale: class, each modifier, results, what they make of a unit, rallying."""

import pytest

from state_of_war.rules.dice import BREAKS, BREAKS_FOR_GOOD, CONTINUES, DOES_NOT_ADVANCE, FALLS_BACK, URNS
from state_of_war.rules.morale import any_check, check, check_hurt, class_of_unit, modifiers, rally
from state_of_war.rules.state import (
    AWAY,
    BLUE,
    BROKEN,
    BUILDING,
    CHARGES,
    DISABLED,
    FALLING,
    FORCED,
    FORMS,
    GREY,
    HALTED,
    HILL,
    KILLED,
    MORALE_ROLL,
    MOVES,
    OFF,
    RALLY,
    RAW,
    ROUTED,
    STEADY,
    TOWARD,
    TRAINED,
    UNIT_SUBJECT,
    VETERAN,
    WALL,
)
from tabletop.game.urns import URN
from tests.state_of_war.fire_table import Table, dice, unit

FAR_AWAY = (-700, -500)


def men(count, x=0, y=0, **more):
    return unit(*((x + 28 * i, y) for i in range(count)), **more)


def fell(table, name, *numbers, state=KILLED):
    """Men of a unit are out."""
    for number in numbers:
        figure = table.figure(f"{name}.{number}")
        figure.state, figure.x, figure.y, figure.wounded = state, 0, 0, 0


def value(table, name="B1"):
    return modifiers(*table.records, table.who(name))


def asked(table, name="B1", result=5):
    """The urn of a unit's check, and whether it was drawn."""
    chance = dice(result)
    check(*table.records, chance, table.who(name))
    if chance.used == 0:
        return "not drawn"
    assert (chance.purpose[0], chance.subject[0]) == (MORALE_ROLL, UNIT_SUBJECT + table.who(name))
    return URNS.name_of(int(chance.classes[0]))


def weights(name):
    """The chances of an urn's results, 1 … 5, as how many of its faces."""
    first, _, *ways = URNS.rows[URNS.names.index(name)].tolist()
    return {result: ways[result - first] for result in range(first, first + len(ways)) if ways[result - first]}


# The page's numbers.


def test_number_17():
    """MO3, MO5: raw, 3 of 10 out."""
    table = Table([men(10, skill=RAW)], [])
    fell(table, "B1", 2, 3, 4)
    assert asked(table) == "morale d8 -2"
    assert weights("morale d8 -2")[CONTINUES] == 6  # 3/4


def test_number_18():
    """MO3, MO5: raw, 4 of 10 out, 2 wounded."""
    table = Table([men(10, skill=RAW)], [])
    fell(table, "B1", 2, 3, 4, 5)
    table.figure("B1.6").wounded = table.figure("B1.7").wounded = 1
    assert asked(table) == "morale d8 -5"
    assert weights("morale d8 -5")[BREAKS_FOR_GOOD] == 1  # 1/8


def test_number_19():
    """MO3, MO5: trained, 6 of 10 out, commander near."""
    table = Table([men(10), men(1, 0, 300)], [])
    fell(table, "B1", 2, 3, 4, 5, 6, 7)
    table.world.commander[BLUE] = table.who("B2.1")
    assert asked(table) == "morale d10 -4"
    assert weights("morale d10 -4")[FALLS_BACK] == 1  # 1/10


# MO2, MO3.


def test_class():
    """MO2: that of most of its standing figures; equal: the lower."""
    table = Table([men(4)], [])
    world, game = table.records
    world.men[BLUE, 0].skill = world.men[BLUE, 1].skill = VETERAN
    assert class_of_unit(world, game, 0) == TRAINED
    fell(table, "B1", 4)
    assert class_of_unit(world, game, 0) == VETERAN


def test_leader():
    """MO2, MO3, UN5: +1 if he is better than his men, -1 if he is out; sent off he leads nobody."""
    table = Table([men(10), men(3, 500)], [])
    table.world.troops[BLUE, 0].leader = 1
    assert value(table) == 0
    table.world.men[BLUE, 0].skill = VETERAN
    assert value(table) == 1
    fell(table, "B1", 1)
    assert value(table) == -1
    fell(table, "B1", 1, state=DISABLED)
    assert value(table) == -1
    fell(table, "B1", 1, state=OFF)
    assert value(table) == 0
    table.figure("B1.1").unit = 2
    table.unit("B3").origin, table.unit("B3").strength = 0, 1
    fell(table, "B1", 1)
    assert value(table) == 0


def test_losses_are_counted_in_full_steps():
    """MO3, W5: of the strength at the start; out are killed and disabled, wounded are standing ones."""
    table = Table([men(7)], [])
    fell(table, "B1", 1)
    assert value(table) == 0  # 1 of 7 is less than 20 %
    fell(table, "B1", 2, state=DISABLED)
    assert value(table) == -2
    table.figure("B1.3").wounded = 1
    assert value(table) == -2
    table.figure("B1.4").wounded = 1
    assert value(table) == -3
    fell(table, "B1", 5, state=OFF)
    assert value(table) == -3


def test_commander():
    """MO3, MO4, UN2: he stands, his unit isn't broken, he is in sight, within 50 cm; -3 if he is out in this turn."""
    table = Table([men(4), men(2, 0, 524)], [], [(BUILDING, ((300, 100), (400, 100), (400, 200), (300, 200)))])
    table.world.commander[BLUE] = table.who("B2.1")
    assert value(table) == 2 == value(table, "B2")
    table.figure("B2.1").y = 525
    assert value(table) == 0
    table.figure("B2.1").x, table.figure("B2.1").y = 350, 300
    assert value(table) == 2  # not all see him: the building
    table.figure("B2.1").x = 500
    assert value(table) == 0
    table.figure("B2.1").x, table.figure("B2.1").y = 0, 200
    table.unit("B2").morale = BROKEN
    assert value(table, "B2") == -1 and value(table) == -1  # they retire; he isn't there
    table.unit("B2").morale, table.game.fallen = STEADY, 1 << BLUE
    assert value(table) == -1
    table.game.fallen = 1 << GREY
    assert value(table) == 2


def test_retiring():
    """MO3, MO4: the unit itself, or friends within 20 cm, once."""
    table = Table([men(2), men(2, 0, 224)], [])
    for morale, expected in ((STEADY, 0), (HALTED, 0), (FALLING, -1), (BROKEN, -1), (ROUTED, -1)):
        table.unit("B1").morale = morale
        assert value(table) == expected == value(table, "B2")
    table.unit("B2").last = AWAY
    assert value(table) == -1
    table.unit("B1").morale = STEADY
    assert value(table) == -1
    table.figure("B2.1").y = table.figure("B2.2").y = 225
    assert value(table) == 0 and value(table, "B2") == -1


def test_toward_and_advancing_friends():
    """MO3, MO4: `toward` is +1 or -1; friends must be in sight, and count once."""
    table = Table([men(2), men(2, 0, 500), men(2, 0, 550)], [])
    table.unit("B1").last = TOWARD
    assert value(table) == 1 and value(table, "B2") == 1
    table.world.rules.toward = -1
    assert value(table) == -1 and value(table, "B2") == 1
    table.unit("B2").last = TOWARD
    table.unit("B3").won = 1
    assert value(table) == 0
    hidden = Table([men(2), men(2, 0, 500, last=TOWARD)], [], [(BUILDING, ((-90, 90), (90, 90), (90, 99), (-90, 99)))])
    assert value(hidden) == 0


def test_the_order_under_way_counts_before_the_last_one():
    """MO4: the way gone so far, to the enemy that was nearest when it began; a charge is toward."""
    table = Table([men(2, 0, 0, last=AWAY)], [men(2, 0, 300)])
    game = table.game
    assert value(table) == -1
    game.unit, game.near, game.act = table.who("B1"), table.who("G1"), MOVES
    assert value(table) == 0  # nobody has gone yet
    for act in (MOVES, FORMS, FORCED):
        game.act = act
        table.go("B1.1", 0, 30)
        assert value(table) == 1
        table.figure("B1.1").x, table.figure("B1.1").y = 0, -30
        assert value(table) == 0  # the other one is as near as before
        table.go("B1.2", 28, -30)
        assert value(table) == -1
        table.figure("B1.1").y = table.figure("B1.2").y = 0
        table.figure("B1.1").went = table.figure("B1.2").went = 0
    game.act = CHARGES
    assert value(table) == 1


def test_flank_and_rear():
    """MO3, MO4: an enemy in sight that isn't before the unit, if no friend is as near."""
    table = Table([men(1)], [men(1, 0, 200), men(1, 0, -300)])
    assert value(table) == -1
    table.figure("G2.1").x, table.figure("G2.1").y = 300, 0
    assert value(table) == -1
    table.figure("G2.1").y = 1
    assert value(table) == 0
    for away, expected in ((300, 0), (301, -1)):
        near = Table([men(1), men(1, -away)], [men(1, 0, 200), men(1, 0, -300)])
        assert value(near) == expected
    near.unit("G2").hidden = 1
    assert value(near) == 0
    fell(near, "B2", 1)
    near.unit("G2").hidden = 0
    assert value(near) == -1


def test_uphill_or_in_cover():
    """MO3, MO4: of all enemies in sight, at least one; half of the unit has cover from the nearest enemy; +1 once."""
    assert value(Table([men(2)], [], [(HILL, (0, 0, 40))])) == 0
    uphill = Table([men(2)], [men(2, 0, 400)], [(HILL, (0, 0, 40))])
    assert value(uphill) == 1
    assert value(Table([men(2)], [men(2, 0, 400), men(2, 300, 400)], [(HILL, (0, 0, 40)), (HILL, (300, 400, 40))])) == 0
    wall = [(WALL, -90, 20, 90, 20)]
    covered = Table([men(2)], [men(2, 0, 400)], pieces=wall)
    assert value(covered) == 1
    covered.figure("B1.2").y = -40
    assert value(covered) == 1
    covered.figure("B1.1").y = -40
    assert value(covered) == 0
    assert value(Table([men(2)], [men(2, 0, 400)], [(HILL, (0, 0, 40))], wall)) == 1
    third = Table([men(3)], [men(2, 0, 400)], pieces=wall)
    third.figure("B1.2").y = third.figure("B1.3").y = -40
    assert value(third) == 0
    covered.unit("G1").hidden = 1
    covered.figure("B1.1").y = 0
    assert value(covered) == 0


# MO5 to MO7.


@pytest.mark.parametrize(
    ("modifier", "result"),
    [(-14, BREAKS_FOR_GOOD), (-11, BREAKS_FOR_GOOD), (-4, BREAKS), (-3, FALLS_BACK), (-2, DOES_NOT_ADVANCE)],
)
def test_urns_of_checks(modifier, result):
    """MO5: the lowest face is the worst; what only one result can come of isn't drawn."""
    faces = weights(f"morale d10 {modifier:+d}")
    assert min(faces) == (BREAKS_FOR_GOOD if modifier < -4 else result)
    assert sum(faces.values()) == 10


def test_one_result_isnt_drawn_but_counts():
    """MO5: and `continues` lifts what was."""
    table = Table([men(4, morale=HALTED)], [])
    assert asked(table) == "not drawn" and table.unit("B1").morale == STEADY
    table = Table([men(14, skill=0)], [])
    fell(table, "B1", *range(1, 12))
    table.game.fallen = 1
    table.figure("B1.12").wounded = table.figure("B1.13").wounded = table.figure("B1.14").wounded = 1
    assert value(table) == -3 - 6 - 1
    assert asked(table) == "not drawn" and table.unit("B1").morale == ROUTED


@pytest.mark.parametrize(
    ("result", "morale"),
    [
        (CONTINUES, STEADY),
        (DOES_NOT_ADVANCE, HALTED),
        (FALLS_BACK, FALLING),
        (BREAKS, BROKEN),
        (BREAKS_FOR_GOOD, ROUTED),
    ],
)
@pytest.mark.parametrize("before", [STEADY, HALTED, FALLING, BROKEN, ROUTED])
def test_results(result, morale, before):
    """MO6: a later one takes the place of an earlier one, but a broken unit changes only to `for good`."""
    table = Table([men(10, morale=before), men(2, 500)], [men(10, 0, 300, morale=before)])
    for name, fresh in (("B1", 1), ("G1", 0)):
        fell(table, name, 5, 6, 7, 8, 9, 10)
        chance = dice(result)
        assert check(*table.records, chance, table.who(name)) == result and chance.short == 0
        if before >= BROKEN:
            assert table.unit(name).morale == (ROUTED if result == BREAKS_FOR_GOOD else before)
            assert table.unit(name).fresh == 0
        else:
            assert table.unit(name).morale == morale
            assert table.unit(name).fresh == (fresh if result != CONTINUES else 0)


def test_checks_after_the_melees():
    """MO1 (a), (d), W3: the acting side's units first, one roll each; each result counts before the next roll."""
    table = Table([men(5), men(5, 400)], [men(5, 0, 500)])
    for name in ("B1", "B2", "G1"):
        table.unit(name).hurt = 1
        fell(table, name, 4, 5)
    table.game.acting = GREY
    assert any_check(table.game)
    chance = dice(4, 5, 3)
    check_hurt(*table.records, chance)
    assert chance.short == 0 and chance.subject[:3].tolist() == [
        UNIT_SUBJECT + table.who(n) for n in ("G1", "B1", "B2")
    ]
    assert [table.unit(name).morale for name in ("G1", "B1", "B2")] == [HALTED, STEADY, FALLING]
    assert not any_check(table.game)


def test_rallying():
    """MO7: 4 or more of the bare die, who broke on -3 alone."""
    table = Table([men(4, morale=BROKEN, fresh=1), men(4, 400, morale=ROUTED), men(4, -400, morale=FALLING)], [])
    table.game.fallen = 1
    chance = dice(1)
    rally(*table.records, chance, BLUE)
    assert chance.used == 1 and chance.purpose[0] == RALLY and chance.classes[0] >= URN
    assert URNS.name_of(int(chance.classes[0])) == "d10 at 4"
    assert table.unit("B1").morale == BROKEN and table.unit("B1").fresh == 1
    rally(*table.records, dice(2), BLUE)
    assert [table.unit(name).morale for name in ("B1", "B2", "B3")] == [STEADY, ROUTED, FALLING]
    assert table.unit("B1").fresh == 0
