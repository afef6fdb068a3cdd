"""The likelihood of Bradley and Terry's model along one comparison at a time: where it has fallen by a given amount.

A comparison is a weighting of the agents that adds up to 0, such as "this agent minus the mean of all". Its profile
likelihood at a value is the maximum likelihood of all ratings that give the comparison this value; it is concave.

Everything here is in natural units of log odds. Axes: n agents, m comparisons, each treated separately.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LONGEST_STRIDE = 4.0  # from one value of a comparison to the next
FARTHEST = 20.0  # from the most likely value, about 3500 Elo: treated as infinitely far
ENOUGH = 1e-7  # the last stride
NEXT_TO_NOTHING = 1e-12  # increase of the log likelihood below which a step of Newton's method is the last one
MOST_STEPS = 500
TINY = 1e-300


def share(strength: Floats) -> Floats:
    """Return the share [..., n, n] of the points that the agent of the row takes from that of the column."""
    return 0.5 * (1.0 + np.tanh(0.5 * (strength[..., :, None] - strength[..., None, :])))


def log_likelihood(points: Floats, strength: Floats) -> Floats:
    """Return the log likelihood [...] of points float64[n, n], diagonal 0, under ratings float64[..., n]."""
    differences = strength[..., :, None] - strength[..., None, :]
    logs: Floats = (points * -np.logaddexp(0.0, -differences)).sum(axis=(-1, -2))
    return logs


def information(games: Floats, of_row: Floats) -> Floats:
    """Return Fisher's information float64[..., n, n] of games float64[n, n], from what `share` returns.

    It doesn't see a common shift of all ratings: a constant fixes that, and changes nothing for comparisons.
    """
    weight = games * of_row * (1.0 - of_row)
    agents = games.shape[-1]
    return np.eye(agents) * weight.sum(axis=-1)[..., None] - weight + 1.0 / agents


def restricted(points: Floats, comparisons: Floats, values: Floats, start: Floats) -> tuple[Floats, Floats]:
    """Return the most likely ratings that give each comparison its value.

    Args:
      points: float64[n, n], diagonal 0.
      comparisons: float64[m, n].
      values: float64[m].
      start: float64[m, n], ratings to begin with.

    Returns:
      The ratings float64[m, n], and how fast the profile log likelihood rises with the value, float64[m].
    """
    agents, count = points.shape[-1], len(comparisons)
    games, total = points + points.T, points.sum(axis=1)
    squares = (comparisons**2).sum(axis=1)
    gaps = values - (comparisons * start).sum(axis=1)
    strength = start + (gaps / squares)[:, None] * comparisons
    matrix, right_side = np.zeros((count, agents + 1, agents + 1)), np.zeros((count, agents + 1))
    matrix[:, :agents, agents] = matrix[:, agents, :agents] = comparisons
    for _ in range(MOST_STEPS):
        of_row = share(strength)
        matrix[:, :agents, :agents] = information(games, of_row)
        right_side[:, :agents] = total - (games * of_row).sum(axis=-1)
        solved = np.linalg.solve(matrix, right_side[..., None])[..., 0]
        step, slope = solved[:, :agents], solved[:, agents]
        strength, last = stepped(strength, step, right_side[:, :agents] - slope[:, None] * comparisons)
        if last:
            return strength, slope
    raise ValueError("the likelihood has not settled")  # it is concave: never observed


def stepped(strength: Floats, step: Floats, gradient: Floats) -> tuple[Floats, bool]:
    """Return ratings after a step of Newton's method, float64[..., n], and whether it was the last one needed.

    Far from the maximum a whole step would overshoot. If a step changes differences by up to R, its part log(1 + R) / R
    never does (F. Bach, Self-concordant analysis for logistic regression, Electronic Journal of Statistics 4, 2010).
    """
    widest = np.ptp(step, axis=-1, keepdims=True)
    part = np.log1p(widest) / np.maximum(widest, TINY)
    return strength + step * part, bool(((gradient * step).sum(axis=-1) < NEXT_TO_NOTHING).all())


def ends(points: Floats, best: Floats, comparisons: Floats, drops: Floats, sides: Floats) -> Floats:
    """Return the value of each comparison at which the profile log likelihood has fallen by its drop, float64[m].

    Args:
      points: float64[n, n], diagonal 0.
      best: float64[n], the most likely ratings.
      comparisons: float64[m, n].
      drops: float64[m], more than 0.
      sides: float64[m], 1: the end above the maximum of the likelihood; -1: the one below. The likelihood must fall by
        the drop somewhere on that side; if that is farther away than `FARTHEST`, the end is infinite.
    """
    if len(comparisons) == 0:
        return np.zeros(0)
    top = log_likelihood(points, best)
    spread = ((comparisons @ np.linalg.inv(information(points + points.T, share(best)))) * comparisons).sum(axis=1)
    middle = comparisons @ best
    values = middle + sides * np.minimum(np.sqrt(2.0 * drops * spread), LONGEST_STRIDE)
    strength = np.broadcast_to(best, comparisons.shape)
    for _ in range(MOST_STEPS):
        strength, slope = restricted(points, comparisons, values, strength)
        excess = log_likelihood(points, strength) - top + drops
        # The profile is concave: one Newton step leads beyond the end, and the following steps converge to it from
        # there.
        stride = np.clip(excess / np.maximum(-sides * slope, ENOUGH), -LONGEST_STRIDE, LONGEST_STRIDE)
        old_values, values = values, np.clip(values + sides * stride, middle - FARTHEST, middle + FARTHEST)
        if np.abs(values - old_values).max() < ENOUGH:
            return np.where(np.abs(values - middle) < FARTHEST, values, sides * np.inf)
    raise ValueError("the ends have not settled")
