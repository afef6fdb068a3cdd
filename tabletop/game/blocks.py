"""Rectangular pieces on an open table, such as blocks of men: a middle, a heading, a front and a depth, all exact.

A block's corners are whole millimetres from its middle, rounded once for each heading when its `shape` is made. So it
is a parallelogram, whose corners are at most 0.71 mm from the rectangle's, and by quarters of a turn it is the
rectangle. Half a turn changes nothing of it but its heading.

Let P and Q be the corners at the front, left and right, seen from the middle, and K their cross product. The block is
the points u with |(P - Q) x u| <= K and |(P + Q) x u| <= K: in these two coordinates a square, whatever its heading.
Lines stay lines there, so whether things meet is asked in them. Bounds: a corner is at most FARTHEST / 2 from the
middle, so coordinates are below 2**25, products of two of them below 2**51.

A sign is -1: the insides meet; 0: they touch; 1: they are apart.
"""

from typing import Any

import numpy as np

from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.header import Record
from tabletop.game.headings import circle
from tabletop.game.open_table import FARTHEST, nearest_share, sign, stretch_sign

Shape = Any  # int64 [headings, 4]: x and y of the left, then of the right corner at the front
_FINE = 1 << 24


def shape(number: int, front: int, depth: int) -> Int64:
    """The shape [number, 4] of a block for so many headings.

    Args:
      number: of headings, a multiple of 4.
      front: mm from its left to its right.
      depth: mm from its rear to its front.

    Raises:
      ValueError: a side shorter than 4 mm, or a corner farther than FARTHEST / 2 from the middle.
    """
    if min(front, depth) < 4 or front * front + depth * depth > (FARTHEST - 2) ** 2:
        raise ValueError(f"a block of {front} x {depth} mm: sides from 4 mm, a diagonal up to {FARTHEST - 2}")
    rows = []
    for x, y in circle(number, _FINE).tolist():
        ends = (depth * x - front * y, depth * y + front * x, depth * x + front * y, depth * y - front * x)
        rows.append([nearest_share(end, 1, 2 * _FINE) for end in ends])
    return np.array(rows, np.int64)


@jitable
def _ends(shape: Shape, heading: int) -> tuple[int, int, int, int]:
    """P and Q of a heading."""
    return int(shape[heading, 0]), int(shape[heading, 1]), int(shape[heading, 2]), int(shape[heading, 3])


@jitable
def _corner(shape: Shape, heading: int, number: int) -> tuple[int, int]:
    """A corner, seen from the middle: 0 to 3, clockwise from the one at the front on the left."""
    way = 1 if number < 2 else -1
    which = number % 2 * 2
    return way * int(shape[heading, which]), way * int(shape[heading, which + 1])


@jitable
def _square(shape: Shape, heading: int, ux: int, uy: int) -> tuple[int, int]:
    """A difference of points in the coordinates in which the block is a square."""
    px, py, qx, qy = _ends(shape, heading)
    return (px - qx) * uy - (py - qy) * ux, (px + qx) * uy - (py + qy) * ux


@jitable
def _half(shape: Shape, heading: int) -> int:
    """Half of that square's side."""
    px, py, qx, qy = _ends(shape, heading)
    return qx * py - qy * px


@jitable
def _reach(shape: Shape, heading: int, nx: int, ny: int) -> int:
    """How far a block reaches from its middle along a normal."""
    px, py, qx, qy = _ends(shape, heading)
    return max(abs(nx * px + ny * py), abs(nx * qx + ny * qy))


@rule
def is_on_table(shape: Shape, heading: int, x: int, y: int, width: int, height: int) -> bool:
    """Whether a block lies on a table of so many millimetres, its edge included."""
    reach_x, reach_y = _reach(shape, heading, 1, 0), _reach(shape, heading, 0, 1)
    return 2 * (abs(int(x)) + reach_x) <= width and 2 * (abs(int(y)) + reach_y) <= height


@rule
def point_sign(shape: Shape, heading: int, x: int, y: int, px: int, py: int) -> int:
    """The sign of a block at (x, y) and a point."""
    s, t = _square(shape, heading, int(px) - int(x), int(py) - int(y))
    return sign(max(abs(s), abs(t)) - _half(shape, heading))


