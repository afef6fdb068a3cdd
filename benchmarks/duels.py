"""Whole games of a game's own bots against each other in compiled code; their thinking is what takes the time."""

import numpy as np

from benchmarks.measure import Load
from benchmarks.ours import Tables
from benchmarks.setting import Setting
from tabletop.agents.base import noise_seed

# By the names of games, pairs of policies.
PAIRS = {
    "paintball": (("hunter", "hunter"), ("sentinel", "sentinel"), ("hunter", "raider")),
    "octagon": (("runner", "runner"), ("passer", "passer"), ("runner", "passer")),
    "naval": (("gunner", "gunner"), ("boarder", "boarder"), ("gunner", "boarder")),
}
COUNT = 16  # games in a go, which takes some tens of milliseconds then


def duels(setting: Setting) -> list[Load]:
    """A load for each pair of the game's bots."""
    return [Duel(setting, *pair) for pair in PAIRS.get(setting.scenario.game.name, ())]


class Duel(Load):
    """Whole games of two of the game's `policies` in one call."""

    driver = "compiled"

    def __init__(self, setting: Setting, first: str, second: str) -> None:
        self.key = f"{first}-{second}"
        self.title = f"{first} v. {second}"
        self.tables = Tables(setting, COUNT)
        game = setting.scenario.game
        self.kernels, policies = game.policy_kernels, game.policies()
        self.parameters = np.concatenate([policies[name] for name in (first, second)])
        self.teams = np.arange(COUNT, dtype=np.int64) % 2  # of the first bot: sides swap from game to game
        self.counts = np.zeros((2, max(1, len(game.orders))), np.int64)

    def play(self) -> tuple[int, int]:
        """Play all games to their end."""
        t, teams = self.tables, self.teams
        t.begin(t.rows)
        noise = np.stack([noise_seed(t.seeds, teams), noise_seed(t.seeds, 1 - teams)])
        counters, lengths = np.zeros(noise.shape, np.uint64), np.zeros(len(t.rows), np.int64)
        self.kernels.duel_rows(
            t.worlds, t.chances, t.games, t.rows, teams, noise, counters, t.masks, self.parameters,
            self.counts, lengths,
        )  # fmt: skip
        return int(lengths.sum()), len(t.rows)
