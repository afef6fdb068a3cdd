"""The weights of State of War's reward shaping."""

from dataclasses import dataclass

from tabletop.game import shaping


@dataclass(frozen=True)
class Shaping(shaping.Shaping):
    """Weights of the shaping, each from -1,000,000 to 1,000,000; pass one to an environment to turn it on.

    Attributes:
      losses: weight of the lead in losses, each side's as a share of its points (VI1).
      gamma: discount of the learner, 0 < gamma <= 1.
    """

    losses: float = 1.0
    gamma: float = 1.0
