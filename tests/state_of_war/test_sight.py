"""SI, W7: who sees whom."""

import random
from itertools import product

from state_of_war.rules import sight
from state_of_war.rules.state import BUILDING, HILL, MARSH, NONE, WOOD
from tests.state_of_war.fire_table import Table, unit

SQUARE = [(-100, -100), (100, -100), (100, 100), (-100, 100)]


def sees(a, b, *areas, **rules):
    """Whether a figure at `a` sees one at `b`, and that one the first."""
    table = Table([unit(a)], [unit(b)], areas, **rules)
    one, other = table.who("B1.1"), table.who("G1.1")
    found = sight.sees(*table.records, one, other)
    assert found == sight.sees(*table.records, other, one)
    return found


def test_buildings_block_a_line_that_crosses_their_inside_and_no_other_si2():
    house = BUILDING, SQUARE
    assert not sees((-300, 0), (300, 0), house)
    assert not sees((-300, 99), (300, 99), house)
    assert sees((-300, 100), (300, 100), house), "along an edge"
    assert sees((-200, 0), (0, 200), house), "through a corner"
    assert sees((-300, 0), (300, 0), (MARSH, SQUARE))
    assert sees((-300, 0), (-101, 0), house)


def test_a_wood_lets_those_in_its_strip_look_out_si3():
    for wood in ((WOOD, SQUARE), (WOOD, (0, 0, 100))):
        assert not sees((-300, 0), (300, 0), wood)
        assert sees((-300, 100), (300, 100), wood)
        assert sees((-51, 0), (-300, 0), wood), "out of the strip"
        assert not sees((-50, 0), (-300, 0), wood), "out of the core, whose border is of it"
        assert not sees((-60, 0), (300, 0), wood), "across the core"
        assert sees((-100, 0), (-300, 0), wood)
    assert sees((-60, -50), (300, -50), (WOOD, SQUARE)), "along the core's edge"


def test_two_in_one_wood_see_each_other_up_to_10_cm_si3():
    wood = WOOD, (-200, 0, 150), (0, 0, 150), (200, 0, 150)
    assert sees((0, 0), (124, 0), wood)
    assert not sees((0, 0), (125, 0), wood)
    assert sees((-110, 0), (14, 0), wood), "in two parts of it"
    assert not sees((0, 0), (124, 0), (WOOD, (0, 0, 60)), (WOOD, (124, 0, 60))), "two woods, each with a core"
    assert sees((0, 0), (60, 0), (WOOD, (0, 0, 45)), (WOOD, (80, 0, 30))), "two without cores"


def test_two_on_one_edge_of_a_wood_are_both_in_it_si3():
    for side in (100, -100):
        for far, clear in ((62, True), (63, False)):
            assert sees((-62, side), (far, side), (WOOD, SQUARE)) == clear
            assert sees((side, -62), (side, far), (WOOD, SQUARE)) == clear


def test_a_small_wood_has_no_core_si3():
    assert sees((0, 0), (300, 0), (WOOD, (0, 0, 50)))
    assert sees((-40, 0), (300, 0), (WOOD, (0, 0, 50)))


def test_open_buildings_are_like_woods_ta4():
    house = BUILDING, SQUARE
    assert sees((-60, 0), (-300, 0), house, open=1)
    assert not sees((-50, 0), (-300, 0), house, open=1)
    assert not sees((-300, 0), (300, 0), house, open=1)
    assert not sees((-90, 0), (90, 0), house, open=1)


def test_hills_block_across_them_and_their_cores_si4():
    for hill in ((HILL, SQUARE), (HILL, (0, 0, 100))):
        assert not sees((-300, 0), (300, 0), hill)
        assert not sees((-60, 0), (300, 0), hill), "from slope to beyond: the core"
        assert not sees((-60, 0), (60, 0), hill)
        assert sees((-50, 0), (300, 0), hill), "from the crest"
        assert sees((0, 0), (300, 0), hill)
        assert sees((-60, 0), (-300, 0), hill)
        assert sees((-60, 60), (-60, -60), hill), "across the slope only"


def test_who_stands_higher_is_uphill_si5():
    table = Table([unit((0, 0), (60, 0), (200, 0))], [unit((300, 0))], [(HILL, (0, 0, 100))])
    heights = [sight.height_of(*table.records, table.who(name)) for name in ("B1.1", "B1.2", "B1.3")]
    assert heights == [2, 1, 0]
    assert sight.uphill(*table.records, table.who("B1.1"), table.who("B1.2"))
    assert not sight.uphill(*table.records, table.who("B1.3"), table.who("G1.1"))


def test_units_see_by_any_figure_hidden_ones_are_not_in_sight_w7_am2():
    house = BUILDING, SQUARE
    table = Table(
        [unit((-300, 0), (-300, 300))], [unit((300, 0)), unit((0, 150), hidden=1), unit((300, -200))], [house]
    )
    own = table.who("B1")
    names = "G1", "G2", "G3", "G4"
    assert [sight.units_see(*table.records, own, table.who(name)) for name in names] == [True, True, False, False]
    assert [sight.in_sight(*table.records, own, table.who(name)) for name in names] == [True, False, False, False]
    assert sight.figure_sees_unit(*table.records, table.who("B1.2"), table.who("G1"))
    assert not sight.figure_sees_unit(*table.records, table.who("B1.1"), table.who("G1"))
    assert sight.nearest_enemy(*table.records, own) == table.who("G1")
    table.unit("G2").hidden = 0
    assert sight.nearest_enemy(*table.records, own) == table.who("G2")
    assert sight.nearest_enemy(*table.records, table.who("G3")) == NONE
    assert sight.nearest_enemy(*table.records, table.who("G1")) == own, "its own sight is as ever"


def test_units_see_each_other_where_any_two_figures_do_however_quickly_it_is_found_w7():
    chance, answers = random.Random(3), []

    def area():
        kind, x, y, half = (
            *chance.sample((WOOD, HILL, BUILDING, MARSH), 1),
            *chance.choices(range(-200, 200), k=2),
            120,
        )
        if kind != BUILDING and chance.random() < 0.5:
            return kind, (x, y, half), (x + half, y, half - 40)
        return kind, [(x + half * i, y + half * j) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]

    def men():
        x, y = chance.choices(range(-400, 400), k=2)
        return unit(*((x + chance.randint(-40, 40), y + chance.randint(-40, 40)) for _ in range(3)))

    for _ in range(120):
        table = Table([men()], [men()], [area(), area()], open=chance.randint(0, 1))
        pairs = product((table.who(f"B1.{i}") for i in (1, 2, 3)), (table.who(f"G1.{i}") for i in (1, 2, 3)))
        answers.append(any(sight.sees(*table.records, *pair) for pair in pairs))
        assert sight.units_see(*table.records, table.who("B1"), table.who("G1")) == answers[-1]
    assert 20 < sum(answers) < 100


def test_of_enemies_as_near_the_lower_number_is_nearest_w7():
    table = Table([unit((0, 0))], [unit((300, 400)), unit((500, 0)), unit((0, -500), horse=1)])
    assert sight.nearest_enemy(*table.records, table.who("B1")) == table.who("G1")
