"""What a policy that scores actions takes: a row of facts about the position, and a row about each legal action.

Both are seen from the own side, are numbers of about -1 to 1, and depend neither on the board's size nor on the number
of figures: one network plays every scenario. What may come of an action is that of `octagon_ball.prospects`.
"""

from typing import Any

import numpy as np

from octagon_ball.observation import MATCH, observe_match
from octagon_ball.prospects import (
    COLUMNS,
    FELLS,
    TACKLES,
    follow,
    forward,
    nearest,
    reach,
    steps_to_goal,
    weigh_passes,
)
from octagon_ball.rules.actions import (
    DONE,
    PICK_UP,
    TACKLE_HOLDER,
    TAKE,
    block,
    pass_action,
    square_action,
    turned_direction,
    turned_square,
    word_action,
)
from octagon_ball.rules.figures import apart, figure_at, is_marked, square_of, stands, team_of
from octagon_ball.rules.passes import COSTS
from octagon_ball.rules.state import DIRECTIONS, GOALIE, NONE, STRIDE, WHITE, Game, World
from tabletop.compiling import rule

VERSION = 1  # of both rows

# Of each team, the own one first.
TEAM = (
    "distance of the nearest figure to the ball",
    "standing figures next to the ball",
    "standing figures within 3 squares of it",
    "figures on the ground",
    "figures between the ball and the own goal",
    "mean place along the board",
    "the goalie is in its goal zone",
    "steps of the holder to the goal",
    "1: it can run into the goal with the points left",
    "marked figures",
)
# Of each action.
KINDS = (
    *("move", "pick up", "tackle", "jostle", "short pass", "medium pass", "long pass"),
    *("intercept", "let pass", "done", "deploy"),
)
ACTION = (
    *KINDS,
    "points left afterwards",
    # Moves, pick-ups and deployment: the figure.
    "a goalie's",
    "the holder's",
    "the nearest figure's to the ball",
    "x of the square where it will be",
    "y of it",
    "distance to the ball before",
    "nearer to the ball",
    "farther up the board",
    "enemies next to the square",
    "fewer enemies than next to the old one",
    "own figures next to the square",
    "in the own goal zone",
    "between the ball and the own goal",
    "in the ball's square",
    # The holder's moves.
    "steps to the goal afterwards",
    "nearer to the goal",
    "1: the goal can be reached with the points left",
    "1: into the goal",
    # Tackles and jostles.
    "chance to win",
    "chance of a level roll",
    "chance of a foul",
    "the other's distance to the ball",
    "the other is a goalie",
    # Passes.
    "chance of a goal",
    "chance of an own goal",
    "chance to be intercepted",
    "chance to be received",
    "what it is worth where it ends otherwise",
    "x of the direction",
    "y of the direction",
    # Interceptions.
    "chance to intercept",
    "1: the ball comes nearer in its next square",
    "1: the ball would go into the own goal",
    "1: it would go into the other goal",
    "1: a figure of the own team would receive it",
    "1: an enemy would receive it",
    "of the passing team",
)
_MATCH, _TEAM = len(MATCH), len(TEAM)
POSITION_FACTS, ACTION_FACTS = _MATCH + 2 * _TEAM, len(ACTION)
KIND_FACTS = len(KINDS)  # facts about an action that say of which kind it is, the first ones
_POINTS = len(KINDS)
_FIGURE = _POINTS + 1
_HOLDER = _FIGURE + 14
_FIGHT = _HOLDER + 4
_PASS = _FIGHT + 5
_TRY = _PASS + 7
MOVING, PICKING_UP, TACKLING, JOSTLING, PASSING = range(5)
TAKING, LETTING, ENDING, DEPLOYING = range(7, 11)


@rule(shared=True)
def observe_position(world: World, game: Game, team: int, out: Any) -> None:
    """Write the facts of a position as `team` sees it; out float32 [P], overwritten."""
    out[:] = 0.0
    observe_match(world, game, team, out)
    if game.ball == NONE:
        return
    for side in range(2):
        first = _MATCH + side * _TEAM
        _observe_team(world, game, team ^ side, out[first : first + _TEAM])


