"""What dice do to a decision's result, so that learning can leave it out.

An advantage is what came of an action beyond what was expected, and most of that is dice. Their part can be estimated
with the mean 0: what the position after these dice is worth, less what it is worth on average after the same action
with other dice. Advantages without it have the same mean and less spread. AIVAT (Burch et al., 2018) does so for the
results of matches, with a value of its own.
"""

from typing import Any

import numpy as np

from tabletop.batch.self_play import SelfPlayGames
from tabletop.chance import new_chance


class Luck:
    """Of the actions that the games of a batch are about to take.

    Attributes:
      rolls: with how many other rolls the dice are compared; 0: not at all, all luck is 0.
    """

    def __init__(self, games: SelfPlayGames, rolls: int) -> None:
        """Make room for a batch of games."""
        self.rolls = rolls
        self._games, self._kernels = games, games.scenario.game.compiled("scoring")
        self._rows, self._traced = np.arange(games.count), new_chance(traced=True)
        self._trials, self._spare = games.games[:1].copy(), np.zeros(games.actions, np.int8)
        self._luck = np.zeros(games.count, np.float32)

    def of(self, actions: Any, network: Any, noise: np.random.Generator) -> Any:
        """Return the luck of the next step, float32 [B], by the value of a network as compiled code takes it.

        Args:
          actions: int64 [B], legal ones.
          network: float32 [k]; see `tabletop.templates.scoring`.
          noise: for the other rolls.
        """
        if self.rolls:
            games = self._games
            keys = noise.integers(0, 1 << 63, games.count).astype(np.uint64)
            self._kernels.luck_of_rows(
                games._worlds, games._chances, self._traced, games.games, self._rows, actions, network, keys,
                self.rolls, self._trials, self._spare, self._luck,
            )  # fmt: skip
        return self._luck
