"""Figures, Marshals and flags, and the marks of a figure's states, each at its own place round the figure.

Clockwise from the top: stance (sentry, aim), the flag it carries, its gun (empty, jammed), what holds it down
(suppressed, dazed), grenades, expert.  Facings point between the marks.
"""

from collections.abc import Callable

from ..rules import state
from ..rules.state import BLUE, NONE, RED
from . import palette as ink
from .geometry import Spot
from .shapes import Disc, Group, Item, Point, Shape, Words, box, line, mix, polar, polygon, ring, star
from .status import figure_words
from .view import TEAMS, Board, Figure, Flag, Marshal, Position, flag_title, name_of

BODY = 0.80  # of the spot's radius: a Red figure's disc
SQUARE = 0.71  # half the side of a Blue figure's square
SLIMMER = 0.88  # of these where facings show
MARK = 0.27  # radius of a mark
OUT = 0.73  # distance of the marks from the middle
LONELY = 1.16  # a number is larger by this where no points stand below it
# Angles of the marks' places.
TOP, UPPER_RIGHT, LOWER_RIGHT, BOTTOM, LOWER_LEFT, UPPER_LEFT = 90, 30, -30, -90, -150, 150


def figure_token(board: Board, position: Position, figure: Figure, spot: Spot) -> Item:
    """A figure with all its marks."""
    centre, radius = spot.centre, spot.radius
    items, colour = _bare(board, figure, spot)
    number = str(figure.number + 1)
    points = _shown_points(board, position, figure)
    lift = 0.16 * radius if points else 0.0
    size = _number_size(figure, radius) * (1.0 if points else LONELY)
    if figure.sentry or figure.aim:  # the mark above takes room from the number
        lift, size = (0.05 * radius, 0.84 * size) if points else (-0.14 * radius, 0.92 * size)
    elif not points and (figure.suppressed or figure.dazed):
        lift, size = 0.12 * radius, 0.92 * size
    items.append(Words((centre[0], centre[1] - lift), number, size, colour, bold=True))
    for k in range(points):
        at = (centre[0] + (k - (points - 1) / 2) * 0.27 * radius, centre[1] + 0.44 * radius)
        full = k < figure.points
        items.append(Disc(at, (0.10 if full else 0.075) * radius, colour if full else None, colour, 0.04 * radius))
    for angle, marks in _marks(position, figure).items():
        items += _place(centre, radius, angle, marks)
    return Group(tuple(items), (("figure", figure.name),), figure_words(board, position, figure))


def plain(board: Board, figure: Figure, spot: Spot) -> Item:
    """A figure with its number and facing alone, for a spot that is too small for marks."""
    items, colour = _bare(board, figure, spot)
    size = LONELY * _number_size(figure, spot.radius)
    items.append(Words(spot.centre, str(figure.number + 1), size, colour, bold=True))
    return Group(tuple(items))


def _bare(board: Board, figure: Figure, spot: Spot) -> tuple[list[Item], str]:
    """A figure's body and facing, and the colour of what is written on it."""
    team, spent = figure.team, figure.activation == state.FINISHED
    fill = mix(ink.TEAM[team], ink.WHITE, 0.62) if spent else ink.TEAM[team]
    items = [body(spot.centre, spot.radius * (SLIMMER if board.blind_spots else 1.0), team, fill)]
    if board.blind_spots:
        items.append(_wedge(spot.centre, spot.radius, figure.facing))
    return items, ink.TEAM_DARK[team] if spent else ink.WHITE


def _number_size(figure: Figure, radius: float) -> float:
    return (0.94 if figure.number < 9 else 0.84) * radius


def body(centre: Point, radius: float, team: int, fill: str) -> Item:
    """The shape of a team: Red's are round, Blue's square."""
    if team == RED:
        return Disc(centre, BODY * radius, fill, ink.TEAM_DARK[RED], 0.07 * radius)
    half = SQUARE * radius
    return Shape(box(centre, half, half, 0.16 * half), fill, ink.TEAM_DARK[BLUE], 0.07 * radius)


def _wedge(centre: Point, radius: float, facing: int) -> Item:
    """The arrowhead that shows where a figure looks."""
    angle = 60.0 * facing
    base = 0.7 * radius
    corners = polar(centre, 0.99 * radius, angle), polar(centre, base, angle + 24), polar(centre, base, angle - 24)
    return Shape(corners, ink.INK, ink.WHITE, 0.045 * radius)


