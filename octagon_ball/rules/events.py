"""The kinds of event that the rules note, each with its rule and what it fills (`tabletop.game.chance.note`)."""

from tabletop.game import chance
from tabletop.game.chance import EventKinds

KINDS = EventKinds()
_declare = KINDS.declare

# Decisions, turns, the match.
CHOSEN = _declare(chance.CHOSEN, "", who="team", value="action")
FORCED = _declare("forced", "", who="team", value="action")
ORDER_DRAWN = _declare("order drawn", "MA3", who="team that kicks off")
DEPLOYED = _declare("deployed", "DE1", who="figure", place="where", how=("by lot",))
KICKED_OFF = _declare("kick-off", "MA4", place="of the ball")
TURN_BEGAN = _declare(chance.TURN_BEGAN, "AP5", who="team", value="turn")
STOOD_UP = _declare("stood up", "JO4", who="figure")
GOAL = _declare("goal", "GO1", who="team", value="goals it has now")
GAME_OVER = _declare(chance.GAME_OVER, "MA1", who="winner", value="ending")

# Moves and passes.
MOVED = _declare("moved", "MV1", who="figure", start="from", place="to", value="direction", how=("with the ball",))
CARRIED_IN = _declare("carried in", "MV2", who="figure", start="from", value="direction")
PICKED_UP = _declare("picked up", "MV3", who="figure", place="where")
PASSED = _declare("passed", "PA2", who="passer", start="from", value="direction")
WENT_FAR = _declare("distance rolled", "PA2", who="passer", value="squares")
ROLLED = _declare("ball went", "PA2", start="from", place="to", value="squares")
REBOUNDED = _declare("rebounded", "RB1", place="where", value="direction it has now")
RECEIVED = _declare("received", "PA3", who="figure", whom="passer", place="where")
CAME_LOOSE = _declare("loose", "PA2", place="where")

# Interceptions.
TRIES = _declare("tries", "IN2", who="figure", place="of the ball")
LETS_PASS = _declare("lets pass", "IN2", who="figure", place="of the ball")
MISSED = _declare("missed", "IN3", who="figure", how=("marked",))
REACHED = _declare("reached", "IN3", who="figure", how=("marked",))
CONTESTED = _declare("contested", "IN7", value="same roll")
INTERCEPTED = _declare("intercepted", "IN7", who="figure", whom="figure that the ball has left", place="where")

# Tackles, jostles, fouls.
TACKLED = _declare("tackle", "TA2", who="tackler", whom="holder", value="taken from the roll")
WON = _declare("tackle won", "TA3", who="tackler", whom="holder")
TAKEN = _declare("ball taken", "TA3", who="tackler", whom="holder", place="where")
SPILT = _declare("ball spilt", "TA4", who="tackler", whom="holder", place="where")
LEVEL = _declare("tackle level", "TA5", who="tackler", whom="holder")
FAILED = _declare("tackle failed", "TA7", who="tackler", whom="holder")
KNOCKED = _declare("knocked free", "SP1", who="holder", start="from", value="direction")
DROPPED = _declare("dropped", "SP1", who="holder", place="where")
JOSTLED = _declare("jostle", "JO3", who="jostler", whom="other", value="taken from the roll")
FELLED = _declare("pushed to the ground", "JO4", who="jostler", whom="other")
HELD = _declare("jostle without effect", "JO5", who="jostler", whom="other")
FOUL = _declare("foul", "FO1", who="figure")
