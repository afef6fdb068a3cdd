"""The table of observations as plain data: of a scenario, entry by entry, and the published one of all scenarios."""

from typing import Any

from paintball_env.observation import table
from paintball_env.observation.encoding import Encoding, Setting, grid_cells
from paintball_env.observation.table import ACTIONS, ENTITIES, PLANES, VECTOR, Feature
from paintball_env.rules.state import SHOTS
from paintball_env.rules.versions import OBSERVATION

FORMAT = 1  # of these pages


def column_names(scenario: Setting, encoding: str = VECTOR) -> list[str]:
    """Name each number, or each plane: "own 3 points", "enemy 2 hex 14", "hex 5 smoke"; "smoke"; "action 7 hits"."""
    return [f"{owner} {feature.name}".strip() for owner, feature in Encoding(scenario, encoding).entries]


def observation_table(scenario: Setting, encoding: str = VECTOR) -> dict[str, Any]:
    """The table of a scenario's observation as plain data for JSON: versions, sizes, parts, and each entry or plane.

    Entries are own-side: "own 1" is the viewer's first figure, "hex 0" the first hex counted from the viewer's side. Of
    planes, `cells` gives row and column of each own-side hex. `figures` and `hexes` are what there is room for.

    Raises:
      ValueError: an unknown encoding.
    """
    code = Encoding(scenario, encoding)
    page: dict[str, Any] = {
        "format": FORMAT,
        "version": OBSERVATION,
        "scenario": scenario.name,
        "encoding": encoding,
        "figures": code.figures,
        "hexes": code.hexes,
        "shape": list(code.shape),
        "size": code.size,
        "dtype": "float32",
        "parts": {name: {"start": part.start, "shape": list(part.shape)} for name, part in code.parts.items()},
        "entries": [
            {"index": index, "of": owner, **_plain(feature)} for index, (owner, feature) in enumerate(code.entries)
        ],
    }
    if encoding == PLANES:
        cells, (_, columns) = grid_cells(scenario.board_map.coords)
        page["cells"] = [list(divmod(int(cell), columns)) for cell in cells[0]]
    return page


def published_table() -> dict[str, Any]:
    """The table of all scenarios, docs/observation.json: the features of each kind, and the order of each encoding."""
    kinds = {
        **{"game": table.GAME, "shot": table.SHOT, "figure": table.FIGURE, "hex": table.HEX, "terrain": table.TERRAIN},
        **{"action": table.ACTION, "rules": table.RULE, "figure row": table.FIGURE_ROW},
        **{"marshal row": table.MARSHAL_ROW, "flag row": table.FLAG_ROW, "hex row": table.HEX_ROW},
        **{"relation": table.RELATION, "reach": table.REACH},
    }
    return {
        "format": FORMAT,
        "version": OBSERVATION,
        "dtype": "float32",
        "sizes": {
            "F": "figures of the larger team",
            "H": "hexes of the board",
            "A": "actions",
            "F'": "rows for the figures of a team",
            "H'": "rows for hexes",
            "shots": SHOTS,
        },
        "features": {kind: [_plain(feature) for feature in features] for kind, features in kinds.items()},
        "order": {
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
        },
    }


def _plain(feature: Feature) -> dict[str, Any]:
    return {"name": feature.name, "meaning": feature.meaning, "low": feature.low, "high": 1.0}
