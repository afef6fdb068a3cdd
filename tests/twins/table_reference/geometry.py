"""Points, headings and ways on an open table: whole mm, and fractions where something is divided (OT1, OT4)."""

from fractions import Fraction
from math import isqrt

HEADINGS = ["E", "ENE", "NE", "NNE", "N", "NNW", "NW", "WNW", "W", "WSW", "SW", "SSW", "S", "SSE", "SE", "ESE"]
QUARTER = [(100, 0), (92, 38), (70, 70), (38, 92)]
VECTORS = [
    *QUARTER,
    *[(-y, x) for x, y in QUARTER],
    *[(-x, -y) for x, y in QUARTER],
    *[(y, -x) for x, y in QUARTER],
]


def cut(number, divisor):
    """OT4: a quotient, cut to a whole number toward 0."""
    return number // divisor if number >= 0 else -(-number // divisor)


def plus(a, b):
    """The sum of two vectors."""
    return (a[0] + b[0], a[1] + b[1])


def minus(a, b):
    """The way from b to a."""
    return (a[0] - b[0], a[1] - b[1])


def dot(a, b):
    """The product of two vectors."""
    return a[0] * b[0] + a[1] * b[1]


def cross(a, b):
    """Positive if b is anticlockwise of a."""
    return a[0] * b[1] - a[1] * b[0]


def squared(a, b):
    """The squared distance of two points."""
    x, y = a[0] - b[0], a[1] - b[1]
    return x * x + y * y


def along(heading, length):
    """OT4: so many mm along a heading."""
    x, y = VECTORS[heading % 16]
    return (cut(x * length, 100), cut(y * length, 100))


def toward(start, goal, length):
    """OT4: the point so many mm from start toward goal."""
    way = minus(goal, start)
    whole = isqrt(dot(way, way))
    if whole * whole < dot(way, way):
        whole += 1
    return plus(start, (cut(way[0] * length, whole), cut(way[1] * length, whole)))


def half_of_the_way(start, goal):
    """OT4: the point half the way from start to goal."""
    way = minus(goal, start)
    return plus(start, (cut(way[0], 2), cut(way[1], 2)))


def heading_of(way):
    """OT4: the heading whose vector has the largest product with a way; of two the one further anticlockwise."""
    products = [dot(way, vector) for vector in VECTORS]
    best = [h for h in range(16) if products[h] == max(products)]
    return next(h for h in best if (h + 1) % 16 not in best)


def squared_to_way(point, a, b):
    """The squared distance of a point from the way from a to b."""
    way = minus(b, a)
    passed, length = dot(minus(point, a), way), dot(way, way)
    if passed <= 0:
        return squared(point, a)
    if passed >= length:
        return squared(point, b)
    return Fraction(cross(way, minus(point, a)) ** 2, length)


def cross_each_other(a, b, c, d):
    """Do a-b and c-d cross, each with its ends strictly on different sides of the other's straight line (HC2)?"""
    ab, cd = minus(b, a), minus(d, c)
    return cross(ab, minus(c, a)) * cross(ab, minus(d, a)) < 0 and cross(cd, minus(a, c)) * cross(cd, minus(b, c)) < 0


def lie_on_each_other(a, b, c, d):
    """Have two straight pieces more than a point in common?"""
    ab = minus(b, a)
    if cross(ab, minus(c, a)) or cross(ab, minus(d, a)):
        return False
    low, high = sorted((dot(ab, minus(c, a)), dot(ab, minus(d, a))))
    return min(high, dot(ab, ab)) > max(low, 0)


def squared_between(a, b, c, d):
    """The squared distance of two straight pieces."""
    if cross_each_other(a, b, c, d):
        return 0
    return min(squared_to_way(a, c, d), squared_to_way(b, c, d), squared_to_way(c, a, b), squared_to_way(d, a, b))


def anticlockwise(corners):
    """The corners of a convex polygon, anticlockwise."""
    area = sum(cross(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True))
    return list(corners) if area > 0 else list(corners)[::-1]


def sides(corners):
    """The sides of a polygon."""
    return zip(corners, corners[1:] + corners[:1], strict=True)


def contains(corners, point):
    """Is a point in an anticlockwise convex polygon, or on its border?"""
    return all(cross(minus(b, a), minus(point, a)) >= 0 for a, b in sides(corners))


def stretch(corners, a, b):
    """From where to where (shares of the way) the way from a to b lies in a convex polygon, border included, or None;
    and whether it is then in its inside rather than along its border.
    """
    low, high, inside = Fraction(0), Fraction(1), True
    for p, q in sides(corners):
        start, end = cross(minus(q, p), minus(a, p)), cross(minus(q, p), minus(b, p))
        if start < 0 and end < 0:
            return None
        if start == end:
            if start < 0:
                return None
            inside = inside and start > 0
        elif end > start:
            low = max(low, Fraction(-start, end - start))
        else:
            high = min(high, Fraction(start, start - end))
    return (low, high, inside) if high >= low else None


def common(one, other):
    """The corners of what two convex polygons have in common: of an area three or more, of a side two."""
    corners = [tuple(map(Fraction, point)) for point in one]
    for p, q in sides(other):
        kept = []
        for a, b in sides(corners):
            here, there = cross(minus(q, p), minus(a, p)), cross(minus(q, p), minus(b, p))
            if here >= 0:
                kept.append(a)
            if here * there < 0:
                share = here / (here - there)
                kept.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
        corners = kept
    return set(corners)
