"""A costly decision of a game, as a review finds it and a viewer shows it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mistake:
    """A decision that gave something away. In points: 1 is a win, 0.5 a draw, 0 a loss.

    Attributes:
      decision: its number, from 1.
      turn: in which it was made.
      team: that made it.
      action: what was done, by name.
      better: what would have been better.
      position: in which it was made, as text.
      cost: how much better that would have been, in points of the team.
      error: standard error of `cost`.
    """

    decision: int
    turn: int
    team: int
    action: str
    better: str
    position: str
    cost: float
    error: float
