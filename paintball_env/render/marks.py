"""The marks of a figure's states, on a ring round the figure that leaves its facing and its points free.

Clockwise from the left: grenades, expert, stance (sentry, aim) and what holds it down (suppressed, dazed), the flag it
carries, its gun (empty, jammed).  Each has a place of its own, off which it moves no farther than the facing makes it.
"""

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from paintball_env.render import palette as ink
from paintball_env.render.geometry import ASIDE, TURN
from paintball_env.render.view import Figure
from paintball_env.rules.figure_states import WORDS
from paintball_env.rules.state import BLUE, NONE, RED
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, Words, box, line, polar, ring, star

LARGEST = 0.27  # radius of a mark, in radii of the figure's spot
OUT = 0.75  # distance of the marks from the middle
CLEAR = 28.0  # degrees on both sides of a facing that no mark enters
BESIDE = 27.0  # degrees between marks of one place
PENNANT = 1.35  # a carried flag's size in marks
POINTS = 0.38  # how far below the middle the row of points lies
PITCH = 0.27  # between points
POINT = 0.10  # radius of a point
AIR = 0.02  # between a mark and a point
# Angles of the marks' places.
TOP, UPPER_RIGHT, LOWER_RIGHT, LOWER_LEFT, UPPER_LEFT = 90.0, 30.0, -30.0, 210.0, 150.0
FOOT = -90.0

Mark = Callable[[Point, float], list[Item]]


def marks(figure: Figure, centre: Point, radius: float, points: int, flags: Iterable[int]) -> list[Item]:
    """The marks of a figure with flags of these teams, off its facing and its row of so many points."""
    pairs = _marks_and_homes(figure, flags)
    angles, size = ring_of(tuple(home for home, _ in pairs), figure.facing, points)
    items: list[Item] = []
    for angle, (_, mark) in zip(angles, pairs, strict=True):
        items += mark(polar(centre, OUT * radius, angle), size * radius)
    return items


def _marks_and_homes(figure: Figure, flags: Iterable[int]) -> list[tuple[float, Mark]]:
    """The marks and the angles where they would stand, anticlockwise from the foot."""
    places: tuple[tuple[float, list[Mark]], ...] = (
        (LOWER_RIGHT, _at(figure, LOWER_RIGHT)),
        (UPPER_RIGHT, [_carried(team) for team in flags]),
        (TOP, posture(figure)),
        (UPPER_LEFT, _at(figure, UPPER_LEFT)),
        (LOWER_LEFT, _at(figure, LOWER_LEFT)),
    )
    return [
        (angle + BESIDE * (k - (len(group) - 1) / 2), mark) for angle, group in places for k, mark in enumerate(group)
    ]


def posture(figure: Figure) -> list[Mark]:
    """The marks at the top, from the right: a figure that is held down has no stance, so these share a place."""
    return _at(figure, TOP)[::-1]


def _at(figure: Figure, place: float) -> list[Mark]:
    """The marks of a figure's states at a place."""
    return [
        _counted(sign.mark, figure.states[token])
        for token, sign in SIGNS.items()
        if sign.place == place and token in figure.states
    ]


@lru_cache(maxsize=4096)
def ring_of(homes: tuple[float, ...], facing: int | None, points: int) -> tuple[tuple[float, ...], float]:
    """Angles for marks in the order given, and their radius: as large as may be, then as near their homes as may be.

    Args:
      homes: angles where they would stand, rising from the foot (-90) to the foot (270).
      facing: the direction of the arrowhead that they keep off, or None.
      points: how many stand in the row at the foot, which they keep off, too.

    Returns:
      Angles in degrees, and the radius of a mark in radii of the spot, at most `LARGEST`.
    """
    free = _free(facing, points)
    rings: list[tuple[float, float, tuple[float, ...]]] = []
    for split in range(len(homes) + 1) if len(free) > 1 else (len(homes),):
        groups = [group for group in zip(free, (homes[:split], homes[split:]), strict=False) if group[1]]
        full = 2 * _half_angle(LARGEST)
        pitch = min([full, *((end - start) / len(group) for (start, end), group in groups)])
        if pitch > 0:
            angles = tuple(angle for (start, end), group in groups for angle in _spread(group, start, end, pitch))
            deviation = sum((angle - home) ** 2 for angle, home in zip(angles, homes, strict=True))
            rings.append((-pitch, deviation, angles))
    pitch, _, angles = min(rings)
    return angles, OUT * math.sin(math.radians(-pitch / 2))


