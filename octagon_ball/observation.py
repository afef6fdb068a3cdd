"""What a policy sees: the match from its own side (W2), as numbers from -1 to 1.

`vector` is the match's row, then a row for each figure, the own ones first, by number. `planes` is the match's row,
then the board as planes of N by N squares, in rows from the south as the own side sees it. The tables name every number
in the order in which it is written.
"""

from octagon_ball.rules.board import NAMES, turned_direction
from octagon_ball.rules.figures import apart, is_marked, is_safe, stands, team_of
from octagon_ball.rules.passes import FARTHEST
from octagon_ball.rules.state import (
    ACT,
    DEPLOY,
    DIRECTIONS,
    GOALIE,
    INTERCEPT,
    NONE,
    STRIDE,
    TAKE,
    TRIED,
    TRYING,
    WHITE,
    Game,
    World,
)
from tabletop.base.arrays import Float32, Int16
from tabletop.compiled.compiling import rule
from tabletop.game.encodings import Entry, row_fields
from tabletop.game.header import Record, record

VERSION = 2
MOST_GOALS = 5  # a lead is shown up to


MATCH = (
    Entry("turns left", "turns after this one, as a share of all (MA1)"),
    Entry("own turn", "1: the own team is in turn"),
    Entry("act", "1: the own team decides what to do"),
    Entry("intercept", "1: the own team decides whether a figure tries to intercept"),
    Entry("won ball", "1: the own team decides whether to take the ball that it has won in a tackle (TA3)"),
    Entry("deploy", "1: the own team decides where to deploy a figure"),
    Entry("other decides", "1: the other team decides"),
    Entry("points", "points left, as a share of a turn's (AP1)"),
    Entry("one tackle", "1: one tackle or jostle has been made in this turn (TA2, JO3)"),
    Entry("two tackles", "1: two or more"),
    Entry("own goals", "own goals, as a share of those that win, or of 5 (MA2)"),
    Entry("other goals", "likewise the other team's"),
    Entry("lead", "the lead in goals, as a share likewise", -1.0),
    Entry("kept", "turns for which the goalie has kept the ball, as a share of those for which it may (AP6)"),
    Entry("ball x", "of the ball, from the own goal's side to the other's", -1.0),
    Entry("ball y", "of the ball, across, seen from the own side", -1.0),
    Entry("own ball", "1: an own figure holds it"),
    Entry("other ball", "1: an enemy holds it"),
    Entry("loose", "1: nobody holds it, and it isn't under way"),
    Entry("squares left", f"squares that a ball under way has still to go, as a share of {FARTHEST}"),
    *(Entry(f"heads {name}", f"1: it goes to {name} as the own side sees it") for name in NAMES),
)
FIGURE = (
    Entry("there", "1: it has been placed"),
    Entry("x", "from the own goal's side to the other's", -1.0),
    Entry("y", "across, seen from the own side", -1.0),
    Entry("down", "1: on the ground (JO4)"),
    Entry("goalie", "1: the goalie (TE2)"),
    Entry("holds", "1: it holds the ball"),
    Entry("passer", "1: the ball under way has left it, passed (PA2) or knocked free (TA5)"),
    Entry("asked", "1: it is asked, to be deployed, or may take the ball"),
    Entry("trying", "1: it tries to intercept in this square (IN2)"),
    Entry("tried", "1: it has tried since the ball was sent (IN3), or has knocked it free (IN1)"),
    Entry("to ball x", "to the ball, along the board, as a share of its width", -1.0),
    Entry("to ball y", "to the ball, across", -1.0),
    Entry("near ball", "1: in the ball's square or an adjacent one (IN1)"),
    Entry("marked", "1: an enemy stands in an adjacent square (IN6)"),
    Entry("safe", "1: its goal zone protects it (TA6)"),
)
PLANES = (
    Entry("in play", "1: a square in play (BO2)"),
    Entry("own zone", "1: the own goal zone (BO4)"),
    Entry("other zone", "1: the other team's goal zone"),
    Entry("start", "1: own figures may be deployed there (DE1)"),
    Entry("own", "1: an own figure stands there"),
    Entry("other", "1: an enemy stands there"),
    Entry("own down", "1: an own figure lies there (JO4)"),
    Entry("other down", "1: an enemy lies there"),
    Entry("goalie", "1: a goalie is there (TE2)"),
    Entry("ball", "1: the ball is there"),
    Entry("held", "1: its holder is there"),
    Entry("passer", "1: the figure that the ball under way has left is there (PA2, TA5)"),
    Entry("asked", "1: who is asked is there"),
    Entry("trying", "1: a figure there tries to intercept (IN2)"),
    Entry("tried", "1: a figure there has tried since the ball was sent (IN3), or has knocked it free (IN1)"),
)
_MATCH, _FIGURE, _PLANES = len(MATCH), len(FIGURE), len(PLANES)
IN_PLAY, OWN_ZONE, OTHER_ZONE, START, OWN, _, _, _, KEEPER, BALL, HELD, PASSER, ASKED, TRIES, HAS_TRIED = range(_PLANES)


MATCH_ROW = record(*row_fields(MATCH[:-DIRECTIONS]), ("heads", "f4", (DIRECTIONS,)))
FIGURE_ROW = record(*row_fields(FIGURE))
PLANE_ROWS = 2  # of the array that the encoding `planes` is known by


