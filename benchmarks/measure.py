"""Measuring: several loads in turn on one core, by the wall's clock and by the processor's."""

import gc
import os
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol


class Load(Protocol):
    """Something that plays decisions."""

    key: str  # a word for programs
    title: str  # what it is
    driver: str = "Python"  # who makes the loop
    yardstick: bool = False  # the others are compared with this one

    def play(self) -> tuple[int, int]:
        """Play some (milliseconds' worth); decisions made and games ended."""
        ...


class Sample(NamedTuple):
    """One measurement."""

    decisions: int
    games: int
    wall: float
    cpu: float

    @property
    def per_cpu_second(self) -> float:
        """Decisions a second of this process."""
        return self.decisions / self.cpu if self.cpu else 0.0

    @property
    def per_second(self) -> float:
        """Decisions a second of the clock on the wall."""
        return self.decisions / self.wall


class Rates(NamedTuple):
    """What a load's samples come to."""

    samples: tuple[Sample, ...]
    ratios: tuple[float, ...]  # to the yardstick of the same round, by CPU seconds; empty without one

    def median(self, rate: Callable[[Sample], float]) -> float:
        """Median of a rate."""
        return statistics.median(rate(sample) for sample in self.samples)


class Comparison(NamedTuple):
    """All loads' rates, in their order."""

    rates: tuple[Rates, ...]
    pinned: bool


def compare(
    loads: Sequence[Load], seconds: float, repeats: int, progress: Callable[[int, int], None] = lambda done, of: None
) -> Comparison:
    """Measure the loads in turn, `repeats` times over, after each has been warmed up.

    Args:
      loads: what to measure.
      seconds: least time of a measurement.
      repeats: rounds.
      progress: called with how many measurements are done, and how many there are.
    """
    samples: list[list[Sample]] = [[] for _ in loads]
    with one_core() as pinned:
        for load in loads:
            load.play()  # compiles
        gc.freeze()  # what compiling has left need not be looked through before each measurement
        try:
            for number in range(repeats):
                for k, load in enumerate(loads):
                    samples[k].append(measured(load, seconds))
                    progress(number * len(loads) + k + 1, repeats * len(loads))
        finally:
            gc.unfreeze()
    yardstick = next((k for k, load in enumerate(loads) if load.yardstick), None)
    rates = []
    for load_samples in samples:
        ratios: tuple[float, ...] = ()
        if yardstick is not None:
            pairs = zip(load_samples, samples[yardstick], strict=True)
            ratios = tuple(a.per_cpu_second / b.per_cpu_second for a, b in pairs if b.per_cpu_second)
        rates.append(Rates(tuple(load_samples), ratios))
    return Comparison(tuple(rates), pinned)


def measured(load: Load, seconds: float) -> Sample:
    """One measurement of at least so long."""
    decisions = games = 0
    gc.collect()
    wall, cpu = time.perf_counter(), time.process_time()
    while True:
        new_decisions, new_games = load.play()
        decisions, games = decisions + new_decisions, games + new_games
        elapsed = time.perf_counter() - wall
        if elapsed >= seconds:
            return Sample(decisions, games, elapsed, time.process_time() - cpu)


@contextmanager
def one_core() -> Any:
    """Stay on one core, where the system lets us; tells whether it does."""
    if not hasattr(os, "sched_setaffinity"):
        yield False
        return
    old_cores = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {max(old_cores)})
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        os.sched_setaffinity(0, old_cores)