def _half_angle(radius: float) -> float:
    """Half the angle that a mark takes on the ring."""
    return math.degrees(math.asin(radius / OUT))


def _free(facing: int | None, points: int) -> list[tuple[float, float]]:
    """The stretches of the ring, one or two, that neither the points nor the facing takes."""
    low = 0.0
    if points:
        # The largest mark may come as near the last point as leaves some air: the law of cosines gives the angle.
        half_width = PITCH * (points - 1) / 2 + abs(ASIDE.get(facing, 0.0))
        reach, clearance = math.hypot(half_width, POINTS), LARGEST + POINT + AIR
        gap = math.degrees(math.acos(min(1.0, (OUT**2 + reach**2 - clearance**2) / (2 * OUT * reach))))
        low = max(0.0, math.degrees(math.atan2(half_width, POINTS)) + gap - _half_angle(LARGEST))
    start, end = FOOT + low, FOOT + 360.0 - low
    if facing is None:
        return [(start, end)]
    angle = (TURN * facing - FOOT) % 360.0 + FOOT
    return [(a, b) for a, b in ((start, min(end, angle - CLEAR)), (max(start, angle + CLEAR), end)) if b > a]


def _spread(homes: tuple[float, ...], start: float, end: float, pitch: float) -> list[float]:
    """The same angles, at least `pitch` apart and half of it from the ends."""
    # Push them up from the start, then down from the end; the room suffices, so the second leaves what the first did.
    up = accumulate(homes, lambda last, home: max(home, last + pitch), initial=start - pitch / 2)
    down = accumulate([*up][:0:-1], lambda last, home: min(home, last - pitch), initial=end + pitch / 2)
    return [*down][:0:-1]


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
    return [lid, Shape(box((x, y + 0.12 * half), 0.62 * half, 0.76 * half), ink.CAN, ink.INK, 0.16 * half)]


def paint_ball(at: Point, half: float) -> list[Item]:
    """A paint grenade: a splash."""
    return [Shape(star(at, 1.08 * half, 8, 0.62), ink.PAINT, ink.INK, 0.14 * half)]


def lettered(word: str) -> Mark:
    """A state without a drawing of its own: its first letter."""

    def draw(at: Point, half: float) -> list[Item]:
        return [_plate(at, half), Words(at, word[0].upper(), 1.25 * half, ink.INK, bold=True)]

    return draw


def _carried(team: int) -> Mark:
    def draw(at: Point, half: float) -> list[Item]:
        return pennant(at, PENNANT * half, team)

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


def emblem(centre: Point, radius: float, team: int) -> Item:
    """A team's sign on the ground of its base: its shape, in its pale colour."""
    width, half = 0.09 * radius, 0.84 * radius
    if team == RED:
        return Disc(centre, radius, ink.HOME[RED], ink.HOME_LINE[RED], width)
    return Shape(box(centre, half, half), ink.HOME[BLUE], ink.HOME_LINE[BLUE], width)


class Sign(NamedTuple):
    """How a state of a figure is shown: at which place, by which mark, and what the legend calls it."""

    place: float
    mark: Mark
    title: str


# States that have no mark: the row of points and the line about the figure show them.
UNMARKED = ("p", "moved", "used", "finished", "fired", "turned")
# The states that have one, by token, as the legend lists them.
SIGNS = {
    "sentry": Sign(TOP, eye, "sentry"),
    "aim": Sign(TOP, cross_hair, "aim"),
    "empty": Sign(LOWER_RIGHT, empty_gun, "no ammo"),
    "jammed": Sign(LOWER_RIGHT, jam, "jammed"),
    "suppressed": Sign(TOP, held_down, "suppressed"),
    "dazed": Sign(TOP, dazed, "dazed"),
    "expert": Sign(UPPER_LEFT, expert, "expert"),
    "smoke": Sign(LOWER_LEFT, smoke_can, "smoke gr."),
    "paint": Sign(LOWER_LEFT, paint_ball, "paint gr."),
}
SIGNS |= {token: Sign(TOP, lettered(token), token) for token in WORDS if token not in (*SIGNS, *UNMARKED)}
