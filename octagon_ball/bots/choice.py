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
from octagon_ball.rules.actions import (
    DONE,
    LET_PASS,
    PICK_UP,
    TACKLE_HOLDER,
    TRY,
    block,
    pass_action,
    square_action,
    turned_direction,
    turned_square,
    word_action,
)
from octagon_ball.rules.figures import apart, square_of, stands, team_of
from octagon_ball.rules.legal import take_action
from octagon_ball.rules.passes import awaited
from octagon_ball.rules.state import (
    ACT,
    DEPLOY,
    DIRECTIONS,
    GOALIE,
    NONE,
    ORDER_COST,
    STRIDE,
    TAKE,
    WHITE,
    WIN_COST,
    Game,
    World,
)
from tabletop.agents.noise import uniform
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record

LOST = 0.45  # price of a ball that the enemy has intercepted; a goal's worth is 1


@rule(shared=True)
def choose(world: World, game: Game, mask: Int8, temper: Record, key: np.uint64) -> int:
    """A legal action; `temper` is a temperament's record, `key` (uint64) the noise."""
    if game.decision == ACT:
        return _act(world, game, mask, temper, key)
    if game.decision == DEPLOY:
        return _deploy(world, game, mask, temper, key)
    if game.decision == TAKE:
        return take_action(world, game)
    words = word_action(int(world.rules.figures), int(world.rules.squares))
    return words + (TRY if mask[words + LET_PASS] == 0 or _tries(world, game) else LET_PASS)


@rule
def _act(world: World, game: Game, mask: Int8, temper: Record, key: np.uint64) -> int:
    figures, squares = int(world.rules.figures), int(world.rules.squares)
    team = int(game.acting)
    first_pass = pass_action(figures)
    passes = np.zeros((3, DIRECTIONS, COLUMNS))
    if mask[first_pass] == 1:
        weigh_passes(world, game, team, passes)
    ball = int(game.ball)
    closest = nearest(world, game, team, ball)
    best, best_worth = word_action(figures, squares) + DONE, -1e9
    for action in range(word_action(figures, squares) + DONE + 1):
        if mask[action] == 0:
            continue
        if action < first_pass:
            who, order = STRIDE * team + action // block(figures), action % block(figures)
            worth = _order(world, game, temper, who, order, closest)
        elif action < square_action(figures):
            chances = passes[(action - first_pass) // DIRECTIONS, (action - first_pass) % DIRECTIONS]
            worth = chances[GOAL] - chances[OWN_GOAL] - LOST * chances[CAUGHT] + chances[WORTH]
            worth = temper.throw * (worth - _hold(world, game, team)) - temper.kick_from
            worth -= 0.02 * (0 if action < first_pass + DIRECTIONS else 3)
        else:
            worth = 0.0
        worth += temper.noise * uniform(key, action)
        if worth > best_worth:
            best, best_worth = action, worth
    return best


@rule
def _hold(world: World, game: Game, team: int) -> float:
    """What it is worth that the holder has the ball where it is."""
    return 0.1 + 0.3 * forward(world, team, game.ball) / world.rules.half


@rule
def _order(world: World, game: Game, temper: Record, who: int, order: int, closest: int) -> float:
    """The worth of an order to a figure."""
    team = team_of(who)
    if order == PICK_UP:
        return 2.0
    if order == TACKLE_HOLDER:
        return _tackle(game, temper)
    if order > TACKLE_HOLDER:
        return _jostle(world, game, temper, STRIDE * (1 - team) + order - TACKLE_HOLDER - 1)
    start = square_of(game, who)
    to = int(world.board.ahead[start, turned_direction(team, order)])
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
def _deploy(world: World, game: Game, mask: Int8, temper: Record, key: np.uint64) -> int:
    """DE2: the square nearest to the figure's place in the formation."""
    figures, squares = int(world.rules.figures), int(world.rules.squares)
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
    best, best_worth = 0, -1e9
    for n in range(squares):
        action = square_action(figures) + n
        if mask[action] == 1:
            square = turned_square(team, squares, n)
            off_x, off_y = sign * int(world.board.x[square]) - x, sign * int(world.board.y[square]) - y
            worth = temper.noise * uniform(key, action) - (abs(off_x) + abs(off_y))
            if worth > best_worth:
                best, best_worth = action, worth
    return best
