"""Terrain (TA): areas, pieces and places as a file has them, in centimetres, and in the world's record, in mm.

An area of a file is its kind and its parts, a disc `[x, y, radius]` or the corners of a polygon; a piece its kind and
its points. Inside they are tuples of the same form.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, BeforeValidator, Field

from state_of_war.rules import state
from tabletop.game.header import Record
from tabletop.game.headings import COMPASS, half_turned_heading
from tabletop.game.open_table import lay_area
from tabletop.game.places import Point

LARGEST = 400  # cm of a table (TA1)
CORE = 50  # mm: the strip that a core is without (TA5)
AREAS = ("", "wood", "marsh", "hill", "building", "water", "ford")
PIECES = ("", "wall", "fence", "bank")
# As they are drawn, the lowest first, where areas lie on each other.
LAYERS = (state.HILL, state.MARSH, state.FORD, state.WATER, state.WOOD, state.BUILDING)


# What a file may say.


def _tenths(value: float) -> float:
    if round(10 * value) / 10 != value:
        raise ValueError(f"{value} has more than one decimal")
    return round(10 * value) / 10  # without the sign of -0.0


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST / 2:
        raise ValueError(f"a coordinate, or radius, is a number of cm up to {LARGEST // 2}")
    return _tenths(value)


def _numbers(value: Any, count: int) -> tuple[float, ...]:
    if not isinstance(value, list | tuple) or len(value) != count:
        raise ValueError("a point is [x, y], and a disc [x, y, radius]")
    return tuple(map(_number, value))


def _kind(value: Any, kinds: Sequence[str], what: str) -> str:
    kind = value[0] if isinstance(value, list | tuple) and len(value) > 1 else None
    if not isinstance(kind, str) or kind not in kinds[1:]:
        raise ValueError(f"{what}, first its kind: {', '.join(kinds[1:])} (TA4)")
    return kind


def _area(value: Any) -> tuple[Any, ...]:
    kind = _kind(value, AREAS, "an area is a kind and its parts")
    parts = [_part(kind, part) for part in value[1:]]
    return (kind, *parts)


def _part(kind: str, value: Any) -> tuple[Any, ...]:
    if isinstance(value, list | tuple) and value and isinstance(value[0], list | tuple):
        corners = tuple(_numbers(corner, 2) for corner in value)
        try:
            lay_area(np.zeros(1, state.GROUND["areas"].base)[0], [in_mm(corner) for corner in corners], CORE)
        except ValueError as error:
            raise ValueError(f"{error} (TA4)") from None
        return corners
    disc = _numbers(value, 3)
    if disc[2] <= 0 or kind == "building":
        raise ValueError("a disc has a radius of more than 0, and no building is one (TA4)")
    return disc


def _piece(value: Any) -> tuple[Any, ...]:
    kind = _kind(value, PIECES, "a piece is a kind and its points")
    points = tuple(_numbers(point, 2) for point in value[1:])
    if len(points) < 2 or any(a == b for a, b in pairwise(points)):
        raise ValueError("a piece goes from one point to another one (TA4)")
    return (kind, *points)


def _place(value: Any) -> Any:
    if isinstance(value, list | tuple) and len(value) != 3:
        raise ValueError('a place is [x, y, heading], as [16.5, 0, "W"] (MV10)')
    return tuple(value) if isinstance(value, list) else value


Coordinate = Annotated[float, Field(ge=-LARGEST / 2, le=LARGEST / 2), AfterValidator(_tenths)]
Place = tuple[Coordinate, Coordinate]
Heading = Literal["E", "ENE", "NE", "NNE", "N", "NNW", "NW", "WNW", "W", "WSW", "SW", "SSW", "S", "SSE", "SE", "ESE"]
Area = Annotated[tuple[Any, ...], BeforeValidator(_area)]
Piece = Annotated[tuple[Any, ...], BeforeValidator(_piece)]
NamedPlace = Annotated[tuple[Coordinate, Coordinate, Heading], BeforeValidator(_place)]


def in_mm(place: Sequence[float]) -> Point:
    """A point of a file in whole mm."""
    return round(10 * place[0]), round(10 * place[1])


# The record.


def stretches(areas: Sequence[Any], pieces: Sequence[Any], is_open: bool) -> Iterator[tuple[int, int, Point, Point]]:
    """All walls, fences and banks: kind, number (TA5), ends; open buildings' edges come first, numbered as they are."""
    for number, (kind, *parts) in enumerate(areas):
        for corners in parts if is_open and kind == "building" else ():
            points = [in_mm(corner) for corner in corners]
            yield from ((state.WALL, number, a, b) for a, b in zip(points, points[1:] + points[:1], strict=True))
    number = len(areas)
    for kind, *ends in pieces:
        for one, other in pairwise(ends):
            yield PIECES.index(kind), number, in_mm(one), in_mm(other)
            number += 1


def check_ground(areas: Sequence[Any], pieces: Sequence[Any], is_open: bool) -> None:
    """Refuse more terrain than a table holds; ValueError, in one line."""
    parts, lines = [part for _, *parts in areas for part in parts], len(list(stretches(areas, pieces, is_open)))
    polygons = sum(isinstance(part[0], tuple) for part in parts)
    for key, count, most, what in (
        ("areas", polygons, state.MOST_AREAS, "polygons"),
        ("areas", len(parts) - polygons, state.MOST_DISCS, "discs"),
        ("pieces", lines, state.MOST_PIECES, "pieces, with the edges of open buildings"),
    ):
        if count > most:
            raise ValueError(f"{key}: {count} {what}, at most {most} are allowed (TA4)")


def lay_ground(
    ground: Record, areas: Sequence[Any], pieces: Sequence[Any], places: Sequence[Any], is_open: bool, turned: bool
) -> None:
    """Write the terrain of a file, turned by half or not, to a record of type GROUND."""
    sign = -1 if turned else 1
    for number, (kind, *parts) in enumerate(areas):
        for part in parts:
            if isinstance(part[0], tuple):
                at = int(ground["polygons"])
                corners = [(sign * x, sign * y) for x, y in map(in_mm, part)]
                lay_area(ground["areas"][at], corners, CORE, 0, AREAS.index(kind))
                ground["of"][at] = number
                ground["polygons"] += 1
            else:
                disc = ground["discs"][ground["rounds"]]
                disc["x"], disc["y"] = (sign * value for value in in_mm(part))
                disc["radius"] = round(10 * part[2])
                disc["core"] = max(0, disc["radius"] - CORE)
                disc["kind"], disc["number"] = AREAS.index(kind), number
                ground["rounds"] += 1
    for kind, number, (ax, ay), (bx, by) in stretches(areas, pieces, is_open):
        ground["pieces"][ground["lines"]] = sign * ax, sign * ay, sign * bx, sign * by, kind, number
        ground["lines"] += 1
    spots = []
    for x, y, heading in places:
        (px, py), number = in_mm((x, y)), COMPASS.index(heading)
        spots.append((sign * px, sign * py, half_turned_heading(16, number) if turned else number))
    for at, (x, y, number) in enumerate(sorted(spots)):
        ground["places"][at] = x, y, number, 0
    ground["spots"] = len(spots)
