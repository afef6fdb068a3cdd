"""Self-play: past versions of the policy as one opponent that changes during training."""

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import Actions, Keys, Masks, Records, Rows
from tabletop.agents.perceptron import Network, Policy
from tabletop.game.choices import choose_rows
from tabletop.game.definition import Scenario

NAME = "itself"
Layers = list[NDArray[np.float32]]


class Snapshots:
    """Plays past versions of the policy; a game has one of them, from its beginning to its end.

    Games that begin before there is one are played uniformly at random.

    Attributes:
      scenario: what is played.
      versions: past states of the policy by the step at which they were taken, oldest first: the latest ones, which new
        games are played by, and those that games still have.
      playing: int64 [B], by row: the step of the version that the game has, from 1; 0: it is played at random.
    """

    def __init__(self, scenario: Scenario, activation: str, keep: int, count: int) -> None:
        """Begin without versions.

        Args:
          scenario: what is played.
          activation: of the policy's network.
          keep: how many of the latest versions begin new games.
          count: B, games of the batch.
        """
        self.scenario, self.activation, self.keep = scenario, activation, keep
        self.versions: dict[int, Policy] = {}
        self.playing = np.zeros(count, np.int64)  # takes no memory yet: the batch refuses too many games

    def add(self, layers: Layers, step: int) -> None:
        """Add the current policy."""
        self.versions[step] = Policy(Network(layers, self.activation), self.scenario)
        self.drop_unused()

    def drop_unused(self) -> None:
        """Forget the versions that no game has, but for the latest."""
        wanted = {*self._latest(), *self.playing.tolist()}
        self.versions = {step: policy for step, policy in self.versions.items() if step in wanted}

    def _latest(self) -> list[int]:
        return list(self.versions)[-self.keep :]

    def begin(self, rows: Rows) -> None:
        """Games begin in these rows (`tabletop.env.batch.opponents.announce_begun`)."""
        if latest := self._latest():
            self.playing[rows] = np.array(latest)[rows % len(latest)]

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (`tabletop.env.batch.opponents.Opponent`)."""
        steps = self.playing[rows]
        for step in np.unique(steps).tolist():
            own = rows[steps == step]
            if step == 0:
                choose_rows(own, masks, keys, actions)
            else:
                self.versions[step].decide(worlds, games, own, masks, actions, keys, temperature=1.0)
