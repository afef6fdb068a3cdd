"""Observations of any game as plain data: every number by its place, with its range."""

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from tabletop.definition import GameDefinition, Scenario


def observation_table(scenario: "Scenario", encoding: str) -> dict[str, Any]:
    """Every number of a scenario's observation; ValueError for an unknown encoding."""
    code = scenario.game.encoding(scenario, encoding)
    places = list(np.ndindex(*code.shape))
    return {
        "scenario": scenario.name,
        "encoding": encoding,
        "version": scenario.game.versions["observation"],
        "dtype": "float32",
        "shape": list(code.shape),
        "parts": {name: {"start": part.start, "shape": list(part.shape)} for name, part in code.parts.items()},
        "entries": [
            {
                "index": index,
                "of": "",
                "name": " ".join(map(str, place)),
                "meaning": f"a number of the encoding {encoding}",
                "low": float(code.low[place]),
                "high": float(code.high[place]),
            }
            for index, place in enumerate(places)
        ],
    }


def observation_features(game: "GameDefinition[Any]") -> dict[str, Any]:
    """The numbers of all presets' observations, by preset and encoding."""
    features = {}
    for preset in game.presets():
        for encoding in game.encodings:
            entries = observation_table(game.load(preset), encoding)["entries"]
            columns = ("name", "meaning", "low", "high")
            features[f"{preset}, {encoding}"] = [{key: entry[key] for key in columns} for entry in entries]
    return {"version": game.versions["observation"], "dtype": "float32", "features": features}
