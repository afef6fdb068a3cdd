"""The table with all that stands on it for the whole game: bases, bunkers, trenches, hills, points for cover (BO)."""

from functools import lru_cache
from itertools import pairwise

from .geometry import (
    HEADINGS, VECTORS, along, anticlockwise, common, contains, cross_each_other, dot, heading_of, lie_on_each_other,
    minus, plus, squared, squared_between, squared_to_way, stretch,
)  # fmt: skip

BASE = 12  # OT1: radius of a figure's round base
WORKS = 50  # BO3: radius of a base or a bunker; a trench is all that lies so near to its line


def groups(number, linked):
    """What is linked, directly or over others, is one group, named by its first member."""
    group = list(range(number))
    for i in range(number):
        for j in range(i):
            if linked(i, j) and group[i] != group[j]:
                first, last = sorted((group[i], group[j]))
                group = [first if g == last else g for g in group]
    return group


class Table:
    """A table: a piece of works is a row of points, of one point for a base or a bunker."""

    directions = HEADINGS
    half = 8  # headings in half a turn

    def __init__(self, scenario):
        self.length, self.width = scenario.table
        self.soft_radius, self.hard_half = scenario.soft_radius, scenario.hard_length // 2
        self.home = [(-self.length // 2 + 50, 0), (self.length // 2 - 50, 0)]
        self.works = [[home] for home in self.home] + [[point] for point in scenario.bunkers]
        self.works += [list(row) for row in scenario.trenches]
        first_row = 2 + len(scenario.bunkers)
        met = groups(len(self.works), lambda i, j: min(i, j) >= first_row and self._rows_meet(i, j))
        self.parts = sorted((middle, met[i]) for i, row in enumerate(self.works) for middle in row)
        self.hills = [anticlockwise(corners) for corners in scenario.hills]
        self.shared = {
            (i, j): common(self.hills[i], self.hills[j]) for i in range(len(self.hills)) for j in range(i)
        }  # fmt: skip
        self.hill = groups(len(self.hills), lambda i, j: len(self.shared[i, j]) > 1)
        self.cover_points = [(x, y) for x in self._grid(self.length) for y in self._grid(self.width)]
        self.cover_points = [point for point in self.cover_points if self.takes_soft(point)]
        self.part = lru_cache(maxsize=None)(self._part)

    def write(self, point):
        """A point in cm from the middle, with one decimal."""
        return ":".join(f"{'-' * (n < 0)}{abs(n) // 10}.{abs(n) % 10}" for n in point)

    def read(self, text):
        """The point that is written so; or the point itself."""
        if not isinstance(text, str):
            return tuple(text)
        x, y = (int(number.replace(".", "")) for number in text.split(":"))
        if self.write((x, y)) != text:
            raise ValueError(f"{text!r} isn't a point with one decimal")
        return (x, y)

    def fits(self, point, margin):
        """Does a disc lie on the table, the edge included?"""
        return 2 * (abs(point[0]) + margin) <= self.length and 2 * (abs(point[1]) + margin) <= self.width

    # Works (EN1, EN4, EN6)

    def _stretches(self, row):
        return list(pairwise(row)) or [(row[0], row[0])]

    def _rows_meet(self, i, j):
        """EN6: two rows that touch or overlap are one trench."""
        pairs = [(s, t) for s in self._stretches(self.works[i]) for t in self._stretches(self.works[j])]
        return any(squared_between(*s, *t) <= (2 * WORKS) ** 2 for s, t in pairs)

    def entrenched(self, point):
        """EN1: within 50 mm of a base's or bunker's middle, or of a trench's line."""
        return any(squared_to_way(point, *s) <= WORKS**2 for row in self.works for s in self._stretches(row))

    def _part(self, point, team):
        """EN4: the number of the part that a figure of this team there is in, or None."""
        if not self.entrenched(point):
            return None
        least = min(squared(point, middle) for middle, _ in self.parts)
        nearest = [n for n, (middle, _) in enumerate(self.parts) if squared(point, middle) == least]
        return nearest[0] if team == 0 else nearest[-1]

    def shelter(self, part):
        """EN6: the base or bunker, or the whole trench, of a part."""
        return None if part is None else self.parts[part][1]

    # Hills (SH-LOS3)

    def stands_on(self, point):
        """The hills on which a point is."""
        return {group for hill, group in zip(self.hills, self.hill, strict=True) if contains(hill, point)}

    def clear(self, a, b):
        """SH-LOS3: no hill between, but those on which shooter or target stands."""
        exempt = self.stands_on(a) | self.stands_on(b)
        spans = [stretch(hill, a, b) for hill in self.hills]
        for i, span in enumerate(spans):
            if span is None or span[0] == span[1] or self.hill[i] in exempt:
                continue
            if span[2]:
                return False
            for j in range(len(spans)):
                edge = self.shared.get((max(i, j), min(i, j)), ())
                if i != j and len(edge) == 2 and spans[j] is not None:
                    if min(span[1], spans[j][1]) > max(span[0], spans[j][0]):
                        return False
        return True

    # Cover (BO3, SN4)

    def _grid(self, width):
        return range(-(width // 200) * 100, width // 200 * 100 + 1, 100)

    def takes_soft(self, point):
        """Does soft cover lie there on the table and overlap no works?"""
        reach = self.soft_radius + WORKS
        stretches = [s for row in self.works for s in self._stretches(row)]
        return self.fits(point, self.soft_radius) and all(squared_to_way(point, *s) >= reach**2 for s in stretches)

    def ends(self, piece):
        """The two ends of hard cover, given as its middle and its heading."""
        half = along(piece[1], self.hard_half)
        return minus(piece[0], half), plus(piece[0], half)

    def takes_hard(self, piece):
        """Does hard cover lie there on the table and overlap no works?"""
        ends = self.ends(piece)
        stretches = [s for row in self.works for s in self._stretches(row)]
        return all(self.fits(end, 0) for end in ends) and all(squared_between(*ends, *s) >= WORKS**2 for s in stretches)

    def overlap(self, one, other):
        """BO3: do two pieces of cover overlap? A soft one has the heading None."""
        if one[1] is None and other[1] is None:
            return squared(one[0], other[0]) < (2 * self.soft_radius) ** 2
        if one[1] is not None and other[1] is not None:
            ends = (*self.ends(one), *self.ends(other))
            return cross_each_other(*ends) or lie_on_each_other(*ends)
        soft, hard = (one, other) if one[1] is None else (other, one)
        return squared_to_way(soft[0], *self.ends(hard)) < self.soft_radius**2

    # Directions of sight (BS)

    def sees(self, facing, here, there):
        """BS1: what isn't behind."""
        return dot(minus(there, here), VECTORS[facing]) >= 0

    def first_facing(self, here, enemy_home):
        """BS3: the heading of the way to the enemy's base; of no way the usual one of the side that has it ahead."""
        if here == enemy_home:
            return 0 if enemy_home[0] > 0 else 8
        return heading_of(minus(enemy_home, here))
