"""Whole games of random legal play in compiled code, on one core or on all of them."""

from typing import Any

import numpy as np

from paintball_env.observation import Encoding
from paintball_env.rules.state import NONE
from paintball_env.start import start_record
from tabletop import kernels as batch
from tabletop.batch.opponents import FOREVER, NO_CELLS
from tabletop.chance import new_chance

Array = Any  # NumPy arrays; shapes and dtypes stand in the docstrings


def random_games(
    scenario: Any,
    count: int,
    seed: int,
    limit: int = FOREVER,
    parallel: bool = False,
    encoding: Encoding | None = None,
) -> tuple[Array, Array]:
    """Play whole games at random.

    Args:
      scenario: a Scenario.
      count: number of games.
      seed: 0 … 2^64 - 1; game i depends on `seed` and i alone.
      limit: most decisions a game; where it is reached the game is left as it stands.
      parallel: on all cores.
      encoding: make each decision's observation too, to measure what it costs.

    Returns:
      The games as they stand at the end, records [count], and their lengths in decisions, int64 [count].
    """
    rows = np.arange(count)
    games, masks = np.zeros(count, scenario.size.game), np.zeros((count, scenario.actions), np.int8)
    seeds, counters = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    sides, slots, lengths = (np.zeros(count, np.int64) for _ in range(3))
    streams, episodes = np.full(count, seed, np.uint64), np.full(count, -1)
    batch.episode_rows(streams, rows, episodes, seeds, counters, sides, slots, np.ones(1), np.int64(NONE), 0)
    sides[:] = NONE
    chances = new_chance()
    batch.begin_rows(scenario.world, chances, start_record(scenario), games, rows, seeds, masks)
    observations = np.zeros((count, encoding.size if encoding else 0), np.float32)
    cells = encoding.cells if encoding else NO_CELLS
    play = batch.play_rows_parallel if parallel else batch.play_rows
    play(scenario.world, chances, games, rows, sides, seeds, counters, masks, cells, observations, limit, lengths)
    return games, lengths
