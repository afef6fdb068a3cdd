"""Observations of any game as plain data: every number by its place, with its range."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tabletop.game.definition import Encoding, GameDefinition, Scenario


def observation_table(scenario: Scenario, encoding: str) -> dict[str, Any]:
    """Every number of a scenario's observation; ValueError for an unknown encoding."""
    code = scenario.game.encoding(scenario, encoding)
    # A declared game has named them.
    named = getattr(code, "entries", None) or [None] * code.size
    entries = (
        {
            "name": entry.name if entry else " ".join(map(str, place)),
            "meaning": entry.meaning if entry else f"a number of the encoding {encoding}",
            "low": float(low),
            "high": float(code.high[place]),
        }
        for entry, (place, low) in zip(named, np.ndenumerate(code.low), strict=True)
    )
    return table_of(scenario, code, (("", entry) for entry in entries))


def table_of(scenario: Scenario, code: Encoding, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """The table of an encoding of a scenario (`GameDefinition.observation_table`).

    Args:
      scenario: which one.
      code: its encoding.
      entries: of each number, in order, what it belongs to, and its `name`, `meaning`, `low`, `high`.
    """
    return {
        "scenario": scenario.name,
        "encoding": code.name,
        "version": scenario.game.versions["observation"],
        "dtype": "float32",
        "shape": list(code.shape),
        "parts": {name: {"start": part.start, "shape": list(part.shape)} for name, part in code.parts.items()},
        "entries": [{"index": index, "of": owner, **entry} for index, (owner, entry) in enumerate(entries)],
    }


def observation_features(game: GameDefinition[Any]) -> dict[str, Any]:
    """The numbers of all presets' observations, by preset and encoding."""
    features = {}
    for preset in game.presets():
        for encoding in game.encodings:
            entries = observation_table(game.load(preset), encoding)["entries"]
            columns = ("name", "meaning", "low", "high")
            features[f"{preset}, {encoding}"] = [{key: entry[key] for key in columns} for entry in entries]
    return {"version": game.versions["observation"], "dtype": "float32", "features": features}
