"""Are hexes for rules right: against a search over their neighbours, and lines against hexagons in fractions?"""

import itertools
import random

import numpy as np
import pytest

from tabletop.compiled.compiling import rule
from tabletop.game import hex_grid as grid
from tabletop.game import hexes
from tabletop.game.places import half_turned_place, neighbours, walk
from tests import refuses
from tests.game import exact

DISC = [(q, r) for q in range(-7, 8) for r in range(-7, 8) if abs(q + r) <= 7]
BESIDE = neighbours(DISC, grid.STEPS)


def outline(q, r):
    """A hex around (3 q, 3 r), in axial coordinates times three; clockwise, since r grows to the south."""
    return [(3 * q + x, 3 * r + y) for x, y in grid.CORNERS][::-1]


def share_of(q, r, a, b):
    """Where on the line from a to b it first comes inside the hex (q, r), as a share; None: nowhere."""
    start, end = (3 * a[0], 3 * a[1]), (3 * b[0], 3 * b[1])
    return exact.first_inside(exact.half_planes(outline(q, r)), start, exact.minus(end, start))


def near(a, b):
    """All hexes near a line."""
    qs, rs = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return [(q, r) for q in range(qs[0] - 1, qs[1] + 2) for r in range(rs[0] - 1, rs[1] + 2)]


def test_distance_is_the_number_of_steps_to_neighbours():
    for start, origin in enumerate(DISC):
        if max(abs(origin[0]), abs(origin[1]), abs(sum(origin))) > 3:
            continue
        for place, steps in zip(DISC, walk(BESIDE, start), strict=True):
            assert grid.distance(*origin, *place) == steps == hexes.grid_distance(origin, place)
            assert grid.next_to(*origin, *place) == (steps == 1)
            assert [reach for reach in range(16) if grid.within(*origin, *place, reach)] == list(range(steps, 16))


def test_neighbours_go_round_anticlockwise_and_the_opposite_way_leads_back():
    for direction, (q, r) in enumerate(grid.STEPS):
        assert grid.neighbour(4, -2, direction) == (4 + q, -2 + r)
        back = grid.half_turned_direction(direction)
        assert grid.neighbour(*grid.neighbour(4, -2, direction), back) == (4, -2)
        assert grid.turned(q, r, 1) == grid.STEPS[(direction + 1) % 6]
    # North lies in the smaller rows, and the second direction is a sixth of a circle from east to north.
    assert grid.DIRECTIONS[1] == "NE" and grid.STEPS[grid.NORTH_EAST][1] < 0 < grid.STEPS[grid.SOUTH_EAST][1]


def test_the_board_turns_by_sixths_and_keeps_distances():
    for q, r in DISC:
        assert grid.turned(q, r, 0) == (q, r) == grid.turned(*grid.turned(q, r, 2), -2)
        assert grid.turned(q, r, 3) == (-q, -r)
        for place in DISC[::7]:
            assert grid.distance(q, r, *place) == grid.distance(*grid.turned(q, r, 1), *grid.turned(*place, 1))


def test_the_nearest_direction_has_the_largest_product_and_of_two_the_one_further_anticlockwise():
    plane = [(2 * q + r, -3 * r) for q, r in grid.STEPS]  # halves of a width and of a side: x counts 3, y 1, squared
    for q, r in DISC:
        products = [3 * (2 * q + r) * x + -3 * r * y for x, y in plane]
        assert [grid.product(q, r, *step) * 6 for step in grid.STEPS] == products
        if (q, r) != (0, 0):
            best = [direction for direction in range(6) if products[direction] == max(products)]
            found = grid.direction_toward(q, r)
            assert found in best and (found + 1) % 6 not in best
            assert grid.direction_toward(-q, -r) == grid.half_turned_direction(found)


def test_a_sector_is_what_steps_in_its_directions_reach():
    for first, sixths in itertools.product(range(6), (1, 2, 3)):
        ways = [grid.STEPS[(first + k) % 6] for k in range(sixths + 1)]
        reached = {(0, 0)}
        for _ in range(7):
            reached |= {(q + dq, r + dr) for q, r in reached for dq, dr in ways}
        for q, r in DISC:
            assert grid.in_sector(q, r, first, sixths) == ((q, r) in reached)


