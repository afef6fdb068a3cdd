"""What an agent does: how often it gives each kind of order, and how far two agents differ in that.

Set-up, and what follows from an order (whose step, which casualty), are left out: every agent is asked these as often
as the rules ask, so they'd only blur the picture.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paintball_env.rules.actions import AIM, DONE, MOVE, ROTATE, SHOT, TAKE_FLAG, block, charge_action, word_action
from paintball_env.rules.state import ACT, REACT, VOLLEY, World
from tabletop.compiling import rule

ORDERS = (
    *("move", "rotate", "aim", "sentry", "stand down", "reload", "take flag"),
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

Profile = NDArray[np.int64]


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
    if order <= TAKE_FLAG:
        return 2 + order - AIM
    if order < SHOT + figures:
        return _SHOOT
    if order < SHOT + 2 * figures:
        return _SUPPRESS
    return _SMOKE + order - SHOT - 2 * figures


@rule
def count_rows(worlds: Any, games: Any, rows: Any, actions: Any, counts: Any) -> None:
    """Add the orders about to be given in these games (int64 [k] of B) to `counts`, int64[len(ORDERS)]."""
    for i in range(rows.shape[0]):
        kind = order_of(worlds[0], games[rows[i]].decision, actions[rows[i]])
        if kind != NO_ORDER:
            counts[kind] += 1


def empty() -> Profile:
    """Return a profile without orders, int64[len(ORDERS)]."""
    return np.zeros(len(ORDERS), np.int64)


def shares(profile: Profile) -> NDArray[np.float64]:
    """Return the share of each kind of order, float64[len(ORDERS)]; all 0 where there are no orders."""
    return profile / max(int(profile.sum()), 1)


def variation(one: Profile, other: Profile) -> float:
    """Return the total variation distance of two profiles: 0 the same, 1 nothing in common."""
    return float(np.abs(shares(one) - shares(other)).sum() / 2)
