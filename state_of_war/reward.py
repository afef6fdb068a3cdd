"""The potential of a position, for shaping: the lead in losses (VI1)."""

from state_of_war.rules.state import OVER, Game, World
from state_of_war.rules.victory import losses
from tabletop.base.arrays import Float64
from tabletop.compiled.compiling import rule


@rule
def potential(world: World, game: Game, team: int, weights: Float64) -> float:
    """The potential of a position for `team`: the negative of the other team's; 0 before and after the battle.

    Args:
      world: rules, table and forces.
      game: the position.
      team: 0 or 1.
      weights: float64 [1], as `state_of_war.shaping.Shaping` names them.
    """
    if game.turn == 0 or game.decision == OVER:
        return 0.0
    own = losses(world, game, team) / float(world.costs[team])
    other = losses(world, game, 1 - team) / float(world.costs[1 - team])
    return float(weights[0] * (other - own))
