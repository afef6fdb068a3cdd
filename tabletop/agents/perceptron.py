"""A multilayer perceptron as a policy: from observations to logits, and the decisions made from them."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import Actions, Keys, Masks, Records, Rows
from tabletop.base.arrays import Int16, Int64
from tabletop.base.errors import brief
from tabletop.game.definition import GameDefinition, Scenario, encoding_of


def _relu(x: NDArray[np.floating]) -> NDArray[np.floating]:
    return np.maximum(x, np.float32(0.0))


# Functions with names: an agent is pickled with the environment that it plays in.
ACTIVATIONS: dict[str, Callable[[NDArray[np.floating]], NDArray[np.floating]]] = {"tanh": np.tanh, "relu": _relu}


class Network:
    """The policy's network.

    Attributes:
      layers: weights and biases in alternation, float32 or float64, [out, in] and [out].
    """

    def __init__(self, layers: Sequence[NDArray[np.floating]], activation: str) -> None:
        """Take the layers; ValueError: they don't fit together, or there is no such activation."""
        shapes = [layer.shape for layer in layers]
        weights, biases = shapes[::2], shapes[1::2]
        fits = bool(shapes) and len(weights) == len(biases) and all(min(shape, default=0) > 0 for shape in shapes)
        fits = fits and all(len(w) == 2 and b == w[:1] for w, b in zip(weights, biases, strict=True))
        if not fits or any(one[0] != two[1] for one, two in pairwise(weights)):
            raise ValueError(f"layers that don't fit together: {shapes}; weights [out, in], biases [out] by turns")
        if not isinstance(activation, str) or activation not in ACTIVATIONS:
            raise ValueError(f"activation {brief(activation)}: there are {', '.join(ACTIVATIONS)}")
        self.layers, self._activation = layers, ACTIVATIONS[activation]

    @property
    def observations(self) -> int:
        """D, the size of an observation."""
        return int(self.layers[0].shape[1])

    @property
    def actions(self) -> int:
        """A, the number of actions."""
        return int(self.layers[-1].shape[0])

    def logits(self, seen: NDArray[np.float32]) -> NDArray[np.floating]:
        """Return the policy's logits, [k, A] in the layers' precision, for observations float32[k, D]."""
        x: NDArray[np.floating] = seen
        for i in range(0, len(self.layers), 2):
            x = x @ self.layers[i].T + self.layers[i + 1]
            if i + 2 < len(self.layers):
                x = self._activation(x)
        return x


class Policy:
    """A network that decides in games of a scenario.

    Attributes:
      network: from observations to logits, of the scenario's sizes.
    """

    def __init__(self, network: Network, scenario: Scenario, encoding: str | None = None) -> None:
        """Let a network play a scenario, which it observes in an encoding; None: the game's default."""
        self.network = network
        # It doesn't keep the scenario: a policy is copied for each game that it plays alone.
        self._game, self._cells = scenario.game, encoding_of(scenario, encoding).cells

    def logits(self, worlds: Records, games: Records, rows: Rows) -> NDArray[np.floating]:
        """Return the network's logits, [k, A], for the observations of the deciders of these games."""
        size = self.network.observations
        return self.network.logits(observations_of(self._game, self._cells, size, worlds, games, rows))

    def decide(
        self,
        worlds: Records,
        games: Records,
        rows: Rows,
        masks: Masks,
        actions: Actions,
        keys: Keys,
        temperature: float = 0.0,
    ) -> None:
        """Fill the actions of the rows (see `Batched.decide`); a temperature of 0 takes the most probable ones."""
        logits = np.where(masks[rows] > 0, self.logits(worlds, games, rows), -np.inf)
        actions[rows] = chosen(logits, keys[rows], temperature)


def observations_of(
    game: GameDefinition, cells: Int16, size: int, worlds: Records, games: Records, rows: Rows
) -> NDArray[np.float32]:
    """Return the observations of the deciders of these games, [k, size], in an encoding with these `cells`."""
    some, observations = games[rows], np.zeros((len(rows), size), np.float32)
    game.batch.observe_rows(worlds, some, np.arange(len(rows)), some["decider"].astype(np.int64), cells, observations)
    return observations


def chosen(logits: NDArray[np.floating], keys: Keys, temperature: float, tie: float = 0.0) -> Int64:
    """Return the actions of a policy, int64 [k].

    Args:
      logits: [k, A], minus infinity for illegal actions.
      keys: uint64 [k], the noise of the choices.
      temperature: 0 takes the most probable actions.
      tie: then the first action counts that is at most so much worse than the best one.
    """
    best = logits.max(axis=1, keepdims=True)
    if temperature == 0.0:
        return (logits >= best - tie).argmax(axis=1)
    reach = np.cumsum(np.exp((logits - best) / temperature), axis=1, dtype=np.float64)
    uniform = (keys >> np.uint64(11)) / float(1 << 53)  # in [0, 1)
    return (reach > (uniform * reach[:, -1])[:, None]).argmax(axis=1)
