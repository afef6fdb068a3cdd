"""The named table of a table's observations: what each number means and its range (`observation/features.py`, too).

All is seen from the viewer's own side: own figures first, and for Blue the table turned by half. Coordinates are in
metres from the table's middle, x toward the enemy's side, y to the left. A number that names a row is (row + 1) / rows;
0 names none.
"""

from functools import lru_cache

from paintball_env.observation.features import ACTION, FIGURE, GAME, LEGAL, RULE, SHOT
from paintball_env.rules.state import SHOTS
from tabletop.game.encodings import Block, Entry
from tabletop.game.open_table import MOST_CORNERS

VECTOR, ACTIONS, ENTITIES = "vector", "actions", "entities"

_PLACE = (
    Entry("x", "metres from the table's middle toward the enemy's side", -1.0),
    Entry("y", "metres from the table's middle to the left", -1.0),
)
FIGURE_ROW = (
    *FIGURE,
    Entry("listed", "the team has a figure of this number; 0 in rows without one"),
    *_PLACE,
    Entry("row of works", "the row of the part of works that it is in (EN4)"),
    Entry("charged", "of the group that is charged (CH1)"),
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
POINT_ROW = (  # the mark of a throw, the cover to be turned or the named enemy's point; where the charger will stand
    Entry("on board", "there is one"),
    *_PLACE,
)
SOFT_ROW = (Entry("on board", "a piece of soft cover (SC)"), *_PLACE)
HARD_ROW = (
    Entry("on board", "a piece of hard cover (HC)"),
    *_PLACE,
    Entry("along x", "cosine of the direction in which it lies; one of both, with x above 0 or y 1", -1.0),
    Entry("along y", "sine of it", -1.0),
)
CLOUD_ROW = (Entry("on board", "a cloud of smoke (SM1)"), *_PLACE)
WORKS_ROW = (
    Entry("listed", "a part of works (EN4)"),
    *_PLACE,
    Entry("own base", "my base"),
    Entry("enemy base", "the enemy's base"),
    Entry("bunker", "a bunker (EN)"),
    Entry("trench", "a part of a trench (TF1)"),
    Entry("row of works", "the first row of the trench that it is of, or its own (EN6)"),
)
HILL_ROW = (
    Entry("listed", "a hill (SH-LOS3)"),
    *(
        entry._replace(name=f"{entry.name} {corner}", meaning=f"{entry.meaning}, of corner {corner}; the last repeats")
        for corner in range(1, MOST_CORNERS + 1)
        for entry in _PLACE
    ),
)
TABLE = (
    Entry("length", "of the table in metres", 0.0, 4.0),
    Entry("width", "of the table in metres", 0.0, 4.0),
    Entry("soft radius", "of soft cover in metres (BO3)"),
    Entry("hard length", "of hard cover in metres (BO3)"),
)
RELATION = (  # of the figure of a row to the figure of a column
    Entry("distance", "metres between them, at most 1"),
    Entry("line", "a shot has its line (SH-LOS)"),
    Entry("sees", "the other is in front of it (BS1)"),
    Entry("hits", "chance that its next die hits the other, an enemy; aim, smoke and what is in the way counted"),
    Entry("puts out", "chance that this die puts the other out"),
)
# What lies on the table, in the order of an observation, with what its rows are called.
PIECES = {"soft": SOFT_ROW, "hard": HARD_ROW, "clouds": CLOUD_ROW}
GROUND = {"works": WORKS_ROW, "hills": HILL_ROW}

# What is published, for all scenarios.
FORMAT = 1
PUBLISHED = {
    **{"game": GAME, "figure": FIGURE, "shot": SHOT, "action": ACTION, "rules": RULE, "table": TABLE},
    **{"figure row": FIGURE_ROW, "marshal row": MARSHAL_ROW, "flag row": FLAG_ROW, "point row": POINT_ROW},
    **{f"{name} row": row for name, row in (PIECES | GROUND).items()},
    "relation": RELATION,
}
SIZES = {
    "F": "figures of the larger team",
    "S": "pieces of soft cover",
    "H": "pieces of hard cover",
    "C": "clouds",
    "P": "parts of works",
    "L": "hills",
    "A": "actions",
}
_ORDER = [
    "game",
    "for each own figure [F], then each enemy [F]: figure row",
    "for my Marshal, the enemy's, M3, M4: marshal row",
    "for my flag or the only one, the enemy's: flag row",
    "for the place and the goal of what is going on: point row",
    *(f"for each of {name}: {name} row" for name in PIECES),
]
ORDER = {
    VECTOR: _ORDER,
    ACTIONS: ["vector", "for each action: 1 if it is legal [A]", "for each action: action"],
    ENTITIES: [
        *_ORDER,
        *(f"for each of {name}: {name} row" for name in GROUND),
        "rules",
        "table",
        "for each row of figures and each row of figures: relation",
    ],
}


@lru_cache(maxsize=16)
def blocks(encoding: str, figures: int, pieces: tuple[int, ...], ground: tuple[int, ...], actions: int) -> list[Block]:
    """The blocks of an encoding, in order.

    Args:
      encoding: its name.
      figures: rows of a team's figures.
      pieces: rows of soft cover, hard cover, clouds.
      ground: rows of parts of works, of hills.
      actions: A.
    """
    rows = [f"{side} {number}" for side in ("own", "enemy") for number in range(1, figures + 1)]

    def of(names: dict[str, tuple[Entry, ...]], counts: tuple[int, ...]) -> list[Block]:
        return [
            Block(name, row, [f"{name} {number}" for number in range(1, count + 1)])
            for (name, row), count in zip(names.items(), counts, strict=True)
        ]

    listed = [
        Block("game", GAME),
        Block("figures", FIGURE_ROW, rows),
        Block("marshals", MARSHAL_ROW, ["own M", "enemy M", "M3", "M4"]),
        Block("flags", FLAG_ROW, ["flag 1", "flag 2"]),
        Block("points", POINT_ROW, ["place", "goal"]),
        *of(PIECES, pieces),
    ]
    if encoding == VECTOR:
        return [block._replace(part=VECTOR, shape=()) for block in listed]
    if encoding == ENTITIES:
        relations = [f"{first} to {second}" for first in rows for second in rows]
        return [
            *listed,
            *of(GROUND, ground),
            Block("rules", RULE),
            Block("table", TABLE),
            Block("relations", RELATION, relations, (len(rows), len(rows), len(RELATION))),
        ]
    names = [f"action {number}" for number in range(actions)]
    of_vector = [block._replace(part=VECTOR, shape=()) for block in listed]
    return [*of_vector, Block("legal", LEGAL, names, (actions,), True), Block("actions", ACTION, names)]
