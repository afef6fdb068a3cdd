"""What a worker does: play some pairs of games of one pairing, or write some games down; a task in, an answer out.

What comes of a pair of games depends on its seed and the two agents alone, never on the pairs beside it.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paintball_env.rules.state import BLUE, RED
from paintball_env.scenario import Scenario
from tabletop.agents.base import Agent
from tabletop.agents.registry import make
from tabletop.matches.match import ENDINGS, Asked, Results, SeatError, play_recorded, play_seeds
from tabletop.matches.rating import DRAW, LOSS, WIN
from tabletop.tournament.workers import Note
from tabletop.training.files import write_text

SIDES = ("red", "blue")  # by team: what the first agent plays
FAULT = "fault"  # the ending of a game that an agent has lost so


class Played(NamedTuple):
    """A game, as `tabletop.tournament.store.Row` without the pairing."""

    pair: int
    side: str
    seed: str
    score: float
    ending: str
    turns: int
    decisions: int
    fault: str | None

    @property
    def over(self) -> str:
        """Winner and ending as a record says them: `red:flag`."""
        winner = "draw" if self.score == DRAW else SIDES[(self.side == SIDES[BLUE]) ^ (self.score == LOSS)]
        return f"{winner}:{self.ending}"


@dataclass(frozen=True)
class Games:
    """A task: play these pairs.

    Attributes:
      scenario: as JSON.
      first, second: the agents' names.
      pairs: numbers of the pairs.
      seeds: of these.
      sides: of the first agent in the games to be played.
    """

    scenario: str
    first: str
    second: str
    pairs: tuple[int, ...]
    seeds: tuple[int, ...]
    sides: tuple[int, ...] = (RED, BLUE)

    def work(self, note: Note) -> list[Played]:
        """Play them; of a single game it is noted who is asked: seat, turn, decisions."""
        first, second, scenario = _made(self.first, 0), _made(self.second, 1), _scenario(self.scenario)
        seeds = np.array(self.seeds, np.uint64)
        if len(self.sides) == 1:
            return [
                _one(first, second, scenario, pair, seeds[i : i + 1], self.sides[0], lambda *at: note(at))
                for i, pair in enumerate(self.pairs)
            ]
        return _play(first, second, scenario, np.array(self.pairs), seeds)

    @property
    def single(self) -> bool:
        """Whether it is one game."""
        return len(self.pairs) == len(self.sides) == 1

    def apart(self) -> list["Games"]:
        """Return a task for each game."""
        return [
            replace(self, pairs=(pair,), seeds=(seed,), sides=(side,))
            for pair, seed in zip(self.pairs, self.seeds, strict=True)
            for side in self.sides
        ]

    def lost(self, seat: int, turn: int, decisions: int, words: str) -> Played:
        """Return the single game as one that the agent in a seat (0 the first) has lost by its fault."""
        score, name = (LOSS, self.first) if seat == 0 else (WIN, self.second)
        fault = f"{name}: in turn {turn}: {words}"
        return Played(self.pairs[0], SIDES[self.sides[0]], str(self.seeds[0]), score, FAULT, turn, decisions, fault)


@dataclass(frozen=True)
class Recordings:
    """A task: write these games down, each as a file of its own.

    Attributes:
      scenario: as JSON.
      first, second: the agents' names.
      games: what is known of them.
      paths: where they go.
    """

    scenario: str
    first: str
    second: str
    games: tuple[Played, ...]
    paths: tuple[str, ...]

    def work(self, note: Note) -> list[str]:
        """Write them; return the paths of those not written, as they came out otherwise than in the tournament."""
        scenario = _scenario(self.scenario)
        first, second = _made(self.first, 0), _made(self.second, 1)
        differing = []
        for game, path in zip(self.games, self.paths, strict=True):
            red, blue = (first, second) if game.side == SIDES[RED] else (second, first)
            try:
                record = play_recorded(red, blue, scenario, int(game.seed))
            except (ValueError, RuntimeError):  # an agent's fault, where there was none in the tournament
                differing.append(path)
                continue
            if (len(record.lines), record.end.turn, record.end.over) != (game.decisions, game.turns, game.over):
                differing.append(path)
                continue
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            write_text(Path(path), record.write())
        return differing


@lru_cache(maxsize=64)
def _made(name: str, seat: int) -> Agent:
    """An agent; one object for each seat, so that none plays itself."""
    return make(name)


@lru_cache(maxsize=16)
def _scenario(text: str) -> Scenario:
    return Scenario.from_json(text)


def _play(
    first: Agent, second: Agent, scenario: Scenario, pairs: NDArray[np.int64], seeds: NDArray[np.uint64]
) -> list[Played]:
    """Play pairs side by side; where an agent fails, ever fewer, until it is known in which game it has failed."""
    try:
        return _rows(play_seeds(first, second, scenario, seeds), pairs, (RED, BLUE))
    except SeatError:
        if len(pairs) == 1:
            return [_one(first, second, scenario, int(pairs[0]), seeds, side) for side in (RED, BLUE)]
    half = len(pairs) // 2
    return [
        *_play(first, second, scenario, pairs[:half], seeds[:half]),
        *_play(first, second, scenario, pairs[half:], seeds[half:]),
    ]


def _one(
    first: Agent,
    second: Agent,
    scenario: Scenario,
    pair: int,
    seeds: NDArray[np.uint64],
    side: int,
    asked: Asked | None = None,
) -> Played:
    """Play a single game; an agent that fails has lost it."""
    try:
        results = play_seeds(first, second, scenario, seeds, (side,), asked=asked)
        return _rows(results, np.array([pair]), (side,))[0]
    except SeatError as error:
        score, words = LOSS if error.seat == 0 else WIN, " ".join(str(error).split())
        return Played(pair, SIDES[side], str(int(seeds[0])), score, FAULT, error.turn, error.decisions, words)


def _rows(results: Results, pairs: NDArray[np.int64], sides: tuple[int, ...]) -> list[Played]:
    return [
        Played(
            int(pairs[i]),
            SIDES[side],
            str(int(results.seeds[i])),
            float(results.score[i, side]),
            ENDINGS[int(results.ending[i, side])],
            int(results.turns[i, side]),
            int(results.decisions[i, side]),
            None,
        )
        for i in range(len(pairs))
        for side in sides
    ]
