"""The named table that all encodings of an observation are made from: what each number means and its range."""

from collections.abc import Iterator
from dataclasses import dataclass

from paintball_env.notation.words import KINDS, WHATS
from paintball_env.rules.dice import CHECKED_OUT, LISTED
from paintball_env.rules.figure_states import STATES
from paintball_env.rules.numbering import SINGLE, action_count
from paintball_env.rules.objectives import NAMES
from paintball_env.rules.state import SHOTS
from paintball_env.rules.terrain import FEATURES
from tabletop.game.hex_grid import DIRECTIONS

VECTOR, PLANES, ACTIONS, ENTITIES = "vector", "planes", "actions", "entities"


@dataclass(frozen=True)
class Feature:
    """One number of an observation: its name, its meaning, and its range `low` … 1."""

    name: str
    meaning: str
    low: float = 0.0


def index_of(table: tuple[Feature, ...], name: str) -> int:
    """The place of a feature in its table."""
    return [feature.name for feature in table].index(name)


GAME = (
    Feature("turn", "turn / max_turns; 0 is set-up"),
    Feature("turns left", "1 - turn / max_turns (TU8)"),
    Feature("phase 1", "first phase"),
    Feature("phase 2", "second phase"),
    Feature("acting", "I am the acting side (W2)"),
    Feature("second", "I had the second phase last, or won the set-up's roll-off"),
    Feature("mine", "I decide"),
    Feature("theirs", "the other team decides"),
    *(Feature(f"decision {name}", f"the open decision is `{name}`") for name in KINDS[1:]),
    *(Feature(f"kind {name}", f"the decision's kind is `{name}`") for name in WHATS[1:]),
    Feature("count", "hits to pick, experts or grenades to name, chargers named / the most of any"),
    Feature("over", "the game is over"),
    Feature("won", "I have won"),
    Feature("lost", "I have lost"),
    Feature("ended eliminated", "a team was put out (TU7)"),
    Feature("ended flag", "a flag was brought where it wins (FL3)"),
    Feature("ended turns", "the turns were over (TU8)"),
    *(
        Feature(f"{side} {name}", meaning)
        for side in ("own", "enemy")
        for name, meaning in (
            ("score", "command score / 6, with two dice / 12 (TU1)"),
            ("used", "figures used this turn / F (TU2)"),
            ("uses left", "figures that may still be used / F; all in turn 1 (TU4)"),
            ("losses", "figures still to fall in the shoot-out / F (CH3)"),
            ("soft left", "pieces of soft cover still to place / the scenario's"),
            ("hard left", "pieces of hard cover still to place / the scenario's"),
        )
    ),
    *(Feature(f"{name} attends", "this Marshal attends a jam (MF3)") for name in ("own M", "enemy M", "M3", "M4")),
)
SHOT = (Feature("taken", "picked: this shot counts (SH4)"),)
FIGURE = (
    Feature("on board", "in the game and placed"),
    Feature("from own base", "steps to my base / steps between the bases, at most 1"),
    Feature("from enemy base", "steps to the enemy's base / steps between the bases, at most 1"),
    Feature("facing x", "cosine of the facing (BS1)", -1.0),
    Feature("facing y", "sine of the facing (BS1)", -1.0),
    *(
        Feature(state.field if state.counted else value.token, value.meaning)
        for state in STATES
        for value in state.values
    ),
    Feature("actor", "the decision is about this figure"),
    Feature("asked", "the sentry that is asked (SE2)"),
    Feature("own flag", "carries my flag, or the only one"),
    Feature("enemy flag", "carries the enemy's flag"),
    Feature("attended", "by my Marshal 1/4, the enemy's 2/4, M3 3/4, M4 1; nobody 0 (MF3)"),
)
HEX = (
    Feature("own M", "my Marshal"),
    Feature("enemy M", "the enemy's Marshal"),
    Feature("other M", "M3 1/3, M4 2/3, both 1"),
    Feature("own flag", "my flag, or the only one, lies here"),
    Feature("enemy flag", "the enemy's flag lies here"),
    Feature("soft", "soft cover (SC)"),
    Feature("hard", "hard cover (HC)"),
    Feature("hard x", "cosine of the cover's facing (HC1)", -1.0),
    Feature("hard y", "sine of the cover's facing (HC1)", -1.0),
    Feature("smoke", "a cloud of smoke (SM1)"),
    Feature("place", "the hex charged, thrown at, or covered"),
)
TERRAIN = (  # of `planes` alone
    Feature("board", "a hex of the board"),
    Feature("own base", "my base"),
    Feature("enemy base", "the enemy's base"),
    *(Feature(kind.name, kind.meaning) for kind in FEATURES),
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
    *(Feature(name, meaning) for name, meaning in _KINDS_OF_ACTION),
    Feature("who", "number of the own figure that acts or is named / F; nobody 0"),
    Feature("whom", "number of the enemy it is aimed at / F; nobody 0"),
    Feature("place", "(number of the hex, from 0, + 1) / H; none 0"),
    Feature("direction x", "cosine of the direction named", -1.0),
    Feature("direction y", "sine of the direction named", -1.0),
    Feature("hits", "chance that this one die hits, smoke and what is in the way counted; that a throw doesn't miss"),
    Feature("puts out", "chance that it puts out its target, alone; in a charge, to win the shoot-out (CH3)"),
    Feature("suppresses", "chance that this one die suppresses its target, or the figure picked (SU1)"),
    Feature("goes out", "chance that it costs the own figure: misfire, sentries' dice one by one, this hit, shoot-out"),
    Feature("reactions", "sentries who may shoot at the mover / F (SE2)"),
    Feature("exposure", "chance to be put out in the hex if each armed enemy shot one die there now, each for itself"),
    Feature("exposure before", "the same in the hex where the figure stands"),
    Feature("best shot", "after a move, a turn or an aim: chance of the likeliest next die to put an enemy out"),
    Feature("nearest enemy", "range from the hex to the nearest enemy / steps between the bases, at most 1"),
    Feature("to prize", "steps from the hex to the flag I win by / steps between the bases, at most 1; without one 0"),
    Feature("to goal", "steps from the hex to where I bring it / steps between the bases, at most 1; without one 0"),
    Feature("to their prize", "steps from the hex to the flag the enemy wins by / the same, at most 1; without one 0"),
    Feature("soft cover", "soft cover in the hex (SC)"),
    Feature("hard cover", "hard cover in the hex (HC)"),
    Feature("works", "the hex is of a base, bunker or trench (EN)"),
    Feature("in smoke", "smoke in the hex (SM1)"),
    Feature("own there", "own figures in the hex, the acting one left out / F"),
    Feature("enemies there", "enemies in the hex / F"),
    Feature("points left", "the figure's points once it is paid / the most of any (AP1)"),
    Feature("armed", "the figure can shoot: loaded and not suppressed (IM1)"),
    Feature("carries", "the figure carries the flag I win by"),
    Feature("target armed", "the target can shoot"),
    Feature("target sentry", "the target stands sentry"),
    Feature("target carries", "the target carries the flag the enemy wins by"),
)

