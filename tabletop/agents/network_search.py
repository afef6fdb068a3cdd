"""Search by a network that scores actions (tabletop.agents.scoring)."""

from typing import Any

import numpy as np

from tabletop.agents.base import Masks, Records
from tabletop.agents.scoring import Scorer, likeliest
from tabletop.agents.search import Planner, Search, Thought
from tabletop.definition import GameDefinition, Scenario

# Measured in docs/results.md, "Search". In a longer play-out dice hide the small gains over a network's choice, and
# gains of one standard error aren't real: errors of its value are as large.
NETWORK_TURNS, NETWORK_GATE = 1, 2.0
LEAST = 0.05  # actions less probable than this share of the most probable one aren't tried


class NetworkSearch(Search):
    """A search by a network that scores actions: its policy plays on, its value judges."""

    def __init__(self, network: Any, *, game: GameDefinition, **amounts: Any) -> None:
        """Take the network, float32 [k] as compiled code does; `amounts`: `sims`, `ms`, `decisions`, as of `Search`."""
        self._network = network
        super().__init__(turns=NETWORK_TURNS, gate=NETWORK_GATE, opening=False, game=game, **amounts)

    def planner(self, game: GameDefinition) -> Planner:
        """Return the policies and the value that the search uses."""
        return Planner(game.network_planning_kernels, self._network[None, :], self._values)

    def _values(self, scenario: Scenario) -> Any:
        """Return the weights that value positions: those of the network, in every scenario."""
        return self._network

    def prepare(self, scenario: Scenario) -> None:
        """Read what will be played; ValueError: the network takes other facts than the game has."""
        super().prepare(scenario)
        self._scorer = Scorer(self._network, name=self.name)
        self._scorer.prepare(scenario)

    def think(self, worlds: Records, games: Records, row: int, masks: Masks, key: np.uint64) -> Thought:
        """Search among the most probable actions; where there is only one, the network's own evaluation is all."""
        likely = likeliest(*self._scorer.scores(worlds, games[row : row + 1], masks[row])).candidates
        actions = [candidate.action for candidate in likely if candidate.chance >= LEAST * likely[0].chance]
        if len(actions) == 1:
            return Thought(row, actions[0], likely)
        return self.decided(row, self.weigh(worlds, games, row, np.array(actions), key))


def searching(network: Any, game: GameDefinition, amount: str, name: str) -> Search:
    """Return a search by a network that scores actions.

    Raises:
      ValueError: `amount` is neither milliseconds nor a number of play-outs, or out of range.
    """
    taken = "it takes milliseconds of processor time, search=50ms, or a number of play-outs, search=64"
    try:
        amounts = {"ms": float(amount[:-2])} if amount.endswith("ms") else {"sims": int(amount)}
    except ValueError:
        raise ValueError(f"{name}: {taken}") from None
    try:
        return NetworkSearch(network, game=game, **amounts)
    except ValueError as error:
        raise ValueError(f"{name}: {str(error).removeprefix('search: ')}; {taken}") from None
