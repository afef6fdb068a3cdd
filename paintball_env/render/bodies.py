"""The bodies of figures: the shape and the colour of a team."""

from paintball_env.render import palette as ink
from paintball_env.rules.state import BLUE, RED
from tabletop.show.drawing.nature import DEEP_SHADE, SHADE, shifted
from tabletop.show.drawing.shapes import Disc, Group, Item, Point, Shape, box

BODY = 0.80  # of the spot's radius: a Red figure's disc
SQUARE = 0.71  # half the side of a Blue figure's square


def body(centre: Point, radius: float, team: int, fill: str) -> Item:
    """The shape of a team with its shadow and a light edge: Red's are round, Blue's square."""
    below, line, rim = shifted(centre, 0.09 * radius), 0.06 * radius, 0.05 * radius
    if team == RED:
        size = BODY * radius
        shapes: tuple[Item, ...] = (
            Disc(below, size + line, SHADE, opacity=DEEP_SHADE),
            Disc(centre, size + line, ink.TEAM_DARK[RED]),
            Disc(centre, size - line / 2, ink.TEAM_LIGHT[RED]),
            Disc(shifted(centre, 0.4 * rim), size - 0.4 * line - rim, fill),
        )
        return Group(shapes)
    half = SQUARE * radius
    shapes = (
        Shape(box(below, half + line, half + line, 0.2 * half), SHADE, opacity=DEEP_SHADE),
        Shape(box(centre, half + line, half + line, 0.2 * half), ink.TEAM_DARK[BLUE]),
        Shape(box(centre, half - line / 2, half - line / 2, 0.14 * half), ink.TEAM_LIGHT[BLUE]),
        Shape(box(shifted(centre, 0.4 * rim), half - 0.4 * line - rim, half - 0.4 * line - rim, 0.1 * half), fill),
    )
    return Group(shapes)
