"""The table of actions (docs/beat-to-quarters.md, "Actions"): their numbers, who may take them when, what they do."""

from beat_to_quarters.rules import anchors, command, formations, loads, moments, sailing, setup, squadrons, state
from beat_to_quarters.rules.boarding import board, board_on, no_own_boarding
from beat_to_quarters.rules.formations import IN_SUCCESSION, TOGETHER
from beat_to_quarters.rules.phases import heave_to, no_pick, no_way, pick
from beat_to_quarters.rules.state import BY_BOW, BY_STERN, REMOVED_NOW, SET_NOW, STRIDE
from beat_to_quarters.rules.victory import end_by_points
from tabletop.compiled.compiling import jitable
from tabletop.game.action_table import Actions, Argument, Kind, Option, load

VERSION = 1
FARTHEST_WAY = 24  # hexes that an action can name
MOST_TURNS = 3  # hexsides, to each side


@jitable
def own_ship(team: int, own: int) -> int:
    """A ship that the team built, by its number."""
    return STRIDE * team + own


@jitable
def enemy_ship(team: int, own: int) -> int:
    """A ship that the other team built, by its number."""
    return STRIDE * (1 - team) + own


@jitable
def hexsides(own: int) -> int:
    """TK1: by how many hexsides an action turns, to port; negative: to starboard."""
    return own - MOST_TURNS


@jitable
def hexside(own: int) -> int:
    """SQ8: to which side an action turns in succession: port, starboard."""
    return 1 if own == 0 else -1


@jitable
def order_number(own: int) -> int:
    """SQ3: an order."""
    return own + 1


@jitable
def seen_column(team: int, count: int, own: int) -> int:
    """W4: a column of the map as a team sees it."""
    return own if team == 0 else count - 1 - own


@jitable
def seen_direction(team: int, own: int) -> int:
    """W4: a direction of the map as a team sees it."""
    return own if team == 0 else (own + 3) % 6


