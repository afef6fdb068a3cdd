"""Shaping of rewards, as far as it is the same for all games; potentials and their weights are a game's own."""

from numbers import Real
from typing import Any, Protocol

import numpy as np

from tabletop.definition import Scenario
from tabletop.mistakes import brief

MOST_WEIGHT = 1_000_000  # of a weight: rewards are float32, in which larger ones would swallow a win's +1


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


def check_numbers(shaping: Any) -> None:
    """Refuse, by a ValueError, a weight that is no number of at most a million, and a gamma outside of (0, 1]."""
    for name, value in vars(shaping).items():
        size: Any = abs(value) if isinstance(value, Real) and not isinstance(value, bool) else np.nan
        if not size <= MOST_WEIGHT:
            raise ValueError(f"{name} {brief(value)}: a number from -{MOST_WEIGHT} to {MOST_WEIGHT}")
    if not 0.0 < shaping.gamma <= 1.0:
        raise ValueError(f"gamma {brief(shaping.gamma)}: must lie in (0, 1]")


def check_shaping(shaping: Any, scenario: Scenario) -> None:
    """Refuse, by a TypeError, what is neither a shaping of the scenario's game nor None."""
    kind = scenario.game.shaping
    if shaping is not None and not isinstance(shaping, kind):
        raise TypeError(f"shaping {brief(shaping)}: a {kind.__name__} of {kind.__module__}, or None")


def weights_of(shaping: Shaping | None) -> Any:
    """The weights for the kernels, float64 [k]; none of them where shaping is off."""
    return np.zeros(0) if shaping is None else np.array(shaping.weights(), np.float64)
