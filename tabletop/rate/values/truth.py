"""Truth sets: positions of which play-outs say how games from there end between two that play alike.

A position comes from a game of its own, from any part of it, so no two depend on each other. A set is a JSON file:

    {"format": 1, "game": "paintball_env", "scenario": {…}, "by": "hunter", "playouts": 64, "seed": 1,
     "agents": ["hunter", …], "chunks": [[["text of a position", wins, draws, losses], …], …]}

Wins and losses are of the team that decides in the position. Chunk i depends only on the head and on i. So a set that
is made further, or by other workers, is the same.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tabletop.agents.registry import make
from tabletop.base.arrays import Float64, Records
from tabletop.base.files import read_json, write_text
from tabletop.base.workers.tasks import Note, Workers, answers
from tabletop.env.batch.simulator import Simulator
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.play.game import Game
from tabletop.play.reset_options import read_count, required_seed

FORMAT = 1
AT_ONCE = 50  # positions of a chunk


@dataclass(frozen=True)
class TruthSet:
    """Positions with the results of play-outs.

    Attributes:
      scenario: of the positions.
      by: the agent that played from them, for both teams.
      playouts: games from each position.
      seed: of all games.
      agents: whose games the positions are from, each two of them, and each against itself.
      chunks: lists of entries: a position's text; wins, draws and losses of the team that decides.
    """

    scenario: Scenario
    by: str
    playouts: int
    seed: int
    agents: tuple[str, ...]
    chunks: list[list[tuple[str, int, int, int]]] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many positions it has."""
        return sum(map(len, self.chunks))

    def positions(self, count: int) -> Records:
        """The records of the first `count` positions, [count]."""
        return np.concatenate([Game(self.scenario, start=text).games for text, *_ in self._entries(count)])

    def results(self, count: int) -> Float64:
        """The results of the first `count` positions for the teams that decide, float64 [count, 2].

        The mean of its play-outs, -1 … 1, and the square of this mean's standard error.
        """
        games = np.array([entry[1:] for entry in self._entries(count)], np.float64)
        mean = (games[:, 0] - games[:, 2]) / self.playouts
        variance = np.maximum((games[:, 0] + games[:, 2]) / self.playouts - mean**2, 0.0)
        return np.stack([mean, variance / (self.playouts - 1)], axis=1)

    def _entries(self, count: int) -> list[tuple[str, int, int, int]]:
        return [entry for chunk in self.chunks for entry in chunk][:count]

    def head(self) -> dict[str, Any]:
        """All that its chunks depend on, as plain data."""
        return {
            "format": FORMAT,
            "game": self.scenario.game.name,
            "scenario": json.loads(self.scenario.to_json()),
            "by": self.by,
            "playouts": self.playouts,
            "seed": self.seed,
            "agents": list(self.agents),
        }


