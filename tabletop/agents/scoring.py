"""Policies that score actions, as agents: one network for all scenarios of a game (game/templates/scoring.py)."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import Masks, Rows
from tabletop.agents.compiled import Compiled
from tabletop.agents.view import View
from tabletop.base.arrays import Bool, Float32, Float64, Int8, Int16, Int64, Integers, Records
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.play.search_log import Weighed, Weighing

LIKELIEST = 8  # maximum number of actions that a network reports
LEAST_LIKELY = 0.001  # less probable actions aren't reported
Judged = tuple[Float32, Int16, Int64, Float64]  # scores, actions, where each row's begin, values (`Scorer.judge`)


class Sizes(NamedTuple):
    """Numbers of facts and of hidden units.

    Attributes:
      position, action: facts, P and K.
      hidden, deeper: units of the policy, H and H2.
      value_hidden, value_deeper: units of the value, V and V2.
    """

    position: int
    action: int
    hidden: int = 64
    deeper: int = 32
    value_hidden: int = 96
    value_deeper: int = 32

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shapes of all weights, in the order in which a network contains them."""
        p, k, h, h2, v, v2 = self
        return {
            "of_position": (p, h),
            "of_action": (k, h),
            "bias": (h,),
            "second": (h, h2),
            "second_bias": (h2,),
            "last": (h2,),
            "value_first": (p, v),
            "value_first_bias": (v,),
            "value_second": (v, v2),
            "value_second_bias": (v2,),
            "value_last": (v2,),
            "value_last_bias": (1,),
        }


def sizes_of(weights: Mapping[str, Any]) -> Sizes:
    """Return the sizes of a network, from the shapes of its weights; ValueError: they don't fit."""
    try:
        (position, hidden), (_, deeper) = weights["of_position"].shape, weights["second"].shape
        value_hidden, value_deeper = weights["value_second"].shape
        return Sizes(position, len(weights["of_action"]), hidden, deeper, value_hidden, value_deeper)
    except (KeyError, ValueError, AttributeError, TypeError):
        raise ValueError("these are no weights of a network that scores actions") from None


def packed(sizes: Sizes, weights: Mapping[str, Any]) -> Float32:
    """Return a network as compiled code takes it, float32 [k]; ValueError: weights of other shapes."""
    for name, shape in sizes.shapes().items():
        if (actual := getattr(weights.get(name), "shape", None)) != shape:
            raise ValueError(f"weights {name}: shape {actual}, not {shape}")
    arrays = [np.asarray(weights[name], np.float32).ravel() for name in sizes.shapes()]
    return np.concatenate([np.array(sizes[2:], np.float32), *arrays])


class Facts(NamedTuple):
    """Facts of k positions and of their legal actions, from the side of the teams that decide.

    Attributes:
      positions: float32 [k, P].
      actions: float32 [n, K], the rows of one position behind those of the other.
      listed: int16 [n], the indices of these actions.
      starts: int64 [k + 1]: the actions of position i are `starts[i]` to `starts[i + 1] - 1`.
    """

    positions: Float32
    actions: Float32
    listed: Int16
    starts: Int64

    @property
    def games(self) -> Int64:
        """The number of the position that each action belongs to, int64 [n], 0 … k - 1."""
        return np.repeat(np.arange(len(self.positions)), np.diff(self.starts))


def facts_of(game: GameDefinition, worlds: Records, games: Records, rows: Rows, masks: Masks) -> Facts:
    """Return the facts of positions, none of which is over; ValueError: the game has no facts.

    Args:
      game: what is played.
      worlds: the scenario's `world`.
      games: the records, [B].
      rows: int64 [k], which of them.
      masks: int8 [B, A], their legal actions.
    """
    kernels = game.scoring_kernels
    if not hasattr(kernels.rules, "POSITION_FACTS"):
        raise ValueError(f"{game.title} has no facts of actions")
    # As much room as the facts take, and a position's most actions, for which the kernel asks.
    k, room = len(rows), int(masks[rows].sum()) + masks.shape[1]
    positions = np.zeros((k, kernels.rules.POSITION_FACTS), np.float32)
    actions, listed = np.zeros((room, kernels.rules.ACTION_FACTS), np.float32), np.zeros(room, np.int16)
    starts, asked = np.zeros(k + 1, np.int64), np.ones(k, np.bool_)
    n = kernels.facts_of_rows(worlds, games, rows, asked, masks, positions, actions, listed, starts)
    return Facts(positions, actions[:n], listed[:n], starts)


