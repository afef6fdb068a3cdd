"""What may come of a shot, a check or a fight on deck, reckoned exactly, without dice.

For bots, and for policies that score actions. Shots are reckoned as round shot (AM).
"""

import numpy as np

from beat_to_quarters.rules import damage, gunnery, state
from beat_to_quarters.rules.boarding import melee_score
from beat_to_quarters.rules.ships import cost_of, crew_of, ship_of
from beat_to_quarters.rules.state import EFFECTS, IN_ACTION, STARBOARD, Game, Ship, World
from beat_to_quarters.rules.tables import BURNS, FLOATS, MASTS, OUT, RISE, RUDDER
from tabletop.base.arrays import Float64
from tabletop.compiled.compiling import rule

FACES = 6
# GU7: chance that a D6 less another one is -5 … 5.
DIFFERENCES = np.array([FACES - abs(gap) for gap in range(1 - FACES, FACES)]) / FACES**2
FARTHEST_SCORE = 16  # BO2: what is added to the attacker's die, either way
# BO3: chance that the attacker's die with -16 … 16 is higher than the defender's.
MELEE = np.array(
    [
        sum(die + score > other for die in range(1, FACES + 1) for other in range(1, FACES + 1)) / FACES**2
        for score in range(-FARTHEST_SCORE, FARTHEST_SCORE + 1)
    ]
)
# What is lost beside rates: shares of a ship.
MAST_LOSS, RUDDER_LOSS, FIRE_LOSS = 0.15, 0.05, 0.3
USUAL_COST = 50.0  # SH6: of a frigate with an elite crew; what worths are measured by


@rule
def weigh_shot(world: World, game: Game, who: int, whom: int, side: int, near: int) -> Float64:
    """What a shot of a ship at another one is expected to do (`tables.expected`), float64 [EFFECTS].

    `side` and `near` are those of `shot_at`.
    """
    ship, target = ship_of(game, who), ship_of(game, whom)
    rate, raking = gunnery.gun_rate(ship, side), gunnery.raking_of(game, who, whom, side, near)
    more = int(target.rate) - rate + damage.bonus(world, game, who, near) + raking
    out = np.zeros(EFFECTS)
    for gap in range(DIFFERENCES.shape[0]):
        column = more + gap - (FACES - 1)
        if side > STARBOARD and ship.battery == 0:
            column = gunnery.chased(column)
        if column >= 0:
            row = world.expected[min(column, state.MOST_COLUMN)]
            for effect in range(EFFECTS):
                out[effect] += DIFFERENCES[gap] * row[effect]
        else:
            out[FLOATS] += DIFFERENCES[gap]
    if target.battery == 0 and ship.battery == 0 and damage.is_spared(rate, int(target.rate), raking > 0):
        out[RISE] = 0.0
    return out


@rule
def life_of(ship: Ship) -> int:
    """DA2: how many rates a ship in action can lose before it strikes, at least 1."""
    by_crew = 2 * (int(ship.skill) + 2) + int(ship.built) - int(ship.rate)
    return max(1, min(state.RATES + 1 - int(ship.rate), by_crew))


@rule
def harm_of(target: Ship, expected: Float64) -> float:
    """The share of a ship that a shot is expected to take, 0 to 1; `expected` is what `weigh_shot` says."""
    harm = expected[RISE] / life_of(target) + expected[OUT] + FIRE_LOSS * expected[BURNS]
    if target.battery == 0:
        harm += RUDDER_LOSS * expected[RUDDER]
        if target.masts > 0:
            harm += MAST_LOSS * expected[MASTS]
    return min(1.0, harm)


@rule
def worth_of(world: World, ship: Ship) -> float:
    """VI3: what a ship is worth, by its cost: about 0.3 to 1.3."""
    return cost_of(world, ship) / USUAL_COST


@rule
def passing(ship: Ship) -> float:
    """CC1: the chance that a ship's check passes."""
    return min(6, max(0, 2 + crew_of(ship))) / 6.0


@rule
def boarding(game: Game, who: int, whom: int) -> float:
    """BO3, BO5, BO6: the chance that a ship in action takes another one that it boards."""
    other = ship_of(game, whom)
    if other.state != IN_ACTION or other.burning == 1:
        return 1.0
    score = melee_score(game, who, whom)
    return float(MELEE[min(FARTHEST_SCORE, max(-FARTHEST_SCORE, score)) + FARTHEST_SCORE])
