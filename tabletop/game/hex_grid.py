"""Hexes for compiled rules: distances, neighbours, turns, sectors, lines, and rectangular maps of any size.

A hex has axial coordinates (q, r): r is its row, counted from the north, and q grows to the east. All is exact: neither
"on which side of a line" nor "crossed" changes under an affine map, so lines are judged in these coordinates, three
times enlarged, where the corners of a hex are whole numbers too. With |q|, |r| < 2**28 no product leaves 64 bits.
"""

import re
from collections.abc import Mapping

from tabletop.compiled.compiling import jitable
from tabletop.game.places import Point, Sheet, sheet_of

# Directions, anticlockwise; half a turn is +3.
EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(6)
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # axial unit step of each direction
CORNERS = ((2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2), (1, 1))  # corner k, between directions k and k + 1, times 3
MOST_ACROSS = 999  # columns and rows of a map


@jitable
def distance(aq: int, ar: int, bq: int, br: int) -> int:
    """Distance of two hexes."""
    q, r = int(bq) - int(aq), int(br) - int(ar)  # interpreted, a field of 16 bits would wrap
    return max(abs(q), abs(r), abs(q + r))


@jitable
def within(aq: int, ar: int, bq: int, br: int, reach: int) -> bool:
    """Whether two hexes are at most `reach` apart."""
    return distance(aq, ar, bq, br) <= reach


@jitable
def next_to(aq: int, ar: int, bq: int, br: int) -> bool:
    """Whether two hexes have a side in common."""
    return distance(aq, ar, bq, br) == 1


@jitable
def neighbour(q: int, r: int, direction: int) -> tuple[int, int]:
    """The hex next to (q, r) in a direction."""
    return int(q) + STEPS[direction][0], int(r) + STEPS[direction][1]


@jitable
def product(aq: int, ar: int, bq: int, br: int) -> int:
    """Inner product of two differences of hexes: twice the common one; over 0, they enclose less than 90 degrees."""
    aq, ar, bq, br = int(aq), int(ar), int(bq), int(br)
    return 2 * aq * bq + 2 * ar * br + aq * br + ar * bq


@jitable
def direction_toward(dq: int, dr: int) -> int:
    """The direction nearest to a difference of hexes, not (0, 0): of two the one further anticlockwise."""
    best = 0
    for direction in range(1, 6):
        if product(dq, dr, *STEPS[direction]) > product(dq, dr, *STEPS[best]):
            best = direction
    following = (best + 1) % 6
    return following if product(dq, dr, *STEPS[following]) == product(dq, dr, *STEPS[best]) else best


@jitable
def half_turned_direction(direction: int) -> int:
    """The direction on the board turned by half."""
    return (direction + 3) % 6


@jitable
def turned(dq: int, dr: int, sixths: int) -> tuple[int, int]:
    """A difference of hexes, turned anticlockwise by so many sixths of a circle, which may be negative."""
    q, r = int(dq), int(dr)
    for _ in range(sixths % 6):
        q, r = q + r, -q
    return q, r


@jitable
def in_sector(dq: int, dr: int, first: int, sixths: int) -> bool:
    """Whether a hex that is (dq, dr) away lies on or between two straight lines, which go out from the own hex.

    The first goes in the direction `first`, the second one to three sixths of a circle further anticlockwise. A ship's
    broadside is what lies in such a sector of its bow or of its stern.
    """
    q, r = int(dq), int(dr)
    right, left = STEPS[first], STEPS[(first + sixths) % 6]
    return right[0] * r - right[1] * q <= 0 and q * left[1] - r * left[0] <= 0  # r grows to the south


# Lines, from centre to centre.


@jitable
def _offset(dq: int, dr: int, q: int, r: int) -> int:
    """How far a hex lies beside the line through (0, 0) and (dq, dr); compared with `_half_width`."""
    return abs(3 * (dq * r - dr * q))


@jitable
def _half_width(dq: int, dr: int) -> int:
    """How far the corner farthest beside it lies from a line through a hex's centre."""
    return max(abs(dq - dr), abs(2 * dr + dq), abs(2 * dq + dr))


