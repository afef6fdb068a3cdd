"""What a policy that scores actions takes: a row of facts about the position, and a row about each legal action.

Both are seen from the own side, are numbers of about -1 to 1, and depend neither on the board's size nor on the number
of figures: one network plays every scenario. What may come of an action is that of `octagon_ball.chances`.
"""

import numpy as np

from octagon_ball.chances import (
    CAUGHT,
    COLUMNS,
    GOAL,
    JOSTLES,
    OWN_GOAL,
    RECEIVED,
    TACKLES,
    WORTH,
    follow,
    forward,
    nearest,
    reach,
    steps_to_goal,
    weigh_passes,
)
from octagon_ball.observation import MATCH, observe_match
from octagon_ball.rules.actions import (
    ACTIONS,
    DONE,
    JOSTLE,
    LEAVE_BALL,
    LONG,
    MOVE,
    PICK_UP,
    PLACE,
    SHORT,
    TACKLE,
    TAKE_BALL,
    TRY,
    decode,
)
from octagon_ball.rules.board import STEPS, turned_direction
from octagon_ball.rules.figures import apart, is_marked, square_of, stands, team_of
from octagon_ball.rules.passes import COSTS, awaited, is_knocked, no_pass
from octagon_ball.rules.state import (
    ACT,
    DIRECTIONS,
    GOALIE,
    NONE,
    ORDER_COST,
    STRIDE,
    TRY_COST,
    WHITE,
    WIN_COST,
    Game,
    World,
)
from tabletop.base.arrays import Float32, Float64, Int8, Int16
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.encodings import Entry, row_fields
from tabletop.game.header import Record, record

VERSION = 2  # of both rows

# Of each team, the own one first.
TEAM = (
    Entry("nearest", "distance of the nearest figure to the ball"),
    Entry("next to ball", "standing figures next to the ball"),
    Entry("near ball", "standing figures within 3 squares of it"),
    Entry("down", "figures on the ground"),
    Entry("behind ball", "figures between the ball and the own goal"),
    Entry("place", "mean place along the board"),
    Entry("goalie at home", "the goalie is in its goal zone"),
    Entry("steps to goal", "steps of the holder to the goal"),
    Entry("can score", "1: it can run into the goal with the points left"),
    Entry("marked", "marked figures"),
)
# Of each action: first which option of the table of actions it is.
KINDS = tuple(option.order or "deploy" for option in ACTIONS.options)
ACTION = (
    Entry("points left", "points left afterwards"),
    # Moves, pick-ups, a ball won and deployment: the figure.
    Entry("goalie", "a goalie's"),
    Entry("holder", "the holder's"),
    Entry("nearest", "the nearest figure's to the ball"),
    Entry("x", "x of the square where it will be"),
    Entry("y", "y of it"),
    Entry("ball distance", "distance to the ball before"),
    Entry("nearer ball", "nearer to the ball"),
    Entry("farther up", "farther up the board"),
    Entry("enemies", "enemies next to the square"),
    Entry("fewer enemies", "fewer enemies than next to the old one"),
    Entry("own figures", "own figures next to the square"),
    Entry("own zone", "in the own goal zone"),
    Entry("behind ball", "between the ball and the own goal"),
    Entry("at ball", "in the ball's square"),
    # The holder's moves.
    Entry("steps to goal", "steps to the goal afterwards"),
    Entry("nearer goal", "nearer to the goal"),
    Entry("can score", "1: the goal can be reached with the points left"),
    Entry("into goal", "1: into the goal"),
    # Tackles and jostles.
    Entry("win", "chance to win"),
    Entry("level", "chance of a level roll"),
    Entry("foul", "chance of a foul"),
    Entry("other distance", "the other's distance to the ball"),
    Entry("other goalie", "the other is a goalie"),
    # Passes.
    Entry("goal", "chance of a goal"),
    Entry("own goal", "chance of an own goal"),
    Entry("caught", "chance to be intercepted"),
    Entry("received", "chance to be received"),
    Entry("worth", "what it is worth where it ends otherwise"),
    Entry("heading x", "x of the direction"),
    Entry("heading y", "y of the direction"),
    # Interceptions.
    Entry("intercept", "chance to intercept"),
    Entry("comes nearer", "1: the ball comes nearer in its next square"),
    Entry("to own goal", "1: the ball would go into the own goal"),
    Entry("to other goal", "1: it would go into the other goal"),
    Entry("own receives", "1: a figure of the own team would receive it"),
    Entry("enemy receives", "1: an enemy would receive it"),
    Entry("team in turn", "of the team in turn"),
    Entry("knocked", "1: the ball was knocked free"),
)
_MATCH, _TEAM = len(MATCH), len(TEAM)
KIND_FACTS = len(KINDS)  # facts about an action that say of which kind it is, the first ones
POSITION_FACTS, ACTION_FACTS = _MATCH + 2 * _TEAM, KIND_FACTS + len(ACTION)
TEAM_ROW, ROW = record(*row_fields(TEAM)), record(("kind", "f4", (KIND_FACTS,)), *row_fields(ACTION))


