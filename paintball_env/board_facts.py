"""What a scenario's board is, for who chooses one: here of hexes."""

from typing import Any

from paintball_env.rules.board import parse_map
from paintball_env.scenario import BOARDS, Scenario


def facts(scenario: Scenario) -> dict[str, Any]:
    """Its board, and how large it is."""
    boards = [board for board, drawing in BOARDS.items() if parse_map(drawing).text == scenario.map]
    return {"board": boards[0] if boards else "its own", "hexes": len(scenario.board_map.names)}


def in_words(scenario: Scenario) -> str:
    """The same in a few words."""
    return "{board}, {hexes} hexes".format(**facts(scenario))


def starts(scenario: Scenario, team: int) -> tuple[str, str]:
    """Where a team's figures start, and where its flag and Marshal do."""
    names = scenario.board_map.names
    start, near_home = (
        " ".join(names[place] for place in area) for area in (scenario.start_areas[team], scenario.near_home[team])
    )
    return f"in {start}", f"in {near_home}"


def listed(places: tuple[str, ...]) -> str:
    """Places of a scenario's file."""
    return f"in {', '.join(places)}"
