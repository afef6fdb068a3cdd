"""Gymnasium's door for one team: the other one is played by an opponent inside; importing it registers the ids.

A step is one decision of the own team and whatever the opponent decides until the own team decides again, or the game
is over. Rules, dice, actions and observations are those of `env`; an illegal action changes nothing and is flagged
(with `strict` it raises). Every end by the rules is a termination; `gymnasium.make(…, max_episode_steps=…)` truncates.

Observations are float32 of the encoding's shape; `action_masks` gives the legal actions as bool [A]. Infos hold
`action_mask` (int8 [A]), `decision` (its name, "over" at the end), `side` (the own team, 0 Red, 1 Blue), `illegal` (the
last action was), `illegal_actions` (their number this game), and, once over, `result` (+1, -1, 0), `ending`, `turn`.
"""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from paintball_env.observation import VECTOR
from paintball_env.reward import Shaping
from paintball_env.scenario import Scenario
from tabletop import kernels as batch
from tabletop.batch.opponents import Opponent, RandomOpponent, check_opponent
from tabletop.environments.frames import FPS, HUMAN, RENDER_MODES, WIDTH
from tabletop.environments.single import DEFAULT_SCENARIO, MOST_SKIPPED, SCENARIO_IDS, Door
from tabletop.environments.snapshots import EnvState, GymState, check_moment
from tabletop.reset_options import ALTERNATE, RANDOM, SIDES, read_side


