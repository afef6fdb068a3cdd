"""Points, stretches, areas and headings in whole millimetres (W6, TA5, MV2); every comparison is exact."""

from dataclasses import dataclass
from functools import cached_property
from math import isqrt

HEADINGS = ["E", "ENE", "NE", "NNE", "N", "NNW", "NW", "WNW", "W", "WSW", "SW", "SSW", "S", "SSE", "SE", "ESE"]


def around(*quarter):
    """Four steps, and these turned by quarters: one for each heading."""
    steps = list(quarter)
    for _ in range(3):
        steps += [(-y, x) for x, y in steps[-4:]]
    return steps


WHOLE = around((120, 0), (108, 44), (84, 84), (44, 108))  # MV2, on foot
PUSH = around((20, 0), (18, 8), (14, 14), (8, 18))  # ME7
BESIDE = {  # W6, by the sum of both radii
    24: around((28, 0), (26, 11), (20, 20), (11, 26)),
    32: around((36, 0), (33, 14), (25, 25), (14, 33)),
    40: around((44, 0), (40, 17), (31, 31), (17, 40)),
}


def numbered(side):
    """MV2, W8: the headings in the order of their numbers, as a side counts them."""
    return [(number + 8 * side) % 16 for number in range(16)]


def plus(a, b, times=1):
    return a[0] + times * b[0], a[1] + times * b[1]


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def d2(a, b):
    """The square of a distance."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def sign(number):
    return (number > 0) - (number < 0)


def turn_of(a, b, c):
    """On which side of a line c lies: 1 left of it, -1 right, 0 on it."""
    return sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def nearest_heading(direction, side):
    """MV2: the heading nearest to a direction; equal: the lower number."""
    return by_nearness(direction, side)[0]


def by_nearness(direction, side):
    """ME1: all headings, the nearest to a direction first."""
    return sorted(numbered(side), key=lambda heading: -dot(WHOLE[heading], direction))


def stretch_d2(p, a, b):
    """The square of a point's distance to a stretch, as a numerator and a denominator."""
    ab = minus(b, a)
    whole, part = dot(ab, ab), dot(minus(p, a), ab)
    if part <= 0:
        return d2(p, a), 1
    if part >= whole:
        return d2(p, b), 1
    return (ab[0] * (p[1] - a[1]) - ab[1] * (p[0] - a[0])) ** 2, whole


def across(p, radius, a, b):
    """TA5: whether a point is nearer to a stretch than so many millimetres."""
    if p[0] + radius < min(a[0], b[0]) or p[0] - radius > max(a[0], b[0]):
        return False
    if p[1] + radius < min(a[1], b[1]) or p[1] - radius > max(a[1], b[1]):
        return False
    number, parts = stretch_d2(p, a, b)
    return number < radius * radius * parts


def within(p, limit, a, b):
    """W7: whether a point is at most so many millimetres from a stretch."""
    number, parts = stretch_d2(p, a, b)
    return number <= limit * limit * parts


