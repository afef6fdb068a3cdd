"""What a page of an encoding says of a scenario beside its entries: here of a board."""

from typing import Any

from paintball_env.observation.encoding import Encoding, grid_cells
from paintball_env.observation.table import PLANES
from paintball_env.scenario import Scenario


def rooms(code: Encoding) -> dict[str, Any]:
    """What there is room for."""
    return {"figures": code.figures, "hexes": code.hexes}


def cells(scenario: Scenario, encoding: str) -> dict[str, Any]:
    """Of planes row and column of each own-side hex."""
    if encoding != PLANES:
        return {}
    numbers, (_, columns) = grid_cells(scenario.board_map.coords)
    return {"cells": [list(divmod(int(cell), columns)) for cell in numbers[0]]}
