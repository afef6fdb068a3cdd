"""Boards (BO1-BO4, SH-LOS1-SH-LOS3, HC1, BS1, TF1): maps drawn as text, and the tables that rules look up.

A board is built once from its map, by exact integer arithmetic: hexes have axial coordinates, and since neither
"on which side of a line" nor "crossed" changes under an affine map, lines are judged in these coordinates, three times
enlarged, where the corners of a hex are whole numbers too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from paintball_env.rules.state import BASE, BUNKER, HILL, LARGE, NONE, OPEN, TRENCH, SizeClass

GLYPHS = {".": OPEN, "R": BASE, "B": BASE, "u": BUNKER, "t": TRENCH, "^": HILL}
HOMES = ("R", "B")
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # axial unit step of each direction
CORNERS = ((2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2), (1, 1))  # corner k, between directions k and k + 1, times 3
SHOT_RANGE = 6  # no shot reaches farther (SH1)
MAX_ROWS = 26

HEXON26 = """\
      . .
 . . . . . . .
R . . . . . . B
 . . . . . . .
      . .
"""

Hex = tuple[int, int]


@dataclass(frozen=True)
class BoardMap:
    """A map that has been read: the hexes in reading order, which is their index (docs/formats.md, "Maps").

    Attributes:
        rows: the drawn rows, without common indentation and trailing spaces.
        names: row letter and number of each hex, `a1` first.
        coords: axial (q, r) of each hex; r is the row.
        terrain: OPEN, BASE, BUNKER, TRENCH or HILL of each hex.
        homes: index of Red's and of Blue's base.
    """

    rows: tuple[str, ...]
    names: tuple[str, ...]
    coords: tuple[Hex, ...]
    terrain: tuple[int, ...]
    homes: tuple[int, int]

    @property
    def text(self) -> str:
        """The drawing, one line a row; `parse_map` reads it back to an equal map."""
        return "\n".join(self.rows) + "\n"


def hex_index(board_map: BoardMap, name: str) -> int:
    """Index (0 … hexes - 1) of the hex called `name`; ValueError when the board has none of that name."""
    if name not in board_map.names:
        raise ValueError(f"no hex {name!r} on this board")
    return board_map.names.index(name)


def hex_name(board_map: BoardMap, index: int) -> str:
    """Name of the hex `index` (0 … hexes - 1); ValueError for any other number."""
    if not 0 <= index < len(board_map.names):
        raise ValueError(f"no hex number {index} on this board of {len(board_map.names)}")
    return board_map.names[index]


def grid_distance(first: Hex, second: Hex) -> int:
    """Distance of two hexes, given as axial (q, r), on the plain grid (BO4)."""
    q, r = second[0] - first[0], second[1] - first[1]
    return max(abs(q), abs(r), abs(q + r))


@lru_cache(maxsize=64)
def parse_map(text: str) -> BoardMap:
    """Read a drawn map (BO1, BO2, BO3).

    Args:
        text: the rows, one line each; empty lines around the drawing and common indentation don't count.

    Raises:
        ValueError: in one line what is wrong and where: no or too many rows or hexes (26 and 128), an unknown glyph, a
            glyph not half a hex beside its neighbours in the rows next to it, a base missing or drawn twice, hexes that
            can't be reached.
    """
    rows = _trimmed(text)
    names: list[str] = []
    coords: list[Hex] = []
    terrain: list[int] = []
    homes: dict[str, int] = {}
    for r, row in enumerate(rows):
        letter, number = chr(ord("a") + r), 0
        for x, glyph in enumerate(row):
            if glyph == " ":
                continue
            where = f"row {letter}, column {x + 1}"
            if glyph not in GLYPHS:
                raise ValueError(f"{where}: unknown glyph {glyph!r}; known are {' '.join(GLYPHS)}")
            if (x - r) % 2:
                raise ValueError(
                    f"{where}: {glyph!r} is out of line: hexes are two columns apart, rows shifted by one in turn"
                )
            number += 1
            if glyph in HOMES:
                if glyph in homes:
                    raise ValueError(f"{where}: a second base {glyph!r}; the first is {names[homes[glyph]]}")
                homes[glyph] = len(names)
            names.append(f"{letter}{number}")
            coords.append(((x - r) // 2, r))
            terrain.append(GLYPHS[glyph])
    for glyph in HOMES:
        if glyph not in homes:
            raise ValueError(f"no base {glyph!r} on the board")
    if len(names) > LARGE.hexes:
        raise ValueError(f"{len(names)} hexes; a board has at most {LARGE.hexes}")
    board_map = BoardMap(rows, tuple(names), tuple(coords), tuple(terrain), (homes["R"], homes["B"]))
    steps = _walk(_neighbours(board_map), board_map.homes[0])
    if NONE in steps:
        start = names[board_map.homes[0]]
        raise ValueError(f"hex {names[steps.index(NONE)]} can't be reached from {start}")
    return board_map


def _trimmed(text: str) -> tuple[str, ...]:
    """The drawn rows without what doesn't count; the first glyph stands in a column as its row's number demands."""
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
    if (indents[0] - cut) % 2:  # row a: even columns
        lines = [" " + line if line else line for line in lines]
    return tuple(line[cut:] for line in lines)


def _neighbours(board_map: BoardMap) -> list[list[int]]:
    index = {place: number for number, place in enumerate(board_map.coords)}
    return [[index.get((q + dq, r + dr), NONE) for dq, dr in STEPS] for q, r in board_map.coords]


def _walk(neighbours: list[list[int]], start: int) -> list[int]:
    """Steps from `start` to every hex over the board; NONE where it can't be reached."""
    steps = [NONE] * len(neighbours)
    steps[start] = 0
    queue = [start]
    for here in queue:
        for there in neighbours[here]:
            if there != NONE and steps[there] == NONE:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def _groups(terrain: Sequence[int], neighbours: list[list[int]], kind: int) -> list[int]:
    """For each hex of terrain `kind` the lowest index of the connected hexes it belongs to; NONE elsewhere."""
    group = [NONE] * len(terrain)
    for start, value in enumerate(terrain):
        if value != kind or group[start] != NONE:
            continue
        group[start] = start
        queue = [start]
        for here in queue:
            for there in neighbours[here]:
                if there != NONE and terrain[there] == kind and group[there] == NONE:
                    group[there] = start
                    queue.append(there)
    return group


