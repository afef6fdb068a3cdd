"""The world's record of a scenario: terrain as it lies and turned, slots, forces, rules."""

from typing import TYPE_CHECKING

import numpy as np

from state_of_war.forces import Troop, cost_of
from state_of_war.ground import in_mm, lay_ground
from state_of_war.rules import state
from state_of_war.starting import SIDES, ZONES, fixed_places, up_table
from tabletop.base.arrays import Records
from tabletop.game.header import Record
from tabletop.game.headings import COMPASS

if TYPE_CHECKING:
    from state_of_war.scenario import Scenario

SETUPS = {"players": state.BY_PLAYERS, "drawn": state.DRAWN, "fixed": state.FIXED}
# Where a switch is one of two, the record's field and the value for which it is 1.
SECOND = {
    "buildings": ("open", "open"),
    "fallen": ("targets", "targets"),
    "first": ("by_lot", "by_lot"),
    "volleys": ("one_by_one", "one_by_one"),
    "fire_lines": ("leaders", "leaders"),
    "wounded": ("half", "half"),
    "turning": ("begun", "begun"),
    "jump": ("jump", True),
    "dismount": ("dismount", True),
    "detachments": ("detachments", True),
    "graze": ("graze", True),
    "react": ("once", "once"),
    "ambush": ("ambush", True),
    "fog": ("fog", True),
    "seeing": ("bound", "bound"),
    "exit": ("exit", True),
}


def make_world(scenario: "Scenario") -> Records:
    """The record of a scenario, shape (1,), of its size."""
    worlds = np.zeros(1, state.WORLDS[scenario.size])
    world = worlds[0]
    write_rules(world["rules"], scenario)
    is_open = scenario.buildings == "open"
    for turned in (False, True):
        ground = world["ground"][int(turned)]
        lay_ground(ground, scenario.areas, scenario.pieces, scenario.places, is_open, turned)
    for zone, slots in enumerate(scenario.slots_in_mm):
        world["counts"][zone] = len(slots)
        world["slots"][zone, : len(slots)] = np.reshape(slots, (-1, 2))
    for side in (0, 1):
        _write_force(world, scenario, side)
    return worlds


def write_rules(rules: Record, scenario: "Scenario") -> None:
    """Write the switches."""
    rules["x"], rules["y"] = scenario.half
    for key, (field, value) in SECOND.items():
        rules[field] = getattr(scenario, key) == value
    for key in ("turns", "toward", "breakpoint", "hold"):
        rules[key] = getattr(scenario, key)
    rules["climb"] = 2 if scenario.climb == "half" else 1
    rules["setup"] = SETUPS[scenario.setup]
    if scenario.objective:
        rules["objective"] = 1
        rules["objective_x"], rules["objective_y"] = in_mm(scenario.objective)
    rules["attacker"], rules["zones"] = SIDES.index(scenario.attacker), ZONES.index(scenario.zones)
    for key, count in scenario.counts.items():
        rules[key] = count


def _write_force(world: Record, scenario: "Scenario", side: int) -> None:
    troops, first = scenario.troops[side], 0
    world["commander"][side], world["costs"][side] = state.NONE, cost_of(troops)
    for number, troop in enumerate(troops):
        row = world["troops"][side, number]
        row["first"], row["men"] = first, len(troop.men)
        row["leader"], row["horse"] = troop.has_leader, troop.entry.horse
        if scenario.setup == "fixed":
            row["facing"] = _facing(troop, side, scenario.zones)
        places = fixed_places(troop, side, scenario.zones) if scenario.setup == "fixed" else [(0, 0)] * len(troop.men)
        for member, (man, place) in enumerate(zip(troop.men, places, strict=True)):
            row = world["men"][side, first + member]
            row["side"], row["unit"], row["member"] = side, number, member
            row["x"], row["y"] = place
            row["cost"] = man.cost
            for field in man._fields:
                row[field] = getattr(man, field)
        if troop.entry.commander:
            world["commander"][side] = state.STRIDE * side + first
        first += len(troop.men)


def _facing(troop: Troop, side: int, zones: str) -> int:
    given = troop.entry.facing or troop.entry.heading
    return COMPASS.index(given) if given else up_table(side, zones)
