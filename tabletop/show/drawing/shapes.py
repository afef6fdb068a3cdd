"""What a picture is made of: polygons, lines, discs, words. SVG and pixels are made from the same list."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

Point = tuple[float, float]
NARROWEST, WIDEST = 200, 8000  # pictures, in pixels
HALO = 0.5  # width of the line behind letters, in sizes of them


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon, or a line where there is no fill and it isn't closed.

    Attributes:
        points: its corners in pixels.
        fill: colour, or none.
        stroke: colour of the line, or none.
        width: of the line, in pixels.
        opacity: of the fill.
        closed: the last corner is joined to the first.
        dash: length of the dashes of an open line, in pixels, with gaps alike; 0: a full line.
    """

    points: tuple[Point, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    opacity: float = 1.0
    closed: bool = True
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle, with or without a line around it."""

    centre: Point
    radius: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Words:
    """Text around, or beginning or ending at, a point at half the height of its capitals.

    Where it lies `under` other things, these may cover it. A `halo` is a colour around its letters.
    """

    at: Point
    text: str
    size: float
    fill: str = "#1b1b1b"
    anchor: str = "middle"  # start, middle, end
    bold: bool = False
    under: bool = False
    halo: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that are one thing: in SVG a group with attributes and a tooltip."""

    parts: tuple["Item", ...]
    data: tuple[tuple[str, str], ...] = ()
    title: str = ""


Item = Shape | Disc | Words | Group


def line(points: Iterable[Point], stroke: str, width: float) -> Shape:
    """A line through points."""
    return Shape(tuple(points), None, stroke, width, closed=False)


def ring(centre: Point, radius: float, stroke: str, width: float) -> Disc:
    """A circle's line alone."""
    return Disc(centre, radius, None, stroke, width)


def dashed(points: Iterable[Point], stroke: str, width: float, dash: float) -> Shape:
    """A line through points in dashes of this length."""
    return Shape(tuple(points), None, stroke, width, closed=False, dash=dash)


def dashes(points: Sequence[Point], dash: float) -> list[tuple[Point, Point]]:
    """The ends of the dashes of a line through points, evenly spread over each stretch."""
    pieces = []
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        count = max(1, round(length / dash / 2))
        for k in range(count):
            a, b = (k + 0.25) / count, (k + 0.75) / count
            pieces.append(
                ((x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)),
            )
    return pieces


def moved(item: Item, at: Point, scale: float) -> Item:
    """An item that is drawn around (0, 0), at another place and size."""
    x, y = at
    if isinstance(item, Disc):  # most items: `replace` takes several times as long
        centre = x + scale * item.centre[0], y + scale * item.centre[1]
        return Disc(centre, scale * item.radius, item.fill, item.stroke, scale * item.width, item.opacity)
    if isinstance(item, Group):
        return replace(item, parts=tuple(moved(part, at, scale) for part in item.parts))
    if isinstance(item, Words):
        return replace(item, at=(x + scale * item.at[0], y + scale * item.at[1]), size=scale * item.size)
    points = tuple((x + scale * u, y + scale * v) for u, v in item.points)
    return replace(item, points=points, width=scale * item.width, dash=scale * item.dash)


def colours_of(items: Iterable[Item]) -> set[str]:
    """All colours of items."""
    found: set[str | None] = set()
    for item in items:
        if isinstance(item, Group):
            found |= colours_of(item.parts)
        else:
            found |= {item.fill, item.halo} if isinstance(item, Words) else {item.fill, item.stroke}
    return {colour for colour in found if colour}


def polar(centre: Point, radius: float, degrees: float) -> Point:
    """The point at a distance and an angle, anticlockwise from east as the eye sees it (y runs down)."""
    angle = math.radians(degrees)
    return centre[0] + radius * math.cos(angle), centre[1] - radius * math.sin(angle)


def polygon(centre: Point, radius: float, corners: int, first: float = 90.0) -> tuple[Point, ...]:
    """Corners of a regular polygon."""
    return tuple(polar(centre, radius, first + 360.0 * k / corners) for k in range(corners))


def star(centre: Point, radius: float, rays: int, inner: float = 0.45) -> tuple[Point, ...]:
    """Corners of a star with its first ray up."""
    radii = (radius, radius * inner)
    return tuple(polar(centre, radii[k % 2], 90.0 + 180.0 * k / rays) for k in range(2 * rays))


def box(centre: Point, half_width: float, half_height: float, cut: float = 0.0) -> tuple[Point, ...]:
    """Corners of an upright rectangle, its corners cut off by `cut`."""
    (x, y), w, h = centre, half_width, half_height
    if not cut:
        return (x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)
    return (
        (x - w + cut, y - h),
        (x + w - cut, y - h),
        (x + w, y - h + cut),
        (x + w, y + h - cut),
        (x + w - cut, y + h),
        (x - w + cut, y + h),
        (x - w, y + h - cut),
        (x - w, y - h + cut),
    )


def mix(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it (`#rrggbb`)."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


def check_width(width: int) -> None:
    """Refuse a picture that nothing could be read in, or that takes gigabytes: ValueError in one line."""
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"width {width}: a picture is {NARROWEST} to {WIDEST} pixels wide")
