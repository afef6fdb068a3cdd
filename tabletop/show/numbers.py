"""Observations of any game as plain data: every number by its place, with its range."""

from typing import Any

import numpy as np

from tabletop.game.definition import Encoding, GameDefinition, Scenario
from tabletop.game.encodings import Entry


def observation_table(scenario: Scenario, encoding: str) -> dict[str, Any]:
    """Every number of a scenario's observation (`tabletop.show.showing.Showing`)."""
    code = scenario.game.encoding(scenario, encoding)
    return {
        "scenario": scenario.name,
        "encoding": code.name,
        "version": scenario.game.versions["observation"],
        "dtype": "float32",
        "shape": list(code.shape),
        "parts": {name: {"start": part.start, "shape": list(part.shape)} for name, part in code.parts.items()},
        "entries": [{"index": index, "of": of, **entry._asdict()} for index, (of, entry) in enumerate(_numbers(code))],
    }


def observation_features(game: GameDefinition[Any]) -> dict[str, Any]:
    """The features that a game declares; if it declares none, all presets' numbers, by preset and encoding."""
    features = game.features or {
        f"{preset}, {encoding}": [entry for _, entry in _numbers(game.encoding(game.load(preset), encoding))]
        for preset in game.presets()
        for encoding in game.encodings
    }
    told = {name: [entry._asdict() for entry in entries] for name, entries in features.items()}
    return {"version": game.versions["observation"], "dtype": "float32", "features": told}


def _numbers(code: Encoding) -> list[tuple[str, Entry]]:
    """What each number belongs to, and what it is; only its place, if the encoding doesn't say it."""
    meaning = f"a number of the encoding {code.name}"
    numbers: list[tuple[str, Entry]] = getattr(code, "entries", [])
    return numbers or [
        ("", Entry(" ".join(map(str, place)), meaning, float(low), float(code.high[place])))
        for place, low in np.ndenumerate(code.low)
    ]
