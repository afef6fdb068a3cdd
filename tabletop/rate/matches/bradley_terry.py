"""Ratings of many agents from all their games together: Bradley and Terry's model, with likelihood intervals.

The model: agent i takes from agent j the share 1 / (1 + 10^((r_j - r_i) / 400)) of the points of their games, where a
draw is half a point for each (R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39,
1952; the scale is A. E. Elo's). The ratings maximise the likelihood. Every agent also has `VIRTUAL` drawn games,
divided evenly over the others, so the rating of an agent that has won everything stays finite (L. R. Ford, Solution of
a ranking problem from binary comparisons, American Mathematical Monthly 64, 1957, says when it otherwise would not).

Only differences of ratings mean anything: they are given with mean zero, or with one agent anchored. If some agents
have only won, or only lost, against all the rest, a mean over all is as unbounded as they are: then it is taken over
the rest, if that is more than half of the field.

Intervals: a value is in an agent's interval if the most likely ratings with the agent held at this value are not much
less likely than the most likely ratings of all: the profile log likelihood has fallen by no more than t² φ / 2 (t:
Student's, for the number of seeds that the agent has played). The likelihood treats games as independent, and a draw as
half a win and half a loss. Neither is true: the two games of a pair share their dice, pairs of different agents have
the same seeds, and draws make results even. φ corrects this: it is how much more, or less, the seeds' contributions to
a rating vary than the model says (R. E. Chandler and S. Bate, Inference for clustered data using the independence
loglikelihood, Biometrika 94, 2007). Unlike the rating plus or minus standard errors, this also works if an agent has
won or lost hardly any points: there the likelihood falls steeply on one side and slowly, or never, on the other.

Axes: N pairs (seeds), K pairings, n agents, m comparisons.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop.rate.matches import likelihood

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]

ELO = 400 / math.log(10)  # Elo points in one natural unit of log odds
VIRTUAL = 1.0  # drawn games that every agent is credited with
BARELY = 1e-4  # so few make no difference, but they keep the maximum of the likelihood from being infinitely far away
LEVEL = 0.95
PRIOR = 1.0  # φ where nothing is known about it: each game is an independent trial


def fit(points: Floats, virtual: float = VIRTUAL) -> Floats:
    """Return the ratings that maximise the likelihood.

    Args:
      points: float64[..., n, n], what each agent (row) has taken from each other (column): 1 for a win, 0.5 for a draw;
        leading axes are fitted side by side.
      virtual: drawn games that every agent has in addition; more than 0.

    Returns:
      float64[..., n], in Elo, mean zero.

    Raises:
      ValueError: fewer than two agents, negative points, or no virtual draws.
    """
    all_points = credited(points, virtual)
    games = all_points + np.swapaxes(all_points, -1, -2)
    total = all_points.sum(axis=-1)
    strength = np.zeros(points.shape[:-1])
    for _ in range(likelihood.MOST_STEPS):
        of_row = likelihood.share(strength)
        gradient = total - (games * of_row).sum(axis=-1)
        step = np.linalg.solve(likelihood.information(games, of_row), gradient[..., None])[..., 0]
        strength, last = likelihood.stepped(strength, step, gradient)
        if last:
            return ELO * (strength - strength.mean(axis=-1, keepdims=True))
    raise ValueError("the ratings have not settled")  # the likelihood is concave: never observed


def credited(points: Floats, virtual: float = VIRTUAL) -> Floats:
    """Return the points including those of the virtual draws; arguments and errors as in `fit`."""
    agents = points.shape[-1]
    if agents < 2 or points.shape[-2] != agents:
        raise ValueError(f"ratings need the points of two or more agents against each other, not {points.shape}")
    if virtual <= 0 or (points < 0).any():
        raise ValueError("points are 0 or more, virtual draws more than 0")
    others = 1.0 - np.eye(agents)
    return points * others + others * (virtual / (agents - 1) / 2)


def expected(difference: Floats | float) -> Floats:
    """Return the share of the points that a difference in Elo corresponds to."""
    return 0.5 * (1.0 + np.tanh(0.5 * np.asarray(difference, np.float64) / ELO))


@dataclass(frozen=True)
class Ratings:
    """Ratings of n agents.

    Attributes:
      elo: float64[n].
      low, high: float64[n], 95 % interval; infinite where nothing bounds it, NaN for a single seed, whose spread is
        unknown.
      superiority: float64[n, n], how likely it is that the agent of the row is better than that of the column.
      groups: agents by strongly connected groups, the strongest first: between two groups all games went one way, and
        the distance between them is bounded only on one side. One group is the usual case.
      zero: the agents whose mean rating is zero; with an anchor, only that agent.
    """

    elo: Floats
    low: Floats
    high: Floats
    superiority: Floats
    groups: list[list[int]]
    zero: list[int]


def rate_all(
    points: Floats,
    played: Floats,
    first: Indices,
    second: Indices,
    agents: int,
    anchor: tuple[int, float] | None = None,
    least: float = 0.0,
) -> Ratings:
    """Rate agents from paired games.

    Args:
      points: float64[N, K], of the pairing's first agent in the games with a seed: 0 to 2.
      played: float64[N, K], games of that pairing with that seed: 2, or 0 where they are missing.
      first: int64[K], number of the pairing's first agent.
      second: int64[K], number of its second agent.
      agents: n, two or more.
      anchor: an agent's number and its given rating; None: the mean is zero.
      least: φ of the intervals is at least this; 1: as if no game were more even than an independent trial.

    Raises:
      ValueError: fewer than two agents, or no games.
    """
    seeds = len(points)
    if seeds == 0 or not played.any():
        raise ValueError("ratings need at least one pair of games")
    table = table_of(points.sum(axis=0), first, second, agents, played.sum(axis=0))
    best = fit(table)
    groups = separate(table, best)
    zero, value = (_middle(groups, agents), 0.0) if anchor is None else ([anchor[0]], anchor[1])
    elo = best - best[zero].mean() + value
    if seeds == 1:
        nan = np.full(agents, np.nan)
        return Ratings(elo, nan, nan, np.full((agents, agents), np.nan), groups, zero)
    field = _Field(points, played, first, second, table, best)
    low, high = _intervals(field, elo - value, zero, least)
    return Ratings(elo, low + value, high + value, _superiority(field), groups, zero)


def separate(points: Floats, elo: Floats) -> list[list[int]]:
    """Return the strongly connected groups of agents, the strongest first; points and ratings as in `fit`.

    An agent reaches another if it has ever taken points from it. Ford's condition: ratings without virtual draws are
    finite if and only if there is one group.
    """
    reach = _reach(points)
    together = reach & reach.T
    groups = [np.flatnonzero(row).tolist() for number, row in enumerate(together) if row.argmax() == number]
    return sorted(groups, key=lambda group: (-float(elo[group].mean()), group))


def _middle(groups: list[list[int]], agents: int) -> list[int]:
    """Return the group that holds more than half of the agents; if there is none, all agents."""
    largest = max(groups, key=len)
    return largest if 2 * len(largest) > agents else list(range(agents))


class _Field:
    """Agents and their games, prepared for the intervals.

    Attributes:
      seeds: N.
      own: float64[n], the number of seeds that each agent has played, but at least 2: a newcomer may have few. Seeds
        with fewer of its games count less: (Σ w)² / Σ w² for w games with a seed, as in F. E. Satterthwaite, An
        approximate distribution of estimates of variance components, Biometrics Bulletin 2, 1946.
      table: float64[n, n], points.
      elo: float64[n], the ratings fitted to them.
      points: the same with so few virtual draws that they make no difference.
      best: float64[n], the likeliest ratings from these points, in natural units.
    """

    def __init__(
        self, points: Floats, played: Floats, first: Indices, second: Indices, table: Floats, elo: Floats
    ) -> None:
        self.seeds, self.elo = len(points), elo
        self.table, self.points = table, credited(table, BARELY)
        self.best = fit(table, BARELY) / ELO
        # The seeds' contributions to the likelihood's gradient, each minus the mean, [N, n].
        of_row = likelihood.share(self.best)
        ends = np.zeros((len(first), len(table)))  # [K, n]
        ends[np.arange(len(first)), first], ends[np.arange(len(first)), second] = 1.0, -1.0
        games = played @ np.abs(ends)
        self.own = np.maximum(games.sum(axis=0) ** 2 / np.maximum((games**2).sum(axis=0), 1.0), 2.0)
        shares = (points - played * of_row[first, second]) @ ends
        self._shares = shares - shares.mean(axis=0)
        self._inverse = np.linalg.inv(likelihood.information(self.points + self.points.T, of_row))

    def dispersion(self, comparisons: Floats, seeds: Floats) -> Floats:
        """Return φ of comparisons float64[m, n]: the ratio of their variance over the seeds to that of the model.

        If hardly any points went against the stronger side, that ratio says nothing. Its weight is the amount of
        information, in games (in the extreme: the points that were lost), at most the number of `seeds`, float64[m], of
        the agents compared; `PRIOR` has weight 1.
        """
        projected = comparisons @ self._inverse
        model = (projected * comparisons).sum(axis=1)
        variance = ((self._shares @ projected.T) ** 2).sum(axis=0) * seeds / (seeds - 1)
        weight = np.minimum(np.abs(comparisons).max(axis=1) ** 2 / model, seeds)
        phi: Floats = (weight * variance / model + PRIOR) / (weight + 1.0)
        return phi


def _intervals(field: _Field, elo: Floats, zero: list[int], least: float) -> tuple[Floats, Floats]:
    """Return both ends of the intervals, in Elo relative to the mean of the agents `zero`; `least`: see `rate_all`."""
    from scipy.special import stdtrit

    agents = len(elo)
    comparisons = np.eye(agents)
    comparisons[:, zero] -= 1.0 / len(zero)
    reach = _reach(field.table)
    # Nothing bounds the rating of an agent upward if one of the agents `zero` has never, directly or through others,
    # taken a point from it.
    opens = {1.0: ~reach[zero, :].all(axis=0), -1.0: ~reach[:, zero].all(axis=1)}
    is_free = np.abs(comparisons).max(axis=1) > 0  # not the anchor
    ends = {}
    for side, without in opens.items():
        end = np.where(without, side * np.inf, elo)
        bounded = np.flatnonzero(is_free & ~without)
        seeds = np.minimum(field.own[bounded], field.own[zero].max())
        phi = np.maximum(field.dispersion(comparisons[bounded], seeds), least)
        drops = stdtrit(seeds - 1, (1 + LEVEL) / 2) ** 2 * phi / 2
        sides = np.full(len(bounded), side)
        # Points come in ones and halves. Where few were lost, the likelihood falls too soon toward the field; with the
        # virtual draws, half a point more, it does not. On the far side it is right without them.
        for points, best in ((field.points, field.best), (credited(field.table), field.elo / ELO)):
            new_end = ELO * likelihood.ends(points, best, comparisons[bounded], drops, sides)
            end[bounded] = side * np.maximum(side * end[bounded], side * new_end)
        ends[side] = end
    return ends[-1.0], ends[1.0]


def _reach(points: Floats) -> Flags:
    """Return which agent (row) has taken points from which (column), directly or through others; bool[n, n]."""
    reach: Flags = (points > 0) | np.eye(len(points), dtype=bool)
    for _ in range(max(1, math.ceil(math.log2(len(points))))):
        reach = (reach.astype(np.float64) @ reach) > 0
    return reach


def _superiority(field: _Field) -> Floats:
    """Return how likely each agent (row) is better than each other (column), from the likelihood that they are equal.

    It is never higher than a match won in all seeds would make it: 1 - 2^-(N + 1).
    """
    from scipy.special import stdtr

    agents = len(field.table)
    chances, edge = np.full((agents, agents), 0.5), 0.5 ** (field.seeds + 1)
    top = likelihood.log_likelihood(field.points, field.best)
    for agent in range(agents - 1):
        others = np.arange(agent + 1, agents)
        comparisons = np.eye(agents)[agent] - np.eye(agents)[others]
        start = np.broadcast_to(field.best, comparisons.shape)
        equal, _ = likelihood.restricted(field.points, comparisons, np.zeros(len(others)), start)
        drop = np.maximum(top - likelihood.log_likelihood(field.points, equal), 0.0)
        seeds = np.minimum(field.own[agent], field.own[others])
        root = np.sqrt(2.0 * drop / field.dispersion(comparisons, seeds))
        chance = stdtr(seeds - 1, np.sign(comparisons @ field.best) * root)
        chances[agent, others] = np.clip(chance, edge, 1.0 - edge)
        chances[others, agent] = 1.0 - chances[agent, others]
    return chances


def table_of(sums: Floats, first: Indices, second: Indices, agents: int, games: Floats) -> Floats:
    """Return the points [n, n] from those of the pairings' first agents [K] and the games played [K].

    Two agents may be paired more than once, in several scenarios: their points are added.
    """
    points = np.zeros((agents, agents))
    np.add.at(points, (first, second), sums)
    np.add.at(points, (second, first), games - sums)
    return points
