"""Are squares for rules right: against a search over their neighbours, and lines against squares in fractions?"""

import itertools
import random

import numpy as np
import pytest

from tabletop.compiled.compiling import rule
from tabletop.game import squares
from tabletop.game.header import NONE
from tabletop.game.places import groups, half_turned_place, neighbours, walk
from tests import refuses
from tests.game import exact

BOARD = [(x, y) for y in range(-5, 6) for x in range(-5, 6)]


def outline(x, y):
    return [(2 * x + dx, 2 * y + dy) for dx, dy in ((1, -1), (1, 1), (-1, 1), (-1, -1))]


def near(a, b):
    xs, ys = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return [(x, y) for x in range(xs[0] - 1, xs[1] + 2) for y in range(ys[0] - 1, ys[1] + 2)]


def test_distances_are_the_numbers_of_steps_to_neighbours():
    for steps, distance in ((squares.STEPS, squares.distance), (squares.STEPS[::2], squares.taxicab)):
        beside = neighbours(BOARD, steps)
        for start in (0, 60, 17):
            for place, count in zip(BOARD, walk(beside, start), strict=True):
                assert distance(*BOARD[start], *place) == count
    for place in BOARD:
        assert squares.next_to(1, 1, *place) == (squares.distance(1, 1, *place) == 1)
        reaches = [reach for reach in range(12) if squares.within(1, 1, *place, reach)]
        assert reaches == list(range(squares.distance(1, 1, *place), 12))


def test_neighbours_go_round_anticlockwise_and_the_opposite_way_leads_back():
    for direction, (x, y) in enumerate(squares.STEPS):
        assert squares.neighbour(3, 4, direction) == (3 + x, 4 + y)
        assert squares.turned(x, y, 1) == squares.STEPS[(direction + 2) % 8]
        assert squares.turned(x, y, -2) == squares.STEPS[squares.half_turned_direction(direction)] == (-x, -y)
        assert exact.cross((x, y), squares.STEPS[(direction + 1) % 8]) == 1
    assert dict(zip(squares.DIRECTIONS, squares.STEPS, strict=True))["N"] == (0, 1)


def test_the_nearest_direction_is_that_of_the_smallest_angle():
    for x, y in itertools.product(range(-12, 13), repeat=2):
        found = squares.direction_toward(x, y)
        if (x, y) == (0, 0):
            assert found == NONE
            continue
        # Products of vectors of one length, compared by their squares with sign.
        products = [squares.product(x, y, *step) for step in squares.STEPS]
        values = [exact.sign(p) * p * p * (1 if direction % 2 else 2) for direction, p in enumerate(products)]
        assert values[found] == max(values) and values.count(max(values)) == 1


def test_a_sector_lies_between_its_lines():
    for first, eighths in itertools.product(range(8), (1, 2, 3, 4)):
        ways = [squares.STEPS[(first + k) % 8] for k in range(eighths + 1)]
        reached = {(0, 0)}
        for _ in range(5):
            reached |= {(x + dx, y + dy) for x, y in reached for dx, dy in ways}
        for x, y in BOARD:
            assert squares.in_sector(x, y, first, eighths) == ((x, y) in reached)


# Lines.


def walked(a, b):
    x, y = a
    met = []
    while not met or met[-1] != (b, b):
        first_x, first_y, second_x, second_y = squares.onward(x, y, *a, *b)
        met.append(((first_x, first_y), (second_x, second_y)))
        x, y = first_x, first_y
        assert len(met) < 500
    return met


def check_line(a, b):
    """Against squares: what the line crosses, in order, and between which two it passes at a corner."""
    start, end = (2 * a[0], 2 * a[1]), (2 * b[0], 2 * b[1])
    crossed, corners = [], {}
    for place in near(a, b):
        share = exact.first_inside(exact.half_planes(outline(*place)), start, exact.minus(end, start))
        if share is not None and place != a:
            crossed.append((share, place))
        is_met = share is not None and place not in (a, b)
        assert squares.crosses(*place, *a, *b) == is_met
        for corner in outline(*place):
            if exact.to_stretch(corner, start, end) == 0 and share is None:
                corners.setdefault(corner, set()).add(place)
    met = walked(a, b)
    assert [p for p, q in met if p == q] == [place for _, place in sorted(crossed)]
    pairs = {frozenset(pair) for pair in corners.values() if len(pair) == 2}
    assert {frozenset(pair) for pair in met if pair[0] != pair[1]} == pairs
    return len(near(a, b)) + len(met)


def test_lines_meet_what_squares_say():
    assert sum(check_line((0, 0), place) for place in BOARD if place != (0, 0)) > 3000


@pytest.mark.slow
def test_long_lines_meet_what_squares_say():
    chance, answers = random.Random(1), 0
    while answers < 60_000:
        a, (x, y) = (chance.randint(-99, 99), chance.randint(-99, 99)), (chance.randint(-9, 9), chance.randint(-9, 9))
        k = chance.choice((1, 1, 2, 3))
        if (x, y) != (0, 0):
            answers += check_line(a, (a[0] + k * x, a[1] + k * y))


