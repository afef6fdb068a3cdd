"""Are the predicates of an open table exact, the same from both ends of it, and the same interpreted?"""

import hashlib
import itertools
import json
import random
from fractions import Fraction
from math import ceil, floor, isqrt

import numpy as np
import pytest

from tabletop.compiled.compiling import rule
from tabletop.game import open_table as table
from tabletop.game.header import check_record
from tabletop.game.places import half_turned_place
from tests import refuses
from tests.game import exact
from tests.paintball.interpreted import run

FEW, MANY = 400, 16_000  # tables; about 11 and 15 answers of each of the two kinds


def area_of(corners, strip=0, grow=0):
    area = np.zeros(1, table.AREA)[0]
    table.lay_area(area, corners, strip, grow)
    return area


# Points and stretches.


@rule
def points_answers(cases, answers):
    for i in range(cases.shape[0]):
        ax, ay, bx, by, cx, cy, dx, dy, reach, parts = cases[i]
        answers[i, 0] = table.squared_distance(ax, ay, bx, by)
        answers[i, 1] = table.distance(ax, ay, bx, by)
        answers[i, 2] = table.distance_sign(ax, ay, bx, by, reach)
        answers[i, 3] = table.within(ax, ay, bx, by, reach)
        answers[i, 4] = table.nearer(ax, ay, bx, by, reach)
        answers[i, 5] = table.side(ax, ay, bx, by, cx, cy)
        answers[i, 6] = table.stretches_cross(ax, ay, bx, by, cx, cy, dx, dy)
        answers[i, 7] = table.stretches_meet(ax, ay, bx, by, cx, cy, dx, dy)
        answers[i, 8] = table.stretch_sign(cx, cy, ax, ay, bx, by, reach)
        answers[i, 9] = table.between(cx, cy, ax, ay, bx, by, reach)
        answers[i, 10] = table.stretches_nearer(ax, ay, bx, by, cx, cy, dx, dy, reach)
        answers[i, 11] = table.parts_to_piece(cx, cy, reach, ax, ay, bx - ax, by - ay, parts)


def points_cases(number, seed):
    """Rows of four points, a reach that is often just one of their distances, and a number of parts."""
    chance = random.Random(seed)
    rows = np.zeros((number, 10), np.int64)
    for i in range(number):
        a, b, c, d = exact.points(chance, 4)
        near = isqrt(exact.dot(exact.minus(a, b), exact.minus(a, b)))
        beside = isqrt(int(exact.to_stretch(c, a, b)))
        reach = chance.choice((0, 1, near, near + 1, beside, beside + 1, chance.randint(0, 2 * exact.FAR)))
        rows[i] = *a, *b, *c, *d, min(reach, 2 * exact.FAR), chance.choice((1, 4, 30, 120, chance.randint(1, 1024)))
    return rows


def check_points(number, seed):
    cases = points_cases(number, seed)
    answers = np.zeros((number, 12), np.int64)
    points_answers(cases, answers)
    for row, answer in zip(cases.tolist(), answers.tolist(), strict=True):
        a, b, c, d = tuple(row[:2]), tuple(row[2:4]), tuple(row[4:6]), tuple(row[6:8])
        reach, parts = row[8:]
        u = exact.minus(b, a)
        squared, square = exact.dot(u, u), reach * reach
        share = exact.dot(exact.minus(c, a), u)
        wanted = [
            *(squared, isqrt(squared) + (isqrt(squared) ** 2 < squared)),
            *(exact.sign(squared - square), squared <= square, squared < square),
            exact.sign(exact.cross(u, exact.minus(c, a))),
            *(exact.cut(a, b, c, d), exact.meet(a, b, c, d)),
            exact.sign(exact.to_stretch(c, a, b) - square),
            0 < share < squared and exact.to_stretch(c, a, b) < square,
            exact.apart(a, b, c, d) < square,
        ]
        assert answer[:-1] == wanted, row
        free = answer[-1]
        parts_free = [exact.to_stretch(c, a, exact.at(a, u, Fraction(k, parts))) >= square for k in (free, free + 1)]
        assert parts_free[0] or free == 0, row
        assert free == parts or (0 <= free < parts and not parts_free[1]), row
    return answers.size


def test_points_and_stretches_are_as_fractions_say():
    assert check_points(FEW, 1) > 4000


@pytest.mark.slow
def test_points_and_stretches_are_as_fractions_say_in_many_cases():
    assert check_points(2 * MANY, 2) > 350_000


