"""The weights of octagon ball's reward shaping."""

from dataclasses import dataclass

from tabletop.game import shaping


@dataclass(frozen=True)
class Shaping(shaping.Shaping):
    """Weights of the shaping, each from -1,000,000 to 1,000,000; pass one to an environment to turn it on.

    Attributes:
      lead: weight of the lead in goals, as a share of those that win.
      way: weight of the ball's place between the goals, -1 at the own one to 1 at the other team's.
      ball: weight of holding the ball.
      near: weight of being nearer to a loose ball than the other team, as a share of the board's width.
      gamma: discount of the learner, 0 < gamma <= 1.
    """

    lead: float = 0.5
    way: float = 0.1
    ball: float = 0.1
    near: float = 0.1
    gamma: float = 1.0
