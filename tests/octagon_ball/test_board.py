"""BO, RB, GO2: the squares, the walls and the goals."""

from fractions import Fraction

import pytest

from octagon_ball.rules.board import NAMES, STEPS, crossed, in_zone, is_grey, octagon, rebound, start_squares
from octagon_ball.rules.figures import apart
from octagon_ball.rules.state import BLACK, NONE, WHITE
from tests.octagon_ball.table import scenario_of

SIZES = (7, 9, 11, 13, 15, 17, 19)


@pytest.mark.parametrize(("size", "slant", "squares", "side"), [(19, 13, 301, 9), (11, 7, 97, 5), (7, 4, 37, 3)])
def test_bo1_bo2_squares_whose_centre_is_in_the_regular_octagon(size, slant, squares, side):
    board = octagon(size)
    assert (board.half, board.slant, len(board.places), board.side) == (size // 2, slant, squares, side)
    assert max(abs(x) + abs(y) for x, y in board.places) == slant <= size / 2**0.5 < slant + 1
    rows = [sum(y == row for _, y in board.places) for row in range(-board.half, board.half + 1)]
    assert rows == rows[::-1] and rows[0] == side and max(rows) == size


def test_bo6_names_and_numbers_run_from_the_south_west():
    board = octagon(19)
    assert board.names[:2] == ("f1", "g1") and board.names[-1] == "n19"
    assert board.names[board.numbers[0, 0]] == "j10" and board.numbers[0, 0] == 150
    for size in SIZES:
        places = octagon(size).places
        assert [(-x, -y) for x, y in places] == list(places[::-1]), "turned by half, the numbers run backwards"


def test_bo3_bo4_goals_and_zones():
    board = octagon(19)
    zone = {board.places[n] for n in range(301) if in_zone(board, 5, WHITE, board.places[n])}
    assert zone == {(x, y) for x in (-9, -8) for y in range(-2, 3)}
    assert {(-x, y) for x, y in zone} == {place for place in board.places if in_zone(board, 5, BLACK, place)}
    small = octagon(11)
    assert sum(in_zone(small, 3, WHITE, place) for place in small.places) == 3
    assert sum(in_zone(small, 1, WHITE, place) for place in small.places) == 1, "at least one deep"


def test_bo5_the_own_half_without_the_grey_area():
    board = octagon(19)
    starts = {board.places[n] for n in start_squares(board, 5, WHITE)}
    assert starts == {(x, y) for x, y in board.places if x < 0 and not (x >= -2 and abs(y) <= 2)}
    assert is_grey(5, (2, -2)) and not is_grey(5, (3, 0)) and len(starts) == (301 - 19) // 2 - 10


def test_w3_distances_are_a_chess_kings():
    world, numbers = scenario_of("octagon").world[0], octagon(19).numbers
    for place, steps in (((1, 1), 1), ((2, -1), 2), ((-9, 4), 9), ((0, 0), 0)):
        assert apart(world, numbers[0, 0], numbers[place]) == steps


@pytest.mark.parametrize("size", SIZES)
def test_rb1_rb2_after_one_rebound_the_next_square_is_in_play_and_ways_can_be_reversed(size):
    board = octagon(size)
    turns = 0
    for x, y in board.places:
        for dx, dy in STEPS:
            if (x + dx, y + dy) in board.numbers:
                continue
            turns += 1
            ex, ey = rebound(board, (x, y), (dx, dy))
            assert (x + ex, y + ey) in board.numbers, ((x, y), (dx, dy))
            # Mirrored in either axis, the ball goes the mirrored way.
            assert rebound(board, (-x, y), (-dx, dy)) == (-ex, ey)
            assert rebound(board, (x, -y), (dx, -dy)) == (ex, -ey)
    assert turns > 4 * size


@pytest.mark.parametrize("size", SIZES)
def test_rb2_the_wall_is_the_one_reached_first(size):
    """The rule in squares comes to the same as a ball among eight walls, each with its exact distance."""
    board = octagon(size)
    walls = [((x, y), Fraction(size, 2)) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    walls += [((x, y), board.slant + Fraction(1, 2)) for x in (1, -1) for y in (1, -1)]
    for (x, y), (dx, dy) in ((place, step) for place in board.places for step in STEPS):
        if (x + dx, y + dy) in board.numbers:
            continue
        speeds = {(nx, ny): (nx * dx + ny * dy, reach - nx * x - ny * y) for (nx, ny), reach in walls}
        times = {wall: far / speed for wall, (speed, far) in speeds.items() if speed > 0}
        ways = set()
        for nx, ny in (wall for wall, time in times.items() if time == min(times.values())):
            twice = 2 * (nx * dx + ny * dy) // (nx * nx + ny * ny)
            ways.add((dx - twice * nx, dy - twice * ny))
        assert rebound(board, (x, y), (dx, dy)) in ways, ((x, y), (dx, dy))


# The square, the ball's direction, and the one in which the wall turns it: straight walls; slanted ones; the wall
# between two squares; where a straight wall meets a slanted one.
WALLS = """
9,4 E W | 9,3 NE NW | 2,9 N S | 2,9 NW SW | 9,4 SE SW
8,5 E S | 8,5 N W | 7,6 NE SW
6,6 NE SW | -7,6 N E | -6,-7 W N | 6,-7 E N
9,4 NE SW | 9,4 N W | 4,9 NE SW | 4,9 E S
"""
# The square, the ball's direction, and whose goal line it crosses: the post, another row, not over the line yet.
LINES = """
9,2 E black | 9,-2 E black | 9,1 NE black | 9,2 SE black | -9,0 W white | -9,0 NW white
9,2 NE none | 9,3 SE none | 9,3 E none | -9,-2 SW none | 0,9 N none | 8,0 E none
"""


def rows(text):
    return [row.split() for line in text.strip().splitlines() for row in line.split(" | ")]


def square_of(text):
    return tuple(map(int, text.split(",")))


@pytest.mark.parametrize(("square", "step", "turned"), rows(WALLS))
def test_rb2_rb3_walls_of_19_across(square, step, turned):
    assert NAMES[STEPS.index(rebound(octagon(19), square_of(square), STEPS[NAMES.index(step)]))] == turned


@pytest.mark.parametrize(("square", "step", "team"), rows(LINES))
def test_go2_rb4_between_the_posts(square, step, team):
    wanted = {"white": WHITE, "black": BLACK, "none": NONE}[team]
    assert crossed(octagon(19), 5, square_of(square), STEPS[NAMES.index(step)]) == wanted