@rule(shared=True)
def observe_position(world: World, game: Game, team: int, out: Float32) -> None:
    """Write the facts of a position as `team` sees it; out float32 [P], overwritten."""
    out[:] = 0.0
    observe_match(world, game, team, out)
    if game.ball == NONE:
        return
    rows = out[_MATCH:].view(TEAM_ROW)
    for side in range(2):
        _observe_team(world, game, team ^ side, rows[side])


@rule
def _observe_team(world: World, game: Game, team: int, row: Record) -> None:
    figures = int(world.rules.figures)
    half = float(world.rules.half)
    ball = int(game.ball)
    closest = nearest(world, game, team, ball)
    row.nearest = 1.0 if closest == NONE else apart(world, square_of(game, closest), ball) / (2 * half)
    for number in range(figures):
        who = STRIDE * team + number
        square = square_of(game, who)
        if square == NONE:
            continue
        row.place += forward(world, team, square) / (half * figures)
        if not stands(game, who):
            row.down += 1.0 / figures
            continue
        distance = apart(world, square, ball)
        row.next_to_ball += 0.25 if distance <= 1 else 0.0
        row.near_ball += 0.25 if distance <= 3 else 0.0
        row.behind_ball += 0.25 if _between(world, team, ball, square) else 0.0
        row.marked += 1.0 / figures if is_marked(world, game, who) else 0.0
    goalie = square_of(game, STRIDE * team + GOALIE)
    row.goalie_at_home = 1.0 if goalie != NONE and world.board.zone[team, goalie] == 1 else 0.0
    if game.holder != NONE and team_of(game.holder) == team:
        steps = steps_to_goal(world, team, ball)
        row.steps_to_goal = steps / (2 * half)
        points = game.points if game.acting == team else world.rules.points
        row.can_score = 1.0 if steps * ORDER_COST <= points else 0.0


@rule
def _between(world: World, team: int, ball: int, square: int) -> bool:
    """Whether a square is nearer to a team's own goal than the ball, and not far from the line between them."""
    depth = forward(world, team, ball) - forward(world, team, square)
    offset = abs(int(world.board.y[square]) - int(world.board.y[ball]))
    return depth > 0 and offset <= depth


@rule(shared=True)
def observe_legal(world: World, game: Game, mask: Int8, out: Float32, listed: Int16) -> int:
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
    team = int(game.decider)
    passes = np.zeros((3, DIRECTIONS, COLUMNS))
    if game.decision == ACT and no_pass(game, 0) == ALLOWED:
        weigh_passes(world, game, team, passes)
    closest = nearest(world, game, team, game.ball)
    rows = out.view(ROW)
    count = 0
    for action in range(mask.shape[0]):
        if mask[action] == 0:
            continue
        option, who, value = decode(world, game, action)
        out[count] = 0.0
        row = rows[count, 0]
        listed[count] = action
        count += 1
        row.kind[option] = 1.0
        row.points_left = game.points / world.rules.points
        if who != NONE:
            _observe_order(world, game, option, who, value, closest, row)
        elif SHORT <= option <= LONG:
            direction = turned_direction(team, value)
            _observe_pass(world, game, option - SHORT, direction, passes[option - SHORT, direction], row)
        elif option == PLACE:
            _observe_square(world, game, int(game.asked), NONE, value, row)
        elif option != DONE and option != LEAVE_BALL:
            _observe_try(world, game, option == TRY, row)
    return count


