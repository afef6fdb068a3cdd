"""Gymnasium's environment for one team: an opponent inside plays the other team.

A step is one decision of the learner's team, and then whatever the opponent decides until the learner decides again or
the game is over. Rules, dice, actions and observations are those of `pettingzoo_env`; an illegal action changes nothing
and is flagged (with `strict` it raises). Every end by the rules is a termination;
`gymnasium.make(…, max_episode_steps=…)` truncates.

Observations are float32 of the encoding's shape; `action_masks` gives the legal actions as bool [A]. Infos hold
`action_mask` (int8 [A]), `decision` (its name, "over" at the end), `side` (the learner's team, 0 or 1), `opponent` (its
number), `turn`, `seed` (the game's, uint64), `length` (the learner's decisions so far), `illegal` (whether the last
action was), `illegal_actions` (their number in this game), and, at the end, `result` (+1, -1, 0) and `ending`.
"""

from collections.abc import Sequence
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces

from tabletop.base.arrays import Bool, Float32, Int8, Int64
from tabletop.env.arguments import in_own_name
from tabletop.env.batch.opponents import DrawnOpponents, Opponent, announce_begun, read_alone
from tabletop.env.batch.turn_loop import IllegalAnswerError, TurnLoop
from tabletop.env.rendering import FPS, HUMAN, RENDER_MODES, WIDTH
from tabletop.env.single import SingleGame
from tabletop.env.snapshots import EnvState, GymState, check_snapshot
from tabletop.game.choices import MOST_SKIPPED, slot_of
from tabletop.game.header import OVER
from tabletop.game.shaping import ShapingOrFields
from tabletop.play.reset_options import ALTERNATE, RANDOM, ScenarioOrName, read_learner_side, read_options, read_team
from tabletop.show.drawing.themes import FIELD

ROW, NO_ROW = np.zeros(1, np.int64), np.zeros(0, np.int64)  # the one game of a batch of one


class _OneGame(TurnLoop):
    """The loop over a batch of one, which passes fewer arrays to compiled code: passing an array takes time.

    Attributes:
      slot: the number of the player who plays this game.
    """

    slot = 0

    def answer(self, masks: Int8) -> None:
        """Play on from a decision of the opponent; masks: int8 [1, A], its legal actions."""
        self.masks = masks
        self._play_round(ROW)
        self.play_on()

    def waiting(self) -> Int64:
        games = self.games
        return ROW if games["decision"][0] != OVER and games["decider"][0] != self.sides[0] else NO_ROW

    def players_of(self, rows: Int64) -> Int64:
        return np.full(len(rows), self.slot)

    def _step_rows(self, rows: Int64) -> int:
        action = int(self._actions[0])
        if not 0 <= action < self.actions:
            return 1
        return 1 - self._kernels.step_game(self.worlds, self._chances, self.games, action, self.masks[0])


