"""Search by networks that score actions (tabletop.agents.scoring)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tabletop.agents.base import Masks, Records
from tabletop.agents.scoring import Scorer, likeliest
from tabletop.agents.search import Planner, Search, best
from tabletop.base.arrays import Float32
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.play.search_log import Thought

# Of a search for actions (docs/lessons.md, "Search over actions"): in a longer play-out dice hide the small gains of an
# action over a network's choice, and gains of one standard error aren't real: errors of its value are as large.
NETWORK_TURNS, NETWORK_GATE = 1, 2.0
LEAST = 0.05  # actions less probable than this share of the most probable one aren't tried
# Of a search for plans, "Plans for a phase" there: gains of a phase are larger than errors of the value.
PLANNING, PLAN_TURNS, PLAN_GATE = 0.5, 3, 0.5


class NetworkSearch(Search):
    """A search by networks: the first one plays on and judges, the others may play a phase."""

    plan_turns, plan_gate = PLAN_TURNS, PLAN_GATE
    others = 1

    def __init__(self, networks: Sequence[Float32], *, game: GameDefinition, **amounts: Any) -> None:
        """Take the networks, float32 [k] each, as compiled code does; `amounts`: `sims`, `ms`, as of `Search`.

        Those of another size than the first one, or equal to one before, are left out.
        """
        fitting = [network for network in networks if network.shape == networks[0].shape]
        same = [[np.array_equal(network, other) for other in fitting[:i]] for i, network in enumerate(fitting)]
        self._networks = np.stack([network for network, those in zip(fitting, same, strict=True) if not any(those)])
        super().__init__(turns=NETWORK_TURNS, gate=NETWORK_GATE, opening=False, planning=PLANNING, game=game, **amounts)

    def planner(self, game: GameDefinition) -> Planner:
        """Return the policies and the value that the search uses."""
        return Planner(game.network_planning_kernels, self._networks, self._values)

    def _values(self, scenario: Scenario) -> Float32:
        """Return the weights that value positions: those of the first network, in every scenario."""
        return self._networks[0]

    def prepare(self, scenario: Scenario) -> None:
        """Read what will be played; ValueError: the networks take other facts than the game has."""
        super().prepare(scenario)
        self.scorers = [Scorer(network, name=self.name) for network in self._networks]
        for scorer in self.scorers:
            scorer.prepare(scenario)

    def choose(
        self, worlds: Records, games: Records, row: int, masks: Masks, key: np.uint64, plan: int, times: float
    ) -> Thought:
        """Search for an action among those that network `plan` finds likely; it plays the rest of the own phase."""
        likely = likeliest(*self.scorers[plan].scores(worlds, games[row : row + 1], masks[row])).candidates
        actions = [candidate.action for candidate in likely if candidate.chance >= LEAST * likely[0].chance]
        if len(actions) == 1:
            return Thought(row, actions[0], likely)
        candidates = self.weigh(worlds, games, row, np.array(actions), key, plan, times)
        return Thought(row, best(candidates, self.gate), candidates)


def searching(networks: Sequence[Float32], game: GameDefinition, amount: str, name: str) -> NetworkSearch:
    """Return a search by networks that score actions, of which the first one is the agent's in this scenario.

    Raises:
      ValueError: `amount` is neither milliseconds nor a number of play-outs, or out of range.
    """
    taken = "it takes milliseconds of processor time, search=50ms, or a number of play-outs, search=64"
    try:
        amounts = {"ms": float(amount[:-2])} if amount.endswith("ms") else {"sims": int(amount)}
    except ValueError:
        raise ValueError(f"{name}: {taken}") from None
    try:
        return NetworkSearch(networks, game=game, **amounts)
    except ValueError as error:
        raise ValueError(f"{name}: {str(error).removeprefix('search: ')}; {taken}") from None
