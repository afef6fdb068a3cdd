"""The encodings of a scenario's positions, and the tables that name their numbers (`octagon_ball.observation`).

Apart from what is compiled: scenarios aren't part of it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from octagon_ball.observation import FIGURE, MATCH, PLANE_ROWS, PLANES, VERSION, Entry
from octagon_ball.scenario import Scenario
from tabletop.base.arrays import Float32, Int16
from tabletop.base.errors import brief
from tabletop.game.encodings import Part
from tabletop.show.numbers import table_of

ENCODINGS = ("vector", "planes")


class Encoding:
    """An encoding of a scenario's positions (`tabletop.game.definition.Encoding`)."""

    def __init__(self, scenario: Scenario, name: str) -> None:
        if name not in ENCODINGS:
            raise ValueError(f"encoding {brief(name)}: known are {', '.join(ENCODINGS)}")
        self.name = name
        figures, wide = scenario.figures, scenario.size
        by_name = {
            "vector": ("figures", (2, figures, len(FIGURE)), 2 * figures * [entry.low for entry in FIGURE]),
            "planes": ("planes", (len(PLANES), wide, wide), len(PLANES) * wide * wide * [0.0]),
        }
        part, shape, lows = by_name[name]
        self.size = len(MATCH) + len(lows)
        self.shape: tuple[int, ...] = (self.size,)
        self.parts: Mapping[str, Part] = {"match": Part(0, (len(MATCH),)), part: Part(len(MATCH), shape)}
        # What the kernel `observe` knows the encoding by is the number of its rows.
        self.cells: Int16 = np.zeros((PLANE_ROWS if name == "planes" else 1, 0), np.int16)
        self.low: Float32 = np.array([entry.low for entry in MATCH] + lows, np.float32)
        self.high: Float32 = np.ones(self.shape, np.float32)


# Every number by its place.


def observation_table(scenario: Scenario, encoding: str) -> dict[str, Any]:
    """Every number of a scenario's observation as plain data (`GameDefinition.observation_table`)."""
    code = Encoding(scenario, encoding)
    rows = [("match", entry) for entry in MATCH]
    if encoding == "vector":
        names = [f"{side} figure {n}" for side in ("own", "other") for n in range(1, scenario.figures + 1)]
        rows += [(name, entry) for name in names for entry in FIGURE]
    else:
        squares = [f"{x},{y}" for y in range(scenario.size) for x in range(scenario.size)]
        rows += [(square, entry) for entry in PLANES for square in squares]
    return table_of(scenario, code, ((owner, _told(entry)) for owner, entry in rows))


def observation_features() -> dict[str, Any]:
    """What the observations of all scenarios are made of (`GameDefinition.observation_features`)."""
    tables = {"match": MATCH, "figure": FIGURE, "planes": PLANES}
    features = {name: [_told(entry) for entry in table] for name, table in tables.items()}
    return {"version": VERSION, "dtype": "float32", "features": features}


def _told(entry: Entry) -> dict[str, Any]:
    return {"name": entry.name, "meaning": entry.meaning, "low": entry.low, "high": 1.0}
