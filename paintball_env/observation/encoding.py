"""One encoding of one scenario's positions: its name, its parts, its ranges, and what compiled code knows it by."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

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
    Feature,
    entries,
)
from paintball_env.rules.actions import ACTIONS as ACTION_TABLE
from paintball_env.rules.numbering import action_count
from paintball_env.rules.state import FLAGS, LARGE, MARSHALS, Game, SizeClass, World
from tabletop.base.arrays import Float32, Int16, Int64, Records
from tabletop.base.errors import brief
from tabletop.compiled.compiling import rule
from tabletop.game.encodings import Part

ENCODINGS = (VECTOR, PLANES, ACTIONS, ENTITIES)
_COLUMNS: dict[str, dict[str, tuple[Feature, ...]]] = {  # the last axis of the parts that are tables
    ACTIONS: {"actions": ACTION},
    ENTITIES: {
        "game": (*GAME, *RULE),
        "figures": FIGURE_ROW,
        "marshals": MARSHAL_ROW,
        "flags": FLAG_ROW,
        "hexes": HEX_ROW,
        "relations": RELATION,
        "reach": REACH,
    },
}
# The kinds of action that `action_rows` tells apart.
ACTION_KINDS = tuple(kind.name for kind in ACTION_TABLE.kinds)


# No name of scenarios is looked up here: compiled code would depend on all that reads them.
class Board(Protocol):
    """What an encoding reads of a board as drawn."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the hexes in reading order."""
        ...

    @property
    def coords(self) -> tuple[tuple[int, int], ...]:
        """Axial coordinates of the hexes."""
        ...


class Setting(Protocol):
    """What an encoding reads of a scenario; a `Scenario` is one."""

    @property
    def name(self) -> str:
        """The scenario's name."""
        ...

    @property
    def figures(self) -> int:
        """F, the size of the larger team."""
        ...

    @property
    def board_map(self) -> Board:
        """The board as drawn."""
        ...

    @property
    def size(self) -> SizeClass:
        """The record types."""
        ...

    @property
    def world(self) -> Records:
        """Rules and board, an array of one record."""
        ...


S = TypeVar("S", bound=Setting)


@rule(shared=True)
def observe(world: World, game: Game, team: int, cells: Int16, out: Float32) -> None:
    """Write what `team` observes; `cells` and `out` (float32 [size]) are of an `Encoding`.

    Numba leaves out branches that a number of dimensions decides: what isn't used is not compiled.
    """
    if cells.ndim == 1:
        observe_vector(world, game, team, out)
    elif cells.ndim == 2:
        observe_planes(world, game, team, cells, out)
    elif cells.ndim == 3:
        observe_actions(world, game, team, out)
    else:
        observe_entities(world, game, team, cells[0, 0], out)


@lru_cache(maxsize=16)
def _table(kind: str, figures: int, hexes: int) -> tuple[tuple[tuple[str, Feature], ...], Float32]:
    """The entries of an encoding and the lowest value of each: tens of thousands, the same for all of one size."""
    columns = tuple(entries(kind, figures, hexes))
    return columns, np.array([feature.low for _, feature in columns], np.float32)


