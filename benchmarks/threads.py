"""Whole random games in compiled code, on one thread and on more: what further cores bring to play-outs."""

import statistics
import time
from typing import Any

import numba

from benchmarks.setting import Setting
from tabletop.env.batch.playouts import random_games

GAMES = 2048  # side by side: enough for every thread, and for their ends to even out


def threads(setting: Setting, seconds: float, repeats: int) -> dict[str, Any]:
    """Measure play-outs, mask and observation made at each decision.

    Args:
      setting: what is played and how it is seen.
      seconds: least time of a measurement.
      repeats: measurements of each number of threads; the median counts.

    Returns:
      `rows`: a dict for 1, 2, 4 … threads with `threads`, `decisions_per_second`, `times` (of one thread's speed,
      measured in turn with it); `layer`: what numba makes threads with.
    """
    max_threads = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    numbers = [1, *(n for n in (2, 4, 8, 16, 32, 64) if n <= max_threads)]
    old_count = numba.get_num_threads()
    _play(setting)  # compiles
    speeds: list[list[float]] = []
    try:
        for _ in range(repeats):
            speeds.append([])
            for number in numbers:
                numba.set_num_threads(number)
                speeds[-1].append(_speed(setting, seconds))
    finally:
        numba.set_num_threads(old_count)
    rows = []
    for k, number in enumerate(numbers):
        times = statistics.median(sample[k] / sample[0] for sample in speeds)
        rate = statistics.median(sample[k] for sample in speeds)
        rows.append({"threads": number, "decisions_per_second": rate, "times": times})
    layer = numba.threading_layer()  # type: ignore[attr-defined]
    return {"games": GAMES, "layer": layer, "rows": rows}


def _speed(setting: Setting, seconds: float) -> float:
    start, decisions = time.perf_counter(), 0
    while (elapsed := time.perf_counter() - start) < seconds:
        decisions += _play(setting)
    return decisions / elapsed


def _play(setting: Setting) -> int:
    _, lengths = random_games(setting.scenario, GAMES, 1, parallel=True, encoding=setting.encoding)
    return int(lengths.sum())
