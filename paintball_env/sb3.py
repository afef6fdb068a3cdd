"""Stable-Baselines3's door: `BatchedGames` as a VecEnv with action masks, for MaskablePPO.

SB3 has no multi-agent environments: the opponents are inside. Masks aren't part of the observation, sb3-contrib asks
for them by `env_method("action_masks")`. A game's end by the rules is never a truncation, so nothing is bootstrapped;
one cut off by the batch's `max_episode_steps` is.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from paintball_env.episodes import Finished
from paintball_env.vector import BatchedGames


class PaintballVecEnv(VecEnv):
    """A VecEnv over batched games.

    Observations: Box float32 of the encoding's shape; actions: Discrete(A); rewards float32 [B]. At the end of a game
    its info holds `terminal_observation`, `TimeLimit.truncated`, `episode` (SB3's r, l, t), `result` (+1, -1,
    0), `ending`, `turn`, `side` and `opponent`; all other infos are empty dicts, the same ones every step.

    Attributes:
      batch: the games; opponents and weights may be changed there.
    """

    def __init__(self, batch: BatchedGames) -> None:
        self.batch = batch
        self.render_mode: str | None = None
        box = spaces.Box(batch.encoding.low, batch.encoding.high, dtype=np.float32)
        # Filled once and handed out again and again: a dict a game a step would cost more than the games.
        self._none: list[dict[str, Any]] = [{} for _ in range(batch.count)]
        self._masks: Any = None
        self._chosen: Any = None
        self._started = time.time()
        super().__init__(batch.count, box, spaces.Discrete(batch.actions))

    def reset(self) -> Any:
        """Begin all games; float32 [B, *shape]. The batch's own seed holds until `seed` gives another.

        `set_options` may give `position`, the text of the position to begin in, to all games or to each its own.
        """
        # SB3 collects the seeds of single environments; one seeds the whole batch.
        positions = [options.get("position") for options in self._options]
        self.batch.begin(stream=self._seeds[0], positions=positions if any(positions) else None)
        observations = self.current()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observations

    def current(self) -> Any:
        """Observations of the games as they stand, float32 [B, *shape]; after `set_state` the next step's."""
        observations, masks = self.batch.current()
        self._masks = masks.view(bool)
        return observations

    def clone_state(self, rows: Any = None) -> dict[str, Any]:
        """A moment of all games, or of these; see `BatchedGames.clone_state`."""
        return self.batch.clone_state(rows)

    def set_state(self, saved: dict[str, Any], rows: Any = None) -> Any:
        """Go to a moment (`BatchedGames.set_state`), and return the observations there: `current`."""
        self.batch.set_state(saved, rows)
        return self.current()

    def step_async(self, actions: Any) -> None:
        """Keep the actions, integers [B], for `step_wait`."""
        self._chosen = actions

    def step_wait(self) -> Any:
        """Observations, rewards, dones and infos; arrays are overwritten by the second next step."""
        step = self.batch.step(self._chosen)
        self._masks = step.masks.view(bool)
        infos = self._none
        if step.finished is not None:
            infos = self._none.copy()
            for row, info in zip(step.finished.rows.tolist(), self._ends(step.finished), strict=True):
                infos[row] = info
        return step.observations, step.rewards, step.dones, infos

    def _ends(self, finished: Finished) -> list[dict[str, Any]]:
        elapsed = round(time.time() - self._started, 6)
        return [
            {
                "terminal_observation": observation,
                "TimeLimit.truncated": truncated,
                "episode": {"r": total, "l": length, "t": elapsed},
                "result": result,
                "ending": ending,
                "turn": turn,
                "side": side,
                "opponent": opponent,
            }
            for observation, total, length, result, ending, turn, side, opponent, truncated in zip(
                finished.observations,
                finished.returns.tolist(),
                finished.lengths.tolist(),
                finished.results.tolist(),
                finished.endings.tolist(),
                finished.turns.tolist(),
                finished.sides.tolist(),
                finished.opponents.tolist(),
                finished.truncated.tolist(),
                strict=True,
            )
        ]

    def action_masks(self) -> Any:
        """The legal actions, bool [B, A]."""
        return self._masks

    def close(self) -> None:
        """Nothing to release."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute for each of these games; AttributeError for what single games don't have."""
        count = len(self._indices(indices))
        if attr_name == "action_masks":
            return [self.action_masks] * count
        if attr_name in ("render_mode", "spec"):
            return [None] * count
        raise AttributeError(f"games of a batch have no attribute {attr_name}")

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set in single games: AttributeError."""
        raise AttributeError(f"games of a batch have no attribute {attr_name} to set")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """`action_masks` of these games, bool [A] each; AttributeError for any other method."""
        if method_name != "action_masks":
            raise AttributeError(f"games of a batch have no method {method_name}")
        return list(self._masks) if indices is None else [self._masks[index] for index in self._indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """False for each: there are no single environments to wrap."""
        return [False] * len(self._indices(indices))

    def _indices(self, indices: Any) -> Sequence[int]:
        return list(self._get_indices(indices))
