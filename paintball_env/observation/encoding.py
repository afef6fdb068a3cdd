"""One encoding of one scenario's positions: its name, its parts, its ranges, and what compiled code knows it by."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from paintball_env.observation.actions import observe_actions
from paintball_env.observation.encode import observe as observe_vector
from paintball_env.observation.encode import observe_planes, vector_size
from paintball_env.observation.entities import observe_entities
from paintball_env.observation.table import (
    ACTION,
    ACTIONS,
    ENTITIES,
    FIGURE_ROW,
    FLAG_ROW,
    GAME,
    HEX_ROW,
    MARSHAL_ROW,
    PLANES,
    REACH,
    RELATION,
    RULE,
    VECTOR,
    entries,
)
from paintball_env.rules.actions import (
    MOVE,
    ROTATE,
    SHOT,
    action_count,
    block,
    direction_action,
    figure_action,
    hex_action,
)
from paintball_env.rules.state import FLAGS, LARGE, MARSHALS, Game, World
from tabletop.compiling import rule
from tabletop.encodings import Part

ENCODINGS = (VECTOR, PLANES, ACTIONS, ENTITIES)
_PLANES, _ACTIONS, _ENTITIES = (ENCODINGS.index(name) for name in (PLANES, ACTIONS, ENTITIES))


@rule
def observe(world: World, game: Game, team: int, cells: Any, out: Any) -> None:
    """Write what `team` observes; `cells` and `out` (float32 [size]) are of an `Encoding`."""
    if cells.shape[1] == 0:
        observe_vector(world, game, team, out)
    elif cells[0, 0] == _PLANES:
        observe_planes(world, game, team, cells, out)
    elif cells[0, 0] == _ACTIONS:
        observe_actions(world, game, team, out)
    else:
        observe_entities(world, game, team, cells, out)


class Encoding:
    """One encoding of one scenario's positions.

    Attributes:
      name: `vector`, `planes`, `actions`, or `entities`, also with a size: `entities:16x128`.
      shape: of one observation: (D,); of `planes` (P, rows, columns).
      size: numbers in one observation.
      low, high: float32 `shape`, the range of each number.
      parts: the parts of an observation by name, for `tabletop.encodings.split`.
      cells: int16, how compiled code tells encodings apart: [2, 0] for `vector`; else [0, 0] is the place in ENCODINGS.
        Of `planes` [3, H]: from row 1 on by team, the cell of each own-side hex in the grid. Of `entities` [5, k]:
        behind the place F' and H', from row 1 on by team and own-side hex its coordinates x and y.
    """

    def __init__(self, scenario: Any, name: str = VECTOR) -> None:
        """Make an encoding.

        Raises:
          ValueError: an unknown name, or a size that is too small for the scenario.
        """
        self.name = name
        world = scenario.world[0]
        self.figures, self.hexes = int(world.rules.figures), int(world.board.hexes)
        kind = name
        if match := re.fullmatch(rf"{ENTITIES}(?::(\d+)x(\d+))?", name):
            kind = ENTITIES
            least = self.figures, self.hexes
            self.figures, self.hexes = scenario.size.figures, scenario.size.hexes
            if match[1]:
                self.figures, self.hexes = int(match[1]), int(match[2])
            if not (least[0] <= self.figures <= LARGE.figures and least[1] <= self.hexes <= LARGE.hexes):
                raise ValueError(
                    f"encoding '{name}': {scenario.name} takes {least[0]} to {LARGE.figures} figures and {least[1]} to "
                    f"{LARGE.hexes} hexes"
                )
        if kind not in ENCODINGS:
            raise ValueError(f"encoding '{name}': known are {' '.join(ENCODINGS)}")
        self.entries = list(entries(kind, self.figures, self.hexes))
        low = np.array([feature.low for _, feature in self.entries], np.float32)
        self.shape: tuple[int, ...] = low.shape
        self.cells = np.zeros((2, 0) if kind == VECTOR else (1, 1), np.int16)
        if kind == PLANES:
            cells, grid = grid_cells(scenario.board_map.coords)
            self.cells = np.concatenate([np.zeros_like(cells[:1]), cells])
            self.shape = (len(low), *grid)
            low = np.broadcast_to(low[:, None, None], self.shape).copy()
        elif kind == ENTITIES:
            self.cells = _coordinates(scenario.board_map.coords)
            self.cells[0, 1:3] = self.figures, self.hexes
        if kind != VECTOR:
            self.cells[0, 0] = ENCODINGS.index(kind)
        self.size = int(np.prod(self.shape))
        self.low, self.high = low, np.ones(self.shape, np.float32)
        self.parts: Mapping[str, Part] = dict(_parts(self._shapes(kind)))

    def _shapes(self, kind: str) -> dict[str, tuple[int, ...]]:
        figures, hexes = self.figures, self.hexes
        if kind in (VECTOR, PLANES):
            return {kind: self.shape}
        if kind == ACTIONS:
            count = action_count(figures, hexes)
            return {VECTOR: (vector_size(figures, hexes),), "legal": (count,), ACTIONS: (count, len(ACTION))}
        return {
            "game": (len(GAME) + len(RULE),),
            "figures": (2 * figures, len(FIGURE_ROW)),
            "marshals": (MARSHALS, len(MARSHAL_ROW)),
            "flags": (FLAGS, len(FLAG_ROW)),
            "hexes": (hexes, len(HEX_ROW)),
            "relations": (2 * figures, 2 * figures, len(RELATION)),
            "reach": (2 * figures, hexes, len(REACH)),
        }


def _parts(shapes: dict[str, tuple[int, ...]]) -> Iterator[tuple[str, Part]]:
    start = 0
    for name, shape in shapes.items():
        part = Part(start, shape)
        yield name, part
        start += part.size


def grid_cells(coords: Any) -> tuple[Any, tuple[int, int]]:
    """Lay a board on the smallest axial grid: the cells (int16 [2, H], by team and own-side hex), (rows, columns)."""
    places = np.asarray(coords, np.int64)
    places = places - places.min(axis=0)
    columns, rows = (int(size) + 1 for size in places.max(axis=0))
    red = places[:, 1] * columns + places[:, 0]
    blue = (rows * columns - 1 - red)[::-1]  # the grid turned by half, hexes counted from the other end
    return np.stack([red, blue]).astype(np.int16), (rows, columns)


def _coordinates(coords: Any) -> Any:
    """Row 0 free, then by team and own-side hex x, in quarters of a hex, and y, in halves of a row, from the middle."""
    q, r = np.asarray(coords, np.int64).T
    found = np.zeros((5, max(len(q), 3)), np.int16)
    for row, values in enumerate((2 * q + r, r)):
        centred = 2 * values - values.min() - values.max()
        found[1 + row, : len(q)] = centred
        found[3 + row, : len(q)] = -centred[::-1]
    return found


def action_rows(scenario: Any) -> Any:
    """Which rows of `entities` each action is about: int64 [A, 4], the same for both teams; -1 where there is none.

    Row a: the row of the own figure (of `figures`, from 0), the enemy's number (its row is F' behind it), the row of
    the hex named (of `hexes`), and the direction named, 0 to 5. A move names a direction: the hex it leads to is in the
    feature `row E` … `row SE` of the hex where the figure stands. Words (`done`, `first` …) have none.
    """
    figures, hexes = scenario.figures, len(scenario.board_map.names)
    rows = np.full((action_count(figures, hexes), 4), -1)
    width = block(figures)
    for number in range(figures):
        own = rows[number * width : (number + 1) * width]
        own[:, 0] = number
        own[MOVE : MOVE + 6, 3] = own[ROTATE : ROTATE + 6, 3] = np.arange(6)
        own[SHOT : SHOT + 2 * figures, 1] = np.tile(np.arange(figures), 2)
    rows[hex_action(figures) :][:hexes, 2] = np.arange(hexes)
    rows[direction_action(figures, hexes) :][:6, 3] = np.arange(6)
    rows[figure_action(figures, hexes) :][:figures, 0] = np.arange(figures)
    return rows
