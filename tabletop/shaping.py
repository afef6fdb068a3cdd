"""Shaping of rewards, as far as it is the same for all games; potentials and their weights are a game's own."""

from typing import Any, Protocol

import numpy as np

from tabletop.definition import Scenario
from tabletop.mistakes import brief


class Shaping(Protocol):
    """Potential-based shaping (Ng, Harada and Russell 1999): a step adds gamma * potential after - potential before."""

    @property
    def gamma(self) -> float:
        """Discount of the learner, 0 < gamma <= 1."""
        ...

    def reward(self, before: float, after: float) -> float:
        """What a step adds, from the potentials before and after it."""
        ...

    def weights(self) -> tuple[float, ...]:
        """The weights that the game's kernel `potential` takes."""
        ...


def check_shaping(shaping: Any, scenario: Scenario) -> None:
    """Refuse, by a TypeError, what is neither a shaping of the scenario's game nor None."""
    kind = scenario.game.shaping
    if shaping is not None and not isinstance(shaping, kind):
        raise TypeError(f"shaping {brief(shaping)}: a {kind.__name__} of {kind.__module__}, or None")


def weights_of(shaping: Shaping | None) -> Any:
    """The weights for the kernels, float64 [k]; none of them where shaping is off."""
    return np.zeros(0) if shaping is None else np.array(shaping.weights(), np.float64)
