"""Temperaments: one record of numbers a bot; the kernels read them, the bots differ in nothing else.

Worths are counted in figures put out. What a number of 0 says is left out of a bot's thinking.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.header import record


@dataclass(frozen=True)
class Temperament:
    """How a bot weighs things.

    Attributes:
      noise: width of the noise on every score; 0 plays the same in the same position.
      caution: weight of the enemy's fire on a hex.
      price: of a die to its shooter, for misfires: what a shot must at least be worth.
      range: hexes to the nearest enemy at which a figure without a part likes to be.
      press: worth of each hex nearer to that range.
      runner: worth of each step of the first runner toward the prize.
      second: the same of the second runner.
      pack: the same of everybody else.
      guard: 1: the figure nearest to the own flag minds it (Capture the Flag).
      patience: share of the turns in which it holds its ground; then it comes, or sooner with `LEAD` figures more.
      post: while it holds, worth of each step nearer to the own ground.
      cover: worth of standing in cover that no enemy fires at yet.
      sentry: worth of a sure hit on those who come into the line of fire.
      aim: worth added to taking aim where an aimed die is worth shooting.
      pin: weight of the fire that a suppressed enemy won't give.
      opening: weight of the charge that suppression opens to others.
      charge: added to the worth of a charge.
      loss: price of a lost charge.
      smoke: weight of the enemy's fire that smoke takes away.
      paint: weight of those marked by paint.
      cover_at: set-up: steps from the own base at which cover is placed.
      forward: set-up: worth of each step of a figure toward the enemy.
      massed: set-up: worth of each figure already in the hex.
      smokes: set-up: share of smoke among the grenades.
    """

    noise: float = 0.02
    caution: float = 1.0
    price: float = 0.05
    range: float = 2.0
    press: float = 0.08
    runner: float = 0.25
    second: float = 0.15
    pack: float = 0.0
    guard: float = 1.0
    patience: float = 0.0
    post: float = 0.0
    cover: float = 0.0
    sentry: float = 0.2
    aim: float = 0.0
    pin: float = 0.1
    opening: float = 0.9
    charge: float = 0.0
    loss: float = 1.0
    smoke: float = 0.5
    paint: float = 1.0
    cover_at: float = 2.0
    forward: float = 0.1
    massed: float = -0.03
    smokes: float = 0.0

    def record(self) -> NDArray[np.void]:
        """Return the numbers as the kernels take them: one record, [1]."""
        found = np.zeros(1, TEMPER)
        for field in fields(self):
            found[field.name] = getattr(self, field.name)
        return found

    def tempered(self, caution: float, noise: float) -> "Temperament":
        """Return the same with another noise, and `caution` times as careful."""
        return replace(self, caution=self.caution * caution, noise=noise)


TEMPER = record(*((field.name, "f8") for field in fields(Temperament)))
Temper = Any  # the record, as compiled functions see it

LEAD = 2  # figures more than the enemy: enough to come out

HUNTER = Temperament()
SENTINEL = Temperament(
    caution=1.4, range=3.0, runner=0.35, second=0.25, pack=0.12, patience=0.25, post=0.3, cover=0.2, sentry=0.9,
    aim=0.15, opening=0.6, loss=1.3, smoke=0.3, cover_at=1.4, forward=-0.05, massed=-0.1,
)  # fmt: skip
RAIDER = Temperament(
    range=1.0, press=0.12, runner=0.35, second=0.2, pack=0.05, guard=0.0, sentry=0.05, pin=0.8, loss=0.6, smoke=2.5,
    paint=1.4, cover_at=3.4, forward=0.15, massed=0.0, smokes=0.5,
)  # fmt: skip

TEMPERAMENTS = {"hunter": HUNTER, "sentinel": SENTINEL, "raider": RAIDER}
