"""Candidates' games, played here or by workers, with the same scores, because no game depends on another one."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.isolation_options import Terms
from tabletop.agents.registry import read
from tabletop.base.workers.tasks import Note, SerialWorkers, Workers, answers
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.rate.matches import grid
from tabletop.rate.matches.parallel import kept_agent, kept_scenario
from tabletop.rate.tuning.definition import Tuning

TASKS = 4  # about this many for each worker, because some take longer than others

Numbers = dict[str, float | int]  # of a candidate by name; none: the agent as it was specified


@dataclass(frozen=True)
class Part:
    """A task: the games of some candidates with some seeds.

    Attributes:
      game: what is played.
      scenario: as JSON.
      agent: the name of the agent that is tuned.
      opponents: by name.
      first, candidates: number of its first candidate, and their numbers.
      pair, seeds: number of its first pair, and the pairs' seeds.
    """

    game: GameDefinition
    scenario: str
    agent: str
    opponents: tuple[str, ...]
    first: int
    candidates: tuple[Numbers, ...]
    pair: int
    seeds: tuple[int, ...]

    @property
    def words(self) -> str:
        """The task's name in messages."""
        return f"{self.agent} against {', '.join(self.opponents)}"

    def work(self, note: Note) -> tuple[NDArray[np.float64], float]:
        """Play them; return the scores, as `matches.grid.scores` does, and the seconds of processor time."""
        start = time.process_time()
        spec = read(self.agent, self.game)
        opponents = [kept_agent(name, 1, self.game, Terms(in_process=True)) for name in self.opponents]
        scenario, seeds = kept_scenario(self.scenario, self.game), np.array(self.seeds, np.uint64)
        table = grid.scores([spec.make(numbers) for numbers in self.candidates], opponents, scenario, seeds)
        return table, time.process_time() - start


def scores(
    tuning: Tuning, candidates: Sequence[Numbers], scenario: Scenario, seeds: NDArray[np.uint64], workers: Workers
) -> tuple[NDArray[np.float64], float]:
    """Play candidates against the opponents, all in the same games.

    Args:
      tuning: the tuning that agent and opponents belong to.
      candidates: their numbers, F.
      scenario: what is played.
      seeds: of the pairs, uint64[P].
      workers: play the games; must be idle.

    Returns:
      The scores of `tabletop.rate.matches.grid.scores`, float64[F, S, P, 2], and the seconds of processor time that
      other processes took.

    Raises:
      WorkError: an agent's fault, or a process that died repeatedly.
      AgentError: an agent's fault, if `workers` are this process.
    """
    if isinstance(workers, SerialWorkers):
        agents = [tuning.agent.make(numbers) for numbers in candidates]
        return grid.scores(agents, list(tuning.opponents.values()), scenario, seeds), 0.0
    table, seconds = np.zeros((len(candidates), len(tuning.opponents), len(seeds), 2)), 0.0
    for task, (part_scores, part_seconds) in answers(
        workers, parts(tuning, candidates, scenario, seeds, TASKS * workers.jobs)
    ):
        assert isinstance(task, Part)
        rows = slice(task.first, task.first + len(task.candidates))
        table[rows, :, task.pair : task.pair + len(task.seeds)] = part_scores
        seconds += part_seconds
    return table, seconds


def parts(
    tuning: Tuning, candidates: Sequence[Numbers], scenario: Scenario, seeds: NDArray[np.uint64], count: int
) -> list[Part]:
    """Split the games into about this many parts: by candidates, and, if these are few, also by seeds."""
    firsts = np.array_split(np.arange(len(candidates)), min(count, len(candidates)))
    pairs = np.array_split(np.arange(len(seeds)), min(-(-count // len(firsts)), len(seeds)))
    meeting = (tuning.game, scenario.to_json(), tuning.agent.text, tuple(tuning.opponents))
    return [
        Part(
            *meeting,
            int(rows[0]),
            tuple(candidates[row] for row in rows.tolist()),
            int(pair_numbers[0]),
            tuple(seeds[pair_numbers].tolist()),
        )
        for rows in firsts
        for pair_numbers in pairs
    ]
