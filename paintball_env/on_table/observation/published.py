"""What a page of an encoding says of a scenario beside its entries: here of a table."""

from typing import Any

from paintball_env.on_table.observation.encoding import Encoding
from paintball_env.scenario import Scenario


def rooms(code: Encoding) -> dict[str, Any]:
    """What there is room for."""
    return {"figures": code.figures}


def cells(scenario: Scenario, encoding: str) -> dict[str, Any]:
    """Nothing: there are no planes."""
    return {}
