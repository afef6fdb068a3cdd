"""The potential of a position, for shaping: the lead in figures left and in flag progress.

Rewards are +1 for a win, -1 for a loss, 0 for a draw and for every step before the end; shaping, off by default, adds
to them what `tabletop.game.shaping` says.
"""

from paintball_env.distances import steps
from paintball_env.rules.flags import goal_of, is_held, place_of, prize_of
from paintball_env.rules.state import NONE, OVER, Game, World
from tabletop.base.arrays import Float64
from tabletop.compiled.compiling import rule


@rule
def progress(world: World, game: Game, team: int) -> float:
    """Progress of `team` with the flag it may carry, 0 … 1: half for carrying it, half for its nearness to the goal."""
    board = world.board
    number = prize_of(world, team)
    place = place_of(game, number)
    if place == NONE:
        return 0.0
    way = steps(world, board.home[0], board.home[1])
    bonus = 0.5 if is_held(game, number, team) else 0.0
    return bonus + 0.5 * max(0.0, 1.0 - steps(world, place, goal_of(world, team)) / way)


@rule
def potential(world: World, game: Game, team: int, weights: Float64) -> float:
    """The potential of a position for `team`; 0 in set-up and when the game is over.

    Args:
      world: rules and board.
      game: the position.
      team: 0 or 1; the other team's potential is the negative.
      weights: float64 [2], as `paintball_env.shaping.Shaping` names them: of the share of own figures left minus the
        share of the enemy's; of the own progress with the flag minus the enemy's.
    """
    if game.turn == 0 or game.decision == OVER:
        return 0.0
    sizes = world.rules.team_size
    figure_balance = 0.0
    for side in range(2):
        count = 0
        for number in range(sizes[team ^ side]):
            if game.figure[team ^ side, number].hex != NONE:
                count += 1
        figure_balance += (1 - 2 * side) * count / sizes[team ^ side]
    flag_balance = progress(world, game, team) - progress(world, game, 1 - team)
    return weights[0] * figure_balance + weights[1] * flag_balance