def test_a_line_is_the_same_from_its_other_end_and_turned():
    for b in BOARD:
        if b == (0, 0):
            continue
        met = [frozenset(pair) for pair in walked((0, 0), b)][:-1]
        assert met == [frozenset(pair) for pair in walked(b, (0, 0))][:-1][::-1]
        for quarters in range(1, 4):
            turned = [frozenset(squares.turned(*p, quarters) for p in pair) for pair in met]
            assert turned == [frozenset(pair) for pair in walked((0, 0), squares.turned(*b, quarters))][:-1]


# Boards.


@pytest.mark.parametrize(("columns", "rows"), [(8, 8), (26, 1), (1, 30), (5, 12)])
def test_a_board_numbers_and_names_its_squares_and_half_a_turn_reverses_them(columns, rows):
    squares.check_size(columns, rows)
    for place in range(columns * rows):
        x, y = squares.coords(columns, place)
        assert squares.place(columns, np.int8(x), np.int8(y)) == place and squares.inside(columns, rows, x, y)
        assert squares.place_named(columns, rows, squares.name(columns, rows, place)) == place
        other = squares.place(columns, columns - 1 - x, rows - 1 - y)
        assert other == half_turned_place(columns * rows, place)
    around = itertools.product(range(-1, columns + 1), range(-1, rows + 1))
    assert sum(squares.inside(columns, rows, x, y) for x, y in around) == columns * rows


def test_names_are_letters_from_the_west_and_numbers_from_the_south():
    assert [squares.name(8, 8, place) for place in (0, 7, 56, 63)] == ["a1", "h1", "a8", "h8"]
    for text in ("", "i1", "a0", "a9", "a01", "A1", "11", "a", "a1 "):
        assert "a1 to h8" in refuses(ValueError, "no square", squares.place_named, 8, 8, text)
    for size in ((0, 1), (27, 1), (1, 0)):
        refuses(ValueError, "1 to 26 columns", squares.check_size, *size)


def test_the_sheet_has_squares_side_by_side():
    sheet = squares.sheet({"a1": (0, 0), "b2": (1, 1)})
    assert sheet.outlines == {"a1": ((1, -1), (1, 1), (-1, 1), (-1, -1)), "b2": ((3, 1), (3, 3), (1, 3), (1, 1))}
    assert sheet.bounds == (-1, -1, 3, 3)


def test_walks_go_round_gaps_and_groups_are_connected():
    rows = ["..#..", ".##.#", "..#.#"]
    coords = [(x, y) for y, row in enumerate(rows) for x in range(len(row))]
    kinds = [rows[y][x] == "#" for x, y in coords]
    beside = neighbours(coords, squares.STEPS[::2])
    found = groups(kinds, beside, True)
    assert [found[coords.index(p)] for p in ((2, 0), (1, 1), (2, 2), (4, 1), (4, 2))] == [2, 2, 2, 9, 9]
    assert all((number == NONE) == (not kind) for number, kind in zip(found, kinds, strict=True))
    open_to = [[p if p != NONE and not kinds[p] else NONE for p in row] for row in beside]
    steps = walk(open_to, 0)
    assert steps[coords.index((1, 2))] == 3 and steps[coords.index((3, 0))] == NONE


# Compiled.


@rule
def answers_of(cases, answers):
    for i in range(cases.shape[0]):
        ax, ay, bx, by, x, y = cases[i]
        answers[i, 0] = squares.distance(ax, ay, bx, by)
        answers[i, 1] = squares.taxicab(ax, ay, bx, by)
        answers[i, 2] = squares.within(ax, ay, bx, by, x)
        answers[i, 3] = squares.next_to(ax, ay, bx, by)
        answers[i, 4], answers[i, 5] = squares.neighbour(ax, ay, x % 8)
        answers[i, 6] = squares.product(ax, ay, bx, by)
        answers[i, 7] = squares.direction_toward(ax, ay)
        answers[i, 8] = squares.half_turned_direction(x % 8)
        answers[i, 9], answers[i, 10] = squares.turned(ax, ay, bx)
        answers[i, 11] = squares.in_sector(ax, ay, x % 8, y % 4 + 1)
        answers[i, 12] = squares.crosses(x, y, ax, ay, bx, by)
        answers[i, 13], answers[i, 14], answers[i, 15], answers[i, 16] = 0, 0, 0, 0
        if ax != bx or ay != by:
            answers[i, 13], answers[i, 14], answers[i, 15], answers[i, 16] = squares.onward(ax, ay, ax, ay, bx, by)
        answers[i, 17] = squares.inside(8, 8, ax, ay)
        answers[i, 18] = squares.place(8, ax, ay)
        answers[i, 19], answers[i, 20] = squares.coords(8, answers[i, 18])


def test_compiled_code_gives_the_same_answers_for_fields_of_16_bits():
    chance = random.Random(2)
    scales = [chance.choice((2, 9, 12_000)) for _ in range(2000)]
    cases = np.array([[chance.randint(-scale, scale) for _ in range(6)] for scale in scales], np.int16)
    answers = np.zeros((2, len(cases), 21), np.int64)
    answers_of(cases, answers[0])
    getattr(answers_of, "py_func", answers_of)(cases, answers[1])
    assert (answers[0] == answers[1]).all()
