"""The bodies of figures: the shape and the colour of a team."""

from paintball_env.render import palette as ink
from paintball_env.rules.state import BLUE, RED
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, box

BODY = 0.80  # of the spot's radius: a Red figure's disc
SQUARE = 0.71  # half the side of a Blue figure's square


def body(centre: Point, radius: float, team: int, fill: str) -> Item:
    """The shape of a team: Red's are round, Blue's square."""
    if team == RED:
        return Disc(centre, BODY * radius, fill, ink.TEAM_DARK[RED], 0.07 * radius)
    half = SQUARE * radius
    return Shape(box(centre, half, half, 0.16 * half), fill, ink.TEAM_DARK[BLUE], 0.07 * radius)
