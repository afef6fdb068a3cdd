"""What may come of an action, reckoned without dice: ways to the goal, interceptions on a pass's way, tackles.

For bots, and for policies that score actions. Whoever is in the way is taken to try to intercept where the pass first
comes into reach; who else might get there is left out.
"""

from collections.abc import Iterable

import numpy as np

from octagon_ball.rules.board import turned_direction
from octagon_ball.rules.figures import apart, figure_at, is_marked, square_of, stands
from octagon_ball.rules.passes import (
    COSTS,
    DICE,
    FARTHEST,
    MARKED,
    SHORTEST,
    interception_classes,
    need_of,
    receiver,
    roll,
)
from octagon_ball.rules.state import DIRECTIONS, MOST_TACKLES, NONE, ORDER_COST, STRIDE, WHITE, Game, World
from octagon_ball.rules.tackles import LEFT, RIGHT, SAME, is_foul, jostle_classes, tackle_classes
from tabletop.base.arrays import Float64, Int64
from tabletop.compiled.compiling import rule
from tabletop.game.chance import class_of


def _sums(dice: int) -> list[float]:
    """Chances of the sums of so many dice, by sum."""
    ways = np.ones(1)
    for _ in range(dice):
        ways = np.convolve(ways, np.array([0.0, *[1 / 6] * 6]))
    return [*ways, *[0.0] * (FARTHEST + 1 - len(ways))]


def _rolls(classes: Iterable[int], fouls: bool) -> list[int]:
    """Of 36 rolls those that win, are level, foul; `classes` of the die that resists, by the other's face."""
    digits = "".join(map(str, classes))
    return [digits.count(str(LEFT)), digits.count(str(SAME)), digits.count(str(RIGHT)) if fouls else 0]


FACES = range(1, 7)
# Chance that a pass of each kind goes so far (PA1).
DISTANCES = np.array([_sums(dice) for dice in DICE])
# By how many tackles and jostles the turn has had: chance to win, of a level roll, of a foul (TA2, TA7).
TACKLES = (
    np.array(
        [_rolls((tackle_classes(face, made) for face in FACES), is_foul(made)) for made in range(MOST_TACKLES + 1)]
    )
    / 36
)
# Likewise: chance to push the other down, that nothing happens, of a foul (JO3-JO5).
JOSTLES = (
    np.array([_rolls((jostle_classes(face, made) for face in FACES), True) for made in range(MOST_TACKLES + 1)]) / 36
)
GOAL, OWN_GOAL, CAUGHT, RECEIVED, WORTH = range(5)  # columns of what may come of a pass
COLUMNS = WORTH + 1


@rule
def forward(world: World, team: int, square: int) -> int:
    """How far up the board a square is as a team sees it: its x, -H to H."""
    x = int(world.board.x[square])
    return x if team == WHITE else -x


@rule
def steps_to_goal(world: World, team: int, square: int) -> int:
    """MV2: moves that a team's figure needs from a square over the other team's goal line, if nobody is in the way."""
    side_steps = abs(int(world.board.y[square])) - (int(world.rules.goal) - 1) // 2
    return 1 + max(int(world.rules.half) - forward(world, team, square), side_steps)


@rule
def nearest(world: World, game: Game, team: int, square: int) -> int:
    """The standing figure of a team that is nearest to a square, the first of several; NONE: nobody stands."""
    closest, shortest = NONE, 1000
    for number in range(world.rules.figures):
        who = STRIDE * team + number
        if stands(game, who):
            distance = apart(world, square_of(game, who), square)
            if distance < shortest:
                closest, shortest = who, distance
    return closest


@rule
def reach(world: World, game: Game, who: int, ball: int) -> float:
    """IN4-IN6: the chance of a standing figure to intercept a ball in a square in its reach, if it tries alone."""
    need = need_of(who, apart(world, square_of(game, who), ball))
    classes = interception_classes(need, MARKED if is_marked(world, game, who) else 0, True)
    faces = 0
    for face in range(1, 7):
        faces += int(class_of(classes, face) == 2)
    return faces / 6.0


