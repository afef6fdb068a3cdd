"""Stable-Baselines3's environment: `BatchedGames` as a VecEnv with action masks, for MaskablePPO.

SB3 has no multi-agent environments: the opponents are inside. Masks aren't part of the observation; sb3-contrib gets
them by `env_method("action_masks")`. An end by the rules is never a truncation, so its value is not bootstrapped; the
value of a game truncated by the batch's `max_episode_steps` is.
"""

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from tabletop.base.arrays import Bool, Float32, Numbers, SomeRows
from tabletop.base.errors import brief, counted
from tabletop.env.batch.episodes import Finished
from tabletop.env.batch.games import BatchedGames
from tabletop.env.batch.opponents import OpponentsOfBatch
from tabletop.env.batch_infos import BatchInfos
from tabletop.env.rendering import RGB, WIDTH, check_rendering, frame
from tabletop.game.shaping import ShapingOrFields
from tabletop.play.reset_options import is_list, read_flag, read_options, read_rows, read_seed
from tabletop.show.drawing.themes import FIELD


class GameVecEnv(OpponentsOfBatch, VecEnv):
    """A VecEnv over batched games.

    Observations: Box float32 of the encoding's shape; actions: Discrete(A); rewards float32 [B]. At the end of a game
    its info holds `terminal_observation`, `TimeLimit.truncated`, `episode` (SB3's r, l, t), and what infos hold in all
    environments (docs/environments.md); `reset_infos` hold that of the first games. All other infos are empty dicts:
    filling hundreds of them per step would take longer than the games.

    Attributes:
      batch: the games.
      copy: as given.
    """

    def __init__(
        self,
        batch: BatchedGames,
        *,
        copy: bool = True,
        render_mode: str | None = None,
        render_width: int = WIDTH,
        render_theme: str = FIELD,
    ) -> None:
        """Make the VecEnv; `reset` begins the games.

        Args:
          batch: the games.
          copy: return copies; False: the arrays are overwritten two steps later, which doesn't affect SB3's algorithms.
          render_mode: `rgb_array`: `render` returns one image of all games, `get_images` one of each; None: neither.
          render_width: width of a game's image in pixels, 200 … 4000.
          render_theme: look of the board: `field`, `field-dark`, or `plain`.

        Raises:
          TypeError: `batch` is not a BatchedGames.
          ValueError: an unknown render mode; a width out of its range.
        """
        if not isinstance(batch, BatchedGames):
            raise TypeError(f"batch {brief(batch)}: games are wanted, BatchedGames(scenario, count)")
        check_rendering(render_mode, render_width, render_theme, (RGB,))
        self.batch, self.copy = batch, read_flag("copy", copy)
        self.render_mode, self.render_width, self.render_theme = render_mode, render_width, render_theme
        box = spaces.Box(batch.encoding.low, batch.encoding.high, dtype=np.float32)
        self._masks: Bool | None = None
        self._illegal = np.zeros(batch.count, np.int64)
        self._told = BatchInfos(batch)
        self._chosen: Numbers | None = None
        self._started = time.time()
        super().__init__(batch.count, box, spaces.Discrete(batch.actions))

    def reset(self) -> Float32:
        """Begin all games; return float32 [B, *shape]. The batch's own seed applies until `seed` gives another one.

        `set_options` may give `position`, the text of the position to begin in, and `side`, a team by name or number,
        to all games or to each game separately; what is left out for a game is as its stream has it.

        Raises:
          ValueError: an invalid option.
        """
        # SB3 collects the seeds of single environments; the first one seeds the whole batch. Seeds and options apply to
        # one reset, even if it fails.
        stream, given = self._seeds[0], self._options
        self._reset_seeds()
        self._reset_options()
        game_options = [read_options(options, ("position", "side")) for options in given]
        positions, names = ([options.get(name) for options in game_options] for name in ("position", "side"))
        self.batch.begin(stream=stream, positions=positions, sides=names)
        observations = self.current()
        self.reset_infos = self._first_infos()
        return observations

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the games that the next `reset` begins, all of them by one; ValueError: not 0 to 2^64 - 1."""
        return super().seed(read_seed(seed))

    def set_options(self, options: Any = None) -> None:
        """Give options to the games that the next `reset` begins: a dict for all of them, or a list with one for each.

        Raises:
          TypeError: they are neither.
          ValueError: a list of another length.
        """
        wanted = f"a dict for all games, or a list of {self.num_envs} dicts, one for each game"
        if options is not None and not isinstance(options, dict):
            if not is_list(options):
                raise TypeError(f"options {brief(options)}: {wanted}")
            if len(options) != self.num_envs:
                raise ValueError(f"options: {counted(len(options), 'dict')} for {self.num_envs} games; {wanted}")
        super().set_options(options)

    def set_shaping(self, shaping: ShapingOrFields | None) -> None:
        """Shape the rewards by other weights from the next step on; see `BatchedGames.set_shaping`."""
        self.batch.set_shaping(shaping)

    def set_positions(self, positions: Sequence[Any] | None) -> None:
        """Set where games begin from now on; see `BatchedGames.set_positions`."""
        self.batch.set_positions(positions)

    def current(self) -> Float32:
        """Observations of the games as they are now, float32 [B, *shape]; after `set_state`, those of the next step."""
        observations, masks = self.batch.current()
        self._masks = masks.view(bool)
        return observations

    def clone_state(self, rows: SomeRows | None = None, dice: bool = True) -> dict[str, Any]:
        """A snapshot of all games, or of those in `rows`; see `BatchedGames.clone_state`."""
        return self.batch.clone_state(rows, dice)

    def set_state(
        self, saved: dict[str, Any], rows: SomeRows | None = None, seed: int | Sequence[int] | None = None
    ) -> Float32:
        """Go to a snapshot (`BatchedGames.set_state`), and return the observations there, as `current` does."""
        self.batch.set_state(saved, rows, seed)
        self._illegal[read_rows(rows, self.num_envs)] = 0
        return self.current()

    def step_async(self, actions: Numbers) -> None:
        """Keep the actions, integers [B], for `step_wait`."""
        self._chosen = actions

    def step_wait(self) -> tuple[Float32, Float32, Bool, list[dict[str, Any]]]:
        """Carry out the actions; return observations, rewards, dones and infos. RuntimeError: there are none."""
        if self._chosen is None:
            raise RuntimeError("step_wait without actions: call step_async before each step_wait")
        actions, self._chosen = self._chosen, None
        self._masks = None  # until the step is done: Ctrl-C may break it off
        step = self.batch.step(actions)
        self._illegal += step.illegal
        self._masks = step.masks.view(bool)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if step.finished is not None:
            for row, info in zip(step.finished.rows.tolist(), self._ends(step.finished, step.illegal), strict=True):
                infos[row] = info
            self._illegal[step.finished.rows] = 0
        if self.copy:
            return step.observations.copy(), step.rewards.copy(), step.dones.copy(), infos
        return step.observations, step.rewards, step.dones, infos

    def _ends(self, finished: Finished, illegal: Bool) -> list[dict[str, Any]]:
        """The infos of the games that ended."""
        elapsed = round(time.time() - self._started, 6)
        totals = zip(finished.returns.tolist(), finished.lengths.tolist(), strict=True)
        own = {
            "terminal_observation": finished.observations,
            "TimeLimit.truncated": finished.truncated,
            "episode": [{"r": total, "l": length, "t": elapsed} for total, length in totals],
        }
        return _by_game(own | self._told.last(finished, illegal, self._illegal))

    def _first_infos(self) -> list[dict[str, Any]]:
        """The infos of the games that have just begun."""
        self._illegal[:] = 0
        return _by_game(self._told.now(self.action_masks().astype(np.int8), self._illegal.astype(bool), self._illegal))

    def action_masks(self) -> Bool:
        """The legal actions, bool [B, A]; RuntimeError: no game has begun."""
        self.batch.check_begun()
        if self._masks is None:
            self._masks = self.batch.current()[1].view(bool)
        return self._masks.copy() if self.copy else self._masks

    def get_images(self) -> Sequence[Any]:
        """An image of each game, uint8 [height, `render_width`, 3]; None for each without a render mode."""
        self.batch.check_begun()
        return [
            frame(self.batch.scenario, game, self.render_mode, self.render_width, self.render_theme)
            for game in self.batch.games
        ]

    def close(self) -> None:
        """Close the opponents (`DrawnOpponents.close`)."""
        self.batch.close()

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute for each of these games; AttributeError for an attribute that single games don't have."""
        count = len(self._indices(indices))
        if attr_name == "action_masks":
            return [self.action_masks] * count
        if attr_name in ("render_mode", "spec"):
            return [self.render_mode if attr_name == "render_mode" else None] * count
        raise AttributeError(f"games of a batch have no attribute {attr_name}")

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Raise AttributeError: nothing can be set in single games."""
        raise AttributeError(f"games of a batch have no attribute {attr_name} to set")

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Bool]:
        """`action_masks` of these games, bool [A] each; AttributeError for any other method.

        RuntimeError: no game has begun.
        """
        if method_name != "action_masks":
            if callable(getattr(self, method_name, None)):
                how = "call it on this environment itself"
                raise AttributeError(f"{method_name} holds for all games of a batch: {how}")
            raise AttributeError(f"games of a batch have no method {method_name}")
        masks = self.action_masks()
        return list(masks) if indices is None else [masks[index] for index in self._indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None) -> list[bool]:
        """False for each game: there are no single environments to wrap."""
        return [False] * len(self._indices(indices))

    def _indices(self, indices: int | Iterable[int] | None) -> Sequence[int]:
        return list(self._get_indices(indices))


def _by_game(columns: dict[str, Any]) -> list[dict[str, Any]]:
    """A dict for each game from a column for each info; numbers become Python's, but in masks and as seeds (uint64)."""
    kept = ("terminal_observation", "episode", "action_mask", "seed")
    lists = [list(values) if name in kept else values.tolist() for name, values in columns.items()]
    return [dict(zip(columns, values, strict=True)) for values in zip(*lists, strict=True)]
