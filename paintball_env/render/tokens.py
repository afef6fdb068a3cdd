"""Figures, Marshals and flags.

A figure's number and points stand on its body, its facing and the marks of its states around it.
"""

from collections.abc import Iterable

from paintball_env.actions import figure_name
from paintball_env.render import palette as ink
from paintball_env.render.bodies import body
from paintball_env.render.geometry import ASIDE, TURN, Spot
from paintball_env.render.marks import PITCH, POINT, POINTS, marks, pennant, posture
from paintball_env.render.view import Figure, Flag, Marshal, Position
from paintball_env.rules.state import NONE
from tabletop.show.drawing.shapes import Disc, Group, Item, Point, Shape, Words, line, mix, polar, polygon

SLIMMER = 0.88  # of these where facings show
LONELY = 1.16  # a number is larger by this where no points stand below it
BACK = 0.27  # how far the back one of a stack stands out, in radii
GROWN = 1.12  # a stack has no marks around it and takes their room
# The arrowhead of a facing: distances of its tip, of the notch between its barbs and of these, and half their angle.
TIP, NOTCH, BARB, SPREAD = 1.03, 0.66, 0.57, 25.0


def figure_token(figure: Figure, spot: Spot, points: int, flags: Iterable[int]) -> tuple[Item, ...]:
    """A figure with all its marks; so many points are shown, and the flags that it carries, by their teams."""
    centre, radius = spot.centre, spot.radius
    items, colour = _bare(figure, spot)
    number = str(figure.number + 1)
    lift = 0.16 * radius if points else 0.0
    size = _number_size(figure, radius) * (1.0 if points else LONELY)
    if posture(figure):  # the mark above takes room from the number
        lift, size = (0.05 * radius, 0.84 * size) if points else (-0.14 * radius, 0.92 * size)
    items.append(Words((centre[0], centre[1] - lift), number, size, colour, bold=True))
    offset = ASIDE.get(figure.facing, 0.0)
    for k in range(points):
        at = (centre[0] + (offset + (k - (points - 1) / 2) * PITCH) * radius, centre[1] + POINTS * radius)
        size, fill = (POINT, colour) if k < figure.points else (0.75 * POINT, None)
        items.append(Disc(at, size * radius, fill, colour, 0.04 * radius))
    items += marks(figure, centre, radius, points, flags)
    items += arrowhead(centre, radius, figure.facing)
    return tuple(items)


def unmarked(figure: Figure, spot: Spot) -> Item:
    """A figure with its number and facing alone, for a spot that is too small for marks."""
    items, colour = _bare(figure, spot)
    size = LONELY * _number_size(figure, spot.radius)
    items.append(Words(spot.centre, str(figure.number + 1), size, colour, bold=True))
    return Group((*items, *arrowhead(spot.centre, spot.radius, figure.facing)))


def _bare(figure: Figure, spot: Spot) -> tuple[list[Item], str]:
    """A figure's body, and the colour of what is written on it."""
    team, is_finished = figure.team, "finished" in figure.states
    fill = paled(team) if is_finished else ink.TEAM[team]
    items = [body(spot.centre, spot.radius * (1.0 if figure.facing is None else SLIMMER), team, fill)]
    return items, ink.TEAM_DARK[team] if is_finished else ink.WHITE


def paled(team: int) -> str:
    """The colour of a team's figures that have finished."""
    return mix(ink.TEAM[team], ink.WHITE, 0.62)


def _number_size(figure: Figure, radius: float) -> float:
    return (0.94 if figure.number < 9 else 0.84) * radius


def arrowhead(centre: Point, radius: float, facing: int | None) -> list[Item]:
    """What shows where a figure looks; it stands out of the body, and no mark comes near. None: nothing."""
    if facing is None:
        return []
    angle = TURN * facing
    # A notch at the back: a plain triangle of this width would have no clear direction.
    shares = ((TIP, 0.0), (BARB, SPREAD), (NOTCH, 0.0), (BARB, -SPREAD))
    corners = tuple(polar(centre, share * radius, angle + turn) for share, turn in shares)
    return [Shape(corners, ink.WHITE, ink.WHITE, 0.11 * radius), Shape(corners, ink.INK)]


def shown_points(position: Position, figure: Figure) -> int:
    """How many points a figure shows, those it has spent among them."""
    # Between a side's phases nobody has points; an empty row then says nothing.
    if position.turn == 0 or (position.phase == 2 and figure.team != position.acting and not figure.points):
        return 0
    return max(figure.points, figure.full)


def flag_token(flag: Flag, spot: Spot) -> list[Item]:
    """A flag on its disc."""
    pale = ink.WHITE if flag.team == NONE else ink.TEAM_PALE[flag.team]
    base = Disc(spot.centre, 0.86 * spot.radius, pale, ink.FAINT, 0.05 * spot.radius)
    at = (spot.centre[0] - 0.06 * spot.radius, spot.centre[1])
    return [base, *pennant(at, 0.8 * spot.radius, flag.team)]


def marshal_token(marshal: Marshal, spot: Spot) -> list[Item]:
    """A Marshal; whom he attends stands below his name."""
    (x, y), radius = spot.centre, spot.radius
    parts: list[Item] = [marshal_shape(spot.centre, radius)]
    if marshal.attends == NONE:
        parts.append(Words((x, y), marshal.name, 0.66 * radius, ink.INK, bold=True))
    else:
        parts.append(Words((x, y - 0.2 * radius), marshal.name, 0.56 * radius, ink.INK, bold=True))
        parts.append(Words((x, y + 0.32 * radius), f"at {figure_name(marshal.attends)}", 0.36 * radius, ink.INK))
    return parts


def marshal_shape(centre: Point, radius: float) -> Item:
    """A yellow diamond."""
    return Shape(polygon(centre, 0.96 * radius, 4), ink.MARSHAL, ink.INK, 0.09 * radius)


def stack(spot: Spot, team: int, count: str) -> list[Item]:
    """Several of a team: one behind another, the front one with their count."""
    front, back, radius = two(spot)
    size = (1.02 if len(count) < 3 else 0.8) * radius
    return [
        body(back, GROWN * radius, team, ink.TEAM_PALE[team]),
        body(front, GROWN * radius, team, ink.TEAM[team]),
        Words(front, count, size, ink.WHITE, bold=True),
    ]


def two(spot: Spot) -> tuple[Point, Point, float]:
    """Centres of the front and the back one of a stack, and their radius."""
    (x, y), offset = spot.centre, BACK / 2 * spot.radius
    return (x - offset, y + offset), (x + offset, y - offset), (1 - BACK / 2) * spot.radius


def attends(marshal: Spot, patient: Spot) -> list[Item]:
    """The line from a Marshal to the figure that he attends."""
    ends = (marshal.centre, patient.centre)
    return [line(ends, ink.INK, 0.5 * marshal.radius), line(ends, ink.MARSHAL, 0.34 * marshal.radius)]
