"""What the scripted bots differ by: the weights of what they look at."""

from dataclasses import dataclass
from typing import Annotated

from tabletop.agents.numbers import Range
from tabletop.agents.temper import temper_record
from tabletop.base.arrays import Records

Weight = Annotated[float, Range(0.0, 5.0)]


@dataclass(frozen=True)
class Temperament:
    """The numbers of a bot. A worth of 1 is a goal.

    Attributes:
      back: how many figures stay behind the ball, the goalie among them.
      run: worth of each square that the holder comes nearer to the goal.
      danger: price of an enemy next to the holder.
      throw: weight of what a pass may bring.
      kick_from: least worth of a pass to be tried.
      chase: worth of each square that the nearest figure comes nearer to a loose ball.
      press: worth of each square that a figure comes nearer to an enemy who holds the ball.
      hunters: how many figures press.
      tackle: worth of a ball won by a tackle.
      rough: worth of an enemy pushed to the ground next to the ball, half of it elsewhere.
      patience: price of the points lost by a foul, each.
      post: worth of each square that a figure comes nearer to its post.
      noise: largest random part of an action's worth.
    """

    back: int = 2
    run: Weight = 0.12
    danger: Weight = 0.04
    throw: Weight = 1.0
    kick_from: Weight = 0.2
    chase: Weight = 0.1
    press: Weight = 0.08
    hunters: Weight = 2.0
    tackle: Weight = 0.7
    rough: Weight = 0.1
    patience: Weight = 0.06
    post: Weight = 0.02
    noise: Weight = 0.01

    def record(self) -> Records:
        """Return the numbers as the kernels take them: one record, [1]."""
        return temper_record(self)


RUNNER = Temperament(kick_from=0.3, run=0.14, throw=0.8, tackle=0.9, rough=0.3, patience=0.03)
PASSER = Temperament(back=3, run=0.09, danger=0.08, throw=1.2, kick_from=0.1, rough=0.02)
TEMPERAMENTS = {"runner": RUNNER, "passer": PASSER}
