"""Are headings whole vectors that turn exactly, and the nearest one found by whole numbers?"""

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from tabletop.compiled.compiling import rule
from tabletop.game import headings
from tests import refuses
from tests.game import exact

SIXTEEN = headings.circle(16, 120, 4)


@pytest.mark.parametrize(
    ("made", "quarter"),
    [
        ((16, 120, 4), [(120, 0), (108, 44), (84, 84), (44, 108)]),  # a step of 12 cm in quarters
        ((16, 100), [(100, 0), (92, 38), (70, 70), (38, 92)]),
        ((16, 25), [(25, 0), (23, 9), (17, 17), (9, 23)]),
        ((4, 7), [(7, 0)]),
        ((12, 100), [(100, 0), (86, 50), (50, 86)]),  # exactly half: not cut to 49
        ((8, 240, 4), [(240, 0), (168, 168)]),
    ],
)
def test_a_circle_has_whole_vectors_that_are_not_longer(made, quarter):
    circle = headings.circle(*made)
    assert circle.dtype == np.int64 and circle[: len(quarter)].tolist() == [list(vector) for vector in quarter]
    assert (circle == headings.by_quarters(quarter)).all()


@pytest.mark.parametrize(("number", "length"), [(72, 100), (72, 1 << 24), (360, 1023), (16, 120), (24, 77)])
def test_a_circle_turns_exactly_by_quarters_and_halves(number, length):
    circle = headings.circle(number, length)
    assert len(circle) == len({tuple(vector) for vector in circle.tolist()}) == number
    for heading, (x, y) in enumerate(circle.tolist()):
        assert circle[(heading + number // 4) % number].tolist() == [-y, x]
        assert circle[headings.half_turned_heading(number, heading)].tolist() == [-x, -y]
        assert x * x + y * y <= length * length
        angle = 2 * math.pi * heading / number
        assert abs(x) == int(abs(length * math.cos(angle)) + 1e-6)
        assert abs(y) == int(abs(length * math.sin(angle)) + 1e-6)


def test_headings_of_five_degrees_are_72_and_lie_in_order():
    circle = headings.circle(72, 120).tolist()
    for this, following in zip(circle, [*circle[1:], circle[0]], strict=True):
        assert exact.cross(this, following) > 0
        tangent = exact.cross(this, following) / exact.dot(this, following)
        assert abs(math.degrees(math.atan(tangent)) - 5) < 1


@pytest.mark.parametrize("wrong", [(0, 100), (6, 100), (-4, 100), (16, 0), (16, 100, 0)])
def test_a_circle_that_is_none_is_refused(wrong):
    refuses(ValueError, "headings of length", headings.circle, *wrong)


def test_the_nearest_heading_has_the_largest_product_and_of_two_the_one_further_anticlockwise():
    for number, length in ((4, 1), (8, 10), (16, 100), (72, 120)):
        circle = headings.circle(number, length)
        chance = random.Random(number)
        ways = [(x, y) for x in range(-4, 5) for y in range(-4, 5) if (x, y) != (0, 0)]
        ways += [exact.minus(*exact.points(chance, 2)) for _ in range(200)]
        for x, y in ways:
            if (x, y) == (0, 0):
                continue
            products = [exact.dot(vector, (x, y)) for vector in circle.tolist()]
            best = [heading for heading, product in enumerate(products) if product == max(products)]
            found = headings.heading_toward(circle, np.int16(x), np.int16(y))
            assert found in best and (found + 1) % number not in best
            assert headings.heading_toward(circle, -x, -y) == headings.half_turned_heading(number, found)
    assert headings.heading_toward(headings.circle(8, 10), 1, 1) == 1
    assert headings.heading_toward(headings.circle(4, 1), 1, -1) == 0  # between south and east


@rule
def sector_answers(cases, answers):
    for i in range(cases.shape[0]):
        rx, ry, lx, ly, dx, dy = cases[i]
        answers[i] = headings.in_sector(rx, ry, lx, ly, dx, dy)


def test_a_sector_holds_what_is_a_sum_of_shares_of_its_ends():
    chance, rows, circle = random.Random(5), [], headings.circle(72, 100)
    for _ in range(3000):
        right = chance.randrange(72)
        left = (right + chance.randint(1, 35)) % 72
        way = chance.choice((exact.points(chance, 1)[0], circle[right], circle[left], -circle[left], -circle[right]))
        rows.append([*circle[right], *circle[left], *way])
    cases, answers = np.array(rows), np.zeros(len(rows), np.int64)
    sector_answers(cases, answers)
    for (rx, ry, lx, ly, dx, dy), answer in zip(cases.tolist(), answers.tolist(), strict=True):
        area = exact.cross((rx, ry), (lx, ly))
        of_right = Fraction(exact.cross((dx, dy), (lx, ly)), area)
        of_left = Fraction(exact.cross((rx, ry), (dx, dy)), area)
        assert answer == (of_right >= 0 and of_left >= 0)
    assert 300 < answers.sum() < 2700
    assert headings.in_sector(0, -5, 0, 5, 3, 0) and not headings.in_sector(0, -5, 0, 5, -3, 0)  # half a circle


def test_the_compass_names_sixteen():
    names = dict(zip(headings.COMPASS, SIXTEEN.tolist(), strict=True))
    assert [names[name] for name in ("E", "N", "W", "S", "NE")] == [[120, 0], [0, 120], [-120, 0], [0, -120], [84, 84]]
    assert names["NNE"] == [44, 108] and names["ESE"] == [108, -44]
