"""A run of tuning: its progress is saved in a file after each scenario, so a killed run continues as if uninterrupted.

All random numbers depend only on the seed and their place in the run; games that have been played are never repeated.
"""

import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.base.errors import LONGEST_TEXT, blaming, one_line
from tabletop.base.files import PROGRESS, read_json, write_json, write_text
from tabletop.base.workers.tasks import SerialWorkers, Workers
from tabletop.rate.matches.pairs import pairs_in_words
from tabletop.rate.matches.rating import DRAW, bootstrap
from tabletop.rate.tuning import cross_entropy
from tabletop.rate.tuning.definition import Tuning, argument_file
from tabletop.rate.tuning.play import Numbers, scores

FORMAT = 2  # of the progress file
MOST_KEPT = 64 << 20  # bytes of it
MOST_TOLD = 3  # entries of a list that a message names
DRAWN, DEALT, MEASURED = range(3)  # purposes of random numbers, so that no game of a measurement was used for tuning
BEFORE, AFTER = "before", "after"

Report = Callable[[str, float, float, str], None]


@dataclass(frozen=True)
class Score:
    """A mean score over the opponents and its 95 % interval, 0 to 1."""

    score: float
    low: float
    high: float

    def text(self) -> str:
        """Return it as text for a person."""
        return f"{100 * self.score:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


@dataclass(frozen=True)
class Outcome:
    """The result of a run.

    Attributes:
      numbers: the tuned numbers by name.
      generations: number of generations.
      pairs: pairs of games of each measurement, against each opponent on each scenario.
      table: by scenario, and under `all`: the scores before and after.
      drawn: share of the drawn games in the measurement, before and after.
      games: number of games played by candidates.
      cpu_seconds: of the whole run, without interruptions.
    """

    numbers: dict[str, float | int]
    generations: int
    pairs: int
    table: dict[str, dict[str, Score]]
    drawn: tuple[float, float]
    games: int
    cpu_seconds: float


def progress_file(out: Path) -> Path:
    """Return the path of the progress file of a run whose result is written to `out`."""
    return out.with_name(out.name + PROGRESS)


def read_progress(out: Path, initial: dict[str, Any], what: str) -> dict[str, Any]:
    """Return what a run has kept in its progress file, or `initial` if there is none.

    Args:
      out: file for the result.
      initial: what such a run keeps at its beginning; `key` in it says what its result depends on, as text by name.
      what: what is in such a file, in words.

    Raises:
      ValueError: there is a result without progress, or the progress file holds something else, or a run with another
        key; the message says what differs.
    """
    path = progress_file(out)
    if not path.exists():
        if out.exists():
            raise ValueError(f"{out} is there already, without the progress of a run: choose another --out")
        return initial
    try:
        progress: dict[str, Any] = read_json(path, MOST_KEPT)
        if not (initial.keys() <= progress.keys() and isinstance(progress["key"], dict)):
            raise KeyError
    except ValueError as error:
        raise ValueError(f"{path} holds no {what} ({error})") from None
    except (KeyError, TypeError, AttributeError):
        raise ValueError(f"{path} holds no {what}") from None
    for name, value in initial["key"].items():
        if progress["key"].get(name) != value:
            values = str(progress["key"].get(name)), value
            # Fingerprints matter only where names are the same: several bots share their code, and so theirs.
            plain = [re.sub(r" [0-9a-f]{16}\b", "", each) for each in values]
            difference = _difference(*(values if plain[0] == plain[1] else plain))
            other = "other" if name.endswith("s") else "another"
            raise ValueError(f"{path} was begun with {other} {name}: {difference}; or choose another --out")
    return progress


def _difference(old: str, new: str) -> str:
    """Say how two lists differ: only their entries that the other one doesn't have, of many the first ones."""
    entries = Counter(old.split(", ")), Counter(new.split(", "))
    sides = []
    for own, others in (entries, entries[::-1]):
        only = [one_line(entry, LONGEST_TEXT) for entry in (own - others).elements()]
        more = f" and {len(only) - MOST_TOLD} more" if len(only) > MOST_TOLD else ""
        sides.append(", ".join(only[:MOST_TOLD]) + more)
    before, now = sides
    if not before and not now:
        return "in another order"
    return f"{before}, now {now}" if before and now else f"{before}, now without" if before else f"now also {now}"


