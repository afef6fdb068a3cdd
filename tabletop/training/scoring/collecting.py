"""Decisions collected from games in which a policy plays itself and others."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from tabletop.batch.opponents import announce_begun
from tabletop.batch.self_play import SelfPlayGames
from tabletop.header import NONE
from tabletop.matches.luck import Dice
from tabletop.training.scoring.network import ScoringPolicy
from tabletop.training.scoring.starts import agents_in, answers


class Decisions(NamedTuple):
    """Decisions in the order in which they were made, the policy's and its opponents'; N legal actions in all.

    From opponents' decisions the value learns alone: they have no actions here.

    Attributes:
      positions: float32 [k, P].
      actions: float32 [N, K].
      starts: int64 [k + 1], where the legal actions of each begin.
      chosen: int64 [k], the place of the action taken, from 0 to N - 1; an opponent's: -1.
      logs: float32 [k], logarithm of the chance that it was taken with.
      advantages: float32 [k], estimated.
      returns: float32 [k], estimated result for the team that decided.
      against: int64 [k], who decided against whom, as `ScoringPolicy.rivals` has it.
    """

    positions: Any
    actions: Any
    starts: Any
    chosen: Any
    logs: Any
    advantages: Any
    returns: Any
    against: Any


class Facts:
    """The facts of all games of a batch, for those who decide in them.

    Attributes:
      positions: float32 [B, P].
      actions: float32 [N, K], of the last `read`; likewise
      listed: int16 [N], the actions' indices; and
      starts: int64 [B + 1].
    """

    def __init__(self, games: SelfPlayGames) -> None:
        """Make the arrays for a batch of games."""
        scenario = games.scenario
        self._games, self._kernels = games, scenario.game.scoring_kernels
        rules = self._kernels.rules
        self._action = rules.ACTION_FACTS
        self._rows = np.arange(games.count)
        self.positions = np.zeros((games.count, rules.POSITION_FACTS), np.float32)
        self.starts = np.zeros(games.count + 1, np.int64)
        self._grow(32 * games.count + games.actions)

    def _grow(self, size: int) -> None:
        self._actions, self._listed = np.zeros((size, self._action), np.float32), np.zeros(size, np.int16)

    def read(self, asked: Any = None) -> None:
        """Write what is so now; about actions only in the games `asked`, bool [B], or in all."""
        games = self._games
        asked = np.ones(games.count, np.bool_) if asked is None else asked
        given = games._worlds, games.games, self._rows, asked, games._masks, self.positions
        while (count := self._kernels.facts_of_rows(*given, self._actions, self._listed, self.starts)) < 0:
            self._grow(2 * len(self._listed))
        self.actions, self.listed = self._actions[:count], self._listed[:count]


class Collector:
    """Plays a batch of games on, and keeps what was decided in them.

    Attributes:
      games: the batch.
      noise: for the choices.
      teams: int64 [B], who is to decide in each game.
      finished: of each step in which games ended; whoever reads them clears the list.
    """

    def __init__(
        self,
        games: SelfPlayGames,
        noise: np.random.Generator,
        rolls: int = 0,
        players: Sequence[Any] = (None,),
        former: int = 0,
    ) -> None:
        """Begin the games.

        Args:
          games: the batch; its caller plays both teams in all games.
          noise: for the choices.
          rolls: ways for an action's dice to fall that are tried to tell its luck from its worth; 0: luck stays in.
          players: who is player 1 in the games, by their `slots`: opponents (tabletop.batch.opponents.Opponent); None:
            the policy, which is player 0 in all of them.
          former: how many of the players, behind the first, are states of the policy: they are valued as it is.
        """
        self.games, self.noise, self._players = games, noise, list(players)
        self._other = np.array([player is not None for player in players])
        rivals = len(players) - 1 - former
        self._rival = np.array([0] * (1 + former) + list(range(1, 1 + rivals)))
        self._rivals = rivals
        self.teams = games.reset().teams.copy()
        self.facts, self._rolls = Facts(games), rolls
        self._dice: Dice | None = None
        self.finished: list[Any] = []

    def collect(
        self,
        policy: ScoringPolicy,
        steps: int,
        trace: float,
        discount: float = 1.0,
        teachers: Sequence[Any] = (),
    ) -> Decisions:
        """Play `steps` decisions in each game.

        Args:
          policy: decides for the learner; it draws by its chances.
          steps: T.
          trace: lambda of generalized advantage estimation (Schulman et al., 2016), over the decisions of both teams:
            what a position is worth for one team it is not for the other.
          discount: gamma, a decision.
          teachers: who decides instead, each in its rows, opponents (tabletop.batch.opponents.Opponent); two that meet
            change from row to row. None: the policy.
        """
        count, facts = self.games.count, self.facts
        positions = np.empty((steps, *facts.positions.shape), np.float32)
        values, rewards = np.zeros((steps + 1, count), np.float32), np.zeros((steps, count), np.float32)
        logs, keeps = np.zeros((steps, count), np.float32), np.zeros((steps, count), np.float32)
        chosen, against = np.full((steps, count), -1, np.int64), np.zeros((steps, count), np.int64)
        self._value_by(policy)
        rows, starts, total = [], [np.zeros(1, np.int64)], 0
        for step in range(steps):
            own = self._own(len(teachers) > 0)
            facts.read(own)
            against[step] = self._against(own)
            said = self._ask(policy, against[step])
            if teachers:
                places = self._taught(teachers)
            else:
                places = draw(said.logs.numpy(), np.append(facts.starts[:-1][own], len(facts.listed)), self.noise)
            positions[step], values[step] = facts.positions, said.values.numpy()
            logs[step, own], chosen[step, own] = said.logs.numpy()[places], total + places
            rows.append(facts.actions.copy())
            starts.append(total + facts.starts[1:])
            total += len(facts.actions)
            actions = self._answered(own)
            actions[own] = facts.listed[places]
            luck = self.luck(actions)
            result = self.games.step(actions)
            rewards[step] = result.rewards[np.arange(count), self.teams] - luck
            # 0: over; 1: the same team decides next; -1: the other one.
            keeps[step] = np.where(result.dones, 0.0, np.where(result.teams == self.teams, 1.0, -1.0))
            self.teams = result.teams.copy()
            if result.finished is not None:
                self.finished.append(result.finished)
                announce_begun(self._players, result.finished.rows)
        own = self._own(len(teachers) > 0)
        facts.read(np.zeros(count, np.bool_))
        with torch.no_grad():
            last = policy.value(torch.from_numpy(facts.positions), torch.from_numpy(self._against(own)))
        values[steps] = last.numpy()
        advantages, later = np.zeros((steps, count), np.float32), np.zeros(count, np.float32)
        for step in reversed(range(steps)):
            keep = discount * keeps[step]
            later = rewards[step] + keep * values[step + 1] - values[step] + trace * keep * later
            advantages[step] = later
        return Decisions(
            positions.reshape(steps * count, -1), np.concatenate(rows), np.concatenate(starts), chosen.reshape(-1),
            logs.reshape(-1), advantages.reshape(-1), (advantages + values[:-1]).reshape(-1), against.reshape(-1),
        )  # fmt: skip

    def _own(self, taught: bool) -> Any:
        """In which games the policy, or who teaches it, is to decide: bool [B]."""
        games = self.games
        return (self.teams == games.sides) | ~self._other[games.slots] | taught

    def _against(self, own: Any) -> Any:
        """Who is to decide against whom, as `ScoringPolicy.rivals` has it: int64 [B]."""
        rival = self._rival[self.games.slots]
        return np.where(own | (rival == 0), rival, rival + self._rivals)

    def _answered(self, own: Any) -> Any:
        """What opponents choose in the games that aren't the policy's to decide in: int64 [B], 0 in `own`, bool [B]."""
        games = self.games
        if own.all():
            return np.zeros(games.count, np.int64)
        return answers(games, np.where(own, NONE, games.slots), self._players, self.noise)

    def _value_by(self, policy: ScoringPolicy) -> None:
        """Have luck told by the policy's values."""
        if self._rolls and self._dice is None:
            self._dice = Dice(self.games.scenario, self._rolls, self._rolls, policy.packed())
        elif self._dice is not None:
            self._dice.weights = policy.packed()

    def luck(self, actions: Any) -> Any:
        """Return what the dice of the next step bring to those who decide above their mean, float64 [B].

        An advantage is what came of an action beyond what was expected, and most of that is dice. Without their luck it
        has the same mean and less spread; AIVAT (Burch et al., 2018) does so for the results of matches.
        """
        games, found = self.games, np.zeros(self.games.count)
        if self._dice is not None:
            self._dice.add(games.games, np.arange(games.count), actions, games.lengths.sum(axis=1), found)
        return np.where(self.teams == 0, found, -found)

    def state(self) -> tuple[dict[str, Any], Any]:
        """Return everything that the next decisions depend on but policy and opponents: of the games, of the noise."""
        return self.games.clone_state(), self.noise.bit_generator.state

    def resume(self, saved: dict[str, Any], noise: Any) -> None:
        """Go on from a `state`."""
        self.games.set_state(saved)
        self.teams = self.games.current().teams.copy()
        self.noise.bit_generator.state = noise

    def watch(self, policy: ScoringPolicy, teachers: Sequence[Any], steps: int) -> Decisions:
        """Let teachers play the games on, and keep what they decided; the returns are to the games' ends.

        Of the policy only its values count, where games go on beyond what is kept.
        """
        return self.collect(policy, steps, 1.0, teachers=teachers)

    def _taught(self, teachers: Sequence[Any]) -> Any:
        """What the teachers choose: int64 [B], places among all legal actions."""
        games, facts = self.games, self.facts
        asked = agents_in(np.arange(games.count), self.teams, len(teachers))
        actions = answers(games, asked, teachers, self.noise)
        counts = np.diff(facts.starts)
        return np.flatnonzero(facts.listed == np.repeat(actions, counts))

    def _ask(self, policy: ScoringPolicy, against: Any) -> Any:
        facts = self.facts
        with torch.no_grad():
            return policy(
                torch.from_numpy(facts.positions),
                torch.from_numpy(facts.actions),
                torch.from_numpy(np.diff(facts.starts)),
                torch.from_numpy(against),
            )


def joined(decisions: list[Decisions]) -> Decisions:
    """Return decisions of several batches as one."""
    starts, chosen, total = [np.zeros(1, np.int64)], [], 0
    for part in decisions:
        starts.append(part.starts[1:] + total)
        chosen.append(np.where(part.chosen >= 0, part.chosen + total, -1))
        total += len(part.actions)

    def all_of(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in decisions])

    return Decisions(
        all_of("positions"), all_of("actions"), np.concatenate(starts), np.concatenate(chosen), all_of("logs"),
        all_of("advantages"), all_of("returns"), all_of("against"),
    )  # fmt: skip


def draw(logs: Any, starts: Any, noise: np.random.Generator) -> Any:
    """Draw an action of each decision by its chances; int64 [k], places among all actions."""
    noisy = logs - np.log(-np.log(noise.random(len(logs), dtype=np.float64) + 1e-12))  # Gumbel's trick
    tops = np.maximum.reduceat(noisy, starts[:-1])
    counts = np.diff(starts)
    hits = np.flatnonzero(noisy == np.repeat(tops, counts))
    owners = np.repeat(np.arange(len(counts)), counts)[hits]
    return hits[np.searchsorted(owners, np.arange(len(counts)))]