class PaintballEnv(Door, gymnasium.Env[Any, Any]):
    """One team's view of a game; see the module."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FPS}

    def __init__(
        self,
        scenario: str | Path | Scenario = DEFAULT_SCENARIO,
        *,
        opponent: Opponent | None = None,
        side: str = ALTERNATE,
        encoding: str = VECTOR,
        shaping: Shaping | None = None,
        strict: bool = False,
        render_mode: str | None = None,
        render_width: int = WIDTH,
    ) -> None:
        """Make the environment; `reset` begins a game.

        Args:
          scenario: a preset's name, a file, or a Scenario.
          opponent: who plays the other team; None: one that plays at random.
          side: the own team: `red`, `blue`, `alternate` (Red in the first game after a seed, then in turn), or
            `random`.
          encoding: of the observations, `vector` or `planes`.
          shaping: added to the rewards; None: +1, -1, 0 at the end and nothing else.
          strict: raise IllegalActionError at an illegal action.
          render_mode: `ansi`: `render` returns the board as text; `human`: it is printed at every step; `rgb_array`:
            `render` returns pixels; None: no `render`.
          render_width: of the pixels, 200 … 4000.

        Raises:
          ValueError: an unknown scenario, side, encoding, or render mode; a width out of its range.
          TypeError: an opponent that can't be asked.
        """
        super().__init__(
            *(scenario,),
            encoding=encoding,
            shaping=shaping,
            strict=strict,
            render_mode=render_mode,
            render_width=render_width,
        )
        self.opponent = RandomOpponent() if opponent is None else opponent
        check_opponent(self.opponent)
        self.side = read_side(side)
        self.observation_space = spaces.Box(self.encoding.low, self.encoding.high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.scenario.actions)
        # The game as a batch of one, which is what an opponent decides in.
        self._rows, self._sides, self._actions = (np.zeros(1, np.int64) for _ in range(3))
        self._seeds, self._counters, self._keys = (np.zeros(1, np.uint64) for _ in range(3))
        self._episodes = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game, up to the own team's first decision.

        Args:
          seed: the game's seed, 0 … 2^64 - 1; None: the next of the stream that the last seed began.
          options: `position`: text of the position to begin in (docs/formats.md, 5) instead of a new game; `side`:
            `red` or `blue` for this game; others are ignored.

        Returns:
          Observation and info.

        Raises:
          ValueError: seed, position or side can't be, or the game they make ends before the own team decides.
          RuntimeError: the opponent chose an illegal action.
        """
        wanted = None if options is None else options.get("side")
        wanted = None if wanted is None else SIDES.index(read_side(wanted, SIDES))
        for _ in range(MOST_SKIPPED):
            number = self._begin(seed, options)
            if seed is not None:
                self._np_random_seed, self._episodes = number, 0
            self._seeds[0], self._counters[0] = number, 0
            self._sides[0] = self._next_side() if wanted is None else wanted
            self._episodes += 1
            self._tell_begun()
            self._answer()
            if not self._over:
                break
            self._begun = False
            if seed is not None or (options is not None and options.get("position") is not None):
                raise ValueError(f"the game ends before {SIDES[self._team]} has anything to decide")
        else:
            raise RuntimeError("game after game ends before the own team has anything to decide")
        if self.render_mode == HUMAN:
            self.render()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out the own team's action and let the opponent answer.

        Args:
          action: an index of the own-side numbering (docs/formats.md, 4).

        Returns:
          Observation, reward, terminated, truncated (never), info.

        Raises:
          IllegalActionError: with `strict`.
          TypeError: the action is no whole number.
          RuntimeError: no game has begun, or it is over; or the opponent chose an illegal action.
        """
        self._check_begun()
        if self._ended:
            raise RuntimeError("the game is over: call reset")
        team = self._team
        self._flags = [False, False]
        before = self._potential(team)
        self._carry_out(action)
        self._cycles += 1
        self._answer()
        over = self._ended = self._over
        reward = self._result(team) if over else 0.0
        if self.shaping is not None:
            reward += self.shaping.reward(before, self._potential(team))
        if self.render_mode == HUMAN:
            self.render()
        return self._seen(), reward, over, False, self._info()

    def action_masks(self) -> Any:
        """The legal actions, bool [A], never all False: what sb3-contrib asks an environment for."""
        self._check_begun()
        return self._masks[self._team].astype(bool)

    def current(self) -> tuple[Any, dict[str, Any]]:
        """Observation and info of the game as it stands, after `set_state` for example."""
        self._check_begun()
        return self._seen(), self._info()

    def clone_state(self) -> GymState:
        """This moment, dice, sides and the stream of seeds included, for `set_state` of any such environment."""
        moment = self._moment()
        moment |= {"side": self._team, "episodes": self._episodes}
        return GymState.seal(**moment, choices=int(self._counters[0]), seed=int(self._seeds[0]))

    def set_state(self, moment: EnvState) -> None:
        """Go back, or over, to a moment; errors as of `Door.set_state`."""
        check_moment(moment)
        if not isinstance(moment, GymState):
            raise ValueError("a state of another kind of environment")
        super().set_state(moment)
        self._sides[0], self._episodes = moment.side, moment.episodes
        self._counters[0], self._seeds[0] = moment.choices, moment.seed
        self._tell_begun()

    @property
    def _team(self) -> int:
        return int(self._sides[0])

    def _next_side(self) -> int:
        if self.side == RANDOM:
            return int(self._np_random.integers(2))
        return self._episodes % 2 if self.side == ALTERNATE else SIDES.index(self.side)

    def _tell_begun(self) -> None:
        if begin := getattr(self.opponent, "begin", None):
            begin(self._rows)

    def _answer(self) -> None:
        """Let the opponent decide until the own team does, or the game is over."""
        team, games = self._team, self._games
        while games["decision"][0] and games["decider"][0] != team:
            masks = self._masks[1 - team : 2 - team]
            play = getattr(self.opponent, "play", None)
            if play is not None:
                play(
                    *(self._worlds, self._chances, games, self._rows, self._sides, self._seeds, self._counters),
                    *(masks, False),
                )
                self._look()
                continue
            batch.key_rows(self._rows, self._seeds, self._counters, self._keys)
            self.opponent.act(self._worlds, games, self._rows, masks, self._actions, self._keys)
            chosen = int(self._actions[0])
            if not batch.step_one(
                *(self._worlds, self._chances, games, 0, chosen, self._masks, self.encoding.cells, self._views)
            ):
                raise RuntimeError(f"opponent: {self._reason(1 - team, chosen)}")

    def _seen(self) -> Any:
        return self._views[self._team].reshape(self.encoding.shape).copy()

    def _info(self) -> dict[str, Any]:
        team = self._team
        info = {
            "action_mask": self._masks[team].copy(),
            "decision": self._decision(),
            "side": team,
            "illegal": self._flags[team],
            "illegal_actions": self._illegal[team],
        }
        if self._over:
            info |= {"result": self._result(team), "ending": self._ending(), "turn": int(self._games["turn"][0])}
        return info


def register() -> None:
    """Enter the ids `PaintballMini/CaptureTheFlag-v0` … in Gymnasium's registry, with their vector environments."""
    for name, scenario in SCENARIO_IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{__name__}:PaintballEnv",
                vector_entry_point="tabletop.environments.gymnasium_vector:PaintballVectorEnv",
                kwargs={"scenario": scenario},
            )


register()
