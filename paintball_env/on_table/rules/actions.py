"""The table of actions (docs/open-table.md, "Actions on the table")."""

from typing import Any

from paintball_env.on_table.rules import charging, clouds, picking, placing, shape, steps, table_acts
from paintball_env.on_table.rules.ground import HEADINGS
from paintball_env.on_table.rules.numbering import (
    LENGTHS,
    own_place,
    own_start,
    seen_middle,
    seen_point,
    seen_spot,
    turned_direction,
    turned_way,
)
from paintball_env.on_table.rules.placing import PIECE_HEADINGS
from paintball_env.on_table.rules.shape import ORDER
from paintball_env.rules import acts, setup, state
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
from paintball_env.rules.single_orders import SINGLE
from paintball_env.rules.state import (
    ACT,
    FIRST,
    GRENADE,
    PIECE,
    REACT,
    VOLLEY,
    Game,
    World,
)
from paintball_env.rules.turns import end_phase
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import Actions, Argument, Kind, Option, load

ORDERS_OF_A_FIGURE: tuple[tuple[Any, ...], ...] = (
    ("move", acts.go, steps.no_move, "move"),
    ("go", table_acts.begin_to_go, steps.no_going, "move"),
    *ORDERS_BEHIND_MOVES,
)
ACTIONS = Actions(
    kinds=(
        Kind("move", "way", actor=True),
        Kind("go", actor=True),
        *KINDS_BEHIND_MOVES,
        Kind("figure", "figure"),
        Kind("enemy", "target", said="figure"),
        Kind("place", "place"),
        Kind("point", "point"),
        Kind("middle", "middle"),
        Kind("at", "spot"),
        Kind("heading", "heading"),
        Kind("start", "start"),
        *WORDS,
    ),
    options=(
        *(Option(kind, decision, *answer) for decision in (ACT, shape.ORDER) for kind, *answer in ORDERS_OF_A_FIGURE),
        Option("figure", ACT, picking.pick, picking.no_picking),
        Option("charge", ACT, acts.declare_charge, charging.no_charge, "charge"),
        Option("done", ACT, end_phase, None, "done"),
        Option("place", shape.GO, table_acts.go_to_place, steps.no_place),
        *SHOTS,
        Option("figure", state.THROW, table_acts.throw_at_figure, clouds.no_throw_at_figure),
        Option("enemy", state.THROW, table_acts.throw_at_figure, clouds.no_throw_at_figure),
        Option("place", state.THROW, table_acts.throw_at_named, clouds.no_throw_at_named),
        Option("point", state.THROW, acts.throw, clouds.no_throw_at),
        Option("middle", state.THROW, acts.throw, clouds.no_throw_at),
        Option("figure", state.SCATTER, table_acts.scatter_on_figure, clouds.no_landing_on_figure),
        Option("enemy", state.SCATTER, table_acts.scatter_on_figure, clouds.no_landing_on_figure),
        Option("point", state.SCATTER, acts.scatter, clouds.no_landing),
        Option("enemy", state.CHARGE, charging.name_charged, charging.no_charged),
        *CHARGERS,
        *CHOICES,
        Option("at", state.COVER_HEX, setup.cover_hex, placing.no_cover),
        Option("heading", state.COVER_FACING, setup.face_cover, placing.no_heading),
        Option("start", state.FLAG_HEX, table_acts.put_flag, placing.no_flag),
        Option("start", state.MARSHAL_HEX, table_acts.put_marshal, placing.no_marshal),
        Option("start", state.DEPLOY, table_acts.put_figure, placing.no_deployment),
        *HANDED_OUT,
    ),
    actors=Argument("board.blocks", picking.actor_of_block),
    arguments={
        "way": Argument(LENGTHS * HEADINGS, turned_way, "direction"),
        "direction": Argument(HEADINGS, turned_direction),
        "enemy": Argument("figures", enemy_id),
        "figure": Argument("figures", figure_id),
        "target": Argument("figures", enemy_id, "figure"),
        "place": Argument("board.places", own_place, "named"),
        "point": Argument(4 * HEADINGS, seen_point, "hex"),
        "middle": Argument("board.hard", seen_middle, "hex"),
        "spot": Argument("board.spots", seen_spot, "hex"),
        "heading": Argument(PIECE_HEADINGS, None, "direction"),
        "start": Argument("board.starts", own_start),
    },
    ready={ACT: picking.no_order_here, shape.ORDER: picking.no_order_here},
)
ORDERS = ACTIONS.orders
# Options that others ask for, by the numbers that `decode` gives.
MOVE, GO_TO, ROTATE, CHARGE = (ACTIONS.option(kind, ACT) for kind in ("move", "go", "rotate", "charge"))
AIM, SENTRY, STAND_DOWN, RELOAD, TAKE_FLAG = (ACTIONS.option(single.name, ACT) for single in SINGLE.values())
SHOOT_FIRST, SHOOT_NEXT, SHOOT_MOVER = (ACTIONS.option("shoot", decision) for decision in (ACT, VOLLEY, REACT))
SUPPRESS_FIRST, SUPPRESS_NEXT = (ACTIONS.option("suppress", decision) for decision in (ACT, VOLLEY))
THROW_SMOKE, THROW_PAINT = ACTIONS.option("throw smoke", ACT), ACTIONS.option("throw paint", ACT)
GO_FIRST, GO_SECOND = ACTIONS.option("first", FIRST), ACTIONS.option("second", FIRST)
TAKE_SOFT, TAKE_HARD = ACTIONS.option("soft", PIECE), ACTIONS.option("hard", PIECE)
TAKE_SMOKE, TAKE_PAINT = ACTIONS.option("smoke", GRENADE), ACTIONS.option("paint", GRENADE)
GO_TO_PLACE, PICK = ACTIONS.option("place", shape.GO), ACTIONS.option("figure", ACT)
ENEMY_OPTIONS = tuple(ACTIONS.option("enemy", decision) for decision in (state.THROW, state.SCATTER, state.CHARGE))
START_OPTIONS = tuple(
    ACTIONS.option("start", decision) for decision in (state.FLAG_HEX, state.MARSHAL_HEX, state.DEPLOY)
)
THROW_AT_NAMED, THROW_AT_FIGURE, THROW_AT_ENEMY = (
    ACTIONS.option(kind, state.THROW) for kind in ("place", "figure", "enemy")
)
SCATTER_ON_FIGURE, SCATTER_ON_ENEMY = (ACTIONS.option(kind, state.SCATTER) for kind in ("figure", "enemy"))
_made = load(f"{__package__}.written", ACTIONS)
no_action, is_legal, fill_mask = _made.no_action, _made.is_legal, _made.legal_actions
apply, order_of, _decode = _made.apply, _made.order_of, _made.decode
_ORDERS = len(ORDERS_OF_A_FIGURE)


@rule
def decode(world: World, game: Game, action: int) -> tuple[int, int, int]:
    """As the table writes it, but the orders to a figure that has been picked have the numbers of those of a phase."""
    option, who, value = _decode(world, game, action)
    return (option - _ORDERS if game.decision == ORDER else option), who, value
