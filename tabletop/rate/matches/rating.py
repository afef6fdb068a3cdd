"""Ratings: an agent's score with a confidence interval, bootstrapped over pairs.

The two games of a pair share a seed and are not independent, so whole pairs are resampled, never single games. Wilson's
interval over the games is given as a check: it treats them as independent.
"""

import math
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
DRAWS = 10_000  # bootstrap samples
LEVEL = 0.95
SURE = 1.96  # standard errors to each side of a mean that make an interval of this level
FEW = 30  # pairs: fewer say too little about their own spread
EDGE = 0.05  # this near to 0 or 1, percentiles of a bootstrap are too narrow
AT_ONCE = 1 << 22  # numbers in an array of samples: about 32 MiB


@dataclass(frozen=True)
class Rating:
    """A score and its uncertainty.

    Attributes:
      score: (wins + draws / 2) / games; 0 to 1.
      low, high: 95 % interval of the score, bootstrapped over pairs.
      wilson_low, wilson_high: Wilson's interval over single games.
      wins, draws, losses: numbers of games.
      pairs: number of pairs of games.
      won: share of games won, in which draws count nothing; 0 to 1.
      won_low, won_high: its 95 % interval, bootstrapped over pairs.
    """

    score: float
    low: float
    high: float
    wilson_low: float
    wilson_high: float
    wins: int
    draws: int
    losses: int
    pairs: int
    won: float
    won_low: float
    won_high: float

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self)

    def text(self) -> str:
        """Return it as text for a person: `71.2 % (66.0 to 76.1)`."""
        return f"{100 * self.score:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


def bootstrap(
    pair_scores: NDArray[np.float64], seed: int, level: float = LEVEL, games: NDArray[np.float64] | None = None
) -> tuple[float, float]:
    """Return the interval of the mean of `pair_scores`, float64[pairs], by the percentiles of resampled means.

    Args:
      pair_scores: the score of each pair, 0 to 1.
      seed: of the bootstrap.
      level: the wanted coverage of the interval.
      games: float64[pairs], the number of games of each pair, which is its weight; None: one each.

    Raises:
      ValueError: no pairs.
    """
    pairs = len(pair_scores)
    if pairs == 0:
        raise ValueError("a rating needs at least one pair of games")
    weights = np.ones(pairs) if games is None else games
    generator = np.random.Generator(np.random.PCG64(seed))
    kinds, counts = np.unique(np.stack([pair_scores, weights], axis=1), axis=0, return_counts=True)
    # Pairs with the same score are interchangeable: only the number of times each score occurs has to be drawn.
    block = max(1, AT_ONCE // len(kinds))
    means = []
    for start in range(0, DRAWS, block):
        samples = generator.multinomial(pairs, counts / pairs, size=min(block, DRAWS - start))
        means.append(samples @ (kinds[:, 0] * kinds[:, 1]) / (samples @ kinds[:, 1]))
    low, high = np.quantile(np.concatenate(means), [(1 - level) / 2, (1 + level) / 2])
    # Few pairs, and those with nearly the same results, say little about their spread: there Wilson's interval is wider
    # and more honest.
    mean = float(np.average(pair_scores, weights=weights))
    if len(kinds) == 1 or pairs < FEW or not EDGE < mean < 1 - EDGE:
        sure_low, sure_high = wilson(mean, _trials(pair_scores, weights), level)
        return min(float(low), sure_low), max(float(high), sure_high)
    return float(low), float(high)


def _trials(scores: NDArray[np.float64], games: NDArray[np.float64]) -> float:
    """Return how many independent trials the games of some seeds are worth; arguments as in `bootstrap`.

    It is between the number of seeds, if all games with a seed end alike, and that of games, if a seed doesn't matter.
    The variance of the mean over the seeds says where. Few points say little about it (if only one of a thousand games
    was drawn, it looks independent of the others): so this estimate is averaged with the worst case. Its weight is the
    number of points on the rarer side, that of the worst case is 1. Where all seeds scored alike there is no estimate,
    and the worst case remains.
    """
    total = float(games.sum())
    worst = total**2 / float((games**2).sum())  # the number of seeds, if each has as many games
    if len(scores) == 1 or np.ptp(scores) == 0:
        return worst
    mean = float(np.average(scores, weights=games))
    variance = float((games**2 * (scores - mean) ** 2).sum()) / total**2 * len(scores) / (len(scores) - 1)
    rarer = total * min(mean, 1 - mean)
    per_trial = (rarer * variance * total / (mean * (1 - mean)) + total / worst) / (rarer + 1)  # games for one trial
    return min(max(total / per_trial, worst), total)


def mirrored_bootstrap(
    pair_scores: NDArray[np.float64], seed: int, games: NDArray[np.float64] | None = None
) -> tuple[float, float]:
    """Return an agent's interval as `bootstrap` does, but so that it mirrors the one of its opponent in these games.

    Resampled means depend on the order of the scores, which is the reverse for the opponent. So the same side is always
    resampled: the one with more points, or, with the same points, with the larger of its smallest scores.
    """
    other = np.round(1 - pair_scores, 12)  # so that scores that are the same stay the same
    own_order, other_order = (
        (round(float((scores if games is None else scores * games).sum()), 6), np.sort(np.round(scores, 9)).tolist())
        for scores in (pair_scores, other)
    )
    low, high = bootstrap(other if own_order < other_order else pair_scores, seed, games=games)
    if own_order == other_order:
        return 0.5 - (high - low) / 2, 0.5 + (high - low) / 2
    return (1 - high, 1 - low) if own_order < other_order else (low, high)


def share(values: NDArray[np.float64], seeds: NDArray[Any], seed: int = 0) -> tuple[float, float, float]:
    """Return the mean of `values`, float64[B], 0 to 1 for each game, and its 95 % interval.

    Args:
      values: one for each game.
      seeds: [B], the game's seed, or any number that identifies it: games with the same one are resampled together.
      seed: of the bootstrap.

    Raises:
      ValueError: no games.
    """
    scores, games = by_seed(values, seeds)
    low, high = bootstrap(scores, seed, games=games)
    return float(values.mean()), low, high


def by_seed(values: NDArray[np.float64], seeds: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the mean of `values`, one for each game, and the number of games, for each of the games' `seeds`."""
    _, row, games = np.unique(seeds, return_inverse=True, return_counts=True)
    return np.bincount(row, values) / games, games.astype(np.float64)


def wilson(score: float, games: float, level: float = LEVEL) -> tuple[float, float]:
    """Return Wilson's interval for a share `score` of `games`."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    width = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return max(0.0, middle - width), min(1.0, middle + width)


def rating(scores: NDArray[np.float64], seed: int = 0) -> Rating:
    """Rate an agent from its games.

    Args:
      scores: float64[pairs, 2], WIN, DRAW or LOSS in the two games of each pair.
      seed: of the bootstrap.

    Raises:
      ValueError: no games.
    """
    scores = np.asarray(scores, np.float64).reshape(-1, 2)
    games = np.full(len(scores), 2.0)
    low, high = mirrored_bootstrap(scores.mean(axis=1), seed, games)
    mean, is_win = float(scores.mean()), scores == WIN
    won_low, won_high = bootstrap(is_win.mean(axis=1), seed, games=games)
    return Rating(
        mean,
        low,
        high,
        *wilson(mean, scores.size),
        wins=int(is_win.sum()),
        draws=int((scores == DRAW).sum()),
        losses=int((scores == LOSS).sum()),
        pairs=len(scores),
        won=float(is_win.mean()),
        won_low=won_low,
        won_high=won_high,
    )
