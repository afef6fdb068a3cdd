"""A worker's tasks: play some pairs of games of one pairing, or record some games; a task in, an answer out.

The result of a pair of games depends only on its seed and the two agents, never on the other pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import FAULT
from tabletop.base.workers.tasks import Note
from tabletop.game.definition import GameDefinition
from tabletop.rate.matches.match import MatchError, OnDecision, play_seeds
from tabletop.rate.matches.parallel import Meeting
from tabletop.rate.matches.rating import LOSS, WIN
from tabletop.rate.matches.results import LOST, Results, name_of_ending
from tabletop.rate.matches.single import play_recorded
from tabletop.rate.tournament.store import Row

LUCK_DIGITS = 6  # digits to which luck is rounded, so that the same games give the same bytes


class Chunk(NamedTuple):
    """The result of a task of games.

    Attributes:
      games: their rows.
      seconds, timed_decisions: thinking time of the two agents, and the number of decisions that took it, as in
        `Results`.
      orders: how often each of the two gave each kind of order (`GameDefinition.orders`).
    """

    games: list[Row]
    seconds: tuple[float, float] = (0.0, 0.0)
    timed_decisions: tuple[int, int] = (0, 0)
    orders: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


@dataclass(frozen=True)
class Games(Meeting):
    """A task: play these pairs.

    Attributes:
      pairs: numbers of the pairs.
      seeds: of these pairs.
      sides: teams of the first agent in the games to be played.
      numbers: of the scenario and the two agents in a store.
      luck: whether to measure luck.
    """

    pairs: tuple[int, ...]
    seeds: tuple[int, ...]
    sides: tuple[int, ...] = (0, 1)
    numbers: tuple[int, int, int] = (1, 1, 2)
    luck: bool = False

    def work(self, note: Note) -> Chunk:
        """Play them; for a single game, note which agent is asked (0 the first), the turn and the decisions so far."""
        if len(self.sides) == 1:
            return _sum([_one(self, i, self.sides[0], lambda *at: note(at)) for i in range(len(self.pairs))])
        return _play(self, slice(0, len(self.pairs)))

    @property
    def single(self) -> bool:
        """Whether it is a single game."""
        return len(self.pairs) == len(self.sides) == 1

    def apart(self) -> list["Games"]:
        """Return a task for each game."""
        return [
            replace(self, pairs=(pair,), seeds=(seed,), sides=(side,))
            for pair, seed in zip(self.pairs, self.seeds, strict=True)
            for side in self.sides
        ]

    def forfeit(self, i: int, side: int, player: int, turn: int, decisions: int, words: str) -> Row:
        """Return a game of pair `i` as lost by an agent (0 the first) through its fault."""
        score, team = LOSS if player == 0 else WIN, self.game.teams[side]
        luck = 0.0 if self.luck else None
        return Row(*self.numbers, self.pairs[i], team, str(self.seeds[i]), score, FAULT, turn, decisions, words, luck)


@dataclass(frozen=True)
class Recordings(Meeting):
    """A task: play these games again and record them.

    Attributes:
      games: their rows in the store.
    """

    games: tuple[Row, ...]

    def work(self, note: Note) -> list[str | None]:
        """Return the records' texts; None for a game that came out differently from the tournament."""
        scenario, agents = self.setting(), self.agents()
        texts: list[str | None] = []
        for row in self.games:
            by_team = agents if row.side == self.game.teams[0] else agents[::-1]
            try:
                record = play_recorded(*by_team, scenario, int(row.seed))
            except (ValueError, RuntimeError):  # an agent's fault, although there was none in the tournament
                texts.append(None)
                continue
            expected = (row.decisions, row.turns, row.over(self.game))
            texts.append(record.write() if (len(record.lines), record.end.turn, record.end.over) == expected else None)
        return texts


def results_of(game: GameDefinition, first: str, second: str, rows: Sequence[Row]) -> Results:
    """Return stored games of two agents, both of each pair, as results of a match; the orders aren't known.

    Args:
      game: what was played.
      first: name of the first agent.
      second: name of the second agent.
      rows: of a store.
    """
    by_game = {(row.pair, game.teams.index(row.side)): row for row in rows}
    pairs = sorted({pair for pair, _ in by_game})
    endings = {name: number for number, name in enumerate(game.endings)} | {FAULT: LOST}
    table = [[by_game[pair, side] for side in range(2)] for pair in pairs]

    def column(name: str, kind: Any) -> NDArray[Any]:
        return np.array([[getattr(row, name) for row in games] for games in table], kind).reshape(-1, 2)

    return Results(
        game,
        first,
        second,
        np.array([int(games[0].seed) for games in table], np.uint64),
        column("score", np.float64),
        np.array([[endings[row.ending] for row in games] for games in table], np.int64).reshape(-1, 2),
        column("turns", np.int64),
        column("decisions", np.int64),
        (np.zeros(len(game.orders), np.int64), np.zeros(len(game.orders), np.int64)),
        {
            (number, side): row.fault or ""
            for number, games in enumerate(table)
            for side, row in enumerate(games)
            if row.ending == FAULT
        },
        luck=None if any(row.luck is None for games in table for row in games) else column("luck", np.float64),
    )


def _play(task: Games, part: slice) -> Chunk:
    """Play pairs side by side; if it isn't known in which game an agent failed, in halves, until it is known."""
    try:
        return _side_by_side(task, part, (0, 1))
    except MatchError:
        if part.stop - part.start == 1:
            return _sum([_one(task, part.start, side) for side in (0, 1)])
    half = (part.start + part.stop) // 2
    return _sum([_play(task, slice(part.start, half)), _play(task, slice(half, part.stop))])


def _one(task: Games, i: int, side: int, on_decision: OnDecision | None = None) -> Chunk:
    """Play a single game of pair `i`; an agent that fails loses it."""
    try:
        return _side_by_side(task, slice(i, i + 1), (side,), on_decision)
    except MatchError as error:
        words = " ".join(str(error).split())
        return Chunk([task.forfeit(i, side, error.player, error.turn, error.decisions, words)])


def _sum(chunks: list[Chunk]) -> Chunk:
    seconds, timed_decisions = (
        (sum(getattr(chunk, name)[0] for chunk in chunks), sum(getattr(chunk, name)[1] for chunk in chunks))
        for name in ("seconds", "timed_decisions")
    )
    orders = tuple(
        tuple(map(sum, zip(*(chunk.orders[player] for chunk in chunks if chunk.orders[player]), strict=True)))
        for player in range(2)
    )
    return Chunk([game for chunk in chunks for game in chunk.games], seconds, timed_decisions, (orders[0], orders[1]))


def _side_by_side(task: Games, part: slice, sides: tuple[int, ...], on_decision: OnDecision | None = None) -> Chunk:
    seeds = np.array(task.seeds[part], np.uint64)
    results = play_seeds(
        *task.agents(), task.setting(), seeds, sides, on_decision=on_decision, tolerant=True, luck=task.luck
    )
    rows = [
        Row(
            *task.numbers,
            pair,
            task.game.teams[side],
            str(int(results.seeds[i])),
            float(results.score[i, side]),
            name_of_ending(task.game, int(results.ending[i, side])),
            int(results.turns[i, side]),
            int(results.decisions[i, side]),
            results.faults.get((i, side)),
            None if results.luck is None else round(float(results.luck[i, side]), LUCK_DIGITS),
        )
        for i, pair in enumerate(task.pairs[part])
        for side in sides
    ]
    first_orders, second_orders = (tuple(map(int, profile)) for profile in results.profiles)
    return Chunk(rows, results.seconds, results.timed_decisions, (first_orders, second_orders))
