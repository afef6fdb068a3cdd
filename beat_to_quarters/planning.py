"""The kernels, the scripted bots as policies for planners, and what a position is worth to them.

See tabletop/game/templates/planning.py.
"""

import math

from beat_to_quarters.bots.choice import choose as policy
from beat_to_quarters.kernels import *  # noqa: F403
from beat_to_quarters.reward import dearer_fleet, strength_of_team
from beat_to_quarters.rules.ships import cost_of
from beat_to_quarters.rules.state import IN_ACTION, SHIPS, STRIDE, STRUCK, Game, World
from beat_to_quarters.rules.victory import points_of
from tabletop.base.arrays import Float64
from tabletop.compiled.compiling import rule

__all__ = ["policy", "value"]

POINTS, STRENGTH, RIGGING, LOOSE = range(4)  # what a value is made of


@rule
def value(world: World, game: Game, team: int, weights: Float64) -> float:
    """The expected result of a running battle for `team`, -1 to 1: the negative of the other team's.

    Args:
      world: rules and sea.
      game: the position.
      team: 0 or 1.
      weights: float64 [4]: of the leads in points; in strength; in the cost of ships in action, each for the share of
        its masts that stand; in that of the enemy's ships that have struck and are loose, which were left out of all
        these. A lead is a share of the dearer fleet's cost.
    """
    if game.turn == 0:
        return 0.0
    lead = weights[POINTS] * (points_of(world, game, team) - points_of(world, game, 1 - team))
    lead += weights[STRENGTH] * (strength_of_team(world, game, team) - strength_of_team(world, game, 1 - team))
    for who in range(SHIPS):
        ship = game.ships[who // STRIDE, who % STRIDE]
        if ship.state == IN_ACTION:
            standing = ship.masts / ship.rigged if ship.rigged > 0 else 1.0
            worth = weights[RIGGING] * cost_of(world, ship) * standing
            lead += worth if ship.holder == team else -worth
        elif ship.state == STRUCK:
            worth = weights[LOOSE] * cost_of(world, ship)
            lead += worth if ship.holder != team else -worth
    return math.tanh(lead / dearer_fleet(world, game))
