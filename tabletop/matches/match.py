"""Matches: one seed played twice with sides swapped, all games of a match side by side.

In such a pair each agent gets Red's luck once (docs/formats.md, "Dice in play").
Axes: P pairs, B = 2P games: row i is pair i with the first agent as Red, row P + i the same with sides swapped.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paintball_env.rules.dice import new_chance
from paintball_env.rules.state import BLUE, ELIMINATED, FLAG, NONE, OVER, RED, TURNS
from paintball_env.scenario import Scenario
from paintball_env.start import start_record
from paintball_env.view import View
from tabletop import kernels as batch
from tabletop.agents.base import WORD, Agent, AgentError, Records, Seat, ask, begun, noise_seed, prepare
from tabletop.game import Game
from tabletop.matches import profile
from tabletop.matches.balance import balance
from tabletop.matches.rating import DRAW, LOSS, WIN, Rating, rating
from tabletop.records import GameRecord, Recorder

TOGETHER = 512  # pairs played side by side
ENDINGS = {ELIMINATED: "eliminated", FLAG: "flag", TURNS: "turns"}

Report = Callable[[int, int], None]
Asked = Callable[[int, int, int], None]  # told of seat, turn and decisions so far


class SeatError(AgentError):
    """An agent's fault in a match.

    Attributes:
      seat: 0 the match's first agent, 1 its second.
      turn, decisions: how far its game had come; 0 where an agent failed that was asked for several games at once.
    """

    def __init__(self, text: str, seat: int, turn: int = 0, decisions: int = 0) -> None:
        super().__init__(text)
        self.seat, self.turn, self.decisions = seat, turn, decisions


@dataclass(frozen=True)
class Results:
    """What came of a match; every array is [P, 2]: the first agent as Red, as Blue.

    Attributes:
      first, second: names of the agents.
      seeds: uint64[P].
      score: float64, of the first agent: 1 win, 0.5 draw, 0 loss.
      ending: int64, `ELIMINATED`, `FLAG` or `TURNS`.
      turns: int64.
      decisions: int64, of both agents.
      profiles: of the first and the second agent, over all games (tabletop.matches.profile); not [P, 2].
      orders: what the profiles count.
    """

    first: str
    second: str
    seeds: NDArray[np.uint64]
    score: NDArray[np.float64]
    ending: NDArray[np.int64]
    turns: NDArray[np.int64]
    decisions: NDArray[np.int64]
    profiles: tuple[profile.Profile, profile.Profile]
    orders: tuple[str, ...]

    def rating(self, seed: int = 0) -> Rating:
        """Rate the first agent."""
        return rating(self.score, seed)

    def as_dict(self) -> dict[str, Any]:
        """Return a summary as plain data."""
        return {
            "first": self.first,
            "second": self.second,
            "rating": self.rating().as_dict(),
            **balance_of([self]),
            "won_by": self._by_ending(self.score == WIN),
            "lost_by": self._by_ending(self.score == LOSS),
            "score_as_red": float(self.score[:, 0].mean()),
            "score_as_blue": float(self.score[:, 1].mean()),
            "orders": [dict(zip(self.orders, map(int, counts), strict=True)) for counts in self.profiles],
            "variation": profile.variation(*self.profiles),
        }

    def _by_ending(self, which: NDArray[np.bool_]) -> dict[str, int]:
        """How some of the games have ended."""
        return {name: int((which & (self.ending == number)).sum()) for number, name in ENDINGS.items()}


def balance_of(results: Sequence[Results]) -> dict[str, Any]:
    """Measure the scenario on all games of these matches together (`tabletop.matches.balance.balance`)."""
    ending = np.concatenate([match.ending for match in results])
    return balance(
        np.concatenate([np.stack([match.score[:, 0], 1 - match.score[:, 1]], axis=1) for match in results]).ravel(),
        {name: int((ending == number).sum()) for number, name in ENDINGS.items()},
        np.concatenate([match.turns for match in results]).ravel(),
        np.concatenate([match.decisions for match in results]).ravel(),
        np.concatenate([match.seeds for match in results]).repeat(2),
    )


def pair_seeds(seed: int, pairs: int) -> NDArray[np.uint64]:
    """Return the games' seeds, uint64[pairs]; more pairs begin with the same ones."""
    return np.random.Generator(np.random.PCG64(seed & WORD)).integers(0, WORD, pairs, np.uint64, endpoint=True)


def play(
    first: Agent, second: Agent, scenario: Scenario, pairs: int, seed: int = 0, report: Report | None = None
) -> Results:
    """Play a match.

    Args:
      first: an agent.
      second: its opponent.
      scenario: what is played.
      pairs: pairs of games.
      seed: decides everything, the agents' noise too.
      report: told of games finished and games in all.

    Raises:
      ValueError: no pairs, or an agent that can't play the scenario.
      AgentError: an agent's fault.
    """
    if pairs < 1:
        raise ValueError(f"a match has at least one pair of games, not {pairs}")
    return play_seeds(first, second, scenario, pair_seeds(seed, pairs), report=report)


