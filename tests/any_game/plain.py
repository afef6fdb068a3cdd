"""What toys share that are definitions written by hand: a scenario of two numbers, its text, an encoding."""

import json
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from tabletop.game.definition import GameDefinition
from tabletop.game.encodings import Part
from tabletop.game.header import record
from tabletop.game.shaping import Shaping

WORLD = record(("goal", "i2"), ("turns", "i2"))


def number(text, most):
    """A number of a text: what doesn't fit into the record is refused here."""
    if not 0 <= (value := int(text)) <= most:
        raise ValueError(f"{value} isn't 0 to {most}")
    return value


class PlainScenario:
    """A goal and a number of turns; a game says `actions`, `record_type` and `game`."""

    def __init__(self, name, goal, turns):
        self.name, self.goal, self.turns = name, goal, turns
        self.world = np.zeros(1, WORLD)
        self.world["goal"], self.world["turns"] = goal, turns

    def digest(self):
        return f"{self.goal:032x}{self.turns:032x}"

    def to_json(self):
        return json.dumps({"name": self.name, "goal": self.goal, "turns": self.turns})

    def __eq__(self, other):
        return isinstance(other, PlainScenario) and self.to_json() == other.to_json()

    def __hash__(self):
        return hash(self.to_json())


@dataclass(frozen=True)
class Lead(Shaping):
    """The weight of a lead."""

    lead: float = 0.5
    gamma: float = 1.0


class PlainGame(GameDefinition[PlainScenario]):
    """A game whose scenarios are `scenario_type`, of at most `most` as goal; `presets_of` are their two numbers."""

    version, package, encodings = "1", "tests", ("vector",)
    versions = {"state": 1, "observation": 1, "facts": 1, "actions": 1}
    formats = {"positions": 1, "actions": 1, "draws": 1}
    shaping, shaping_weights = Lead, {"lead": "weight of the lead"}
    scenario_type, presets_of, most = PlainScenario, {}, 9_999

    def load(self, name_or_path):
        if name_or_path not in self.presets_of:
            raise ValueError(f"no scenario {name_or_path!r}; there are {', '.join(self.presets_of)}")
        return self.scenario_type(str(name_or_path), *self.presets_of[str(name_or_path)])

    def presets(self):
        return list(self.presets_of)

    def from_json(self, text):
        data = json.loads(text)
        if not isinstance(data, dict) or data.keys() != {"name", "goal", "turns"}:
            raise ValueError(f"no scenario of {self.title}: {text} (its keys are name, goal and turns)")
        for key, most in (("goal", self.most), ("turns", 9_999)):
            if type(data[key]) is not int or not 1 <= data[key] <= most:
                raise ValueError(f"{key}: a whole number from 1 to {most} is meant, not {data[key]!r}")
        return self.scenario_type(**data)

    def encoding(self, scenario, name):
        if name not in self.encodings:
            raise ValueError(f"encoding '{name}': known are vector")
        low, high = np.zeros(8, np.float32), np.ones(8, np.float32)
        parts, cells = {"all": Part(0, (4, 2))}, np.zeros((2, 0), np.int16)
        return SimpleNamespace(name=name, shape=(8,), size=8, low=low, high=high, parts=parts, cells=cells)
