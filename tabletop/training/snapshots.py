"""Self-play: former states of the policy as one opponent that changes as training goes on."""

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import Actions, Keys, Masks, Records, Rows
from tabletop.agents.trained import Network, choose
from tabletop.kernels import choose_rows

NAME = "itself"
Layers = list[NDArray[np.float32]]


class Snapshots:
    """Plays former states of the policy, each game by its row; before there is one, any legal action.

    Attributes:
      networks: the latest states, the oldest first.
      steps: when each was taken.
    """

    def __init__(self, activation: str, keep: int) -> None:
        self.activation, self.keep = activation, keep
        self.networks: list[Network] = []
        self.steps: list[int] = []

    def add(self, layers: Layers, step: int) -> None:
        """Take the present policy in; the oldest leaves when there are too many."""
        self.networks = [*self.networks, Network(layers, self.activation)][-self.keep :]
        self.steps = [*self.steps, step][-self.keep :]

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (`tabletop.batch.games.Opponent`)."""
        if not self.networks:
            choose_rows(rows, masks, keys, actions)
            return
        member = rows % len(self.networks)
        for number, network in enumerate(self.networks):
            own = rows[member == number]
            if len(own):
                choose(network, worlds, games, own, masks, actions, keys, temperature=1.0)
