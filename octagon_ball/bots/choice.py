"""What a scripted bot does: the legal action that it thinks most of."""

import numpy as np

from octagon_ball.chances import (
    CAUGHT,
    COLUMNS,
    GOAL,
    JOSTLES,
    OWN_GOAL,
    TACKLES,
    WORTH,
    follow,
    forward,
    nearest,
    reach,
    steps_to_goal,
    weigh_passes,
)
from octagon_ball.rules import actions
from octagon_ball.rules.actions import decode
from octagon_ball.rules.board import turned_direction
from octagon_ball.rules.figures import apart, square_of, stands, team_of
from octagon_ball.rules.passes import awaited, no_pass
from octagon_ball.rules.state import (
    ACT,
    DIRECTIONS,
    GOALIE,
    NONE,
    ORDER_COST,
    STRIDE,
    WHITE,
    WIN_COST,
    Game,
    World,
)
from tabletop.agents.noise import uniform
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.header import Record

SURE = 1e6  # of an answer that noise doesn't change
LOST = 0.45  # price of a ball that the enemy has intercepted; a goal's worth is 1


@rule(shared=True)
def choose(world: World, game: Game, mask: Int8, temper: Record, key: np.uint64) -> int:
    """A legal action; `temper` is a temperament's record, `key` (uint64) the noise."""
    team = int(game.decider)
    passes = np.zeros((3, DIRECTIONS, COLUMNS))
    closest = NONE
    if game.decision == ACT:
        closest = nearest(world, game, team, int(game.ball))
        if no_pass(game, 0) == ALLOWED:
            weigh_passes(world, game, team, passes)
    best, best_worth = NONE, -1e9
    for action in range(mask.shape[0]):
        if mask[action] == 0:
            continue
        option, who, value = decode(world, game, action)
        worth = temper.noise * uniform(key, action)
        if option == actions.PLACE:
            worth -= _off_post(world, game, temper, value)
        elif option == actions.TRY:
            worth += SURE if _tries(world, game) else -SURE
        elif option == actions.TAKE_BALL:
            worth += SURE
        elif actions.SHORT <= option <= actions.LONG:
            chances = passes[option - actions.SHORT, turned_direction(team, value)]
            gain = chances[GOAL] - chances[OWN_GOAL] - LOST * chances[CAUGHT] + chances[WORTH]
            gain = temper.throw * (gain - _hold(world, game, team)) - temper.kick_from
            worth += gain - 0.02 * (0 if option == actions.SHORT else 3)
        elif who != NONE:
            worth += _order(world, game, temper, option, who, value, closest)
        if worth > best_worth:
            best, best_worth = action, worth
    return best


@rule
def _hold(world: World, game: Game, team: int) -> float:
    """What it is worth that the holder has the ball where it is."""
    return 0.1 + 0.3 * forward(world, team, game.ball) / world.rules.half


@rule
def _order(world: World, game: Game, temper: Record, option: int, who: int, value: int, closest: int) -> float:
    """The worth of an order to a figure."""
    if option == actions.PICK_UP:
        return 2.0
    if option == actions.TACKLE:
        return _tackle(game, temper)
    if option == actions.JOSTLE:
        return _jostle(world, game, temper, value)
    team = team_of(who)
    start = square_of(game, who)
    to = int(world.board.ahead[start, value])
    if to == NONE:
        return 10.0  # into the goal
    if game.holder == who:
        return _carry(world, game, temper, team, start, to)
    worth = temper.post * _nearer_to_post(world, game, temper, who, start, to) - 0.004
    approach = apart(world, start, game.ball) - apart(world, to, game.ball)
    if game.holder == NONE:
        if who == closest:
            worth += temper.chase * approach
    elif team_of(game.holder) != team and who % STRIDE != GOALIE and apart(world, start, game.ball) > 1:
        if _rank(world, game, who) < temper.hunters:
            worth += temper.press * approach
    return worth


@rule
def _carry(world: World, game: Game, temper: Record, team: int, start: int, to: int) -> float:
    """The worth of a move of the holder."""
    steps_before, steps_after = steps_to_goal(world, team, start), steps_to_goal(world, team, to)
    if steps_after < steps_before and ORDER_COST * steps_before <= game.points:
        return 5.0  # on the way to a goal in this turn
    worth = temper.run * (steps_before - steps_after)
    return worth - temper.danger * (_enemies_near(world, game, team, to) - _enemies_near(world, game, team, start))


