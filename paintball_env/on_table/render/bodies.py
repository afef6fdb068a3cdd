"""The bodies of figures: round bases, on which a Blue figure bears a square."""

from paintball_env.render import palette as ink
from paintball_env.rules.state import BLUE, RED
from tabletop.show.drawing.nature import DEEP_SHADE, SHADE, shifted
from tabletop.show.drawing.shapes import Disc, Group, Item, Point, Shape, box

BODY = 0.80  # of the spot's radius: the base
SQUARE = 0.64  # half the side of a square within it


def body(centre: Point, radius: float, team: int, fill: str) -> Item:
    """The base of a team's figure, with its shadow and a light edge."""
    size, rim = BODY * radius, 0.06 * radius
    base = fill if team == RED else ink.TEAM_PALE[BLUE]
    shapes: list[Item] = [
        Disc(shifted(centre, 0.09 * radius), size + rim, SHADE, opacity=DEEP_SHADE),
        Disc(centre, size + rim / 2, ink.TEAM_DARK[team]),
        Disc(centre, size - rim / 2, ink.TEAM_LIGHT[team]),
        Disc(shifted(centre, 0.3 * rim), size - 1.3 * rim, base),
    ]
    if team == BLUE:
        half = SQUARE * radius
        shapes.append(Shape(box(centre, half, half, 0.3 * half), fill, ink.TEAM_DARK[BLUE], 0.05 * radius))
    return Group(tuple(shapes))
