"""Boards (BO1-BO4, SH-LOS1-SH-LOS3, HC1, BS1, BS3, TF1): maps drawn as text, and the tables that rules look up.

A board is built once from its map, by exact integer arithmetic; the plain geometry is in tabletop/game/hex_grid.py.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from paintball_env.rules.state import LARGE, NONE, SizeClass
from paintball_env.rules.terrain import TERRAINS
from tabletop.game.hex_grid import STEPS, direction_toward, product
from tabletop.game.hexes import Hex, HexMap, MapError, drawn_cells, drawn_rows, grid_distance, line
from tabletop.game.places import groups, neighbours, walk

GLYPHS = {glyph: number for number, kind in enumerate(TERRAINS) for glyph in kind.glyphs}
HOMES = ("R", "B")
SHOT_RANGE = 6  # no shot, not even an aimed one, reaches farther (SH1)

HEXON26 = """\
      . .
 . . . . . . .
R . . . . . . B
 . . . . . . .
      . .
"""


@dataclass(frozen=True)
class BoardMap(HexMap):
    """A map with what is on it.

    Attributes:
        terrain: the number of each hex's kind (`rules.terrain`).
        homes: index of Red's and of Blue's base.
    """

    terrain: tuple[int, ...]
    homes: tuple[int, int]


@lru_cache(maxsize=64)
def parse_map(text: str) -> BoardMap:
    """Read a drawn map (BO1, BO2, BO3).

    Args:
        text: the rows, one line each; empty lines around the drawing and common indentation don't count.

    Raises:
        ValueError: in one line what is wrong and where: no or too many rows or hexes (26 and 128), an unknown glyph, a
            glyph not half a hex beside its neighbours in the rows next to it, a base missing or drawn twice, hexes that
            can't be reached. A MapError where it is in one row.
    """
    rows = drawn_rows(text)
    names: list[str] = []
    coords: list[Hex] = []
    terrain: list[int] = []
    homes: dict[str, int] = {}
    for cell in drawn_cells(rows, tuple(GLYPHS)):
        if cell.glyph in HOMES:
            if cell.glyph in homes:
                first = names[homes[cell.glyph]]
                raise MapError(f"{cell.where}: a second base {cell.glyph!r}; the first is {first}", cell.coords[1])
            homes[cell.glyph] = len(names)
        names.append(cell.name)
        coords.append(cell.coords)
        terrain.append(GLYPHS[cell.glyph])
    for glyph in HOMES:
        if glyph not in homes:
            raise ValueError(f"no base {glyph!r} on the board")
    if len(names) > LARGE.hexes:
        raise ValueError(f"{len(names)} hexes; a board has at most {LARGE.hexes}")
    board_map = BoardMap(rows, tuple(names), tuple(coords), tuple(terrain), (homes["R"], homes["B"]))
    steps = walk(neighbours(coords, STEPS), board_map.homes[0])
    if NONE in steps:
        start, lost = names[board_map.homes[0]], steps.index(NONE)
        raise MapError(f"hex {names[lost]} can't be reached from {start}", coords[lost][1])
    return board_map


@cache
def _fronts(q: int, r: int) -> tuple[int, int]:
    """Bit f is set where (q, r)·f >= 0 (BS1: sees), and where it is > 0 (HC1: shields)."""
    products = [product(q, r, *step) for step in STEPS]
    sees = sum(1 << f for f, value in enumerate(products) if value >= 0)
    shields = sum(1 << f for f, value in enumerate(products) if value > 0)
    return sees, shields


def build_board(
    board_map: BoardMap, size: SizeClass, start: Sequence[Iterable[int]], near_home: Sequence[Iterable[int]]
) -> np.ndarray[Any, Any]:
    """All tables of a board (`BOARD` in rules/state.py says what each field means).

    What lies beyond the board's hexes is NONE in `works`, `neighbour`, `distance`, `steps` and `between`, 0 elsewhere.
    `line`: 1 for pairs 1 to 6 apart with a legal line (SH-LOS1-3); at range 0 for bases, bunkers and trenches alone,
    the only hexes that both sides can share (EN4, SH7).  `crossed` and `between` are filled for pairs with `line` 1.
    `works` numbers bases, bunkers and trenches from 0 in reading order; touching trench hexes are one (EN6).  With
    any facing a figure sees its own hex (SH7); cover shields no hex from itself.

    Args:
        board_map: the map.
        size: the size class, with `size.hexes` at least the map's.
        start: the hexes where Red and where Blue may set up, as indices.
        near_home: the hexes for the flag and the Marshal of Red and of Blue.

    Returns:
        Array of shape (1,), dtype `size.board`, of the caller's own.

    Raises:
        ValueError: the map has more hexes than the size class.
    """
    if len(board_map.names) > size.hexes:
        raise ValueError(f"{len(board_map.names)} hexes don't fit a size class of {size.hexes}")
    board = _tables(board_map, size).copy()
    for team in range(2):
        for place in start[team]:
            board[0]["start"][team, place] = 1
        for place in near_home[team]:
            board[0]["near_home"][team, place] = 1
    return board


@lru_cache(maxsize=64)
def _tables(board_map: BoardMap, size: SizeClass) -> np.ndarray[Any, Any]:
    """`build_board` without `start` and `near_home`."""
    hexes, coords = len(board_map.names), board_map.coords
    neighbour_rows = neighbours(coords, STEPS)
    group = list(range(hexes))
    for number, kind in enumerate(TERRAINS):
        for place, first in enumerate(groups(board_map.terrain, neighbour_rows, number)) if kind.joined else ():
            group[place] = group[place] if first == NONE else first
    hills = [hill if TERRAINS[terrain].blocks else NONE for hill, terrain in zip(group, board_map.terrain, strict=True)]
    index = {place: number for number, place in enumerate(coords)}

    board = np.zeros(1, size.board)
    tables = board[0]
    for name in ("works", "neighbour", "distance", "steps", "between"):
        tables[name][...] = NONE
    tables["hexes"] = hexes
    tables["home"] = board_map.homes
    tables["terrain"][:hexes] = board_map.terrain
    for team in range(2):
        home = coords[board_map.homes[1 - team]]
        tables["toward"][team, :hexes] = [direction_toward(home[0] - q, home[1] - r) for q, r in coords]
    tables["neighbour"][:hexes] = neighbour_rows

    works = 0
    for place, terrain in enumerate(board_map.terrain):
        if TERRAINS[terrain].works and group[place] != place:
            tables["works"][place] = tables["works"][group[place]]
        elif TERRAINS[terrain].works:
            tables["works"][place] = works
            works += 1

    for first in range(hexes):
        tables["steps"][first, :hexes] = walk(neighbour_rows, first)
        for second in range(hexes):
            q, r = coords[second][0] - coords[first][0], coords[second][1] - coords[first][1]
            distance = grid_distance(coords[first], coords[second])
            tables["distance"][first, second] = distance
            tables["sees"][first, second], tables["shields"][first, second] = _fronts(q, r)
            if distance == 0:
                tables["line"][first, first] = tables["works"][first] != NONE
            elif distance <= SHOT_RANGE:
                places = _line(first, second, coords, index, hills)
                if places is not None:
                    tables["line"][first, second] = 1
                    tables["crossed"][first, second] = len(places)
                    tables["between"][first, second, : len(places)] = places
    return board


def _line(
    first: int, second: int, coords: tuple[Hex, ...], index: dict[Hex, int], hills: list[int]
) -> list[int] | None:
    """The hexes between the two on a shot's line, from the first outward; None where no shot can go (SH-LOS1-3)."""
    q, r = coords[first]
    crossed, edges = line(coords[second][0] - q, coords[second][1] - r)
    open_hills = (NONE, hills[first], hills[second])
    places = [index.get((q + dq, r + dr), NONE) for dq, dr in crossed]
    if NONE in places or any(hills[place] not in open_hills for place in places):
        return None
    for a, b in edges:
        left = index.get((q + a[0], r + a[1]), NONE)
        right = index.get((q + b[0], r + b[1]), NONE)
        if left == NONE and right == NONE:
            return None
        if left != NONE and right != NONE and hills[left] not in open_hills and hills[right] not in open_hills:
            return None
    return places
