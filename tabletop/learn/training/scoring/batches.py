"""Batches of games in which decisions are collected: in this process, or by workers that return the batch."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch

from tabletop.agents.base import Separate
from tabletop.agents.batch_player import BatchPlayer, batch_player
from tabletop.agents.registry import make
from tabletop.agents.scoring import Scorer, sizes_of
from tabletop.base.arrays import Float32
from tabletop.base.workers.tasks import Note, SerialWorkers, Workers, answers
from tabletop.env.batch.self_play import SelfPlayGames
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.header import Record
from tabletop.learn.training.config import Config, check
from tabletop.learn.training.scoring.collecting import Collector, Decisions
from tabletop.learn.training.scoring.network import ScoringPolicy
from tabletop.learn.training.scoring.searching import Planner
from tabletop.learn.training.scoring.starts import middles

PAST = "past"
MOST_BATCHES = 32  # batches kept by a worker

_batches: dict[tuple[Any, ...], "Batch"] = {}


class Collected(NamedTuple):
    """What was collected in a batch.

    Attributes:
      decisions: the decisions.
      finished: for each game that has ended: the opponent's number, the learner's result, the turn.
    """

    decisions: Decisions
    finished: list[tuple[int, float, int]]


class Batch:
    """Games of one scenario, with the players in them.

    Attributes:
      number: of the batch among all batches of a run.
      scenario: of the games.
      past: past versions of the policy; their networks are replaced during training.
      collector: plays the games on.
    """

    def __init__(self, config: Config, scenario: Scenario, number: int, present: Float32) -> None:
        """Begin the games.

        Args:
          config: of the run.
          scenario: of the games.
          number: of the batch among all batches of the run: no two play the same games.
          present: the current policy, float32 [k] as compiled code takes it.

        Raises:
          ValueError: there is no such opponent, or it can't play the scenario.
        """
        self.number, self.scenario, self._config = number, scenario, config
        self.past = [Scorer(present, 1.0, PAST) for _ in range(past_policies(config))]
        for former in self.past:
            former.prepare(scenario)
        others = [self._player(name) for name, weight in config.opponents.items() if weight > 0]
        self._teachers = [self._player(name) for name in config.scoring.teachers]
        self._players = [player for player in (*others, *self._teachers) if isinstance(player, BatchPlayer)]
        players = [None, *self.past, *others]
        # None of them plays inside `games`: their decisions are valued like the policy's.
        games = SelfPlayGames(
            scenario, config.learner.games // config.scoring.batches, [None] * len(players),
            shares(config, config.scoring.imitation_steps > 0, 0), positions=self._starts(), seed=config.seed + number,
        )  # fmt: skip
        noise = np.random.Generator(np.random.PCG64([config.seed, number]))
        searches = config.algorithm == "zero"
        planner = Planner(scenario, games.count, present, config.zero) if searches else None
        self.collector = Collector(games, noise, config.scoring.rolls, players, len(self.past), planner)

    def _player(self, name: str) -> BatchPlayer:
        return batch_player(make(name, self.scenario.game), self.scenario)

    def _starts(self) -> list[Record | None] | None:
        """Return the positions in which games begin, each equally often."""
        starts = self._config.starts
        if not starts.agents:
            return None
        players = [self._player(name) for name in starts.agents]
        records = middles(self.scenario, players, starts.positions, (self._config.seed, self.number, 1))
        return [None] * round(starts.positions * (1 / starts.share - 1)) + records

    def check_movable(self) -> None:
        """Raise ValueError if an opponent can't continue its games in another process."""
        for player in self._players:
            if isinstance(player.agent, Separate):
                raise ValueError(f"{player.agent.name} plays in a process of its own: train with --executor serial")

    def collect(self, policy: ScoringPolicy, imitates: bool) -> Collected:
        """Play the games on, and return the decisions: those of the teachers if the policy imitates them."""
        settings, collector = self._config.learner, self.collector
        if imitates:
            decisions = collector.watch(policy, self._teachers, settings.steps)
        else:
            decisions = collector.collect(policy, settings.steps, settings.gae_lambda, settings.gamma)
        games = []
        for ends in collector.finished if not imitates else ():
            results = ends.results[np.arange(len(ends.sides)), ends.sides]
            for opponent, result, turn in zip(ends.opponents, results, ends.turns, strict=True):
                games.append((int(opponent), float(result), int(turn)))
        collector.finished.clear()
        return Collected(decisions, games)

    def state(self) -> tuple[Any, ...]:
        """Return everything that its next decisions depend on, except the policy and its past versions."""
        return *self.collector.state(), [player.memory() for player in self._players]

    def resume(self, state: tuple[Any, ...]) -> None:
        """Continue from a `state`."""
        games, noise, memories = state
        self.collector.resume(games, noise)
        for player, memory in zip(self._players, memories, strict=True):
            player.remember(memory)


