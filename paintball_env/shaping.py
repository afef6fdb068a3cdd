"""The weights of PaintBall's reward shaping."""

from dataclasses import dataclass

from tabletop.game import shaping


@dataclass(frozen=True)
class Shaping(shaping.Shaping):
    """Weights of the shaping, each from -1,000,000 to 1,000,000; pass one to an environment to turn it on.

    Attributes:
      figures: weight of the lead in figures left, see `paintball_env.reward.potential`.
      flag: weight of the lead in flag progress.
      gamma: discount of the learner, 0 < gamma <= 1; with another one than the learner's the sum no longer cancels.
    """

    figures: float = 0.3
    flag: float = 0.3
    gamma: float = 1.0
