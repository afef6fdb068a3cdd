"""BO, RB, GO2: the octagon of squares, its walls and its goals, worked out once for each board."""

from functools import lru_cache
from math import isqrt
from typing import NamedTuple

import numpy as np

from octagon_ball.rules.state import BLACK, BOARD, DIRECTIONS, NONE, WHITE
from tabletop.base.arrays import Records
from tabletop.compiled.compiling import jitable
from tabletop.game import squares

NAMES, STEPS = squares.DIRECTIONS, squares.STEPS  # BO7
SMALLEST, LARGEST = 7, 19  # squares across


@jitable
def turned_direction(team: int, own: int) -> int:
    """BO7: a direction of the board as a team sees it, and back."""
    return own if team == WHITE else (own + DIRECTIONS // 2) % DIRECTIONS


@jitable
def turned_square(team: int, count: int, own: int) -> int:
    """BO6: a square of the board, which has so many, as a team sees it, and back."""
    return own if team == WHITE else count - 1 - own


class Octagon(NamedTuple):
    """A board without goals.

    Attributes:
      size: N, squares across.
      half: H, squares from the centre to a side.
      slant: L, the largest |x| + |y| (BO2).
      places: (x, y) of each square in play, by its number (BO6).
      names: of the squares, by number.
      numbers: of the squares, by (x, y).
    """

    size: int
    half: int
    slant: int
    places: tuple[tuple[int, int], ...]
    names: tuple[str, ...]
    numbers: dict[tuple[int, int], int]

    @property
    def side(self) -> int:
        """Length of a straight side, in squares."""
        return 2 * (self.slant - self.half) + 1


@lru_cache(maxsize=16)
def octagon(size: int) -> Octagon:
    """BO1, BO2, BO6: the squares of a board so many squares across, an odd number."""
    half, slant = size // 2, isqrt(size * size // 2)
    span = range(-half, half + 1)
    places = tuple((x, y) for y in span for x in span if abs(x) + abs(y) <= slant)
    names = tuple(squares.square_name(x + half, y + half) for x, y in places)
    return Octagon(size, half, slant, places, names, {place: number for number, place in enumerate(places)})


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def rebound(board: Octagon, place: tuple[int, int], step: tuple[int, int]) -> tuple[int, int]:
    """RB2, RB3: the step of a ball that the wall turns where `step` would leave the board."""
    (x, y), (dx, dy) = place, step
    sx, sy = _sign(x), _sign(y)
    is_inside = abs(x + dx) <= board.half and abs(y + dy) <= board.half
    straight_out = (dx, dy) == (sx, sy) and dx != 0 and dy != 0
    if is_inside or (straight_out and abs(x) + abs(y) == board.slant):
        k = dx * sx + dy * sy
        return dx - k * sx, dy - k * sy
    return (-dx if abs(x + dx) > board.half else dx), (-dy if abs(y + dy) > board.half else dy)


def crossed(board: Octagon, goal: int, place: tuple[int, int], step: tuple[int, int]) -> int:
    """GO2, RB4: the team whose goal line the ball crosses by a step, NONE if by none."""
    (x, y), (dx, dy) = place, step
    if abs(x + dx) > board.half and abs(2 * y + dy) < goal:
        return WHITE if x < 0 else BLACK
    return NONE


def is_grey(goal: int, place: tuple[int, int]) -> bool:
    """BO5: whether a square belongs to the grey area."""
    return max(abs(place[0]), abs(place[1])) <= (goal - 1) // 2


def in_zone(board: Octagon, goal: int, team: int, place: tuple[int, int]) -> bool:
    """BO4: whether a square belongs to the goal zone of a team."""
    x, y = place if team == BLACK else (-place[0], place[1])
    return x > board.half - max(1, (goal - 1) // 2) and abs(y) <= (goal - 1) // 2


def start_squares(board: Octagon, goal: int, team: int) -> list[int]:
    """DE1: the squares in a team's own half, but for the grey area, ascending."""
    own = -1 if team == WHITE else 1
    return [n for n, place in enumerate(board.places) if place[0] * own > 0 and not is_grey(goal, place)]


def build_board(board: Octagon, goal: int, formation: tuple[int, ...]) -> Records:
    """The board's record.

    Args:
      board: its squares.
      goal: G, squares that a goal is wide.
      formation: White's home squares by number (DE4); none: figures are placed in deployment.
    """
    record: Records = np.zeros((), BOARD)
    for field in ("ahead", "onward", "crosses", "formation"):
        record[field] = NONE
    for number, (x, y) in enumerate(board.places):
        record["x"][number], record["y"][number] = x, y
        for direction, step in enumerate(STEPS):
            record["ahead"][number, direction] = board.numbers.get((x + step[0], y + step[1]), NONE)
            if record["ahead"][number, direction] != NONE:
                record["onward"][number, direction] = direction
                continue
            record["onward"][number, direction] = STEPS.index(rebound(board, (x, y), step))
            record["crosses"][number, direction] = crossed(board, goal, (x, y), step)
        for team in (WHITE, BLACK):
            record["zone"][team, number] = in_zone(board, goal, team, (x, y))
    for team in (WHITE, BLACK):
        record["start"][team, start_squares(board, goal, team)] = 1
    last = len(board.places) - 1
    for number, home in enumerate(formation):
        record["formation"][WHITE, number], record["formation"][BLACK, number] = home, last - home
    return record
