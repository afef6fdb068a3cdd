"""Matches: each seed is played twice with sides swapped, all games of a match side by side.

In such a pair each agent gets team 0's luck once (docs/formats.md, "Dice in play").
Axes: P pairs, B = 2P games: row i is pair i with the first agent as team 0, row P + i the same with sides swapped.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import FAULT, Agent, AgentError, Batched, Separate, noise_seed
from tabletop.agents.batch_player import BatchPlayer
from tabletop.env.batch.turn_loop import TurnLoop
from tabletop.game.choices import key_rows, result_rows
from tabletop.game.definition import Scenario
from tabletop.game.header import NONE, OVER, TEAMS
from tabletop.play.reset_options import read_flag
from tabletop.rate.matches import profile
from tabletop.rate.matches.endless_games import check_endings, check_length
from tabletop.rate.matches.luck import Dice
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.rating import LOSS, WIN
from tabletop.rate.matches.results import LOST, Results

TOGETHER = 512  # pairs played side by side
FIRST, SOON = 8, 1.0  # pairs at first if agents are asked game by game; doubled if they take fewer seconds than this
WAYS_IN_PLAY, ROLLS_IN_PLAY = 4_000, 100  # limits of Dice if luck is measured during play

Report = Callable[[int, int], None]
OnDecision = Callable[[int, int, int], None]  # called with player, turn and decisions so far


class MatchError(AgentError):
    """An agent's fault in a match.

    Attributes:
      player: 0 the match's first agent, 1 its second one.
      turn, decisions: how far its game had come; 0 if the failing agent was asked for several games at once.
    """

    def __init__(self, text: str, player: int, turn: int = 0, decisions: int = 0) -> None:
        super().__init__(text)
        self.player, self.turn, self.decisions = player, turn, decisions


def play(
    first: Agent,
    second: Agent,
    scenario: Scenario,
    pairs: int,
    seed: int = 0,
    report: Report | None = None,
    luck: bool = False,
) -> Results:
    """Play a match.

    Args:
      first: an agent.
      second: its opponent.
      scenario: what is played.
      pairs: pairs of games.
      seed: decides everything, including the agents' noise.
      report: called with the number of games finished, and of games in all.
      luck: whether to measure luck in each game.

    Raises:
      ValueError: a number of pairs that can't be played (`read_pairs`), or an agent that can't play the scenario.
      AgentError: an agent's fault.
    """
    return play_seeds(first, second, scenario, pair_seeds(seed, pairs), report=report, luck=read_flag("luck", luck))


def play_seeds(
    first: Agent,
    second: Agent,
    scenario: Scenario,
    seeds: NDArray[np.uint64],
    sides: tuple[int, ...] = (0, 1),
    report: Report | None = None,
    on_decision: OnDecision | None = None,
    tolerant: bool = False,
    luck: bool = False,
) -> Results:
    """Play the pairs of games with these seeds, uint64[P].

    Args:
      first: an agent.
      second: its opponent.
      scenario: what is played.
      seeds: of the pairs; the result of a pair doesn't depend on the others.
      sides: teams of the first agent in the games that are played; a game left out has the ending RUNNING.
      report: called with the number of games finished, and of games in all.
      on_decision: called before an agent is asked: with its number (0 the first), the turn, and the decisions of the
        game so far; of one game, if it is asked for several.
      tolerant: an agent that fails loses that game, and the others continue; the fault is in the results. But if the
        code of an agent that is asked for several games at once fails, the match ends.
      luck: whether to measure luck in each game.

    Raises:
      ValueError: an agent that can't play the scenario; a game that doesn't end, or with an ending that has no name.
      MatchError: an agent's fault.
    """
    players = BatchPlayer(first, scenario, tolerant), BatchPlayer(second, scenario, tolerant)
    pairs = len(seeds)
    empty = np.zeros(len(scenario.game.orders), np.int64)
    profiles = (empty, empty.copy())
    parts = []
    faults: dict[tuple[int, int], str] = {}
    # Bots in separate processes play one game after another: one process per game would be too many.
    separate = isinstance(first, Separate) or isinstance(second, Separate)
    # A few games of a slow bot are soon over, and show how long it takes.
    together = 1 if separate else TOGETHER if isinstance(first, Batched) and isinstance(second, Batched) else FIRST
    start, dice = 0, Dice(scenario, WAYS_IN_PLAY, ROLLS_IN_PLAY) if luck else None
    while start < pairs:
        start_time = time.monotonic()
        notify = None if report is None else (lambda done, offset=2 * start: report(offset + done, 2 * pairs))
        part = seeds[start : start + together]
        pair_games = _Pairs(players, scenario, part, profiles, notify, on_decision, tolerant, dice)
        for side_group in [(side,) for side in sides] if separate else [sides]:
            pair_games.play_sides(side_group)
        parts.append(pair_games.columns())
        faults |= {(start + pair, side): words for (pair, side), words in pair_games.faults.items()}
        start += together
        if not separate and time.monotonic() - start_time < SOON:
            together = min(2 * together, TOGETHER)
    score, ending, turns, decisions, lucks = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Results(
        *(scenario.game, first.name, second.name, seeds, score, ending, turns, decisions, profiles, faults),
        (players[0].seconds, players[1].seconds),
        (players[0].timed_decisions, players[1].timed_decisions),
        lucks if luck else None,
    )


class _Pairs(TurnLoop):
    """Pairs of games, all side by side, of two agents that decide for both teams.

    Attributes:
      team: int64[B], the first agent's team in each game.
      decisions: int64[B], number of decisions made so far.
      faults: in words, by pair and team of the first agent.
      luck: float64[B], of team 0, where a loss is -1 and a win 1: -2 … 2 for a whole game; 0 if it isn't measured.
    """

    def __init__(
        self,
        players: tuple[BatchPlayer, BatchPlayer],
        scenario: Scenario,
        seeds: NDArray[np.uint64],
        profiles: tuple[profile.Profile, profile.Profile],
        report: Callable[[int], None] | None,
        on_decision: OnDecision | None,
        tolerant: bool,
        dice: Dice | None,
    ) -> None:
        pairs = len(seeds)
        super().__init__(scenario, 2 * pairs, list(players))
        self._agents = players
        self.seeds[:] = np.concatenate([seeds, seeds])
        self.sides[:] = NONE
        self.team = np.repeat(np.arange(TEAMS), pairs)
        self.decisions = np.zeros(self.count, np.int64)
        # By team, as in a single game, so that `play_recorded` reproduces any game of a match.
        noises = [noise_seed(seeds, side) for side in range(TEAMS)]
        self._noise = np.concatenate(noises), np.concatenate(noises[::-1])
        self._drawn = np.zeros(self.count, np.uint64), np.zeros(self.count, np.uint64)
        self._profiles, self._report, self._on_decision, self._tolerant = profiles, report, on_decision, tolerant
        self.faults: dict[tuple[int, int], str] = {}
        self._blamed = np.full(self.count, NONE)  # who has lost by a fault
        self._dice, self.luck = dice, np.zeros(self.count)
        self.games["decision"] = OVER

    def play_sides(self, sides: tuple[int, ...]) -> None:
        """Play the games in which the first agent has one of these teams; MatchError: an agent's fault."""
        rows = np.flatnonzero(np.isin(self.team, sides))
        for player in self._agents:
            player.begin(rows)
        self.begin_rows(rows, self.starts)
        if self._dice is not None:
            self._dice.add_beginning(self.games, rows, self.luck)
        self.play_on()
        check_endings(self.scenario.game, self.games[rows])
        self._tell(rows)

    def _tell(self, rows: NDArray[np.int64]) -> None:
        """Tell the agents how these games have ended."""
        results = np.empty(self.count, np.float32)
        result_rows(self.games, self._all, self.team, results)
        for number, player in enumerate(self._agents):
            if isinstance(player.agent, Separate):
                for row in rows.tolist():
                    score = (1.0 + float(results[row])) / 2.0
                    blamed, ending = int(self._blamed[row]), int(self.games["ending"][row])
                    if blamed != NONE:
                        score = float(blamed != 0)
                    words = FAULT if blamed != NONE else self.scenario.game.endings[ending]
                    team = int(self.team[row])
                    player.end(row, team if number == 0 else 1 - team, score if number == 0 else 1 - score, words)

    def waiting(self) -> NDArray[np.int64]:
        rows: NDArray[np.int64] = super().waiting()
        longest = int(np.argmax(self.decisions))
        check_length(int(self.decisions[longest]), self.seeds[longest])
        if self._report is not None:
            self._report(self.count - len(rows))
        return rows

    def players_of(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        return (self.games["decider"][rows] != self.team[rows]).astype(np.int64)

    def ask(self, number: int, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        key_rows(rows, self._noise[number], self._drawn[number], self._keys)
        turn, decisions = int(self.games["turn"][rows[0]]), int(self.decisions[rows[0]])
        if self._on_decision is not None:
            self._on_decision(number, turn, decisions)
        try:
            faults = self._agents[number].answer(self.worlds, self.games, rows, self.masks, self._actions, self._keys)
        except AgentError as error:
            # If several games were asked for at once, it isn't known in which of them it failed.
            progress = (turn, decisions) if len(rows) == 1 else (0, 0)
            raise MatchError(str(error), number, *progress) from error
        if faults:
            rows = self._forfeit(number, rows, faults)
        self._kernels.count_orders(self.worlds, self.games, rows, self._actions, self._profiles[number])
        if self._dice is not None:
            self._dice.add(self.games, rows, self._actions, self.decisions, self.luck)
        self.decisions[rows] += 1
        return rows

    def _forfeit(self, number: int, rows: NDArray[np.int64], faults: dict[int, AgentError]) -> NDArray[np.int64]:
        """End the games in which an agent has failed; return the rows of the others."""
        for row, error in faults.items():
            if not self._tolerant:
                turn, decisions = int(self.games["turn"][row]), int(self.decisions[row])
                raise MatchError(str(error), number, turn, decisions) from error
            self._blamed[row] = number
            self.games["decision"][row], self.games["decider"][row] = OVER, NONE
            pairs = self.count // 2
            self.faults[row % pairs, row // pairs] = str(error)
        return rows[~np.isin(rows, list(faults))]

    def columns(self) -> tuple[NDArray[Any], ...]:
        """Score of the first agent, ending, turns, decisions and luck of the first agent in points, each [P, 2]."""
        results = np.empty(self.count, np.float32)
        result_rows(self.games, self._all, self.team, results)
        score = LOSS + (WIN - LOSS) * (1.0 + results.astype(np.float64)) / 2.0
        score = np.where(self._blamed == NONE, score, np.where(self._blamed == 0, LOSS, WIN))
        ending, turn = (self.games[name].astype(np.int64) for name in ("ending", "turn"))
        ending[self._blamed != NONE] = LOST
        luck = np.where(self.team == 0, self.luck, -self.luck) / 2
        return tuple(column.reshape(2, -1).T for column in (score, ending, turn, self.decisions, luck))


def rate_here(
    agent: Agent,
    opponents: dict[str, Agent],
    scenario: Scenario,
    pairs: int,
    seed: int = 0,
    progress: Callable[[str, int, int], None] | None = None,
    luck: bool = False,
) -> dict[str, Results]:
    """Play an agent against each of several opponents, in the same games against each, in this process.

    Args:
      agent: to be rated.
      opponents: by name.
      scenario: what is played.
      pairs: pairs of games against each.
      seed: decides everything.
      progress: called with the opponent's name, the number of games finished, and of games in all.
      luck: whether to measure luck in each game.

    Returns:
      The results by opponent.
    """
    results = {}
    for name, opponent in opponents.items():
        report = None if progress is None else partial(progress, name)
        results[name] = play(agent, opponent, scenario, pairs, seed, report, luck)
    return results
