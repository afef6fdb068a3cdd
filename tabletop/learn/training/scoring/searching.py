"""Decisions of a policy by tree search: what is played, and the improved policy that the network is to follow.

The search is that of `tabletop.env.batch.tree`: an action's place among the actions tried is drawn by Gumbel noise, so
what it plays is a sample, and its improved policy is better than the network's (Danihelka et al., 2022).
"""

from typing import Any, NamedTuple

import numpy as np

from tabletop.agents.scoring import Scorer
from tabletop.base.arrays import Float32, Float64, Int16, Int64, Records
from tabletop.env.batch.tree import TreeSearch
from tabletop.game.definition import Scenario
from tabletop.learn.training.config import Zero


class Planned(NamedTuple):
    """What a search says of k decisions with N legal actions in all.

    Attributes:
      places: int64 [k], the indices of the actions chosen among all legal ones.
      targets: float32 [N], the improved policies.
      values: float64 [k], of the positions for the teams that decide, -1 … 1.
    """

    places: Int64
    targets: Float32
    values: Float64


class Planner:
    """Searches the decisions of a batch of games by a policy's network.

    Attributes:
      scorer: judges the positions; its network may be replaced between two calls.
    """

    def __init__(self, scenario: Scenario, count: int, network: Float32, settings: Zero) -> None:
        """Make room for the trees of `count` games."""
        self.scorer = Scorer(network)
        self.scorer.prepare(scenario)
        self._tree = TreeSearch(scenario, count, **settings.model_dump())

    def plan(self, games: Records, listed: Int16, counts: Int64, noise: np.random.Generator) -> Planned:
        """Search positions in which somebody decides; where only one action is legal, nothing is searched.

        Args:
          games: the records, [k].
          listed: int16 [N], their legal actions, those of one position after those of another.
          counts: int64 [k], how many each has, at least 1.
          noise: of it a search's noise and dice are drawn.
        """
        open_ones, owners = np.flatnonzero(counts > 1), np.repeat(np.arange(len(counts)), counts)
        keys = noise.integers(0, 2**64, len(open_ones), np.uint64)
        found = self._tree.search(games[open_ones], self.scorer, keys=keys)
        numbers = np.full(len(counts), -1)  # of the searches, by position
        numbers[open_ones] = np.arange(len(open_ones))
        searched = numbers[owners] >= 0
        of_search, actions = numbers[owners[searched]], listed[searched]
        targets, chosen = np.ones(len(listed), np.float32), np.ones(len(listed), np.bool_)
        targets[searched] = found.policies[of_search, actions]
        chosen[searched] = found.actions[of_search] == actions
        values: Any = np.full(len(counts), np.nan)
        values[open_ones] = found.values
        return Planned(np.flatnonzero(chosen), targets, values)
