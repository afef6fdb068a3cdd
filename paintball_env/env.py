"""PettingZoo's doors: a ParallelEnv, and an AEC environment in which only the deciding team acts.

Both are views of the same game. A cycle is one decision of one team; the other team's only legal action meanwhile is
`wait`, the last index. An illegal action of the deciding team changes nothing: the same decision stays open, the infos
say so and count it (with `strict` it raises). Anything but `wait` from the waiting team is flagged and counted too, and
the decider's action stands. Every end by the rules, the draw after the last turn (TU8) included, is a termination;
`max_cycles` truncates.

Observations are {"observation": float32, "action_mask": int8 [A]}, the mask never all 0 and mirrored in the infos.
Infos hold `action_mask`, `decision` (its name, "over" at the end), `to_decide` (bool), `illegal` (bool: the last action
of this agent was), `illegal_actions` (their number this game), and, once over, `result` (+1, -1, 0) and `ending`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from pettingzoo.utils import wrappers
from pettingzoo.utils.env import AECEnv, ParallelEnv

from paintball_env import batch
from paintball_env.action import action_table
from paintball_env.engine import IllegalActionError, start_record
from paintball_env.notation import format_position
from paintball_env.notation_words import ENDINGS, KINDS
from paintball_env.observation import VECTOR, Encoding
from paintball_env.refusal import why_not
from paintball_env.reward import Shaping, shaping_weights
from paintball_env.rules.dice import new_chance
from paintball_env.rules.state import OVER
from paintball_env.scenario import Scenario

NAME = "paintball_mini_v0"
NAMESPACE = "PaintballMini"
DEFAULT_SCENARIO = "capture-the-flag"
AGENTS = ("team_0", "team_1")  # Red, Blue
RENDER_MODES = ("human", "ansi")
METADATA = {"name": NAME, "render_modes": list(RENDER_MODES), "render_fps": 4, "is_parallelizable": True}

Observation = dict[str, Any]


@dataclass(frozen=True)
class EnvState:
    """A moment of an environment, dice included, as `clone_state` gives it; nothing in it changes any more."""

    game: bytes
    cycles: int
    illegal: tuple[int, int]
    flags: tuple[bool, bool]
    ended: bool
    seeds: Any


class _Door:
    """What both environments share: the game, its views, seeds, spaces."""

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        scenario: str | Scenario = DEFAULT_SCENARIO,
        *,
        max_cycles: int | None = None,
        encoding: str = VECTOR,
        shaping: Shaping | None = None,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Make the environment; `reset` begins a game.

        Args:
          scenario: a preset's name, a file, or a Scenario.
          max_cycles: truncate a game after so many decisions; None: the rules end every game.
          encoding: of the observations, `vector` or `planes`.
          shaping: added to the rewards; None: +1, -1, 0 at the end and nothing else.
          strict: raise IllegalActionError at an illegal action.
          render_mode: `ansi`: `render` returns the position as a line of text; `human`: prints it; None: no `render`.

        Raises:
          ValueError: an unknown scenario, encoding, or render mode.
        """
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render mode '{render_mode}': known are {' '.join(RENDER_MODES)}")
        self.scenario = Scenario.load(scenario) if isinstance(scenario, str) else scenario
        self.max_cycles, self.shaping, self.strict, self.render_mode = max_cycles, shaping, strict, render_mode
        self.encoding = Encoding(self.scenario, encoding)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        size = self.scenario.actions
        box = spaces.Box(self.encoding.low, self.encoding.high, dtype=np.float32)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (size,), np.int8)})
            for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in AGENTS}
        self.state_space = spaces.Box(self.encoding.low, self.encoding.high, dtype=np.float32)
        self._wait = size - 1
        self._worlds, self._chances, self._starts = self.scenario.world, new_chance(), start_record(self.scenario)
        self._games = self._starts.copy()
        self._masks = np.zeros((2, size), np.int8)
        self._views = np.zeros((2, self.encoding.size), np.float32)
        self._seeds: np.random.Generator | None = None
        self._cycles = 0
        self._illegal = [0, 0]
        self._flags = [False, False]
        self._begun = False
        self._ended = False

    def observation_space(self, agent: str) -> Any:
        """The agent's observation space, the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The agent's action space, the same object at every call."""
        return self.action_spaces[agent]

    @property
    def game(self) -> Any:
        """The game's record (rules/state.py); to be read, not written."""
        return self._games[0]

    def state(self) -> Any:
        """The whole position as Red sees it: float32, as one observation. The game hides nothing."""
        return self._views[0].reshape(self.encoding.shape).copy()

    def render(self) -> str | None:
        """Show the position (docs/formats.md) as `render_mode` says."""
        if self.render_mode is None:
            return None
        text = format_position(self.scenario, self._games)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing to release."""

    def clone_state(self) -> EnvState:
        """This moment, dice and the stream of seeds included, for `set_state` of any environment of the scenario."""
        self._check_begun()
        assert self._seeds is not None
        return EnvState(
            game=self._games.tobytes(),
            cycles=self._cycles,
            illegal=(self._illegal[0], self._illegal[1]),
            flags=(self._flags[0], self._flags[1]),
            ended=self._ended,
            seeds=self._seeds.bit_generator.state,
        )

    def set_state(self, moment: EnvState) -> None:
        """Go back, or over, to a moment; ValueError if it is another size of game."""
        if len(moment.game) != self._games.nbytes:
            raise ValueError("a state of another scenario")
        self._games.view(np.uint8)[:] = np.frombuffer(moment.game, np.uint8)
        self._cycles, self._illegal, self._flags = moment.cycles, list(moment.illegal), list(moment.flags)
        self._ended = moment.ended
        self._seeds = np.random.default_rng()
        self._seeds.bit_generator.state = moment.seeds
        self._begun = True
        self.agents = [] if moment.ended else list(AGENTS)
        batch.look_one(self._worlds, self._games, 0, self._masks, self.encoding.cells, self._views)

    def observe(self, agent: str) -> Observation:
        """What an agent sees, in arrays of its own."""
        team = AGENTS.index(agent)
        view = self._views[team].reshape(self.encoding.shape)
        return {"observation": view.copy(), "action_mask": self._masks[team].copy()}

    def _check_begun(self) -> None:
        if not self._begun:
            raise RuntimeError("no game has begun: call reset first")

    def _begin(self, seed: int | None) -> None:
        if seed is not None and not 0 <= seed < 1 << 64:
            raise ValueError(f"seed {seed}: 0 to 2^64 - 1")
        # A seed given is the game's own, as a record names it; the games after it come from a generator it starts.
        if seed is not None or self._seeds is None:
            self._seeds = np.random.default_rng(seed)
        number = int(self._seeds.integers(1 << 63)) if seed is None else int(seed)
        batch.begin_one(
            *(self._worlds, self._chances, self._starts, self._games, 0, np.uint64(number)),
            *(self._masks, self.encoding.cells, self._views),
        )
        self.agents = list(AGENTS)
        self._cycles, self._illegal, self._flags = 0, [0, 0], [False, False]
        self._begun, self._ended = True, False

    @property
    def _decider(self) -> int:
        return int(self._games["decider"][0])

    def _act(self, action: Any) -> tuple[dict[str, float], bool, bool]:
        """Let the decider act: rewards, over by the rules, truncated. Flags of illegal actions are set, not cleared."""
        team, chosen = self._decider, int(action)
        before = self._potential()
        legal = batch.step_one(
            *(self._worlds, self._chances, self._games, 0, chosen, self._masks, self.encoding.cells, self._views)
        )
        if not legal:
            self._flag(team, chosen)
        self._cycles += 1
        over = bool(self._games["decision"][0] == OVER)
        reward = self._result(0) if over else 0.0
        if self.shaping is not None:
            reward += self.shaping.reward(before, self._potential())
        truncated = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        self._ended = over or truncated
        return {AGENTS[0]: reward, AGENTS[1]: -reward}, over, truncated

    def _flag(self, team: int, action: int) -> None:
        self._flags[team] = True
        self._illegal[team] += 1
        if self.strict:
            raise IllegalActionError(self._reason(team, action))

    def _reason(self, team: int, action: int) -> str:
        table = action_table(self.scenario.figures, self.scenario.board_map.names)
        if not 0 <= action < len(table):
            return f"{AGENTS[team]}: action {action}: the actions of this game are numbered 0 to {len(table) - 1}"
        if team != self._decider:
            return f"{AGENTS[team]}: '{table.name(action, team)}': the other team decides, only 'wait' is legal"
        return f"{AGENTS[team]}: '{table.name(action, team)}': {why_not(self.scenario, self._games, action)}"

    def _decision(self) -> str:
        number = int(self._games["decision"][0])
        return "over" if number == OVER else str(KINDS[number])

    def _result(self, team: int) -> float:
        winner = int(self._games["winner"][0])
        if self._games["decision"][0] != OVER or winner < 0:
            return 0.0
        return 1.0 if winner == team else -1.0

    def _potential(self) -> float:
        if self.shaping is None:
            return 0.0
        figures, flag = shaping_weights(self.shaping)
        return float(batch.potential_one(self._worlds, self._games, 0, 0, figures, flag))

    def _info(self, team: int) -> dict[str, Any]:
        decision = self._decision()
        info: dict[str, Any] = {
            "action_mask": self._masks[team].copy(),
            "decision": decision,
            "to_decide": self._decider == team,
            "illegal": self._flags[team],
            "illegal_actions": self._illegal[team],
        }
        if decision == "over":
            info |= {"result": self._result(team), "ending": str(ENDINGS[int(self._games["ending"][0])])}
        return info


class PaintballParallelEnv(_Door, ParallelEnv):
    """Both teams act in every cycle, the waiting one with `wait`; see the module."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game.

        Args:
          seed: the game's seed, 0 … 2^64 - 1; None: the next of the stream that the last seed began.
          options: ignored.

        Returns:
          Observations and infos of both agents.
        """
        self._begin(seed)
        return self._both(self.observe), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Let the deciding team act.

        Args:
          actions: an action index by agent; the waiting agent's may be missing.

        Returns:
          Observations, rewards, terminations, truncations, infos of both agents; all empty once the game has ended.

        Raises:
          IllegalActionError: with `strict`.
          KeyError: no action of the deciding agent.
        """
        self._check_begun()
        if not self.agents:
            return {}, {}, {}, {}, {}
        team = self._decider
        action = actions[AGENTS[team]]
        self._flags = [False, False]
        waiting = int(actions.get(AGENTS[1 - team], self._wait))
        if waiting != self._wait:
            self._flag(1 - team, waiting)
        rewards, over, truncated = self._act(action)
        observations, infos = self._both(self.observe), self._infos()
        if self._ended:
            self.agents = []
        return observations, rewards, dict.fromkeys(AGENTS, over), dict.fromkeys(AGENTS, truncated), infos

    def _both(self, view: Any) -> dict[str, Any]:
        return {agent: view(agent) for agent in AGENTS}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self._info(team) for team, agent in enumerate(AGENTS)}


