"""The table of actions (docs/formats.md, "Actions"): their numbers, who may take them when, and what they do."""

from paintball_env.rules import (
    acts,
    charges,
    charging,
    clouds,
    figures,
    grenades,
    moving,
    placing,
    setup,
    shooting,
    state,
    steps,
)
from paintball_env.rules.numbering import turned_direction, turned_hex
from paintball_env.rules.single_orders import SINGLE
from paintball_env.rules.state import (
    ACT,
    CHARGER,
    FIRST,
    GRENADE,
    HARD_PIECE,
    PAINT,
    PIECE,
    REACT,
    SHOOT,
    SMOKE,
    SOFT_PIECE,
    STRIDE,
    SUPPRESS,
    VOLLEY,
)
from paintball_env.rules.turns import end_phase
from tabletop.compiled.compiling import jitable
from tabletop.game.action_table import Actions, Argument, Kind, Option, load


@jitable
def figure_id(team: int, own: int) -> int:
    """A team's figure by its number."""
    return STRIDE * team + own


@jitable
def enemy_id(team: int, own: int) -> int:
    """A figure of the other team by its number."""
    return STRIDE * (1 - team) + own


@jitable
def hex_id(team: int, count: int, own: int) -> int:
    """A hex of the board by its own-side number."""
    return turned_hex(team, count, own)


ACTIONS = Actions(
    kinds=(
        Kind("move", "direction", actor=True),
        Kind("rotate", "direction", actor=True),
        *(Kind(single.name, actor=True) for single in SINGLE.values()),
        Kind("shoot", "enemy", actor=True),
        Kind("suppress", "enemy", actor=True),
        Kind("throw smoke", actor=True),
        Kind("throw paint", actor=True),
        Kind("charge"),
        Kind("hex", "hex"),
        Kind("direction", "direction"),
        Kind("figure", "figure"),
        *map(Kind, ("first", "second", "soft", "hard", "smoke", "paint", "done", "wait")),
    ),
    options=(
        Option("move", ACT, acts.go, steps.no_move, "move"),
        Option("rotate", ACT, moving.rotate, moving.no_rotation, "rotate"),
        Option("aim", ACT, moving.aim, moving.no_aim, "aim"),
        Option("sentry", ACT, moving.go_on_sentry, moving.no_sentry, "sentry"),
        Option("stand down", ACT, moving.stand_down, moving.no_standing_down, "stand down"),
        Option("reload", ACT, moving.reload, moving.no_reloading, "reload"),
        Option("take flag", ACT, moving.take_flag, figures.no_taking_flag, "take flag"),
        Option("shoot", ACT, acts.fire, shooting.no_volley, "shoot", {"kind": SHOOT}),
        Option("suppress", ACT, acts.fire, shooting.no_volley, "suppress", {"kind": SUPPRESS}),
        Option("throw smoke", ACT, acts.take_out, grenades.no_throw, "throw smoke", {"kind": SMOKE}),
        Option("throw paint", ACT, acts.take_out, grenades.no_throw, "throw paint", {"kind": PAINT}),
        Option("charge", ACT, acts.declare_charge, charging.no_charge, "charge"),
        Option("done", ACT, end_phase, None, "done"),
        Option("shoot", VOLLEY, acts.fire, shooting.no_further_shot, "shoot", {"kind": SHOOT}),
        Option("suppress", VOLLEY, acts.fire, shooting.no_further_shot, "suppress", {"kind": SUPPRESS}),
        Option("done", VOLLEY, acts.end_volley, None, "done"),
        Option("shoot", REACT, acts.shoot_at_mover, shooting.no_reaction, "reaction"),
        Option("done", REACT, acts.hold_fire, None, "hold fire"),
        Option("figure", state.PICK, acts.pick_hit, shooting.no_pick),
        Option("hex", state.THROW, acts.throw, clouds.no_throw_at),
        Option("hex", state.SCATTER, acts.scatter, clouds.no_landing),
        Option("hex", state.CHARGE, acts.charge_hex, charging.no_charged_hex),
        Option("figure", CHARGER, acts.name_charger, charging.no_charger),
        Option("done", CHARGER, acts.end_charge, charges.no_end_of_charge),
        Option("direction", state.STEP, acts.step_on, charging.no_charging_step),
        Option("figure", state.CASUALTY, acts.let_fall, charges.no_casualty),
        Option("first", FIRST, acts.choose_phase, None, given={"phase": 1}),
        Option("second", FIRST, acts.choose_phase, None, given={"phase": 2}),
        Option("soft", PIECE, setup.take_piece, setup.no_piece, given={"piece": SOFT_PIECE}),
        Option("hard", PIECE, setup.take_piece, setup.no_piece, given={"piece": HARD_PIECE}),
        Option("hex", state.COVER_HEX, setup.cover_hex, placing.no_cover),
        Option("direction", state.COVER_FACING, setup.face_cover),
        Option("hex", state.FLAG_HEX, setup.flag_hex, placing.no_flag),
        Option("hex", state.MARSHAL_HEX, setup.marshal_hex, placing.no_marshal),
        Option("hex", state.DEPLOY, setup.deploy, placing.no_deployment),
        Option("figure", state.CARRIER, setup.carrier, setup.no_own_figure),
        Option("figure", state.EXPERT, setup.name_expert, setup.no_expert),
        Option("smoke", GRENADE, acts.take_grenade, None, given={"kind": SMOKE}),
        Option("paint", GRENADE, acts.take_grenade, None, given={"kind": PAINT}),
        Option("figure", state.GRENADIER, setup.give_grenade, setup.no_own_figure),
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