def test_a_broadside_is_three_hexes_beside_a_ship_and_one_more_in_each_row():
    for heading in range(6):
        stern, bow = (2, 1), grid.neighbour(2, 1, heading)
        u, v = grid.STEPS[(heading + 2) % 6], grid.STEPS[(heading + 1) % 6]
        rows = set()
        for k in range(1, 8):
            start, end = (stern[0] + k * u[0], stern[1] + k * u[1]), (bow[0] + k * v[0], bow[1] + k * v[1])
            step = grid.STEPS[heading]
            row = [(start[0] + x * step[0], start[1] + x * step[1]) for x in range(k + 2)]
            assert row[-1] == end and (k > 1 or len(row) == 3)
            rows |= set(row)
        for q, r in DISC:
            place = q + 2, r + 1
            port = any(grid.in_sector(place[0] - x, place[1] - y, (heading + 1) % 6, 1) for x, y in (stern, bow))
            if max(grid.distance(*place, *stern), grid.distance(*place, *bow)) <= 7 and place not in (stern, bow):
                assert port == (place in rows)


# Lines.


def walked(a, b):
    """What a line meets, by `onward`: pairs of hexes, the last of them b twice."""
    q, r = a
    met = []
    while not met or met[-1] != (b, b):
        first_q, first_r, second_q, second_r = grid.onward(q, r, *a, *b)
        met.append(((first_q, first_r), (second_q, second_r)))
        q, r = first_q, first_r
        assert len(met) < 500
    return met


def check_line(a, b):
    """Against hexagons: what the line crosses, in order, and along which sides it runs."""
    shares = {place: share_of(*place, a, b) for place in near(a, b)}
    crossed = sorted((share, place) for place, share in shares.items() if share is not None and place not in (a, b))
    assert [place for place in near(a, b) if grid.crosses(*place, *a, *b)] == sorted(place for _, place in crossed)
    met = walked(a, b)
    assert [p for p, q in met if p == q] == [place for _, place in crossed] + [b]
    start, end = (3 * a[0], 3 * a[1]), (3 * b[0], 3 * b[1])
    along = set()
    for place in near(a, b):
        for k, (p, q) in enumerate(exact.sides([(3 * place[0] + x, 3 * place[1] + y) for x, y in grid.CORNERS])):
            if exact.to_stretch(p, start, end) == 0 == exact.to_stretch(q, start, end):
                along.add(frozenset((place, grid.neighbour(*place, (k + 1) % 6))))
    assert {frozenset(pair) for pair in met if pair[0] != pair[1]} == along
    assert len(met) == len(crossed) + 1 + len(along)
    return len(shares) + len(met)


def test_lines_meet_what_hexagons_say():
    answers = sum(check_line((0, 0), place) for place in DISC if 0 < grid.distance(0, 0, *place) <= 5)
    assert answers > 2000


@pytest.mark.slow
def test_long_lines_meet_what_hexagons_say():
    chance, answers = random.Random(1), 0
    while answers < 60_000:
        a, (q, r) = (chance.randint(-99, 99), chance.randint(-99, 99)), (chance.randint(-9, 9), chance.randint(-9, 9))
        k = chance.choice((1, 1, 2, 3))
        if (q, r) != (0, 0):
            answers += check_line(a, (a[0] + k * q, a[1] + k * r))


def test_a_line_is_the_same_from_its_other_end_and_turned():
    for b in DISC:
        if b == (0, 0):
            continue
        met = [frozenset(pair) for pair in walked((0, 0), b)][:-1]
        assert met == [frozenset(pair) for pair in walked(b, (0, 0))][:-1][::-1]
        for sixths in range(1, 6):
            turned = [frozenset(grid.turned(*p, sixths) for p in pair) for pair in met]
            assert turned == [frozenset(pair) for pair in walked((0, 0), grid.turned(*b, sixths))][:-1]


def test_a_drawn_maps_line_is_what_is_met_between_its_ends():
    crossed, edges = hexes.line(4, -2)
    assert crossed == ((2, -1),) and edges == (((1, -1), (1, 0))[::-1], ((3, -2), (3, -1))[::-1])
    for place in DISC:
        crossed, edges = hexes.line(*place)
        met = walked((0, 0), place)[:-1] if place != (0, 0) else []
        assert list(crossed) == [p for p, q in met if p == q]
        assert {frozenset(edge) for edge in edges} == {frozenset(pair) for pair in met if pair[0] != pair[1]}
        for (q, r), other in edges:
            assert other in [(q + dq, r + dr) for dq, dr in grid.STEPS[:3]]
        assert list(edges) == sorted(edges)


# Rectangular maps.


