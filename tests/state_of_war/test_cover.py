"""SH11: cover."""

from state_of_war.rules.cover import cover_of, crest_cover, in_wood
from state_of_war.rules.state import BANK, BUILDING, FENCE, HARD, HILL, MARSH, OPEN, SOFT, WALL, WOOD
from tests.state_of_war.fire_table import Table, unit


def cover(target, shooter, areas=(), pieces=(), **rules):
    """A figure's cover against another one, also with the table turned by half."""
    table = Table([unit(shooter)], [unit(target)], areas, pieces, **rules)
    return cover_of(*table.records, table.who("G1.1"), table.who("B1.1"))


def test_a_piece_covers_who_is_within_3_cm_of_it_against_a_line_that_crosses_it_sh11():
    for kind, value in ((WALL, HARD), (FENCE, SOFT), (BANK, SOFT)):
        piece = [(kind, -100, 0, 100, 0)]
        assert cover((0, 42), (0, -300), (), piece) == value
        assert cover((0, 43), (0, -300), (), piece) == OPEN
        assert cover((0, 42), (0, -42), (), piece) == OPEN, "the shooter shoots over it"
        assert cover((0, 42), (0, -43), (), piece) == value
        assert cover((100, 42), (100, -300), (), piece) == OPEN, "through its end"
        assert cover((0, 42), (0, 300), (), piece) == OPEN


def test_of_several_pieces_the_best_counts_sh11():
    pieces = [(FENCE, -100, 0, 100, 0), (WALL, -100, 5, 100, 5)]
    assert cover((0, 42), (0, -300), (), pieces) == HARD
    assert cover((0, 42), (0, -300), [(WOOD, (0, 42, 10))], pieces) == HARD
    assert cover((0, 42), (0, -300), [(WOOD, (0, 42, 10))], pieces[:1]) == SOFT


def test_a_wood_covers_who_is_in_it_sh11():
    wood = WOOD, (0, 0, 100), [(100, -50), (200, -50), (200, 50), (100, 50)]
    assert cover((0, 0), (300, 0), [wood]) == SOFT
    assert cover((200, 50), (300, 0), [wood]) == SOFT
    assert cover((201, 0), (300, 0), [wood]) == OPEN
    assert cover((0, 0), (30, 0), [wood]) == SOFT, "also against one in it"
    assert cover((0, 0), (300, 0), [(MARSH, (0, 0, 100))]) == OPEN
    table = Table([unit((0, 0), (0, 101))], [], [wood])
    assert in_wood(*table.records, table.who("B1.1"))
    assert not in_wood(*table.records, table.who("B1.2"))


def test_a_crest_covers_who_is_close_behind_it_sh11():
    for hill in ((HILL, (0, 0, 150)), (HILL, [(-150, -150), (150, -150), (150, 150), (-150, 150)])):
        assert cover((59, 0), (400, 0), [hill]) == SOFT
        assert cover((58, 0), (400, 0), [hill]) == OPEN, "42 mm on, he is on the core's border"
        assert cover((59, 0), (-400, 0), [hill]) == OPEN, "from the other side"
        assert cover((59, 0), (100, 0), [hill]) == OPEN, "the shooter is in the core"
        assert cover((90, 0), (101, 0), [hill]) == SOFT, "nearer than that way: to the shooter"
        assert cover((101, 0), (400, 0), [hill]) == OPEN, "on the slope"
    table = Table([unit((400, 0))], [unit((51, 0), horse=1), unit((50, 0), horse=1)], [(HILL, (0, 0, 150))])
    assert crest_cover(*table.records, table.who("G1.1"), table.who("B1.1"))
    assert not crest_cover(*table.records, table.who("G2.1"), table.who("B1.1"))


def test_the_point_toward_the_crest_is_cut_toward_0_sh11():
    # D is 424.26 … begun: 425; 42 parts of it are 29.6 mm each way, cut to 29.
    hill = HILL, [(-150, -150), (150, -150), (150, 150), (-150, 150)]
    assert cover((71, 71), (371, 371), [hill]) == OPEN
    assert cover((72, 72), (372, 372), [hill]) == SOFT
    assert cover((-72, -72), (-372, -372), [hill]) == SOFT


def test_a_corner_covers_who_is_close_behind_it_sh11():
    house = BUILDING, [(-100, 0), (0, 0), (0, 50), (-100, 50)]
    # The line is x = 5 from the south; the corners are (0, 0) and (0, 50).
    assert cover((5, 91), (5, -300), [house]) == HARD
    assert cover((5, 92), (5, -300), [house]) == OPEN, "42 mm from (0, 50): too far from it"
    assert cover((11, 60), (11, -300), [house]) == HARD
    assert cover((12, 60), (12, -300), [house]) == OPEN, "a radius from the line"
    assert cover((5, 60), (5, 40), [house]) == OPEN, "the shooter is by it, too"
    assert cover((-5, 60), (-5, -300), [house]) == OPEN, "the line isn't clear"
    assert cover((0, 60), (0, -300), [house]) == HARD, "along its edge it is"
    assert cover((5, 60), (5, -300), [house], open=1) == OPEN


def test_in_an_open_building_cover_is_hard_against_who_is_not_in_it_ta4_sh11():
    house = BUILDING, [(-100, 0), (0, 0), (0, 50), (-100, 50)]
    assert cover((-5, 40), (-5, -300), [house], open=1) == HARD
    assert cover((-5, 40), (-90, 20), [house], open=1) == OPEN
