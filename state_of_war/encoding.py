"""The encoding of a scenario's positions. Apart from what is compiled: scenarios aren't part of it."""

import numpy as np

from state_of_war.observation import BATTLE, FIGURE, UNIT
from state_of_war.rules.state import UNITS
from state_of_war.scenario import Scenario
from tabletop.base.errors import brief
from tabletop.game.encodings import Block, DeclaredEncoding

ENCODINGS = ("vector",)


class Encoding(DeclaredEncoding):
    """An encoding of a scenario's positions (`tabletop.game.definition.Encoding`)."""

    def __init__(self, scenario: Scenario, name: str) -> None:
        if name not in ENCODINGS:
            raise ValueError(f"encoding {brief(name)}: known are {', '.join(ENCODINGS)}")
        units = [f"{side} unit {n}" for side in ("own", "other") for n in range(1, UNITS + 1)]
        figures = [f"{side} figure {n}" for side in ("own", "other") for n in range(1, scenario.size + 1)]
        blocks = [
            Block("battle", BATTLE, "battle"),
            Block("units", UNIT, units, (2, UNITS, len(UNIT))),
            Block("figures", FIGURE, figures, (2, scenario.size, len(FIGURE))),
        ]
        super().__init__(name, blocks, np.zeros((1, 0), np.int16))
