"""One encoding of one scenario's positions: its name, its parts, its ranges, and what compiled code knows it by."""

import re
from collections.abc import Sequence

import numpy as np

from paintball_env.observation.table import ACTIONS, ENTITIES, PLANES, VECTOR, blocks
from paintball_env.rules.actions import ACTIONS as ACTION_TABLE
from paintball_env.rules.state import LARGE
from paintball_env.scenario import Scenario
from tabletop.base.arrays import Int16, Int64
from tabletop.base.errors import brief
from tabletop.game.encodings import DeclaredEncoding

ENCODINGS = (VECTOR, PLANES, ACTIONS, ENTITIES)
# The kinds of action that `action_rows` tells apart.
ACTION_KINDS = tuple(kind.name for kind in ACTION_TABLE.kinds)


class Encoding(DeclaredEncoding):
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

    def __init__(self, scenario: Scenario, name: str = VECTOR) -> None:
        """Make an encoding.

        Raises:
          ValueError: no Scenario, an unknown name, or a size that is too small for the scenario.
        """
        coords = check_scenario(scenario).board_map.coords
        self.figures, self.hexes = scenario.figures, len(coords)
        grid: tuple[int, ...] = ()
        kind, cells = name, np.zeros(0, np.int16)
        if match := re.fullmatch(rf"{ENTITIES}(?::(\d+)x(\d+))?", str(name)):
            kind, sizes = ENTITIES, (self.figures, self.hexes)
            self.figures, self.hexes = scenario.size.figures, scenario.size.hexes
            if match[1]:
                self.figures, self.hexes = int(match[1]), int(match[2])
            if not (sizes[0] <= self.figures <= LARGE.figures and sizes[1] <= self.hexes <= LARGE.hexes):
                raise ValueError(
                    f"encoding '{name}': {scenario.name} takes {sizes[0]} to {LARGE.figures} figures and {sizes[1]} to "
                    f"{LARGE.hexes} hexes"
                )
            cells = _cells_of_entities(coords, self.figures, self.hexes)
        elif kind == PLANES:
            cells, grid = grid_cells(coords)
        elif kind == ACTIONS:
            cells = np.zeros((0, 0, 0), np.int16)
        elif kind != VECTOR:
            raise ValueError(f"encoding {brief(name)}: known are {' '.join(ENCODINGS)}")
        super().__init__(name, blocks(kind, self.figures, self.hexes), cells, grid)


def grid_cells(coords: Sequence[tuple[int, int]]) -> tuple[Int16, tuple[int, int]]:
    """Lay a board on the smallest axial grid: the cells (int16 [2, H], by team and own-side hex), (rows, columns)."""
    places = np.asarray(coords, np.int64)
    places = places - places.min(axis=0)
    columns, rows = (int(size) + 1 for size in places.max(axis=0))
    red = places[:, 1] * columns + places[:, 0]
    blue = (rows * columns - 1 - red)[::-1]  # the grid turned by half, hexes counted from the other end
    return np.stack([red, blue]).astype(np.int16), (rows, columns)


def _cells_of_entities(coords: Sequence[tuple[int, int]], figures: int, hexes: int) -> Int16:
    """F' and H', then by team and own-side hex x, in quarters of a hex, and y, in halves of a row, from the middle."""
    q, r = np.asarray(coords, np.int64).T
    cells = np.zeros((5, max(len(q), 3)), np.int16)
    cells[0, 1:3] = figures, hexes
    for row, values in enumerate((2 * q + r, r)):
        centred = 2 * values - values.min() - values.max()
        cells[1 + row, : len(q)] = centred
        cells[3 + row, : len(q)] = -centred[::-1]
    return cells[None, None]


def check_scenario(scenario: Scenario) -> Scenario:
    """The scenario; ValueError: it is none."""
    if not hasattr(scenario, "board_map") or isinstance(scenario, type):
        raise ValueError(f"scenario {brief(scenario)}: a Scenario, such as Scenario.load('capture-the-flag')")
    return scenario


def action_rows(scenario: Scenario) -> Int64:
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
