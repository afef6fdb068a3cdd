"""The map turned by half, with the teams exchanged: what is legal and what happens must be the same there (W4)."""

from collections.abc import Sequence

import numpy as np

from beat_to_quarters.rules import lines, setup, state
from beat_to_quarters.rules.state import NONE, SHIPS, STRIDE
from beat_to_quarters.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.game.draws import Draw
from tabletop.game.hex_grid import half_turned_direction

TEAMS = ("decider", "winner", "acting", "first", "alone")  # fields that hold a team
IDS = ("ship", "through")  # fields that hold a ship
SETS = ("fouled", "grappled")  # fields of ships that hold a set of them


def is_symmetric(scenario: Scenario) -> bool:
    """Whether the sea is the same turned by half, and teams have as many ships, of one nation or of none (NA).

    Where ships are bought or placed one by one, White begins (SU1, SU2).
    """
    if scenario.points or scenario.deployment == "chosen":
        return False
    signs, own = "".join(scenario.lines), scenario.world[0]["sea"]["own"]
    return bool(signs == signs[::-1] and own[0] == own[1] and len(set(scenario.nations)) < 2)


def turned(scenario: Scenario, games: Records) -> Records | None:
    """The record, shape (1,), of the position turned; None: all isn't the same there."""
    if not is_symmetric(scenario) or games["turn"][0] == 0:
        return None
    other = games.copy()
    for fields, step in ((TEAMS, 1), (IDS, STRIDE)):
        for field in fields:
            value = int(games[field][0])
            other[field] = value if value == NONE else value ^ 1 if step == 1 else (value + STRIDE) % SHIPS
    for field in ("team", "ships"):
        other[field] = games[field][:, ::-1]
    other["wind"] = (games["wind"] + 3) % 6
    for field in state.LINE_SETS:
        bits = int(games[field][0])
        other[field] = (bits >> STRIDE | bits << STRIDE) & (1 << SHIPS) - 1
    held = int(games["held"][0])
    other["held"] = (held >> 1 | held << 1) & 3
    for ship in other["ships"][0].ravel():
        if not ship["state"]:
            continue
        ship["holder"] ^= 1
        for field in SETS:
            bits = int(ship[field])
            ship[field] = (bits >> STRIDE | bits << STRIDE) & (1 << SHIPS) - 1
        if ship["state"] < state.SUNK:
            ship["heading"] = (ship["heading"] + 3) % 6
            wake = [lines.wake_at(ship, at) for at in range(ship["trail"])]
            lines.leave_wake(ship)
            for direction in wake:
                lines.add_to_wake(ship, half_turned_direction(direction))
            ship["q"], ship["r"] = setup.turned_hex(scenario.columns, scenario.rows, int(ship["q"]), int(ship["r"]))
    rolled = other["dice"]["rolled"]
    rolled[:, : state.TEAM_SUBJECT] = np.roll(rolled[:, : state.TEAM_SUBJECT], STRIDE, axis=1)
    rolled[:, state.TEAM_SUBJECT : state.TABLE] = rolled[:, state.TEAM_SUBJECT : state.TABLE][:, ::-1]
    return other


def turned_results(draws: Sequence[Draw]) -> list[object]:
    """The results that play the turned battle: winds from opposite directions, the other team's chips."""
    results: list[object] = []
    for draw in draws:
        result = int(str(draw.result))
        if draw.purpose == "chip" and result < 3:
            result = 3 - result
        elif draw.purpose == "wind":
            count = int(draw.classes.removeprefix("lot "))
            result = (result - 1 + count // 2) % count + 1
        results.append(result)
    return results
