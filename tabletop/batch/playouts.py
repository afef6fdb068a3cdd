"""Whole games of random legal play in compiled code, on one core or on all of them."""

from typing import Any

import numpy as np

from tabletop.batch.cores import check_cores
from tabletop.batch.opponents import FOREVER, NO_CELLS
from tabletop.chance import new_chance
from tabletop.choices import episode_rows
from tabletop.definition import Encoding, Scenario
from tabletop.header import NONE

Array = Any  # NumPy arrays; their shapes and dtypes are in the docstrings


def random_games(
    scenario: Scenario,
    count: int,
    seed: int,
    limit: int = FOREVER,
    parallel: bool = False,
    encoding: Encoding | None = None,
) -> tuple[Array, Array]:
    """Play whole games uniformly at random.

    Args:
      scenario: what is played.
      count: number of games.
      seed: 0 … 2^64 - 1; game i depends on `seed` and i alone.
      limit: most decisions a game; where it is reached the game is left as it is.
      parallel: on all cores.
      encoding: make each decision's observation too, to measure what it costs.

    Returns:
      The games as they are at the end, records [count], and their lengths in decisions, int64 [count].
    """
    kernels, worlds, chances = scenario.game.batch, scenario.world, new_chance()
    rows = np.arange(count)
    games, masks = np.zeros(count, scenario.record_type), np.zeros((count, scenario.actions), np.int8)
    seeds, counters = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    sides, slots, lengths = (np.zeros(count, np.int64) for _ in range(3))
    streams, episodes = np.full(count, seed, np.uint64), np.full(count, -1)
    episode_rows(streams, rows, episodes, seeds, counters, sides, slots, np.ones(1), np.int64(NONE), 0)
    sides[:] = NONE
    kernels.begin_rows(worlds, chances, games, rows, scenario.game.start_record(scenario), seeds, masks)
    observations = np.zeros((count, encoding.size if encoding else 0), np.float32)
    cells = encoding.cells if encoding else NO_CELLS
    if parallel:
        check_cores()
    play = kernels.play_rows_parallel if parallel else kernels.play_rows
    play(worlds, chances, games, rows, sides, seeds, counters, masks, cells, observations, limit, lengths)
    return games, lengths