def test_points_and_stretches_are_the_same_on_the_table_turned_by_half():
    cases = points_cases(4000, 3)
    turned = cases * [*[-1] * 8, 1, 1]
    answers = np.zeros((2, len(cases), 12), np.int64)
    points_answers(cases, answers[0])
    points_answers(turned, answers[1])
    assert (answers[0] == answers[1]).all()
    points_answers(cases[:, [2, 3, 0, 1, 6, 7, 4, 5, 8, 9]], answers[1])  # from b to a, and from d to c
    assert (answers[0][:, [0, 1, 2, 3, 4, 6, 7, 10]] == answers[1][:, [0, 1, 2, 3, 4, 6, 7, 10]]).all()


def test_a_root_is_the_smallest_number_whose_square_is_large_enough():
    chance = random.Random(4)
    numbers = [0, 1, 2, 3, 4, 5, 2**62, 2**62 - 1, *(chance.randrange(2**62) for _ in range(500))]
    numbers += [k * k + more for k in (2, 3, 1000, 2**31 - 1, 2**25 + 1) for more in (-1, 0, 1)]
    for number in numbers:
        root = table.root_up(number)
        assert root * root >= number and (root == 0 or (root - 1) ** 2 < number)
        assert table.root_of(number) == root


def test_who_is_shorter_is_so_in_millimetres_begun():
    numbers = (*range(60), *(root * root + d for root in (1000, 4095) for d in (-1, 0, 1, 2 * root, 2 * root + 1)))
    for one, other in itertools.product(numbers, repeat=2):
        assert table.is_shorter(one, other) == (table.root_of(one) < table.root_of(other)), (one, other)


def test_shares_are_rounded_alike_on_both_sides():
    for value, parts in itertools.product(range(-50, 51), (1, 2, 3, 4, 7, 100)):
        for part in range(parts + 1):
            exactly = Fraction(value * part, parts)
            assert table.share(value, part, parts) == int(exactly) == -table.share(-value, part, parts)
            nearest = table.nearest_share(value, part, parts)
            assert nearest == -table.nearest_share(-value, part, parts)
            assert abs(nearest - exactly) <= Fraction(1, 2)
            assert abs(nearest - exactly) < Fraction(1, 2) or abs(nearest) > abs(exactly)


# Areas.


@rule
def areas_answers(areas, strips, cases, answers):
    for i in range(cases.shape[0]):
        area = areas[i]
        bounds = area.core if strips[i] == 1 else area.grown if strips[i] == 2 else area.c
        ax, ay, bx, by, cx, cy, dx, dy, radius, parts = cases[i]
        answers[i, 0] = table.inside(area, bounds, ax, ay)
        answers[i, 1] = table.covers(area, bounds, ax, ay)
        answers[i, 2], answers[i, 3] = table.entry(area, bounds, ax, ay, bx - ax, by - ay)
        answers[i, 4] = table.crosses(area, bounds, ax, ay, bx, by)
        answers[i, 5] = table.parts_to_area(area, bounds, ax, ay, bx - ax, by - ay, parts)
        answers[i, 6] = table.piece_sign(area, cx, cy, radius)
        first = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        second = (min(cx, dx), min(cy, dy), max(cx, dx), max(cy, dy))
        answers[i, 7] = table.hides(area, bounds, first, second)


