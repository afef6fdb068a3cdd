"""What lies on a table for a whole game (BO3, EN4, EN6, SH-LOS3): works and their parts, hills, points for cover."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from paintball_env.on_table.rules.ground import WORKS, along
from paintball_env.on_table.rules.placing import PIECE_HEADINGS
from paintball_env.rules import state
from paintball_env.rules.terrain import BASE, BUNKER, TRENCH
from tabletop.base.arrays import Records
from tabletop.game.open_table import (
    coords,
    lay_area,
    side,
    squared_distance,
    stretch_sign,
    stretches_cross,
    stretches_meet,
    stretches_nearer,
)
from tabletop.game.open_table import place as point_of
from tabletop.game.places import Point, groups

Stretch = tuple[int, int, int, int]  # x and y of both ends

GRID = 100  # SN4: mm between points for cover


class Part(NamedTuple):
    """A part of works.

    Attributes:
      middle: the number of its point.
      terrain: its kind (`rules.terrain`).
      shelter: the number of the first part of its base, bunker or trench.
    """

    middle: int
    terrain: int
    shelter: int


class Piece(NamedTuple):
    """A piece of cover: a stretch with so much on both sides, of soft cover a point, of hard cover without width."""

    stretch: Stretch
    radius: int

    @property
    def middle(self) -> Point:
        """Its middle."""
        ax, ay, bx, by = self.stretch
        return (ax + bx) // 2, (ay + by) // 2

    def overlaps(self, other: "Piece") -> bool:
        """BO3: two pieces overlap; two hard ones where they cross, or have more than a point in common."""
        if self.radius or other.radius:
            return are_nearer(self.stretch, other.stretch, self.radius + other.radius)
        a, b, c, d = self.stretch[:2], self.stretch[2:], other.stretch[:2], other.stretch[2:]
        crosses = stretches_cross(*self.stretch, *other.stretch)
        return crosses or bool(_common((a, b), (c, d)) or _common((a, b), (d, c)))


Ways = dict[Point, list[Piece]]  # how a kind of cover can lie, by points for cover


class Layout:
    """What lies on a table: lengths in mm, hills' corners anticlockwise."""

    def __init__(
        self,
        table: Point,
        bunkers: Sequence[Point],
        trenches: Sequence[Sequence[Point]],
        hills: Sequence[Sequence[Point]],
        soft_radius: int,
        hard_half: int,
    ) -> None:
        self.table, self.hills, self.soft_radius, self.hard_half = table, hills, soft_radius, hard_half
        self.homes = (WORKS - table[0] // 2, 0), (table[0] // 2 - WORKS, 0)
        self.works: list[tuple[int, tuple[Point, ...]]] = [
            *((BASE, (home,)) for home in self.homes),
            *((BUNKER, (bunker,)) for bunker in bunkers),
            *((TRENCH, tuple(row)) for row in trenches),
        ]

    def fits(self, spot: Point, radius: int) -> bool:
        """OT3: a disc lies on the table, the edge included."""
        return all(2 * (abs(value) + radius) <= length for value, length in zip(spot, self.table, strict=True))

    @cached_property
    def rows(self) -> list[list[Stretch]]:
        """The stretches of each piece of works: of a base or bunker one point."""
        return [[(*a, *b) for a, b in pairwise(row)] or [(*row[0], *row[0])] for _, row in self.works]

    def soft(self, spot: Point) -> Piece:
        """Soft cover at a point."""
        return Piece((*spot, *spot), self.soft_radius)

    def hard(self, spot: Point, heading: int) -> Piece:
        """Hard cover at a point."""
        (x, y), (dx, dy) = spot, along(heading, self.hard_half)
        return Piece((x - dx, y - dy, x + dx, y + dy), 0)

    def is_on_table(self, piece: Piece) -> bool:
        """BO3: a piece lies wholly on the table."""
        return all(self.fits(end, piece.radius) for end in (piece.stretch[:2], piece.stretch[2:]))

    def overlaps_works(self, piece: Piece) -> bool:
        """BO3: a piece overlaps works."""
        return any(are_nearer(piece.stretch, other, piece.radius + WORKS) for row in self.rows for other in row)

    @cached_property
    def ways(self) -> tuple[Ways, Ways]:
        """SN4: how soft and how hard cover can lie at each point for cover, in order, on a table without other cover.

        Such points are where soft cover can lie; for hard cover there may be no way at one.
        """
        length, width = (size // 2 // GRID * GRID for size in self.table)
        points = [(x, y) for x in range(-length, length + 1, GRID) for y in range(-width, width + 1, GRID)]
        soft = {spot: [piece] for spot in points if self._is_free(piece := self.soft(spot))}
        headings = range(PIECE_HEADINGS)
        hard = {spot: [p for heading in headings if self._is_free(p := self.hard(spot, heading))] for spot in soft}
        return soft, hard

    def _is_free(self, piece: Piece) -> bool:
        return self.is_on_table(piece) and not self.overlaps_works(piece)

    @cached_property
    def parts(self) -> list[Part]:
        """EN4, EN6: the parts of works, in Red's order. Rows of trenches that touch are one trench."""
        piece_of = _grouped(len(self.works), self._are_one_trench)
        found = sorted(
            (point_of(*middle), kind, piece_of[n]) for n, (kind, row) in enumerate(self.works) for middle in row
        )
        owners = [piece for _, _, piece in found]
        return [Part(middle, kind, owners.index(piece)) for middle, kind, piece in found]

    def part_at(self, spot: Point) -> int:
        """EN4: the number of a part of works in which the point is; NONE: it is in the open."""
        if not any(are_within((*spot, *spot), other, WORKS) for row in self.rows for other in row):
            return state.NONE
        return min(range(len(self.parts)), key=lambda n: squared_distance(*spot, *coords(self.parts[n].middle)))

    def _are_one_trench(self, i: int, j: int) -> bool:
        if self.works[i][0] != TRENCH or self.works[j][0] != TRENCH:
            return False
        return any(are_within(one, other, 2 * WORKS) for one in self.rows[i] for other in self.rows[j])

    @cached_property
    def seams(self) -> list[tuple[int, Stretch]]:
        """SH-LOS3: stretches of border that two hills have in common, and the number of one of the two."""
        return [
            (i, (*seam[0], *seam[1]))
            for i, j in combinations(range(len(self.hills)), 2)
            for one in edges(self.hills[i])
            for other in edges(self.hills[j])
            if (seam := _common(one, other))
        ]

    @cached_property
    def hill_groups(self) -> list[int]:
        """SH-LOS3: for each hill the first of those that share more than a point, directly or over others."""
        return _grouped(len(self.hills), lambda i, j: _share(self.hills[i], self.hills[j]))

    def record(self, board: np.dtype[np.void]) -> Records:
        """The table's record, shape (1,), but for what the teams and the cover in play give."""
        records = np.zeros(1, board)
        record = records[0]
        for name in ("part", "spot", "start"):
            record[name][...] = state.NONE
        record["length"], record["width"] = self.table
        record["soft_radius"], record["hard_half"] = self.soft_radius, self.hard_half
        record["home"] = [point_of(*home) for home in self.homes]
        record["part"][: len(self.parts)] = [part.middle for part in self.parts]
        record["shelter"][: len(self.parts)] = [part.shelter for part in self.parts]
        record["terrain"][: len(self.parts)] = [part.terrain for part in self.parts]
        record["spot"][: len(self.ways[0])] = [point_of(*spot) for spot in self.ways[0]]
        rows = [stretch for row in self.rows for stretch in row]
        record["rows"], record["row"][: len(rows)] = len(rows), rows
        record["hills"] = len(self.hills)
        for number, corners in enumerate(self.hills):
            lay_area(record["hill"][number], corners)
            record["group"][number] = self.hill_groups[number]
        record["seams"] = len(self.seams)
        for number, (hill, seam) in enumerate(self.seams):
            record["seam"][number], record["seam_of"][number] = seam, self.hill_groups[hill]
        return records


def _grouped(number: int, are_linked: Callable[[int, int], bool]) -> list[int]:
    """For each of so many things the first of those that are linked with it, directly or over others."""
    beside = [[j for j in range(number) if j != i and are_linked(min(i, j), max(i, j))] for i in range(number)]
    return groups([0] * number, beside, 0)


def anticlockwise(corners: Sequence[Point]) -> tuple[Point, ...]:
    """Corners of a polygon in that direction."""
    doubled = sum(ax * by - ay * bx for (ax, ay), (bx, by) in edges(corners))
    return tuple(corners) if doubled > 0 else tuple(reversed(corners))


def edges(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The edges of a polygon, each from corner to corner."""
    return pairwise((*corners, corners[0]))


def _common(one: tuple[Point, Point], other: tuple[Point, Point]) -> list[Point]:
    """Both ends of what edges of two polygons on different sides of it have in common; empty: at most a point."""
    (a, b), (c, d) = one, other
    dx, dy = b[0] - a[0], b[1] - a[1]
    if side(*a, *b, *c) or side(*a, *b, *d) or dx * (d[0] - c[0]) + dy * (d[1] - c[1]) > 0:
        return []
    # The other one goes the other way, so what both have begins at one of their starts, and ends at one of their ends.
    low, high = (pick((dx * x + dy * y, (x, y)) for x, y in points) for pick, points in ((max, (a, d)), (min, (b, c))))
    return [low[1], high[1]] if low[0] < high[0] else []


def _share(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """SH-LOS3: two convex polygons share more than a point: a stretch of their borders, or an area.

    They have no area in common where an edge of either parts them.
    """
    parted = any(
        all(side(*a, *b, *corner) <= 0 for corner in second)
        for first, second in ((one, other), (other, one))
        for a, b in edges(first)
    )
    return not parted or any(_common(a, b) for a in edges(one) for b in edges(other))


def are_nearer(one: Stretch, other: Stretch, reach: int) -> bool:
    """Two stretches are less than `reach` mm apart, which is more than 0."""
    return are_within(one, other, reach) and stretches_nearer(*one, *other, reach)


def are_within(one: Stretch, other: Stretch, reach: int) -> bool:
    """Two stretches are at most `reach` mm apart."""
    for axis in (0, 1):  # most are far apart
        a, b, c, d = one[axis], one[axis + 2], other[axis], other[axis + 2]
        if max(a, b) + reach < min(c, d) or max(c, d) + reach < min(a, b):
            return False
    return stretches_meet(*one, *other) or any(
        stretch_sign(*point, *stretch, reach) <= 0
        for ends, stretch in ((one, other), (other, one))
        for point in (ends[:2], ends[2:])
    )
