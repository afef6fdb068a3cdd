"""Shaping of rewards, as far as it is the same for all games; potentials and their weights are a game's own."""

from collections.abc import Mapping
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


ShapingOrFields = Shaping | Mapping[str, float]


def read_shaping(shaping: Any, scenario: Scenario) -> Any:
    """Return a shaping of the scenario's game, or None; a mapping of its fields, as from JSON or YAML, is made one.

    Raises:
      TypeError: it is something else, or has an unknown field.
      ValueError: a field isn't a number, or is out of its range.
    """
    kind = scenario.game.shaping
    if isinstance(shaping, Mapping):
        names = (*scenario.game.shaping_weights, "gamma")
        if unknown := [name for name in shaping if name not in names]:
            raise TypeError(f"shaping: {brief(unknown[0])} is unknown; there are {', '.join(names)}")
        return kind(**shaping)
    if shaping is not None and not isinstance(shaping, kind):
        raise TypeError(f"shaping {brief(shaping)}: a {kind.__name__} of {scenario.game.package}, its fields, or None")
    return shaping


def weights_of(shaping: Shaping | None) -> Any:
    """The weights for the kernels, float64 [k]; none of them where shaping is off."""
    return np.zeros(0) if shaping is None else np.array(shaping.weights(), np.float64)