class GymnasiumGameEnv(DrawnOpponents, SingleGame, gymnasium.Env[Float32, Any]):
    """One team's view of a game; see the module.

    Opponents may be added, and their weights changed, while it runs (`add_opponent`, `set_weights`, `weights`).
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FPS}
    reset_options = ("position", "side")

    @in_own_name
    def __init__(
        self,
        scenario: ScenarioOrName = None,
        *,
        opponent: Any = None,
        opponents: Sequence[Any] | None = None,
        weights: Sequence[float] | None = None,
        side: str = ALTERNATE,
        encoding: str | None = None,
        shaping: ShapingOrFields | None = None,
        strict: bool = False,
        render_mode: str | None = None,
        render_width: int = WIDTH,
        render_theme: str = FIELD,
    ) -> None:
        """Make the environment; `reset` begins a game.

        Args:
          scenario: a Scenario; in a game's own class, also a preset's name, a file, or None: the default.
          opponent: who plays the other team, as `tabletop.env.batch.opponents.read_opponent` takes it: an agent's
            name, an agent, an object with `decide`, or a function f(observations, masks) -> actions; None: one that
            plays at random.
          opponents: several instead; one of them is drawn for each game, by the game's seed.
          weights: how often each is drawn; None: equally often.
          side: the learner's team: a team's name, `alternate` (team 0 in the first game after a seed, then in turn), or
            `random`.
          encoding: of the observations, one of the game's `encodings`; None: the game's default.
          shaping: added to the rewards; None: the rewards are only +1, -1, 0 at the end.
          strict: raise IllegalActionError for an illegal action.
          render_mode: `ansi`: `render` returns the board as text; `human`: a viewer in the browser shows every
            step; `rgb_array`: `render` returns pixels; None: no `render`.
          render_width: width of the image in pixels, 200 … 4000.
          render_theme: look of the board in pictures: `field`, `field-dark`, or `plain`.

        Raises:
          ValueError: an unknown scenario, agent, side, encoding, or render mode; a number out of its range; an agent
            that can't play the scenario.
          TypeError: an opponent of a kind that can't play.
        """
        super().__init__(
            scenario,
            encoding=encoding,
            shaping=shaping,
            strict=strict,
            render_mode=render_mode,
            render_width=render_width,
            render_theme=render_theme,
        )
        self.side = read_learner_side(side, self.scenario)
        self.observation_space = spaces.Box(self.encoding.low, self.encoding.high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.scenario.actions)
        self._loop = _OneGame(self.scenario, 1, self._read_opponents(read_alone(opponent, opponents)))
        self.set_weights(weights)
        self._play_in(self._loop.games)
        self._team = 0
        self._episodes = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Float32, dict[str, Any]]:
        """Begin a game, up to the learner's first decision.

        Args:
          seed: the game's seed, 0 … 2^64 - 1; None: the next of the stream that the last seed began.
          options: `position`: text of the position to begin in (docs/formats.md, 5) instead of a new game; `side`: the
            name of the learner's team for this game.

        Returns:
          Observation and info.

        Raises:
          ValueError: an invalid seed, position or side, or a game that ends before the learner has decided anything; an
            unknown option.
          TypeError: options is not a dict.
          RuntimeError: the opponent chose an illegal action.
          AgentError, OpponentError: its code failed, or its answer is invalid (both are RuntimeErrors).
        """
        side = read_options(options, self.reset_options).get("side")
        team = None if side is None else read_team(side, self.scenario)
        for _ in range(MOST_SKIPPED):
            number = self._begin(seed, options)
            if seed is not None:
                self._np_random_seed, self._episodes = number, 0
            self._loop.seeds[0], self._loop.counters[0] = number, 0
            self._loop.slot = int(slot_of(np.uint64(number), self._weights))
            self._play_as(self._next_team() if team is None else team)
            self._episodes += 1
            self._announce_begun()
            self._answer()
            if not self._over:
                break
            self._begun = self._broken_off = False
            if seed is not None or (options is not None and options.get("position") is not None):
                raise ValueError(f"the game ends before {self._team_name(self._team)} has anything to decide")
        else:
            raise RuntimeError("game after game ends before the own team has anything to decide")
        self._weigh()
        self._broken_off = False
        if self.render_mode == HUMAN:
            self.render()
        return self._seen(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Float32, float, bool, bool, dict[str, Any]]:
        """Carry out the learner's action and let the opponent answer.

        Args:
          action: an index, numbered from the team's own side (docs/formats.md, 4).

        Returns:
          Observation, reward, terminated, truncated (never), info.

        Raises:
          IllegalActionError: with `strict`.
          ValueError: a number that no action has.
          TypeError: the action is not an integer.
          RuntimeError: no game has begun, or it is over; or the opponent chose an illegal action.
          AgentError, OpponentError: as in `reset`; then call `reset` or `set_state`.
        """
        self._check_begun()
        if self._ended:
            raise RuntimeError("the game is over: call reset")
        team = self._team
        before = self._worth_for(team)
        self._carry_out(action, self._wait)
        self._cycles += 1
        self._answer()
        over = self._ended = self._over
        reward = self._result(team) if over else 0.0
        if self.shaping is not None:
            self._weigh()
            reward += self.shaping.reward(before, self._worth_for(team))
        self._broken_off = False
        if self.render_mode == HUMAN:
            self.render()
        return self._seen(), reward, over, False, self._info()

    def close(self) -> None:
        """Close the viewer of the render mode `human`, and the opponents (`DrawnOpponents.close`)."""
        try:
            DrawnOpponents.close(self)
        finally:
            SingleGame.close(self)

    def action_masks(self) -> Bool:
        """The legal actions, bool [A], never all False; sb3-contrib calls this method."""
        self._check_begun()
        return self._legal[self._team].astype(bool)

    def current(self) -> tuple[Float32, dict[str, Any]]:
        """Observation and info of the game as it is now, for example after `set_state`."""
        self._check_begun()
        return self._seen(), self._info()

    def clone_state(self, dice: bool = True) -> GymState:
        """A snapshot for `set_state` of any environment of this kind; `dice` as in `SingleGame.clone_state`."""
        fields = self._snapshot(dice)
        fields |= {"side": self._team, "episodes": self._episodes, "choices": 0, "seed": 0}
        if dice:
            fields |= {"choices": int(self._loop.counters[0]), "seed": int(self._loop.seeds[0])}
        fields |= {"opponent": self._loop.slot}
        return GymState.make(self._version, **fields)

    def set_state(self, snapshot: EnvState, seed: int | None = None) -> None:
        """Go to a snapshot, of this game or another one.

        `seed` and errors as in `SingleGame.set_state`; also ValueError: there is no such opponent.
        """
        check_snapshot(snapshot)
        if not isinstance(snapshot, GymState):
            raise ValueError("a state of another kind of environment")
        if snapshot.opponent >= len(self.opponents):
            raise ValueError(f"a state against opponent {snapshot.opponent}: there are {len(self.opponents)}")
        super().set_state(snapshot, seed)

    def _enter(self, snapshot: Any, seed: int | None) -> None:
        super()._enter(snapshot, seed)
        self._play_as(snapshot.side)
        self._episodes = snapshot.episodes
        own = (snapshot.seed, snapshot.choices) if seed is None else (seed, 0)
        self._loop.seeds[0], self._loop.counters[0] = own
        self._loop.slot = snapshot.opponent
        self._announce_begun()

    @property
    def opponents(self) -> list[Opponent]:
        """The opponents by number."""
        return self._loop.players

    @property
    def opponent(self) -> Opponent:
        """Who plays the other team; an opponent assigned here plays from the next step on."""
        return self.opponents[self._loop.slot]

    @opponent.setter
    def opponent(self, opponent: Any) -> None:
        self.opponents[self._loop.slot] = self._read_opponents([opponent])[0]

    def _play_as(self, team: int) -> None:
        self._loop.sides[0] = self._team = team

    def _next_team(self) -> int:
        if self.side == RANDOM:
            return int(self._np_random.integers(2))
        return self._episodes % 2 if self.side == ALTERNATE else self.scenario.game.teams.index(self.side)

    def _announce_begun(self) -> None:
        announce_begun((self.opponent,), ROW)

    def _answer(self) -> None:
        """Let the opponent decide until the learner is to decide, or the game is over."""
        team = self._team
        if self._over or self._decider == team:
            return
        try:
            self._loop.answer(self._masks[1 - team : 2 - team])
        except IllegalAnswerError as error:
            raise RuntimeError(f"opponent: {self._reason(1 - team, error.action)}") from None
        finally:
            self._look()

    def _seen(self) -> Float32:
        return self._shown[self._team].copy()

    def _info(self) -> dict[str, Any]:
        (info,) = self._told(self._team)
        info["opponent"] = self._loop.slot
        return info
