"""Drawn maps of hexes: read from text, with names by row, and the lines on them (`tabletop.game.hex_grid`).

Hexes have axial coordinates. The index of a hex is its place in reading order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tabletop.game.hex_grid import distance, onward
from tabletop.game.places import Point

MAX_ROWS = 26  # a letter each

Hex = Point


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


def grid_distance(first: Hex, second: Hex) -> int:
    """Distance of two hexes, given as axial (q, r), on the plain grid."""
    return distance(*first, *second)


@cache
def line(dq: int, dr: int) -> tuple[tuple[Hex, ...], tuple[tuple[Hex, Hex], ...]]:
    """What the line from the centre of (0, 0) to that of (dq, dr) meets strictly between the two.

    Returns:
      The hexes whose interior it crosses, from the first outward, and the pairs of hexes along whose common edge it
      runs.
    """
    crossed: list[Hex] = []
    edges: list[tuple[Hex, Hex]] = []
    q, r = 0, 0
    while (q, r) != (dq, dr):
        q, r, *other = onward(q, r, 0, 0, dq, dr)
        if [q, r] != other:
            # From the first to the second it goes E, NE or NW: each edge has one name.
            first, second = sorted([(q, r), (other[0], other[1])], key=lambda place: (place[0], -place[1]))
            edges.append((first, second))
        elif (q, r) != (dq, dr):
            crossed.append((q, r))
    return tuple(crossed), tuple(sorted(edges))
