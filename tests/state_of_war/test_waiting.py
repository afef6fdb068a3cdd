"""RE: shots at a unit under way."""

from state_of_war.rules import waiting
from state_of_war.rules.state import BUILDING, KILLED, UNHORSED
from tests.state_of_war.fire_table import Table, dice, unit


def under_way(grey, *ways, **more):
    """Blue's unit 1 goes by (from, to); all of Grey's first unit are ready."""
    table = Table([unit(*(way[0] for way in ways), **more)], grey)
    for number, (_, (x, y)) in enumerate(ways):
        table.go(f"B1.{number + 1}", x, y)
    table.game.unit = table.who("B1")
    for number in range(int(table.world.troops[1, 0].men)):
        table.figure(f"G1.{number + 1}").ready = 1
    return table


def may(table, name="G1"):
    """Whether a unit may react."""
    return waiting.may_react(*table.records, table.who(name))


def test_a_ready_unit_may_shoot_at_who_comes_nearer_re1():
    assert may(under_way([unit((300, 0))], ((0, 0), (30, 0))))
    assert not may(under_way([unit((300, 0))], ((30, 0), (0, 0))))
    assert not may(under_way([unit((300, 0))], ((0, 30), (0, -30)))), "as near as before"
    table = under_way([unit((300, 0))], ((0, 0), (30, 0)))
    table.figure("G1.1").ready = 0
    assert not may(table)


def test_nearer_to_any_unit_of_the_side_is_enough_re1():
    assert may(under_way([unit((300, 0)), unit((-300, 0))], ((0, 0), (-30, 0))))
    assert not may(under_way([unit((300, 0)), unit((-300, 0))], ((0, 0), (-30, 0))), "G2"), "it isn't ready"


def test_nearer_is_asked_of_the_nearest_of_those_who_stand_re1():
    table = under_way([unit((300, 0))], ((0, 0), (30, 0)), ((100, 28), (100, 28)))
    table.figure("B1.2").went = 0
    assert not may(table), "the nearest one hasn't moved"
    table.figure("B1.2").state = KILLED
    assert may(table), "he doesn't count any more"


def test_a_ready_figure_needs_a_candidate_and_a_loaded_weapon_re2():
    table = under_way([unit((300, 0))], ((0, 0), (30, 0)))
    table.figure("G1.1").arm = 1
    assert not may(table)
    house = BUILDING, [(100, -50), (200, -50), (200, 50), (100, 50)]
    blind = Table([unit((0, 0))], [unit((300, 0))], [house])
    blind.go("B1.1", 30, 0)
    blind.game.unit = blind.who("B1")
    blind.figure("G1.1").ready = 1
    assert not may(blind)


def test_who_is_in_contact_is_not_ready_any_more_re1():
    for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        for away in (29, 30):
            table = Table([unit((0, 0))], [unit((x * away, y * away))])
            table.figure("B1.1").ready = 1
            waiting.end_readiness(*table.records)
            assert table.figure("B1.1").ready == (away == 30)


def test_with_half_ready_wounded_men_shoot_by_their_number_ac3():
    table = under_way([unit((300, 0))], ((0, 0), (30, 0)))
    table.figure("G1.1").wounded = 1
    assert may(table)
    table.world.rules.half = 1
    assert not may(table)


def test_those_who_fire_shoot_together_re2():
    table = under_way([unit((300, 0), (300, 28), (300, 56)), unit((300, 200))], ((0, 0), (30, 0)))
    table.figure("G1.2").ready = 0
    table.figure("G2.1").ready = 1
    table.unit("G2").hidden = 1
    table.game.fires = 3
    chance = dice((5, 1, 4), (3, 1, 4), (6, 1, 4))
    assert waiting.fire_at_stop(*table.records, chance)
    assert (chance.used, chance.short) == (3, 0)
    first = table.who("G1.1")
    assert chance.subject[:3].tolist() == [first, first + 2, first + 3]
    assert table.unit("B1").strength == 1
    assert table.figure("B1.1").state != KILLED
    assert table.game.fires == 0
    assert [int(table.figure(name).arm) for name in ("G1.1", "G1.2", "G1.3", "G2.1")] == [3, 0, 3, 3]
    assert not table.game.figures["ready"].any()
    assert not table.game.figures["acted"].any()
    assert (table.unit("G1").fights, table.unit("G2").fights, table.unit("G2").hidden) == (1, 1, 0)


def test_a_graze_or_a_lost_horse_is_no_casualty_re3():
    table = under_way([unit((300, 0))], ((0, 0), (30, 0)))
    table.game.fires = 1
    assert not waiting.fire_at_stop(*table.records, dice((5, 1, 4)))
    assert table.unit("B1").hurt == 1
    table = under_way([unit((300, 0))], ((0, 0), (60, 0)), horse=1)
    table.game.fires = 1
    assert not waiting.fire_at_stop(*table.records, dice((6, 1, 4), 4))
    assert table.figure("B1.1").horse == UNHORSED
    table = under_way([unit((300, 0))], ((0, 0), (60, 0)))
    table.game.fires = 1
    assert waiting.fire_at_stop(*table.records, dice((6, 1, 4)))
    assert table.figure("B1.1").wounded == 1
