"""The kinds of event that the rules note (docs/formats.md, "Events"), each with its rule and what it fills.

Each chapter notes what happens at the one place where it happens (`tabletop.game.chance.note`).
"""

from paintball_env.rules.figure_states import END_WITH_TURN
from tabletop.game import chance
from tabletop.game.chance import EventKinds

KINDS = EventKinds()
_declare = KINDS.declare

# Decisions: what follows up to the next one came of it.
CHOSEN = _declare(chance.CHOSEN, "", who="team", value="action")
FORCED = _declare("forced", "", who="team", value="action")
DRAWN = _declare("drawn", "SN5", who="team", value="action")

# Set-up.
ROLLED_OFF = _declare("roll-off", "SN4", who="team that begins")
PIECE_TAKEN = _declare("piece taken", "SN4", who="team", value="piece")
COVER_PLACED = _declare("cover placed", "SN4", who="team", place="where", value="piece")
COVER_FACED = _declare("cover faced", "HC1", who="team", place="where", value="direction")
FLAG_PLACED = _declare("flag placed", "SN1", who="team", place="where", value="flag")
FLAG_SET = _declare("flag set", "SN3", place="where", value="flag", how=("by lot",))
MARSHAL_PLACED = _declare("marshal placed", "SN1", who="team", whom="Marshal", place="where")
DEPLOYED = _declare("deployed", "SN4", who="figure", place="where")
CARRIER_NAMED = _declare("carrier named", "SN2", who="figure", value="flag")
EXPERTS_ROLLED = _declare("experts rolled", "EX1", who="team", value="how many to name")
EXPERT_NAMED = _declare("expert named", "EX1", who="figure")
GRENADES_ROLLED = _declare("grenades rolled", "GR1", who="team", value="how many to take")
GRENADE_TAKEN = _declare("grenade taken", "GR1", who="team", value="grenade")
GRENADE_GIVEN = _declare("grenade given", "GR1", who="figure", value="grenade")

# Turns and phases.
TURN_BEGAN = _declare(chance.TURN_BEGAN, "TU6", value="turn")
SMOKE_CLEARED = _declare("smoke cleared", "SM4", place="where")
SMOKE_STAYED = _declare("smoke stayed", "SM4", place="where")
GUN_CLEARED = _declare("gun cleared", "MF3", who="figure", whom="Marshal")
ORDER_DRAWN = _declare("order drawn", "TU4", who="team that has the first phase")
COMMAND_ROLLED = _declare("command rolled", "TU1", who="team", value="score")
FIRST_CHOSEN = _declare("first chosen", "TU3", who="team", value="phase it takes")
PHASE_BEGAN = _declare("phase began", "TU1", who="team", value="phase")
PHASE_ENDED = _declare("phase ended", "TU6", who="team")
RECOVERED = _declare("recovered", "IM3", who="figure", how=END_WITH_TURN)
GAME_OVER = _declare(chance.GAME_OVER, "TU7", who="winner", value="ending")

# Quiet orders, moves, flags, figures put out.
MOVED = _declare("moved", "MV1", who="figure", start="from", place="to", value="direction")
TURNED = _declare("turned", "BS3", who="figure", value="direction")
AIMED = _declare("aimed", "AI1", who="figure")
SENTRY_BEGAN = _declare("sentry began", "SE1", who="figure")
STOOD_DOWN = _declare("stood down", "SE4", who="figure")
RELOADED = _declare("reloaded", "IM3", who="figure")
FLAG_TAKEN = _declare("flag taken", "FL1", who="figure", place="where", value="flag")
FLAG_FELL = _declare("flag fell", "FL2", who="figure that had it", place="where", value="flag")
PUT_OUT = _declare("out", "PC4", who="figure", place="where it was")

# Marshals.
MARSHAL_DRAWN = _declare("marshal drawn", "PC3", who="figure he comes to", whom="Marshal")
MARSHAL_STEPPED = _declare(
    "marshal stepped", "PC3", who="Marshal", start="from", place="to", value="next hexes there were"
)
MARSHAL_CAME = _declare("marshal came", "PC1", who="Marshal", whom="figure", start="from", place="to")
MARSHAL_ASIDE = _declare(
    "marshal stepped aside", "EN5", who="Marshal", start="from", place="to", value="next hexes there were"
)
MARSHAL_ATTENDS = _declare("marshal attends", "MF3", who="Marshal", whom="figure")
MARSHAL_FREED = _declare("marshal freed", "MF3", who="Marshal", whom="figure that is out")
CHECKED = _declare("checked", "PC1", who="figure", whom="Marshal", how=("out",))
WIPED = _declare("wiped", "PC2", who="figure", whom="Marshal that walks toward it")
UNCHECKED = _declare("not checked", "PC3", who="figure")

