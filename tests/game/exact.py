"""Plane geometry in fractions, by other ways than the core's, and points that are often in special positions."""

import itertools
import random
from fractions import Fraction

FAR = 2047
Vector = tuple[Fraction, Fraction]


def minus(p, q):
    return p[0] - q[0], p[1] - q[1]


def dot(p, q):
    return p[0] * q[0] + p[1] * q[1]


def cross(p, q):
    return p[0] * q[1] - p[1] * q[0]


def sign(number):
    return (number > 0) - (number < 0)


def at(a, d, t):
    return a[0] + d[0] * t, a[1] + d[1] * t


def to_stretch(p, a, b):
    """The squared distance of a point from a stretch."""
    d = minus(b, a)
    t = min(max(Fraction(dot(minus(p, a), d), dot(d, d)), Fraction(0)), Fraction(1)) if d != (0, 0) else Fraction(0)
    rest = minus(p, at(a, d, t))
    return dot(rest, rest)


def meet(a, b, c, d):
    """Whether two stretches have a point in common: its share of each is solved for."""
    u, v = minus(b, a), minus(d, c)
    area = cross(u, v)
    if area != 0:
        w = minus(c, a)
        return 0 <= Fraction(cross(w, v), area) <= 1 and 0 <= Fraction(cross(w, u), area) <= 1
    return 0 in (to_stretch(a, c, d), to_stretch(b, c, d), to_stretch(c, a, b), to_stretch(d, a, b))


def cut(a, b, c, d):
    """Whether two stretches meet in one point, an end of neither."""
    ends = (to_stretch(a, c, d), to_stretch(b, c, d), to_stretch(c, a, b), to_stretch(d, a, b))
    return meet(a, b, c, d) and 0 not in ends


def apart(a, b, c, d):
    """The squared distance of two stretches."""
    if meet(a, b, c, d):
        return Fraction(0)
    return min(to_stretch(a, c, d), to_stretch(b, c, d), to_stretch(c, a, b), to_stretch(d, a, b))


# Half-planes nx * x + ny * y < c, as rows (nx, ny, c).


def half_planes(corners):
    planes = []
    for k, (x, y) in enumerate(corners):
        nx, ny = corners[(k + 1) % len(corners)][1] - y, x - corners[(k + 1) % len(corners)][0]
        planes.append((nx, ny, nx * x + ny * y))
    return planes


def is_inside(planes, p):
    return all(nx * p[0] + ny * p[1] < c for nx, ny, c in planes)


def is_covered(planes, p):
    return all(nx * p[0] + ny * p[1] <= c for nx, ny, c in planes)


def first_inside(planes, a, d):
    """The share of a move at which it comes inside: of all that the edges' lines part it into, the first that is."""
    if d == (0, 0):
        return Fraction(0) if is_inside(planes, a) else None
    ends = {Fraction(0), Fraction(1)}
    for nx, ny, c in planes:
        if nx * d[0] + ny * d[1] != 0:
            ends.add(Fraction(c - nx * a[0] - ny * a[1], nx * d[0] + ny * d[1]))
    shares = sorted(t for t in ends if 0 <= t <= 1)
    for low, high in itertools.pairwise(shares):
        if is_inside(planes, at(a, d, (low + high) / 2)):
            return low
    return None


def sides(corners):
    return [(corner, corners[(k + 1) % len(corners)]) for k, corner in enumerate(corners)]


def with_stretch(corners, a, b):
    """-1: a convex area and a stretch have inner points of the area in common; 0: points; 1: none."""
    if first_inside(half_planes(corners), a, minus(b, a)) is not None:
        return -1
    return 0 if any(meet(a, b, *edge) for edge in sides(corners)) else 1


def with_disc(corners, p, radius):
    """-1: a convex area and a disc have more than border points in common; 0: those; 1: none."""
    if is_inside(half_planes(corners), p):
        return -1
    return sign(min(to_stretch(p, *edge) for edge in sides(corners)) - radius * radius)


def in_common(corners, others):
    """-1: two convex areas have inner points in common; 0: border points; 1: none: one is clipped by the other."""
    rest = clipped(corners, half_planes(others))
    if len(rest) > 2 and sum(cross(p, q) for p, q in sides(rest)) > 0:
        return -1
    return 0 if rest else 1


def clipped(corners, planes):
    """The corners of what half-planes leave of a convex area, border included."""
    rest = [(Fraction(x), Fraction(y)) for x, y in corners]
    for nx, ny, c in planes:
        kept = []
        for p, q in sides(rest):
            room, next_room = c - nx * p[0] - ny * p[1], c - nx * q[0] - ny * q[1]
            if room >= 0:
                kept.append(p)
            if room * next_room < 0:
                kept.append(at(p, minus(q, p), room / (room - next_room)))
        rest = kept
    return rest


# Cases.


def points(chance: random.Random, count: int) -> list[tuple[int, int]]:
    """Points of a table: far apart or close together, often on each other, or on a line with each other."""
    scale = chance.choice((2, 6, 40, 300, FAR))
    made: list[tuple[int, int]] = []
    while len(made) < count:
        kind = chance.random()
        if made and kind < 0.15:
            x, y = chance.choice(made)
        elif len(made) > 1 and kind < 0.4:
            (px, py), (qx, qy) = chance.sample(made, 2)
            k, parts = chance.choice(((-1, 1), (2, 1), (1, 2), (1, 3)))
            x, y = px + (qx - px) * k // parts, py + (qy - py) * k // parts
        elif made and kind < 0.5:
            x, y = chance.choice(made)[0], chance.randint(-scale, scale)
        else:
            x, y = chance.randint(-scale, scale), chance.randint(-scale, scale)
        made.append((min(max(x, -FAR), FAR), min(max(y, -FAR), FAR)))
    return made


def convex(chance: random.Random, most: int = 8, limit: int = 1800) -> list[tuple[int, int]]:
    """Corners of a convex area, anticlockwise: the outermost of some points."""
    while True:
        scale = min(chance.choice((3, 10, 60, 400, limit)), limit)
        middle = (chance.randint(scale - limit, limit - scale), chance.randint(scale - limit, limit - scale))
        cloud = sorted({(chance.randint(-scale, scale), chance.randint(-scale, scale)) for _ in range(most)})
        hull: list[tuple[int, int]] = []
        for row in (cloud, cloud[::-1]):
            start = len(hull)
            for p in row:
                while len(hull) > start + 1 and cross(minus(hull[-1], hull[-2]), minus(p, hull[-1])) <= 0:
                    hull.pop()
                hull.append(p)
            hull.pop()
        if len(hull) >= 3:
            return [(x + middle[0], y + middle[1]) for x, y in hull]
