"""Our loads: random legal play, mask and observation made at every decision."""

import random
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks.environments import Aec, BatchLoad, Choice, GymSingle, Parallel, gymnasium_vector, sb3
from benchmarks.measure import Load
from benchmarks.setting import CYCLES, LONGEST, ROUNDS, Setting
from tabletop.env.batch.games import BatchedGames
from tabletop.env.batch.self_play import SelfPlayGames
from tabletop.game.chance import new_chance
from tabletop.game.header import NONE, OVER


def loads(setting: Setting, games: int) -> list[Load]:
    """All our loads, then those in the game's other encodings."""
    scenario = setting.scenario
    seen: dict[str, Any] = {"encoding": setting.encoding.name, "seed": 1}
    others = [name for name in scenario.game.encodings if name != setting.encoding.name]
    return [
        Compiled(setting, games, observed=True),
        Compiled(setting, games, observed=False),
        Batch(setting, games),
        _batch("self-play", f"self-play of {games}, both teams", SelfPlayGames(scenario, games, **seen)),
        _batch("one-sided", f"one-sided of {games}, own", BatchedGames(scenario, games, **seen)),
        OneGame(setting),
        Replayed(setting),
        Simulated(setting, 1, "simulator-one"),
        Simulated(setting, games, "simulator"),
        Parallel(setting),
        Aec(setting),
        GymSingle(setting),
        gymnasium_vector(setting, games),
        *([sb3(setting, games)] if find_spec("stable_baselines3") else []),
        *(
            kind(Setting(scenario, scenario.game.encoding(scenario, name)), games, label=name)
            for name in others
            for kind in (Compiled, Batch)
        ),
    ]


def _labelled(text: str, between: str, label: str) -> str:
    """What a load is called that sees the game in another encoding."""
    return f"{text}{between}{label}" if label else text


class Tables:
    """Arrays for a number of games; `tabletop.game.arrays` has their shapes."""

    def __init__(self, setting: Setting, count: int) -> None:
        game = setting.scenario.game
        self.batch = game.batch
        self.worlds, self.chances = setting.scenario.world, new_chance()
        self.starts = game.start_record(setting.scenario)
        self.games = np.zeros(count, setting.scenario.record_type)
        self.masks = np.zeros((count, setting.scenario.actions), np.int8)
        self.rows = np.arange(count)
        self.sides = np.full(count, NONE, np.int64)
        self.seeds, self.counters = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
        self.cells = setting.encoding.cells
        self.next_seed = 1

    def begin(self, rows: Any) -> None:
        """Begin these games anew, each from a seed of its own."""
        self.seeds[rows] = np.arange(self.next_seed, self.next_seed + len(rows), dtype=np.uint64)
        self.counters[rows] = 0
        self.next_seed += len(rows)
        self.batch.begin_rows(self.worlds, self.chances, self.games, rows, self.starts, self.seeds, self.masks)


class Compiled(Load):
    """Whole games in one call of compiled code."""

    driver = "compiled"

    def __init__(self, setting: Setting, count: int, observed: bool = True, label: str = "") -> None:
        self.key = _labelled("compiled", "-", label) if observed else "compiled-mask-only"
        self.title = _labelled("whole games", ", ", label) if observed else "masks only"
        count = min(count, 32)  # a go takes milliseconds then
        self.tables = Tables(setting, count)
        self.views = np.zeros((count, setting.encoding.size if observed else 0), np.float32)
        self.lengths = np.zeros(count, np.int64)

    def play(self) -> tuple[int, int]:
        """Play all games to their end."""
        t = self.tables
        t.begin(t.rows)
        deciding = (t.sides, t.seeds, t.counters, t.masks)
        observed = t.cells, self.views
        t.batch.play_rows(t.worlds, t.chances, t.games, t.rows, deciding, *observed, LONGEST, self.lengths)
        return int(self.lengths.sum()), len(t.rows)


class Batch(Load):
    """A batch stepped from Python: four calls for all games, each one decision further."""

    def __init__(self, setting: Setting, count: int, label: str = "") -> None:
        self.key, self.title = _labelled("batch", "-", label), _labelled(f"batch of {count}", ", ", label)
        self.tables = t = Tables(setting, count)
        self.views = np.zeros((count, setting.encoding.size), np.float32)
        self.choice, self.illegal = Choice(count), np.zeros(count, np.int8)
        t.begin(t.rows)
        self.decision, self.decider = t.games["decision"], t.games["decider"]

    def play(self) -> tuple[int, int]:
        """Some decisions in each game."""
        t, games_ended = self.tables, 0
        batch = t.batch
        for _ in range(ROUNDS):
            t.sides[:] = self.decider
            batch.observe_rows(t.worlds, t.games, t.rows, t.sides, t.cells, self.views)
            actions = self.choice.of(t.masks)
            batch.step_rows(t.worlds, t.chances, t.games, t.rows, actions, t.masks, self.illegal)
            over = np.flatnonzero(self.decision == OVER)
            if len(over):
                games_ended += len(over)
                t.begin(over)
        return ROUNDS * len(t.rows), games_ended


