"""Discs in a hex, packed so that none overlaps another."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from tabletop.show.drawing.shapes import Point

SQRT3 = math.sqrt(3.0)
ROOM = 0.83  # discs lie in a hexagon of this share of the hex: the rim is left to what the hex itself shows
TOP = 0.60  # how far above the middle they may reach, in sizes of the hex: its name stands there
LARGEST = 0.46  # radius of a lone disc, in sizes of a hex


@lru_cache(maxsize=64)
def packed(count: int) -> tuple[tuple[Point, ...], float]:
    """Places for `count` equal discs in a hex of size 1, as large as rows allow.

    Returns:
      Their centres in reading order, and their radius (with a little air between them).
    """
    # Some size is given up for rows above each other only where few discs leave enough: the hex's name stays free.
    flatness = 0.15 if count < 4 else 1e-9
    arrangements = []
    for rows in _rows(count, ()):
        places = _stack(rows)
        reach = _reach(places)
        arrangements.append((reach, (len(rows), *(-length for length in rows)), places))
    if not arrangements:
        raise ValueError(f"no place for {count} tokens")
    least = min(reach for reach, _, _ in arrangements)
    reach, _, places = min((f for f in arrangements if f[0] <= least + flatness), key=lambda f: f[1])
    radius = ROOM * SQRT3 / 2 / (1.0 + reach)
    small = min(LARGEST, 0.97 * radius)
    pitch = min(radius, 1.2 * LARGEST)
    return tuple((u * pitch, v * pitch) for u, v in places), small


def _rows(count: int, begun: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All ways to lay out rows whose lengths differ by at most one from the next; at most 7 rows of 7."""
    if count == 0:
        if begun:
            yield begun
        return
    if len(begun) == 7:
        return
    lengths = range(1, 8) if not begun else range(begun[-1] - 1, begun[-1] + 2)
    for length in lengths:
        if 1 <= length <= min(count, 7):
            yield from _rows(count - length, (*begun, length))


def _stack(rows: tuple[int, ...]) -> list[Point]:
    """Centres of unit discs in rows; a row that is shifted by half a disc sits in the gaps of the one above."""
    places: list[Point] = []
    v = 0.0
    for k, length in enumerate(rows):
        if k:
            v += 2.0 if length == rows[k - 1] else SQRT3
        places += [(2.0 * j - (length - 1), v) for j in range(length)]
    # The stack may sit better a little up or down: rows differ, and the top is cut off.
    shifts = sorted(range(-30, 21), key=abs) if len(places) > 1 else (0,)
    stacks = ([(u, y - v / 2 - s / 20) for u, y in places] for s in shifts)
    return min(stacks, key=lambda stack: round(_reach(stack), 9))


def _reach(places: Sequence[Point]) -> float:
    """How far unit discs at these places reach beyond a hexagon's middle, less 1: the room that they need."""
    room = ROOM * SQRT3 / 2
    return max(max(abs(u), abs(u) / 2 + abs(v) * SQRT3 / 2, room * (1.0 - v) / TOP - 1.0) for u, v in places)
