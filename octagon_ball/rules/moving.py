"""AP2, MV: whom the team in turn may give an order, moves, and picking up the ball."""

from octagon_ball.rules import events
from octagon_ball.rules.figures import figure_at, figure_of, square_of, stands, team_of
from octagon_ball.rules.reasons import DOWN, NO_BALL, NO_POINTS, OFF_BOARD, TAKEN
from octagon_ball.rules.state import NONE, ORDER_COST, Chance, Game, World
from octagon_ball.rules.turns import act, score_goal
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note


@rule
def no_order(game: Game, who: int) -> int:
    """AP2, JO4: what forbids a figure of the team in turn every order."""
    if not stands(game, who):
        return DOWN
    return ALLOWED if game.points >= ORDER_COST else NO_POINTS


@rule
def no_move(world: World, game: Game, who: int, direction: int) -> int:
    """MV1, MV2: what forbids a ready figure to move in a direction of the board."""
    square = square_of(game, who)
    to = world.board.ahead[square, direction]
    if to != NONE:
        return ALLOWED if figure_at(world, game, to) == NONE else TAKEN
    goes_in = game.holder == who and world.board.crosses[square, direction] == 1 - team_of(who)
    return ALLOWED if goes_in else OFF_BOARD


@rule
def no_pick_up(game: Game, who: int) -> int:
    """MV3: what forbids a ready figure to pick up the ball."""
    return ALLOWED if game.holder == NONE and game.ball == square_of(game, who) else NO_BALL


@rule
def move(world: World, game: Game, chance: Chance, who: int, direction: int) -> None:
    """MV1, MV2: one square, with the ball if the figure holds it; over the goal line a goal."""
    figure = figure_of(game, who)
    start = int(figure.square)
    game.points -= ORDER_COST
    to = world.board.ahead[start, direction]
    if to == NONE:
        note(chance, events.CARRIED_IN, who=who, start=start, value=direction)
        score_goal(world, game, chance, 1 - team_of(who))
        return
    figure.square = to
    carries = game.holder == who
    if carries:
        game.ball = to
    note(chance, events.MOVED, who=who, start=start, place=to, value=direction, how=int(carries))
    act(game)


@rule
def pick_up(game: Game, chance: Chance, who: int) -> None:
    """MV3: the loose ball in the figure's square."""
    game.points -= ORDER_COST
    game.holder = who
    note(chance, events.PICKED_UP, who=who, place=square_of(game, who))
    act(game)
