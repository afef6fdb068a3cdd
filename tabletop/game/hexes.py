"""Hexes: maps drawn as text, names, directions, distances, walks, and the hexes that a line crosses.

Everything is exact integer arithmetic: hexes have axial coordinates, and since neither "on which side of a line" nor
"crossed" changes under an affine map, lines are judged in these coordinates, three times enlarged, where the corners
of a hex are whole numbers too. The index of a hex is its place in reading order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tabletop.compiled.compiling import rule
from tabletop.game.header import NONE

# Directions, anticlockwise; half a turn is +3.
EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(6)
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # axial unit step of each direction
CORNERS = ((2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2), (1, 1))  # corner k, between directions k and k + 1, times 3
MAX_ROWS = 26  # a letter each

Hex = tuple[int, int]


# Maps.


@dataclass(frozen=True)
class HexMap:
    """A map that has been read: the hexes in reading order (docs/formats.md, "Maps").

    Attributes:
      rows: the drawn rows, without common indentation and trailing spaces.
      names: row letter and number of each hex, `a1` first.
      coords: axial (q, r) of each hex; r is the row.
    """

    rows: tuple[str, ...]
    names: tuple[str, ...]
    coords: tuple[Hex, ...]

    @property
    def text(self) -> str:
        """The drawing, one line a row; read again it gives an equal map."""
        return "\n".join(self.rows) + "\n"


class MapError(ValueError):
    """What is wrong in one row of a drawn map.

    Attributes:
      row: its number from 0; empty lines before the first row don't count.
    """

    def __init__(self, text: str, row: int) -> None:
        super().__init__(text)
        self.row = row


class Cell(NamedTuple):
    """A hex as drawn: its name, its place, what stands for it, and the row and column for an error."""

    name: str
    coords: Hex
    glyph: str
    where: str


def hex_index(hex_map: HexMap, name: str) -> int:
    """Index (0 … hexes - 1) of the hex called `name`; ValueError when the map has none of that name."""
    if name not in hex_map.names:
        raise ValueError(f"no hex {name!r} on this board")
    return hex_map.names.index(name)


def drawn_rows(text: str) -> tuple[str, ...]:
    """The drawn rows without what doesn't count: empty lines around the drawing and common indentation.

    The first glyph of a row is in a column as its row's number demands: row a has the even columns.

    Raises:
      ValueError: no rows, or more than 26.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise ValueError("the map is empty")
    if len(lines) > MAX_ROWS:
        raise ValueError(f"{len(lines)} rows; a board has at most {MAX_ROWS}")
    indents = [len(line) - len(line.lstrip(" ")) for line in lines if line]
    cut = min(indents)
    if (indents[0] - cut) % 2:
        lines = [" " + line if line else line for line in lines]
    return tuple(line[cut:] for line in lines)


def drawn_cells(rows: Sequence[str], glyphs: Sequence[str]) -> Iterator[Cell]:
    """Yield the hexes of drawn rows in reading order.

    Raises:
      MapError: an unknown glyph, or one that isn't half a hex beside its neighbours in the rows next to it.
    """
    for r, row in enumerate(rows):
        letter, number = chr(ord("a") + r), 0
        for x, glyph in enumerate(row):
            if glyph == " ":
                continue
            where = f"row {letter}, column {x + 1}"
            if glyph not in glyphs:
                raise MapError(f"{where}: unknown glyph {glyph!r}; known are {' '.join(glyphs)}", r)
            if (x - r) % 2:
                words = "hexes are two columns apart, rows shifted by one in turn"
                raise MapError(f"{where}: {glyph!r} is out of line: {words}", r)
            number += 1
            yield Cell(f"{letter}{number}", ((x - r) // 2, r), glyph, where)


# The board turned by half, as the second team sees it: each function is its own inverse.


@rule(inline=True)
def half_turned_direction(direction: int) -> int:
    """The direction on the board turned by half."""
    return (direction + 3) % 6


@rule(inline=True)
def half_turned_hex(hexes: int, place: int) -> int:
    """The index of a hex, of so many, on the board turned by half."""
    return hexes - 1 - place


# Distances and walks.


def grid_distance(first: Hex, second: Hex) -> int:
    """Distance of two hexes, given as axial (q, r), on the plain grid."""
    q, r = second[0] - first[0], second[1] - first[1]
    return max(abs(q), abs(r), abs(q + r))


def neighbours(coords: Sequence[Hex]) -> list[list[int]]:
    """For each hex the index of its neighbour in each direction; NONE off the board."""
    index = {place: number for number, place in enumerate(coords)}
    return [[index.get((q + dq, r + dr), NONE) for dq, dr in STEPS] for q, r in coords]


def walk(beside: Sequence[Sequence[int]], start: int) -> list[int]:
    """Steps from `start` to every hex over the board, by their `neighbours`; NONE where it can't be reached."""
    steps = [NONE] * len(beside)
    steps[start] = 0
    queue = [start]
    for index in queue:
        for neighbour in beside[index]:
            if neighbour != NONE and steps[neighbour] == NONE:
                steps[neighbour] = steps[index] + 1
                queue.append(neighbour)
    return steps


def groups(kinds: Sequence[int], beside: Sequence[Sequence[int]], kind: int) -> list[int]:
    """For each hex of a kind the lowest index of the connected hexes of it; NONE for hexes of other kinds."""
    group = [NONE] * len(kinds)
    for start, value in enumerate(kinds):
        if value != kind or group[start] != NONE:
            continue
        group[start] = start
        queue = [start]
        for index in queue:
            for neighbour in beside[index]:
                if neighbour != NONE and kinds[neighbour] == kind and group[neighbour] == NONE:
                    group[neighbour] = start
                    queue.append(neighbour)
    return group


# Lines.


def product(first: Hex, second: Hex) -> int:
    """Inner product in cube coordinates: twice the common one."""
    return 2 * first[0] * second[0] + 2 * first[1] * second[1] + first[0] * second[1] + first[1] * second[0]


@cache
def line(dq: int, dr: int) -> tuple[tuple[Hex, ...], tuple[tuple[Hex, Hex], ...]]:
    """What the line from the centre of (0, 0) to that of (dq, dr) meets strictly between the two.

    Returns:
      The hexes whose interior it crosses, from the first outward, and the pairs of hexes along whose common edge it
      runs.
    """
    along = (dq, dr)
    crossed: list[tuple[int, Hex]] = []
    edges: list[tuple[Hex, Hex]] = []
    for q in range(min(0, dq) - 1, max(0, dq) + 2):
        for r in range(min(0, dr) - 1, max(0, dr) + 2):
            # The side of the line that each corner is on: +, - or 0.
            sides = [dq * (3 * r + y) - dr * (3 * q + x) for x, y in CORNERS]
            if min(sides) < 0 < max(sides):
                # Centres of hexes on one line lie along it in the order in which it crosses them.
                place = product((q, r), along)
                if 0 < place < product(along, along):
                    crossed.append((place, (q, r)))
            for direction in range(3):  # each edge once
                if sides[direction - 1] == 0 == sides[direction]:
                    step = STEPS[direction]
                    middle = (2 * q + step[0], 2 * r + step[1])
                    if 0 < product(middle, along) < 2 * product(along, along):
                        edges.append(((q, r), (q + step[0], r + step[1])))
    return tuple(place for _, place in sorted(crossed)), tuple(edges)
