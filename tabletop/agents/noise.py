"""Noise of an agent: a hash of the key of its decision; it is independent of the game's dice."""

import numpy as np

from tabletop.compiled.compiling import rule
from tabletop.game.hashing import GOLDEN, mix, unit


@rule
def uniform(key: np.uint64, number: int) -> float:
    """Draw number `number` of the decision with this key, in [0, 1)."""
    return unit(mix(key + GOLDEN * np.uint64(number + 1)))
