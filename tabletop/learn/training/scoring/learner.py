"""The learner of networks that score actions: it plays itself, past versions and others, in several scenarios in turn.

What a step needs and what is saved are the same as in the other learner (tabletop/learn/training/learner.py): between
two updates nothing is pending.
"""

import copy
from collections.abc import Sequence
from types import ModuleType

import numpy as np
import torch

from tabletop.agents import policy_folder
from tabletop.agents.scoring import Sizes, sizes_of
from tabletop.base.workers.tasks import SerialWorkers, Workers
from tabletop.game.definition import Scenario
from tabletop.learn.training.checkpoint import Checkpoint, versions
from tabletop.learn.training.config import Config, linear
from tabletop.learn.training.log import recent_games, recent_scores
from tabletop.learn.training.scoring.batches import PAST, Batch, Collected, collect, past_policies, rivals, shares
from tabletop.learn.training.scoring.collecting import joined
from tabletop.learn.training.scoring.network import ScoringPolicy
from tabletop.learn.training.scoring.origin import scoring_network
from tabletop.learn.training.scoring.updates import Updates

ITSELF = "itself"
MEASURES = ("policy_gradient_loss", "value_loss", "approx_kl", "clip_fraction", "entropy")


class ScoringLearner:
    """A policy and the games it learns from.

    Attributes:
      game: what is learnt.
      policy: the network, on the device on which it learns.
      batches: by scenario, the batches of games in which decisions are collected.
      names: of the opponents, by their number in the batches.
      step: number of decisions learnt from so far, including imitated ones.
      iteration: number of updates made so far.
    """

    def __init__(self, config: Config, scenarios: Sequence[Scenario], workers: Workers) -> None:
        """Make the policy, new or that of `scoring.begin`, and begin the games.

        Args:
          config: of the run.
          scenarios: what is played.
          workers: collect decisions, each in a batch of games.

        Raises:
          ValueError: no such opponent, or one that can't play a scenario; a game without facts about actions.
        """
        self.config, self.scenarios, self.game = config, scenarios, scenarios[0].game
        torch.set_num_threads(config.threads)
        settings, network = config.learner, config.scoring
        rules = self.game.scoring_kernels.rules
        if not hasattr(rules, "observe_legal"):
            raise ValueError(f"algorithm: {self.game.title} has no facts about actions for networks to score")
        self.policy = self._policy(rules).to(config.device)
        # The policy that plays is on the CPU, where the games are.
        self._player = self.policy if self.policy.bias.device.type == "cpu" else copy.deepcopy(self.policy).cpu()
        self._averaged = copy.deepcopy(self.policy)
        self._noise = np.random.Generator(np.random.PCG64(config.seed))
        self._updates = Updates(self.policy, settings.max_grad_norm)
        self.due = self.step = self.iteration = 0  # places in the ring of past versions are replaced in turn
        self.names = [ITSELF, *(f"{PAST} {k}" for k in range(self._kept))]
        self.names += [name for name, weight in config.opponents.items() if weight > 0]
        self._workers, present = workers, self.policy.packed()
        # The batches of a scenario are listed together, but the first one has the scenario's number.
        self.batches = [
            [Batch(config, scenario, number + len(scenarios) * k, present) for k in range(network.batches)]
            for number, scenario in enumerate(scenarios)
        ]
        if not isinstance(workers, SerialWorkers):
            for batch in self._all:
                batch.check_movable()
        self.recent = recent_games([] for _ in self.names)

    def _policy(self, rules: ModuleType) -> ScoringPolicy:
        """Return a new policy, or a copy of a trained one."""
        network, noise = self.config.scoring, torch.Generator().manual_seed(self.config.seed % (1 << 63))
        options = rivals(self.config), rules.KIND_FACTS
        if not network.begin:
            units = (network.hidden, network.deeper, network.value_hidden, network.value_deeper)
            return ScoringPolicy(Sizes(rules.POSITION_FACTS, rules.ACTION_FACTS, *units), noise, *options)
        weights = scoring_network(network.begin, self.game)
        policy = ScoringPolicy(sizes_of(weights), noise, *options)
        policy.load(weights)
        return policy

    @property
    def _kept(self) -> int:
        return past_policies(self.config)

    @property
    def imitates(self) -> bool:
        """Whether it still learns from its teachers."""
        return self.step < self.config.scoring.imitation_steps

    @property
    def _all(self) -> list[Batch]:
        """All batches, in the order of their numbers."""
        return sorted((batch for group in self.batches for batch in group), key=lambda batch: batch.number)

    def weights(self) -> policy_folder.Weights:
        """Return the averaged weights, as an agent plays them."""
        return policy_folder.scoring(self._averaged.weights())

    def update(self) -> dict[str, float]:
        """Play on in the scenarios whose turn it is, learn from the decisions, and return the numbers for the log."""
        config, settings = self.config, self.config.learner
        together = min(config.scoring.together, len(self.batches))
        first = self.iteration * together
        numbers = [(first + k) % len(self.batches) for k in range(together)]
        imitates = self.imitates
        batches = [batch for number in numbers for batch in self.batches[number]]
        parts: list[Collected] = []
        while not any((part.decisions.chosen >= 0).any() for part in parts):  # in few games opponents may make all
            parts += collect(batches, self._player, imitates, config, self._workers)
        decisions = joined([part.decisions for part in parts])
        for opponent, result, turn in (game for part in parts for game in part.finished):
            self.recent[opponent].append((result, turn))
        step_before, remaining = self.step, self._remaining()
        self.step += int((decisions.chosen >= 0).sum())
        self.iteration += 1
        if imitates:
            losses = self._updates.imitate(decisions, settings.batch, config.scoring.imitation_rate, self._noise)
            values = dict(zip(("policy_gradient_loss", "value_loss"), losses, strict=True))
        else:
            rate = linear(settings.learning_rate, settings.final_learning_rate, remaining)
            if config.algorithm == "zero":
                followed = self._updates.follow(decisions, settings, rate, self._noise)
                values = dict(zip((*MEASURES[:2], MEASURES[-1]), followed, strict=True))
            else:
                entropy = linear(settings.entropy, settings.final_entropy, remaining)
                improved = self._updates.improve(decisions, settings, rate, entropy, self._noise)
                values = dict(zip(MEASURES, improved, strict=True))
            values["learning_rate"] = rate
        self._follow()
        self._average(0.0 if imitates else config.scoring.average)
        if imitates and not self.imitates:
            self._begin_play()
        every = config.self_play.every
        if self._kept and not imitates and step_before // every != self.step // every:
            self._remember()
        return values | recent_scores(self.names[1:], self.recent[1:])

    def _follow(self) -> None:
        """Copy the learnt weights to the policy that plays."""
        if self._player is not self.policy:
            self._player.load_state_dict(self.policy.state_dict())

    @torch.no_grad()
    def _average(self, kept: float) -> None:
        """Move the averaged weights towards those just learnt; keep a share of what they were."""
        for averaged, learnt in zip(self._averaged.parameters(), self.policy.parameters(), strict=True):
            averaged.copy_(learnt if kept == 0 else averaged * kept + learnt * (1 - kept))

    def _remaining(self) -> float:
        """The share of the steps after imitation that is still to come."""
        imitated = self.config.scoring.imitation_steps
        return min(max(1 - (self.step - imitated) / max(self.config.total_steps - imitated, 1), 0.0), 1.0)

    def _begin_play(self) -> None:
        """End the imitation: fill the ring with the policy learnt by it, and play against the run's opponents."""
        present = self.policy.packed()
        for batch in self._all:
            for former in batch.past:
                former.network = present
        self._meet(0)

    def _remember(self) -> None:
        """Unless the resting past version still has games, replace it by the current policy; the next one rests."""
        place = self.due % self._kept
        if self._kept > 1 and any((batch.collector.games.slots == 1 + place).any() for batch in self._all):
            return
        present = self.policy.packed()
        for batch in self._all:
            batch.past[place].network = present
        self.due += 1
        self._meet(self.due % self._kept)

    def _meet(self, resting: int) -> None:
        for batch in self._all:
            batch.collector.games.set_weights(shares(self.config, self.imitates, resting))

    def columns(self) -> list[str]:
        """Return the names of the values that `update` returns."""
        scores = [f"{kind}/{name}" for name in self.names[1:] for kind in ("score", "turns")]
        return [*MEASURES, "learning_rate", *scores]

    def save(self) -> Checkpoint:
        """Return everything that the next update depends on."""
        arrays: dict[str, np.ndarray] = {}
        batches = []
        for number, batch in enumerate(self._all):
            saved, noise = batch.collector.state()
            arrays |= {f"games{number}.{key}": value for key, value in saved.items() if isinstance(value, np.ndarray)}
            plain = {key: value for key, value in saved.items() if not isinstance(value, np.ndarray)}
            batches.append({"games": plain, "noise": noise})
        return Checkpoint(
            tensors={
                "policy": self.policy.state_dict(),
                "averaged": self._averaged.state_dict(),
                "optimizer": self._updates.optimizer.state_dict(),
                "past": [torch.from_numpy(past.network) for past in self._all[0].past],
            },
            arrays=arrays,
            state={
                "versions": versions(self.game, policy_folder.SCORING),
                "scenarios": [scenario.digest() for scenario in self.scenarios],
                "iteration": self.iteration,
                "noise": self._noise.bit_generator.state,
                "batches": batches,
                "due": self.due,
                "opponents": self.names,
                "recent": [list(games) for games in self.recent],
            },
        )

    def restore(self, saved: Checkpoint) -> None:
        """Continue from a checkpoint.

        Raises:
          ValueError: it was made for other versions, or belongs to other scenarios or opponents.
        """
        state = saved.state
        saved.check(versions(self.game, policy_folder.SCORING), self.names)
        if state["scenarios"] != [scenario.digest() for scenario in self.scenarios]:
            raise ValueError("the scenarios have changed since the checkpoint was made")
        self.policy.load_state_dict(saved.tensors["policy"])
        self._averaged.load_state_dict(saved.tensors["averaged"])
        self._follow()
        self._updates.optimizer.load_state_dict(copy.deepcopy(saved.tensors["optimizer"]))  # it keeps the tensors
        for number, (batch, plain) in enumerate(zip(self._all, state["batches"], strict=True)):
            for former, network in zip(batch.past, saved.tensors["past"], strict=True):
                former.network = network.numpy().copy()
            begin = f"games{number}."
            arrays = {key.removeprefix(begin): a for key, a in saved.arrays.items() if key.startswith(begin)}
            batch.collector.resume(arrays | plain["games"], plain["noise"])
        self._noise.bit_generator.state = state["noise"]
        self.due, self.step, self.iteration = state["due"], state["step"], state["iteration"]
        self.recent = recent_games(state["recent"])
