"""What makes a scenario impossible on its table (SN6)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paintball_env.scenario.model import Scenario


def check_ground(scenario: "Scenario") -> None:
    """Refuse works and hills that can't lie so, and areas in which a team can't set up."""


def check_flags(scenario: "Scenario") -> None:
    """Refuse flags that would lie off the table, or in a base."""


def check_cover(scenario: "Scenario") -> None:
    """Refuse cover that can't lie so, and more than there is room for."""
