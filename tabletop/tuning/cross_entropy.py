"""The cross-entropy method: candidates are drawn round a mean, the best ones say where the next are drawn.

Numbers are shares of their ranges here, 0 to 1. Axes: C candidates of a generation, N numbers.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

ELITE = 0.25  # share of the candidates that the next generation is made from
LEARNT = 0.7  # how far the mean goes from where it was to where the best ones are
NARROWED = 0.4  # the same of the width: slower, for a few candidates say little about it
NARROWEST = 0.01

Floats = NDArray[np.float64]


class State(NamedTuple):
    """Where candidates are drawn: normally distributed, each number by itself.

    Attributes:
      mean: float64[N].
      width: float64[N], the standard deviation.
    """

    mean: Floats
    width: Floats


def generator(seed: int, *where: int) -> np.random.Generator:
    """Return the random numbers of one place in a run: nothing else decides about them."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *where])))


def candidates(state: State, count: int, random: np.random.Generator) -> Floats:
    """Draw a generation, float64[C, N]; the first one is the mean itself."""
    drawn: Any = state.mean + state.width * random.standard_normal((count, len(state.mean)))
    drawn[0] = state.mean
    return np.clip(drawn, 0.0, 1.0)


def learn(state: State, drawn: Floats, scores: Floats) -> State:
    """Return where the next generation is drawn.

    Args:
      state: where this one was.
      drawn: float64[C, N], its candidates.
      scores: float64[C]; where they are equal the earlier one counts as better.
    """
    elite = drawn[np.argsort(-scores, kind="stable")[: max(1, round(ELITE * len(scores)))]]
    mean = state.mean + LEARNT * (elite.mean(axis=0) - state.mean)
    width = state.width + NARROWED * (elite.std(axis=0) - state.width)
    return State(np.clip(mean, 0.0, 1.0), np.maximum(width, NARROWEST))
