"""Pairs of games: how many may be requested, and their seeds."""

from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import WORD
from tabletop.play.reset_options import required_seed

MOST = 10_000_000  # the seeds of more would fill the memory; most agents would need weeks for them


def read_pairs(pairs: Any, least: int = 1, name: str = "pairs") -> int:
    """Return a number of pairs of games.

    Args:
      pairs: as given.
      least: the smallest number that will do.
      name: what the number is called in the message.

    Raises:
      ValueError: it isn't a whole number, `least` to MOST.
    """
    try:
        number = index(pairs)
    except TypeError:
        number = -1
    if not least <= number <= MOST:
        raise ValueError(f"{name} {pairs!r}: a whole number, {least} to {MOST:,}")
    return number


def pairs_in_words(count: int) -> str:
    """Return a number of pairs of games as text: `1 pair`, `2 pairs`."""
    return f"{count} pair{'' if count == 1 else 's'}"


def pair_seeds(seed: int, pairs: int) -> NDArray[np.uint64]:
    """Return the games' seeds, uint64[pairs]; more pairs begin with the same ones.

    Raises:
      ValueError: the seed isn't one, 0 … 2^64 - 1; or there can't be so many pairs (`read_pairs`).
    """
    number, source = read_pairs(pairs), np.random.PCG64(required_seed(seed))
    return np.random.Generator(source).integers(0, WORD, number, np.uint64, endpoint=True)