def check_numbers(rows: Any, most: int, *shape: int) -> None:
    """Raise ValueError: this isn't a list of at most so many arrays of finite numbers of this shape."""
    if not isinstance(rows, list) or len(rows) > most:
        raise ValueError(f"not a list of at most {most} results")
    if rows:
        array = np.array(rows)
        if array.dtype.kind != "f" or array.shape[1:] != shape or not np.isfinite(array).all():
            raise ValueError("results that are no numbers, or not as many as there are games")


class Run:
    """A run that begins or is continued."""

    def __init__(self, tuning: Tuning, out: Path, workers: Workers | None = None) -> None:
        """Read the run's progress.

        Args:
          tuning: what is tuned.
          out: file for the numbers.
          workers: play the games; they may differ from those before; None: this process.

        Raises:
          ValueError: the progress file holds another run; the message says what differs.
        """
        self.tuning, self.out, self.path = tuning, out, progress_file(out)
        self._workers = workers or SerialWorkers()
        key = {"format": str(FORMAT)} | tuning.key()
        initial = {"key": key, "scores": [], "cpu_seconds": 0.0, "measured": {}}
        self._kept = read_progress(out, initial, "run of tuning")
        with blaming(self.path):
            self._before = float(self._kept["cpu_seconds"])
            for row in self._kept["scores"]:
                check_numbers(row, len(tuning.scenarios), tuning.population)
            if (measured := self._kept["measured"]) != {}:
                check_numbers(measured["scores"], len(tuning.scenarios), 2, measured["pairs"])
                check_numbers(measured["drawn"], len(tuning.scenarios), 2)
                if len(measured["drawn"]) != len(measured["scores"]):
                    raise ValueError("results of which some are missing")
        self.begun = time.process_time()

    def play(self, generations: int, measured: int, limit: float | None, report: Report) -> Outcome:
        """Tune, measure, and write the result.

        Args:
          generations: 1 or more; a longer run begins with the same generations.
          measured: pairs of games of each measurement.
          limit: CPU seconds after which no new generation begins; None: no limit.
          report: called with a part, how much of it is done, its total, and a note.

        Raises:
          ValueError: the run already has more generations.
        """
        if (kept := len(self._kept["scores"])) > generations:
            raise ValueError(f"{self.path} has {kept} generations already, not {generations}; or choose another --out")
        state, count = self._tune(generations, limit, report)
        numbers = self.tuning.values(state.mean)
        table, drawn = self._measure(numbers, count, measured, report)
        games_each = 2 * self.tuning.pairs * len(self.tuning.scenarios) * len(self.tuning.opponents)
        games = games_each * count * self.tuning.population
        mean, draw = table["all"], self.tuning.draw
        counted = "" if draw == DRAW else f", a drawn game counts {draw:g}"
        comment = (
            f"# Tuned by cross entropy: {count} generation{'' if count == 1 else 's'} of {self.tuning.population}, "
            f"{pairs_in_words(self.tuning.pairs)}, seed {self.tuning.seed}{counted}.\n"
            f"# Against {', '.join(self.tuning.opponents)} on {', '.join(s.name for s in self.tuning.scenarios)}.\n"
            f"# Before {mean[BEFORE].text()}, after {mean[AFTER].text()}; "
            f"{pairs_in_words(measured)} each, on fresh seeds.\n"
        )
        write_text(self.out, argument_file(self.tuning, numbers, comment))
        return Outcome(numbers, count, measured, table, drawn, games, self._cpu_seconds())

    def _cpu_seconds(self) -> float:
        return self._before + time.process_time() - self.begun

    def _keep(self) -> None:
        self._kept["cpu_seconds"] = self._cpu_seconds()
        write_json(self.path, self._kept)

    # Tuning.

    def _tune(self, generations: int, limit: float | None, report: Report) -> tuple[cross_entropy.State, int]:
        tuning, rows = self.tuning, self._kept["scores"]
        start = np.array([number.share() for number in tuning.numbers])
        state = cross_entropy.State(start, np.full(len(start), tuning.spread))
        total = generations * len(tuning.scenarios)
        for generation in range(generations):
            if generation == len(rows):
                if generation and limit is not None and self._cpu_seconds() >= limit:
                    return state, generation
                rows.append([])
            row, random = rows[generation], cross_entropy.generator(tuning.seed, DRAWN, generation)
            candidates = cross_entropy.candidates(state, tuning.population, random)
            numbers = [tuning.values(shares) for shares in candidates]
            for place in range(len(row), len(tuning.scenarios)):
                seeds = self.seeds(DEALT, generation, place, tuning.pairs)
                game_scores = self._scores(numbers, place, seeds)
                game_scores[game_scores == DRAW] = tuning.draw
                row.append([float(score) for score in game_scores.mean(axis=(1, 2, 3))])
                self._keep()
                report("tuning", generation * len(tuning.scenarios) + place + 1, total, self._note(generations))
            state = cross_entropy.learn(state, candidates, np.mean(row, axis=0))
        return state, generations

    def _note(self, generations: int) -> str:
        """Return how the candidates' mean does in the last complete generation, and the number of generations."""
        full_rows = [row for row in self._kept["scores"] if len(row) == len(self.tuning.scenarios)]
        progress = f"generation {len(full_rows)} of {generations}"
        return f"{progress}: mean {100 * np.mean(full_rows[-1], axis=0)[0]:.1f} %" if full_rows else progress

    def _scores(self, candidates: list[Numbers], place: int, seeds: NDArray[np.uint64]) -> NDArray[np.float64]:
        table, seconds = scores(self.tuning, candidates, self.tuning.scenarios[place], seeds, self._workers)
        self._before += seconds
        return table

    def seeds(self, purpose: int, generation: int, place: int, pairs: int) -> NDArray[np.uint64]:
        """Return the seeds of so many pairs: uint64[pairs], others for each purpose, generation and place."""
        random = cross_entropy.generator(self.tuning.seed, purpose, generation, place)
        return random.integers(0, 1 << 64, pairs, np.uint64)

    # Measuring.

    def _measure(
        self, numbers: dict[str, float | int], generations: int, pairs: int, report: Report
    ) -> tuple[dict[str, dict[str, Score]], tuple[float, float]]:
        """Play the agent with its old and new numbers on fresh seeds, both in the same games; see `Outcome`."""
        tuning, progress = self.tuning, self._kept
        if (progress["measured"].get("generations"), progress["measured"].get("pairs")) != (generations, pairs):
            progress["measured"] = {"generations": generations, "pairs": pairs, "scores": [], "drawn": []}
        rows, drawn = progress["measured"]["scores"], progress["measured"]["drawn"]
        for place in range(len(rows), len(tuning.scenarios)):
            seeds = self.seeds(MEASURED, 0, place, pairs)
            game_scores = self._scores([{}, numbers], place, seeds)
            # The mean over opponents: the bootstrap resamples seeds, and the opponents share a seed's luck.
            rows.append(game_scores.mean(axis=(1, 3)).tolist())
            drawn.append((game_scores == DRAW).mean(axis=(1, 2, 3)).tolist())
            self._keep()
            report("measuring", place + 1, len(tuning.scenarios), "")
        means = np.array(rows)  # [scenarios, 2, pairs]
        table = {
            scenario.name: _before_and_after(scenario_means)
            for scenario, scenario_means in zip(tuning.scenarios, means, strict=True)
        }
        before, after = np.mean(drawn, axis=0).tolist()
        return table | {"all": _before_and_after(np.concatenate(list(means), axis=1))}, (before, after)


def _before_and_after(means: NDArray[np.float64]) -> dict[str, Score]:
    return {name: _interval(row) for name, row in zip((BEFORE, AFTER), means, strict=True)}


def _interval(means: NDArray[np.float64]) -> Score:
    return Score(float(means.mean()), *bootstrap(means, seed=0))
