"""The kinds of order that an agent's profile counts."""

from octagon_ball.rules.actions import (
    DONE,
    JOSTLE_ENEMY,
    LET_PASS,
    PICK_UP,
    TACKLE_HOLDER,
    TRY,
    block,
    pass_action,
    square_action,
    word_action,
)
from octagon_ball.rules.state import DIRECTIONS, TAKE, World
from tabletop.compiled.compiling import rule

ORDERS = (
    "move",
    "pick up",
    "tackle",
    "jostle",
    "short pass",
    "medium pass",
    "long pass",
    "intercept",
    "let pass",
    "done",
    "take the ball",
    "leave the ball",
)
MOVE_ORDER, PICK_UP_ORDER, TACKLE_ORDER, JOSTLE_ORDER, PASS_ORDER, WORD_ORDER = 0, 1, 2, 3, 4, 7
TAKE_ORDER, LEAVE_ORDER = 10, 11


@rule
def order_of(world: World, decision: int, action: int) -> int:
    """The index in ORDERS of an action; NONE for a square of deployment."""
    figures, squares = int(world.rules.figures), int(world.rules.squares)
    words = word_action(figures, squares)
    if decision == TAKE:
        return LEAVE_ORDER if action == words + LET_PASS else TAKE_ORDER
    if action >= words:
        word = action - words
        return WORD_ORDER + word if word in (TRY, LET_PASS, DONE) else -1
    if action >= square_action(figures):
        return -1
    if action >= pass_action(figures):
        return PASS_ORDER + (action - pass_action(figures)) // DIRECTIONS
    order = action % block(figures)
    if order < PICK_UP:
        return MOVE_ORDER
    if order < TACKLE_HOLDER:
        return PICK_UP_ORDER
    return TACKLE_ORDER if order < JOSTLE_ENEMY else JOSTLE_ORDER
