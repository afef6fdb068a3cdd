"""Who acts, upon whom: halos of the figures concerned, lines of fire, the hex at issue."""

import math
from collections.abc import Iterator, Sequence

from paintball_env.actions import figure_name
from paintball_env.render import palette as ink
from paintball_env.render.arrangement import Arrangement
from paintball_env.render.geometry import Layout, Spot
from paintball_env.render.view import Position
from paintball_env.rules.state import NONE
from paintball_env.terms import PLACE
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, dashed, polar, ring, star
from tabletop.show.drawing.things import BELOW, UNIT, Thing

# Names of the signs in the legend, by what the keys of the things begin with.
SIGNS = {
    "acting": "acting",
    "asked": "may react",
    "shot_at": "shot at",
    "fire": "line of fire",
    "hex at issue": f"{PLACE} at issue",
}


def things(layout: Layout, position: Position, places: Arrangement) -> Iterator[Thing]:
    """All of them, on the board and in the strips."""
    width = max(1.5, 0.045 * layout.size)
    if position.place != NONE:
        corners = layout.around()
        shapes = border((*corners, corners[0]), width, 0.16 * layout.size)
        yield Thing("hex at issue", BELOW, layout.centre(position.place), 1.0, tuple(shapes))
    actors, sentries, shots, lines = _concerned(position)
    for source, aim in lines:
        start, end = places.on_board(source), places.on_board(aim)
        if start and end:
            (x0, y0), (x1, y1) = start.centre, end.centre
            shapes = fire(((0.0, 0.0), (x1 - x0, y1 - y0)), width, 0.1 * layout.size, 0.8 * end.radius)
            yield Thing(f"fire:{source}:{aim}", BELOW, start.centre, 1.0, tuple(shapes))
    for names, halo in ((actors, acting), (sentries, asked), (shots, shot_at)):
        for number, spot in enumerate(_spots(places, names)):
            shapes = halo((0.0, 0.0), UNIT)
            yield Thing(f"{halo.__name__}:{number}", BELOW, spot.centre, spot.radius / UNIT, tuple(shapes))


def _concerned(position: Position) -> tuple[list[str], list[str], list[str], list[tuple[str, str]]]:
    """Names of those who act, who may react, who are shot at, and of both ends of the lines of fire."""
    actor, sentries = ([figure_name(who)] if who != NONE else [] for who in (position.actor, position.asked))
    shots = list(dict.fromkeys(figure_name(shot) for shot in position.shots))
    lines = [(who, shot) for who in actor for shot in shots] + [(who, mover) for who in sentries for mover in actor]
    return actor, sentries, shots, list(dict.fromkeys(lines))


def _spots(places: Arrangement, names: list[str]) -> list[Spot]:
    """Where these figures show: their tokens, and the signs of those in full hexes."""
    spots = [spot for name in names for spot in (places.on_board(name), places.tokens.get(name)) if spot]
    return list(dict.fromkeys(spots))


def acting(centre: Point, radius: float) -> list[Item]:
    """The halo of one who acts."""
    return [Disc(centre, radius, ink.HINT, ink.INK, max(0.8, 0.05 * radius))]


def asked(centre: Point, radius: float) -> list[Item]:
    """The halo of one who may react: rays, as of an alarm."""
    return [Shape(star(centre, 1.16 * radius, 14, 0.82), ink.HINT, ink.INK, max(0.8, 0.05 * radius))]


def shot_at(centre: Point, radius: float) -> list[Item]:
    """The halo of one who is shot at."""
    return [
        Disc(centre, radius, ink.WHITE, ink.INK, max(0.8, 0.05 * radius)),
        ring(centre, 0.92 * radius, ink.HINT, 0.14 * radius),
    ]


def angle_of(start: Point, goal: Point) -> float:
    """Which way a line goes, in degrees, anticlockwise from east."""
    return math.degrees(math.atan2(start[1] - goal[1], goal[0] - start[0]))


def fire(ends: tuple[Point, Point], width: float, dash: float, tip: float = 0.0) -> list[Item]:
    """A line of fire, its arrowhead `tip` before its end."""
    start, goal = ends
    angle = angle_of(start, goal)
    point = polar(goal, tip, angle + 180.0)
    line = (start, polar(point, 3.0 * width, angle + 180.0))
    corners = tuple(
        polar(point, reach * width, angle + turn) for reach, turn in ((0.0, 0.0), (6.0, 155.0), (6.0, 205.0))
    )
    strokes = [dashed(line, ink.INK, 1.5 * width, dash), dashed(line, ink.HINT, 0.9 * width, dash)]
    return [*strokes, Shape(corners, ink.HINT, ink.INK, 0.6 * width)]


def border(corners: Sequence[Point], width: float, dash: float) -> list[Item]:
    """The border of the hex at issue."""
    return [dashed(corners, ink.INK, 1.5 * width, dash), dashed(corners, ink.HINT, 0.8 * width, dash)]
