"""Grass, bushes and wood seen from above, lit from the upper left; by a number always the same ones."""

import math
from collections.abc import Iterable, Sequence
from random import Random

from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, line, polar

SHADE = "#10180a"  # of shadows
FAINT_SHADE, SOFT_SHADE, DEEP_SHADE = 0.12, 0.2, 0.3  # how much of it
LOBES = 5  # of a bush


def shifted(point: Point, off: float, more: float = 1.2) -> Point:
    """A point moved away from the light: to the right, and down by `more` times as much."""
    return point[0] + off, point[1] + off * more


def shade_of(points: Iterable[Point], off: float, opacity: float = SOFT_SHADE) -> Shape:
    """The shadow of a polygon that stands so high above the ground."""
    return Shape(tuple(shifted(point, off) for point in points), SHADE, opacity=opacity)


def blob(chance: Random, centre: Point, radius: float, corners: int = 14) -> tuple[Point, ...]:
    """Corners of a round patch without a clear shape."""
    first, second, flat = 360.0 * chance.random(), 360.0 * chance.random(), 0.65 + 0.3 * chance.random()
    points = []
    for turn in (360.0 * k / corners for k in range(corners)):
        wave = 1.0 + 0.2 * math.sin(math.radians(2 * turn + first)) + 0.1 * math.sin(math.radians(3 * turn + second))
        x, y = polar((0.0, 0.0), radius * wave, turn)
        points.append((centre[0] + x, centre[1] + flat * y))
    return tuple(points)


def tuft(chance: Random, foot: Point, high: float) -> list[tuple[Point, ...]]:
    """Blades of grass: a line each."""
    x, y = foot
    leans = (-0.55, -0.05, 0.5)
    return [
        ((x + 0.12 * high * k, y), (x + (lean + 0.3 * (chance.random() - 0.5)) * high, y - high * (1 - abs(lean) / 2)))
        for k, lean in enumerate(leans, -1)
    ]


def bushes(
    chance: Random, spots: Sequence[tuple[Point, float]], leaf: tuple[str, str, str, str], depth: bool = True
) -> list[Item]:
    """Bushes, each at its middle with its radius; the colours of leaves, from the outline to the light.

    All of one colour come one after the other: bushes that touch grow into each other.
    """
    lobed = []
    for middle, radius in spots:
        turn, out = 360.0 * chance.random(), (0.5 + 0.06 * chance.random()) * radius
        lobes = [(polar(middle, out, turn + 360.0 * k / LOBES), 0.46 * radius) for k in range(LOBES)]
        lobed.append([*lobes, (middle, 0.5 * radius)])
    items: list[Item] = []
    if depth:
        items += [Disc(shifted(at, 0.24 * radius), 0.95 * radius, SHADE, opacity=SOFT_SHADE) for at, radius in spots]
    items += [Disc(at, 1.22 * size, leaf[0]) for lobes in lobed for at, size in lobes]
    items += [Disc(at, size, leaf[1]) for lobes in lobed for at, size in lobes]
    for middle, radius in spots:
        lit = shifted(middle, -0.13 * radius)
        items += [Disc(polar(lit, 0.3 * radius, 40.0 + 120.0 * k), 0.36 * radius, leaf[2]) for k in range(3)]
    for middle, radius in spots if depth else ():
        lit = shifted(middle, -0.22 * radius)
        turn = 90.0 * chance.random()
        items += [Disc(polar(lit, 0.28 * radius, turn + 120.0 * k), 0.14 * radius, leaf[3]) for k in range(3)]
    return items


def crate(
    centre: Point, long: float, high: float, degrees: float, wood: tuple[str, str, str], depth: bool = True
) -> list[Item]:
    """A wooden crate, `long` and `high` halves of its sides; colours of its line, its boards, and their lit edge."""
    corners = turned_box(centre, long, high, degrees)
    thin = 0.14 * min(long, high)
    items: list[Item] = [shade_of(corners, 0.34 * min(long, high), DEEP_SHADE)] if depth else []
    items.append(Shape(corners, wood[1], wood[0], 1.3 * thin))
    inner = turned_box(centre, long - 2.1 * thin, high - 2.1 * thin, degrees)
    if depth:
        items.append(line((corners[2], corners[1], corners[0]) if _faces_up(degrees) else corners[:3], wood[2], thin))
    items += [
        Shape(inner, None, wood[0], 0.7 * thin),
        line((inner[0], inner[2]), wood[0], 1.1 * thin),
        line((inner[1], inner[3]), wood[0], 1.1 * thin),
    ]
    return items


def _faces_up(degrees: float) -> bool:
    return degrees % 180.0 < 90.0


def turned_box(centre: Point, long: float, high: float, degrees: float) -> tuple[Point, ...]:
    """Corners of a rectangle whose long side lies at an angle; `long` and `high` are halves of its sides."""
    reach, angle = math.hypot(long, high), math.degrees(math.atan2(high, long))
    turns = (degrees + angle, degrees + 180.0 - angle, degrees + 180.0 + angle, degrees - angle)
    return tuple(polar(centre, reach, turn) for turn in turns)


def barrel(centre: Point, radius: float, steel: tuple[str, str, str], depth: bool = True) -> list[Item]:
    """An oil drum from above; colours of its line, its lid, and the lit edge."""
    items: list[Item] = [Disc(shifted(centre, 0.3 * radius), radius, SHADE, opacity=DEEP_SHADE)] if depth else []
    items += [
        Disc(centre, radius, steel[1], steel[0], 0.2 * radius),
        Disc(centre, 0.68 * radius, None, steel[0], 0.1 * radius),
    ]
    if depth:
        arc = [polar(centre, 0.84 * radius, angle) for angle in range(95, 186, 15)]
        items.append(line(arc, steel[2], 0.14 * radius))
    items.append(Disc(polar(centre, 0.36 * radius, -40.0), 0.16 * radius, steel[0]))
    return items
