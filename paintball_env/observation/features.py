"""What each number of an observation means, and its range, that doesn't depend on the ground."""

from paintball_env.notation.words import KINDS, WHATS
from paintball_env.rules.dice import CHECKED_OUT, LISTED
from paintball_env.rules.figure_states import STATES
from paintball_env.rules.objectives import NAMES
from paintball_env.rules.single_orders import SINGLE
from paintball_env.rules.state import SHOTS, TEAM_NUMBERS
from tabletop.game.encodings import Entry


def index_of(table: tuple[Entry, ...], name: str) -> int:
    """The place of a feature in its table."""
    return [feature.name for feature in table].index(name)


SIDE = (
    Entry("score", "command score / 6, with two dice / 12 (TU1)"),
    Entry("used", "figures used this turn / F (TU2)"),
    Entry("uses left", "figures that may still be used / F; all in turn 1 (TU4)"),
    *(Entry(each.field, each.meaning) for each in TEAM_NUMBERS),
    Entry("soft left", "pieces of soft cover still to place / the scenario's"),
    Entry("hard left", "pieces of hard cover still to place / the scenario's"),
)
GAME = (
    Entry("turn", "turn / max_turns; 0 is set-up"),
    Entry("turns left", "1 - turn / max_turns (TU8)"),
    Entry("phase 1", "first phase"),
    Entry("phase 2", "second phase"),
    Entry("acting", "I am the acting side (W2)"),
    Entry("second", "I had the second phase last, or won the set-up's roll-off"),
    Entry("mine", "I decide"),
    Entry("theirs", "the other team decides"),
    *(Entry(f"decision {name}", f"the open decision is `{name}`") for name in KINDS[1:]),
    *(Entry(f"kind {name}", f"the decision's kind is `{name}`") for name in WHATS[1:]),
    Entry("count", "hits to pick, experts or grenades to name, chargers named / the most of any"),
    Entry("over", "the game is over"),
    Entry("won", "I have won"),
    Entry("lost", "I have lost"),
    Entry("ended eliminated", "a team was put out (TU7)"),
    Entry("ended flag", "a flag was brought where it wins (FL3)"),
    Entry("ended turns", "the turns were over (TU8)"),
    *(entry._replace(name=f"{side} {entry.name}") for side in ("own", "enemy") for entry in SIDE),
    *(Entry(f"{name} attends", "this Marshal attends a jam (MF3)") for name in ("own M", "enemy M", "M3", "M4")),
)
SHOT = (Entry("taken", "picked: this shot counts (SH4)"),)
FIGURE = (
    Entry("on board", "in the game and placed"),
    Entry("from own base", "steps to my base / steps between the bases, at most 1"),
    Entry("from enemy base", "steps to the enemy's base / steps between the bases, at most 1"),
    Entry("facing x", "cosine of the facing (BS1)", -1.0),
    Entry("facing y", "sine of the facing (BS1)", -1.0),
    *(
        Entry(state.field if state.counted else value.token, value.meaning)
        for state in STATES
        for value in state.values
    ),
    Entry("actor", "the decision is about this figure"),
    Entry("asked", "the sentry that is asked (SE2)"),
    Entry("own flag", "carries my flag, or the only one"),
    Entry("enemy flag", "carries the enemy's flag"),
    Entry("attended", "by my Marshal 1/4, the enemy's 2/4, M3 3/4, M4 1; nobody 0 (MF3)"),
)
_KINDS_OF_ACTION = (
    ("move", "moves, or walks on in a charge (MV1, CH2)"),
    ("turn", "turns, or faces a piece of cover (BS3, HC1)"),
    ("shoot", "shoots one die: in the phase, in a volley, as a sentry (SH3, SE2)"),
    ("suppress", "one die of suppressive fire (SU2)"),
    *((single.name, single.meaning) for single in SINGLE.values()),
    ("smoke", "takes out, or chooses, a smoke grenade (GR2)"),
    ("paint", "takes out, or chooses, a paint grenade (GR2)"),
    ("charge", "declares a charge (CH1)"),
    ("hex", "names a hex: to throw at, to charge, for what is set up"),
    ("figure", "names an own figure: who charges, is hit, falls, carries, is an expert"),
    ("choice", "chooses the phase, or the piece of cover"),
    ("done", "ends the phase, the volley, the naming of chargers; lets a mover pass"),
)
ACTION = (  # of `actions` alone; "the hex" is the one named, else the acting figure's own once it has acted
    *(Entry(name, meaning) for name, meaning in _KINDS_OF_ACTION),
    Entry("who", "number of the own figure that acts or is named / F; nobody 0"),
    Entry("whom", "number of the enemy it is aimed at / F; nobody 0"),
    Entry("place", "(number of the hex, from 0, + 1) / H; none 0"),
    Entry("direction x", "cosine of the direction named", -1.0),
    Entry("direction y", "sine of the direction named", -1.0),
    Entry("hits", "chance that this one die hits, smoke and what is in the way counted; that a throw doesn't miss"),
    Entry("puts out", "chance that it puts out its target, alone; in a charge, to win the shoot-out (CH3)"),
    Entry("suppresses", "chance that this one die suppresses its target, or the figure picked (SU1)"),
    Entry("goes out", "chance that it costs the own figure: misfire, sentries' dice one by one, this hit, shoot-out"),
    Entry("reactions", "sentries who may shoot at the mover / F (SE2)"),
    Entry("exposure", "chance to be put out in the hex if each armed enemy shot one die there now, each for itself"),
    Entry("exposure before", "the same in the hex where the figure stands"),
    Entry("best shot", "after a move, a turn or an aim: chance of the likeliest next die to put an enemy out"),
    Entry("nearest enemy", "range from the hex to the nearest enemy / steps between the bases, at most 1"),
    Entry("to prize", "steps from the hex to the flag I win by / steps between the bases, at most 1; without one 0"),
    Entry("to goal", "steps from the hex to where I bring it / steps between the bases, at most 1; without one 0"),
    Entry("to their prize", "steps from the hex to the flag the enemy wins by / the same, at most 1; without one 0"),
    Entry("soft cover", "soft cover in the hex (SC)"),
    Entry("hard cover", "hard cover in the hex (HC)"),
    Entry("works", "the hex is of a base, bunker or trench (EN)"),
    Entry("in smoke", "smoke in the hex (SM1)"),
    Entry("own there", "own figures in the hex, the acting one left out / F"),
    Entry("enemies there", "enemies in the hex / F"),
    Entry("points left", "the figure's points once it is paid / the most of any (AP1)"),
    Entry("armed", "the figure can shoot: loaded and not suppressed (IM1)"),
    Entry("carries", "the figure carries the flag I win by"),
    Entry("target armed", "the target can shoot"),
    Entry("target sentry", "the target stands sentry"),
    Entry("target carries", "the target carries the flag the enemy wins by"),
)
LEGAL = (Entry("legal", "the viewer's team may take this action now; only `wait` is 1 if it doesn't decide"),)