@rule
def line_sign(shape: Shape, heading: int, x: int, y: int, ax: int, ay: int, bx: int, by: int) -> int:
    """The sign of a block at (x, y) and a stretch from a to b; under 0, it blocks sight along it."""
    half = _half(shape, heading)
    s, t = _square(shape, heading, int(ax) - int(x), int(ay) - int(y))
    ds, dt = _square(shape, heading, int(bx) - int(ax), int(by) - int(ay))
    gap = max(min(s, s + ds), -max(s, s + ds), min(t, t + dt), -max(t, t + dt)) - half
    if ds != 0 or dt != 0:  # both lie on different sides of the line, too
        gap = max(gap, abs(s * dt - t * ds) - half * (abs(ds) + abs(dt)))
    return sign(gap)


@rule
def piece_sign(shape: Shape, heading: int, x: int, y: int, px: int, py: int, radius: int) -> int:
    """The sign of a block at (x, y) and a round piece around p."""
    nearest = point_sign(shape, heading, x, y, px, py)
    if nearest < 0 or radius == 0:
        return nearest
    nearest, ux, uy = 1, int(px) - int(x), int(py) - int(y)
    for number in range(4):
        ax, ay = _corner(shape, heading, number)
        bx, by = _corner(shape, heading, (number + 1) % 4)
        nearest = min(nearest, stretch_sign(ux, uy, ax, ay, bx, by, radius))
    return nearest


@jitable
def _gap(shape: Shape, heading: int, ux: int, uy: int, other: Shape, other_heading: int) -> int:
    """By how much another block, u away, misses the square of a block; at most 0 where it doesn't."""
    s, t = _square(shape, heading, ux, uy)
    left_s, left_t = _square(shape, heading, *_corner(other, other_heading, 0))
    right_s, right_t = _square(shape, heading, *_corner(other, other_heading, 1))
    reach_s, reach_t = max(abs(left_s), abs(right_s)), max(abs(left_t), abs(right_t))
    return max(abs(s) - reach_s, abs(t) - reach_t) - _half(shape, heading)


@rule
def blocks_sign(
    first: Shape, heading: int, x: int, y: int, other: Shape, other_heading: int, other_x: int, other_y: int
) -> int:
    """The sign of a block at (x, y) and another one: if a line parts them, one along a side does."""
    ux, uy = int(other_x) - int(x), int(other_y) - int(y)
    gap = sign(_gap(first, heading, ux, uy, other, other_heading))
    return max(gap, sign(_gap(other, other_heading, -ux, -uy, first, heading)))


@rule
def blocks_within(
    first: Shape, heading: int, x: int, y: int, other: Shape, other_heading: int, other_x: int, other_y: int, reach: int
) -> bool:
    """Whether two blocks are at most `reach` apart."""
    if blocks_sign(first, heading, x, y, other, other_heading, other_x, other_y) <= 0:
        return True
    for number in range(4):
        cx, cy = _corner(first, heading, number)
        if piece_sign(other, other_heading, other_x, other_y, x + cx, y + cy, reach) <= 0:
            return True
        cx, cy = _corner(other, other_heading, number)
        if piece_sign(first, heading, x, y, other_x + cx, other_y + cy, reach) <= 0:
            return True
    return False


@rule
def area_sign(area: Record, shape: Shape, heading: int, x: int, y: int) -> int:
    """The sign of an area (`tabletop.game.open_table`), with its border `c`, and a block at (x, y)."""
    west, south, east, north = 1 << 60, 1 << 60, -(1 << 60), -(1 << 60)  # of the area in the block's square
    gap = -1
    for k in range(area.corners):
        nx, ny = int(area.nx[k]), int(area.ny[k])
        gap = max(gap, sign(nx * int(x) + ny * int(y) - _reach(shape, heading, nx, ny) - area.c[k]))
        s, t = _square(shape, heading, int(area.x[k]) - int(x), int(area.y[k]) - int(y))
        west, south, east, north = min(west, s), min(south, t), max(east, s), max(north, t)
    return max(gap, sign(max(west, south, -east, -north) - _half(shape, heading)))
