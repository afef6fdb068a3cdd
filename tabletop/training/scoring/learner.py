"""The learner of networks that score actions: it plays itself, its past and others, in several scenarios by turns.

What a step needs and what is saved are the same as of the other learner (tabletop/training/learner.py): between two
updates nothing is pending.
"""

import copy
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from tabletop.agents import trained
from tabletop.agents.base import batch_player
from tabletop.agents.registry import make
from tabletop.agents.scoring import Scorer, Sizes, sizes_of
from tabletop.batch.self_play import SelfPlayGames
from tabletop.definition import Scenario
from tabletop.training.checkpoint import Checkpoint
from tabletop.training.config import Config
from tabletop.training.making import scoring_network
from tabletop.training.scoring.collecting import Collector, Decisions, joined
from tabletop.training.scoring.network import ScoringPolicy
from tabletop.training.scoring.starts import middles
from tabletop.training.scoring.updates import Updates

RECENT = 500  # games of each opponent that the score in the log is taken over
ITSELF, PAST = "itself", "past"
MEASURES = ("policy_gradient_loss", "value_loss", "approx_kl", "clip_fraction", "entropy")


class ScoringLearner:
    """A policy and the games it learns from.

    Attributes:
      game: what is learnt.
      policy: the network.
      names: of the opponents, by their number in the batches.
      step: decisions learnt from so far, imitated ones included.
      iteration: updates made so far.
    """

    def __init__(self, config: Config, scenarios: Sequence[Scenario]) -> None:
        """Make an untrained policy and begin the games.

        Raises:
          ValueError: an opponent that there isn't, or that can't play a scenario; a game without facts about actions.
        """
        self.config, self.scenarios, self.game = config, scenarios, scenarios[0].game
        torch.set_num_threads(config.threads)
        settings, network = config.learner, config.scoring
        rules = self.game.compiled("scoring").rules
        if not hasattr(rules, "observe_legal"):
            raise ValueError(f"algorithm: {self.game.title} has no facts about actions for networks to score")
        self.policy = self._policy((rules.POSITION_FACTS, rules.ACTION_FACTS))
        self._noise = np.random.Generator(np.random.PCG64(config.seed))
        self._updates = Updates(self.policy, settings.max_grad_norm)
        present = self.policy.packed()
        self._past = [[Scorer(present, 1.0, PAST) for _ in range(self._kept)] for _ in scenarios]
        self._due = self.step = self.iteration = 0  # places in the ring are taken by turns
        self.names = [ITSELF, *(f"{PAST} {k}" for k in range(self._kept))]
        self.names += [name for name, weight in config.opponents.items() if weight > 0]
        self.collectors = [self._collector(number) for number in range(len(scenarios))]
        self._teachers = [[self._player(name, scenario) for name in network.teachers] for scenario in scenarios]
        self.recent: list[deque[tuple[float, int]]] = [deque(maxlen=RECENT) for _ in self.names]

    def _policy(self, facts: tuple[int, int]) -> ScoringPolicy:
        """A new policy, or a trained one's copy."""
        network, noise = self.config.scoring, torch.Generator().manual_seed(self.config.seed % (1 << 63))
        if not network.begin:
            units = (network.hidden, network.deeper, network.value_hidden, network.value_deeper)
            return ScoringPolicy(Sizes(*facts, *units), noise)
        weights = scoring_network(network.begin, self.game)
        policy = ScoringPolicy(sizes_of(weights), noise)
        policy.load(weights)
        return policy

    @property
    def _kept(self) -> int:
        return self.config.self_play.keep if self.config.self_play.weight > 0 else 0

    @property
    def _imitates(self) -> bool:
        return self.step < self.config.scoring.imitation_steps

    def _player(self, name: str, scenario: Scenario) -> Any:
        return batch_player(make(name, self.game), scenario)

    def _shares(self, resting: int) -> list[float]:
        """How often each opponent is met; the state in the ring that will be replaced next begins no game."""
        config, kept = self.config, self._kept
        if self._imitates:
            return [1.0] + [0.0] * (len(self.names) - 1)  # teachers play both teams
        playing = max(kept - 1, 1)
        past = [0.0 if k == resting and kept > 1 else config.self_play.weight / playing for k in range(kept)]
        return [config.self_play.present, *past, *(weight for weight in config.opponents.values() if weight > 0)]

    def _collector(self, number: int) -> Collector:
        config, scenario = self.config, self.scenarios[number]
        for former in self._past[number]:
            former.prepare(scenario)
        others = [self._player(name, scenario) for name, weight in config.opponents.items() if weight > 0]
        games = SelfPlayGames(
            scenario, config.learner.games, [None, *self._past[number], *others], self._shares(0),
            positions=self._starts(number), seed=config.seed + number,
        )  # fmt: skip
        return Collector(games, np.random.Generator(np.random.PCG64([config.seed, number])), config.scoring.rolls)

    def _starts(self, number: int) -> list[Any] | None:
        """Where games begin; each of these equally often."""
        starts, scenario = self.config.starts, self.scenarios[number]
        if not starts.agents:
            return None
        players = [self._player(name, scenario) for name in starts.agents]
        found = middles(scenario, players, starts.positions, (self.config.seed, number, 1))
        return [None] * round(starts.positions * (1 / starts.share - 1)) + found

    def weights(self) -> trained.Weights:
        """Return what the policy as it is now is played by."""
        return trained.scoring(self.policy.weights())

    def update(self) -> dict[str, float]:
        """Play on in the scenarios whose turn it is, learn from it, and return the numbers for the log."""
        config, settings = self.config, self.config.learner
        together = min(config.scoring.together, len(self.collectors))
        first = self.iteration * together
        numbers = [(first + k) % len(self.collectors) for k in range(together)]
        imitates = self._imitates
        parts = [self._collect(number, imitates) for number in numbers]
        decisions = joined(parts)
        before, remaining = self.step, self._remaining()
        self.step += len(decisions.chosen)
        self.iteration += 1
        if imitates:
            losses = self._updates.imitate(decisions, settings.batch, config.scoring.imitation_rate, self._noise)
            values = dict(zip(("policy_gradient_loss", "value_loss"), losses, strict=True))
            if not self._imitates:
                self._begin_play()
        else:
            rate = settings.final_learning_rate + remaining * (settings.learning_rate - settings.final_learning_rate)
            entropy = settings.final_entropy + remaining * (settings.entropy - settings.final_entropy)
            told = self._updates.improve(decisions, settings, rate, entropy, self._noise)
            values = {**dict(zip(MEASURES, told, strict=True)), "learning_rate": rate}
        every = config.self_play.every
        if self._kept and not imitates and before // every != self.step // every:
            self._remember()
        return values | self._scores()

    def _collect(self, number: int, imitates: bool) -> Decisions:
        settings, collector = self.config.learner, self.collectors[number]
        if imitates:
            decisions = collector.watch(self.policy, self._teachers[number], settings.steps)
            collector.finished.clear()
            return decisions
        decisions = collector.collect(self.policy, settings.steps, settings.gae_lambda, settings.gamma)
        for finished in collector.finished:
            mine = finished.results[np.arange(len(finished.sides)), finished.sides]
            for opponent, result, turn in zip(finished.opponents, mine, finished.turns, strict=True):
                self.recent[opponent].append((float(result), int(turn)))
        collector.finished.clear()
        return decisions

    def _remaining(self) -> float:
        """The share of the steps without imitation that lies ahead."""
        imitated = self.config.scoring.imitation_steps
        return min(max(1 - (self.step - imitated) / max(self.config.total_steps - imitated, 1), 0.0), 1.0)

    def _begin_play(self) -> None:
        """Imitation is over: the ring holds what has been learnt by it, and the opponents are those of the run."""
        present = self.policy.packed()
        for past in self._past:
            for former in past:
                former.network = present
        for collector in self.collectors:
            collector.games.set_weights(self._shares(0))

    def _remember(self) -> None:
        """Put the present state in the place of the one that rests; it waits until that one's games are over."""
        place = self._due % self._kept
        if self._kept > 1 and any((c.games.slots == 1 + place).any() for c in self.collectors):
            return
        present = self.policy.packed()
        for past in self._past:
            past[place].network = present
        self._due += 1
        for collector in self.collectors:
            collector.games.set_weights(self._shares(self._due % self._kept))

    def _scores(self) -> dict[str, float]:
        values = {}
        for name, games in zip(self.names, self.recent, strict=True):
            if games and name != ITSELF:
                values[f"score/{name}"] = float(np.mean([0.5 + 0.5 * result for result, _ in games]))
                values[f"turns/{name}"] = float(np.mean([turn for _, turn in games]))
        return values

    def columns(self) -> list[str]:
        """Return the names of what `update` gives."""
        scores = [f"{kind}/{name}" for name in self.names if name != ITSELF for kind in ("score", "turns")]
        return [*MEASURES, "learning_rate", *scores]

    def save(self) -> Checkpoint:
        """Return everything that the next update depends on."""
        arrays: dict[str, Any] = {}
        batches = []
        for number, collector in enumerate(self.collectors):
            saved = collector.games.clone_state()
            arrays |= {f"games{number}.{key}": value for key, value in saved.items() if isinstance(value, np.ndarray)}
            plain = {key: value for key, value in saved.items() if not isinstance(value, np.ndarray)}
            batches.append({"games": plain, "noise": collector.noise.bit_generator.state})
        return Checkpoint(
            tensors={
                "policy": self.policy.state_dict(),
                "optimizer": self._updates.optimizer.state_dict(),
                "past": [torch.from_numpy(past.network) for past in self._past[0]],
            },
            arrays=arrays,
            state={
                "versions": self._versions(),
                "scenarios": [scenario.digest() for scenario in self.scenarios],
                "iteration": self.iteration,
                "noise": self._noise.bit_generator.state,
                "batches": batches,
                "due": self._due,
                "opponents": self.names,
                "recent": [list(games) for games in self.recent],
            },
        )

    def _versions(self) -> dict[str, int]:
        return trained.versions(self.game, trained.SCORING) | {"state": self.game.versions["state"]}

    def restore(self, saved: Checkpoint) -> None:
        """Go on from a checkpoint.

        Raises:
          ValueError: it was made for other versions, or belongs to other scenarios or opponents.
        """
        state = saved.state
        for name, version in self._versions().items():
            if state["versions"].get(name) != version:
                raise ValueError(
                    f"the checkpoint was made for {name} version {state['versions'].get(name)}, "
                    f"this is version {version}: train anew"
                )
        if state["scenarios"] != [scenario.digest() for scenario in self.scenarios]:
            raise ValueError("the scenarios have changed since the checkpoint was made")
        if state["opponents"] != self.names:
            raise ValueError(f"the checkpoint's opponents are {state['opponents']}, not {self.names}")
        self.policy.load_state_dict(saved.tensors["policy"])
        self._updates.optimizer.load_state_dict(copy.deepcopy(saved.tensors["optimizer"]))  # it keeps the tensors
        for past in self._past:
            for former, network in zip(past, saved.tensors["past"], strict=True):
                former.network = network.numpy().copy()
        for number, (collector, batch) in enumerate(zip(self.collectors, state["batches"], strict=True)):
            begin = f"games{number}."
            arrays = {key.removeprefix(begin): a for key, a in saved.arrays.items() if key.startswith(begin)}
            collector.resume(arrays | batch["games"], batch["noise"])
        self._noise.bit_generator.state = state["noise"]
        self._due, self.step, self.iteration = state["due"], state["step"], state["iteration"]
        self.recent = [deque((tuple(game) for game in games), maxlen=RECENT) for games in state["recent"]]
