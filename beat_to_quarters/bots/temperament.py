"""What the scripted bots differ by: the weights of what they look at."""

from dataclasses import dataclass
from typing import Annotated

from tabletop.agents.numbers import Range
from tabletop.agents.temper import temper_record
from tabletop.base.arrays import Records

Weight = Annotated[float, Range(0.0, 3.0)]
Hexes = Annotated[float, Range(0.0, 40.0)]
Share = Annotated[float, Range(0.0, 1.0)]
Margin = Annotated[float, Range(-6.0, 7.0)]


@dataclass(frozen=True)
class Temperament:
    """The numbers of a bot. A worth of 1 is an enemy's frigate.

    Attributes:
      table: 1: turns by the table of the rules for solo play (SO3); then most of the other numbers don't matter.
      shot: weight of what the own shots are worth from a place.
      fear: weight of what the enemy's shots are worth there.
      rake: worth of a place from which it could rake.
      keep: hexes from the nearest enemy at which it likes to fight.
      approach: price of every ten hexes more or less.
      grip: price of every ten hexes to the ship that it would board.
      likely: least chance to take a ship that it would board.
      way: worth of a heading by which it sails with four dice.
      irons: price of being in irons.
      water: price of having no free water ahead.
      foul: price of running into an enemy; twice as much into a friend, and less where one lies ahead.
      blaze: price of lying next to a burning ship.
      idle: price of heaving to.
      patience: least share of the best shot within its reach for which it fires.
      least: least worth of a shot early in a turn.
      grapple_from: least margin in boarding with which it grapples (BO2).
      loose_below: margin below which it cuts loose.
      timing: by how much both margins are better in a turn in which its team boards first, and worse in others (BO1).
      chase: hexes within which it goes on after ships that have struck (VI1).
      noise: largest random part of an action's worth.
    """

    table: int = 0
    shot: Weight = 1.0
    fear: Weight = 0.6
    rake: Weight = 0.05
    keep: Hexes = 3.0
    approach: Weight = 0.3
    grip: Weight = 0.1
    likely: Share = 0.4
    way: Weight = 0.1
    irons: Weight = 0.5
    water: Weight = 0.6
    foul: Weight = 0.4
    blaze: Weight = 0.2
    idle: Weight = 1.0
    patience: Share = 0.8
    least: Share = 0.05
    grapple_from: Margin = 2.0
    loose_below: Margin = 0.0
    timing: Weight = 0.0
    chase: Hexes = 30.0
    noise: Share = 0.01

    def record(self) -> Records:
        """Return the numbers as the kernels take them: one record, [1]."""
        return temper_record(self)


ADMIRAL = Temperament(table=1)
GUNNER = Temperament(rake=0.2, approach=0.4, grip=0.2, irons=0.7, patience=0.9, least=0.07, noise=0.02)
BOARDER = Temperament(
    shot=1.4,
    fear=0.4,
    rake=0.2,
    keep=2.0,
    approach=0.8,
    grip=0.45,
    irons=0.7,
    water=0.4,
    foul=0.7,
    blaze=0.45,
    grapple_from=0.0,
    loose_below=-1.0,
)
TEMPERAMENTS = {"admiral": ADMIRAL, "gunner": GUNNER, "boarder": BOARDER}
