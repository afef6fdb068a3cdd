"""Whole games of random legal play in compiled code, on one core, on all cores, or by workers."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.base.arrays import Int64, Records, UInt8
from tabletop.base.errors import brief
from tabletop.base.workers.tasks import Note, Workers, answers
from tabletop.env.batch.opponents import FOREVER, NO_CELLS
from tabletop.env.batch.parallel import check_cores
from tabletop.game.arrays import new_play
from tabletop.game.chance import new_chance
from tabletop.game.choices import episode_rows
from tabletop.game.definition import Encoding, GameDefinition, Scenario
from tabletop.game.header import NONE
from tabletop.play.reset_options import read_count, read_flag, read_limit, required_seed

AT_ONCE = 256  # games per task of a worker


def random_games(
    scenario: Scenario,
    count: int,
    seed: int,
    limit: int | None = None,
    parallel: bool = False,
    encoding: Encoding | str | None = None,
    workers: Workers | None = None,
) -> tuple[Records, Int64]:
    """Play whole games uniformly at random.

    Args:
      scenario: what is played.
      count: number of games.
      seed: 0 … 2^64 - 1; game i depends only on `seed` and i.
      limit: the maximum number of decisions per game; a game that reaches it is left as it is. None: there is none.
      parallel: use all cores.
      encoding: also make an observation at each decision, to measure its cost; by name, too. None: make none.
      workers: each plays a part of the games; the games are the same; None: this process plays them.

    Returns:
      The games as they are at the end, records [count], and their lengths in decisions, int64 [count].

    Raises:
      ValueError: an argument out of its range, or an encoding of another scenario.
      TypeError: `workers` isn't what `make_workers` gives.
      RuntimeError: with `parallel`, in a forked process whose parent has used all cores, too.
    """
    count, seed, parallel = read_count("games", count), required_seed(seed), read_flag("parallel", parallel)
    limit = read_limit("limit", limit) or FOREVER
    if workers is not None and not hasattr(workers, "free"):
        raise TypeError(f"workers {brief(workers)}: what make_workers gives, or None")
    if workers is None:
        return _play(scenario, 0, count, seed, limit, parallel, _read_encoding(scenario, encoding))
    if encoding is not None or parallel:
        raise ValueError("workers play on one core each, and make no observations")
    games, lengths = np.zeros(count, scenario.record_type), np.zeros(count, np.int64)
    starts = range(0, count, AT_ONCE)
    text = scenario.to_json()
    tasks = [_RandomGames(scenario.game, text, start, min(AT_ONCE, count - start), seed, limit) for start in starts]
    for task, (records, part_lengths) in answers(workers, tasks):
        assert isinstance(task, _RandomGames)
        part = slice(task.start, task.start + task.count)
        games[part], lengths[part] = records.view(scenario.record_type), part_lengths
    return games, lengths


def _read_encoding(scenario: Scenario, encoding: Any) -> Encoding | None:
    """An encoding as given, or by its name; ValueError: it is none of the scenario's."""
    if encoding is None:
        return None
    own = scenario.game.encoding(scenario, getattr(encoding, "name", encoding))
    if not isinstance(encoding, str) and encoding.size != own.size:  # compiled code would write beyond its end
        raise ValueError(f"encoding {encoding.name}: it is one of another scenario, not of {scenario.name}")
    return own


@dataclass(frozen=True)
class _RandomGames:
    """A task: play these games of a stream of random games."""

    game: GameDefinition[Any]
    scenario: str
    start: int
    count: int
    seed: int
    limit: int

    @property
    def words(self) -> str:
        """The task's name in messages."""
        return f"random games {self.start} to {self.start + self.count - 1}"

    def work(self, note: Note) -> tuple[UInt8, Int64]:
        """Play them; return the records as bytes, and the lengths."""
        scenario = self.game.from_json(self.scenario)
        games, lengths = _play(scenario, self.start, self.count, self.seed, self.limit, False, None)
        return games.view(np.uint8), lengths


def _play(
    scenario: Scenario, start: int, count: int, seed: int, limit: int, parallel: bool, encoding: Encoding | None
) -> tuple[Records, Int64]:
    """Play the games from `start` on."""
    kernels, worlds, chances = scenario.game.batch, scenario.world, new_chance()
    # The first games of a stream: those before `start` are drawn too.
    stream = new_play(start + count, 0)
    stream.streams[:] = seed
    episode_rows(np.arange(start + count), stream, np.ones(1), NONE, 0)
    seeds, counters = stream.seeds[start:], stream.counters[start:]
    games, masks = np.zeros(count, scenario.record_type), np.zeros((count, scenario.actions), np.int8)
    rows, lengths = np.arange(count), np.zeros(count, np.int64)
    kernels.begin_rows(worlds, chances, games, rows, scenario.game.start_record(scenario), seeds, masks)
    observations = np.zeros((count, encoding.size if encoding else 0), np.float32)
    cells = encoding.cells if encoding else NO_CELLS
    if parallel:
        check_cores()
    play = kernels.play_rows_parallel if parallel else kernels.play_rows
    deciding = (np.full(count, NONE, np.int64), seeds, counters, masks)
    play(worlds, chances, games, rows, deciding, cells, observations, limit, lengths)
    return games, lengths
