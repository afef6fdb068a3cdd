"""What a scenario's board is, for who chooses one: here a table."""

from collections import Counter
from typing import Any

from paintball_env.on_table.places import place_names
from paintball_env.on_table.scenario.ground import Place, Scenario, rings
from paintball_env.rules.terrain import BASE, TERRAINS
from tabletop.base.errors import counted


def facts(scenario: Scenario) -> dict[str, Any]:
    """Its length and width in cm, and what lies on it in every game."""
    kinds = Counter(TERRAINS[kind].name for kind, _ in scenario.layout.works if kind != BASE)
    return {"table": list(scenario.table), **kinds, "hill": len(scenario.layout.hills)}


def in_words(scenario: Scenario) -> str:
    """The same in a few words."""
    length, width = scenario.table
    things = [
        counted(number, name) if name != "trench" or number == 1 else f"{number} trenches"
        for name, number in facts(scenario).items()
        if name != "table" and number
    ]
    return ", ".join([f"{length} x {width} cm", *things])


def starts(scenario: Scenario, team: int) -> tuple[str, str]:
    """Where a team's figures start, and where its flag and Marshal do."""
    names, chosen = place_names(scenario), scenario.teams[team]
    within, beside = (
        "at " + " ".join(names[place] for place in area)
        for area in (scenario.start_areas[team], scenario.near_home[team])
    )
    reach = 5 * rings(scenario) - 2.5
    base = "around its base" if scenario.own_base_closed else "in and around its base"
    start = within if chosen.start is not None else f"{base}, up to {reach} cm from its middle"
    return start, beside if chosen.near_home is not None else f"around its base, up to {reach} cm from its middle"


def listed(places: tuple[Place, ...]) -> str:
    """Points of a scenario's file."""
    return f"at {', '.join(f'{x}:{y}' for x, y in places)}"
