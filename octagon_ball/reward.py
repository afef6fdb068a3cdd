"""Shaping of rewards, off by default: the lead in goals, and how far the ball is up the board and whose it is."""

from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import Any

from octagon_ball.rules.figures import team_of
from octagon_ball.rules.state import NONE, OVER, WHITE, Game, World
from tabletop.compiling import rule


@rule
def potential(world: World, game: Game, team: int, weights: Any) -> float:
    """The potential of a position for `team`: the negative of the other team's; 0 in deployment and at the end.

    Args:
      world: rules and board.
      game: the position.
      team: 0 or 1.
      weights: float64 [3], as `Shaping.weights` gives them.
    """
    if game.turn == 0 or game.decision == OVER:
        return 0.0
    goals = max(1, int(world.rules.goals))
    lead = weights[0] * (int(game.score[team]) - int(game.score[1 - team])) / goals
    x = int(world.board.x[game.ball])
    way = weights[1] * (x if team == WHITE else -x) / int(world.rules.half)
    if game.holder == NONE:
        return lead + way
    return lead + way + (weights[2] if team_of(game.holder) == team else -weights[2])


@dataclass(frozen=True)
class Shaping:
    """Weights of the shaping; pass one to an environment to turn it on.

    Attributes:
      lead: weight of the lead in goals, as a share of those that win.
      way: weight of the ball's place between the goals, -1 at the own one to 1 at the other team's.
      ball: weight of holding the ball.
      gamma: discount of the learner, 0 < gamma <= 1.
    """

    lead: float = 0.5
    way: float = 0.1
    ball: float = 0.1
    gamma: float = 1.0

    def __post_init__(self) -> None:
        for name, value in (("lead", self.lead), ("way", self.way), ("ball", self.ball), ("gamma", self.gamma)):
            if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
                raise ValueError(f"{name} {value!r}: a finite number")
        if not 0.0 < self.gamma <= 1.0:
            raise ValueError(f"gamma {self.gamma}: must lie in (0, 1]")

    def weights(self) -> tuple[float, ...]:
        """The weights that `potential` takes."""
        return self.lead, self.way, self.ball

    def reward(self, before: float, after: float) -> float:
        """What a step adds, from the potentials before and after it."""
        return self.gamma * after - before
