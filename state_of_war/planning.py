"""The kernels, the scripted bots as policies for planners, and what a position is worth to them.

See tabletop/game/templates/planning.py.
"""

import math

from state_of_war.bots.choice import choose as policy
from state_of_war.kernels import *  # noqa: F403
from state_of_war.rules.figures import figure_of, is_of, men_of
from state_of_war.rules.state import BROKEN, NONE, UNITS, Game, World
from state_of_war.rules.victory import holder_now, losses
from tabletop.base.arrays import Float64
from tabletop.compiled.compiling import rule

__all__ = ["policy", "stage", "value"]

LOST, HURT, BROKE, HELD = range(4)  # what a value is made of


@rule
def stage(game: Game, team: int) -> int:
    """The turn, in the team's own part of it (TU1); NONE: outside."""
    return int(game.turn) if game.turn > 0 and game.acting == team else NONE


@rule
def value(world: World, game: Game, team: int, weights: Float64) -> float:
    """The expected result of a running battle for `team`, -1 to 1: the negative of the other side's.

    Args:
      world: rules, table and forces.
      game: the position.
      team: 0 or 1.
      weights: float64 [4]: of the lead in losses, each as a share of the side's points (VI1); of wounded men likewise;
        of the men of broken units; of holding the objective, by the share of the turns that is over (VI2).
    """
    if game.turn == 0:
        return 0.0
    lead = 0.0
    for side in range(2):
        lost = weights[LOST] * losses(world, game, side)
        for number in range(UNITS):
            unit = side * UNITS + number
            begin, end = men_of(world, game, unit)
            for who in range(begin, end):
                if is_of(game, who, unit):
                    cost = world.men[side, who % 80].cost
                    lost += weights[HURT] * cost * figure_of(game, who).wounded
                    lost += weights[BROKE] * cost if game.units[side, number].morale >= BROKEN else 0.0
        lead += (-lost if side == team else lost) / float(world.costs[side])
    if world.rules.objective == 1:
        holder = holder_now(world, game)
        if holder != NONE:
            late = weights[HELD] * game.turn / float(world.rules.turns)
            lead += late if holder == team else -late
    return math.tanh(lead)
