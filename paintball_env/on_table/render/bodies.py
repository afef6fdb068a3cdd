"""The bodies of figures: round bases, on which a Blue figure bears a square."""

from paintball_env.render import palette as ink
from paintball_env.rules.state import BLUE, RED
from tabletop.show.drawing.shapes import Disc, Group, Item, Point, Shape, box

BODY = 0.80  # of the spot's radius: the base
SQUARE = 0.64  # half the side of a square within it


def body(centre: Point, radius: float, team: int, fill: str) -> Item:
    """The base of a team's figure."""
    if team == RED:
        return Disc(centre, BODY * radius, fill, ink.TEAM_DARK[RED], 0.07 * radius)
    half = SQUARE * radius
    base = Disc(centre, BODY * radius, ink.TEAM_PALE[BLUE], ink.TEAM_DARK[BLUE], 0.07 * radius)
    return Group((base, Shape(box(centre, half, half, 0.3 * half), fill, ink.TEAM_DARK[BLUE], 0.05 * radius)))
