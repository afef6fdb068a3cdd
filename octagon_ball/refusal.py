"""Why an action is illegal, in words, with the rule's number."""

from octagon_ball.actions import TEAMS, figure_name
from octagon_ball.rules.actions import (
    DONE,
    JOSTLE_ENEMY,
    PICK_UP,
    TACKLE_HOLDER,
    block,
    pass_action,
    square_action,
    turned_direction,
    turned_square,
    word_action,
)
from octagon_ball.rules.figures import apart, figure_at, is_safe, square_of, stands
from octagon_ball.rules.passes import COSTS
from octagon_ball.rules.state import ACT, DEPLOY, DIRECTIONS, INTERCEPT, NONE, ORDER_COST, STRIDE, TAKE, Game, World
from octagon_ball.scenario import Scenario
from tabletop.base.arrays import Records

ASKED = {
    DEPLOY: "a square to deploy {} in is asked for (DE2)",
    ACT: "orders, passes and done are what the team in turn may say (AP1)",
    INTERCEPT: "intercept or let pass is asked of {} (IN2)",
    TAKE: "whether {0} takes the ball that it has won is asked: {0} pick up, or let pass (TA3)",
}


def why_not(scenario: Scenario, games: Records, action: int) -> str:
    """Say why the deciding team may not take an action that is illegal; the match runs."""
    world, game = scenario.world[0], games[0]
    figures, squares = scenario.figures, len(scenario.board.names)
    words = word_action(figures, squares)
    kind = int(game.decision)
    if action == words + DONE + 1:
        return "to wait is for the team that doesn't decide"
    if kind == TAKE:
        return ASKED[TAKE].format(figure_name(game.asked))
    asks_for = DEPLOY if square_action(figures) <= action < words else ACT
    if action >= words and action != words + DONE:
        asks_for = INTERCEPT
    if kind != asks_for:
        return ASKED[kind].format(figure_name(game.asked) if game.asked != NONE else "")
    if kind == DEPLOY:
        return _not_there(scenario, game, action - square_action(figures))
    if action >= pass_action(figures):
        if game.holder == NONE or game.holder // STRIDE != game.acting:
            return f"{TEAMS[game.acting].capitalize()} doesn't hold the ball (PA1)"
        return f"{_points(game)}, and this pass costs {COSTS[(action - pass_action(figures)) // DIRECTIONS]} (AP2)"
    return _no_order(world, game, STRIDE * int(game.acting) + action // block(figures), action % block(figures))


def _points(game: Game) -> str:
    return "there is 1 point left" if game.points == 1 else f"there are {game.points} points left"


def _not_there(scenario: Scenario, game: Game, n: int) -> str:
    square = int(turned_square(game.decider, len(scenario.board.names), n))
    world = scenario.world[0]
    who = figure_at(world, game, square)
    if who != NONE:
        return f"{figure_name(who)} is there (BO8)"
    if world.board.start[game.decider, square] == 0:
        return f"{scenario.board.names[square]} is not in the own half, or in the grey area (DE1)"
    raise AssertionError(f"nothing that is said here forbids {scenario.board.names[square]}")


def _no_order(world: World, game: Game, who: int, order: int) -> str:
    name = figure_name(who)
    if not stands(game, who):
        return f"{name} lies on the ground (JO4)"
    if game.points < ORDER_COST:
        return f"{_points(game)} (AP2)"
    if order < PICK_UP:
        to = world.board.ahead[square_of(game, who), turned_direction(game.acting, order)]
        if to == NONE:
            return "the way is off the board, and only the holder moves into the other team's goal (MV1, MV2)"
        if (there := figure_at(world, game, to)) != NONE:
            return f"{figure_name(there)} is there (MV1)"
    elif order == PICK_UP:
        if game.holder != NONE or game.ball != square_of(game, who):
            return f"there is no loose ball where {name} stands (MV3)"
    elif order == TACKLE_HOLDER:
        if game.holder == NONE or game.holder // STRIDE == game.acting:
            return "no enemy holds the ball (TA1)"
        if apart(world, square_of(game, who), game.ball) > 1:
            return f"{figure_name(game.holder)} isn't next to {name} (TA1)"
        if is_safe(world, game, int(game.holder)):
            return "a goalie in its goal zone can't be tackled (TA6)"
    else:
        whom = STRIDE * (1 - int(game.acting)) + order - JOSTLE_ENEMY
        if whom == game.holder:
            return f"{figure_name(whom)} holds the ball: it is tackled (JO1)"
        if not stands(game, whom):
            return f"{figure_name(whom)} lies on the ground already (JO1)"
        if is_safe(world, game, whom):
            return "a goalie in its goal zone can't be jostled (JO2)"
        if apart(world, square_of(game, who), square_of(game, whom)) > 1:
            return f"{figure_name(whom)} isn't next to {name} (JO1)"
    raise AssertionError(f"nothing that is said here forbids this order to {name}")