class Encoding:
    """One encoding of one scenario's positions.

    Attributes:
      name: `vector`, `planes`, `actions`, or `entities`, also with a size: `entities:16x128`.
      shape: of one observation: (D,); of `planes` (P, rows, columns).
      size: numbers in one observation.
      low, high: float32 `shape`, the range of each number.
      parts: the parts of an observation by name, for `tabletop.game.encodings.split`.
      columns: of each part that is a table, the names along its last axis.
      entries: owner and feature of each number; of `planes` of each plane.
      figures, hexes: F and H, or F' and H'.
      cells: int16; by the number of its dimensions compiled code tells encodings apart. Of `vector` [0]. Of `planes`
        [2, H]: by team, the cell of each own-side hex in the grid. Of `actions` [0, 0, 0]. Of `entities` [1, 1, 5, k]:
        in its first row, from the second on, F' and H'; then by team and own-side hex its coordinates x and y.
    """

    def __init__(self, scenario: Setting, name: str = VECTOR) -> None:
        """Make an encoding.

        Raises:
          ValueError: no Scenario, an unknown name, or a size that is too small for the scenario.
        """
        self.name, world = name, check_scenario(scenario).world[0]
        self.figures, self.hexes = int(world.rules.figures), int(world.board.hexes)
        kind = name
        if match := re.fullmatch(rf"{ENTITIES}(?::(\d+)x(\d+))?", str(name)):
            kind = ENTITIES
            sizes = self.figures, self.hexes
            self.figures, self.hexes = scenario.size.figures, scenario.size.hexes
            if match[1]:
                self.figures, self.hexes = int(match[1]), int(match[2])
            if not (sizes[0] <= self.figures <= LARGE.figures and sizes[1] <= self.hexes <= LARGE.hexes):
                raise ValueError(
                    f"encoding '{name}': {scenario.name} takes {sizes[0]} to {LARGE.figures} figures and {sizes[1]} to "
                    f"{LARGE.hexes} hexes"
                )
        if kind not in ENCODINGS:
            raise ValueError(f"encoding {brief(name)}: known are {' '.join(ENCODINGS)}")
        self.entries, lows = _table(kind, self.figures, self.hexes)
        low = lows.copy()
        self.shape: tuple[int, ...] = low.shape
        self.cells: Int16 = np.zeros(0, np.int16)
        if kind == PLANES:
            self.cells, grid = grid_cells(scenario.board_map.coords)
            self.shape = (len(low), *grid)
            low = np.broadcast_to(low[:, None, None], self.shape).copy()
        elif kind == ACTIONS:
            self.cells = np.zeros((0, 0, 0), np.int16)
        elif kind == ENTITIES:
            cells = _cells_of_entities(scenario.board_map.coords)
            cells[0, 1:3] = self.figures, self.hexes
            self.cells = cells[None, None]
        self.size = int(np.prod(self.shape))
        self.low, self.high = low, np.ones(self.shape, np.float32)
        self.columns = {
            name: tuple(feature.name for feature in features) for name, features in _COLUMNS.get(kind, {}).items()
        }
        self.parts: Mapping[str, Part] = dict(_parts(self._shapes(kind)))

    def _shapes(self, kind: str) -> dict[str, tuple[int, ...]]:
        figures, hexes = self.figures, self.hexes
        count, rows = action_count(figures, hexes), 2 * figures
        axes: dict[str, tuple[int, ...]] = {ACTIONS: (count,)}
        if kind == ENTITIES:
            axes = {"game": (), "figures": (rows,), "marshals": (MARSHALS,), "flags": (FLAGS,), "hexes": (hexes,)}
            axes |= {"relations": (rows, rows), "reach": (rows, hexes)}
        shapes: dict[str, tuple[int, ...]] = {kind: self.shape} if kind in (VECTOR, PLANES) else {}
        if kind == ACTIONS:
            shapes = {VECTOR: (vector_size(figures, hexes),), "legal": (count,)}
        return shapes | {name: (*axes[name], len(columns)) for name, columns in self.columns.items()}


def _parts(shapes: dict[str, tuple[int, ...]]) -> Iterator[tuple[str, Part]]:
    start = 0
    for name, shape in shapes.items():
        part = Part(start, shape)
        yield name, part
        start += part.size


def grid_cells(coords: Sequence[tuple[int, int]]) -> tuple[Int16, tuple[int, int]]:
    """Lay a board on the smallest axial grid: the cells (int16 [2, H], by team and own-side hex), (rows, columns)."""
    places = np.asarray(coords, np.int64)
    places = places - places.min(axis=0)
    columns, rows = (int(size) + 1 for size in places.max(axis=0))
    red = places[:, 1] * columns + places[:, 0]
    blue = (rows * columns - 1 - red)[::-1]  # the grid turned by half, hexes counted from the other end
    return np.stack([red, blue]).astype(np.int16), (rows, columns)


def _cells_of_entities(coords: Sequence[tuple[int, int]]) -> Int16:
    """Row 0 free, then by team and own-side hex x, in quarters of a hex, and y, in halves of a row, from the middle."""
    q, r = np.asarray(coords, np.int64).T
    cells = np.zeros((5, max(len(q), 3)), np.int16)
    for row, values in enumerate((2 * q + r, r)):
        centred = 2 * values - values.min() - values.max()
        cells[1 + row, : len(q)] = centred
        cells[3 + row, : len(q)] = -centred[::-1]
    return cells


def check_scenario(scenario: S) -> S:
    """The scenario; ValueError: it is none."""
    if not hasattr(scenario, "board_map") or isinstance(scenario, type):
        raise ValueError(f"scenario {brief(scenario)}: a Scenario, such as Scenario.load('capture-the-flag')")
    return scenario


def action_rows(scenario: Setting) -> Int64:
    """Which rows of `entities` each action is about: int64 [A, 5], the same for both teams; -1 where there is none.

    Columns: the place in ACTION_KINDS; the own figure's row (of `figures`); the enemy's number from 0 (its row is F'
    farther on); the row of the hex named (of `hexes`); the direction named, 0 to 5. A move names a direction: the hex
    it leads to is what `row E` … `row SE` say in the row of the hex where the figure stands. ValueError: no Scenario.
    """
    figures, hexes = check_scenario(scenario).figures, len(scenario.board_map.names)
    listed = ACTION_TABLE.rows({"figures": figures, "hexes": hexes})
    rows = np.full((len(listed), 5), -1)
    for row, (kind, actor, own) in zip(rows, listed, strict=True):
        row[:2] = kind, actor
        if argument := ACTION_TABLE.kinds[kind].argument:
            row[("figure", "enemy", "hex", "direction").index(argument) + 1] = own
    return rows