def _dot(first: Hex, second: Hex) -> int:
    """Inner product in cube coordinates: twice the common one."""
    return 2 * first[0] * second[0] + 2 * first[1] * second[1] + first[0] * second[1] + first[1] * second[0]


@cache
def _ray(dq: int, dr: int) -> tuple[tuple[Hex, ...], tuple[tuple[Hex, Hex], ...]]:
    """What the line from the centre of (0, 0) to that of (dq, dr) meets strictly between the two (SH-LOS2).

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
                place = _dot((q, r), along)
                if 0 < place < _dot(along, along):
                    crossed.append((place, (q, r)))
            for direction in range(3):  # each edge once
                if sides[direction - 1] == 0 == sides[direction]:
                    step = STEPS[direction]
                    middle = (2 * q + step[0], 2 * r + step[1])
                    if 0 < _dot(middle, along) < 2 * _dot(along, along):
                        edges.append(((q, r), (q + step[0], r + step[1])))
    return tuple(place for _, place in sorted(crossed)), tuple(edges)


@cache
def _fronts(q: int, r: int) -> tuple[int, int]:
    """Bit f is set where (q, r)·f >= 0 (BS1: sees), and where it is > 0 (HC1: shields)."""
    products = [_dot((q, r), step) for step in STEPS]
    sees = sum(1 << f for f, product in enumerate(products) if product >= 0)
    shields = sum(1 << f for f, product in enumerate(products) if product > 0)
    return sees, shields


def _toward(place: Hex, home: Hex) -> int:
    """The facing whose unit step has the largest product with (home - place); ties anticlockwise (BS3)."""
    products = [_dot((home[0] - place[0], home[1] - place[1]), step) for step in STEPS]
    best = products.index(max(products))
    # Ties are between neighbours: direction 5 comes before 0.
    return (best + 1) % 6 if products[(best + 1) % 6] == products[best] else best


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
    neighbours = _neighbours(board_map)
    hills = _groups(board_map.terrain, neighbours, HILL)
    trenches = _groups(board_map.terrain, neighbours, TRENCH)
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
        tables["toward"][team, :hexes] = [_toward(place, home) for place in coords]
    tables["neighbour"][:hexes] = neighbours

    works = 0
    for place, terrain in enumerate(board_map.terrain):
        if terrain == TRENCH and trenches[place] != place:
            tables["works"][place] = tables["works"][trenches[place]]
        elif terrain in (BASE, BUNKER, TRENCH):
            tables["works"][place] = works
            works += 1

    for first in range(hexes):
        tables["steps"][first, :hexes] = _walk(neighbours, first)
        for second in range(hexes):
            q, r = coords[second][0] - coords[first][0], coords[second][1] - coords[first][1]
            apart = grid_distance(coords[first], coords[second])
            tables["distance"][first, second] = apart
            tables["sees"][first, second], tables["shields"][first, second] = _fronts(q, r)
            if apart == 0:
                tables["line"][first, first] = tables["works"][first] != NONE
            elif apart <= SHOT_RANGE:
                between = _line(first, second, coords, index, hills)
                if between is not None:
                    tables["line"][first, second] = 1
                    tables["crossed"][first, second] = len(between)
                    tables["between"][first, second, : len(between)] = between
    return board


def _line(
    first: int, second: int, coords: tuple[Hex, ...], index: dict[Hex, int], hills: list[int]
) -> list[int] | None:
    """The hexes between the two on a shot's line, from the first outward; None where no shot can go (SH-LOS1-3)."""
    q, r = coords[first]
    crossed, edges = _ray(coords[second][0] - q, coords[second][1] - r)
    open_hills = (NONE, hills[first], hills[second])
    between = [index.get((q + dq, r + dr), NONE) for dq, dr in crossed]
    if NONE in between or any(hills[place] not in open_hills for place in between):
        return None
    for one, other in edges:
        here = index.get((q + one[0], r + one[1]), NONE)
        there = index.get((q + other[0], r + other[1]), NONE)
        if here == NONE and there == NONE:
            return None
        # Both hexes of the edge are hill, and touch: so they are one hill.
        if here != NONE and there != NONE and hills[there] != NONE and hills[here] not in open_hills:
            return None
    return between
