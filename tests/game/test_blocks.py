"""Are rectangular pieces exact: what they meet, by fractions, and the same on the table turned by half?"""

import hashlib
import json
import random
from itertools import chain, product
from math import cos, isqrt, radians, sin

import numpy as np
import pytest

from tabletop.compiled.compiling import rule
from tabletop.game import blocks
from tabletop.game.headings import half_turned_heading
from tabletop.game.open_table import AREA, lay_area
from tests import refuses
from tests.game import exact
from tests.paintball.interpreted import run

FEW, MANY = 250, 8_000
HEADINGS = 72
SIZES = ((4, 4), (5, 7), (40, 120), (200, 30))
SHAPES = np.array([blocks.shape(HEADINGS, *size) for size in SIZES])


def corners_of(shape, heading, x, y):
    px, py, qx, qy = shape[heading].tolist()
    return [(x + px, y + py), (x - qx, y - qy), (x - px, y - py), (x + qx, y + qy)]


def apart(corners, others):
    """The squared distance of two areas that have nothing in common."""
    return min(exact.apart(*p, *q) for p, q in product(exact.sides(corners), exact.sides(others)))


@rule
def blocks_answers(shapes, areas, cases, answers):
    for i in range(cases.shape[0]):
        first, heading, x, y, second, other, ox, oy, ax, ay, bx, by, radius, width, height = cases[i]
        shape, other_shape = shapes[first], shapes[second]
        answers[i, 0] = blocks.point_sign(shape, heading, x, y, ax, ay)
        answers[i, 1] = blocks.line_sign(shape, heading, x, y, ax, ay, bx, by)
        answers[i, 2] = blocks.piece_sign(shape, heading, x, y, ax, ay, radius)
        answers[i, 3] = blocks.blocks_sign(shape, heading, x, y, other_shape, other, ox, oy)
        answers[i, 4] = blocks.blocks_within(shape, heading, x, y, other_shape, other, ox, oy, radius)
        answers[i, 5] = blocks.area_sign(areas[i], shape, heading, x, y)
        answers[i, 6] = blocks.is_on_table(shape, heading, x, y, width, height)


