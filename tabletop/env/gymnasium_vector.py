"""Gymnasium's environment for batched games: a VectorEnv of one team, opponents inside, in all three autoreset modes.

A step is, in each game, one decision of the learner's team, and then whatever its opponent decides until the learner
decides again or the game is over. The modes are Gymnasium's (`AutoresetMode`):

    NEXT_STEP   the step after a game's end begins the next one; its action is ignored, its reward is 0 (the default)
    SAME_STEP   the step that ends a game begins the next one; `final_obs` and `final_info` describe the end
    DISABLED    a game that has ended waits for `reset(options={"reset_mask": bool [B]})`; until then it can't step

Infos are Gymnasium's dicts of arrays, each with a mask under its name with a `_` before it: those of the environment
for a single game. For games that ended they also have `result` (0 for a truncated game, too) and `ending` (one of the
game's endings, or `cut off`). With SAME_STEP `final_info` has all infos of a game that ended, and the others describe
the next game.
"""

import secrets
from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tabletop.base.arrays import Bool, Float32, Float64, Int8, Int64, Numbers, SomeRows
from tabletop.base.errors import brief
from tabletop.env.arguments import in_own_name
from tabletop.env.batch.games import BatchedGames
from tabletop.env.batch.opponents import OpponentsOfBatch, read_alone
from tabletop.env.batch_infos import BatchInfos
from tabletop.env.rendering import ANSI, FPS, RGB, WIDTH, check_rendering, frame
from tabletop.game.choices import result_rows
from tabletop.game.definition import GameDefinition
from tabletop.game.header import OVER
from tabletop.game.shaping import ShapingOrFields
from tabletop.play.reset_options import (
    ALTERNATE,
    ScenarioOrName,
    is_list,
    read_count,
    read_flag,
    read_learner_side,
    read_options,
    read_rows,
    read_scenario,
)
from tabletop.show.drawing.themes import FIELD

RENDER_MODES = (ANSI, RGB)