@rule
def follow(world: World, ball: int, heading: int, squares: int) -> tuple[int, int, int]:
    """Where a free ball rolls: the team whose goal line it crosses, or NONE; its next square, or NONE; its last one."""
    following = NONE
    for k in range(squares):
        conceding, ball, heading = roll(world, ball, heading)
        if conceding != NONE:
            return conceding, following, ball
        following = ball if k == 0 else following
    return NONE, following, ball


@rule
def trace(world: World, game: Game, team: int, start: int, direction: int, squares: Int64, safe: Float64) -> int:
    """The way of a pass of `team` in a direction of the board, square by square.

    Args:
      world: rules and board.
      game: the position.
      team: who passes.
      start: the square from where.
      direction: of the board.
      squares: int64 [FARTHEST + 1]; from 1 on the squares entered are written.
      safe: float64 [FARTHEST + 1]; the chance that no enemy has intercepted the ball up to and in that square.

    Returns:
      The number of the step that would cross a goal line, from 1: negative where it is the own one; 0: none does.
    """
    ball, heading = start, direction
    safe[0] = 1.0
    squares[0] = start
    enemies_tried = 0
    for k in range(1, FARTHEST + 1):
        conceding, ball, heading = roll(world, ball, heading)
        if conceding != NONE:
            for step in range(k, FARTHEST + 1):
                squares[step] = NONE
                safe[step] = safe[k - 1]
            return -k if conceding == team else k
        squares[k] = ball
        safe[k] = safe[k - 1]
        for number in range(world.rules.figures):
            who = STRIDE * (1 - team) + number
            if enemies_tried >> number & 1 == 0 and stands(game, who) and apart(world, square_of(game, who), ball) <= 1:
                enemies_tried |= 1 << number
                safe[k] *= 1.0 - reach(world, game, who, ball)
    return 0


@rule
def ball_value(world: World, game: Game, team: int, square: int, received: bool, points: int) -> float:
    """What a ball in a square is worth to the team in turn with so many points left, about -1 to 1.

    Who has received it there has it (PA3); a loose one is worth as much more as the own figures are nearer (MV3).
    """
    advance = forward(world, team, square) / world.rules.half
    if received:
        if ORDER_COST * steps_to_goal(world, team, square) <= points:
            return 0.9
        return 0.35 + 0.3 * advance
    own, other = nearest(world, game, team, square), nearest(world, game, 1 - team, square)
    to_own = 50 if own == NONE else apart(world, square_of(game, own), square)
    to_other = 50 if other == NONE else apart(world, square_of(game, other), square)
    if ORDER_COST * (to_own + 1) <= points and figure_at(world, game, square) == NONE:
        return 0.3 + 0.3 * advance
    return 0.3 * advance + 0.05 * max(-4, min(4, to_other - to_own)) - (0.15 if to_other <= 3 else 0.0)


@rule
def weigh_passes(world: World, game: Game, team: int, out: Float64) -> None:
    """What may come of each pass of the holder's team: out float64 [3, 8, 5], by kind, own-side direction and column.

    The columns: the chance of a goal (GOAL); of an own goal; that an enemy intercepts the ball; that an own figure
    receives it; and what `ball_value` expects where it ends otherwise (WORTH).
    """
    squares, safe = np.zeros(FARTHEST + 1, np.int64), np.zeros(FARTHEST + 1)
    received = np.zeros(FARTHEST + 1, np.bool_)
    out[:] = 0.0
    for own_side in range(DIRECTIONS):
        crossing = trace(world, game, team, game.ball, turned_direction(team, own_side), squares, safe)
        line = FARTHEST + 1 if crossing == 0 else abs(crossing)
        for k in range(SHORTEST, min(line, FARTHEST + 1)):
            received[k] = receiver(world, game, team, squares[k]) != NONE
        for kind in range(len(DICE)):
            chances, points_left = out[kind, own_side], int(game.points) - COSTS[kind]
            for k in range(SHORTEST, FARTHEST + 1):
                share = DISTANCES[kind, k]
                if share == 0.0:
                    continue
                last = min(k, line - 1)
                chances[CAUGHT] += share * (1.0 - safe[last])
                if k >= line:
                    chances[GOAL if crossing > 0 else OWN_GOAL] += share * safe[last]
                else:
                    chances[RECEIVED] += share * safe[k] if received[k] else 0.0
                    value = ball_value(world, game, team, squares[k], received[k], points_left)
                    chances[WORTH] += share * safe[k] * value
