"""The named table that all encodings of an observation are made from: what each number means and its range."""

from functools import lru_cache

from paintball_env.observation.features import ACTION, FIGURE, GAME, LEGAL, RULE, SHOT
from paintball_env.rules.numbering import action_count
from paintball_env.rules.state import SHOTS
from paintball_env.rules.terrain import FEATURES
from tabletop.game.encodings import Block, Entry
from tabletop.game.hex_grid import DIRECTIONS

VECTOR, PLANES, ACTIONS, ENTITIES = "vector", "planes", "actions", "entities"


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
