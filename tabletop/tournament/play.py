"""What a worker does: play some pairs of games of one pairing, or write some games down; a task in, an answer out.

What comes of a pair of games depends on its seed and the two agents alone, never on the pairs beside it.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import FAULT, Agent, Separate
from tabletop.definition import GameDefinition, Scenario
from tabletop.files import write_text
from tabletop.matches.match import LOST, Asked, MatchError, Results, play_seeds
from tabletop.matches.rating import DRAW, LOSS, WIN
from tabletop.matches.single import play_recorded
from tabletop.records import DRAWN
from tabletop.tournament.definition import USUAL_TERMS, Terms
from tabletop.tournament.workers import Note

MOST_AGENTS = 16  # kept at a time: some have processes
_agents: dict[tuple[Any, ...], Agent] = {}  # the one last used is the last


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

    def over(self, game: GameDefinition) -> str:
        """Winner and ending as a record says them: `red:flag`."""
        winner = DRAWN if self.score == DRAW else game.teams[game.teams.index(self.side) ^ (self.score == LOSS)]
        return f"{winner}:{self.ending}"


@dataclass(frozen=True)
class Games:
    """A task: play these pairs.

    Attributes:
      game: what is played.
      scenario: as JSON.
      first, second: the agents' names.
      pairs: numbers of the pairs.
      seeds: of these.
      sides: teams of the first agent in the games to be played.
      terms: on which agents that aren't built in take part.
    """

    game: GameDefinition
    scenario: str
    first: str
    second: str
    pairs: tuple[int, ...]
    seeds: tuple[int, ...]
    sides: tuple[int, ...] = (0, 1)
    terms: Terms = USUAL_TERMS

    def work(self, note: Note) -> list[Played]:
        """Play them; of a single game it is noted which agent is asked (0 the first), turn and decisions so far."""
        first, second = _made(self.first, 0, self.game, self.terms), _made(self.second, 1, self.game, self.terms)
        scenario = _scenario(self.scenario, self.game)
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

    def lost(self, player: int, turn: int, decisions: int, words: str) -> Played:
        """Return the single game as one that an agent (0 the first) has lost by its fault."""
        score, name = (LOSS, self.first) if player == 0 else (WIN, self.second)
        fault = f"{name}: in turn {turn}: {words}"
        side = self.game.teams[self.sides[0]]
        return Played(self.pairs[0], side, str(self.seeds[0]), score, FAULT, turn, decisions, fault)


@dataclass(frozen=True)
class Recordings:
    """A task: write these games down, each as a file of its own.

    Attributes:
      game: what is played.
      scenario: as JSON.
      first, second: the agents' names.
      games: what is known of them.
      paths: where they go.
      terms: on which agents that aren't built in take part.
    """

    game: GameDefinition
    scenario: str
    first: str
    second: str
    games: tuple[Played, ...]
    paths: tuple[str, ...]
    terms: Terms = USUAL_TERMS

    def work(self, note: Note) -> list[str]:
        """Write them; return the paths of those not written, as they came out otherwise than in the tournament."""
        scenario = _scenario(self.scenario, self.game)
        agents = _made(self.first, 0, self.game, self.terms), _made(self.second, 1, self.game, self.terms)
        differing = []
        for played, path in zip(self.games, self.paths, strict=True):
            by_team = agents if played.side == self.game.teams[0] else agents[::-1]
            try:
                record = play_recorded(*by_team, scenario, int(played.seed))
            except (ValueError, RuntimeError):  # an agent's fault, where there was none in the tournament
                differing.append(path)
                continue
            known = (played.decisions, played.turns, played.over(self.game))
            if (len(record.lines), record.end.turn, record.end.over) != known:
                differing.append(path)
                continue
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            write_text(Path(path), record.write())
        return differing


def _made(name: str, player: int, game: GameDefinition, terms: Terms) -> Agent:
    """An agent; another object as the first (0) than as the second (1), so that none plays itself."""
    key = (name, player, game, terms)
    agent = _agents.pop(key, None)
    _agents[key] = agent = agent or terms.agent(name, game)
    while len(_agents) > MOST_AGENTS:
        _close(_agents.pop(next(iter(_agents))))
    return agent


def forget_agents() -> None:
    """Let go of the agents that were made in this process, and end their own processes."""
    while _agents:
        _close(_agents.popitem()[1])


def _close(agent: Agent) -> None:
    if isinstance(agent, Separate):
        agent.close()


@lru_cache(maxsize=16)
def _scenario(text: str, game: GameDefinition) -> Scenario:
    scenario: Scenario = game.from_json(text)
    return scenario


def _play(
    first: Agent, second: Agent, scenario: Scenario, pairs: NDArray[np.int64], seeds: NDArray[np.uint64]
) -> list[Played]:
    """Play pairs side by side; where an agent fails, ever fewer, until it is known in which game it has failed."""
    try:
        return _rows(play_seeds(first, second, scenario, seeds, tolerant=True), pairs, (0, 1))
    except MatchError:
        if len(pairs) == 1:
            return [_one(first, second, scenario, int(pairs[0]), seeds, side) for side in (0, 1)]
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
        results = play_seeds(first, second, scenario, seeds, (side,), asked=asked, tolerant=True)
        return _rows(results, np.array([pair]), (side,))[0]
    except MatchError as error:
        score, words = LOSS if error.player == 0 else WIN, " ".join(str(error).split())
        team = scenario.game.teams[side]
        return Played(pair, team, str(int(seeds[0])), score, FAULT, error.turn, error.decisions, words)


def _rows(results: Results, pairs: NDArray[np.int64], sides: tuple[int, ...]) -> list[Played]:
    return [
        Played(
            int(pairs[i]),
            results.game.teams[side],
            str(int(results.seeds[i])),
            float(results.score[i, side]),
            FAULT if results.ending[i, side] == LOST else results.game.endings[int(results.ending[i, side])],
            int(results.turns[i, side]),
            int(results.decisions[i, side]),
            results.faults.get((i, side)),
        )
        for i in range(len(pairs))
        for side in sides
    ]