# Of `entities` alone.  A number that names a row is (row + 1) / rows; 0 names none.
_PLACE = (
    Feature("row of hex", "the row of its hex"),
    Feature("x", "hexes from the board's middle toward the enemy's side / 16, at most 1", -1.0),
    Feature("y", "hexes from the board's middle to the right / 16, at most 1", -1.0),
)
FIGURE_ROW = (
    *FIGURE,
    Feature("listed", "the team has a figure of this number; 0 in rows without one"),
    *_PLACE,
    Feature("falls", "chance that a hit puts it out now (SV, PC1)"),
    *(Feature(f"shot {i}", "target of this shot of the volley 1/2; and it counts 1") for i in range(1, SHOTS + 1)),
)
MARSHAL_ROW = (
    Feature("on board", "in the game and placed"),
    Feature("own", "mine"),
    Feature("enemy", "the enemy's; of those of no team neither is"),
    *_PLACE,
    Feature("row of figure", "the row of the figure whose jam he attends (MF3)"),
)
FLAG_ROW = (
    Feature("on board", "lies or is carried"),
    Feature("own", "my flag, or the only one"),
    Feature("prize", "the flag I win by (SN1-SN3)"),
    Feature("their prize", "the flag the enemy wins by"),
    *_PLACE,
    Feature("row of figure", "the row of its carrier"),
)
HEX_ROW = (
    *HEX,
    *TERRAIN,
    *_PLACE[1:],
    Feature("from own base", "steps to my base / 16, at most 1"),
    Feature("from enemy base", "steps to the enemy's base / 16, at most 1"),
    Feature("goal", "where I bring the flag I win by"),
    Feature("their goal", "where the enemy brings the flag it wins by"),
    *(Feature(f"row {name}", "the row of the hex beside it in this direction") for name in DIRECTIONS),
)
RELATION = (  # of the figure of a row to the figure of a column
    Feature("distance", "range between their hexes / 16, at most 1"),
    Feature("line", "a shot has its line (SH-LOS)"),
    Feature("sees", "the other is in front of it (BS1)"),
    Feature("hits", "chance that its next die hits the other, an enemy; aim, smoke and what is in the way counted"),
    Feature("puts out", "chance that this die puts the other out"),
)
REACH = (  # of the figure of a row to the hex of a column
    Feature("steps", "steps to the hex / 16, at most 1"),
    Feature("hits", "chance that an unaimed die hits a figure there, smoke and what is in the way counted"),
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
    *(Feature(name.replace("_", " "), f"rule `{name}` / {most}") for name, most in RULE_NUMBERS),
    *(Feature(name.replace("_", " "), f"chance of the die of the rule `{name}`") for name, _ in RULE_DICE),
    *(Feature(f"objective {name}", f"the objective is {name} (SN1-SN3)") for name in NAMES),
    Feature("own figures", "figures that my team began with / 16"),
    Feature("enemy figures", "figures that the enemy began with / 16"),
)


