"""What the scripted bots differ by: the weights of what they look at."""

from dataclasses import dataclass
from typing import Annotated

from tabletop.agents.numbers import Range
from tabletop.agents.temper import temper_record
from tabletop.base.arrays import Records

Weight = Annotated[float, Range(0.0, 5.0)]
Share = Annotated[float, Range(0.0, 1.0)]
Metres = Annotated[float, Range(0.0, 3.0)]


@dataclass(frozen=True)
class Temperament:
    """The numbers of a bot. A worth of 1 is five men of 20 points.

    Attributes:
      book: 1: plays by the rules for a side without a player (SO); then the other numbers don't matter, but the noise.
      shot: weight of the harm that a volley is expected to do.
      shock: worth of a check of the enemy's morale that goes wrong, for each of its men, in 14.
      least: least harm of a volley, in men for each man of the unit, for which it shoots.
      patience: least share of what the same shots would do later on the mover's way for which it fires at him.
      give: weight of what its best volley would do from a place.
      fear: weight of what the enemy's volleys would do to it there.
      load: worth of a step of loading, as a share of that best volley.
      ready: worth of standing ready, likewise.
      keep: metres from the nearest enemy at which it likes to fight.
      approach: price of each metre more or less, of a unit of ten men.
      press: weight of a charge's harm to the enemy.
      mercy: weight of a charge's harm to itself.
      goal: price of three actions by which such a unit would come too late to the objective.
      command: worth of being near the commander.
      chief: by how much more its commander fears, and it likes to shoot at the other one.
      rough: price of standing in difficult ground.
      noise: largest random part of an action's worth.
    """

    book: int = 0
    shot: Weight = 1.0
    shock: Weight = 0.3
    least: Share = 0.06
    patience: Share = 0.7
    give: Weight = 0.5
    fear: Weight = 0.4
    load: Weight = 0.4
    ready: Weight = 0.1
    keep: Metres = 0.5
    approach: Weight = 0.5
    press: Weight = 1.0
    mercy: Weight = 1.0
    goal: Weight = 1.0
    command: Weight = 0.1
    chief: Weight = 2.0
    rough: Weight = 0.02
    noise: Share = 0.002

    def record(self) -> Records:
        """Return the numbers as the kernels take them: one record, [1]."""
        return temper_record(self)


REGULAR = Temperament(book=1)
CAREFUL = Temperament(keep=0.5, approach=0.6, load=0.3)
AGGRESSIVE = Temperament(keep=0.25, approach=1.2, fear=0.25, load=0.3, press=1.3, mercy=0.8)
TEMPERAMENTS = {"regular": REGULAR, "careful": CAREFUL, "aggressive": AGGRESSIVE}
