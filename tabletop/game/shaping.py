"""Shaping of rewards, as far as it is the same for all games; potentials and their weights are a game's own.

Shaping is potential-based (Ng, Harada and Russell 1999): each step adds gamma * potential(after) - potential(before),
with potential 0 once the game is over. Discounted with the same gamma it adds up to minus the potential of the first
position, whatever is played, so it changes no ranking of policies. The potential of one team is minus the other's,
hence the sum of both teams' rewards stays 0.
"""

from collections.abc import Iterable, Mapping
from math import nan
from numbers import Real
from typing import Any, Self, TypeVar

import numpy as np

from tabletop.base.arrays import Float64
from tabletop.base.errors import MOST_WEIGHT, brief
from tabletop.game.definition import Scenario

Potential = TypeVar("Potential", float, Float64)


class Shaping:
    """Weights of a potential: a game's own class is a frozen dataclass of them, in the kernel's order, and of `gamma`.

    Raises:
      ValueError: a weight that is no number from -`MOST_WEIGHT` to `MOST_WEIGHT`, or a gamma outside (0, 1].

    Attributes:
      gamma: discount of the learner, 0 < gamma <= 1; with another one than the learner's the sum no longer cancels. A
        game's class names it last and gives it the default 1: here it would become the first argument.
    """

    gamma: float

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            size: Any = abs(value) if isinstance(value, Real) and not isinstance(value, bool) else nan
            if not size <= MOST_WEIGHT:
                raise ValueError(f"{name} {brief(value)}: a number from -{MOST_WEIGHT} to {MOST_WEIGHT}")
        if not 0.0 < self.gamma <= 1.0:
            raise ValueError(f"gamma {brief(self.gamma)}: must lie in (0, 1]")

    def weights(self) -> tuple[float, ...]:
        """The weights that the game's kernel `potential` takes."""
        return tuple(value for name, value in vars(self).items() if name != "gamma")

    def scaled(self, factor: float) -> Self:
        """The same shaping with its weights multiplied, for one that fades; gamma stays as it is."""
        return self.with_weights(factor * value for value in self.weights())

    def with_weights(self, weights: Iterable[float]) -> Self:
        """A shaping with other weights, in the order of `weights`, and the same gamma."""
        names = (name for name in vars(self) if name != "gamma")
        return type(self)(**dict(zip(names, map(float, weights), strict=True)) | {"gamma": self.gamma})

    def reward(self, before: Potential, after: Potential) -> Potential:
        """What a step adds, from the potentials before and after it: of one game, or float64 arrays of many."""
        return self.gamma * after - before


ShapingOrFields = Shaping | Mapping[str, float]


def read_shaping(shaping: Any, scenario: Scenario) -> Shaping | None:
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


def change_shaping(before: Shaping | None, shaping: Any, scenario: Scenario) -> Shaping | None:
    """Return the shaping that follows one whose games go on.

    Args:
      before: the shaping so far.
      shaping: as `read_shaping` takes it; what a dict leaves out stays as it is. None: all weights are 0.
      scenario: of the games.

    Raises:
      TypeError, ValueError: as `read_shaping`; or another gamma than before, with which the sum would not cancel.
    """
    if isinstance(shaping, Mapping):
        shaping = {**vars(before or scenario.game.shaping().scaled(0.0)), **shaping}
    if before is None:
        return read_shaping(shaping, scenario)
    wanted = read_shaping(shaping, scenario) or before.scaled(0.0)
    if wanted.gamma != before.gamma:
        raise ValueError(f"shaping: gamma {wanted.gamma} instead of {before.gamma}: it can't be changed")
    return wanted


def weights_of(shaping: Shaping | None) -> Float64:
    """The weights for the kernels, float64 [k]; none of them where shaping is off."""
    return np.zeros(0) if shaping is None else np.array(shaping.weights(), np.float64)
