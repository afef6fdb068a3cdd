"""Numbers tried one by one: a few values of one of them in the same games; the best one must win fresh games, too.

Of fifty numbers most matter little, and their noise drowns what the others do when all are drawn at once
(`cross_entropy`). Here a candidate differs from where the search is in one number alone, and both play the same games.

Numbers are shares of their ranges, 0 to 1. Axes: C candidates of a generation, N numbers.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.tuning.cross_entropy import generator

FACTORS = (0.5, 0.75, 4 / 3, 2.0)  # of a number, beside the ends of its range and a step to either side
LEAST = 0.005  # better by so much, a score, or it isn't worth confirming

Floats = NDArray[np.float64]


class State(NamedTuple):
    """Where the search is.

    Attributes:
      mean: float64[N], the numbers.
      tried: how many numbers have been tried; after all of them it begins again, in another order.
      pending: float64[N], better in the last games; it is to play others. None: the next number is tried.
    """

    mean: Floats
    tried: int = 0
    pending: Floats | None = None


def candidates(state: State, step: float, seed: int, zeros: Floats) -> Floats:
    """Return a generation, float64[C, N]; the first one is where the search is.

    Args:
      state: where that is.
      step: to either side of a number, a share of its range.
      seed: decides the order of the numbers.
      zeros: float64[N], the shares at which the numbers are 0; these may lie outside of 0 to 1.
    """
    if state.pending is not None:
        return np.stack([state.mean, state.pending])
    count = len(state.mean)
    number = generator(seed, state.tried // count).permutation(count)[state.tried % count]
    now, zero = float(state.mean[number]), float(zeros[number])
    values = {0.0, 1.0, now - step, now + step, *(zero + (now - zero) * factor for factor in FACTORS)}
    others = sorted(value for value in values if 0.0 <= value <= 1.0 and value != now)
    found: Any = np.repeat(state.mean[None], 1 + len(others), axis=0)
    found[1:, number] = others
    return found


def learn(state: State, drawn: Floats, scores: Floats) -> State:
    """Return where the search is after a generation; drawn: float64[C, N], scores: float64[C]."""
    if state.pending is not None:
        return State(state.pending if scores[1] > scores[0] else state.mean, state.tried)
    best = int(np.argmax(scores))
    better = bool(scores[best] > scores[0] + LEAST)
    return State(state.mean, state.tried + 1, drawn[best] if better else None)