@dataclass(frozen=True)
class Collection:
    """A task: collect decisions in a batch. It contains all that they depend on, so it can be done anywhere, and again.

    Attributes:
      game: what is learnt.
      config: of the run, as JSON.
      scenario: of the batch, as JSON.
      number: of the batch.
      weights: of the policy, by name.
      past: networks of its past versions.
      state: of the batch.
      imitates: whether teachers decide.
    """

    game: GameDefinition[Any]
    config: str
    scenario: str
    number: int
    weights: dict[str, Float32]
    past: list[Float32]
    state: tuple[Any, ...]
    imitates: bool

    @property
    def words(self) -> str:
        """The task's name in messages."""
        return f"decisions of batch {self.number}"

    def work(self, note: Note) -> tuple[Collected, tuple[Any, ...]]:
        """Collect the decisions; also return the batch's state afterwards."""
        policy = ScoringPolicy(sizes_of(self.weights), torch.Generator(), (len(self.weights["rivals"]) - 1) // 2)
        policy.load_state_dict({name: torch.from_numpy(array) for name, array in self.weights.items()})
        batch = self._batch(policy)
        for former, network in zip(batch.past, self.past, strict=True):
            former.network = network
        batch.resume(self.state)
        return batch.collect(policy, self.imitates), batch.state()

    def _batch(self, policy: ScoringPolicy) -> Batch:
        """Return this process's batch, made for an earlier task or for this one."""
        key = self.game, self.config, self.scenario, self.number
        if key not in _batches:
            while len(_batches) >= MOST_BATCHES:
                del _batches[next(iter(_batches))]
            config = check(json.loads(self.config), "config", self.game)
            torch.set_num_threads(config.threads)
            _batches[key] = Batch(config, self.game.from_json(self.scenario), self.number, policy.packed())
        return _batches[key]


def past_policies(config: Config) -> int:
    """Return how many past versions of the policy play."""
    return config.self_play.keep if config.self_play.weight > 0 else 0


def rivals(config: Config) -> int:
    """Return how many opponents are neither the policy nor its past versions."""
    return sum(weight > 0 for weight in config.opponents.values())


def shares(config: Config, imitates: bool, resting: int) -> list[float]:
    """Return how often each opponent is drawn.

    Args:
      config: of the run.
      imitates: whether teachers play both teams.
      resting: number of the past version that will be replaced next; it begins no new games.
    """
    count, others = past_policies(config), [weight for weight in config.opponents.values() if weight > 0]
    if imitates:
        return [1.0] + [0.0] * (count + len(others))
    playing = max(count - 1, 1)
    past = [0.0 if k == resting and count > 1 else config.self_play.weight / playing for k in range(count)]
    return [config.self_play.present, *past, *others]


def collect(
    batches: Sequence[Batch], policy: ScoringPolicy, imitates: bool, config: Config, workers: Workers
) -> list[Collected]:
    """Collect decisions in these batches, each by any free worker; the result doesn't depend on which one.

    Args:
      batches: where to collect; their games have been played on afterwards.
      policy: makes the decisions.
      imitates: whether teachers decide instead.
      config: of the run.
      workers: must be idle.

    Returns:
      What was collected, in the order of the batches.
    """
    if isinstance(workers, SerialWorkers):
        return [batch.collect(policy, imitates) for batch in batches]
    text = config.model_dump_json()
    weights = {name: tensor.numpy() for name, tensor in policy.state_dict().items()}
    tasks = [
        Collection(
            batch.scenario.game, text, batch.scenario.to_json(), batch.number, weights,
            [former.network for former in batch.past], batch.state(), imitates,
        )
        for batch in batches
    ]  # fmt: skip
    collected: dict[int, Collected] = {}
    by_number = {batch.number: batch for batch in batches}
    for task, (answer, state) in answers(workers, tasks):
        assert isinstance(task, Collection)
        collected[task.number] = answer
        by_number[task.number].resume(state)
    return [collected[batch.number] for batch in batches]
