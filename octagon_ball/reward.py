"""The potential of a position, for shaping: the lead in goals, where the ball is, whose it is, or who is nearer."""

from octagon_ball.chances import nearest
from octagon_ball.rules.figures import apart, square_of, team_of
from octagon_ball.rules.state import NONE, OVER, WHITE, Game, World
from tabletop.base.arrays import Float64
from tabletop.compiled.compiling import rule


@rule
def potential(world: World, game: Game, team: int, weights: Float64) -> float:
    """The potential of a position for `team`: the negative of the other team's; 0 in deployment and at the end.

    Args:
      world: rules and board.
      game: the position.
      team: 0 or 1.
      weights: float64 [4], as `octagon_ball.shaping.Shaping` names them.
    """
    if game.turn == 0 or game.decision == OVER:
        return 0.0
    goals = max(1, int(world.rules.goals))
    lead = weights[0] * (int(game.score[team]) - int(game.score[1 - team])) / goals
    x = int(world.board.x[game.ball])
    way = weights[1] * (x if team == WHITE else -x) / int(world.rules.half)
    if game.holder == NONE:
        own, other = nearest(world, game, team, game.ball), nearest(world, game, 1 - team, game.ball)
        if own == NONE or other == NONE:
            return lead + way
        distance_lead = apart(world, square_of(game, other), game.ball) - apart(world, square_of(game, own), game.ball)
        return lead + way + weights[3] * distance_lead / (2 * int(world.rules.half))
    return lead + way + (weights[2] if team_of(game.holder) == team else -weights[2])
