"""A network of any shape in ONNX as an agent (tabletop.agents.onnx_model).

Axes: k positions, n legal actions in them, A actions of the scenario.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import Actions, Batched, Keys, Masks, Records, Rows
from tabletop.agents.onnx_model import INPUTS, OF_ACTION_ROWS, OUTPUTS, OnnxModel
from tabletop.agents.perceptron import chosen, observations_of
from tabletop.agents.policy_folder import Weights
from tabletop.agents.scoring import Judged, facts_of, judged, likeliest
from tabletop.agents.view import View
from tabletop.base.arrays import Float64, Int16, Int64
from tabletop.base.errors import one_line
from tabletop.game.definition import Scenario, encoding_of
from tabletop.play.game import Game
from tabletop.play.search_log import Weighing

MOST_AT_ONCE = 64  # positions in a run: with more it is no faster, and takes more memory
# Actions of the same facts have the same logit but for the last bits, which may depend on the batch and the processor.
TIE = 1e-4


class Given(NamedTuple):
    """What a network is given of k positions.

    Attributes:
      arrays: the inputs, in order.
      games, listed: int [n], of each legal action the number of its position and its index.
    """

    arrays: tuple[NDArray[Any], ...]
    games: Int64
    listed: Int16 | Int64


class Input:
    """What networks of a kind are given in a scenario.

    Over observations: float32 [k, …], the deciders' observations in an encoding. Over action rows: positions float32
    [k, P], actions float32 [n, K] and the number of each row's position, int64 [n] (`tabletop.agents.scoring.Facts`).

    Attributes:
      network: the kind.
      shapes: of the inputs, without their first axis.
    """

    def __init__(self, network: str, scenario: Scenario, encoding: str | None) -> None:
        """Take a kind of networks, a scenario and the encoding of observations, None: the game's default."""
        self.network, self._game = network, scenario.game
        self.shapes: tuple[tuple[int, ...], ...]
        if network == OF_ACTION_ROWS:
            rules = scenario.game.scoring_kernels.rules
            self.shapes = (rules.POSITION_FACTS,), (rules.ACTION_FACTS,), ()
        else:
            seen = encoding_of(scenario, encoding)
            self.shapes, self._cells, self._size = (seen.shape,), seen.cells, seen.size

    def of(self, worlds: Records, games: Records, rows: Rows, masks: Masks) -> Given:
        """Return what a network is given of these games."""
        if self.network == OF_ACTION_ROWS:
            facts = facts_of(self._game, worlds, games, rows, masks)
            return Given((facts.positions, facts.actions, facts.games), facts.games, facts.listed)
        seen = observations_of(self._game, self._cells, self._size, worlds, games, rows)
        return Given((seen.reshape(-1, *self.shapes[0]),), *np.nonzero(masks[rows]))


class OnnxPlayer(Batched):
    """Plays a network in ONNX.

    Attributes:
      model: the network.
      temperature: 0 takes the best action; 1 samples from the network's own probabilities.
      trained_on: beginning of the message if it doesn't fit.
    """

    def __init__(self, weights: Weights, name: str, temperature: float = 0.0) -> None:
        """Take a model; ValueError: a temperature below 0."""
        super().__init__(name)
        if not temperature >= 0:
            raise ValueError(f"trained: temperature is 0 or more, not {temperature:g}")
        assert weights.model is not None
        self.model: OnnxModel = weights.model
        self.temperature, self.trained_on = temperature, f"{name}: a network"
        self._encoding = weights.played.get("encoding")
        self._input: Input | None = None

    def prepare(self, scenario: Scenario) -> None:
        """Check that the network fits the scenario, at the start of a game; ValueError: it doesn't."""
        taken = Input(self.model.network, scenario, self._encoding)
        shapes = list(self.model.shapes.values())
        for name, wanted, actual in zip(INPUTS[taken.network], taken.shapes, shapes, strict=False):
            inner = tuple(actual[1:])
            if len(inner) != len(wanted) or any(a not in (b, None) for a, b in zip(inner, wanted, strict=True)):
                words = f"{self.trained_on} with {name} of shape {_shape(inner)}"
                raise ValueError(f"{words}; {scenario.name} has {_shape(wanted)}")
        self._input = taken
        game = Game(scenario)
        try:
            self._answers(scenario.world, game.games, np.zeros(1, np.int64), game.legal_mask()[None, :])
        except Exception as error:  # onnxruntime has many
            self._input = None
            raise ValueError(f"{self.trained_on} that can't play {scenario.name}: {one_line(error)}") from None

    def weigh(self, view: View[Any]) -> Weighing:
        """Return the actions that the network finds most probable in a position, and the value that it expects."""
        logits, values = self._answers(view.scenario.world, view.games, np.zeros(1, np.int64), view.mask[None, :])
        legal = np.flatnonzero(view.mask)
        return likeliest(legal, logits[0, legal], None if np.isnan(values[0]) else float(values[0]))

    def judge(self, worlds: Records, games: Records, rows: Rows, masks: Masks) -> Judged:
        """Return what the network thinks of many positions (see `Scorer.judge`); NaN if it gives no values."""
        logits, values = self._answers(worlds, games, rows, masks)
        return judged(logits, masks[rows] > 0, values)

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`); RuntimeError: it isn't prepared."""
        actions[rows] = chosen(self._answers(worlds, games, rows, masks)[0], keys[rows], self.temperature, TIE)

    def _answers(self, worlds: Records, games: Records, rows: Rows, masks: Masks) -> tuple[Float64, Float64]:
        """Return the logits, [k, A], minus infinity for illegal actions, and the values [k], NaN if there are none."""
        if self._input is None:
            raise RuntimeError(f"{self.name}: prepare it for a scenario first")
        logits, values = np.full((len(rows), masks.shape[1]), -np.inf), np.full(len(rows), np.nan)
        for first in range(0, len(rows), MOST_AT_ONCE):
            part = slice(first, first + MOST_AT_ONCE)
            given = self._input.of(worlds, games, rows[part], masks)
            scores, worth = answers(self.model.run(*given.arrays), given, self.model.network, masks.shape[1])
            logits[part][given.games, given.listed] = scores
            if worth is not None:
                values[part] = worth
        return logits, values


def answers(
    outputs: list[NDArray[Any]], given: Given, network: str, actions: int
) -> tuple[NDArray[np.floating], NDArray[np.floating] | None]:
    """Return a network's logits of the legal actions, [n], and values, [k], or None.

    Raises:
      ValueError: outputs of other shapes than a network of this kind has with this number of actions, or not finite.
    """
    k = len(given.arrays[0])
    of_rows = network == OF_ACTION_ROWS
    shapes = ((len(given.listed),) if of_rows else (k, actions)), (k,)
    for name, output, shape in zip(OUTPUTS[network], outputs, shapes, strict=False):
        if np.shape(output) != shape:
            raise ValueError(f"{name} of shape {list(np.shape(output))}, not {list(shape)}")
    scores = outputs[0] if of_rows else outputs[0][given.games, given.listed]
    for name, numbers in zip(OUTPUTS[network], (scores, *outputs[1:]), strict=False):
        if numbers.dtype.kind != "f" or not np.isfinite(numbers).all():
            raise ValueError(f"{name} that aren't all finite numbers")
    return scores, outputs[1] if len(outputs) > 1 else None


def _shape(inner: tuple[int | None, ...]) -> str:
    """Write the shape of an input, whose first axis has any size."""
    return "[" + ", ".join("…" if size is None else str(size) for size in (None, *inner)) + "]"
