"""Headings on an open table: whole vectors around the circle, shipped as tables, so that no angle is ever computed.

Heading 0 is east, they go anticlockwise, and their number is a multiple of 4: quarters and halves of a turn are exact,
and heading h + number / 2 is the opposite one. A rule's steps are made by `circle`, or written down by quarters.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.places import Point

COMPASS = ("E", "ENE", "NE", "NNE", "N", "NNW", "NW", "WNW", "W", "WSW", "SW", "SSW", "S", "SSE", "SE", "ESE")
LONGEST = 4095  # mm: of a heading's vector that is asked for products with differences of points
Headings = Any  # int64 [number, 2]

_TURN = 2 * Fraction("3.14159265358979323846264338327950288419716939937510")
_ERROR = Fraction(1, 10**30)  # far above that of the series, and far below what parts a share of a length from a whole


def by_quarters(quarter: Sequence[Point]) -> Int64:
    """All headings [4 n, 2] by those of the first quarter of the circle, without north, which is the second's first."""
    rows = list(quarter)
    for _ in range(3):
        rows += [(-y, x) for x, y in rows[-len(quarter) :]]
    return np.array(rows, np.int64)


def circle(number: int, length: int, step: int = 1) -> Int64:
    """So many headings [number, 2]: whole vectors, cut toward 0 from such of that `length`, so none is longer.

    Args:
      number: of headings, a multiple of 4: 16; 72 for steps of 5 degrees.
      length: of the vectors, of heading 0 exactly if `step` divides it.
      step: both coordinates are multiples of it, so that so many parts of a vector are whole vectors.

    Raises:
      ValueError: the number isn't a multiple of 4, or length or step aren't positive.
    """
    if number % 4 or number < 4 or length < 1 or step < 1:
        raise ValueError(f"{number} headings of length {length} in steps of {step}: 4, 8, 12 …, and positive lengths")
    turns = [_TURN * k / number for k in range(number // 4)]
    return by_quarters([(_cut(turn, 1, length, step), _cut(turn, 0, length, step)) for turn in turns])


def _cut(angle: Fraction, is_cosine: int, length: int, step: int) -> int:
    """The cosine or sine of an angle, at most a quarter, times `length`, cut to a multiple of `step`: exactly."""
    term = total = Fraction(1) if is_cosine else angle
    for k in range(1, 24):
        term *= -angle * angle / ((2 * k - is_cosine) * (2 * k + 1 - is_cosine))
        total += term
    return int((total + _ERROR) * length / step) * step


@jitable
def half_turned_heading(number: int, heading: int) -> int:
    """The heading, of so many, on the table turned by half."""
    return (heading + number // 2) % number


@rule
def heading_toward(headings: Headings, dx: int, dy: int) -> int:
    """The heading whose vector has the largest product with a difference of points, not (0, 0).

    Of two such headings it is the one further anticlockwise.
    """
    number, best, most = len(headings), 0, 0
    for heading in range(number):
        value = int(headings[heading, 0]) * int(dx) + int(headings[heading, 1]) * int(dy)
        if heading == 0 or value > most or (value == most and heading == best + 1):
            best, most = heading, value
    return best


@jitable
def in_sector(rx: int, ry: int, lx: int, ly: int, dx: int, dy: int) -> bool:
    """Whether (dx, dy) lies on or between two vectors, a right one and a left one, at most half a circle apart."""
    right = int(rx) * int(dy) - int(ry) * int(dx)
    left = int(dx) * int(ly) - int(dy) * int(lx)
    return right >= 0 and left >= 0
