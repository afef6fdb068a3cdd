"""The kinds of event that the rules note, each with its rule and what it fills (`tabletop.game.chance.note`)."""

from tabletop.game import chance
from tabletop.game.chance import EventKinds

KINDS = EventKinds()
_declare = KINDS.declare

# Decisions, turns, the battle.
CHOSEN = _declare(chance.CHOSEN, "", who="team", value="action")
FORCED = _declare("forced", "", who="team", value="action")
WIND_ROSE = _declare("wind", "WI1", value="direction")
WEATHER = _declare("weather", "WE2", value="weather")
CREW_DRAWN = _declare("crew drawn", "SO1", who="ship", value="crew")
TURN_BEGAN = _declare(chance.TURN_BEGAN, "TS1", value="turn")
COMMANDS = _declare("command phase", "TS1", who="team")
ACTS = _declare("action phase", "TS1", who="team")
BOARDING = _declare("boarding phase", "TS2")
POINTS = _declare("points", "VI3", who="team", value="points")
GAME_OVER = _declare(chance.GAME_OVER, "VI1", who="winner", value="ending")

# Sailing.
HEAVES_TO = _declare("heaves to", "MO5", who="ship")
SET_SAIL = _declare("sails", "MO1", who="ship", value="dice")
WAY_CHOSEN = _declare("way chosen", "MO3", who="ship", value="hexes")
SAILED = _declare("sailed", "MO4", who="ship", place="to", value="direction")
PASSED = _declare("passed through", "CF2", who="ship", whom="other", place="to", value="hexes")
TURNED = _declare("turned", "TK1", who="ship", place="bow", value="direction")
TACKED = _declare("tacked", "TK4", who="ship", how=("through the wind",))
IN_IRONS = _declare("in irons", "TK4", who="ship")
RECOVERED = _declare("out of irons soon", "TK5", who="ship")
WITHDREW = _declare("withdrew", "MP5", who="ship")
DRIFTED = _declare("drifted", "DR2", who="ship", place="to")
AGROUND = _declare("aground", "AG1", who="ship")
KEDGED = _declare("kedged off", "AG2", who="ship", place="to")
ANCHORED = _declare("anchored", "AN1", who="ship", value="by bow or stern")
WEIGHS = _declare("weighs anchor", "AN3", who="ship")
WEIGHED = _declare("anchor up", "AN3", who="ship")
CUT_CABLE = _declare("cut the cable", "AN4", who="ship")

# Other ships.
COLLIDED = _declare("collided", "CF3", who="ship", whom="other")
FOULED = _declare("fouled", "CF2", who="ship", whom="other")
KEPT_CLEAR = _declare("kept clear", "CF2", who="ship", whom="other")
CLEARED = _declare("clear again", "CO2", who="ship")
CUT_LOOSE = _declare("cut loose", "CO3", who="ship")
GRAPPLED = _declare("grappled", "GR2", who="ship", whom="other")
GRAPPLE_FAILED = _declare("grapple failed", "GR1", who="ship", whom="other")
HOLDS_ON = _declare("holds on", "AC3", who="team")
BOARDS = _declare("boards", "BO1", who="ship", whom="target")
BEATEN_OFF = _declare("boarders beaten off", "BO3", who="defender", whom="attacker")
TAKEN = _declare("taken", "ST2", who="ship", whom="team that has it now")
RETAKEN = _declare("retaken", "ST3", who="ship", whom="team that has it now")
SECURED = _declare("secured", "BO7", who="ship")

# Gunnery and damage.
FIRED = _declare(
    "fired", "GU7", who="ship", whom="target", value="range", how=("port or bow", "starboard or stern", "raking")
)
MISSED = _declare("missed", "GU7", who="ship", whom="target")
HIT = _declare("hit", "GU9", who="ship", whom="target", value="column")
WEAKER = _declare("damaged", "DA1", who="ship", value="rates")
MAST_HANGS = _declare("mast over the side", "RG1", who="ship", value="side")
MAST_LOST = _declare("mast lost", "RG1", who="ship")
CUT_AWAY = _declare("wreckage cut away", "CO5", who="ship")
STEERING_HIT = _declare("steering damaged", "DA4", who="ship")
STEERS_AGAIN = _declare("steering repaired", "CO6", who="ship")
ON_FIRE = _declare("on fire", "FI1", who="ship")
LOADED = _declare("loaded", "AM1", who="ship", value="load", how=("port", "starboard"))
SET_ABLAZE = _declare("set ablaze", "FS1", who="ship")
CHASERS_SET = _declare("chasers set", "CH1", who="ship")
CHASERS_OFF = _declare("chasers removed", "CH1", who="ship")
FIRE_OUT = _declare("fire put out", "CO7", who="ship")
EXPLODED = _declare("exploded", "FI3", who="ship", place="where")
STRUCK = _declare("struck", "ST1", who="ship")
SUNK = _declare("sunk", "SI1", who="ship", place="where")
DRAGGED = _declare("dragged down", "SI1", who="ship", whom="by", place="where")
