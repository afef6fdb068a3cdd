"""What actions lead to, in many games at once: every result with its probability, found by compiled code."""

from typing import Any, NamedTuple

import numpy as np

from tabletop.base.arrays import Bool, Float64, Int64, Records, UInt64
from tabletop.game.arrays import ResultRoom
from tabletop.game.chance import new_chance
from tabletop.game.definition import Scenario
from tabletop.play.odds import OwnOdds

FIRST_ROOM = 256  # results for which memory is allocated at first


class Successors(NamedTuple):
    """What k actions can lead to.

    Attributes:
      games: records [n] of the scenario's `record_type`, the results of one action behind those of the other; their
        dice are 0. `Simulator.enter` takes them.
      probabilities: float64 [n]; those of an action's results sum to 1.
      starts: int64 [k + 1]: the results of action i are `starts[i]` to `starts[i + 1] - 1`.
    """

    games: Records
    probabilities: Float64
    starts: Int64

    @property
    def counted(self) -> Bool:
        """Whether all results of each action were found, bool [k]; else there were too many ways, and it has none."""
        return np.diff(self.starts) > 0

    @property
    def of(self) -> Int64:
        """The number of the action that each result is one of, int64 [n]."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


class SuccessorFinder:
    """Finds results of actions in games of a scenario; it keeps its memory from call to call."""

    def __init__(self, scenario: Scenario) -> None:
        self.world, self._kernels = scenario.world, scenario.game.outcome_kernels
        self._tapes, self._own = new_chance(), OwnOdds(scenario.game)
        self._trials, self._mask = np.zeros(1, scenario.record_type), np.zeros(scenario.actions, np.int8)
        self._halts = np.array(scenario.game.halts, np.int64)
        self._make_room(FIRST_ROOM)

    def _make_room(self, size: int) -> None:
        games = np.zeros(size, self._trials.dtype)
        words, keys, chances = words_of(games), np.zeros(size, np.uint64), np.zeros(size)
        self._room = ResultRoom(self._mask, self._trials, words_of(self._trials)[0], games, words, keys, chances)

    def find(self, games: Records, rows: Int64, actions: Int64, limit: int) -> Successors:
        """Find the results of legal actions, int64 [k], in these rows of games, int64 [k]."""
        starts, state, first, kernels = np.zeros(len(rows) + 1, np.int64), np.zeros(1, np.int64), 0, self._kernels
        while True:
            asked = (
                self.world,
                self._tapes,
                games,
                rows,
                actions,
                self._own.own,
                self._own.odds,
                self._halts,
                limit,
                first,
            )
            first = kernels.results_of_rows(*asked, tuple(self._room), starts, state)
            if state[0] == kernels.DONE:
                break
            if state[0] == kernels.MISSING:
                self._own.learn(self._tapes)
                continue
            found = self._room
            self._make_room(2 * len(found.games))
            for old, new in ((found.games, self._room.games), (found.chances, self._room.chances)):
                new[: len(old)] = old
        count = int(starts[-1])
        return Successors(self._room.games[:count].copy(), self._room.chances[:count].copy(), starts)


def words_of(games: Records) -> UInt64:
    """The bytes of records behind those of their dice, seen as words, uint64 [B, W]; they share their memory."""
    dice: Any = games.dtype["dice"]
    # In front; like the record, a multiple of 8 bytes (tabletop.game.header).
    return games.view(np.uint64).reshape(len(games), -1)[:, dice.itemsize // 8 :]
