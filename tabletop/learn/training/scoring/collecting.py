"""Decisions collected from games in which a policy plays against itself and others."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from tabletop.base.arrays import Bool, Float32, Float64, Int64
from tabletop.env.batch.opponents import Opponent, announce_begun
from tabletop.env.batch.self_play import SelfPlayGames
from tabletop.game.arrays import SelfPlayFinished
from tabletop.game.header import NONE
from tabletop.learn.training.scoring.network import Choices, ScoringPolicy
from tabletop.learn.training.scoring.searching import Planner
from tabletop.learn.training.scoring.starts import agents_in, answers
from tabletop.rate.matches.luck import Dice


class Decisions(NamedTuple):
    """Decisions of the policy and its opponents in the order in which they were made; N legal actions in all.

    Only the value learns from opponents' decisions: no actions are stored for them.

    Attributes:
      positions: float32 [k, P].
      actions: float32 [N, K].
      starts: int64 [k + 1], index of the first legal action of each decision.
      chosen: int64 [k], the index of the action taken, from 0 to N - 1; -1 for an opponent's decision.
      logs: float32 [k], log probability with which it was taken.
      advantages: float32 [k], estimates.
      returns: float32 [k], estimated result for the team that decided.
      against: int64 [k], who decided against whom, as in `ScoringPolicy.rivals`.
      targets: float32 [N], the improved policies that a search has found; [0]: nothing was searched.
    """

    positions: Float32
    actions: Float32
    starts: Int64
    chosen: Int64
    logs: Float32
    advantages: Float32
    returns: Float32
    against: Int64
    targets: Float32


class Facts:
    """The facts of all games of a batch, from the side of the teams that decide in them.

    Attributes:
      width: how many facts an action has, K.
      positions: float32 [B, P].
      actions: float32 [N, K], of the last `read`; so are
      listed: int16 [N], the actions' indices; and
      starts: int64 [B + 1].
    """

    def __init__(self, games: SelfPlayGames) -> None:
        """Make the arrays for a batch of games."""
        scenario = games.scenario
        self._games, self._kernels = games, scenario.game.scoring_kernels
        rules = self._kernels.rules
        self.width = rules.ACTION_FACTS
        self._rows = np.arange(games.count)
        self.positions = np.zeros((games.count, rules.POSITION_FACTS), np.float32)
        self.starts = np.zeros(games.count + 1, np.int64)
        self.grow(32 * games.count + games.actions)

    def grow(self, size: int) -> None:
        """Make room for so many facts."""
        self._actions, self._listed = np.zeros((size, self.width), np.float32), np.zeros(size, np.int16)

    @property
    def room(self) -> int:
        """How many legal actions there is room for in a `read`; more is made when more is needed."""
        return len(self._listed)

    def read(self, asked: Bool | None = None) -> None:
        """Write the current facts; those about actions only for the games `asked`, bool [B], or for all."""
        games = self._games
        asked = np.ones(games.count, np.bool_) if asked is None else asked
        arguments = games.worlds, games.games, self._rows, asked, games.masks, self.positions
        while (count := self._kernels.facts_of_rows(*arguments, self._actions, self._listed, self.starts)) < 0:
            self.grow(2 * len(self._listed))
        self.actions, self.listed = self._actions[:count], self._listed[:count]


class Collector:
    """Plays a batch of games on and collects the decisions made in them.

    Attributes:
      games: the batch.
      noise: for the choices.
      teams: int64 [B], the team that is to decide in each game.
      finished: of each step in which games ended; the reader clears the list.
    """

    def __init__(
        self,
        games: SelfPlayGames,
        noise: np.random.Generator,
        rolls: int = 0,
        players: Sequence[Opponent | None] = (None,),
        former: int = 0,
        planner: Planner | None = None,
    ) -> None:
        """Begin the games.

        Args:
          games: the batch; its caller must play both teams in all games.
          noise: for the choices.
          rolls: ways for an action's dice to fall that are tried to separate luck from value; 0: luck isn't removed.
          players: who is player 1 in the games, by their `slots`: opponents (tabletop.env.batch.opponents.Opponent);
            None: the policy, which is player 0 in all games.
          former: how many of the players after the first are past versions of the policy: they are valued like the
            policy.
          planner: searches the policy's decisions; None: they are drawn by its probabilities.
        """
        self.games, self.noise, self._players, self._planner = games, noise, list(players), planner
        self._other = np.array([player is not None for player in players])
        rivals = len(players) - 1 - former
        self._rival = np.array([0] * (1 + former) + list(range(1, 1 + rivals)))
        self._rivals = rivals
        self.teams = games.reset().teams.copy()
        self.facts, self._rolls = Facts(games), rolls
        self._dice: Dice | None = None
        self.finished: list[SelfPlayFinished] = []

    def collect(
        self,
        policy: ScoringPolicy,
        steps: int,
        trace: float,
        discount: float = 1.0,
        teachers: Sequence[Opponent] = (),
    ) -> Decisions:
        """Play `steps` decisions in each game.

        Args:
          policy: decides for the learner: a sample by its probabilities, or what a search by its network chooses.
          steps: T.
          trace: lambda of generalized advantage estimation (Schulman et al., 2016), over the decisions of both teams: a
            position's value for one team is the negative of its value for the other.
          discount: gamma, per decision.
          teachers: who decides instead, each in its rows, opponents (tabletop.env.batch.opponents.Opponent); which two
            play each other changes from row to row. Empty: the policy decides.
        """
        count, facts = self.games.count, self.facts
        positions = np.empty((steps, *facts.positions.shape), np.float32)
        values, rewards = np.zeros((steps + 1, count), np.float32), np.zeros((steps, count), np.float32)
        logs, keeps = np.zeros((steps, count), np.float32), np.zeros((steps, count), np.float32)
        chosen, against = np.full((steps, count), -1, np.int64), np.zeros((steps, count), np.int64)
        self._value_by(policy)
        planner = None if teachers else self._planner
        if planner is not None:
            planner.scorer.network = policy.packed()
        # Ample: memory that is never written to costs nothing.
        rows, total = np.empty((steps * facts.room, facts.width), np.float32), 0
        starts, targets = [np.zeros(1, np.int64)], [np.zeros(0, np.float32)]
        for step in range(steps):
            is_own = self._own(len(teachers) > 0)
            facts.read(is_own)
            against[step] = self._against(is_own)
            choices = self._ask(policy, against[step])
            positions[step], values[step] = facts.positions, choices.values.numpy()
            if teachers:
                places = self._taught(teachers)
            elif planner is not None:
                counts = np.diff(facts.starts)[is_own]
                planned = planner.plan(self.games.games[is_own], facts.listed, counts, self.noise)
                places = planned.places
                targets.append(planned.targets)
                values[step, is_own] = np.where(counts > 1, planned.values, values[step, is_own])
            else:
                places = draw(choices.logs.numpy(), np.append(facts.starts[:-1][is_own], len(facts.listed)), self.noise)
            logs[step, is_own], chosen[step, is_own] = choices.logs.numpy()[places], total + places
            starts.append(total + facts.starts[1:])
            total += len(facts.actions)
            if total > len(rows):
                rows = np.concatenate([rows, np.empty((steps * facts.room, facts.width), np.float32)])
            rows[total - len(facts.actions) : total] = facts.actions
            actions = self._answered(is_own)
            actions[is_own] = facts.listed[places]
            luck = self.luck(actions)
            result = self.games.step(actions)
            rewards[step] = result.rewards[np.arange(count), self.teams] - luck
            # 0: the game is over; 1: the same team decides next; -1: the other team does.
            keeps[step] = np.where(result.dones, 0.0, np.where(result.teams == self.teams, 1.0, -1.0))
            self.teams = result.teams.copy()
            if result.finished is not None:
                self.finished.append(result.finished)
                announce_begun(list(dict.fromkeys([*self._players, *teachers])), result.finished.rows)
        is_own = self._own(len(teachers) > 0)
        facts.read(np.zeros(count, np.bool_))
        with torch.no_grad():
            last = policy.value(torch.from_numpy(facts.positions), torch.from_numpy(self._against(is_own)))
        values[steps] = last.numpy()
        advantages, later = np.zeros((steps, count), np.float32), np.zeros(count, np.float32)
        for step in reversed(range(steps)):
            keep = discount * keeps[step]
            later = rewards[step] + keep * values[step + 1] - values[step] + trace * keep * later
            advantages[step] = later
        return Decisions(
            positions.reshape(steps * count, -1), rows[:total], np.concatenate(starts), chosen.reshape(-1),
            logs.reshape(-1), advantages.reshape(-1), (advantages + values[:-1]).reshape(-1), against.reshape(-1),
            np.concatenate(targets),
        )  # fmt: skip

    def _own(self, taught: bool) -> Bool:
        """Whether the policy, or one of its teachers, is to decide in each game: bool [B]."""
        games = self.games
        return (self.teams == games.sides) | ~self._other[games.slots] | taught

    def _against(self, is_own: Bool) -> Int64:
        """Return who is to decide against whom, as in `ScoringPolicy.rivals`: int64 [B]."""
        rival = self._rival[self.games.slots]
        return np.where(is_own | (rival == 0), rival, rival + self._rivals)

    def _answered(self, is_own: Bool) -> Int64:
        """Return opponents' choices in games in which the policy doesn't decide: int64 [B], 0 in `is_own`, bool [B]."""
        games = self.games
        if is_own.all():
            return np.zeros(games.count, np.int64)
        return answers(games, np.where(is_own, NONE, games.slots), self._players, self.noise)

    def _value_by(self, policy: ScoringPolicy) -> None:
        """Measure luck by the policy's values."""
        if self._rolls and self._dice is None:
            self._dice = Dice(self.games.scenario, self._rolls, self._rolls, policy.packed())
        elif self._dice is not None:
            self._dice.weights = policy.packed()

    def luck(self, actions: Int64) -> Float64:
        """Return what the dice of the next step add, beyond their mean, for the teams that decide: float64 [B].

        An advantage is the outcome of an action beyond what was expected, and most of that is dice. Without the dice's
        luck it has the same mean and less variance; AIVAT (Burch et al., 2018) does the same for the results of
        matches.
        """
        games, of_first = self.games, np.zeros(self.games.count)
        if self._dice is not None:
            self._dice.add(games.games, np.arange(games.count), actions, games.lengths.sum(axis=1), of_first)
        return np.where(self.teams == 0, of_first, -of_first)

    def state(self) -> tuple[dict[str, Any], Any]:
        """Return what the next decisions depend on, except policy and opponents: the states of games and noise."""
        return self.games.clone_state(), self.noise.bit_generator.state

    def resume(self, saved: dict[str, Any], noise: Any) -> None:
        """Continue from a `state`."""
        self.games.set_state(saved)
        self.teams = self.games.current().teams.copy()
        self.noise.bit_generator.state = noise

    def watch(self, policy: ScoringPolicy, teachers: Sequence[Opponent], steps: int) -> Decisions:
        """Let teachers play the games on and collect their decisions; the returns run to the games' ends.

        The policy provides only values, for games that continue beyond the collected steps.
        """
        return self.collect(policy, steps, 1.0, teachers=teachers)

    def _taught(self, teachers: Sequence[Opponent]) -> Int64:
        """Return the teachers' choices: int64 [B], indices among all legal actions."""
        games, facts = self.games, self.facts
        numbers = agents_in(np.arange(games.count), self.teams, len(teachers))
        actions = answers(games, numbers, teachers, self.noise)
        counts = np.diff(facts.starts)
        return np.flatnonzero(facts.listed == np.repeat(actions, counts))

    def _ask(self, policy: ScoringPolicy, against: Int64) -> Choices:
        facts = self.facts
        with torch.no_grad():
            return policy(
                torch.from_numpy(facts.positions),
                torch.from_numpy(facts.actions),
                torch.from_numpy(np.diff(facts.starts)),
                torch.from_numpy(against),
            )