def _batch(key: str, title: str, games: Any) -> BatchLoad:
    """BatchedGames, in which the opponents' decisions aren't counted, or SelfPlayGames: one call a step."""

    def step(actions: Any) -> tuple[Any, Any]:
        done = games.step(actions)
        return done.masks, done.dones

    return BatchLoad(key, title, games.reset()[1], step)


class OneGame(Load):
    """One game from Python: a call a decision, masks and views of both teams in arrays; choosing counts too."""

    key = "one-game"
    title = "one game, chosen by mask"

    def __init__(self, setting: Setting) -> None:
        self.tables = t = Tables(setting, 1)
        self.masks = np.zeros((2, setting.scenario.actions), np.int8)
        self.views = np.zeros((2, setting.encoding.size), np.float32)
        self.decider, self.decision = t.games["decider"], t.games["decision"]
        self.random = random.Random(1).random
        self._begin()

    def _begin(self) -> None:
        t = self.tables
        t.batch.begin_one(
            *(t.worlds, t.chances, t.games, 0, t.starts, np.uint64(t.next_seed)), *(self.masks, t.cells, self.views)
        )
        t.next_seed += 1

    def play(self) -> tuple[int, int]:
        """Some decisions."""
        t, masks, views, pick, games_ended = self.tables, self.masks, self.views, self.random, 0
        worlds, chances, games, cells = t.worlds, t.chances, t.games, t.cells
        decider, decision = self.decider, self.decision
        step = t.batch.step_one
        for _ in range(CYCLES):
            legal = masks[decider[0]].nonzero()[0]
            step(worlds, chances, games, 0, legal[int(pick() * len(legal))], masks, cells, views)
            if decision[0] == OVER:
                games_ended += 1
                self._begin()
        return CYCLES, games_ended


class Replayed(OneGame):
    """The same without the choice: actions that were chosen beforehand, in the games of the same seeds."""

    key = "one-game-replayed"
    title = "one game, actions given"

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.games: list[list[int]] = []  # actions, by game; game i has seed i + 1
        t, decisions = self.tables, 0
        while decisions < CYCLES:
            actions: list[int] = []
            self.games.append(actions)
            while self.decision[0] != OVER:
                legal = self.masks[self.decider[0]].nonzero()[0]
                actions.append(int(legal[int(self.random() * len(legal))]))
                self._step(actions[-1])
            decisions += len(actions)
            self._begin()
        t.next_seed = 1

    def _step(self, action: int) -> int:
        t = self.tables
        return int(t.batch.step_one(t.worlds, t.chances, t.games, 0, action, self.masks, t.cells, self.views))

    def play(self) -> tuple[int, int]:
        """All these games once."""
        t, masks, views, decisions = self.tables, self.masks, self.views, 0
        step = t.batch.step_one
        worlds, chances, games, cells = t.worlds, t.chances, t.games, t.cells
        t.next_seed = 1
        for actions in self.games:
            self._begin()
            for action in actions:
                step(worlds, chances, games, 0, action, masks, cells, views)
            decisions += len(actions)
        return decisions, len(self.games)


class Simulated(Load):
    """The simulator: copies of a position, each with dice of its own, and an action in each; without observations."""

    def __init__(self, setting: Setting, count: int, key: str) -> None:
        from tabletop.env.batch.simulator import Simulator

        self.key, self.title = key, f"simulator, copy and step, {count} a call"
        self.simulator = Simulator(setting.scenario, count, seed=1)
        walk, rng = Simulator(setting.scenario, 1, seed=1), random.Random(5)
        walk.begin()
        self.tasks: list[tuple[Any, int]] = []  # positions on the way through a game, each with a legal action
        while not walk.over[0]:
            action = int(rng.choice(walk.legal()))
            self.tasks.append((walk.games.copy(), action))
            walk.step(action)

    def play(self) -> tuple[int, int]:
        """An action in each copy of each position; no game is played to its end."""
        simulator = self.simulator
        for position, action in self.tasks:
            simulator.enter(position)
            simulator.step(action)
        return len(self.tasks) * simulator.count, 0
