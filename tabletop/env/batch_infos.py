"""The infos of batched games (docs/environments.md), an array [B] or [k] for each, as Gymnasium's vectors have them."""

import numpy as np

from tabletop.base.arrays import Bool, Float32, Int8, Int64
from tabletop.env.batch.episodes import Finished
from tabletop.env.batch.games import BatchedGames
from tabletop.env.single import CUT_OFF
from tabletop.game.arrays import SelfPlayFinished


class BatchInfos:
    """Makes the infos of a batch's games."""

    def __init__(self, batch: BatchedGames) -> None:
        game = batch.scenario.game
        self._batch = batch
        self._decisions = np.array(["over", *game.decisions[1:]], object)
        self._endings = np.array(game.endings, object)

    def now(self, masks: Int8, illegal: Bool, illegal_actions: Int64) -> dict[str, np.ndarray]:
        """The infos of all games as they are now, none of them a view but `action_mask`.

        Args:
          masks: int8 [B, A].
          illegal: bool [B], whether the last action was illegal.
          illegal_actions: int64 [B], their number in each game.
        """
        games = self._batch
        return {
            "action_mask": masks,
            "decision": self._decisions[games.games["decision"]],
            "side": games.sides.copy(),
            "opponent": games.slots.copy(),
            "turn": games.games["turn"].astype(np.int64),
            "seed": games.seeds.copy(),
            "length": games.lengths.copy(),
            "illegal": illegal.copy(),
            "illegal_actions": illegal_actions.copy(),
        }

    def last(
        self, finished: Finished | SelfPlayFinished, illegal: Bool, illegal_actions: Int64
    ) -> dict[str, np.ndarray]:
        """The infos of the k games that ended in a step, as they were at the end; arguments as of `now`, for all B."""
        rows = finished.rows
        return {
            "action_mask": finished.masks,
            "decision": self._decisions[finished.decisions],
            "side": finished.sides,
            "opponent": finished.opponents,
            "turn": finished.turns,
            "seed": finished.seeds,
            "length": finished.lengths,
            "illegal": illegal[rows],
            "illegal_actions": illegal_actions[rows],
        } | self.outcomes(finished.results, finished.endings, finished.truncated)

    def outcomes(self, results: Float32, endings: Int64, truncated: Bool) -> dict[str, np.ndarray]:
        """The infos that only games which ended have; results float [k], endings integers [k], truncated bool [k]."""
        words = np.where(truncated, CUT_OFF, self._endings[endings]).astype(object)
        # float64 as in Gymnasium's vectors of single environments, and in `numeric_infos` where no game ends.
        return {"result": results.astype(np.float64), "ending": words}
