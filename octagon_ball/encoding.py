"""The encodings of a scenario's positions. Apart from what is compiled: scenarios aren't part of it."""

import numpy as np

from octagon_ball.observation import FIGURE, MATCH, PLANE_ROWS, PLANES
from octagon_ball.scenario import Scenario
from tabletop.base.errors import brief
from tabletop.game.encodings import Block, DeclaredEncoding

ENCODINGS = ("vector", "planes")


class Encoding(DeclaredEncoding):
    """An encoding of a scenario's positions (`tabletop.game.definition.Encoding`)."""

    def __init__(self, scenario: Scenario, name: str) -> None:
        if name not in ENCODINGS:
            raise ValueError(f"encoding {brief(name)}: known are {', '.join(ENCODINGS)}")
        figures, wide = scenario.figures, scenario.size
        if name == "vector":
            owners = [f"{side} figure {n}" for side in ("own", "other") for n in range(1, figures + 1)]
            block = Block("figures", FIGURE, owners, (2, figures, len(FIGURE)))
        else:
            squares = [f"{x},{y}" for y in range(wide) for x in range(wide)]
            block = Block("planes", PLANES, squares, (len(PLANES), wide, wide), by_entry=True)
        # What the kernel `observe` knows the encoding by is the number of its rows.
        cells = np.zeros((PLANE_ROWS if name == "planes" else 1, 0), np.int16)
        super().__init__(name, [Block("match", MATCH, "match"), block], cells)