@rule(shared=True)
def observe(world: World, game: Game, team: int, cells: Int16, out: Float32) -> None:
    """Write an observation as `team` sees it; `cells` is the encoding's; out float32 [D]."""
    out[:] = 0.0
    observe_match(world, game, team, out)
    figures = int(world.rules.figures)
    if cells.shape[0] == PLANE_ROWS:
        observe_planes(world, game, team, out)
        return
    rows = out[_MATCH:].view(FIGURE_ROW)
    for side in range(2):
        for number in range(figures):
            observe_figure(world, game, team, STRIDE * (team ^ side) + number, rows[side * figures + number])


@rule
def observe_match(world: World, game: Game, team: int, out: Float32) -> None:
    """Write the row MATCH; out float32, all 0 before."""
    row = out[:_MATCH].view(MATCH_ROW)[0]
    rules, board = world.rules, world.board
    goal_limit = rules.goals if rules.goals > 0 else MOST_GOALS
    half = float(rules.half)
    row.turns_left = 1.0 - game.turn / rules.turns
    row.own_turn = 1.0 if game.acting == team else 0.0
    if game.decider == team:
        row.act = 1.0 if game.decision == ACT else 0.0
        row.intercept = 1.0 if game.decision == INTERCEPT else 0.0
        row.won_ball = 1.0 if game.decision == TAKE else 0.0
        row.deploy = 1.0 if game.decision == DEPLOY else 0.0
    elif game.decider != NONE:
        row.other_decides = 1.0
    row.points = game.points / rules.points
    row.one_tackle = 1.0 if game.tackles == 1 else 0.0
    row.two_tackles = 1.0 if game.tackles > 1 else 0.0
    row.own_goals = min(1.0, game.score[team] / goal_limit)
    row.other_goals = min(1.0, game.score[1 - team] / goal_limit)
    row.lead = max(-1.0, min(1.0, (int(game.score[team]) - int(game.score[1 - team])) / goal_limit))
    row.kept = game.kept / max(1, int(rules.keeping))
    if game.ball != NONE:
        sign = 1.0 if team == WHITE else -1.0
        row.ball_x = sign * board.x[game.ball] / half
        row.ball_y = sign * board.y[game.ball] / half
    if game.holder != NONE:
        row.own_ball = 1.0 if team_of(game.holder) == team else 0.0
        row.other_ball = 1.0 - row.own_ball
    elif game.passer == NONE and game.ball != NONE:
        row.loose = 1.0
    if game.passer != NONE:
        row.squares_left = min(1.0, game.left / FARTHEST)
        row.heads[turned_direction(team, game.heading)] = 1.0


@rule
def observe_figure(world: World, game: Game, team: int, who: int, row: Record) -> None:
    """Write the row FIGURE of a figure, all 0 before."""
    figure = game.figure[who // STRIDE, who % STRIDE]
    row.goalie = 1.0 if who % STRIDE == GOALIE else 0.0
    row.asked = 1.0 if game.asked == who else 0.0
    if figure.square == NONE:
        return
    board = world.board
    sign = 1.0 if team == WHITE else -1.0
    half = float(world.rules.half)
    row.there = 1.0
    row.x = sign * board.x[figure.square] / half
    row.y = sign * board.y[figure.square] / half
    row.down = figure.down
    row.holds = 1.0 if game.holder == who else 0.0
    row.passer = 1.0 if game.passer == who else 0.0
    row.trying = 1.0 if figure.tried == TRYING else 0.0
    row.tried = 1.0 if figure.tried == TRIED else 0.0
    if game.ball != NONE:
        row.to_ball_x = sign * (int(board.x[game.ball]) - int(board.x[figure.square])) / (2 * half)
        row.to_ball_y = sign * (int(board.y[game.ball]) - int(board.y[figure.square])) / (2 * half)
        row.near_ball = 1.0 if apart(world, figure.square, game.ball) <= 1 else 0.0
    if stands(game, who) and is_marked(world, game, who):
        row.marked = 1.0
    row.safe = 1.0 if is_safe(world, game, who) else 0.0


@rule
def observe_planes(world: World, game: Game, team: int, out: Float32) -> None:
    """Write PLANES behind the match's row; out float32 [D], all 0 there before."""
    board, rules = world.board, world.rules
    wide = 2 * int(rules.half) + 1
    planes = out[_MATCH:].reshape(_PLANES, wide * wide)
    for square in range(rules.squares):
        at = _cell(world, team, square)
        planes[IN_PLAY, at] = 1.0
        planes[OWN_ZONE, at] = board.zone[team, square]
        planes[OTHER_ZONE, at] = board.zone[1 - team, square]
        planes[START, at] = board.start[team, square]
    for side in range(2):
        for number in range(rules.figures):
            figure = game.figure[team ^ side, number]
            who = STRIDE * (team ^ side) + number
            if figure.square == NONE:
                continue
            at = _cell(world, team, figure.square)
            planes[OWN + side + 2 * figure.down, at] = 1.0
            planes[KEEPER, at] = 1.0 if number == GOALIE else 0.0
            planes[HELD, at] = 1.0 if game.holder == who else 0.0
            planes[PASSER, at] = 1.0 if game.passer == who else 0.0
            planes[ASKED, at] = 1.0 if game.asked == who else 0.0
            planes[TRIES, at] = 1.0 if figure.tried == TRYING else 0.0
            planes[HAS_TRIED, at] = 1.0 if figure.tried == TRIED else 0.0
    if game.ball != NONE:
        planes[BALL, _cell(world, team, game.ball)] = 1.0


@rule
def _cell(world: World, team: int, square: int) -> int:
    """The place of a square in a plane."""
    half = int(world.rules.half)
    sign = 1 if team == WHITE else -1
    x, y = sign * int(world.board.x[square]), sign * int(world.board.y[square])
    return (y + half) * (2 * half + 1) + x + half