ACTIONS = Actions(
    kinds=(
        Kind("pick", actor=True, said=""),
        Kind("fire at", "enemy"),
        Kind("fires", actor=True),
        Kind("grapple", "enemy"),
        Kind("grapples", actor=True),
        Kind("board", "enemy"),
        Kind("grapple own", "mate", said="grapple"),
        Kind("board own", "mate", said="board"),
        Kind("advance", "hexes"),
        Kind("turn", "hexsides", said=""),
        Kind("sail"),
        Kind("heave to"),
        Kind("through the wind"),
        Kind("back"),
        Kind("cut loose"),
        Kind("stay"),
        Kind("hold"),
        Kind("hold on"),
        Kind("abandon"),
        Kind("pick prize", "prize", said=""),
        Kind("prize fires", "prize firing", said=""),
        Kind("prize grapples", "prize grappling", said=""),
        Kind("fire at own", "lost", said="fire at"),
        Kind("anchor by the bow", "anchors"),
        Kind("anchor by the stern", "anchors"),
        Kind("weigh", "anchors"),
        Kind("cut", "anchors"),
        Kind("swing", "anchors"),
        Kind("kedge", "anchors"),
        Kind("in succession", "succession", said=""),
        Kind("order", "orders", said=""),
        Kind("load", "loads", said=""),
        Kind("set ablaze", "blazes"),
        Kind("set chasers", "guns"),
        Kind("remove chasers", "guns"),
        Kind("buy hull", "hull", said=""),
        Kind("buy crew", "crew", said=""),
        Kind("column", "column"),
        Kind("row", "row"),
        Kind("heading", "heading"),
        Kind("done", "dones"),
        Kind("wait"),
    ),
    options=(
        Option("pick", state.PICK, pick, no_pick, "act"),
        Option("fire at", state.SAIL, moments.shoot, moments.no_own_shot, "fire"),
        Option("fire at", state.MOMENT, moments.shoot, moments.no_own_shot, "fire"),
        Option("fires", state.ANSWER, moments.answer_shot, moments.no_answer_shot, "answer"),
        Option("grapple", state.SAIL, moments.grapple, moments.no_own_grapple, "grapple"),
        Option("grapple", state.MOMENT, moments.grapple, moments.no_own_grapple, "grapple"),
        Option("grapple", state.PASS, sailing.passing_grapple, sailing.no_passing_grapple, "grapple"),
        Option("grapples", state.ANSWER, moments.answer_grapple, moments.no_answer_grapple, "grapple"),
        Option("board", state.BOARD, board, no_own_boarding, "board"),
        Option("grapple own", state.SAIL, moments.grapple, moments.no_own_grapple, "grapple"),
        Option("grapple own", state.MOMENT, moments.grapple, moments.no_own_grapple, "grapple"),
        Option("grapple own", state.PASS, sailing.passing_grapple, sailing.no_passing_grapple, "grapple"),
        Option("board own", state.BOARD, board, no_own_boarding, "board"),
        Option("advance", state.ADVANCE, sailing.advance, sailing.no_advance, "advance"),
        Option("turn", state.TURN, formations.turn, formations.no_turn, "turn", {"how": TOGETHER}),
        Option("in succession", state.TURN, formations.turn, formations.no_turn, "turn", {"how": IN_SUCCESSION}),
        Option("order", state.ORDER, squadrons.give_order, squadrons.no_order, "order"),
        Option("done", state.ORDER, squadrons.no_more_orders, None, "done"),
        Option("pick", state.MEMBER, squadrons.name_member, squadrons.no_member),
        Option("done", state.MEMBER, squadrons.form_line, squadrons.no_forming),
        Option("sail", state.SAIL, sailing.sail, no_way, "sail"),
        Option("heave to", state.SAIL, heave_to, None, "heave to"),
        Option("through the wind", state.TACK, sailing.tack, sailing.no_through, "tack", {"on": 1}),
        Option("back", state.TACK, sailing.tack, None, "tack", {"on": 0}),
        Option("cut loose", state.CLEAR, command.cut_loose, None, "cut loose"),
        Option("cut loose", state.LOOSE, command.cut_loose, None, "cut loose"),
        Option("stay", state.CLEAR, command.stay, None, "stay"),
        Option("stay", state.LOOSE, command.stay, None, "stay"),
        Option("stay", state.ABANDON, command.to_next, None, "stay", {"stage": state.CLEARING}),
        Option("hold", state.PASS, sailing.no_try, None, "hold"),
        Option("hold", state.MOMENT, moments.hold, None, "hold", {"on": 0}),
        Option("hold", state.ANSWER, moments.hold, None, "hold", {"on": 0}),
        Option("hold", state.BOARD, board_on, None, "hold"),
        Option("hold on", state.MOMENT, moments.hold, None, "hold", {"on": 1}),
        Option("hold on", state.ANSWER, moments.hold, None, "hold", {"on": 1}),
        Option("abandon", state.ABANDON, end_by_points, None, "abandon", {"ending": state.VICTORY}),
        Option("pick prize", state.PICK, pick, no_pick, "act"),
        Option("prize fires", state.ANSWER, moments.answer_shot, moments.no_answer_shot, "answer"),
        Option("prize grapples", state.ANSWER, moments.answer_grapple, moments.no_answer_grapple, "grapple"),
        Option("fire at own", state.SAIL, moments.shoot, moments.no_own_shot, "fire"),
        Option("fire at own", state.MOMENT, moments.shoot, moments.no_own_shot, "fire"),
        Option("anchor by the bow", state.SAIL, anchors.drop_anchor, anchors.no_anchoring, "anchor", {"by": BY_BOW}),
        Option(
            "anchor by the stern", state.SAIL, anchors.drop_anchor, anchors.no_anchoring, "anchor", {"by": BY_STERN}
        ),
        Option("weigh", state.SAIL, anchors.weigh, anchors.no_weighing, "anchor"),
        Option("cut", state.SAIL, anchors.cut_anchor, anchors.no_weighing, "anchor"),
        Option("swing", state.SAIL, anchors.swing_at_anchor, anchors.no_swinging, "anchor"),
        Option("kedge", state.SAIL, anchors.kedge, anchors.no_kedging, "kedge"),
        Option("load", state.LOAD, loads.load_side, loads.no_load, "load"),
        Option("set ablaze", state.LOAD, loads.set_ablaze, loads.no_blaze, "set ablaze"),
        Option("done", state.LOAD, loads.end_loading, None, "done"),
        Option("set chasers", state.CHASERS, command.move_chasers, command.no_move, "chasers", {"to": SET_NOW}),
        Option("remove chasers", state.CHASERS, command.move_chasers, command.no_move, "chasers", {"to": REMOVED_NOW}),
        Option("stay", state.CHASERS, command.stay, None, "stay"),
        Option("buy hull", state.BUY, setup.buy_hull, setup.no_hull, "buy"),
        Option("buy crew", state.BUY, setup.buy_crew, setup.no_crew, "buy"),
        Option("done", state.BUY, setup.buy_no_more, setup.no_passing, "done"),
        Option("column", state.COLUMN, setup.choose_column, setup.no_column),
        Option("row", state.ROW, setup.choose_row, setup.no_row),
        Option("heading", state.HEADING, setup.choose_heading, setup.no_heading),
    ),
    actors=Argument("fleet", own_ship),
    arguments={
        "enemy": Argument("fleet", enemy_ship, "whom"),
        "mate": Argument("fleet", own_ship, "whom"),
        "hexes": Argument(FARTHEST_WAY + 1),
        "hexsides": Argument(2 * MOST_TURNS + 1, hexsides, "turns"),
        "prize": Argument("prizes", enemy_ship, "who"),
        "prize firing": Argument("prizes", enemy_ship, "who"),
        "prize grappling": Argument("prizes", enemy_ship, "who"),
        "lost": Argument("prizes", own_ship, "whom"),
        "anchors": Argument("anchors"),
        "hull": Argument("hulls"),
        "crew": Argument("crews"),
        "column": Argument("acrosses", seen_column),
        "row": Argument("downs", seen_column),
        "heading": Argument("headings", seen_direction),
        "succession": Argument("successions", hexside, "turns"),
        "orders": Argument("orders", order_number, "what"),
        "loads": Argument("loads", None, "load"),
        "blazes": Argument("blazes"),
        "guns": Argument("guns"),
        "dones": Argument("dones"),
    },
)
ORDERS = ACTIONS.orders
_made = load(f"{__package__}.written", ACTIONS)
legal_actions, no_action, is_legal = _made.legal_actions, _made.no_action, _made.is_legal
apply, decode, order_of = _made.apply, _made.decode, _made.order_of
