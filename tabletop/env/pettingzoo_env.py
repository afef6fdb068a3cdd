"""PettingZoo's environments: a ParallelEnv, and an AEC environment in which only the deciding team acts.

Both are views of the same game. A cycle is one decision of one team; meanwhile the other team's only legal action is
`wait`, the last index. An illegal action of the deciding team changes nothing: the same decision stays open, and the
infos flag and count it (with `strict` it raises). Any action but `wait` of the waiting team is flagged and counted too,
and the decider's action is carried out. What is no action at all is always an error. Every end by the rules, including
a draw after the last turn, is a termination; `max_cycles` truncates.

Observations are {"observation": float32, "action_mask": int8 [A]}; the mask is never all 0 and is also in the infos.
With `mask="info"` observations are plain arrays. Infos hold `action_mask`, `decision` (its name, "over" at the end),
`to_decide` (bool), `side` (the agent's team, 0 or 1), `turn`, `seed` (the game's, uint64), `length` (decisions of both
teams so far), `illegal` (bool: whether the last action of this agent was), `illegal_actions` (their number in this
game), and, at the end, `result` (+1, -1, 0) and `ending` ("cut off" by `max_cycles`).
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from pettingzoo.utils import wrappers
from pettingzoo.utils.env import AECEnv, ParallelEnv

from tabletop.base.arrays import Float32
from tabletop.base.errors import brief
from tabletop.env.arguments import in_own_name
from tabletop.env.rendering import FPS, HUMAN, RENDER_MODES, WIDTH
from tabletop.env.single import SingleGame
from tabletop.env.snapshots import AecState, EnvState
from tabletop.game.shaping import ShapingOrFields
from tabletop.play.reset_options import ScenarioOrName, read_limit
from tabletop.show.drawing.themes import FIELD

AGENTS = ("team_0", "team_1")  # the game's `teams`
METADATA = {"render_modes": list(RENDER_MODES), "render_fps": FPS, "is_parallelizable": True}
AEC_METADATA = METADATA | {"is_parallelizable": False}  # an agent may act several times in a row

OBSERVATION, INFO = "observation", "info"  # where the masks are
# PettingZoo's own tests call `reset` with an option of this name.
IGNORED = "options"

Observation = Any  # a dict, or a plain array


def _team_of(agent: str) -> int:
    try:
        return AGENTS.index(agent)
    except ValueError:
        raise ValueError(f"agent {brief(agent)}: known are {' '.join(AGENTS)}") from None


class TwoTeamsEnv(SingleGame):
    """What both environments share: agents, spaces, observations and infos."""

    metadata: dict[str, Any]
    reset_options = ("position", IGNORED)

    @in_own_name
    def __init__(
        self,
        scenario: ScenarioOrName = None,
        *,
        max_cycles: int | None = None,
        encoding: str | None = None,
        mask: str = OBSERVATION,
        shaping: ShapingOrFields | None = None,
        strict: bool = False,
        render_mode: str | None = None,
        render_width: int = WIDTH,
        render_theme: str = FIELD,
    ) -> None:
        """Make the environment; `reset` begins a game.

        Args:
          scenario: a Scenario; in a game's own class, also a preset's name, a file, or None: the default.
          max_cycles: truncate a game after this many decisions; None: the rules end every game.
          encoding: of the observations, one of the game's `encodings`; None: the game's default.
          mask: `observation`: observations are dicts with the action mask; `info`: they are plain arrays, and the mask
            is only in the infos.
          shaping: added to the rewards; None: the rewards are only +1, -1, 0 at the end.
          strict: raise IllegalActionError for an illegal action.
          render_mode: `ansi`: `render` returns the board as text; `human`: a viewer in the browser shows every
            step; `rgb_array`: `render` returns pixels; None: no `render`.
          render_width: width of the image in pixels, 200 … 4000.
          render_theme: look of the board in pictures: `field`, `field-dark`, or `plain`.

        Raises:
          ValueError: an unknown scenario, encoding, place of the mask, or render mode; a number out of range.
          TypeError: shaping of another type.
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
        if "name" not in self.metadata:
            self.metadata = self.metadata | {"name": self.scenario.game.environment_name}
        self.max_cycles = read_limit("max_cycles", max_cycles)
        if mask not in (OBSERVATION, INFO):
            raise ValueError(f"mask {brief(mask)}: known are {OBSERVATION} {INFO}")
        self.mask = mask
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        size = self.scenario.actions
        self.observation_spaces = {agent: self._space() for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(size) for agent in AGENTS}
        self.state_space = self._box()

    def _space(self) -> spaces.Space[Any]:
        if self.mask == INFO:
            return self._box()
        return spaces.Dict(
            {"observation": self._box(), "action_mask": spaces.Box(0, 1, (self.scenario.actions,), np.int8)}
        )

    def _box(self) -> spaces.Box:
        return spaces.Box(self.encoding.low, self.encoding.high, dtype=np.float32)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's observation space, the same object at every call; ValueError: there is no such agent."""
        return self.observation_spaces[AGENTS[_team_of(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The agent's action space, the same object at every call; ValueError: there is no such agent."""
        return self.action_spaces[AGENTS[_team_of(agent)]]

    def state(self) -> Float32:
        """The whole position as team 0 observes it: float32, as one observation. The game has no hidden information."""
        self._check_begun()
        return self._shown[0].copy()

    def observe(self, agent: str) -> Observation:
        """An agent's observation, as new arrays; ValueError: there is no such agent."""
        self._check_begun()
        return self._sees(_team_of(agent))

    def _sees(self, team: int) -> Observation:
        view = self._shown[team].copy()
        return view if self.mask == INFO else {"observation": view, "action_mask": self._legal[team].copy()}

    def _enter(self, snapshot: EnvState, seed: int | None) -> None:
        super()._enter(snapshot, seed)
        self.agents = [] if snapshot.ended else list(AGENTS)

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> int:
        number = super()._begin(seed, options)
        self._weigh()
        self.agents = list(AGENTS)
        return number

    def _team_name(self, team: int) -> str:
        return AGENTS[team]

    def _act(self, action: Any, waiting: Any) -> tuple[dict[str, float], bool, bool]:
        """Let the decider act, as in `_carry_out`; return rewards, over by the rules, truncated."""
        team = self._decider
        before = self._worth_for(team)
        self._carry_out(action, waiting)
        self._cycles += 1
        over = self._over
        truncated = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        self._ended = over or truncated
        reward = self._result(0) if over else 0.0
        self._weigh()
        first, second = self._shaped(team, before)
        return {AGENTS[0]: reward + first, AGENTS[1]: 0.0 - reward + second}, over, truncated

    def _shaped(self, team: int, before: float) -> tuple[float, float]:
        """What shaping pays teams 0 and 1 after a team has acted, whose potential was `before`."""
        raise NotImplementedError

    def _infos(self) -> dict[str, dict[str, Any]]:
        decider, (first, second) = self._decider, self._told(0, 1)
        first["to_decide"], second["to_decide"] = decider == 0, decider == 1
        return {AGENTS[0]: first, AGENTS[1]: second}


class ParallelGameEnv(TwoTeamsEnv, ParallelEnv):
    """Both teams act in every cycle, the waiting team with `wait`; see the module."""

    metadata: dict[str, Any] = METADATA

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game.

        Args:
          seed: the game's seed, 0 … 2^64 - 1; None: the next of the stream that the last seed began.
          options: `position`: text of the position to begin in (docs/formats.md, 5) instead of a new game.

        Returns:
          Observations and infos of both agents.

        Raises:
          ValueError: an invalid seed or position; an unknown option.
          TypeError: options is not a dict.
        """
        self._begin(seed, options)
        self._broken_off = False
        if self.render_mode == HUMAN:
            self.render()
        return self._both_see(), self._infos()

    def step(
        self, actions: Mapping[str, SupportsIndex]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Let the deciding team act.

        Args:
          actions: an action index by agent; that of the waiting agent may be missing.

        Returns:
          Observations, rewards, terminations, truncations, infos of both agents; all empty once the game has ended.

        Raises:
          IllegalActionError: with `strict`.
          KeyError: the action of the deciding agent is missing.
          ValueError: a number that no action has, also from the waiting agent; or an action of an unknown agent.
          TypeError: an action is not an integer, or actions is not a dict.
          RuntimeError: no game has begun.
        """
        self._check_begun()
        if not self.agents:
            return {}, {}, {}, {}, {}
        if type(actions) is not dict and not isinstance(actions, Mapping):
            raise TypeError(f"actions {brief(actions)}: a dict, an action for {AGENTS[self._decider]}")
        team = self._decider
        if AGENTS[team] not in actions:
            raise KeyError(f"no action of {AGENTS[team]}, which decides")
        if len(actions) > 1 + (AGENTS[1 - team] in actions):
            unknown = next(agent for agent in actions if agent not in AGENTS)
            raise ValueError(f"actions: agent {unknown!r}: known are {' '.join(AGENTS)}")
        rewards, over, truncated = self._act(actions[AGENTS[team]], actions.get(AGENTS[1 - team], self._wait))
        observations, infos = self._both_see(), self._infos()
        if self._ended:
            self.agents = []
        self._broken_off = False
        if self.render_mode == HUMAN:
            self.render()
        return observations, rewards, dict.fromkeys(AGENTS, over), dict.fromkeys(AGENTS, truncated), infos

    def _shaped(self, team: int, before: float) -> tuple[float, float]:
        if self.shaping is None:
            return 0.0, 0.0
        reward = self.shaping.reward(before, self._worth_for(team))
        return (reward, 0.0 - reward) if team == 0 else (0.0 - reward, reward)

    def _both_see(self) -> dict[str, Observation]:
        return {AGENTS[0]: self._sees(0), AGENTS[1]: self._sees(1)}


class AECGameEnv(TwoTeamsEnv, AECEnv):
    """Only the deciding team acts; see the module. `max_cycles` counts decisions here too."""

    metadata: dict[str, Any] = AEC_METADATA

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; arguments as in ParallelGameEnv."""
        self._begin(seed, options)
        self._decided: list[float | None] = [None, None]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._select()
        self._broken_off = False
        if self.render_mode == HUMAN:
            self.render()

    def step(self, action: SupportsIndex | None) -> None:
        """Let the selected agent act; None removes an agent whose game has ended.

        Raises:
          IllegalActionError: with `strict`.
          ValueError: a number that no action has.
          TypeError: the action is not an integer.
          RuntimeError: no game has begun, or both agents have left.
        """
        self._check_agents()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.rewards, over, truncated = self._act(action, self._wait)
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(AGENTS, over)
        self.truncations = dict.fromkeys(AGENTS, truncated)
        self._select()
        self._accumulate_rewards()
        self._broken_off = False
        if self.render_mode == HUMAN:
            self.render()

    def _shaped(self, team: int, before: float) -> tuple[float, float]:
        # From a team's decision to its next one, or to the end: it sees no step between them, so none is discounted.
        self._decided[team] = before
        if self.shaping is None:
            return 0.0, 0.0
        paid = [0.0, 0.0]
        for rewarded_team in (0, 1) if self._ended else (self._decider,):
            begun = self._decided[rewarded_team]
            if begun is not None:
                paid[rewarded_team] = self.shaping.reward(begun, self._worth_for(rewarded_team))
        return paid[0], paid[1]

    def last(self, observe: bool = True) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Observation, reward and info of the selected agent.

        Returns:
          Observation (None if `observe` is false), reward since it last acted, terminated, truncated, info.

        Raises:
          RuntimeError: no game has begun, or both agents have left.
        """
        self._check_agents()
        agent = self.agent_selection
        observation = self.observe(agent) if observe else None
        reward, info = self._cumulative_rewards[agent], self.infos[agent]
        return observation, reward, self.terminations[agent], self.truncations[agent], info

    def _check_agents(self) -> None:
        self._check_begun()
        if not self.agents:
            raise RuntimeError("the game has ended and both agents have left: call reset")

    def clone_state(self, dice: bool = True) -> AecState:
        """A snapshot for `set_state` of any environment of this kind; `dice` as in `SingleGame.clone_state`."""
        fields = self._snapshot(dice)
        fields |= {"agents": tuple(self.agents), "rewards": self._by_team(self.rewards)}
        pending = self._by_team(self._cumulative_rewards)
        return AecState.make(self._version, **fields, pending=pending, decided=(self._decided[0], self._decided[1]))

    @staticmethod
    def _by_team(rewards: dict[str, float]) -> tuple[float, float]:
        first, second = (float(rewards.get(agent, 0.0)) for agent in AGENTS)
        return first, second

    def set_state(self, snapshot: EnvState, seed: int | None = None) -> None:
        """Go to a snapshot; `seed` and errors as in `SingleGame.set_state`.

        After a snapshot of the parallel environment, rewards are 0; if its game has ended, both agents have yet to
        leave.
        """
        super().set_state(snapshot, seed)

    def _enter(self, snapshot: EnvState, seed: int | None) -> None:
        super()._enter(snapshot, seed)
        nothing = (0.0, 0.0)
        agents: tuple[str, ...] = AGENTS
        rewards = pending = nothing
        self._decided = [None, None]
        if isinstance(snapshot, AecState):
            agents, rewards, pending = snapshot.agents, snapshot.rewards, snapshot.pending
            if self._shaped_as(snapshot):
                self._decided = list(snapshot.decided)
        self.agents = list(agents)
        self.rewards = {agent: rewards[AGENTS.index(agent)] for agent in agents}
        self._cumulative_rewards = {agent: pending[AGENTS.index(agent)] for agent in agents}
        self.terminations = dict.fromkeys(self.agents, self._over)
        self.truncations = dict.fromkeys(self.agents, snapshot.ended and not self._over)
        self._skip_agent_selection = None  # PettingZoo's attribute, about agents that leave
        self._select()

    def _select(self) -> None:
        self.infos = self._infos()
        if not self._ended:
            self.agent_selection = AGENTS[self._decider]
            return
        self.infos = {agent: self.infos[agent] for agent in self.agents}
        self.agent_selection = self.agents[0] if self.agents else AGENTS[0]


if TYPE_CHECKING:
    # All that it doesn't have itself the wrapper takes from what it wraps; PettingZoo has no types that would say so.
    _Wrapper = AECGameEnv
else:
    _Wrapper = wrappers.OrderEnforcingWrapper


class WrappedAECEnv(_Wrapper):
    """An AECGameEnv in PettingZoo's OrderEnforcingWrapper, for which `set_state` begins a game too."""

    def set_state(self, snapshot: EnvState, seed: int | None = None) -> None:
        """See AECGameEnv."""
        self.env.set_state(snapshot, seed)
        self._has_reset = self._has_updated = True

    def __str__(self) -> str:
        return str(self.env)


def wrapped(env: AECGameEnv) -> WrappedAECEnv:
    """The AEC environment in PettingZoo's wrappers, which refuse actions outside the space and calls out of order."""
    return WrappedAECEnv(wrappers.AssertOutOfBoundsWrapper(env))
