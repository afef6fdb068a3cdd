"""How far values are from the truth: error variance, share explained, slope, calibration, with 95 % intervals.

Play-outs know a position's true value but for their own error, whose variance is known. It is subtracted, so no figure
depends on the number of play-outs, only its interval. Intervals are by bootstrap over positions (Efron, 1979), which
don't depend on each other; two agents are compared on the same positions.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tabletop.base.arrays import Float64, Records
from tabletop.env.batch.simulator import Simulator
from tabletop.game.definition import Scenario
from tabletop.rate.values.truth import TruthSet

SAMPLES = 1000  # of the bootstrap
LEVELS = (2.5, 97.5)  # percentiles
GROUPS = 10  # of positions, by their values
FEWEST = 2 * GROUPS  # positions from which anything is said
GAME = "game"  # names the game's own value of positions in the place of an agent


class Figure(NamedTuple):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


class Group(NamedTuple):
    """Positions with neighbouring values.

    Attributes:
      size: how many.
      value: the mean of the values expected.
      result: the mean of the results.
    """

    size: int
    value: float
    result: Figure


@dataclass(frozen=True)
class ValueErrors:
    """What a truth set shows of an agent's values.

    Attributes:
      agent: its name.
      positions: how many were judged.
      error: the mean square of the differences from the true values.
      explained: R2: the share of the true values' variance that isn't error; below 0: a constant is better.
      slope: of the true values over those expected; below 1: the agent is too sure.
      bias: the mean of the values expected less the true ones.
      groups: calibration, from the lowest values to the highest.
    """

    agent: str
    positions: int
    error: Figure
    explained: Figure
    slope: Figure
    bias: Figure
    groups: list[Group]


def values_of(agent: str, scenario: Scenario, games: Records) -> Float64:
    """Return what an agent expects in positions for the teams that decide, float64 [k], -1 … 1.

    Args:
      agent: its name; `game`: the game's own value of positions (`Simulator.values`).
      scenario: of the positions.
      games: their records, [k], none of which is over.

    Raises:
      ValueError: there is no such agent, it only plays, or its network values nothing.
    """
    simulator = Simulator(scenario, len(games))
    simulator.enter(games)
    if agent == GAME:
        return np.where(simulator.deciders == 0, simulator.values(0), simulator.values(1))
    try:
        values = simulator.evaluate(agent).values
    except TypeError as error:
        raise ValueError(str(error)) from None
    if np.isnan(values).any():
        raise ValueError(f"{agent}: its network gives no values of positions")
    return values


def value_errors(
    agents: list[str], truth: TruthSet, count: int, seed: int = 0
) -> tuple[list[ValueErrors], list[Figure]]:
    """Compare the values of agents with the first `count` positions of a truth set.

    Args:
      agents: their names; `game`: see `values_of`.
      truth: the set.
      count: at least `FEWEST`, and not more than it has.
      seed: of the bootstrap.

    Returns:
      What it shows of each; and by how much the errors (`ValueErrors.error`) of the others exceed those of the first.

    Raises:
      ValueError: `count` is out of range; and as in `values_of`.
    """
    if not FEWEST <= count <= truth.count:
        raise ValueError(f"positions {count}: from {FEWEST} to {truth.count}, which the set has")
    games, results = truth.positions(count), truth.results(count)
    # How often each position is in each sample; the first one is the set itself.
    rng = np.random.default_rng(seed)
    times = np.vstack([np.ones(count), rng.multinomial(count, np.full(count, 1 / count), SAMPLES)])
    values = [values_of(agent, truth.scenario, games) for agent in agents]
    errors = [np.square(own - results[:, 0]) - results[:, 1] for own in values]
    shown = [_shown(*each, results, times) for each in zip(agents, values, errors, strict=True)]
    return shown, [_figure(times @ (other - errors[0]) / count) for other in errors[1:]]


def _shown(agent: str, values: Float64, errors: Float64, results: Float64, times: Float64) -> ValueErrors:
    count, truth = len(values), results[:, 0]

    def mean(of: Float64) -> Float64:
        return times @ of / count

    def result(part: Any) -> Figure:
        return _figure(times[:, part] @ truth[part] / times[:, part].sum(axis=1))

    spread = mean(truth**2) - mean(truth) ** 2 - mean(results[:, 1])
    own_spread = mean(values**2) - mean(values) ** 2
    together = mean(values * truth) - mean(values) * mean(truth)
    order = np.array_split(np.argsort(values, kind="stable"), GROUPS)
    # All values, or all results, may be equal, and a sample may have no position of a group.
    with np.errstate(divide="ignore", invalid="ignore"):
        explained, slope = 1 - mean(errors) / spread, together / own_spread
        groups = [Group(len(part), float(values[part].mean()), result(part)) for part in order]
    error, r_squared, steepness, bias = map(_figure, (mean(errors), explained, slope, mean(values - truth)))
    return ValueErrors(agent, count, error, r_squared, steepness, bias, groups)


def _figure(samples: Any) -> Figure:
    """The first number with the interval of the others; NaN: there is none."""
    if not np.isfinite(samples[0]):
        return Figure(np.nan, np.nan, np.nan)
    low, high = np.percentile(samples[1:][np.isfinite(samples[1:])], LEVELS)
    return Figure(float(samples[0]), float(low), float(high))