def block_cases(number, seed):
    """Blocks, areas, points and distances close to each other, often just touching."""
    chance = random.Random(seed)
    areas, rows, laid = np.zeros(number, AREA), np.zeros((number, 15), np.int64), []
    for i in range(number):
        first, second = chance.randrange(len(SIZES)), chance.randrange(len(SIZES))
        heading, other = chance.choice((0, 9, 18, chance.randrange(72))), chance.choice((0, 54, chance.randrange(72)))
        limit = exact.FAR - 160
        x, y = (chance.choice((0, limit, chance.randint(-limit, limit))) for _ in range(2))
        mine = corners_of(SHAPES[first], heading, x, y)
        # Another block, with a corner or a side at a corner of this one, or anywhere near.
        ex, ey = chance.choice(corners_of(SHAPES[second], other, 0, 0))
        cx, cy = chance.choice(mine)
        if chance.random() < 0.5:
            ex, ey = ex + chance.randint(-2, 2), ey + chance.randint(-2, 2)
        elif chance.random() < 0.7:
            ex, ey = chance.randint(-150, 150), chance.randint(-150, 150)
        ox, oy = (min(max(v, -limit), limit) for v in (cx - ex, cy - ey))
        ends = [chance.choice(mine) if chance.random() < 0.4 else (0, 0) for _ in range(2)]
        for k in range(2):
            if ends[k] == (0, 0):
                near = chance.choice((3, 60, 200))
                ends[k] = x + chance.randint(-near, near), y + chance.randint(-near, near)
            elif chance.random() < 0.5:  # on a side's line, beyond its ends or between them
                (px, py), (qx, qy) = chance.choice(exact.sides(mine))
                ends[k] = chance.choice(((2 * px - qx, 2 * py - qy), ((px + qx) // 2, (py + qy) // 2)))
            ends[k] = tuple(min(max(v, -exact.FAR), exact.FAR) for v in ends[k])
        if chance.random() < 0.1:
            ends[1] = ends[0]
        beside = isqrt(int(min(exact.to_stretch(ends[0], *edge) for edge in exact.sides(mine))))
        radius = chance.choice((0, 1, beside, beside + 1, 12))
        reach_x, reach_y = (2 * max(abs(corner[k]) for corner in mine) for k in range(2))
        while True:
            area = exact.convex(chance, chance.choice((3, 8)), chance.choice((40, 400)))
            dx, dy = chance.choice(area)
            px, py = chance.choice((*mine, (x, y), (x + chance.randint(-200, 200), y)))
            area = [(p - dx + px, q - dy + py) for p, q in area]  # a corner of it at one of the block's, or its middle
            if max(map(abs, chain(*area))) <= exact.FAR:
                break
        lay_area(areas[i], area)
        laid.append(area)
        sizes = reach_x + chance.choice((-1, 0, 1)), reach_y + chance.choice((0, 1))
        rows[i] = first, heading, x, y, second, other, ox, oy, *ends[0], *ends[1], radius, *sizes
    return areas, rows, laid


def check_blocks(number, seed):
    areas, cases, laid = block_cases(number, seed)
    answers = np.zeros((number, 7), np.int64)
    blocks_answers(SHAPES, areas, cases, answers)
    for i, (row, answer) in enumerate(zip(cases.tolist(), answers.tolist(), strict=True)):
        first, heading, x, y, second, other, ox, oy, ax, ay, bx, by, radius, width, height = row
        mine, others = corners_of(SHAPES[first], heading, x, y), corners_of(SHAPES[second], other, ox, oy)
        a, b = (ax, ay), (bx, by)
        together = exact.in_common(mine, others)
        gap = 0 if together <= 0 else apart(mine, others)
        wanted = [
            exact.with_stretch(mine, a, a),
            exact.with_stretch(mine, a, b),
            exact.with_disc(mine, a, radius),
            together,
            gap <= radius * radius,
            exact.in_common(laid[i], mine),
            max(abs(2 * p) for p, _ in mine) <= width and max(abs(2 * q) for _, q in mine) <= height,
        ]
        assert answer == wanted, row
    for column in (0, 1, 2, 3, 5):
        assert {-1, 0, 1} <= set(answers[:, column].tolist())
    return answers.size


def test_blocks_are_as_fractions_say():
    assert check_blocks(FEW, 1) >= 1750


@pytest.mark.slow
def test_blocks_are_as_fractions_say_in_many_cases():
    assert check_blocks(MANY, 2) > 55_000


def test_blocks_are_the_same_on_the_table_turned_by_half_and_named_the_other_way_round():
    areas, cases, _ = block_cases(800, 3)
    turned, turned_areas = cases.copy(), areas.copy()
    turned[:, [2, 3, 6, 7, 8, 9, 10, 11]] *= -1
    for column in (1, 5):
        turned[:, column] = half_turned_heading(HEADINGS, turned[:, column])
    for name in ("nx", "ny", "x", "y"):
        turned_areas[name] *= -1
    answers = np.zeros((2, len(cases), 7), np.int64)
    blocks_answers(SHAPES, areas, cases, answers[0])
    blocks_answers(SHAPES, turned_areas, turned, answers[1])
    assert (answers[0] == answers[1]).all()
    blocks_answers(SHAPES, areas, cases[:, [4, 5, 6, 7, 0, 1, 2, 3, 10, 11, 8, 9, 12, 13, 14]], answers[1])
    assert (answers[0][:, [3, 4]] == answers[1][:, [3, 4]]).all()
    turned = cases.copy()
    turned[:, 1] = half_turned_heading(HEADINGS, turned[:, 1])  # a block that only faces about
    blocks_answers(SHAPES, areas, turned, answers[1])
    assert (answers[0] == answers[1]).all()


def test_a_shape_is_the_rectangle_but_for_less_than_a_millimetre():
    for front, depth in ((4, 4), (30, 20), (41, 17), (1200, 1600)):
        shape = blocks.shape(HEADINGS, front, depth)
        assert shape.dtype == np.int64 and shape.shape == (HEADINGS, 4)
        for heading, (px, py, qx, qy) in enumerate(shape.tolist()):
            angle = radians(360 / HEADINGS * heading)
            x, y = cos(angle), sin(angle)
            for (ex, ey), side in (((px, py), 1), ((qx, qy), -1)):
                assert abs(ex - (depth * x - side * front * y) / 2) < 0.5001
                assert abs(ey - (depth * y + side * front * x) / 2) < 0.5001
            turned = shape[(heading + HEADINGS // 4) % HEADINGS].tolist()
            assert turned == [-py, px, -qy, qx]
    assert blocks.shape(16, 28, 10)[0].tolist() == [5, 14, 5, -14]


def test_the_largest_block_at_the_farthest_points_is_still_exact():
    """Products beyond 64 bits would wrap; the answers are known."""
    shapes = np.array([blocks.shape(HEADINGS, 1200, 1600)])
    areas, far = np.zeros(1, AREA), exact.FAR
    lay_area(areas[0], [(-far, -far), (far, -far), (far, far), (-far, far)])
    for heading in range(HEADINGS):
        case = [0, heading, far, far, 0, heading, -far, -far, -far, far, far, -far, 2 * far, 0, 0]
        answers = np.zeros((1, 7), np.int64)
        blocks_answers(shapes, areas, np.array([case]), answers)
        mine, others = corners_of(shapes[0], heading, far, far), corners_of(shapes[0], heading, -far, -far)
        near = exact.with_disc(mine, (-far, far), 2 * far), 1, apart(mine, others) <= 4 * far * far
        assert answers[0].tolist() == [1, 1, *near, -1, 0]


@pytest.mark.parametrize("wrong", [(16, 3, 20), (16, 20, 3), (16, 2046, 4), (16, 1500, 1500), (6, 20, 20)])
def test_a_shape_that_is_none_is_refused(wrong):
    refuses(ValueError, "mm|headings", blocks.shape, *wrong)


def digest():
    """Of all answers on some tables."""
    areas, cases, _ = block_cases(FEW, 8)
    answers = np.zeros((FEW, 7), np.int64)
    blocks_answers(SHAPES.astype(np.int16), areas, cases, answers)
    return hashlib.sha256(answers.tobytes()).hexdigest()


@pytest.mark.slow
def test_answers_are_the_same_interpreted():
    script = "import json\nfrom tests.game.test_blocks import digest\nprint(json.dumps(digest()))"
    assert json.loads(run(script)) == digest()
