"""The weights of Beat to Quarters' reward shaping."""

from dataclasses import dataclass

from tabletop.game import shaping


@dataclass(frozen=True)
class Shaping(shaping.Shaping):
    """Weights of the shaping, each from -1,000,000 to 1,000,000; pass one to an environment to turn it on.

    Attributes:
      points: weight of the lead in points, as a share of what the dearer fleet costs.
      strength: weight of the lead in what the ships in action can still stand, likewise.
      gamma: discount of the learner, 0 < gamma <= 1.
    """

    points: float = 0.5
    strength: float = 0.5
    gamma: float = 1.0