@rule
def _observe_team(world: World, game: Game, team: int, out: Any) -> None:
    figures = int(world.rules.figures)
    half = float(world.rules.half)
    ball = int(game.ball)
    closest = nearest(world, game, team, ball)
    out[0] = 1.0 if closest == NONE else apart(world, square_of(game, closest), ball) / (2 * half)
    for number in range(figures):
        who = STRIDE * team + number
        square = square_of(game, who)
        if square == NONE:
            continue
        out[5] += forward(world, team, square) / (half * figures)
        if not stands(game, who):
            out[3] += 1.0 / figures
            continue
        distance = apart(world, square, ball)
        out[1] += 0.25 if distance <= 1 else 0.0
        out[2] += 0.25 if distance <= 3 else 0.0
        out[4] += 0.25 if _between(world, team, ball, square) else 0.0
        out[9] += 1.0 / figures if is_marked(world, game, who) else 0.0
    goalie = square_of(game, STRIDE * team + GOALIE)
    out[6] = 1.0 if goalie != NONE and world.board.zone[team, goalie] == 1 else 0.0
    if game.holder != NONE and team_of(game.holder) == team:
        steps = steps_to_goal(world, team, ball)
        out[7] = steps / (2 * half)
        points = game.points if game.acting == team else world.rules.points
        out[8] = 1.0 if steps <= points else 0.0


@rule
def _between(world: World, team: int, ball: int, square: int) -> bool:
    """Whether a square is nearer to a team's own goal than the ball, and not far from the line between them."""
    depth = forward(world, team, ball) - forward(world, team, square)
    offset = abs(int(world.board.y[square]) - int(world.board.y[ball]))
    return depth > 0 and offset <= depth


@rule(shared=True)
def observe_legal(world: World, game: Game, mask: Any, out: Any, listed: Any) -> int:
    """Write the facts of the legal actions of the team that decides.

    Args:
      world: rules and board.
      game: the position, not over.
      mask: int8 [A], the legal actions.
      out: float32 [n or more, K]; n rows are overwritten.
      listed: int16 [n or more]; the n legal actions are written.

    Returns:
      n, how many actions are legal.
    """
    figures, squares = int(world.rules.figures), int(world.rules.squares)
    team = int(game.decider)
    first_pass, first_square = pass_action(figures), square_action(figures)
    words = word_action(figures, squares)
    passes = np.zeros((3, DIRECTIONS, COLUMNS))
    if mask[first_pass] == 1:
        weigh_passes(world, game, team, passes)
    closest = nearest(world, game, team, game.ball)
    count = 0
    for action in range(words + DONE + 1):
        if mask[action] == 0:
            continue
        row = out[count]
        row[:] = 0.0
        listed[count] = action
        count += 1
        row[_POINTS] = game.points / world.rules.points
        if action < first_pass:
            who, order = STRIDE * team + action // block(figures), action % block(figures)
            _observe_order(world, game, who, order, closest, row)
        elif action < first_square:
            kind, direction = (action - first_pass) // DIRECTIONS, (action - first_pass) % DIRECTIONS
            _observe_pass(world, game, kind, direction, passes[kind, direction], row)
        elif action < words:
            row[DEPLOYING] = 1.0
            square = turned_square(team, squares, action - first_square)
            _observe_square(world, game, int(game.asked), NONE, square, row)
        elif action == words + DONE:
            row[ENDING] = 1.0
        else:
            row[TAKING if action == words + TAKE else LETTING] = 1.0
            _observe_try(world, game, action == words + TAKE, row)
    return count


@rule
def _observe_order(world: World, game: Game, who: int, order: int, closest: int, row: Any) -> None:
    points, half = float(world.rules.points), float(world.rules.half)
    team = team_of(who)
    row[_POINTS] = (game.points - 1) / points
    row[_FIGURE] = 1.0 if who % STRIDE == GOALIE else 0.0
    row[_FIGURE + 1] = 1.0 if game.holder == who else 0.0
    row[_FIGURE + 2] = 1.0 if who == closest else 0.0
    start = square_of(game, who)
    if order < PICK_UP:
        row[MOVING] = 1.0
        _observe_move(world, game, who, start, int(world.board.ahead[start, turned_direction(team, order)]), row)
    elif order == PICK_UP:
        row[PICKING_UP] = 1.0
        _observe_square(world, game, who, start, start, row)
    elif order == TACKLE_HOLDER:
        row[TACKLING] = 1.0
        tackles = int(game.tackles)
        row[_FIGHT] = TACKLES[tackles, 0]
        row[_FIGHT + 1] = TACKLES[tackles, 1]
        row[_FIGHT + 2] = TACKLES[tackles, 2] if tackles > 0 else 0.0
    else:
        row[JOSTLING] = 1.0
        whom = STRIDE * (1 - team) + order - TACKLE_HOLDER - 1
        row[_FIGHT] = row[_FIGHT + 2] = FELLS
        row[_FIGHT + 1] = 1 - 2 * FELLS
        row[_FIGHT + 3] = apart(world, square_of(game, whom), game.ball) / (2 * half)
        row[_FIGHT + 4] = 1.0 if whom % STRIDE == GOALIE else 0.0