def begun(number, parts=1):
    """W7: a distance in millimetres begun, from its square."""
    square = -(-number // parts)
    root = isqrt(square)
    return root + (root * root < square)


def meets(a, b, c, d):
    """TA5: whether two stretches have a point in common."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return turn_of(a, b, c) * turn_of(a, b, d) <= 0 and turn_of(c, d, a) * turn_of(c, d, b) <= 0


def crosses(a, b, c, d):
    """TA5: whether their common point is single, and an end of neither."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    return turn_of(a, b, c) * turn_of(a, b, d) < 0 and turn_of(c, d, a) * turn_of(c, d, b) < 0


def on_stretch(p, a, b):
    return turn_of(a, b, p) == 0 and dot(minus(a, p), minus(b, p)) <= 0


@dataclass(frozen=True)
class Disc:
    """A round part of an area."""

    middle: tuple
    radius: int

    def has(self, p):
        return d2(p, self.middle) <= self.radius**2

    def crossed(self, a, b):
        return across(self.middle, self.radius, a, b)

    def away(self, p):
        """The distance of a point in millimetres begun; 0 in it."""
        return max(0, begun(d2(p, self.middle)) - self.radius)

    def turned(self):
        return Disc(minus((0, 0), self.middle), self.radius)

    @cached_property
    def core(self):
        """TA5: without a strip of 5 cm; None: nothing is left."""
        return Disc(self.middle, self.radius - 50) if self.radius > 50 else None


@dataclass(frozen=True)
class Planes:
    """What lies on the inner side of lines nx·x + ny·y ≤ c: a polygon without its corners."""

    lines: tuple

    def has(self, p):
        return all(dot((nx, ny), p) <= c for nx, ny, c in self.lines)

    def crossed(self, a, b):
        """Whether a point of the stretch is inside: what is left of it behind each line, as shares of its length."""
        low, high = (0, 1), (1, 1)
        for nx, ny, c in self.lines:
            first, last = c - dot((nx, ny), a), c - dot((nx, ny), b)
            if first <= 0 and last <= 0:
                return False
            if first > 0 and last > 0:
                continue
            share = (first, first - last) if first > last else (-first, last - first)
            if first > last:
                high = _less(high, share)
            else:
                low = _more(low, share)
        return low[0] * high[1] < high[0] * low[1]


def _less(one, other):
    return one if one[0] * other[1] <= other[0] * one[1] else other


def _more(one, other):
    return one if one[0] * other[1] >= other[0] * one[1] else other


@dataclass(frozen=True)
class Polygon:
    """A convex part of an area, anticlockwise."""

    corners: tuple

    @cached_property
    def edges(self):
        return tuple(zip(self.corners, self.corners[1:] + self.corners[:1], strict=True))

    @cached_property
    def planes(self):
        lines = []
        for a, b in self.edges:
            normal = b[1] - a[1], a[0] - b[0]
            lines.append((*normal, dot(normal, a)))
        return Planes(tuple(lines))

    @cached_property
    def core(self):
        """TA5: each edge moved inwards by 50 mm, or a little more."""
        return Planes(tuple((nx, ny, c - begun(2500 * (nx * nx + ny * ny))) for nx, ny, c in self.planes.lines))

    @cached_property
    def box(self):
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), max(xs), min(ys), max(ys)

    def has(self, p):
        return self.planes.has(p)

    def crossed(self, a, b):
        west, east, south, north = self.box
        if max(a[0], b[0]) < west or min(a[0], b[0]) > east or max(a[1], b[1]) < south or min(a[1], b[1]) > north:
            return False
        return self.planes.crossed(a, b)

    def away(self, p):
        if self.has(p):
            return 0
        return min(begun(*stretch_d2(p, a, b)) for a, b in self.edges)

    def turned(self):
        return Polygon(tuple(minus((0, 0), corner) for corner in self.corners))


@dataclass(frozen=True)
class Area:
    """TA4: a piece of ground of one kind, of one part or several."""

    kind: str
    parts: tuple

    @cached_property
    def cores(self):
        return [part.core for part in self.parts if part.core is not None]

    @cached_property
    def corners(self):
        return [corner for part in self.parts for corner in part.corners]

    def has(self, p):
        return any(part.has(p) for part in self.parts)

    def crossed(self, a, b):
        return any(part.crossed(a, b) for part in self.parts)

    def touched(self, a, b):
        """MV1: a way begins, passes or ends in it."""
        return self.has(a) or self.has(b) or self.crossed(a, b)

    def core_has(self, p):
        return any(core.has(p) for core in self.cores)

    def core_crossed(self, a, b):
        return any(core.crossed(a, b) for core in self.cores)

    def away(self, p):
        return min(part.away(p) for part in self.parts)

    def turned(self):
        return Area(self.kind, tuple(part.turned() for part in self.parts))


def parts_apart(one, other, limit):
    """Whether two polygons are nearer to each other than so many millimetres (strictly)."""
    for a, b in one.edges:
        for c, d in other.edges:
            if meets(a, b, c, d):
                return limit > 0
            ends = ((a, c, d), (b, c, d), (c, a, b), (d, a, b))
            if any(across(p, limit, *stretch) for p, *stretch in ends):
                return True
    return one.has(other.corners[0]) or other.has(one.corners[0])