@rule
def _observe_order(world: World, game: Game, option: int, who: int, value: int, closest: int, row: Record) -> None:
    points, half = float(world.rules.points), float(world.rules.half)
    row.points_left = (game.points - (WIN_COST if option == TAKE_BALL else ORDER_COST)) / points
    row.goalie = 1.0 if who % STRIDE == GOALIE else 0.0
    row.holder = 1.0 if game.holder == who else 0.0
    row.nearest = 1.0 if who == closest else 0.0
    start = square_of(game, who)
    if option == MOVE:
        _observe_move(world, game, who, start, int(world.board.ahead[start, value]), row)
    elif option == PICK_UP or option == TAKE_BALL:
        _observe_square(world, game, who, start, start, row)
    elif option == TACKLE:
        odds = TACKLES[int(game.tackles)]
        row.win, row.level, row.foul = odds[0], odds[1], odds[2]
    elif option == JOSTLE:
        odds = JOSTLES[int(game.tackles)]
        row.win, row.level, row.foul = odds[0], odds[1], odds[2]
        row.other_distance = apart(world, square_of(game, value), game.ball) / (2 * half)
        row.other_goalie = 1.0 if value % STRIDE == GOALIE else 0.0


@rule
def _observe_move(world: World, game: Game, who: int, start: int, to: int, row: Record) -> None:
    if to == NONE:
        row.into_goal = 1.0
        return
    _observe_square(world, game, who, start, to, row)
    if game.holder == who:
        team = team_of(who)
        steps_before, steps_after = steps_to_goal(world, team, start), steps_to_goal(world, team, to)
        row.steps_to_goal = steps_after / (2.0 * world.rules.half)
        row.nearer_goal = float(steps_before - steps_after)
        row.can_score = 1.0 if steps_after * ORDER_COST <= game.points - ORDER_COST else 0.0


@rule
def _observe_square(world: World, game: Game, who: int, start: int, to: int, row: Record) -> None:
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
    row.x = sign * board.x[to] / half
    row.y = sign * board.y[to] / half
    if start != NONE:
        row.ball_distance = apart(world, start, ball) / (2 * half)
        row.nearer_ball = float(apart(world, start, ball) - apart(world, to, ball))
        row.farther_up = float(forward(world, team, to) - forward(world, team, start))
    row.enemies = 0.5 * enemies
    row.fewer_enemies = 0.5 * (enemies_before - enemies)
    row.own_figures = 0.5 * own
    row.own_zone = float(board.zone[team, to])
    row.behind_ball = 1.0 if _between(world, team, ball, to) else 0.0
    row.at_ball = 1.0 if to == ball else 0.0


@rule
def _observe_pass(world: World, game: Game, kind: int, direction: int, chances: Float64, row: Record) -> None:
    row.points_left = (game.points - COSTS[kind]) / world.rules.points
    row.goal, row.own_goal, row.caught = chances[GOAL], chances[OWN_GOAL], chances[CAUGHT]
    row.received, row.worth = chances[RECEIVED], chances[WORTH]
    row.heading_x, row.heading_y = STEPS[direction]


@rule
def _observe_try(world: World, game: Game, tries: bool, row: Record) -> None:
    """An answer of the figure asked (IN2)."""
    who = int(game.asked)
    team = team_of(who)
    own = team == game.acting
    row.intercept = reach(world, game, who, game.ball)
    if own and tries:
        row.points_left = (game.points - TRY_COST) / world.rules.points
    row.goalie = 1.0 if who % STRIDE == GOALIE else 0.0
    row.team_in_turn = 1.0 if own else 0.0
    row.knocked = 1.0 if is_knocked(game) else 0.0
    conceding, following, last = follow(world, int(game.ball), int(game.heading), int(game.left))
    square = square_of(game, who)
    if following != NONE and apart(world, square, following) < apart(world, square, game.ball):
        row.comes_nearer = 1.0
    if conceding != NONE:
        row.to_own_goal = 1.0 if conceding == team else 0.0
        row.to_other_goal = 1.0 - row.to_own_goal
        return
    if awaited(world, game, last) != NONE:
        row.own_receives = 1.0 if own else 0.0
        row.enemy_receives = 1.0 - row.own_receives
