"""The encoding of a scenario's positions. Apart from what is compiled: scenarios aren't part of it."""

import numpy as np

from beat_to_quarters.observation import BATTLE, SHIP
from beat_to_quarters.scenario import Scenario
from tabletop.base.errors import brief
from tabletop.game.encodings import Block, DeclaredEncoding

ENCODINGS = ("vector",)


class Encoding(DeclaredEncoding):
    """An encoding of a scenario's positions (`tabletop.game.definition.Encoding`)."""

    def __init__(self, scenario: Scenario, name: str) -> None:
        if name not in ENCODINGS:
            raise ValueError(f"encoding {brief(name)}: known are {', '.join(ENCODINGS)}")
        owners = [f"{side} ship {n}" for side in ("own", "other") for n in range(1, scenario.most + 1)]
        ships = Block("ships", SHIP, owners, (2, scenario.most, len(SHIP)))
        super().__init__(name, [Block("battle", BATTLE, "battle"), ships], np.zeros((1, 0), np.int16))