def truth_set(
    scenario: Scenario,
    by: str,
    agents: Sequence[str],
    *,
    positions: int,
    playouts: int = 64,
    seed: int = 1,
    path: Path | None = None,
    workers: Workers,
    tell: Callable[[int, int], Any] = lambda done, wanted: None,
) -> TruthSet:
    """Make a set of at least so many positions, or make one further.

    Args:
      scenario: of the positions.
      by: the agent that plays from the positions for both teams, by name.
      agents: names of those whose games positions are taken from.
      positions: how many are wanted; a chunk has 50.
      playouts: games from each position, at least 2.
      seed: 0 … 2^64 - 1.
      path: of the set's file, read if it is there, and written after each chunk; None: nothing is kept.
      workers: play the games, a chunk each; the set doesn't depend on them.
      tell: is told how many positions there are, and how many there will be.

    Raises:
      ValueError: an argument out of its range, an unknown agent, or a file of another set.
      AgentError: an agent's fault.
    """
    required_seed(seed)
    wanted = -(-read_count("positions", positions) // AT_ONCE)
    if read_count("playouts", playouts) < 2:
        raise ValueError("playouts: at least 2: by their differences they say how exact they are")
    for name in (by, *agents):
        make(name, scenario.game)
    truth = TruthSet(scenario, by, playouts, seed, tuple(agents))
    if path is not None and path.exists():
        truth.chunks.extend(_read(path, truth.head()))
    text, first = scenario.to_json(), len(truth.chunks)
    tasks = [_Chunk(scenario.game, text, by, tuple(agents), playouts, seed, k) for k in range(first, wanted)]
    ready: dict[int, Any] = {}
    tell(AT_ONCE * first, AT_ONCE * max(first, wanted))
    for task, entries in answers(workers, tasks):
        assert isinstance(task, _Chunk)
        ready[task.number] = entries
        while len(truth.chunks) in ready:
            truth.chunks.append(ready.pop(len(truth.chunks)))
            if path is not None:
                write_text(path, json.dumps(truth.head() | {"chunks": truth.chunks}, ensure_ascii=False) + "\n")
        tell(AT_ONCE * (len(truth.chunks) + len(ready)), AT_ONCE * wanted)
    return truth


def _read(path: Path, head: dict[str, Any]) -> list[list[tuple[str, int, int, int]]]:
    """Return the chunks of a set with this head; ValueError: the file isn't one, or is another set."""
    data = read_json(path)
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("chunks"), list):
        raise ValueError(f"{path}: no truth set of format {FORMAT}")
    different = [name for name, value in head.items() if data.get(name) != value]
    if different:
        raise ValueError(f"{path}: a truth set with another {', '.join(different)}: name another file")
    try:
        chunks = [[(str(text), int(w), int(d), int(n)) for text, w, d, n in chunk] for chunk in data["chunks"]]
    except (TypeError, ValueError):
        raise ValueError(f"{path}: damaged: an entry is a position, wins, draws, losses") from None
    if any(min(games) < 0 or sum(games) != head["playouts"] for chunk in chunks for _, *games in chunk):
        raise ValueError(f"{path}: damaged: an entry has {head['playouts']} games")
    return chunks


@dataclass(frozen=True)
class _Chunk:
    """A task: make chunk `number` of a set."""

    game: GameDefinition[Any]
    scenario: str
    by: str
    agents: tuple[str, ...]
    playouts: int
    seed: int
    number: int

    @property
    def words(self) -> str:
        """The task's name in messages."""
        return f"positions {AT_ONCE * self.number} to {AT_ONCE * (self.number + 1) - 1}"

    def work(self, note: Note) -> list[tuple[str, int, int, int]]:
        """Play the games that the positions are from, and those from the positions."""
        scenario = self.game.from_json(self.scenario)
        noise = np.random.default_rng([self.seed, self.number])
        records = _middles(scenario, self.agents, noise)
        entries = []
        games = Simulator(scenario, self.playouts, seed=int(noise.integers(1 << 63)))
        for row in range(AT_ONCE):
            position = Game.of_record(scenario, records[row : row + 1])
            games.enter(position)
            games.play(self.by)
            results = games.results(int(position.decider)).astype(np.int64)
            won, drawn, lost = (int((results == result).sum()) for result in (1, 0, -1))
            entries.append((position.position(), won, drawn, lost))
        return entries


def _middles(scenario: Scenario, agents: Sequence[str], noise: np.random.Generator) -> Records:
    """Play `AT_ONCE` games, and return a position of each, any of its positions with the same probability."""
    games = Simulator(scenario, AT_ONCE, seed=int(noise.integers(1 << 63)))
    pairs = [(one, other) for one in agents for other in agents]
    of_row = noise.integers(len(pairs), size=AT_ONCE)
    games.begin()
    kept, seen = games.games.copy(), np.zeros(AT_ONCE, np.int64)
    while not games.over.all():
        rows = np.flatnonzero(~games.over)
        seen[rows] += 1
        # Reservoir sampling: the n-th position replaces what is kept with a probability of 1 in n.
        taken = rows[noise.random(len(rows)) * seen[rows] < 1]
        kept[taken] = games.games[taken]
        for number, (one, other) in enumerate(pairs):
            own = rows[of_row[rows] == number]
            if len(own):
                games.play(one, other, decisions=1, rows=own)
    return kept
