"""Shaping of rewards, off by default: the lead in goals, where the ball is, whose it is, or who is nearer to it."""

from dataclasses import dataclass
from typing import Any

from octagon_ball.prospects import nearest
from octagon_ball.rules.figures import apart, square_of, team_of
from octagon_ball.rules.state import NONE, OVER, WHITE, Game, World
from tabletop.compiling import rule
from tabletop.mistakes import check_weights


@rule
def potential(world: World, game: Game, team: int, weights: Any) -> float:
    """The potential of a position for `team`: the negative of the other team's; 0 in deployment and at the end.

    Args:
      world: rules and board.
      game: the position.
      team: 0 or 1.
      weights: float64 [4], as `Shaping.weights` gives them.
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


@dataclass(frozen=True)
class Shaping:
    """Weights of the shaping, each at most a million; pass one to an environment to turn it on.

    Attributes:
      lead: weight of the lead in goals, as a share of those that win.
      way: weight of the ball's place between the goals, -1 at the own one to 1 at the other team's.
      ball: weight of holding the ball.
      near: weight of being nearer to a loose ball than the other team, as a share of the board's width.
      gamma: discount of the learner, 0 < gamma <= 1.
    """

    lead: float = 0.5
    way: float = 0.1
    ball: float = 0.1
    near: float = 0.1
    gamma: float = 1.0

    def __post_init__(self) -> None:
        check_weights(self)

    def weights(self) -> tuple[float, ...]:
        """The weights that `potential` takes."""
        return self.lead, self.way, self.ball, self.near

    def reward(self, before: float, after: float) -> float:
        """What a step adds, from the potentials before and after it."""
        return self.gamma * after - before