def play_seeds(
    first: Agent,
    second: Agent,
    scenario: Scenario,
    seeds: NDArray[np.uint64],
    sides: tuple[int, ...] = (RED, BLUE),
    report: Report | None = None,
    asked: Asked | None = None,
) -> Results:
    """Play the pairs of games with these seeds, uint64[P].

    Args:
      first: an agent.
      second: its opponent.
      scenario: what is played.
      seeds: of the pairs; what comes of one doesn't depend on the others.
      sides: of the first agent in the games that are played; a game left out has the ending 0.
      report: told of games finished and games in all.
      asked: told before an agent is asked which one it is (0 the first), in which turn, and after how many decisions of
        the game; of one game, where there are several.

    Raises:
      ValueError: an agent that can't play the scenario.
      SeatError: an agent's fault.
    """
    seats, pairs = (Seat(first, scenario), Seat(second, scenario)), len(seeds)
    empty = np.zeros(len(scenario.game.orders), np.int64)
    profiles = (empty, empty.copy())
    parts = []
    for start in range(0, pairs, TOGETHER):
        told = None if report is None else _from(report, 2 * start, 2 * pairs)
        parts.append(_play_pairs(seats, scenario, seeds[start : start + TOGETHER], sides, profiles, told, asked))
    score, ending, turns, decisions = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Results(first.name, second.name, seeds, score, ending, turns, decisions, profiles, scenario.game.orders)


def _from(report: Report, before: int, total: int) -> Callable[[int], None]:
    return lambda done: report(before + done, total)


def _play_pairs(
    seats: tuple[Seat, Seat],
    scenario: Scenario,
    seeds: NDArray[np.uint64],
    sides: tuple[int, ...],
    profiles: tuple[profile.Profile, profile.Profile],
    report: Callable[[int], None] | None,
    asked: Asked | None,
) -> tuple[NDArray[Any], ...]:
    pairs = len(seeds)
    count = 2 * pairs
    worlds, chances = scenario.world, new_chance()
    games = np.zeros(count, scenario.size.game)
    masks, actions = np.zeros((count, scenario.actions), np.int8), np.zeros(count, np.int64)
    illegal, decisions = np.zeros(count, np.int8), np.zeros(count, np.int64)
    # By team, as in a single game: so `play_recorded` plays any game of a match again.
    noises = [noise_seed(seeds, side) for side in (RED, BLUE)]
    noise = (np.concatenate(noises), np.concatenate(noises[::-1]))
    counters, keys = (np.zeros(count, np.uint64), np.zeros(count, np.uint64)), np.zeros(count, np.uint64)
    # The team of the first agent in each game.
    team = np.repeat(np.array([RED, BLUE]), pairs)
    games["decision"] = OVER
    rows = np.flatnonzero(np.isin(team, sides))
    for seat in seats:
        seat.begin(rows)
    batch.begin_rows(worlds, chances, start_record(scenario), games, rows, np.concatenate([seeds, seeds]), masks)
    while True:
        rows = np.flatnonzero(games["decision"] != OVER)
        if report is not None:
            report(count - len(rows))
        if len(rows) == 0:
            break
        mine = games["decider"][rows] == team[rows]
        for number, own in enumerate((rows[mine], rows[~mine])):
            batch.key_rows(own, noise[number], counters[number], keys)
            if asked is not None and len(own):
                asked(number, int(games["turn"][own[0]]), int(decisions[own[0]]))
            try:
                seats[number].decide(worlds, games, own, masks, actions, keys)
            except AgentError as error:
                raise _seated(error, number, games, decisions, own) from error
            scenario.game.batch.count_orders(worlds, games, own, actions, profiles[number])
        # All legal: the seats have seen to it.
        batch.step_rows(worlds, chances, games, rows, actions, masks, illegal)
        decisions[rows] += 1
    winner = games["winner"].astype(np.int64)
    score = np.where(winner == NONE, DRAW, np.where(winner == team, WIN, LOSS))
    columns = (score, games["ending"].astype(np.int64), games["turn"].astype(np.int64), decisions)
    return tuple(column.reshape(2, pairs).T for column in columns)


def _seated(
    error: AgentError, number: int, games: Records, decisions: NDArray[np.int64], asked: NDArray[np.int64]
) -> SeatError:
    """Say whose fault it was, and in which game where only one was asked for."""
    if len(asked) != 1:
        return SeatError(str(error), number)
    return SeatError(str(error), number, int(games["turn"][asked[0]]), int(decisions[asked[0]]))


def play_recorded(red: Agent, blue: Agent, scenario: Scenario, seed: int) -> GameRecord:
    """Play one game and write it down; with the seed of a match's pair it is that match's game.

    Args:
      red: who plays Red, by a copy.
      blue: who plays Blue, by a copy.
      scenario: what is played.
      seed: of the dice; the agents' noise follows from it.

    Raises:
      ValueError: an agent that can't play the scenario.
      AgentError: an agent's fault.
    """
    game = Game(scenario, seed=seed)
    recorder = Recorder(game, scenario, seed, red.name, blue.name)
    for agent in (red, blue):
        prepare(agent, scenario)
    players = [begun(agent, seed, team) for team, agent in ((RED, red), (BLUE, blue))]
    while not game.over:
        recorder.step(ask(players[game.decider], View(scenario, game.games, game.legal_mask())))
    return recorder.record()


def rate(
    agent: Agent,
    opponents: dict[str, Agent],
    scenario: Scenario,
    pairs: int,
    seed: int = 0,
    progress: Callable[[str, int, int], None] | None = None,
) -> dict[str, Results]:
    """Play an agent against each of several opponents, in the same games against each.

    Args:
      agent: to be rated.
      opponents: by name.
      scenario: what is played.
      pairs: pairs of games against each.
      seed: decides everything.
      progress: told of the opponent's name, games finished and games in all.

    Returns:
      The results by opponent.
    """
    found = {}
    for name, opponent in opponents.items():
        told = None if progress is None else _named(progress, name)
        found[name] = play(agent, opponent, scenario, pairs, seed, told)
    return found


def _named(progress: Callable[[str, int, int], None], name: str) -> Report:
    return lambda done, total: progress(name, done, total)