def likeliest(actions: Integers, scores: NDArray[np.floating], value: float | None) -> Weighing:
    """Return a network's most probable actions; actions: int [n], legal ones; scores: float [n], their logits."""
    if len(actions) == 1:
        return Weighing(())
    chances = np.exp(scores.astype(np.float64) - scores.max())
    chances /= chances.sum()
    first = np.argsort(-chances, kind="stable")[:LIKELIEST]
    candidates = [Weighed(int(actions[k]), value, float(chances[k])) for k in first if chances[k] >= LEAST_LIKELY]
    return Weighing(tuple(candidates))


def judged(logits: NDArray[np.floating], legal: Bool, values: Float64) -> Judged:
    """Return what `Scorer.judge` returns, of logits [k, A] and legal actions, bool [k, A]."""
    return logits[legal].astype(np.float32), np.nonzero(legal)[1].astype(np.int16), _starts(legal), values


def _starts(legal: Bool) -> Int64:
    """Where the legal actions of each row begin if they are listed one row behind the other, int64 [k + 1]."""
    return np.concatenate([[0], np.cumsum(legal.sum(axis=1, dtype=np.int64))])


class Scorer(Compiled):
    """Plays a network that scores actions.

    Attributes:
      network: its weights, float32 [k]; may be replaced between two calls.
      temperature: 0 takes the best action; 1 samples from the network's own probabilities.
    """

    def __init__(self, network: Float32, temperature: float = 0.0, name: str = "scorer") -> None:
        """Take a network.

        Raises:
          ValueError: a temperature below 0.
        """
        super().__init__(name)
        if not temperature >= 0:
            raise ValueError(f"{name}: temperature is 0 or more, not {temperature:g}")
        self.network, self.temperature = network, float(temperature)
        self._kernels: Any = None

    def prepare(self, scenario: Scenario) -> None:
        """Read what will be played; ValueError: the network takes other facts than the game has."""
        self._kernels = kernels = scenario.game.scoring_kernels
        sizes = Sizes(kernels.rules.POSITION_FACTS, kernels.rules.ACTION_FACTS, *map(int, self.network[:4]))
        if sum(math.prod(shape) for shape in sizes.shapes().values()) + 4 != len(self.network):
            raise ValueError(f"{self.name}: a network for other facts than {scenario.game.title} has")

    def weigh(self, view: View[Any]) -> Weighing:
        """Return the actions that the network finds most probable in a position, and the value that it expects."""
        if int(view.mask.sum()) == 1:
            return Weighing(())
        return likeliest(*self.scores(view.scenario.world, view.games, view.mask))

    def scores(self, worlds: Records, games: Records, mask: Int8) -> tuple[Int16, Float32, float]:
        """Return what the network thinks of one position that isn't over.

        Args:
          worlds: see `Batched.decide`.
          games: the game's record, shape (1,).
          mask: int8 [A], the legal actions.

        Returns:
          The legal actions, int16 [n]; their scores, float32 [n], logits; the value for the team that decides, -1 … 1.
        """
        scores, listed, _, values = self.judge(worlds, games, np.zeros(1, np.int64), mask[None, :])
        return listed, scores, float(values[0])

    def judge(self, worlds: Records, games: Records, rows: Rows, masks: Masks) -> Judged:
        """Return what the network thinks of many positions, none of which is over; arguments as of `Batched.decide`.

        Returns:
          The scores of all legal actions, float32 [n], logits; these actions, int16 [n]; where those of each row begin,
          int64 [k + 1]; the values for the teams that decide, float64 [k], -1 … 1.
        """
        starts, values = _starts(masks[rows] > 0), np.zeros(len(rows))
        listed, scores = np.zeros(starts[-1], np.int16), np.zeros(starts[-1], np.float32)
        self.kernels.judge_rows(worlds, games, rows, masks, self.network, listed, scores, starts, values)
        return scores, listed, starts, values

    @property
    def kernels(self) -> Any:
        """The compiled functions of the game; RuntimeError: it isn't prepared."""
        if self._kernels is None:
            raise RuntimeError(f"{self.name}: prepare it for a scenario first")
        return self._kernels

    @property
    def parameters(self) -> tuple[Float32, float]:
        """The network and the temperature."""
        return self.network, self.temperature