@pytest.mark.parametrize(("columns", "rows"), [(40, 30), (26, 18), (1, 2), (5, 4), (120, 100)])
def test_a_map_numbers_and_names_its_hexes_and_half_a_turn_reverses_them(columns, rows):
    grid.check_size(columns, rows)
    coords = [grid.coords(columns, place) for place in range(columns * rows)]
    assert [grid.place(columns, q, r) for q, r in coords] == list(range(columns * rows))
    inside = {
        (q, r)
        for q in range(-rows, columns + 2)
        for r in range(-2, rows + 2)
        if grid.inside(columns, rows, np.int16(q), np.int16(r))
    }
    assert inside == set(coords)
    names = [grid.name(columns, rows, place) for place in range(columns * rows)]
    assert len(set(names)) == len(names)
    for place in range(0, columns * rows, 7):
        assert grid.place_named(columns, rows, names[place]) == place
        other = coords[half_turned_place(columns * rows, place)]
        for direction in range(6):  # who is next to whom is the same on the map turned by half
            opposite = grid.neighbour(*other, grid.half_turned_direction(direction))
            beside = grid.neighbour(*coords[place], direction)
            assert grid.inside(columns, rows, *beside) == grid.inside(columns, rows, *opposite)
            if beside in inside:
                assert half_turned_place(columns * rows, grid.place(columns, *beside)) == grid.place(columns, *opposite)


def test_names_are_columns_and_rows_from_the_north_west():
    assert [grid.name(40, 30, grid.place(40, q, r)) for q, r in ((0, 0), (39, 0), (0, 1), (25, 29))] == [
        *("0101", "4001", "0102", "4030")
    ]
    assert grid.name(120, 100, 0) == "001001" and grid.name(99, 98, 99 * 98 - 1) == "9998"
    assert grid.name(100, 2, 99) == "100001" and grid.name(2, 100, 199) == "002100"
    for text in ("", "0001", "0100", "4101", "0131", "001001", "a1", "01 1", "٠١٠١"):
        assert "0101 to 4030" in refuses(ValueError, "no hex", grid.place_named, 40, 30, text)
    refuses(ValueError, "no hex", grid.place_named, 120, 100, "0101")
    for size in ((0, 2), (10, 0), (10, 3), (1000, 2), (2, 1000)):
        refuses(ValueError, "even number", grid.check_size, *size)


def test_the_sheet_has_hexagons_side_by_side():
    sheet = grid.sheet({"0101": (0, 0), "0201": (1, 0), "0102": (0, 1)})
    assert sheet.outlines["0101"] == ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))
    assert set(sheet.outlines["0101"]) & set(sheet.outlines["0201"]) == {(1, 1), (1, -1)}
    assert set(sheet.outlines["0101"]) & set(sheet.outlines["0102"]) == {(0, -2), (1, -1)}
    assert sheet.bounds == (-1, -5, 3, 2)


# Compiled.


@rule
def answers_of(cases, answers):
    for i in range(cases.shape[0]):
        aq, ar, bq, br, q, r = cases[i]
        answers[i, 0] = grid.distance(aq, ar, bq, br)
        answers[i, 1] = grid.within(aq, ar, bq, br, q)
        answers[i, 2] = grid.next_to(aq, ar, bq, br)
        answers[i, 3], answers[i, 4] = grid.neighbour(aq, ar, r % 6)
        answers[i, 5] = grid.product(aq, ar, bq, br)
        answers[i, 6] = grid.direction_toward(aq, ar)
        answers[i, 7] = grid.half_turned_direction(r % 6)
        answers[i, 8], answers[i, 9] = grid.turned(aq, ar, bq)
        answers[i, 10] = grid.in_sector(aq, ar, q % 6, r % 3 + 1)
        answers[i, 11] = grid.crosses(q, r, aq, ar, bq, br)
        answers[i, 12], answers[i, 13], answers[i, 14], answers[i, 15] = 0, 0, 0, 0
        if aq != bq or ar != br:
            answers[i, 12], answers[i, 13], answers[i, 14], answers[i, 15] = grid.onward(aq, ar, aq, ar, bq, br)
        answers[i, 16] = grid.inside(40, 30, aq, ar)
        answers[i, 17] = grid.place(40, aq, ar)
        answers[i, 18], answers[i, 19] = grid.coords(40, answers[i, 17])


def test_compiled_code_gives_the_same_answers_for_fields_of_16_bits():
    chance = random.Random(2)
    scales = [chance.choice((2, 9, 12_000)) for _ in range(2000)]
    cases = np.array([[chance.randint(-scale, scale) for _ in range(6)] for scale in scales], np.int16)
    answers = np.zeros((2, len(cases), 20), np.int64)
    answers_of(cases, answers[0])
    getattr(answers_of, "py_func", answers_of)(cases, answers[1])
    assert (answers[0] == answers[1]).all()