def areas_cases(number, seed):
    """Areas, with a strip or without, which of their bounds is asked about, and rows of points, radius and parts."""
    chance = random.Random(seed)
    areas, strips = np.zeros(number, table.AREA), np.zeros(number, np.int64)
    rows, corners_of = np.zeros((number, 10), np.int64), []
    for i in range(number):
        while True:
            corners = exact.convex(chance)
            try:
                table.lay_area(areas[i], corners, chance.choice((0, 1, 7, 50)), chance.choice((0, 1, 12, 20)))
            except ValueError:  # so pointed that, grown, it leaves the table
                continue
            break
        corners_of.append(corners)
        strips[i] = chance.randrange(3)
        ends = exact.points(chance, 4)
        for k in range(4):
            kind = chance.random()
            if kind < 0.3:
                ends[k] = chance.choice(corners)
            elif kind < 0.5:
                (px, py), (qx, qy) = chance.choice(exact.sides(corners))
                ends[k] = (2 * px - qx, 2 * py - qy) if chance.random() < 0.5 else ((px + qx) // 2, (py + qy) // 2)
            ends[k] = tuple(min(max(v, -exact.FAR), exact.FAR) for v in ends[k])
        beside = min(exact.to_stretch(ends[2], *edge) for edge in exact.sides(corners))
        radius = chance.choice((0, 12, isqrt(int(beside)), isqrt(int(beside)) + 1))
        rows[i] = *itertools.chain(*ends), min(radius, 2 * exact.FAR), chance.choice((1, 4, 120, 1024))
    return areas, strips, rows, corners_of


def planes_of(area, strip):
    bounds = area[("c", "core", "grown")[strip]]
    return [(int(area["nx"][k]), int(area["ny"][k]), int(bounds[k])) for k in range(area["corners"])]


def check_areas(number, seed):
    areas, strips, cases, corners_of = areas_cases(number, seed)
    answers = np.zeros((number, 8), np.int64)
    areas_answers(areas, strips, cases, answers)
    hidden = 0
    for i, (row, answer) in enumerate(zip(cases.tolist(), answers.tolist(), strict=True)):
        a, b, c, d = tuple(row[:2]), tuple(row[2:4]), tuple(row[4:6]), tuple(row[6:8])
        radius, parts = row[8:]
        planes = planes_of(areas[i], strips[i])
        share = exact.first_inside(planes, a, exact.minus(b, a))
        assert answer[:2] == [exact.is_inside(planes, a), exact.is_covered(planes, a)], i
        assert (None if answer[2] < 0 else Fraction(answer[2], answer[3])) == share, i
        assert answer[4:7] == [
            share is not None,
            parts if share is None else int(share * parts),
            exact.with_disc(corners_of[i], c, radius),
        ], i
        boxes = [list(itertools.product({p[0], q[0]}, {p[1], q[1]})) for p, q in ((a, b), (c, d))]
        lines = itertools.product(*boxes)
        assert answer[7] == all(exact.first_inside(planes, p, exact.minus(q, p)) is not None for p, q in lines), i
        hidden += answer[7]
    assert hidden > number // 100
    return answers.size


def test_areas_are_as_fractions_say():
    assert check_areas(FEW, 1) > 3000


@pytest.mark.slow
def test_areas_are_as_fractions_say_in_many_cases():
    assert check_areas(MANY, 2) > 125_000


def test_areas_are_the_same_on_the_table_turned_by_half_and_from_the_other_end():
    areas, strips, cases, corners_of = areas_cases(800, 3)
    turned = areas.copy()
    for name in ("nx", "ny", "x", "y"):
        turned[name] *= -1
    for i in range(0, 800, 10):  # laid anew, it is the same as turned
        again = np.zeros(1, table.AREA)[0]
        table.lay_area(again, [(-x, -y) for x, y in corners_of[i]])
        assert again["c"].tolist() == areas[i]["c"].tolist() and again["nx"].tolist() == turned[i]["nx"].tolist()
    answers = np.zeros((2, len(cases), 8), np.int64)
    areas_answers(areas, strips, cases, answers[0])
    areas_answers(turned, strips, cases * [*[-1] * 8, 1, 1], answers[1])
    assert (answers[0] == answers[1]).all()
    areas_answers(areas, strips, cases[:, [2, 3, 0, 1, 6, 7, 4, 5, 8, 9]], answers[1])
    assert (answers[0][:, [4, 7]] == answers[1][:, [4, 7]]).all()


def test_what_a_box_hides_from_another_no_point_of_it_sees():
    areas, strips, cases, _ = areas_cases(1200, 5)
    answers = np.zeros((len(cases), 8), np.int64)
    areas_answers(areas, strips, cases, answers)
    chance, lines = random.Random(6), 0
    for i in np.flatnonzero(answers[:, 7]).tolist():
        ax, ay, bx, by, cx, cy, dx, dy = cases[i, :8].tolist()
        for _ in range(10):
            p = chance.randint(*sorted((ax, bx))), chance.randint(*sorted((ay, by)))
            q = chance.randint(*sorted((cx, dx))), chance.randint(*sorted((cy, dy)))
            assert exact.first_inside(planes_of(areas[i], strips[i]), p, exact.minus(q, p)) is not None
            lines += 1
    assert lines > 150


def test_a_core_and_a_grown_area_keep_their_distance_from_the_edges():
    chance = random.Random(7)
    for _ in range(300):
        corners = exact.convex(chance)
        strip, grow = chance.randint(0, 30), chance.randint(0, 30)
        try:
            area = area_of(corners, strip, grow)
        except ValueError:
            continue
        for k, (x, y) in enumerate(corners):
            nx, ny, c = int(area["nx"][k]), int(area["ny"][k]), int(area["c"][k])
            assert c == nx * x + ny * y
            for width, reach in ((strip, c - int(area["core"][k])), (grow, int(area["grown"][k]) - c)):
                # The bound is moved by `reach` / |n|: at least the width, and less than 1 / |n| more.
                assert reach * reach >= width * width * (nx * nx + ny * ny)
                assert reach == 0 or (reach - 1) ** 2 < width * width * (nx * nx + ny * ny)
        all_points = [(-9999, -9999), (9999, -9999), (9999, 9999), (-9999, 9999)]
        xs, ys = zip(*exact.clipped(all_points, planes_of(area, 2)), strict=True)
        box = [int(area[side]) for side in ("west", "south", "east", "north")]
        assert box == [floor(min(xs)), floor(min(ys)), ceil(max(xs)), ceil(max(ys))]
    square = area_of([(-10, -10), (10, -10), (10, 10), (-10, 10)], 3, 4)
    assert [int(square[side]) for side in ("west", "south", "east", "north")] == [-14, -14, 14, 14]
    assert table.inside(square, square.core, 6, 6) and not table.inside(square, square.core, 7, 0)
    assert table.covers(square, square.core, 7, 0) and not table.covers(square, square.core, 8, 0)


@pytest.mark.parametrize(
    ("corners", "word"),
    [
        ([(0, 0), (10, 0)], "3 to 8 corners"),
        ([(0, 0), (5, -1), (9, 2), (10, 6), (9, 9), (5, 11), (1, 9), (-1, 6), (-1, 3)], "3 to 8 corners"),
        ([(0, 0), (0, 10), (10, 0)], "anticlockwise"),
        ([(0, 0), (5, 0), (10, 0), (5, 5)], "convex"),
        ([(0, 0), (10, 0), (2, 2), (0, 10)], "convex"),
        ([(0, 10), (-6, -8), (9, 3), (-9, 3), (6, -8)], "convex"),  # a star: it turns left at each corner
        ([(0, 0), (10, 0), (10, 10), (10, 10)], "convex"),
        ([(2000, 0), (2048, 0), (2000, 10)], "2047 mm"),
        ([(2040, 0), (2046, 0), (2046, 10)], "2047 mm"),  # when grown
        ([(0, -2047), (10, -2040), (0, -2040)], "2047 mm"),
    ],
)
def test_an_area_that_is_none_is_refused(corners, word):
    refuses(ValueError, word, area_of, corners, 0, 5)


# Names and numbers.


def test_points_have_numbers_and_names_and_half_a_turn_reverses_them():
    check_record(table.AREA)
    ends = (-2047, -2046, -1, 0, 1, 35, 2047)
    places = [table.place(x, y) for x, y in itertools.product(ends, repeat=2)]
    assert places == sorted(places) and places[0] == 0 and places[-1] == table.PLACES - 1 < 2**31
    for x, y in itertools.product(ends, repeat=2):
        place = table.place(np.int16(x), np.int16(y))
        assert table.coords(place) == (x, y)
        assert half_turned_place(table.PLACES, place) == table.place(-x, -y)
        assert table.place_named(table.name(place)) == place
        table.check_point(x, y)
    assert table.name(table.place(-210, 35)) == "-21.0:3.5"
    assert table.name(table.place(-3, 0)) == "-0.3:0.0"


@pytest.mark.parametrize("text", ["", "1:2", "1.0", "-0.0:1.0", "01.0:1.0", "1.00:1.0", "1.0:1.0 ", "١.0:1.0"])
def test_a_text_that_is_no_point_is_refused(text):
    refuses(ValueError, "no point", table.place_named, text)


def test_points_too_far_off_are_refused():
    refuses(ValueError, "2047 mm", table.place_named, "204.8:0.0")
    for point in ((2048, 0), (-2048, 0), (0, 2048), (0, -2048)):
        refuses(ValueError, "2047 mm", table.check_point, *point)


def test_the_sheet_holds_the_table_and_its_areas():
    wood = [(-300, 0), (0, 0), (0, 100)]
    sheet = table.sheet(1200, 800, {"wood": wood})
    assert sheet.bounds == (-600, -400, 600, 400)
    assert sheet.outlines == {"table": ((-600, -400), (600, -400), (600, 400), (-600, 400)), "wood": tuple(wood)}


# Interpreted.


def digest():
    """Of all answers on some tables."""
    cases, answers = points_cases(FEW, 8), np.zeros((FEW, 12), np.int64)
    points_answers(cases, answers)
    areas, strips, rows, _ = areas_cases(FEW, 8)
    others = np.zeros((FEW, 8), np.int64)
    areas_answers(areas, strips, rows, others)
    extreme = np.array([[-1, -1, 1, 1, 1, -1, -1, 1, 2, 1024], [1, 1, -1, -1, 1, 0, -1, 0, 2, 1]], np.int16)
    far, ends = (extreme * 2047).astype(np.int16), np.zeros((2, 12), np.int64)
    far[:, 9] = extreme[:, 9]
    points_answers(far, ends)  # fields of 16 bits, whose products would wrap
    return hashlib.sha256(answers.tobytes() + others.tobytes() + ends.tobytes()).hexdigest()


@pytest.mark.slow
def test_answers_are_the_same_interpreted():
    script = "import json\nfrom tests.game.test_open_table import digest\nprint(json.dumps(digest()))"
    assert json.loads(run(script)) == digest()
