"""Decisions of a game as a review has judged them, and a viewer shows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

BEST, GOOD, DOUBTFUL, COSTLY = GRADES = ("best", "good", "doubtful", "costly")
LITTLE = 0.01  # points: a decision that costs less is a good one
SURE = 2.0  # standard errors
MOST = 5  # costly decisions of a team that are listed


def grade_of(cost: float, error: float) -> str:
    """Return the grade of a decision: `costly` only where the error leaves no doubt that it cost `LITTLE` or more.

    It is `doubtful` if it seems to have cost so much, and more than the error of that.

    Args:
      cost: how much better another one would have been, in points.
      error: standard error of `cost`.
    """
    if cost - SURE * error >= LITTLE:
        return COSTLY
    return DOUBTFUL if cost >= max(LITTLE, error) else GOOD if cost > 0 else BEST


@dataclass(frozen=True)
class Judged:
    """A decision and what it cost. In points: 1 is a win, 0.5 a draw, 0 a loss.

    Attributes:
      decision: its number, from 1.
      turn: in which it was made.
      team: that made it.
      action: what was done, by name.
      better: what would have been better, by name; empty: nothing that was tried came out better.
      position: in which it was made, as text; empty where `better` is.
      cost: how much better that would have been, in points of the team; below 0: it came out worse when it was
        played out again.
      error: standard error of `cost`.
      measured: whether `cost` is a mean of play-outs that had no part in finding out that it may be high.
    """

    decision: int
    turn: int
    team: int
    action: str
    better: str = ""
    position: str = ""
    cost: float = 0.0
    error: float = 0.0
    measured: bool = False

    @property
    def grade(self) -> str:
        """One of `GRADES`."""
        return grade_of(self.cost, self.error) if self.better else BEST


def costliest(decisions: Iterable[Judged], most: int = MOST) -> list[Judged]:
    """Return the costly decisions, the costliest first, at most so many of a team; those of team 0 first."""
    costly = sorted((each for each in decisions if each.grade == COSTLY), key=lambda each: -each.cost)
    return [top for team in (0, 1) for top in [each for each in costly if each.team == team][:most]]


@dataclass(frozen=True)
class Lost:
    """What decisions have cost together.

    Attributes:
      decisions: their number.
      counts: how many have each of `GRADES`.
      cost: the sum of the costs that were measured, in points; the others are near 0.
      error: standard error of `cost`.
    """

    decisions: int
    counts: tuple[int, ...]
    cost: float
    error: float


def lost_by(decisions: Sequence[Judged]) -> Lost:
    """Return what these decisions have cost together."""
    grades = [each.grade for each in decisions]
    measured = [each for each in decisions if each.measured]
    error = sum(each.error**2 for each in measured) ** 0.5
    return Lost(len(decisions), tuple(map(grades.count, GRADES)), sum(each.cost for each in measured), error)