# The rules' numbers: fields of the record with the most that each can be, then dice with the class that is counted
# (that of the faces that a file lists; of the paint check the other one, those out).
RULE_NUMBERS = (
    *(("max_turns", 200), ("command_dice", 2), ("points", SHOTS), ("expert_points", SHOTS), ("max_moves", 2)),
    *((f"{name}_cost", 9) for name in ("move", "shoot", "aim", "sentry", "throw", "reload")),
    *((name, 20) for name in ("throw_range", "walk", "call_range")),
    *((name, 32) for name in ("works_team", "works_all")),
    *((name, 16) for name in ("extra_experts", "extra_grenades", "figures")),
    *((name, 64) for name in ("soft_pieces", "hard_pieces")),
    *((name, 1) for name in ("experts", "grenades", "blind_spots", "one_at_a_time", "sentry_in_base")),
    *((name, 1) for name in ("enter_defended", "own_base_closed", "drawn_setup")),
)
RULE_DICE = tuple((LISTED | {"check": CHECKED_OUT}).items())
RULE = (
    *(Entry(name.replace("_", " "), f"rule `{name}` / {most}") for name, most in RULE_NUMBERS),
    *(Entry(name.replace("_", " "), f"chance of the die of the rule `{name}`") for name, _ in RULE_DICE),
    *(Entry(f"objective {name}", f"the objective is {name} (SN1-SN3)") for name in NAMES),
    Entry("own figures", "figures that my team began with / 16"),
    Entry("enemy figures", "figures that the enemy began with / 16"),
)