@rule
def _observe_move(world: World, game: Game, who: int, start: int, to: int, row: Any) -> None:
    if to == NONE:
        row[_HOLDER + 3] = 1.0
        return
    _observe_square(world, game, who, start, to, row)
    if game.holder == who:
        team = team_of(who)
        steps_before, steps_after = steps_to_goal(world, team, start), steps_to_goal(world, team, to)
        row[_HOLDER] = steps_after / (2.0 * world.rules.half)
        row[_HOLDER + 1] = float(steps_before - steps_after)
        row[_HOLDER + 2] = 1.0 if steps_after <= game.points - 1 else 0.0


@rule
def _observe_square(world: World, game: Game, who: int, start: int, to: int, row: Any) -> None:
    """Where a figure will be: from `start`, NONE in deployment, to a square."""
    board, half = world.board, float(world.rules.half)
    team = team_of(who)
    sign = 1.0 if team == WHITE else -1.0
    ball = int(game.ball)
    own, enemies, enemies_before = 0, 0, 0
    for side in range(2):
        for number in range(world.rules.figures):
            other_figure = STRIDE * (team ^ side) + number
            if other_figure == who or not stands(game, other_figure):
                continue
            square = square_of(game, other_figure)
            if apart(world, square, to) == 1:
                own += 1 - side
                enemies += side
            if side == 1 and start != NONE and apart(world, square, start) == 1:
                enemies_before += 1
    row[_FIGURE + 3] = sign * board.x[to] / half
    row[_FIGURE + 4] = sign * board.y[to] / half
    if start != NONE:
        row[_FIGURE + 5] = apart(world, start, ball) / (2 * half)
        row[_FIGURE + 6] = float(apart(world, start, ball) - apart(world, to, ball))
        row[_FIGURE + 7] = float(forward(world, team, to) - forward(world, team, start))
    row[_FIGURE + 8] = 0.5 * enemies
    row[_FIGURE + 9] = 0.5 * (enemies_before - enemies)
    row[_FIGURE + 10] = 0.5 * own
    row[_FIGURE + 11] = float(board.zone[team, to])
    row[_FIGURE + 12] = 1.0 if _between(world, team, ball, to) else 0.0
    row[_FIGURE + 13] = 1.0 if to == ball else 0.0


@rule
def _observe_pass(world: World, game: Game, kind: int, direction: int, chances: Any, row: Any) -> None:
    row[PASSING + kind] = 1.0
    row[_POINTS] = (game.points - COSTS[kind]) / world.rules.points
    for column in range(COLUMNS):
        row[_PASS + column] = chances[column]
    row[_PASS + 5] = 0.0 if direction % 4 == 2 else 1.0 if direction < 2 or direction == 7 else -1.0
    row[_PASS + 6] = 0.0 if direction % 4 == 0 else 1.0 if direction < 4 else -1.0


@rule
def _observe_try(world: World, game: Game, tries: bool, row: Any) -> None:
    """An answer of the figure asked (IN2)."""
    who = int(game.asked)
    team = team_of(who)
    own = team == game.acting
    row[_TRY] = reach(world, game, who, game.ball)
    if own and tries:
        row[_POINTS] = (game.points - 1) / world.rules.points
    row[_FIGURE] = 1.0 if who % STRIDE == GOALIE else 0.0
    row[_TRY + 6] = 1.0 if own else 0.0
    conceding, following, last = follow(world, int(game.ball), int(game.heading), int(game.left))
    square = square_of(game, who)
    if following != NONE and apart(world, square, following) < apart(world, square, game.ball):
        row[_TRY + 1] = 1.0
    if conceding != NONE:
        row[_TRY + 2 if conceding == team else _TRY + 3] = 1.0
        return
    receiver = figure_at(world, game, last)
    if receiver != NONE and team_of(receiver) == game.acting and stands(game, receiver):
        row[_TRY + 4 if own else _TRY + 5] = 1.0
