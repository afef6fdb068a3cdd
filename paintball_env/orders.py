"""The kinds of order by which agents' profiles are told apart (`tabletop.rate.matches.profile`).

Set-up, and what follows from an order (whose step, which casualty), are left out: every agent is asked these as often
as the rules ask, so they'd only blur the picture.
"""

from paintball_env.rules.actions import (
    AIM,
    DONE,
    MOVE,
    ROTATE,
    SHOT,
    SINGLE,
    block,
    charge_action,
    throw_order,
    word_action,
)
from paintball_env.rules.state import ACT, REACT, VOLLEY, World
from tabletop.compiled.compiling import rule

ORDERS = (
    *("move", "rotate", *(single.name for single in SINGLE.values())),
    *("shoot", "suppress", "throw smoke", "throw paint", "charge", "done", "reaction", "hold fire"),
)
_SHOOT = ORDERS.index("shoot")
_SUPPRESS = ORDERS.index("suppress")
_SMOKE = ORDERS.index("throw smoke")
_CHARGE = ORDERS.index("charge")
_DONE = ORDERS.index("done")
_REACTION = ORDERS.index("reaction")
_HOLD = ORDERS.index("hold fire")
NO_ORDER = -1


@rule
def order_of(world: World, decision: int, action: int) -> int:
    """Kind of order, an index of `ORDERS`, that an action is in a decision; NO_ORDER in set-up and for mere details.

    Each die of a volley counts, the first, declared in the phase, and the further ones. `done` ends phases and volleys.
    """
    figures = world.rules.figures
    if decision == REACT:
        return _REACTION if action < charge_action(figures) else _HOLD
    if decision != ACT and decision != VOLLEY:
        return NO_ORDER
    if action == charge_action(figures):
        return _CHARGE
    if action > charge_action(figures):
        return _DONE if action == word_action(figures, world.board.hexes) + DONE else NO_ORDER
    order = action % block(figures)
    if order < ROTATE:
        return MOVE
    if order < AIM:
        return 1
    if order < SHOT:
        return 2 + order - AIM
    if order < SHOT + figures:
        return _SHOOT
    if order < throw_order(figures):
        return _SUPPRESS
    return _SMOKE + order - throw_order(figures)
