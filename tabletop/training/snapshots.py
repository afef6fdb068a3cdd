"""Self-play: past versions of the policy as one opponent that changes during training."""

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import Actions, Keys, Masks, Records, Rows
from tabletop.agents.perceptron import Network, Policy
from tabletop.choices import choose_rows
from tabletop.definition import Scenario

NAME = "itself"
Layers = list[NDArray[np.float32]]


class Snapshots:
    """Plays past versions of the policy, one for each row; before there is one, uniformly at random.

    Attributes:
      scenario: what is played.
      policies: the latest states, oldest first.
      steps: the step at which each was taken.
    """

    def __init__(self, scenario: Scenario, activation: str, keep: int) -> None:
        self.scenario, self.activation, self.keep = scenario, activation, keep
        self.policies: list[Policy] = []
        self.steps: list[int] = []

    def add(self, layers: Layers, step: int) -> None:
        """Add the current policy; the oldest one is dropped when there are too many."""
        policy = Policy(Network(layers, self.activation), self.scenario)
        self.policies = [*self.policies, policy][-self.keep :]
        self.steps = [*self.steps, step][-self.keep :]

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (`tabletop.batch.opponents.Opponent`)."""
        if not self.policies:
            choose_rows(rows, masks, keys, actions)
            return
        member = rows % len(self.policies)
        for number, policy in enumerate(self.policies):
            policy_rows = rows[member == number]
            if len(policy_rows):
                policy.decide(worlds, games, policy_rows, masks, actions, keys, temperature=1.0)