def entries(encoding: str, figures: int, hexes: int) -> list[tuple[str, Feature]]:
    """Owner and feature of each number of an encoding, of `planes` of each plane, in order.

    Owners are "" (the game, a hex feature's plane, the terrain), "shot 1", "own 1", "enemy 1", "hex 0", "action 0"; of
    relations "own 1 to enemy 2". Figures and hexes are counted from the viewer's own side.
    """
    if encoding == ACTIONS:
        numbers = range(action_count(figures, hexes))
        legal = Feature("legal", "the viewer's team may take this action now; only `wait` is 1 if it doesn't decide")
        rows = entries(VECTOR, figures, hexes) + [(f"action {number}", legal) for number in numbers]
        return rows + [(f"action {number}", feature) for number in numbers for feature in ACTION]
    if encoding == ENTITIES:
        return list(_entities(figures, hexes))
    vector = encoding == VECTOR
    of_game = [("", feature) for feature in GAME]
    for shot in range(1, SHOTS + 1):
        targets = (Feature(f"at {number}", "this figure is the target") for number in range(1, figures + 1))
        of_game += [(f"shot {shot}", feature) for feature in (*SHOT, *targets)]
    of_figures = []
    for owner in _figures(figures):
        places = (Feature(f"hex {index}", "stands here") for index in range(hexes if vector else 0))
        of_figures += [(owner, feature) for feature in (*FIGURE, *places)]
    if vector:
        return of_game + of_figures + [(f"hex {index}", feature) for feature in HEX for index in range(hexes)]
    return [("", feature) for feature in (*TERRAIN, *HEX)] + of_figures + of_game


def _figures(figures: int) -> list[str]:
    return [f"{side} {number}" for side in ("own", "enemy") for number in range(1, figures + 1)]


def _entities(figures: int, hexes: int) -> Iterator[tuple[str, Feature]]:
    """The entries of `entities` for F' figures a side and H' hexes."""
    rows, places = _figures(figures), [f"hex {index}" for index in range(hexes)]
    for owners, features in (
        ([""], (*GAME, *RULE)),
        (rows, FIGURE_ROW),
        (["own M", "enemy M", "M3", "M4"], MARSHAL_ROW),
        (["flag 1", "flag 2"], FLAG_ROW),
        (places, HEX_ROW),
        ([f"{first} to {second}" for first in rows for second in rows], RELATION),
        ([f"{first} to {place}" for first in rows for place in places], REACH),
    ):
        yield from ((owner, feature) for owner in owners for feature in features)
