"""What `paintball bench` measures of PaintBall alone: whole games of its scripted bots."""

import numpy as np

from paintball_env.bots.scripted.play import duel_rows
from paintball_env.bots.scripted.temperament import TEMPERAMENTS
from paintball_env.orders import ORDERS
from tabletop.agents.base import noise_seed
from tabletop.bench.measure import Load
from tabletop.bench.ours import Setting, Tables

DUELS = (("hunter", "hunter"), ("sentinel", "sentinel"), ("hunter", "raider"))


def duels(setting: Setting) -> list[Load]:
    """A load for each of DUELS."""
    return [Duel(setting, *pair) for pair in DUELS]


class Duel:
    """Whole games of two scripted bots in one call of compiled code; their thinking is what takes the time."""

    driver = "compiled"
    yardstick = False

    def __init__(self, setting: Setting, first: str, second: str) -> None:
        self.key = f"{first}-{second}"
        self.title = f"{first} v. {second}"
        count = 16  # a go takes some tens of milliseconds then
        self.tables = Tables(setting, count)
        self.tempers = np.concatenate([TEMPERAMENTS[name].record() for name in (first, second)])
        # Sides swap from game to game.
        self.teams = np.arange(count, dtype=np.int64) % 2
        self.counts = np.zeros((2, len(ORDERS)), np.int64)

    def play(self) -> tuple[int, int]:
        """Play all games to their end."""
        t, teams = self.tables, self.teams
        t.begin(t.rows)
        noise = np.stack([noise_seed(t.seeds, teams), noise_seed(t.seeds, 1 - teams)])
        counters, lengths = np.zeros(noise.shape, np.uint64), np.zeros(len(t.rows), np.int64)
        duel_rows(
            t.worlds, t.chances, t.games, t.rows, teams, noise, counters, t.masks, self.tempers,
            self.counts, lengths,
        )
        return int(lengths.sum()), len(t.rows)
