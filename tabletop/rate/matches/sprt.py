"""A sequential test of A against B: no more games than necessary, with given error rates.

The generalized sequential probability ratio test over pairs of games (pentanomial: a pair's score is 0, ¼, ½, ¾ or 1).
The pair is the unit, since its two games share a seed. For the two hypotheses "A is elo0 better" and "A is elo1 better"
the log likelihood ratio is N (s1 - s0) (2m - s0 - s1) / 2v, with the mean m and the variance v of N pairs, and the
scores s that correspond to these Elo differences. A. Wald, Sequential Tests of Statistical Hypotheses (1945); M. Van
den Bergh, The generalized SPRT (2017).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FEWEST = 16  # pairs before anything is decided: with fewer, the variance is hardly known
PRIOR = 0.5  # pairs with the scores 0 and 1 each, with which the variance begins: it is never 0


@dataclass(frozen=True)
class Sprt:
    """The hypotheses and the error rates of a test.

    Attributes:
      elo0, elo1: the two hypotheses, A's lead in Elo (a draw counts as half a point), elo0 below elo1.
      alpha: how often elo1 may be accepted if elo0 is true.
      beta: how often elo0 may be accepted if elo1 is true.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1 or not all(abs(elo) <= 1000 for elo in (self.elo0, self.elo1)):
            raise ValueError(f"elo0 {self.elo0:g}, elo1 {self.elo1:g}: elo0 is below elo1, both within 1000")
        for name in ("alpha", "beta"):
            if not 0.0001 <= getattr(self, name) <= 0.4:
                raise ValueError(f"{name} {getattr(self, name):g}: 0.0001 to 0.4")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which elo0 and elo1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratios(self, pair_scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the log likelihood ratio after each pair, float64[N], from their scores, float64[N], 0 to 1."""
        count = np.arange(1, len(pair_scores) + 1)
        total, squares = np.cumsum(pair_scores), np.cumsum(pair_scores**2)
        # Including the pairs of the prior, whose mean is one half.
        weight, mean = count + 2 * PRIOR, total / count
        centre = (total + PRIOR) / weight
        variance = (squares + PRIOR) / weight - centre**2
        low, high = share(self.elo0), share(self.elo1)
        ratios: NDArray[np.float64] = count * (high - low) * (2 * mean - low - high) / (2 * variance)
        return ratios

    def decided(self, pair_scores: NDArray[np.float64]) -> tuple[int, int]:
        """Return which hypothesis is accepted (0, 1; -1: neither yet), and after how many pairs."""
        ratios = self.ratios(pair_scores)
        low, high = self.bounds
        over = np.flatnonzero((ratios <= low) | (ratios >= high))
        over = over[over >= FEWEST - 1]
        if not len(over):
            return -1, len(ratios)
        return int(ratios[over[0]] >= high), int(over[0]) + 1


def share(elo: float) -> float:
    """Return the share of the points that a lead in Elo corresponds to."""
    return 1.0 / (1.0 + 10.0 ** (-elo / 400.0))
