"""The table of actions (docs/formats.md, "Actions"): their numbers, who may take them when, and what they do."""

from paintball_env.rules import (
    acts,
    charging,
    clouds,
    figures,
    placing,
    setup,
    state,
    steps,
)
from paintball_env.rules.common_actions import (
    CHARGERS,
    CHOICES,
    HANDED_OUT,
    KINDS_BEHIND_MOVES,
    ORDERS_BEHIND_MOVES,
    SHOTS,
    WORDS,
    enemy_id,
    figure_id,
)
from paintball_env.rules.numbering import turned_direction, turned_hex
from paintball_env.rules.single_orders import SINGLE
from paintball_env.rules.state import (
    ACT,
    FIRST,
    GRENADE,
    PIECE,
    REACT,
    VOLLEY,
)
from paintball_env.rules.turns import end_phase
from tabletop.compiled.compiling import jitable
from tabletop.game.action_table import Actions, Argument, Kind, Option, load


@jitable
def hex_id(team: int, count: int, own: int) -> int:
    """A hex of the board by its own-side number."""
    return turned_hex(team, count, own)


ACTIONS = Actions(
    kinds=(
        Kind("move", "direction", actor=True),
        *KINDS_BEHIND_MOVES,
        Kind("hex", "hex"),
        Kind("direction", "direction"),
        Kind("figure", "figure"),
        *WORDS,
    ),
    options=(
        Option("move", ACT, acts.go, steps.no_move, "move"),
        *(Option(kind, ACT, *answer) for kind, *answer in ORDERS_BEHIND_MOVES),
        Option("charge", ACT, acts.declare_charge, charging.no_charge, "charge"),
        Option("done", ACT, end_phase, None, "done"),
        *SHOTS,
        Option("hex", state.THROW, acts.throw, clouds.no_throw_at),
        Option("hex", state.SCATTER, acts.scatter, clouds.no_landing),
        Option("hex", state.CHARGE, acts.charge_hex, charging.no_charged_hex),
        *CHARGERS,
        Option("direction", state.STEP, acts.step_on, charging.no_charging_step),
        *CHOICES,
        Option("hex", state.COVER_HEX, setup.cover_hex, placing.no_cover),
        Option("direction", state.COVER_FACING, setup.face_cover),
        Option("hex", state.FLAG_HEX, setup.flag_hex, placing.no_flag),
        Option("hex", state.MARSHAL_HEX, setup.marshal_hex, placing.no_marshal),
        Option("hex", state.DEPLOY, setup.deploy, placing.no_deployment),
        *HANDED_OUT,
    ),
    actors=Argument("figures", figure_id),
    arguments={
        "direction": Argument(6, turned_direction),
        "enemy": Argument("figures", enemy_id),
        "hex": Argument("board.hexes", hex_id),
        "figure": Argument("figures", figure_id),
    },
    ready={ACT: figures.no_order},
)
ORDERS = ACTIONS.orders
# Options that others ask for, by the numbers that `decode` gives.
MOVE, ROTATE, CHARGE = (ACTIONS.option(kind, ACT) for kind in ("move", "rotate", "charge"))
AIM, SENTRY, STAND_DOWN, RELOAD, TAKE_FLAG = (ACTIONS.option(single.name, ACT) for single in SINGLE.values())
SHOOT_FIRST, SHOOT_NEXT, SHOOT_MOVER = (ACTIONS.option("shoot", decision) for decision in (ACT, VOLLEY, REACT))
SUPPRESS_FIRST, SUPPRESS_NEXT = (ACTIONS.option("suppress", decision) for decision in (ACT, VOLLEY))
THROW_SMOKE, THROW_PAINT = ACTIONS.option("throw smoke", ACT), ACTIONS.option("throw paint", ACT)
GO_FIRST, GO_SECOND = ACTIONS.option("first", FIRST), ACTIONS.option("second", FIRST)
TAKE_SOFT, TAKE_HARD = ACTIONS.option("soft", PIECE), ACTIONS.option("hard", PIECE)
TAKE_SMOKE, TAKE_PAINT = ACTIONS.option("smoke", GRENADE), ACTIONS.option("paint", GRENADE)
STEP_ON = ACTIONS.option("direction", state.STEP)
_made = load(f"{__package__}.written", ACTIONS)
no_action, is_legal, fill_mask = _made.no_action, _made.is_legal, _made.legal_actions
apply, decode, order_of = _made.apply, _made.decode, _made.order_of
