"""The table turned by half, with the sides exchanged: what is legal and what happens must be the same there (W8)."""

from collections.abc import Sequence

import numpy as np

from state_of_war.rules.state import HEADINGS, NONE, SIDE_SUBJECT, STRIDE, UNIT_SUBJECT, UNITS
from state_of_war.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.game.draws import Draw

SIDES = ("decider", "winner", "attacker", "first", "acting", "holder")  # fields that hold a side
IDS = ("unit", "target", "near", "asked")  # fields that hold a unit


def is_symmetric(scenario: Scenario) -> bool:
    """Whether the table is the same turned by half, and so are both forces, with their commanders and costs."""
    world = scenario.world[0]
    here, there = world["ground"]
    men, troops = world["men"], world["troops"]
    plain = [name for name in men.dtype.names if name != "side"]
    same = here.tobytes() == there.tobytes() or _terrain(here) == _terrain(there)
    same = same and all(np.array_equal(men[0][name], men[1][name]) for name in plain if name not in ("x", "y"))
    same = same and all(
        np.array_equal(troops[0][name], troops[1][name]) for name in ("first", "men", "leader", "horse")
    )
    rules = world["rules"]
    middle = rules["objective"] == 0 or (rules["objective_x"] == 0 and rules["objective_y"] == 0)
    commanders = int(world["commander"][0]) + STRIDE == int(world["commander"][1])
    return bool(same and middle and commanders)


def _terrain(ground: np.void) -> list[object]:
    """What lies on the table, whatever its order."""
    areas = []
    for area in ground["areas"][: ground["polygons"]]:
        count = int(area["corners"])
        corners = sorted(zip(area["x"][:count].tolist(), area["y"][:count].tolist(), strict=True))
        areas.append((int(area["kind"]), *corners))
    discs = [tuple(int(disc[k]) for k in ("x", "y", "radius", "kind")) for disc in ground["discs"][: ground["rounds"]]]
    lines = [
        (*sorted([(int(each["ax"]), int(each["ay"])), (int(each["bx"]), int(each["by"]))]), int(each["kind"]))
        for each in ground["pieces"][: ground["lines"]]
    ]
    places = [tuple(int(each[k]) for k in ("x", "y", "heading")) for each in ground["places"][: ground["spots"]]]
    return [sorted(map(repr, part)) for part in (areas, discs, lines, places)]


def turned(scenario: Scenario, games: Records) -> Records | None:
    """The record, shape (1,), of the position turned; None: all isn't the same there, or sides are being set up."""
    if not is_symmetric(scenario) or games["turn"][0] == 0:
        return None
    other = games.copy()
    for field in SIDES:
        value = int(games[field][0])
        other[field] = value if value == NONE else 1 - value
    for field in IDS:
        value = int(games[field][0])
        other[field] = value if value == NONE else (value + UNITS) % (2 * UNITS)
    fallen = int(games["fallen"][0])
    other["fallen"] = (fallen >> 1 | fallen << 1) & 3
    if games["act"][0] != 0:
        other["heading"] = (games["heading"] + HEADINGS // 2) % HEADINGS if games["whole"][0] else 0
    for field in ("units", "figures"):
        other[field] = games[field][:, ::-1]
    for field in ("x", "y", "from_x", "from_y"):
        other["figures"][field] *= -1
    for field in ("marker_x", "marker_y"):
        other["units"][field] *= -1
    for field in ("course", "facing"):
        values = other["units"][field]
        other["units"][field] = np.where(values == NONE, NONE, (values + HEADINGS // 2) % HEADINGS)
    there = games["units"]["origin"][:, ::-1] == NONE
    for field in ("course", "facing"):
        other["units"][field] = np.where(there, games["units"][field][:, ::-1], other["units"][field])
    rolled = other["dice"]["rolled"]
    for begin, end in ((0, UNIT_SUBJECT), (UNIT_SUBJECT, SIDE_SUBJECT), (SIDE_SUBJECT, SIDE_SUBJECT + 2)):
        rolled[:, begin:end] = np.roll(rolled[:, begin:end], (end - begin) // 2, axis=1)
    return other


def turned_results(draws: Sequence[Draw]) -> list[object]:
    """The results that play the turned battle: the same dice; lots of sides are drawn only while they are set up."""
    return [draw.result for draw in draws]
