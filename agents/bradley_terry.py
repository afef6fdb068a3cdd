"""Ratings of many agents from all their games together: Bradley and Terry's model, with intervals by bootstrap.

The model: agent i takes from agent j the share 1 / (1 + 10^((r_j - r_i) / 400)) of the points of their games, a draw
being half a point for each (R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39,
1952; the scale is A. E. Elo's). The ratings are those of the greatest likelihood. Every agent also has `VIRTUAL`
drawn games, shared out evenly over the others: who has won everything stays finite (L. R. Ford, Solution of a ranking
problem from binary comparisons, American Mathematical Monthly 64, 1957, says when he otherwise would not).

Only differences of ratings mean anything: they are given with mean zero, or with one agent anchored.

Intervals: seeds are drawn again, each with all games that were played with it (B. Efron and R. J. Tibshirani, An
Introduction to the Bootstrap, 1993). The two games of a pair share their dice and are not independent, nor need pairs
of different agents from one seed be. The spread of the ratings so drawn is their standard error; an interval is the
rating give or take Student's t times it. Percentiles of the samples cover too seldom, 92 % for 95 % with a dozen or
two of seeds: samples from N seeds spread by (N - 1)/N too little, they don't know that their own spread is a guess, and
on the scale of log odds they lean the wrong way, while the estimate itself is near to normal there.

Axes: N pairs (seeds), K pairings, n agents, B bootstrap samples.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.sparse.csgraph import connected_components
from scipy.stats import t as student

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

ELO = 400 / math.log(10)  # Elo points in one natural unit of log odds
VIRTUAL = 1.0  # drawn games that every agent is credited with
SAMPLES = 2000  # of the bootstrap
LEVEL = 0.95
AT_ONCE = 1 << 22  # numbers in an array of samples: some 32 MiB
FARTHEST = 4000.0  # Elo: where a bound is looked for
LONGEST_STEP = 2.0  # natural units: Newton's method from afar would overshoot
ENOUGH = 1e-10  # natural units: the last step
MOST_STEPS = 200


def fit(points: Floats, virtual: float = VIRTUAL) -> Floats:
    """Return the ratings of the greatest likelihood.

    Args:
      points: float64[..., n, n], what each agent (row) has taken from each other (column): 1 a win, 0.5 a draw; leading
        axes are fitted side by side.
      virtual: drawn games that every agent has in addition; more than 0.

    Returns:
      float64[..., n], in Elo, mean zero.

    Raises:
      ValueError: fewer than two agents, negative points, or no virtual draws.
    """
    agents = points.shape[-1]
    if agents < 2 or points.shape[-2] != agents:
        raise ValueError(f"ratings need the points of two or more agents against each other, not {points.shape}")
    if virtual <= 0 or (points < 0).any():
        raise ValueError("points are 0 or more, virtual draws more than 0")
    others = 1.0 - np.eye(agents)
    taken = points * others + others * (virtual / (agents - 1) / 2)
    games = taken + np.swapaxes(taken, -1, -2)
    total = taken.sum(axis=-1)
    strength = np.zeros(points.shape[:-1])
    for _ in range(MOST_STEPS):
        share = _logistic(strength[..., :, None] - strength[..., None, :])
        gradient = total - (games * share).sum(axis=-1)
        weight = games * share * (1.0 - share)
        # The information is blind to a common shift of all ratings: the constant pins it, and moves nothing else.
        information = np.eye(agents) * weight.sum(axis=-1)[..., None] - weight + 1.0 / agents
        step = np.linalg.solve(information, gradient[..., None])[..., 0]
        longest = np.abs(step).max(axis=-1, keepdims=True)
        strength += step * np.minimum(1.0, LONGEST_STEP / np.maximum(longest, ENOUGH))
        if longest.max(initial=0.0) < ENOUGH:
            break
    else:
        raise ValueError("the ratings have not settled")  # the likelihood is concave: not seen
    return ELO * (strength - strength.mean(axis=-1, keepdims=True))


def expected(difference: Floats | float) -> Floats:
    """Return the share of the points that a difference in Elo stands for."""
    return _logistic(np.asarray(difference, np.float64) / ELO)


def _logistic(x: Floats) -> Floats:
    return 0.5 * (1.0 + np.tanh(0.5 * x))



@dataclass(frozen=True)
class Ratings:
    """Ratings of n agents.

    Attributes:
      elo: float64[n].
      low, high: float64[n], 95 % interval; infinite where nothing bounds it, NaN where one seed says nothing of spread.
      superiority: float64[n, n], how likely it is that the agent of the row is better than that of the column.
      groups: agents by strongly connected groups, the strongest first: between two groups all games went one way, and
        how far they are apart is bounded on one side only. One group is the usual case.
    """

    elo: Floats
    low: Floats
    high: Floats
    superiority: Floats
    groups: list[list[int]]


def rate_all(
    points: Floats,
    played: Floats,
    first: Indices,
    second: Indices,
    agents: int,
    anchor: tuple[int, float] | None = None,
    seed: int = 0,
    samples: int = SAMPLES,
) -> Ratings:
    """Rate agents from paired games.

    Args:
      points: float64[N, K], of the pairing's first agent in the games of a seed: 0 to 2.
      played: float64[N, K], games of that pairing with that seed: 2, or 0 where they are missing.
      first: int64[K], number of the pairing's first agent.
      second: int64[K], of its second one.
      agents: n, two or more.
      anchor: an agent's number and the rating it shall have; left out: the mean is zero.
      seed: of the bootstrap.
      samples: of the bootstrap.

    Raises:
      ValueError: fewer than two agents, or no games.
    """
    seeds = len(points)
    if seeds == 0 or not played.any():
        raise ValueError("ratings need at least one pair of games")
    table = table_of(points.sum(axis=0), first, second, agents, played.sum(axis=0))
    elo = fit(table)
    groups = separate(table)
    nan = np.full(agents, np.nan)
    if seeds == 1:
        return Ratings(_gauged(elo, anchor), nan, nan, np.full((agents, agents), np.nan), groups)
    drawn = bootstrap(points, played, first, second, agents, seed, samples)
    # Samples from N seeds spread by (N - 1)/N too little.
    wide = float(student.ppf((1 + LEVEL) / 2, seeds - 1))
    short = math.sqrt(seeds / (seeds - 1))
    own = _gauged(drawn, anchor)
    spread = wide * short * own.std(axis=0)
    half = np.maximum(spread, wide * _least_error(points, played, first, second, elo, table))
    elo = _gauged(elo, anchor)
    low, high = elo - half, elo + half
    _open_ends(elo, low, high, spread, table, groups, anchor)
    return Ratings(elo, low, high, _superiority(elo, drawn, short, seeds), groups)


def bootstrap(
    points: Floats, played: Floats, first: Indices, second: Indices, agents: int, seed: int, samples: int = SAMPLES
) -> Floats:
    """Return the ratings of games whose seeds are drawn again, float64[B, n], mean zero (arguments of `rate_all`)."""
    generator = np.random.Generator(np.random.PCG64(seed))
    seeds = len(points)
    parts = []
    block = max(1, AT_ONCE // max(agents * agents, seeds))
    for start in range(0, samples, block):
        count = min(block, samples - start)
        often = generator.multinomial(seeds, np.full(seeds, 1.0 / seeds), size=count).astype(np.float64)
        parts.append(fit(table_of(often @ points, first, second, agents, often @ played)))
    return np.concatenate(parts)


def _gauged(elo: Floats, anchor: tuple[int, float] | None) -> Floats:
    if anchor is None:
        return elo
    number, value = anchor
    return elo - elo[..., number : number + 1] + value


def _least_error(
    points: Floats, played: Floats, first: Indices, second: Indices, elo: Floats, table: Floats
) -> Floats:
    """Return the least standard error of each agent, float64[n], in Elo.

    Pairs that all came out alike say nothing about their spread. An agent with no other pairs has at least the error
    that the model gives it with each pair taken for one trial; all others 0.
    """
    there = played > 0
    least = np.where(there, points, np.inf).min(axis=0)
    most = np.where(there, points, -np.inf).max(axis=0)
    varied = there.any(axis=0) & (least < most)
    agents = len(elo)
    moved = np.zeros(agents, bool)
    np.logical_or.at(moved, first, varied)
    np.logical_or.at(moved, second, varied)
    share = expected(elo[:, None] - elo[None, :])
    trials = (table + table.T) / 2
    information = (trials * share * (1.0 - share)).sum(axis=1)
    return np.where(moved, 0.0, ELO / np.sqrt(np.maximum(information, 1e-12)))


def separate(points: Floats) -> list[list[int]]:
    """Return the strongly connected groups of agents, the strongest first; points as of `fit`.

    An agent reaches another if it has ever taken something from it. Ford's condition: ratings without virtual draws are
    finite if and only if there is one group.
    """
    count, label = connected_components(points > 0, directed=True, connection="strong")
    groups = [np.flatnonzero(label == number).tolist() for number in range(count)]
    means = fit(points)
    return sorted(groups, key=lambda group: (-float(means[group].mean()), group))


def _open_ends(
    elo: Floats,
    low: Floats,
    high: Floats,
    spread: Floats,
    table: Floats,
    groups: list[list[int]],
    anchor: tuple[int, float] | None,
) -> None:
    """Bound the intervals on one side alone where all games have gone one way."""
    won, lost = table.sum(axis=1), table.sum(axis=0)
    clean = np.flatnonzero((won == 0) != (lost == 0))
    # How far from its rating an agent with a clean record may be on the bounded side; the others' own spread on top.
    reach = {int(i): math.hypot(elo[i] - _bound(int(i), elo, table, bool(won[i])), spread[i]) for i in clean}
    for i, far in reach.items():
        low[i], high[i] = (elo[i] - far, np.inf) if won[i] else (-np.inf, elo[i] + far)
    if anchor is None:
        return
    number, value = anchor
    rank = {member: place for place, group in enumerate(groups) for member in group}
    for i in range(len(elo)):
        if rank[i] < rank[number]:
            low[i], high[i] = low[i] - reach.get(number, 0.0), np.inf
        elif rank[i] > rank[number]:
            low[i], high[i] = -np.inf, high[i] + reach.get(number, 0.0)
    low[number] = high[number] = value


def _bound(agent: int, elo: Floats, table: Floats, won: bool) -> float:
    """Return the rating at which a clean record has the chance (1 - LEVEL)/2, each pair of games taken for one trial.

    The others stay at their ratings. (Clopper and Pearson's bound, for several opponents.)
    """
    trials = (table[agent] + table[:, agent]) / 2
    sign = 1.0 if won else -1.0

    def excess(rating: float) -> float:
        chance = expected(sign * (rating - elo))
        return float((trials * np.log(np.maximum(chance, 1e-300))).sum()) - math.log((1 - LEVEL) / 2)

    centre = float(elo[agent])
    return float(brentq(excess, centre - FARTHEST, centre + FARTHEST, xtol=1e-6))


def _superiority(elo: Floats, drawn: Floats, short: float, seeds: int) -> Floats:
    """Return how likely each agent (row) is better than each other (column), by the spread of their difference.

    Never surer than a clean record of all seeds in a direct match would make it: 1 - 2^-(N + 1).
    """
    agents = len(elo)
    found = np.full((agents, agents), 0.5)
    edge = 0.5 ** (seeds + 1)
    for i in range(agents):
        error = short * (drawn[:, i : i + 1] - drawn).std(axis=0)
        gap = elo[i] - elo
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.where(error > 1e-9, gap / error, np.where(np.abs(gap) < 1e-9, 0.0, np.sign(gap) * np.inf))
        found[i] = np.clip(student.cdf(z, seeds - 1), edge, 1.0 - edge)
    np.fill_diagonal(found, 0.5)
    return found


def table_of(sums: Floats, first: Indices, second: Indices, agents: int, games: Floats) -> Floats:
    """Return the points [..., n, n] from those of the first agents [..., K] and the games played [..., K].

    Two agents may be paired more than once, in several scenarios: their points are added up.
    """
    points = np.zeros((*sums.shape[:-1], agents, agents))
    np.add.at(points, (..., first, second), sums)
    np.add.at(points, (..., second, first), games - sums)
    return points