@jitable
def crosses(q: int, r: int, aq: int, ar: int, bq: int, br: int) -> bool:
    """Whether the line from hex a to hex b crosses the inside of (q, r); not so for a and b themselves."""
    dq, dr, q, r = int(bq) - int(aq), int(br) - int(ar), int(q) - int(aq), int(r) - int(ar)
    # Centres of hexes on one line lie along it in the order in which it crosses them.
    is_between = 0 < product(q, r, dq, dr) < product(dq, dr, dq, dr)
    return is_between and _offset(dq, dr, q, r) < _half_width(dq, dr)


@jitable
def onward(q: int, r: int, aq: int, ar: int, bq: int, br: int) -> tuple[int, int, int, int]:
    """What the line from hex a to hex b, another one, meets after (q, r), which it crosses: a hex, or a common side.

    A walk along the line begins with `onward(aq, ar, aq, ar, bq, br)` and goes on with the first hex of each answer,
    until that is b. What blocks where both hexes of the answer do is right for hexes and for sides.

    Returns:
      The hex whose inside it crosses next, twice; or, where it first runs along a side, the two hexes of that side.
    """
    aq, ar, q, r = int(aq), int(ar), int(q), int(r)
    dq, dr = int(bq) - aq, int(br) - ar
    width, nearest = _half_width(dq, dr), 0
    first, second = -1, -1
    for direction in range(6):
        step_q, step_r = STEPS[direction]
        ahead, offset = product(step_q, step_r, dq, dr), _offset(dq, dr, q + step_q - aq, r + step_r - ar)
        if ahead <= 0 or offset > width:
            continue
        if offset < width:
            if nearest == 0 or ahead < nearest:
                nearest, first, second = ahead, direction, direction
        elif nearest == 0:
            first, second = (direction if first < 0 else first), direction
    return (q + STEPS[first][0], r + STEPS[first][1], q + STEPS[second][0], r + STEPS[second][1])


# A rectangular map of `columns` x `rows`: every second row, from the second on, is half a hex further east. Places are
# numbered in reading order from 0. Rows are even in number: so the map turned by half is the same map.


def check_size(columns: int, rows: int) -> None:
    """Refuse, by a ValueError, a size that no map has."""
    if not (1 <= columns <= MOST_ACROSS and 2 <= rows <= MOST_ACROSS and rows % 2 == 0):
        raise ValueError(f"a map of {columns} x {rows} hexes: 1 to {MOST_ACROSS} columns, and rows in an even number")


@jitable
def inside(columns: int, rows: int, q: int, r: int) -> bool:
    """Whether a hex is on the map."""
    return 0 <= r < rows and 0 <= int(q) + (int(r) >> 1) < columns


@jitable
def place(columns: int, q: int, r: int) -> int:
    """The number of a hex of the map."""
    return int(r) * int(columns) + int(q) + (int(r) >> 1)


@jitable
def coords(columns: int, place: int) -> tuple[int, int]:
    """The hex (q, r) of that number."""
    r = int(place) // int(columns)
    return int(place) % int(columns) - (r >> 1), r


def name(columns: int, rows: int, place: int) -> str:
    """Column and row from the north-west, each from 1 and with two digits: `0101`; with three on larger maps."""
    digits = 2 if max(columns, rows) < 100 else 3
    return f"{place % columns + 1:0{digits}}{place // columns + 1:0{digits}}"


def place_named(columns: int, rows: int, text: str) -> int:
    """The number of the hex of that name; ValueError: the map has none."""
    half = len(text) // 2
    if re.fullmatch("[0-9]{4}|[0-9]{6}", text):
        column, row = int(text[:half]) - 1, int(text[half:]) - 1
        if 0 <= column < columns and 0 <= row < rows and name(columns, rows, row * columns + column) == text:
            return row * columns + column
    last = name(columns, rows, columns * rows - 1)
    raise ValueError(f"no hex {text!r} on this map, which goes from {name(columns, rows, 0)} to {last}")


def sheet(hexes: Mapping[str, Point]) -> Sheet:
    """The sheet of hexes (q, r) by name, in halves of a hex's width to the east, in halves of a side to the north."""
    around = [((2 * q + r) // 3, -r) for q, r in CORNERS]
    return sheet_of({key: [(2 * q + r + x, y - 3 * r) for x, y in around] for key, (q, r) in hexes.items()})
