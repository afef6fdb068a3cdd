"""The cross-entropy method: candidates are drawn around a mean; the best ones decide where the next ones are drawn.

Numbers are scaled to shares of their ranges here, 0 to 1. Axes: C candidates of a generation, N numbers.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

ELITE = 0.25  # share of the candidates from which the next generation is made
LEARNT = 0.7  # how far the mean moves toward the mean of the best ones
NARROWED = 0.4  # the same for the width: slower, because a few candidates say little about it
NARROWEST = 0.01

Floats = NDArray[np.float64]


class State(NamedTuple):
    """The distribution from which candidates are drawn: normal, independent for each number.

    Attributes:
      mean: float64[N].
      width: float64[N], the standard deviation.
    """

    mean: Floats
    width: Floats


def generator(seed: int, *where: int) -> np.random.Generator:
    """Return the random generator for one place in a run; it depends only on these arguments."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *where])))


def candidates(state: State, count: int, random: np.random.Generator) -> Floats:
    """Draw a generation, float64[C, N]; the first one is the mean itself."""
    samples: Any = state.mean + state.width * random.standard_normal((count, len(state.mean)))
    samples[0] = state.mean
    return np.clip(samples, 0.0, 1.0)


def learn(state: State, drawn: Floats, scores: Floats) -> State:
    """Return the distribution of the next generation.

    Args:
      state: the distribution of this generation.
      drawn: float64[C, N], its candidates.
      scores: float64[C]; of equal scores, the earlier one counts as better.
    """
    elite = drawn[np.argsort(-scores, kind="stable")[: max(1, round(ELITE * len(scores)))]]
    mean = state.mean + LEARNT * (elite.mean(axis=0) - state.mean)
    width = state.width + NARROWED * (elite.std(axis=0) - state.width)
    return State(np.clip(mean, 0.0, 1.0), np.maximum(width, NARROWEST))
