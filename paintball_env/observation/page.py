"""The table of observations as plain data: of a scenario, entry by entry, and the published one of all scenarios."""

from typing import Any

from paintball_env.observation.encode import Encoding, grid_cells
from paintball_env.observation.table import FIGURE, GAME, HEX, PLANES, SHOT, TERRAIN, VECTOR, VERSION, Feature, entries
from paintball_env.rules.state import SHOTS

FORMAT = 1  # of these pages


def _entries(scenario: Any, encoding: str) -> list[tuple[str, Feature]]:
    return entries(encoding, scenario.figures, len(scenario.board_map.names))


def column_names(scenario: Any, encoding: str = VECTOR) -> list[str]:
    """Name each entry of the `vector`, or each plane: "own 3 points", "enemy 2 hex 14", "hex 5 smoke"; "smoke"."""
    return [f"{owner} {feature.name}".strip() for owner, feature in _entries(scenario, encoding)]


def observation_table(scenario: Any, encoding: str = VECTOR) -> dict[str, Any]:
    """The table of a scenario's observation as plain data for JSON: versions, sizes, and each entry or plane.

    Entries are own-side: "own 1" is the viewer's first figure, "hex 0" the first hex counted from the viewer's side. Of
    planes, `cells` gives row and column of each own-side hex.

    Raises:
      ValueError: an unknown encoding.
    """
    code = Encoding(scenario, encoding)
    page: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "scenario": scenario.name,
        "encoding": encoding,
        "figures": scenario.figures,
        "hexes": len(scenario.board_map.names),
        "shape": list(code.shape),
        "size": code.size,
        "dtype": "float32",
        "entries": [
            {"index": index, "of": owner, **_plain(feature)}
            for index, (owner, feature) in enumerate(_entries(scenario, encoding))
        ],
    }
    if encoding == PLANES:
        cells, (_, columns) = grid_cells(scenario.board_map.coords)
        page["cells"] = [list(divmod(int(cell), columns)) for cell in cells[0]]
    return page


def published_table() -> dict[str, Any]:
    """The table of all scenarios, docs/observation.json: the features of each kind, and the order of both encodings."""
    kinds = {"game": GAME, "shot": SHOT, "figure": FIGURE, "hex": HEX, "terrain": TERRAIN}
    return {
        "format": FORMAT,
        "version": VERSION,
        "dtype": "float32",
        "sizes": {"F": "figures of the larger team", "H": "hexes of the board", "shots": SHOTS},
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
        },
    }


def _plain(feature: Feature) -> dict[str, Any]:
    return {"name": feature.name, "meaning": feature.meaning, "low": feature.low, "high": 1.0}