# Volleys and reactions.
SHOT_DECLARED = _declare(
    "shot declared",
    "SH3",
    who="shooter",
    whom="target",
    place="target's",
    value="range",
    how=("suppressing", "further"),
)
SHOT_FIRED = _declare(
    "shot fired", "SH3", who="shooter", whom="target", place="target's", value="shot, from 1", how=("suppressing",)
)
REACTED = _declare("reacted", "SE2", who="sentry", whom="target", place="target's")
LET_PASS = _declare("let pass", "SE2", who="sentry", whom="mover")
SAW_OUT = _declare("saw out of smoke", "SM2", who="shooter")
LOST_IN_SMOKE = _declare("lost in smoke", "SM2", who="shooter")
SAW_THROUGH = _declare("saw through smoke", "SM3", who="shooter")
SAW_NOTHING = _declare("saw nothing", "SM3", who="shooter")
# The next three in the order of a hit roll's classes.
SHOT_MISFIRED = _declare("misfire", "SH2", who="shooter", place="target's", value="range", how=("entrenched", "aimed"))
SHOT_MISSED = _declare("miss", "SH1", who="shooter", place="target's", value="range", how=("entrenched", "aimed"))
SHOT_HIT = _declare("hit", "SH1", who="shooter", place="target's", value="range", how=("entrenched", "aimed"))
NO_HIT = _declare("no hit", "SH1", who="shooter", value="shots")
# The next six in the order of a misfire roll's classes.
OUT_OF_GAS = _declare("out of gas", "MF1", who="shooter")
OUT_OF_AMMO = _declare("out of ammo", "MF2", who="shooter")
JAM = _declare("jammed", "MF3", who="shooter")
TROUBLE = _declare("minor trouble", "MF4", who="shooter")
GOGGLES_STEAMED = _declare("goggles steamed up", "MF5", who="shooter")
GOGGLES_LIFTED = _declare("goggles lifted", "MF6", who="shooter")
NOBODY_NEAR = _declare("no marshal near", "MF6", who="shooter")
UNSEEN = _declare("not seen", "MF6", who="shooter")
DISQUALIFIED = _declare("disqualified", "MF6", who="shooter")
SHOTS_LOST = _declare("shots lost", "MF7", who="shooter", value="hits among them")
FIGURE_IN_WAY = _declare("figure in the way", "IW3", who="shooter", whom="figure", place="where", how=("stopped",))
MARSHAL_IN_WAY = _declare("marshal in the way", "IW3", who="shooter", whom="Marshal", place="where", how=("stopped",))
SOFT_IN_WAY = _declare("soft cover in the way", "SC1", who="shooter", place="where", how=("stopped",))
HARD_IN_WAY = _declare(
    "hard cover in the way", "HC2", who="shooter", place="where", value="direction", how=("stopped",)
)
PICK_DUE = _declare("pick due", "SH4", who="team", value="hits")
PICKED = _declare("picked", "SH4", who="team", whom="figure", value="hits still to pick")
LOST_ON_OUT = _declare("lost on one out", "SH6", who="shooter", whom="target")
LOST_ON_SUPPRESSED = _declare("lost on one suppressed", "SU2", who="shooter", whom="target")
SAVED = _declare("saved", "SV1", who="figure", how=("soft cover",))
MARKED = _declare("marked", "SV1", who="figure", how=("soft cover",))
UNSUPPRESSED = _declare("not suppressed", "SU1", who="figure")
SUPPRESSED = _declare("suppressed", "SU1", who="figure")

# Grenades.
GRENADE_OUT = _declare("grenade taken out", "GR2", who="figure", value="grenade")
THROWN = _declare("thrown", "GR2", who="figure", place="at", value="grenade")
THROW_MISSED = _declare("throw missed", "GR3", who="figure", place="at")
THROW_HIT = _declare("throw hit", "GR3", who="figure", place="at")
SCATTERED = _declare("scattered", "GR3", who="team", place="where it lands")
SMOKE_APPEARED = _declare("smoke appeared", "SM1", place="where")
SMOKE_THERE = _declare("smoke there already", "SM1", place="where")
NOBODY_PAINTED = _declare("nobody painted", "PG1", place="where")
UNPAINTED = _declare("paint missed", "PG1", who="figure")
PAINTED = _declare("paint marked", "PG1", who="figure")

# Charges.
CHARGE_DECLARED = _declare("charge declared", "CH1", who="team")
CHARGE_NAMED = _declare("charge named", "CH2", who="team", place="where")
CHARGER_NAMED = _declare("charger named", "CH2", who="figure", place="hex charged")
CHARGE_CLOSED = _declare("charge closed", "CH2", who="team")
ARRIVED = _declare("arrived", "CH2", who="figure", place="where")
REMOVED = _declare("removed", "CH3", who="figure", place="where")
SHOT_OUT = _declare("shoot-out", "CH3", who="team that charges", place="where", value="losses")
FELL = _declare("fell", "CH3", who="figure", place="where")