class PaintballAECEnv(_Door, AECEnv):
    """Only the deciding team acts; see the module. `max_cycles` counts decisions here too."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; arguments as in PaintballParallelEnv."""
        self._begin(seed)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._select()

    def step(self, action: Any) -> None:
        """Let the selected agent act; with None, take leave of an agent whose game has ended.

        Raises:
          IllegalActionError: with `strict`.
        """
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._flags = [False, False]
        self.rewards, over, truncated = self._act(action)
        self.terminations = dict.fromkeys(AGENTS, over)
        self.truncations = dict.fromkeys(AGENTS, truncated)
        self._select()
        self._accumulate_rewards()

    def set_state(self, moment: EnvState) -> None:
        """Go to a moment; rewards are 0 there, and of a game that has ended both agents have yet to leave."""
        super().set_state(moment)
        over = bool(self._games["decision"][0] == OVER)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, over)
        self.truncations = dict.fromkeys(AGENTS, moment.ended and not over)
        self._select()

    def _select(self) -> None:
        self.infos = {agent: self._info(team) for team, agent in enumerate(AGENTS)}
        self.agent_selection = AGENTS[0] if self._ended else AGENTS[self._decider]


def parallel_env(**options: Any) -> PaintballParallelEnv:
    """The ParallelEnv; options as in PaintballParallelEnv."""
    return PaintballParallelEnv(**options)


def raw_env(**options: Any) -> PaintballAECEnv:
    """The AEC environment without wrappers; options as in PaintballParallelEnv."""
    return PaintballAECEnv(**options)


def env(**options: Any) -> Any:
    """The AEC environment, which complains about actions outside the space and calls out of order."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


def register() -> None:
    """Enter the ids `PaintballMini/CaptureTheFlag-v0` … in PettingZoo's registries, where it has any (1.27)."""
    if not hasattr(pettingzoo, "register"):
        return
    for name, scenario in SCENARIO_IDS.items():
        for kind, door, known in (
            ("parallel", "parallel_env", pettingzoo.parallel_registry),
            ("aec", "env", pettingzoo.aec_registry),
        ):
            full = f"{NAMESPACE}/{name}-v0"
            if full not in known:
                pettingzoo.register(kind, full, f"{__name__}:{door}", kwargs={"scenario": scenario})


SCENARIO_IDS = {
    "CaptureTheFlag": "capture-the-flag",
    "CaptureTheFlagBasic": "capture-the-flag-basic",
    "ReverseFlag": "reverse-flag",
    "SingleFlag": "single-flag",
}
