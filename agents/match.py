"""Matches: one seed played twice with sides swapped, all games of a match side by side.

In such a pair each agent gets Red's luck once (docs/formats.md, "Dice in play").
Axes: P pairs, B = 2P games: row i is pair i with the first agent as Red, row P + i the same with sides swapped.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import profile
from agents.base import WORD, Agent, AgentError, Records, Seat, ask, begun, noise_seed, prepare
from agents.rating import DRAW, LOSS, WIN, Rating, rating
from agents.view import View
from paintball_env import batch
from paintball_env.action import action_table
from paintball_env.engine import Game, start_record
from paintball_env.record import GameRecord, Recorder
from paintball_env.rules.dice import new_chance
from paintball_env.rules.state import BLUE, ELIMINATED, FLAG, NONE, OVER, RED, TURNS
from paintball_env.scenario import Scenario

TOGETHER = 512  # pairs played side by side
ENDINGS = {ELIMINATED: "eliminated", FLAG: "flag", TURNS: "turns"}

Report = Callable[[int, int], None]


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
      profiles: of the first and the second agent, over all games (agents.profile); not [P, 2].
    """

    first: str
    second: str
    seeds: NDArray[np.uint64]
    score: NDArray[np.float64]
    ending: NDArray[np.int64]
    turns: NDArray[np.int64]
    decisions: NDArray[np.int64]
    profiles: tuple[profile.Profile, profile.Profile]

    def rating(self, seed: int = 0) -> Rating:
        """Rate the first agent."""
        return rating(self.score, seed)

    def as_dict(self) -> dict[str, Any]:
        """Return a summary as plain data."""
        return {
            "first": self.first,
            "second": self.second,
            "rating": self.rating().as_dict(),
            "endings": {name: int((self.ending == number).sum()) for number, name in ENDINGS.items()},
            "mean_turns": float(self.turns.mean()),
            "mean_decisions": float(self.decisions.mean()),
            "score_as_red": float(self.score[:, 0].mean()),
            "score_as_blue": float(self.score[:, 1].mean()),
            "orders": [dict(zip(profile.ORDERS, map(int, counts), strict=True)) for counts in self.profiles],
            "variation": profile.variation(*self.profiles),
        }


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
    seats = (Seat(first, scenario), Seat(second, scenario))
    seeds = pair_seeds(seed, pairs)
    profiles = (profile.empty(), profile.empty())
    parts = []
    for start in range(0, pairs, TOGETHER):
        told = None if report is None else _from(report, 2 * start, 2 * pairs)
        parts.append(_play_pairs(seats, scenario, seeds[start : start + TOGETHER], profiles, told))
    score, ending, turns, decisions = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Results(first.name, second.name, seeds, score, ending, turns, decisions, profiles)


def _from(report: Report, before: int, total: int) -> Callable[[int], None]:
    return lambda done: report(before + done, total)


def _play_pairs(
    seats: tuple[Seat, Seat],
    scenario: Scenario,
    seeds: NDArray[np.uint64],
    profiles: tuple[profile.Profile, profile.Profile],
    report: Callable[[int], None] | None,
) -> tuple[NDArray[Any], ...]:
    pairs = len(seeds)
    count = 2 * pairs
    worlds, chances = scenario.world, new_chance()
    games = np.zeros(count, scenario.size.game)
    masks, actions = np.zeros((count, scenario.actions), np.int8), np.zeros(count, np.int64)
    illegal, decisions = np.zeros(count, np.int8), np.zeros(count, np.int64)
    # By team, as in a single game: so `play_recorded` plays any game of a match again.
    sides = [noise_seed(seeds, side) for side in (RED, BLUE)]
    noise = (np.concatenate(sides), np.concatenate(sides[::-1]))
    counters, keys = (np.zeros(count, np.uint64), np.zeros(count, np.uint64)), np.zeros(count, np.uint64)
    rows = np.arange(count)
    for seat in seats:
        seat.begin(rows)
    batch.begin_rows(worlds, chances, start_record(scenario), games, rows, np.concatenate([seeds, seeds]), masks)
    # The team of the first agent in each game.
    team = np.repeat(np.array([RED, BLUE]), pairs)
    while True:
        rows = np.flatnonzero(games["decision"] != OVER)
        if report is not None:
            report(count - len(rows))
        if len(rows) == 0:
            break
        mine = games["decider"][rows] == team[rows]
        for k, asked in enumerate((rows[mine], rows[~mine])):
            batch.key_rows(asked, noise[k], counters[k], keys)
            seats[k].act(worlds, games, asked, masks, actions, keys)
            profile.count_rows(worlds, games, asked, actions, profiles[k])
        if batch.step_rows(worlds, chances, games, rows, actions, masks, illegal):
            _blame(seats, scenario, games, actions, int(rows[illegal[rows] == 1][0]), team)
        decisions[rows] += 1
    winner = games["winner"].astype(np.int64)
    score = np.where(winner == NONE, DRAW, np.where(winner == team, WIN, LOSS))
    columns = (score, games["ending"].astype(np.int64), games["turn"].astype(np.int64), decisions)
    return tuple(column.reshape(2, pairs).T for column in columns)


def _blame(
    seats: tuple[Seat, Seat], scenario: Scenario, games: Records, actions: NDArray[np.int64], row: int, team: Any
) -> None:
    decider = int(games["decider"][row])
    seat = seats[0] if decider == team[row] else seats[1]
    table = action_table(scenario.figures, tuple(scenario.board_map.names))
    action = int(actions[row])
    name = table.name(action, decider) if 0 <= action < table.size else "no action"
    raise AgentError(f"{seat.agent.name}: action {action} ({name}) is not legal, in turn {games['turn'][row]}")


def play_recorded(red: Agent, blue: Agent, scenario: Scenario, seed: int) -> GameRecord:
    """Play one game and write it down; with the seed of a match's pair it is that match's game.

    Args:
      red: who plays Red, by a copy.
      blue: who plays Blue, by a copy.
      scenario: what is played.
      seed: of the dice; the agents' noise follows from it.

    Raises:
      ValueError: an agent that can't play the scenario, or an action that isn't legal.
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
