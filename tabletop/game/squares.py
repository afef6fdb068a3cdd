"""Squares for compiled rules: distances, neighbours, turns, sectors, lines, and rectangular boards.

A square has coordinates (x, y): x grows to the east, y to the north. All is exact; with |x|, |y| < 2**28 no product
leaves 64 bits. Lines are judged in coordinates twice enlarged, where the corners of a square are whole numbers too.
"""

import re
from collections.abc import Mapping

from tabletop.compiled.compiling import jitable
from tabletop.game.header import NONE
from tabletop.game.places import Point, Sheet, sheet_of

DIRECTIONS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")  # anticlockwise; half a turn is +4
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
MOST_COLUMNS = 26  # a letter each


@jitable
def distance(ax: int, ay: int, bx: int, by: int) -> int:
    """Steps from one square to another in the eight directions, as a chess king goes."""
    return max(abs(int(bx) - int(ax)), abs(int(by) - int(ay)))


@jitable
def taxicab(ax: int, ay: int, bx: int, by: int) -> int:
    """Steps from one square to another over the sides of squares."""
    return abs(int(bx) - int(ax)) + abs(int(by) - int(ay))


@jitable
def within(ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Whether two squares are at most `reach` apart, by `distance`."""
    return distance(ax, ay, bx, by) <= reach


@jitable
def next_to(ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether two squares have a side or a corner in common."""
    return distance(ax, ay, bx, by) == 1


@jitable
def neighbour(x: int, y: int, direction: int) -> tuple[int, int]:
    """The square next to (x, y) in a direction."""
    return int(x) + STEPS[direction][0], int(y) + STEPS[direction][1]


@jitable
def product(ax: int, ay: int, bx: int, by: int) -> int:
    """Inner product of two differences of squares; over 0, they enclose less than 90 degrees."""
    return int(ax) * int(bx) + int(ay) * int(by)


@jitable
def direction_toward(dx: int, dy: int) -> int:
    """The direction nearest to a difference of squares; NONE for (0, 0). No two are ever equally near."""
    x, y = int(dx), int(dy)
    across = (abs(x) + abs(y)) ** 2  # under 22.5 degrees: y / x < 2 ** 0.5 - 1
    sx = 0 if across < 2 * y * y else (x > 0) - (x < 0)
    sy = 0 if across < 2 * x * x else (y > 0) - (y < 0)
    for direction in range(8):
        if STEPS[direction][0] == sx and STEPS[direction][1] == sy:
            return direction
    return NONE


@jitable
def half_turned_direction(direction: int) -> int:
    """The direction on the board turned by half."""
    return (direction + 4) % 8


@jitable
def turned(dx: int, dy: int, quarters: int) -> tuple[int, int]:
    """A difference of squares, turned anticlockwise by so many quarters of a circle, which may be negative."""
    x, y = int(dx), int(dy)
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y


@jitable
def in_sector(dx: int, dy: int, first: int, eighths: int) -> bool:
    """Whether a square that is (dx, dy) away lies on or between two straight lines, which go out from the own square.

    The first goes in the direction `first`, the second one to four eighths of a circle further anticlockwise.
    """
    x, y = int(dx), int(dy)
    right, left = STEPS[first], STEPS[(first + eighths) % 8]
    return right[0] * y - right[1] * x >= 0 and x * left[1] - y * left[0] >= 0


# Lines, from centre to centre.


@jitable
def crosses(x: int, y: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether the line from square a to square b crosses the inside of (x, y); not so for a and b themselves."""
    dx, dy, x, y = int(bx) - int(ax), int(by) - int(ay), int(x) - int(ax), int(y) - int(ay)
    # Centres of squares on one line lie along it in the order in which it crosses them.
    is_between = 0 < x * dx + y * dy < dx * dx + dy * dy
    return is_between and 2 * abs(dx * y - dy * x) < abs(dx) + abs(dy)


@jitable
def onward(x: int, y: int, ax: int, ay: int, bx: int, by: int) -> tuple[int, int, int, int]:
    """What the line from square a to square b, another one, meets after (x, y), which it crosses: a square or a corner.

    A walk along the line begins with `onward(ax, ay, ax, ay, bx, by)` and goes on with the first square of each answer,
    until that is b. What blocks where both squares of the answer do lets a line pass between two that touch at a
    corner if only one of them blocks.

    Returns:
      The square whose inside it crosses next, twice; or, where it first goes through a corner, the two squares that
      meet there on both sides of it.
    """
    ax, ay, x, y = int(ax), int(ay), int(x), int(y)
    dx, dy = int(bx) - ax, int(by) - ay
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    lean, width = 2 * (dx * (y - ay) - dy * (x - ax)), abs(dx) + abs(dy)
    if sx != 0 and abs(lean - 2 * dy * sx) < width:
        return x + sx, y, x + sx, y
    if sy != 0 and abs(lean + 2 * dx * sy) < width:
        return x, y + sy, x, y + sy
    return x + sx, y, x, y + sy


# A rectangular board of `columns` x `rows`, (0, 0) in the south-west. Places are numbered row by row from 0.


def check_size(columns: int, rows: int) -> None:
    """Refuse, by a ValueError, a size that no board has."""
    if not (1 <= columns <= MOST_COLUMNS and rows >= 1):
        raise ValueError(f"a board of {columns} x {rows} squares: it has a row and 1 to {MOST_COLUMNS} columns")


@jitable
def inside(columns: int, rows: int, x: int, y: int) -> bool:
    """Whether a square is on the board."""
    return 0 <= x < columns and 0 <= y < rows


@jitable
def place(columns: int, x: int, y: int) -> int:
    """The number of a square of the board."""
    return int(y) * int(columns) + int(x)


@jitable
def coords(columns: int, place: int) -> tuple[int, int]:
    """The square (x, y) of that number."""
    return int(place) % int(columns), int(place) // int(columns)


def square_name(x: int, y: int) -> str:
    """Column by letter from the west, row by number from the south: `a1` is (0, 0)."""
    return f"{chr(ord('a') + x)}{y + 1}"


def name(columns: int, rows: int, place: int) -> str:
    """The name of the square of that number."""
    return square_name(*coords(columns, place))


def place_named(columns: int, rows: int, text: str) -> int:
    """The number of the square of that name; ValueError: the board has none."""
    if re.fullmatch("[a-z][1-9][0-9]{0,8}", text):
        x, y = ord(text[0]) - ord("a"), int(text[1:]) - 1
        if inside(columns, rows, x, y):
            return place(columns, x, y)
    last = name(columns, rows, columns * rows - 1)
    raise ValueError(f"no square {text!r} on this board, which goes from a1 to {last}")


def sheet(squares: Mapping[str, Point]) -> Sheet:
    """The sheet of squares (x, y) by name, in halves of a square's side."""
    around = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    return sheet_of({key: [(2 * x + dx, 2 * y + dy) for dx, dy in around] for key, (x, y) in squares.items()})
