"""Two scenarios compared by the same agents and the same seeds: what differs, and whether it is more than luck."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop.rate.matches.balance import DIGITS
from tabletop.rate.matches.rating import DRAW, FEW, LEVEL, SURE, wilson
from tabletop.rate.matches.results import Results, name_of_ending

COUNTS = ("turns", "decisions")  # all other measured values are shares, 0 to 1
MOST_MORE = 1_000_000  # pairs: a difference that needs more doesn't count as one
SURER = 1.2  # factor on the estimated number of pairs, because what is measured now is luck, too


@dataclass(frozen=True)
class Difference:
    """How much higher a value is in the second scenario.

    Attributes:
      what: what was measured.
      one, other: its mean in the first scenario and in the second.
      difference, low, high: the second minus the first, with its 95 % interval (Student's, over seeds).
      pairs: number of seeds played, that is, of pairs of games of each two agents.
      more: how many more pairs it would take until the interval excludes 0, if the difference is as measured; 0: it
        does already; None: more than can be played. With fewer than FEW pairs, as many as are missing.
      share: whether it is a share, 0 to 1.
    """

    what: str
    one: float
    other: float
    difference: float
    low: float
    high: float
    pairs: int
    more: int | None
    share: bool = False

    @property
    def significant(self) -> bool:
        """Whether 0 lies outside the interval, and the pairs aren't too few to say so."""
        return self.more == 0

    def value(self, mean: float) -> str:
        """Return a mean as text for a person."""
        return f"{100 * mean:.1f} %" if self.share else f"{mean:.1f}"

    def apart(self) -> tuple[str, str]:
        """Return the difference and the interval as text for a person."""
        scale, unit = (100, " %") if self.share else (1, "")
        difference, low, high = (_signed(scale * number) for number in (self.difference, self.low, self.high))
        return f"{difference}{unit}", f"{low} to {high}"


def compare(one: Sequence[Results], other: Sequence[Results]) -> list[Difference]:
    """Compare two scenarios by matches of the same agents with the same seeds.

    Args:
      one: matches in the first scenario.
      other: the same in the second.

    Returns:
      Differences of team 0's share of the points, of the share of draws, of the turns and decisions per game, and of
      the share of games that ended in each way that comes up in one of the scenarios.

    Raises:
      ValueError: different agents or seeds, or fewer than two seeds.
    """
    for a, b in zip(one, other, strict=True):
        if (a.first, a.second) != (b.first, b.second) or not np.array_equal(a.seeds, b.seeds):
            raise ValueError("scenarios are compared by the same agents and the same seeds")
    if len(one[0].seeds) < 2:
        raise ValueError("scenarios are compared by two or more pairs of games")
    numbers = sorted({int(number) for match in (*one, *other) for number in np.unique(match.ending)})
    first, second = _by_seed(one, numbers), _by_seed(other, numbers)
    return [difference_of(what, first[what], second[what], what not in COUNTS) for what in first]


def _by_seed(matches: Sequence[Results], endings: Sequence[int]) -> dict[str, NDArray[np.float64]]:
    """Return the measured values, float64[P] each: the mean over all games with a seed, which aren't independent."""
    game = matches[0].game
    team = game.teams[0].capitalize()
    ended = np.stack([match.ending for match in matches])
    score = np.stack([np.stack([match.score[:, 0], 1 - match.score[:, 1]], axis=1) for match in matches])
    return {
        f"{team}'s score": score.mean(axis=(0, 2)),
        "drawn": (score == DRAW).mean(axis=(0, 2)),
        "turns": np.stack([match.turns for match in matches]).mean(axis=(0, 2)),
        "decisions": np.stack([match.decisions for match in matches]).mean(axis=(0, 2)),
        **{f"ended: {name_of_ending(game, number)}": (ended == number).mean(axis=(0, 2)) for number in endings},
    }


def difference_of(
    what: str, first: NDArray[np.float64], second: NDArray[np.float64], share: bool = False
) -> Difference:
    """Return the difference of two samples, float64[S] each, by the same seeds; `share`: it lies between -1 and 1."""
    from scipy.special import stdtrit

    differences, seeds = second - first, len(first)
    mean, spread = float(differences.mean()), float(differences.std(ddof=1))
    half = float(stdtrit(seeds - 1, (1 + LEVEL) / 2)) * spread / math.sqrt(seeds)
    low, high = mean - half, mean + half
    if share:
        if seeds < FEW:  # all alike, perhaps by luck: then Wilson's interval, scaled to -1 … 1, is wider
            sure_low, sure_high = wilson((1 + mean) / 2, seeds)
            low, high = min(low, 2 * sure_low - 1), max(high, 2 * sure_high - 1)
        low, high = max(-1.0, low), min(1.0, high)
    if seeds < FEW:
        more: int | None = FEW - seeds
    elif not low <= 0 <= high:
        more = 0
    elif mean == 0 or (pairs_needed := SURER * (SURE * spread / mean) ** 2) >= MOST_MORE:
        more = None
    else:
        more = max(1, math.ceil(pairs_needed) - seeds)
    # Rounded like a scenario's balance, so that both commands print the same numbers.
    means = [round(float(values.mean()), DIGITS) for values in (first, second)]
    ends = [round(number, DIGITS) for number in (mean, low, high)]
    return Difference(what, means[0], means[1], ends[0], ends[1], ends[2], seeds, more, share)


def words(difference: Difference) -> str:
    """Say whether it is more than luck."""
    if difference.pairs < FEW:
        return f"too few games to say: at least {difference.more} more pair{'' if difference.more == 1 else 's'}"
    if difference.significant:
        return "significant"
    if difference.more is None:
        return "no difference so far" if difference.low < difference.high else "no difference in any pair of games"
    return f"not yet significant: some {_round(difference.more)} more pairs"


def _signed(number: float) -> str:
    """A number with one digit after the point; with more where they show on which side of 0 it lies."""
    digits = next((digits for digits in range(1, DIGITS) if round(number, digits)), DIGITS if number else 1)
    return f"{number:+.{digits}f}" if number else "+0.0"


def _round(number: int) -> int:
    """Round a number up to two significant digits."""
    place = 10 ** max(0, len(str(number)) - 2)
    return -(-number // place) * place