class GameVectorEnv(OpponentsOfBatch, VectorEnv[Any, Any, Any]):
    """One team's view of many games at once; see the module.

    Attributes:
      definition: the game whose presets and files are accepted as `scenario`; None: only Scenario objects, of any game.
      batch: the games.
    """

    definition: ClassVar[GameDefinition[Any] | None] = None
    closed = True  # until it is made: older versions of Gymnasium close what is collected as garbage

    @in_own_name
    def __init__(
        self,
        num_envs: int = 1,
        scenario: ScenarioOrName = None,
        *,
        opponent: Any = None,
        opponents: Sequence[Any] | None = None,
        weights: Sequence[float] | None = None,
        positions: Sequence[Any] | None = None,
        side: str = ALTERNATE,
        encoding: str | None = None,
        shaping: ShapingOrFields | None = None,
        strict: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        parallel: bool = False,
        copy: bool = True,
        render_mode: str | None = None,
        render_width: int = WIDTH,
        render_theme: str = FIELD,
    ) -> None:
        """Make the games; `reset` begins them.

        Args:
          num_envs: B, at least 1.
          scenario: a Scenario; in a game's own class, also a preset's name, a file, or None: the default.
          opponent: who plays the other team, as in the environment for a single game; instead of `opponents`.
          opponents: who plays the other team, drawn anew for each game; each is an agent's name, an agent, an object
            with `decide`, or a function f(observations, masks) -> actions; None: one that plays at random.
          weights: how often each is drawn; None: equally often.
          positions: where games begin, see `set_positions`; None: as the scenario says.
          side: the learner's team: a team's name, `alternate` (in turn, each team in half of the batch), or `random`.
          encoding: of the observations, one of the game's `encodings`; None: the game's default.
          shaping: added to the rewards; None: the rewards are only +1, -1, 0 at the end.
          strict: raise for an illegal action; otherwise it changes nothing and is flagged.
          autoreset_mode: see the module.
          max_episode_steps: truncate a game after this many decisions of the learner; None: the rules end every game.
          parallel: use all cores (BatchedGames).
          copy: return copies; False: observations and masks are overwritten two steps later.
          render_mode: `ansi` or `rgb_array`: `render` returns a tuple with a frame of each game; None: no `render`.
          render_width: width of each image in pixels, 200 … 4000.
          render_theme: look of the board in pictures: `field`, `field-dark`, or `plain`.

        Raises:
          ValueError: an argument out of its range.
          TypeError: an opponent of a kind that can't play.
        """
        check_rendering(render_mode, render_width, render_theme, RENDER_MODES)
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = " ".join(mode.value for mode in AutoresetMode)
            raise ValueError(f"autoreset mode {brief(autoreset_mode)}: known are {modes}") from None
        scenario = read_scenario(scenario, self.definition)
        self.batch = BatchedGames(
            scenario,
            read_count("num_envs", num_envs),
            read_alone(opponent, opponents),
            weights,
            positions=positions,
            seed=secrets.randbits(64),  # until `reset` is given one
            side=read_learner_side(side, scenario),
            encoding=encoding,
            shaping=shaping,
            parallel=parallel,
            strict=strict,
            max_episode_steps=max_episode_steps,
        )
        self.num_envs, self.copy = self.batch.count, read_flag("copy", copy)
        self.render_mode, self.render_width, self.render_theme = render_mode, render_width, render_theme
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": FPS,
            "autoreset_mode": self.autoreset_mode,
        }
        code = self.batch.encoding
        self.single_observation_space = spaces.Box(code.low, code.high, dtype=np.float32)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, bool)
        self._masks: Int8 | None = None
        self._illegal = np.zeros(num_envs, np.int64)
        self._told = BatchInfos(self.batch)
        self.closed = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Float32, dict[str, Any]]:
        """Begin all games, or some.

        Args:
          seed: of the whole stream of games, 0 … 2^64 - 1: each game's own seed follows from it, from the row and from
            the number of the episode. Or B seeds: of the games that begin now; each also begins its row's stream. None,
            instead of all or in the list: the next episode of the row, of a random stream if it has had no seed yet.
          options: `reset_mask`: bool [B], the games to begin, the others stay as they are; `position`: text of the
            position to begin in (docs/formats.md, 5) for all of them, or B texts or None; `side`: a team, by name or
            number, for all of them, or B of these or None. They apply only to the games that begin now.

        Returns:
          Observations float32 [B, *shape] and infos.

        Raises:
          ValueError, TypeError: an invalid argument, or a requested game ends before the learner has decided anything.
        """
        settings = read_options(options, ("position", "side", "reset_mask"))
        chosen = self._chosen(settings.get("reset_mask"))
        rows = np.flatnonzero(chosen)
        seeds = None
        if is_list(seed):
            if len(seed) != self.num_envs:
                raise ValueError(f"seed: {len(seed)} for {self.num_envs} games")
            seeds = [seed[row] for row in rows.tolist()]
        elif seed is not None and not chosen.all():
            raise ValueError("one seed is the whole stream's: with `reset_mask` give a list, a seed for each game")
        positions, sides = (self._each(name, settings.get(name), rows) for name in ("position", "side"))
        stream: Any = seed if seeds is None else seeds
        self.batch.begin(rows, stream=stream, seeds=seeds, positions=positions, sides=sides)
        self._illegal[rows] = 0
        if seeds is None and seed is not None:
            super().reset(seed=index(seed))  # type: ignore[arg-type]  # Gymnasium's np_random, which no game uses
        return self.current()

    def _chosen(self, mask: Bool | None) -> Bool:
        if mask is None:
            return self._all
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise TypeError(f"options['reset_mask']: a NumPy array, bool ({self.num_envs},)")
        if not mask.any():
            raise ValueError("options['reset_mask']: at least one game")
        self.batch.check_begun()  # the others must have begun
        return mask

    def _each(self, name: str, value: Any, rows: Int64) -> list[Any] | None:
        """An option for each game that begins."""
        if value is None:
            return None
        if not is_list(value):
            return [value] * len(rows)
        if len(value) != self.num_envs:
            raise ValueError(f"options[{name!r}]: {len(value)} for {self.num_envs} games")
        return [value[row] for row in rows]

    def step(self, actions: Numbers) -> tuple[Float32, Float64, Bool, Bool, dict[str, Any]]:
        """Carry out the learner's actions and let the opponents answer.

        Args:
          actions: integers [B]; with NEXT_STEP those of games that have ended are ignored.

        Returns:
          Observations float32 [B, *shape], rewards float64 [B], terminations and truncations bool [B], infos.

        Raises:
          ValueError: a number that no action has; with `strict`, an illegal action; a wrong shape or type.
          RuntimeError: no game has begun; with DISABLED, a game has ended; or an opponent chose an illegal action.
          AgentError, OpponentError: as in `BatchedGames.step`.
        """
        games = self.batch
        self._masks = None  # until the step is done: Ctrl-C may break it off
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            step = games.step(actions)
            self._illegal += step.illegal
            if step.finished is not None:
                last_infos = self._told.last(step.finished, step.illegal, self._illegal)
                final_info = self._spread(step.finished.rows, last_infos)
                self._illegal[step.finished.rows] = 0
            infos = self._infos(step.masks, step.illegal & ~step.dones)
            if step.finished is not None:
                last = np.full(self.num_envs, None, object)
                for row, observation in zip(step.finished.rows, step.finished.observations, strict=True):
                    last[row] = observation
                infos |= {"final_obs": last, "_final_obs": step.dones.copy()}
                infos |= {"final_info": final_info, "_final_info": step.dones.copy()}
        else:
            games.check_begun()
            ended = games.ended
            running = None
            if ended.any():
                running = np.flatnonzero(~ended)
                if self.autoreset_mode == AutoresetMode.DISABLED:
                    row = int(np.argmax(ended))
                    raise RuntimeError(f"game {row} has ended: call reset with options['reset_mask'] first")
                games.read_actions(actions, running)  # what is refused changes nothing
                games.begin(np.flatnonzero(ended))
                self._illegal[ended] = 0
            step = games.advance(actions, running)
            self._illegal += step.illegal
            infos = self._infos(step.masks, step.illegal)
            if (ends := step.finished) is not None:
                infos |= self._spread(ends.rows, self._told.outcomes(ends.results, ends.endings, ends.truncated))
        self._masks = step.masks
        terminations, truncations = step.dones.copy(), np.zeros(self.num_envs, bool)
        if step.finished is not None:
            truncations[step.finished.rows] = step.finished.truncated
            terminations &= ~truncations
        observations = step.observations.copy() if self.copy else step.observations
        return observations, step.rewards.astype(np.float64), terminations, truncations, infos

    def set_shaping(self, shaping: ShapingOrFields | None) -> None:
        """Shape the rewards by other weights from the next step on; see `BatchedGames.set_shaping`."""
        self.batch.set_shaping(shaping)

    def set_positions(self, positions: Sequence[Any] | None) -> None:
        """Set where games begin from now on; see `BatchedGames.set_positions`."""
        self.batch.set_positions(positions)

    def action_masks(self) -> Bool:
        """The legal actions, bool [B, A], no row all False; only `wait` where a game has ended."""
        self.batch.check_begun()
        if self._masks is None:
            self._masks = self.batch.current()[1]
        return self._masks.astype(bool)

    def current(self) -> tuple[Float32, dict[str, Any]]:
        """Observations and infos of the games as they are now, for example after `set_state`."""
        games = self.batch
        observations, self._masks = games.current()
        infos = self._infos(self._masks, np.zeros(self.num_envs, bool))
        ended = np.flatnonzero(games.ended)
        if len(ended):
            records, results = games.games, np.zeros(self.num_envs, np.float32)
            result_rows(records, ended, games.sides, results)
            is_cut_off = records["decision"][ended] != OVER
            outcomes = self._told.outcomes(results[ended], records["ending"][ended], is_cut_off)
            infos |= self._spread(ended, outcomes)
        return observations, infos

    def clone_state(self, rows: SomeRows | None = None, dice: bool = True) -> dict[str, Any]:
        """A snapshot of all games, or of those in `rows`; see `BatchedGames.clone_state`."""
        return self.batch.clone_state(rows, dice)

    def set_state(
        self, saved: dict[str, Any], rows: SomeRows | None = None, seed: int | Sequence[int] | None = None
    ) -> None:
        """Go to a snapshot (`BatchedGames.set_state`); `current` shows it. The counts of illegal actions start at 0."""
        self.batch.set_state(saved, rows, seed)
        self._illegal[read_rows(rows, self.num_envs)] = 0
        self.current()

    @property
    def positions(self) -> list[str]:
        """The positions as lines of text (docs/formats.md, 5)."""
        self.batch.check_begun()
        scenario = self.batch.scenario
        return [scenario.game.format_position(scenario, game) for game in self.batch.games]

    def render(self) -> tuple[Any, ...] | None:
        """A tuple with a frame of each game, text or uint8 [height, `render_width`, 3]; None without a render mode."""
        self.batch.check_begun()
        if self.render_mode is None:
            return None
        return tuple(
            frame(self.batch.scenario, game, self.render_mode, self.render_width, self.render_theme)
            for game in self.batch.games
        )

    def close(self, **kwargs: Any) -> None:
        """Close the opponents (`DrawnOpponents.close`), also where games have begun after an earlier `close`."""
        super().close(**kwargs)
        self.batch.close()

    def _infos(self, masks: Int8, illegal: Bool) -> dict[str, Any]:
        infos = self._told.now(masks.copy() if self.copy else masks, illegal, self._illegal)
        return infos | {f"_{name}": self._all.copy() for name in infos}

    def _spread(self, rows: Int64, parts: dict[str, np.ndarray]) -> dict[str, Any]:
        """Values of these games as infos of all games, with their masks."""
        infos: dict[str, Any] = {}
        here = np.zeros(self.num_envs, bool)
        here[rows] = True
        for name, values in parts.items():
            column = np.full((self.num_envs, *values.shape[1:]), None if values.dtype == object else 0, values.dtype)
            column[rows] = values
            infos[name], infos[f"_{name}"] = column, here.copy()
        return infos
