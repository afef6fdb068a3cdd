"""The table of actions (docs/octagon-ball.md, "Actions"): their numbers, who may take them when, and what they do."""

from octagon_ball.rules.board import turned_direction, turned_square
from octagon_ball.rules.moving import move, no_move, no_order, no_pick_up, pick_up
from octagon_ball.rules.passes import answer, no_pass, send
from octagon_ball.rules.setup import deploy, no_deployment
from octagon_ball.rules.state import ACT, DEPLOY, DIRECTIONS, INTERCEPT, STRIDE, TAKE
from octagon_ball.rules.tackles import jostle, no_jostle, no_tackle, no_taking, tackle, take
from octagon_ball.rules.turns import end_turn
from tabletop.compiled.compiling import jitable
from tabletop.game.action_table import Actions, Argument, Kind, Option, load

VERSION = 1
# Options, in the order of the table; facts and profiles count by them.
# fmt: off
(
    MOVE, PICK_UP, TACKLE, JOSTLE, SHORT, MEDIUM, LONG, TRY, LET_PASS, DONE, PLACE, TAKE_BALL, LEAVE_BALL,
) = range(13)
# fmt: on


@jitable
def figure_id(team: int, own: int) -> int:
    """A team's figure by its number."""
    return STRIDE * team + own


@jitable
def enemy_id(team: int, own: int) -> int:
    """A figure of the other team by its number."""
    return STRIDE * (1 - team) + own


ACTIONS = Actions(
    kinds=(
        Kind("move", "direction", actor=True),
        Kind("pick up", actor=True),
        Kind("tackle", actor=True),
        Kind("jostle", "enemy", actor=True),
        Kind("pass short", "direction"),
        Kind("pass medium", "direction"),
        Kind("pass long", "direction"),
        Kind("square", "square"),
        Kind("intercept"),
        Kind("let pass"),
        Kind("done"),
        Kind("wait"),
    ),
    options=(
        Option("move", ACT, move, no_move, "move"),
        Option("pick up", ACT, pick_up, no_pick_up, "pick up"),
        Option("tackle", ACT, tackle, no_tackle, "tackle"),
        Option("jostle", ACT, jostle, no_jostle, "jostle"),
        Option("pass short", ACT, send, no_pass, "short pass", {"kind": 0}),
        Option("pass medium", ACT, send, no_pass, "medium pass", {"kind": 1}),
        Option("pass long", ACT, send, no_pass, "long pass", {"kind": 2}),
        Option("intercept", INTERCEPT, answer, None, "intercept", {"tries": 1}),
        Option("let pass", INTERCEPT, answer, None, "let pass", {"tries": 0}),
        Option("done", ACT, end_turn, None, "done"),
        Option("square", DEPLOY, deploy, no_deployment),
        Option("pick up", TAKE, take, no_taking, "take the ball", {"takes": 1}),
        Option("let pass", TAKE, take, None, "leave the ball", {"takes": 0}),
    ),
    actors=Argument("figures", figure_id),
    arguments={
        "direction": Argument(DIRECTIONS, turned_direction),
        "enemy": Argument("figures", enemy_id),
        "square": Argument("squares", turned_square),
    },
    ready={ACT: no_order},
)
ORDERS = ACTIONS.orders
_made = load(f"{__package__}.written", ACTIONS)
legal_actions, no_action, is_legal = _made.legal_actions, _made.no_action, _made.is_legal
apply, decode, order_of = _made.apply, _made.decode, _made.order_of
