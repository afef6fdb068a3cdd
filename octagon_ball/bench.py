"""What `octagon-ball bench` measures of this game alone: whole games of its scripted bots."""

import numpy as np

from octagon_ball.bots.temperament import TEMPERAMENTS
from tabletop.bench.measure import Load
from tabletop.bench.ours import Setting, Tables
from tabletop.header import OVER

DUELS = (("runner", "runner"), ("passer", "passer"), ("runner", "passer"))


def duels(setting: Setting) -> list[Load]:
    """A load for each of DUELS."""
    return [Duel(setting, *pair) for pair in DUELS]


class Duel:
    """Whole games of two scripted bots, each playing on until the other has to decide."""

    driver = "compiled"
    yardstick = False

    def __init__(self, setting: Setting, first: str, second: str) -> None:
        self.key = f"{first}-{second}"
        self.title = f"{first} v. {second}"
        count = 16  # a go takes some tens of milliseconds then
        self.kernels = setting.scenario.game.policy_kernels
        self.tables = Tables(setting, count)
        self.tempers = TEMPERAMENTS[first].record(), TEMPERAMENTS[second].record()
        self.teams = np.arange(count) % 2  # of the first bot: sides swap from game to game

    def play(self) -> tuple[int, int]:
        """Play all games to their end."""
        t = self.tables
        t.begin(t.rows)
        while (t.games["decision"] != OVER).any():
            for number, temper in enumerate(self.tempers):
                others = (self.teams + 1 - number) % 2
                self.kernels.play_rows(
                    t.worlds, t.chances, t.games, t.rows, others, t.seeds, t.counters, t.masks, temper
                )
        return int(t.counters.sum()), len(t.rows)
