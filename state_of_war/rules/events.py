"""The kinds of event that the rules note, each with its rule and what it fills (`tabletop.game.chance.note`).

`who` and `whom` are figures, units or sides by the numbers of draws' subjects (state.py): a figure's id, UNIT_SUBJECT +
a unit's id, SIDE_SUBJECT + side. A place is a point's number (`tabletop.game.open_table.place`).
"""

from tabletop.game import chance
from tabletop.game.chance import EventKinds

KINDS = EventKinds()
_declare = KINDS.declare

# Decisions, turns, the battle.
CHOSEN = _declare(chance.CHOSEN, "", who="side", value="action")
FORCED = _declare("forced", "", who="side", value="action")
ATTACKS = _declare("attacks", "DE1", who="side", value="edge")
PLACED = _declare("placed", "DE3", who="unit", place="slot")
HIDES = _declare("hides", "AM1", who="unit")
SEEN = _declare("seen", "AM1", who="unit")
SPOTTED = _declare("spotted", "AM3", who="unit")
NOT_SPOTTED = _declare("not spotted", "AM3", who="unit")
TURN_BEGAN = _declare(chance.TURN_BEGAN, "TU1", value="turn")
PART_BEGAN = _declare("part", "TU1", who="side")
ACTION_BEGAN = _declare("action", "TU2", who="side", value="number")
GAME_OVER = _declare(chance.GAME_OVER, "VI1", who="winner", value="ending")

# Orders.
MOVED = _declare("moved", "MV2", who="unit", place="pivot", value="heading")
WENT = _declare("went", "MV2", who="figure", place="to")
FACED = _declare("faced about", "MV4", who="unit", value="heading")
FORMED = _declare("formed", "MV6", who="unit", value="heading")
MOUNTED_UP = _declare("mounted", "MV7", who="unit")
DISMOUNTED = _declare("dismounted", "MV7", who="unit", place="horses")
DETACHED = _declare("detached", "UN5", who="unit", whom="new unit", value="men")
STANDS = _declare("waits", "RE1", who="unit", value="ready figures")
LOADED = _declare("loaded", "LD2", who="figure", value="steps left")
PRESSED = _declare("pressed", "ME9", who="unit")
CHARGED = _declare("charges", "ME1", who="unit", whom="target")
CHARGE_HOME = _declare("in contact", "ME1", who="unit", whom="target")
CHARGE_FAILED = _declare("charge failed", "ME1", who="unit", whom="target")
STOPPED = _declare("stopped", "RE3", who="unit")
FORCED_MOVE = _declare("forced move", "MO6", who="unit")
LEFT_TABLE = _declare("left the table", "MO6", who="figure")
GOT_THROUGH = _declare("through", "VI3", who="figure")

# Shots.
AIMS = _declare("aims", "TU2", who="unit", whom="target")
SHOT_FIRED = _declare("shot", "SH4", who="figure", whom="target", value="range", how=("soft cover", "hard cover"))
NO_HIT = _declare("missed", "SH6", who="figure", whom="target")
GRAZED = _declare("grazed", "SH6", who="figure", whom="shooter")
WOUNDED = _declare("wounded", "SH7", who="figure")
DISABLED = _declare("disabled", "SH7", who="figure")
KILLED = _declare("killed", "SH7", who="figure")
HORSE_HIT = _declare("horse hit", "SH12", who="figure", whom="shooter")
HOLDS_FIRE = _declare("holds fire", "RE2", who="unit")
FIRES = _declare("fires", "RE2", who="unit", whom="target")

# Melee and morale.
FOUGHT = _declare("fought", "ME6", who="figure", whom="opponent", value="lead")
PUSHED = _declare("pushed back", "ME7", who="figure", place="to")
THROWN = _declare("unhorsed", "ME7", who="figure")
CHECKED = _declare("checked morale", "MO5", who="unit", value="result", how=("broken", "broken for good"))
RALLIED = _declare("rallied", "MO7", who="unit")