def _shown_points(board: Board, position: Position, figure: Figure) -> int:
    # Between a side's phases nobody has points; an empty row then says nothing.
    if position.turn == 0 or (position.phase == 2 and figure.team != position.acting and not figure.points):
        return 0
    return max(figure.points, board.points[1] if figure.expert else board.points[0])


Mark = Callable[[Point, float], list[Item]]


def _marks(position: Position, figure: Figure) -> dict[int, list[Mark]]:
    """The marks at each place."""
    carried = [_carried(flag_colour(position, flag)) for flag in position.flag_of(figure.id)]
    grenades = [
        _counted(mark, count) for mark, count in ((smoke_can, figure.smoke), (paint_ball, figure.paint)) if count
    ]
    places: dict[int, list[Mark]] = {
        TOP: [mark for mark, there in ((eye, figure.sentry), (cross_hair, figure.aim)) if there],
        UPPER_RIGHT: carried,
        LOWER_RIGHT: [{state.EMPTY: empty_gun, state.JAMMED: jam}[figure.gun]] if figure.gun else [],
        BOTTOM: [mark for mark, there in ((held_down, figure.suppressed), (dazed, figure.dazed)) if there],
        LOWER_LEFT: grenades,
        UPPER_LEFT: [expert] if figure.expert else [],
    }
    return {angle: marks for angle, marks in places.items() if marks}


def _place(centre: Point, radius: float, angle: float, marks: list[Mark]) -> list[Item]:
    """Marks at one place: a single one in full size, more of them smaller along the figure's rim."""
    if len(marks) == 1:
        return marks[0](polar(centre, OUT * radius, angle), MARK * radius)
    items: list[Item] = []
    half = 0.8 * MARK * radius
    step = 27.0
    for k, mark in enumerate(marks):
        turn = angle + (k - (len(marks) - 1) / 2) * step
        items += mark(polar(centre, (OUT + 0.04) * radius, turn), half)
    return items


def _plate(at: Point, half: float, fill: str = ink.WHITE) -> Item:
    return Disc(at, half, fill, ink.INK, 0.16 * half)


def eye(at: Point, half: float) -> list[Item]:
    """A sentry."""
    x, y = at
    upper = [(x + half * 0.72 * k / 4, y - half * 0.46 * (1 - (k / 4) ** 2)) for k in range(-4, 5)]
    lower = [(px, 2 * y - py) for px, py in reversed(upper)]
    return [_plate(at, half), Shape((*upper, *lower[1:-1]), None, ink.INK, 0.17 * half), Disc(at, 0.25 * half, ink.INK)]


def cross_hair(at: Point, half: float) -> list[Item]:
    """A figure that holds aim."""
    items: list[Item] = [_plate(at, half), ring(at, 0.46 * half, ink.INK, 0.16 * half)]
    for angle in (0, 90, 180, 270):
        items.append(line((polar(at, 0.2 * half, angle), polar(at, 0.82 * half, angle)), ink.INK, 0.16 * half))
    return items


def empty_gun(at: Point, half: float) -> list[Item]:
    """Out of ammo: a circle struck through."""
    bar = line((polar(at, 0.75 * half, 45), polar(at, 0.75 * half, 225)), ink.INK, 0.2 * half)
    return [_plate(at, half), ring(at, 0.46 * half, ink.INK, 0.2 * half), bar]


def jam(at: Point, half: float) -> list[Item]:
    """Jammed: a heavy X on yellow, for it needs a Marshal."""
    strokes = [
        line((polar(at, 0.66 * half, a), polar(at, 0.66 * half, a + 180)), ink.INK, 0.3 * half) for a in (45, 135)
    ]
    return [_plate(at, half, ink.MARSHAL), *strokes]


def held_down(at: Point, half: float) -> list[Item]:
    """Suppressed: two arrows pointing down."""
    x, y = at
    items: list[Item] = [_plate(at, half)]
    for top in (-0.5, -0.02):
        arrow = ((x - 0.5 * half, y + top * half), (x, y + (top + 0.46) * half), (x + 0.5 * half, y + top * half))
        items.append(line(arrow, ink.INK, 0.22 * half))
    return items


def dazed(at: Point, half: float) -> list[Item]:
    """Lost in smoke: a spiral."""
    curl = [polar(at, half * (0.08 + 0.66 * k / 28), 28.0 * k) for k in range(29)]
    return [_plate(at, half), line(curl, ink.INK, 0.16 * half)]