def joined(decisions: list[Decisions]) -> Decisions:
    """Return the decisions of several batches as one."""
    if len(decisions) == 1:
        return decisions[0]
    starts, chosen, total = [np.zeros(1, np.int64)], [], 0
    for part in decisions:
        starts.append(part.starts[1:] + total)
        chosen.append(np.where(part.chosen >= 0, part.chosen + total, -1))
        total += len(part.actions)

    def all_of(name: str) -> np.ndarray:
        return np.concatenate([getattr(part, name) for part in decisions])

    return Decisions(
        all_of("positions"), all_of("actions"), np.concatenate(starts), np.concatenate(chosen), all_of("logs"),
        all_of("advantages"), all_of("returns"), all_of("against"), all_of("targets"),
    )  # fmt: skip


def draw(logs: Float32, starts: Int64, noise: np.random.Generator) -> Int64:
    """Sample an action for each decision by its probabilities; int64 [k], indices among all actions."""
    noisy = logs - np.log(-np.log(noise.random(len(logs), dtype=np.float64) + 1e-12))  # the Gumbel-max trick
    tops = np.maximum.reduceat(noisy, starts[:-1])
    counts = np.diff(starts)
    hits = np.flatnonzero(noisy == np.repeat(tops, counts))
    owners = np.repeat(np.arange(len(counts)), counts)[hits]
    return hits[np.searchsorted(owners, np.arange(len(counts)))]
