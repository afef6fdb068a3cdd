"""One encoding of one scenario's positions on a table: its name, its parts, and what compiled code knows it by."""

import numpy as np

from paintball_env.on_table.observation.table import ACTIONS, ENTITIES, VECTOR, blocks
from paintball_env.on_table.rules.actions import ACTIONS as ACTION_TABLE
from paintball_env.on_table.rules.shape import MOST_CLOUDS, MOST_HARD, MOST_HILLS, MOST_PARTS, MOST_SOFT
from paintball_env.on_table.scenario.ground import counts
from paintball_env.scenario import Scenario
from tabletop.base.arrays import Int64
from tabletop.base.errors import brief
from tabletop.game.encodings import DeclaredEncoding

ENCODINGS = (VECTOR, ACTIONS, ENTITIES)
# The kinds of action that `action_rows` tells apart.
ACTION_KINDS = tuple(kind.name for kind in ACTION_TABLE.kinds)
_DIMENSIONS = {VECTOR: 1, ACTIONS: 3, ENTITIES: 4}
# What actions name that has a row in `entities`, by the name of the argument: the column of `action_rows`.
_COLUMNS = {"figure": 2, "enemy": 3, "target": 3, "direction": 4, "way": 4, "heading": 4}


class Encoding(DeclaredEncoding):
    """One encoding of one scenario's positions.

    Attributes:
      name: `vector`, `actions` or `entities`.
      shape: of one observation: (D,).
      size: numbers in one observation.
      low, high: float32 `shape`, the range of each number.
      parts: the parts of an observation by name, for `tabletop.game.encodings.split`.
      columns: of each part that is a table, the names along its last axis.
      entries: owner and feature of each number.
      cells: int16; by the number of its dimensions compiled code tells encodings apart: `vector` 1, `actions` 3,
        `entities` 4. Along its last axis: rows of a team's figures, of soft cover, hard cover, clouds, works, hills.
    """

    def __init__(self, scenario: Scenario, name: str = VECTOR) -> None:
        """Make an encoding.

        Of `entities` the rows are those of the size class, so one network plays all scenarios with so many figures.

        Raises:
          ValueError: no Scenario, or an unknown name.
        """
        check_scenario(scenario)
        if name not in ENCODINGS:
            raise ValueError(f"encoding {brief(name)}: known are {' '.join(ENCODINGS)}")
        board = scenario.world[0]["board"]
        sizes = [scenario.figures, int(board["soft"]), int(board["hard"]), MOST_CLOUDS, 0, 0]
        if name == ENTITIES:
            sizes = [scenario.size.figures, MOST_SOFT, MOST_HARD, MOST_CLOUDS, MOST_PARTS, MOST_HILLS]
        self.figures = sizes[0]
        cells = np.array(sizes, np.int16).reshape((1,) * (_DIMENSIONS[name] - 1) + (-1,))
        actions = scenario.actions if name == ACTIONS else 0
        super().__init__(name, blocks(name, sizes[0], tuple(sizes[1:4]), tuple(sizes[4:]), actions), cells)


def check_scenario(scenario: Scenario) -> Scenario:
    """The scenario; ValueError: it is none."""
    if not hasattr(scenario, "layout") or isinstance(scenario, type):
        raise ValueError(f"scenario {brief(scenario)}: a Scenario, such as Scenario.load('capture-the-flag-table')")
    return scenario


def action_rows(scenario: Scenario) -> Int64:
    """Which rows of `entities` each action is about: int64 [A, 5], the same for both teams; -1 where there is none.

    Columns: the place in ACTION_KINDS; the own figure's row (of `figures`); the own figure that is named; the enemy's
    number from 0 (its row is as many farther on as there are rows of own figures); the heading named, with 16 more for
    a move of 10 cm. ValueError: no Scenario.
    """
    listed = ACTION_TABLE.rows({"figures": scenario.figures, **counts(check_scenario(scenario))})
    rows = np.full((len(listed), 5), -1)
    for row, (kind, actor, own) in zip(rows, listed, strict=True):
        row[:2] = kind, actor
        if column := _COLUMNS.get(ACTION_TABLE.kinds[kind].argument):
            row[column] = own
    return rows
