"""What the deciding team may do: AP2, MV, PA1 and the questions; a mask of all actions, and whether one is legal."""

from octagon_ball.rules.actions import (
    DONE,
    JOSTLE_ENEMY,
    LET_PASS,
    MOVE,
    PASSES,
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
from octagon_ball.rules.figures import figure_at, square_of, stands, team_of
from octagon_ball.rules.passes import COSTS
from octagon_ball.rules.setup import can_place
from octagon_ball.rules.state import ACT, DEPLOY, DIRECTIONS, INTERCEPT, NONE, ORDER_COST, STRIDE, TAKE, Game, World
from octagon_ball.rules.tackles import can_jostle, can_tackle
from tabletop.base.arrays import Int8
from tabletop.compiled.compiling import rule


@rule
def can_move(world: World, game: Game, who: int, direction: int) -> bool:
    """MV1, MV2: whether a standing figure of the team in turn may move in a direction of the board."""
    if game.points < ORDER_COST:
        return False
    square = square_of(game, who)
    to = world.board.ahead[square, direction]
    if to != NONE:
        return figure_at(world, game, to) == NONE
    return game.holder == who and world.board.crosses[square, direction] == 1 - team_of(who)


@rule
def can_pick_up(game: Game, who: int) -> bool:
    """MV3: whether a standing figure of the team in turn may pick up the ball."""
    return game.points >= ORDER_COST and game.holder == NONE and game.ball == square_of(game, who)


@rule
def can_pass(game: Game, kind: int) -> bool:
    """PA1, AP2: whether the team in turn holds the ball and can pay for a pass."""
    return game.holder != NONE and team_of(game.holder) == game.acting and game.points >= COSTS[kind]


@rule
def can_order(world: World, game: Game, who: int, what: int) -> bool:
    """Whether a figure of the team in turn may follow an order, an entry of its block of actions."""
    if not stands(game, who):
        return False
    if what < PICK_UP:
        return can_move(world, game, who, turned_direction(team_of(who), what - MOVE))
    if what == PICK_UP:
        return can_pick_up(game, who)
    if what == TACKLE_HOLDER:
        return can_tackle(world, game, who)
    return can_jostle(world, game, who, STRIDE * (1 - team_of(who)) + what - JOSTLE_ENEMY)


@rule
def take_action(world: World, game: Game) -> int:
    """TA3: the action by which the tackler asked takes the ball that it has won: its picking up."""
    return game.asked % STRIDE * block(int(world.rules.figures)) + PICK_UP


@rule
def is_legal(world: World, game: Game, action: int) -> bool:
    """Whether the deciding team may take an action, by its own-side number."""
    figures, squares = int(world.rules.figures), int(world.rules.squares)
    words = word_action(figures, squares)
    kind = game.decision
    if action < 0 or action >= words + DONE + 1:
        return False
    if action >= words:
        if kind == ACT:
            return action == words + DONE
        if action == words + LET_PASS:
            return kind == INTERCEPT or kind == TAKE
        return kind == INTERCEPT and action == words + TRY
    if action >= square_action(figures):
        square = turned_square(game.decider, squares, action - square_action(figures))
        return kind == DEPLOY and can_place(world, game, game.asked, square)
    if kind == TAKE:
        return action == take_action(world, game)
    if kind != ACT:
        return False
    if action >= pass_action(figures):
        return can_pass(game, (action - pass_action(figures)) // DIRECTIONS)
    return can_order(world, game, STRIDE * game.acting + action // block(figures), action % block(figures))


@rule
def legal_actions(world: World, game: Game, mask: Int8) -> int:
    """Write the mask, int8 [A], of the deciding team's legal actions; their number."""
    mask[:] = 0
    figures, squares = int(world.rules.figures), int(world.rules.squares)
    kind = game.decision
    words = word_action(figures, squares)
    count = 0
    if kind == ACT:
        mask[words + DONE] = 1
        count = 1
        if game.points > 0:
            for number in range(figures):
                count += _orders(world, game, STRIDE * game.acting + number, mask)
            first = pass_action(figures)
            for n in range(PASSES):
                if can_pass(game, n // DIRECTIONS):
                    mask[first + n] = 1
                    count += 1
    elif kind == INTERCEPT:
        mask[words + TRY] = mask[words + LET_PASS] = 1
        count = 2
    elif kind == TAKE:
        mask[take_action(world, game)] = mask[words + LET_PASS] = 1
        count = 2
    elif kind == DEPLOY:
        first = square_action(figures)
        for n in range(squares):
            if can_place(world, game, game.asked, turned_square(game.decider, squares, n)):
                mask[first + n] = 1
                count += 1
    return count


@rule
def _orders(world: World, game: Game, who: int, mask: Int8) -> int:
    """The legal orders to a figure; their number."""
    figures = int(world.rules.figures)
    first = who % STRIDE * block(figures)
    count = 0
    for order in range(block(figures)):
        if can_order(world, game, who, order):
            mask[first + order] = 1
            count += 1
    return count
