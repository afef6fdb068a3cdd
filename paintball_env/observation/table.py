"""The named table that all encodings of an observation are made from: what each number means and its range."""

from functools import lru_cache

from paintball_env.notation.words import KINDS, WHATS
from paintball_env.rules.dice import CHECKED_OUT, LISTED
from paintball_env.rules.figure_states import STATES
from paintball_env.rules.numbering import SINGLE, action_count
from paintball_env.rules.objectives import NAMES
from paintball_env.rules.state import SHOTS, TEAM_NUMBERS
from paintball_env.rules.terrain import FEATURES
from tabletop.game.encodings import Block, Entry
from tabletop.game.hex_grid import DIRECTIONS

VECTOR, PLANES, ACTIONS, ENTITIES = "vector", "planes", "actions", "entities"


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
HEX = (
    Entry("own M", "my Marshal"),
    Entry("enemy M", "the enemy's Marshal"),
    Entry("other M", "M3 1/3, M4 2/3, both 1"),
    Entry("own flag", "my flag, or the only one, lies here"),
    Entry("enemy flag", "the enemy's flag lies here"),
    Entry("soft", "soft cover (SC)"),
    Entry("hard", "hard cover (HC)"),
    Entry("hard x", "cosine of the cover's facing (HC1)", -1.0),
    Entry("hard y", "sine of the cover's facing (HC1)", -1.0),
    Entry("smoke", "a cloud of smoke (SM1)"),
    Entry("place", "the hex charged, thrown at, or covered"),
)
TERRAIN = (  # of `planes` alone
    Entry("board", "a hex of the board"),
    Entry("own base", "my base"),
    Entry("enemy base", "the enemy's base"),
    *(Entry(kind.name, kind.meaning) for kind in FEATURES),
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

# Of `entities` alone.  A number that names a row is (row + 1) / rows; 0 names none.
_PLACE = (
    Entry("row of hex", "the row of its hex"),
    Entry("x", "hexes from the board's middle toward the enemy's side / 16, at most 1", -1.0),
    Entry("y", "hexes from the board's middle to the right / 16, at most 1", -1.0),
)
FIGURE_ROW = (
    *FIGURE,
    Entry("listed", "the team has a figure of this number; 0 in rows without one"),
    *_PLACE,
    Entry("falls", "chance that a hit puts it out now (SV, PC1)"),
    *(Entry(f"shot {i}", "target of this shot of the volley 1/2; and it counts 1") for i in range(1, SHOTS + 1)),
)
MARSHAL_ROW = (
    Entry("on board", "in the game and placed"),
    Entry("own", "mine"),
    Entry("enemy", "the enemy's; of those of no team neither is"),
    *_PLACE,
    Entry("row of figure", "the row of the figure whose jam he attends (MF3)"),
)
FLAG_ROW = (
    Entry("on board", "lies or is carried"),
    Entry("own", "my flag, or the only one"),
    Entry("prize", "the flag I win by (SN1-SN3)"),
    Entry("their prize", "the flag the enemy wins by"),
    *_PLACE,
    Entry("row of figure", "the row of its carrier"),
)
HEX_ROW = (
    *HEX,
    *TERRAIN,
    *_PLACE[1:],
    Entry("from own base", "steps to my base / 16, at most 1"),
    Entry("from enemy base", "steps to the enemy's base / 16, at most 1"),
    Entry("goal", "where I bring the flag I win by"),
    Entry("their goal", "where the enemy brings the flag it wins by"),
    *(Entry(f"row {name}", "the row of the hex beside it in this direction") for name in DIRECTIONS),
)
RELATION = (  # of the figure of a row to the figure of a column
    Entry("distance", "range between their hexes / 16, at most 1"),
    Entry("line", "a shot has its line (SH-LOS)"),
    Entry("sees", "the other is in front of it (BS1)"),
    Entry("hits", "chance that its next die hits the other, an enemy; aim, smoke and what is in the way counted"),
    Entry("puts out", "chance that this die puts the other out"),
)
REACH = (  # of the figure of a row to the hex of a column
    Entry("steps", "steps to the hex / 16, at most 1"),
    Entry("hits", "chance that an unaimed die hits a figure there, smoke and what is in the way counted"),
)
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


# What is published, for all scenarios.
FORMAT = 1
PUBLISHED = {
    **{"game": GAME, "shot": SHOT, "figure": FIGURE, "hex": HEX, "terrain": TERRAIN, "action": ACTION, "rules": RULE},
    **{"figure row": FIGURE_ROW, "marshal row": MARSHAL_ROW, "flag row": FLAG_ROW, "hex row": HEX_ROW},
    **{"relation": RELATION, "reach": REACH},
}
SIZES = {
    "F": "figures of the larger team",
    "H": "hexes of the board",
    "A": "actions",
    "F'": "rows for the figures of a team",
    "H'": "rows for hexes",
    "shots": SHOTS,
}
ORDER = {
    VECTOR: [
        "game",
        "for each shot: shot, then its target's number one-hot [F]",
        "for each own figure by number, then each enemy: figure, then its hex one-hot [H]",
        "for each feature of hex: one value a hex [H]",
    ],
    PLANES: [
        "terrain",
        "hex",
        "for each own figure by number, then each enemy: figure",
        "game",
        "for each shot: shot, then its target's number one-hot [F]",
    ],
    ACTIONS: ["vector", "for each action: 1 if it is legal [A]", "for each action: action"],
    ENTITIES: [
        "game",
        "rules",
        "for each own figure [F'], then each enemy [F']: figure row",
        "for my Marshal, the enemy's, M3, M4: marshal row",
        "for my flag or the only one, the enemy's: flag row",
        "for each hex [H']: hex row",
        "for each row of figures and each row of figures: relation",
        "for each row of figures and each row of hexes: reach",
    ],
}


@lru_cache(maxsize=16)
def blocks(encoding: str, figures: int, hexes: int) -> list[Block]:
    """The blocks of an encoding, of `planes` those of its planes, in order.

    Their rows belong to "" (the game, a hex feature's plane, the terrain), "shot 1", "own 1", "enemy 1", "hex 0",
    "action 0"; relations to "own 1 to enemy 2". Figures and hexes are counted from the viewer's own side.
    """
    numbers, places = range(1, figures + 1), [f"hex {index}" for index in range(hexes)]
    rows = [f"{side} {number}" for side in ("own", "enemy") for number in numbers]
    shots = [f"shot {number}" for number in range(1, SHOTS + 1)]
    shot = (*SHOT, *(Entry(f"at {number}", "this figure is the target") for number in numbers))
    if encoding == PLANES:
        of_all = Block(PLANES, (*TERRAIN, *HEX)), Block(PLANES, FIGURE, rows)
        return [*of_all, Block(PLANES, GAME), Block(PLANES, shot, shots)]
    if encoding == ENTITIES:
        relations = [f"{first} to {second}" for first in rows for second in rows]
        reach = [f"{first} to {place}" for first in rows for place in places]
        return [
            Block("game", (*GAME, *RULE)),
            Block("figures", FIGURE_ROW, rows),
            Block("marshals", MARSHAL_ROW, ["own M", "enemy M", "M3", "M4"]),
            Block("flags", FLAG_ROW, ["flag 1", "flag 2"]),
            Block("hexes", HEX_ROW, places),
            Block("relations", RELATION, relations, (len(rows), len(rows), len(RELATION))),
            Block("reach", REACH, reach, (len(rows), hexes, len(REACH))),
        ]
    figure = (*FIGURE, *(Entry(place, "stands here") for place in places))
    of_vector = [Block(VECTOR, GAME), Block(VECTOR, shot, shots), Block(VECTOR, figure, rows)]
    of_vector.append(Block(VECTOR, HEX, places, by_entry=True))
    if encoding == VECTOR:
        return of_vector
    actions = [f"action {number}" for number in range(action_count(figures, hexes))]
    return [*of_vector, Block("legal", LEGAL, actions, (len(actions),), True), Block("actions", ACTION, actions)]