def expert(at: Point, half: float) -> list[Item]:
    """A star."""
    return [Shape(star(at, 1.15 * half, 5, 0.5), ink.EXPERT, ink.INK, 0.16 * half)]


def smoke_can(at: Point, half: float) -> list[Item]:
    """A smoke grenade: a can."""
    x, y = at
    lid = Shape(box((x, y - 0.74 * half), 0.32 * half, 0.2 * half), ink.INK)
    return [lid, Shape(box((x, y + 0.12 * half), 0.62 * half, 0.76 * half), ink.SMOKE, ink.INK, 0.16 * half)]


def paint_ball(at: Point, half: float) -> list[Item]:
    """A paint grenade: a splash."""
    return [Shape(star(at, 1.08 * half, 8, 0.62), ink.PAINT, ink.INK, 0.14 * half)]


def _carried(team: int) -> Mark:
    def draw(at: Point, half: float) -> list[Item]:
        return pennant(at, 1.6 * half, team)

    return draw


def _counted(mark: Mark, count: int) -> Mark:
    def draw(at: Point, half: float) -> list[Item]:
        items = mark(at, half)
        if count > 1:
            items.append(Words(at, str(count), 1.25 * half, ink.INK, bold=True))
        return items

    return draw


def pennant(at: Point, half: float, team: int) -> list[Item]:
    """A flag: Red's runs to a point, Blue's is square, the one of both has a swallow's tail."""
    x, y = at
    left, top, low = x - 0.5 * half, y - 0.85 * half, y + 0.12 * half
    right, middle = x + 0.72 * half, (top + low) / 2
    shapes = {
        RED: ((left, top), (right, middle), (left, low)),
        BLUE: ((left, top), (right, top), (right, low), (left, low)),
        NONE: ((left, top), (right, top), (right - 0.4 * half, middle), (right, low), (left, low)),
    }
    fill = ink.NO_TEAM if team == NONE else ink.TEAM[team]
    return [
        Shape(shapes[team], fill, ink.INK, 0.11 * half),
        line(((left, top - 0.08 * half), (left, y + 0.9 * half)), ink.INK, 0.17 * half),
    ]


def flag_colour(position: Position, flag: Flag) -> int:
    """Whose colour a flag has; NONE where it belongs to both."""
    return NONE if position.objective == state.SINGLE else flag.number


def flag_token(position: Position, flag: Flag, spot: Spot) -> Item:
    """A flag that lies in a hex."""
    parts = tuple(flag_parts(position, flag, spot))
    return Group(parts, (("flag", str(flag.number)),), f"{flag_title(position.objective, flag.number)} lies here")


def flag_parts(position: Position, flag: Flag, spot: Spot) -> list[Item]:
    """A flag on its disc."""
    colour = flag_colour(position, flag)
    pale = ink.WHITE if colour == NONE else ink.TEAM_PALE[colour]
    base = Disc(spot.centre, 0.86 * spot.radius, pale, ink.FAINT, 0.05 * spot.radius)
    at = (spot.centre[0] - 0.06 * spot.radius, spot.centre[1])
    return [base, *pennant(at, 0.8 * spot.radius, colour)]


def marshal_token(marshal: Marshal, spot: Spot) -> Item:
    """A Marshal; whom he attends stands below his name."""
    (x, y), radius = spot.centre, spot.radius
    title = (
        f"Marshal {marshal.number + 1}, {(*(f'{team}s' for team in TEAMS), 'of no team', 'of no team')[marshal.number]}"
    )
    parts: list[Item] = [marshal_shape(spot.centre, radius)]
    if marshal.attends == NONE:
        parts.append(Words((x, y), f"M{marshal.number + 1}", 0.66 * radius, ink.INK, bold=True))
    else:
        parts.append(Words((x, y - 0.2 * radius), f"M{marshal.number + 1}", 0.56 * radius, ink.INK, bold=True))
        parts.append(Words((x, y + 0.32 * radius), f"at {name_of(marshal.attends)}", 0.36 * radius, ink.INK))
        title += f", attends {name_of(marshal.attends)}"
    return Group(tuple(parts), (("marshal", f"M{marshal.number + 1}"),), title)


def marshal_shape(centre: Point, radius: float) -> Item:
    """A yellow diamond."""
    return Shape(polygon(centre, 0.96 * radius, 4), ink.MARSHAL, ink.INK, 0.09 * radius)
