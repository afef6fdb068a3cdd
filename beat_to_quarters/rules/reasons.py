"""Why an action is illegal: a number for each reason, which the rules return, and its words."""

from beat_to_quarters.rules import state
from tabletop.game.action_table import OWN_REASONS

WORDS: dict[int, str] = {}


def _reason(words: str) -> int:
    number = OWN_REASONS + len(WORDS)
    WORDS[number] = words
    return number


NOT_IN_ACTION = _reason("{who} can't: it isn't in action, or was boarded in this turn (SH8, BO4)")
CAN_NOT_FIRE = _reason("{who} doesn't fire: it burns, is dismasted, or serves its chasers (GU6, CH1, CH4)")
FIRED = _reason("{who} has fired this side in this turn (GU1)")
MAST_OVER = _reason("a mast hangs over this side of {who} (RG2)")
NOT_LOADED = _reason("this side of {who} is being loaded (AM4)")
OUT_OF_SHOT = _reason("{whom} is out of reach of what this side is loaded with (AM)")
BEARS_NOT = _reason("{whom} isn't in a field of fire of {who}, or something is in the way (GU3, GU4)")
STRUCK_ALREADY = _reason("only enemies in action are fired at (GU6)")
FRIEND = _reason("{whom} is a friend in action")
NOT_YOURS = _reason("{who} is not yours")
IS_ITSELF = _reason("{whom} is the ship that would do it")
NOT_THERE = _reason("{whom} is not on the map")
BATTERY = _reason("a battery neither sails nor is grappled or boarded (SB4)")
HAS_TRIED = _reason("{who} has tried to grapple in this phase (GR1)")
WAS_TRIED = _reason("somebody has tried to grapple {whom} in this phase (GR1)")
GRAPPLED_ALREADY = _reason("{who} and {whom} are grappled (GR1)")
NOT_NEXT_TO = _reason("{whom} isn't next to {who} (GR1, BO1)")
NOT_TIED = _reason("{whom} isn't tied to {who} (BO1)")
SECURED_ALREADY = _reason("{whom} has been secured (BO7)")
HAS_ACTED = _reason("{who} has acted in this phase (AC1)")
IS_TIED = _reason("{who} is grappled or fouled (MO2)")
IS_AGROUND = _reason("{who} is aground (MO2)")
NOT_AGROUND = _reason("{who} isn't aground (AG2)")
AT_ANCHOR = _reason("{who} is at anchor (MO2, AN1)")
NOT_ANCHORED = _reason("{who} isn't at anchor (AN3)")
WEIGHS = _reason("{who} is weighing its anchor (AN3)")
NO_ANCHOR = _reason("{who} has cut its cable: it can't anchor again (AN4)")
ALREADY_SWUNG = _reason("{who} has turned two hexsides at anchor in this turn (AN2)")
DISMASTED = _reason("{who} is dismasted (RG3)")
IS_IN_IRONS = _reason("{who} is in irons (TK5)")
IN_THE_EYE = _reason("the wind is dead ahead (WI3, TK4)")
NOT_THESE_DICE = _reason("the dice don't allow it: the sum of all, or the number on one (MO3)")
CAN_NOT_TURN = _reason("{who} can't turn: steering, a mast over the side, fire, or dismasted (TK2)")
TOO_FAR_ROUND = _reason("{who} can't turn so far (TK1)")
EDGE = _reason("the edge of the map is in the way (TK3)")
CHASERS_SET = _reason("{who}'s chasers are set (CH1)")
NO_CHASERS = _reason("{who}'s chasers aren't set (CH1)")
NO_SQUADRON = _reason("{team} has no squadron (SQ3)")
NOT_FOR_THIS = _reason("that doesn't fit the order, or no ship stands as it says (SQ2, SQ3)")
NOT_LEADER = _reason("{who} acts with its squadron, which its leader stands for (SQ6)")
IN_A_SQUADRON = _reason("{who} acts with its squadron, which works no anchors (SQ6)")
HAS_WHEELED = _reason("the squadron has turned in this turn (SQ6)")
TOLD_ALREADY = _reason("that isn't asked for now, or has been told (AM1, FS1)")
LOADED_SO = _reason("this side of {asked} is loaded so (AM1)")
NO_SHOTS = _reason("{team} may load only round shot (AM1)")
NO_PLACE = _reason("that isn't asked for now, or no ship may begin there (SU1, SU2)")
TOO_DEAR = _reason("{team} can't pay that (SU1)")
IN_THE_WAY = _reason("another ship, or land, is in the way (TK3, CF2)")
# What a decision asks for, where an action is no answer to it.
ASKED = {
    state.BUY: "a ship to buy, or done, is asked for (SU1)",
    state.COLUMN: "the column of {asked}'s bow is asked for (SU2)",
    state.ROW: "the row of {asked}'s bow is asked for (SU2)",
    state.HEADING: "the heading of {asked} is asked for (SU2)",
    state.ORDER: "orders to squadrons, or done, are asked for (SQ3)",
    state.MEMBER: "the ships that the order is for are asked for (SQ3)",
    state.LOAD: "loads of {asked} are asked for (AM1)",
    state.ABANDON: "abandon or stay is asked (VI1)",
    state.CLEAR: "cut loose or stay is asked of {asked}, which is fouled (CO2)",
    state.LOOSE: "cut loose or stay is asked of {asked}, which is grappled (CO3)",
    state.CHASERS: "whether {asked} sets its chasers is asked (CO9a)",
    state.PICK: "a ship that acts now is asked for (AC1)",
    state.SAIL: "what {asked} does is asked: it may fire, grapple, sail, or heave to (AC2)",
    state.ADVANCE: "how far {asked} sails is asked (MO3)",
    state.PASS: "whether {asked} tries to grapple the ship it has come upon is asked (CF2)",
    state.MOMENT: "{asked} may fire or grapple now, or hold (AC3)",
    state.ANSWER: "who fires at {asked} or grapples it is asked, or hold (AC3)",
    state.TURN: "by how much {asked} turns is asked (TK1)",
    state.TACK: "through the wind or back is asked of {asked} (TK4)",
    state.BOARD: "whom {asked} boards is asked, or hold (BO1)",
}
