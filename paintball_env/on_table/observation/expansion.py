"""Planes made of `entities`: of a table there are none."""

from paintball_env.on_table.observation.encoding import ENCODINGS
from paintball_env.scenario import Scenario


class PlaneExpander:
    """What there is for boards of hexes alone."""

    def __init__(self, scenario: Scenario) -> None:
        """Refuse any scenario: ValueError."""
        raise ValueError(f"a table has no planes; its encodings are {' '.join(ENCODINGS)}")