@rule
def _enemies_near(world: World, game: Game, team: int, square: int) -> float:
    """How many enemies stand next to a square, and some of each that is near."""
    count = 0.0
    for number in range(world.rules.figures):
        who = STRIDE * (1 - team) + number
        if stands(game, who):
            count += max(0.0, 1.0 - 0.25 * (apart(world, square_of(game, who), square) - 1))
    return count


@rule
def _rank(world: World, game: Game, who: int) -> int:
    """How many standing figures of a figure's team are nearer to the ball; the goalie isn't counted."""
    team = team_of(who)
    own = apart(world, square_of(game, who), game.ball)
    count = 0
    for number in range(world.rules.figures):
        teammate = STRIDE * team + number
        if number != GOALIE and teammate != who and stands(game, teammate):
            distance = apart(world, square_of(game, teammate), game.ball)
            if distance < own or (distance == own and teammate < who):
                count += 1
    return count


@rule
def _tackle(game: Game, temper: Record) -> float:
    odds = TACKLES[int(game.tackles)]
    points_left = int(game.points) - ORDER_COST
    win_worth = temper.tackle if points_left >= WIN_COST else 0.5 * temper.tackle
    worth = odds[0] * win_worth + 0.5 * odds[1] * temper.tackle
    return worth - odds[2] * temper.patience * points_left


@rule
def _jostle(world: World, game: Game, temper: Record, whom: int) -> float:
    is_near = apart(world, square_of(game, whom), game.ball) <= 2
    worth = temper.rough if is_near or whom % STRIDE == GOALIE else 0.5 * temper.rough
    odds = JOSTLES[int(game.tackles)]
    return odds[0] * worth - odds[2] * temper.patience * (int(game.points) - ORDER_COST) - 0.01


@rule
def _nearer_to_post(world: World, game: Game, temper: Record, who: int, start: int, to: int) -> int:
    """How much nearer to its post a figure comes by a move."""
    x, y = _post(world, game, temper, who)
    board = world.board
    sign = 1 if team_of(who) == WHITE else -1
    distance = max(abs(sign * int(board.x[start]) - x), abs(sign * int(board.y[start]) - y))
    return distance - max(abs(sign * int(board.x[to]) - x), abs(sign * int(board.y[to]) - y))


@rule
def _post(world: World, game: Game, temper: Record, who: int) -> tuple[int, int]:
    """Where a figure is of use: (x, y) as its team sees it."""
    half = int(world.rules.half)
    team, number = team_of(who), who % STRIDE
    sign = 1 if team == WHITE else -1
    ball_x, ball_y = sign * int(world.board.x[game.ball]), sign * int(world.board.y[game.ball])
    mouth = (int(world.rules.goal) - 1) // 2
    if number == GOALIE:
        return -half, max(-mouth, min(mouth, ball_y * mouth // half))
    side = 1 if number % 2 == 1 else -1
    if number < temper.back:
        return (ball_x - half) // 2, (ball_y + side * (number // 2 + 1)) // 2
    spread = side * (1 + half * (number // 2) // max(1, int(world.rules.figures)))
    if game.holder != NONE and team_of(game.holder) == team:
        return min(half - 1, ball_x + 2 + half // 3), spread
    return ball_x - 1, (ball_y + spread) // 2


@rule
def _tries(world: World, game: Game) -> bool:
    """IN2: whether the figure asked tries to intercept now."""
    who = int(game.asked)
    own = team_of(who) == game.acting
    if reach(world, game, who, game.ball) == 0.0:
        return False
    conceding, following, last = follow(world, int(game.ball), int(game.heading), int(game.left))
    if not own and following == square_of(game, who):
        return False  # it comes nearer
    if conceding != NONE:
        return conceding == team_of(who)
    if not own:
        return True
    # Of the own team: it goes on where a figure of the team waits for a pass.
    return awaited(world, game, last) == NONE


@rule
def _off_post(world: World, game: Game, temper: Record, square: int) -> int:
    """DE2: how far a square is from the place of the figure asked in the formation."""
    who = int(game.asked)
    number, team = who % STRIDE, team_of(who)
    half = int(world.rules.half)
    sign = 1 if team == WHITE else -1
    side = 1 if number % 2 == 1 else -1
    x, y = -1, side * ((int(world.rules.goal) - 1) // 2 + 1 + 2 * (number // 2))
    if number == GOALIE:
        x, y = -half, 0
    elif number < temper.back:
        x, y = -half // 2, side * (number // 2 + 1)
    return abs(sign * int(world.board.x[square]) - x) + abs(sign * int(world.board.y[square]) - y)
