"""Search by a network that scores actions (tabletop.agents.scoring)."""

from typing import Any

from tabletop.agents.search import Planner, Search
from tabletop.definition import GameDefinition

NETWORK_TURNS = 1  # of a network's play-outs: its value judges positions earlier than counts can


class NetworkSearch(Search):
    """A search by a network that scores actions: its policy plays on, its value judges."""

    def __init__(self, network: Any, *, game: GameDefinition, **amounts: Any) -> None:
        """Take the network, float32 [k] as compiled code does; `amounts` are arguments of `Search`, with its errors."""
        self._network = network
        super().__init__(turns=NETWORK_TURNS, game=game, **amounts)

    def planner(self, game: GameDefinition) -> Planner:
        """Return the policies and the value that the search uses."""
        return Planner(game.network_planning_kernels, self._network[None, :], lambda scenario: self._network)


def searching(network: Any, game: GameDefinition, amount: str, name: str) -> Search:
    """Return a search by a network that scores actions.

    Raises:
      ValueError: `amount` is neither milliseconds nor a number of play-outs.
    """
    try:
        amounts = {"ms": float(amount[:-2])} if amount.endswith("ms") else {"sims": int(amount)}
        return NetworkSearch(network, game=game, **amounts)
    except ValueError as error:
        raise ValueError(f"{name}: search={amount}: `50ms` of processor time, or `64` play-outs ({error})") from None
