"""DR: drifting, of single ships and of ships that are tied."""

import numpy as np

from beat_to_quarters.rules import events, ships, state
from beat_to_quarters.rules.grounding import ground, run_into, shoal_stops
from beat_to_quarters.rules.ships import in_order, is_afloat, is_land, is_tied, on_map, place_in_order, ship_at, ship_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, SHIPS, Chance, Game, Ship, World
from beat_to_quarters.rules.victory import is_decided
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import rule
from tabletop.game.chance import lot, note
from tabletop.game.hex_grid import STEPS

OFF, BY_SHIP, BY_LAND = 1, 2, 4  # what stops a ship, in bits


@rule
def drifts_alone(ship: Ship) -> bool:
    """DR2, DR6, FS1: whether a ship drifts in its team's command phase."""
    if ship.battery == 1 or is_tied(ship) or ship.anchor != 0 or ship.aground == 1 or ship.drifted == 1:
        return False
    return (ship.state == IN_ACTION or ship.state == state.FIRESHIP) and ships.lies_still(ship)


@rule
def roll(world: World, game: Game, chance: Chance, who: int, all_of: int, shared: int) -> int:
    """DR3: hexes that a ship drifts: by its own D4, or by one for all, `shared`, which is rolled if it is 0."""
    if world.rules.together == 0:
        return lot(game, chance, state.DRIFT, who, 4) + 1
    return shared if shared > 0 else lot(game, chance, state.DRIFT, all_of, 4) + 1


@rule
def drift_ships(world: World, game: Game, chance: Chance) -> None:
    """DR2, DR3: the ships of the phase's team that lie still drift."""
    team = int(game.acting)
    unit = np.full(SHIPS, NONE, np.int64)
    hexes = np.zeros(SHIPS, np.int64)
    shared = 0
    for at in range(SHIPS):
        who = in_order(team, at)
        ship = ship_of(game, who)
        if ship.holder == team and drifts_alone(ship):
            hexes[who] = roll(world, game, chance, who, state.TEAM_SUBJECT + team, shared)
            shared = int(hexes[who])
            unit[who] = who
    if unit.max() != NONE:
        drift(world, game, chance, unit, hexes, team)


@rule
def drift_groups(world: World, game: Game, chance: Chance) -> None:
    """DR4, CO8: tied ships drift together, once a turn."""
    acting = int(game.acting)
    unit = np.full(SHIPS, NONE, np.int64)
    hexes = np.zeros(SHIPS, np.int64)
    shared = 0
    for at in range(SHIPS):
        first = in_order(acting, at)
        ship = ship_of(game, first)
        if unit[first] != NONE or not is_afloat(ship) or not is_tied(ship):
            continue
        holds = gather(game, unit, first)
        if holds:
            for who in range(SHIPS):
                if unit[who] == first:
                    unit[who] = -2
            continue
        hexes[first] = roll(world, game, chance, first, state.TABLE, shared)
        shared = int(hexes[first])
    for who in range(SHIPS):
        if unit[who] >= 0:
            ship_of(game, who).drifted = 1
        else:
            unit[who] = NONE
    if unit.max() != NONE:
        drift(world, game, chance, unit, hexes, NONE)


@rule
def gather(game: Game, unit: Int64, first: int) -> bool:
    """DR4: number a group by its first ship; whether a ship aground or at anchor holds it."""
    unit[first] = first
    holds, grows = False, True
    while grows:
        grows = False
        for who in range(SHIPS):
            if unit[who] != first:
                continue
            ship = ship_of(game, who)
            holds = holds or ship.aground == 1 or ship.anchor != 0
            ties = ships.ties_of(ship)
            for other in range(SHIPS):
                if ties >> other & 1 and unit[other] != first:
                    unit[other] = first
                    grows = True
    return holds


@rule
def drift(world: World, game: Game, chance: Chance, unit: Int64, hexes: Int64, team: int) -> None:
    """DR5, WI2: all units go downwind, hex by hex, at the same time.

    `unit`, int64 [20]: which unit each ship goes with, NONE: it doesn't drift; `hexes`, int64 [20]: those each unit
    has to go; `team`: whose single ships they are, NONE: these are groups, which don't check for collisions.
    """
    step = STEPS[(int(game.wind) + 3) % 6]
    stopped = np.zeros(SHIPS, np.int64)
    hit = np.zeros(SHIPS, np.int64)
    while hexes.max() > 0:
        stopped[:] = 0
        hit[:] = 0
        look_ahead(world, game, unit, hexes, stopped, hit)
        if world.rules.shoals == 1:
            touch_shoals(world, game, chance, unit, hexes, stopped, hit)
            if game.ending != state.RUNNING:
                return
        for who in range(SHIPS):
            ship = ship_of(game, who)
            if unit[who] == NONE or hexes[unit[who]] == 0 or not is_afloat(ship):
                continue
            if stopped[unit[who]] == 0:
                ship.q += step[0]
                ship.r += step[1]
                note(chance, events.DRIFTED, who=who, place=ships.hex_code(ship))
        for who in range(SHIPS):
            if unit[who] != NONE and unit[who] == who and hexes[who] > 0:
                hexes[who] = 0 if stopped[who] else hexes[who] - 1
        for side in range(2):
            for at in range(SHIPS):
                who = in_order(int(game.acting) ^ side, at)
                if unit[who] != NONE and hit[who] & BY_LAND and is_afloat(ship_of(game, who)):
                    if ships.side_of(game, who) == int(game.acting) ^ side and ship_of(game, who).aground == 0:
                        ground(world, game, chance, who)
                        if is_decided(world, game, chance):
                            return
        if team != NONE and world.rules.alongside == 0:
            for at in range(SHIPS):
                who = in_order(team, at)
                if unit[who] != NONE and hit[who] & BY_SHIP:
                    run_into_all(world, game, chance, who)
                    if game.ending != state.RUNNING:
                        return


@rule
def look_ahead(world: World, game: Game, unit: Int64, hexes: Int64, stopped: Int64, hit: Int64) -> None:
    """DR5: which units stop in this step (`stopped`), and what stops each ship (`hit`, in bits)."""
    step = STEPS[(int(game.wind) + 3) % 6]
    changes = True
    while changes:
        changes = False
        for who in range(SHIPS):
            ship = ship_of(game, who)
            if unit[who] == NONE or hexes[unit[who]] == 0 or not is_afloat(ship):
                continue
            back_q, back_r = ships.stern_of(ship)
            for part in range(2):
                q = (int(ship.q) if part == 0 else back_q) + step[0]
                r = (int(ship.r) if part == 0 else back_r) + step[1]
                found = 0
                if not on_map(world, q, r):
                    found = OFF
                elif is_land(world, q, r):
                    found = BY_LAND
                else:
                    other = ship_at(world, game, q, r)
                    if other != NONE and other != who and unit[other] != unit[who]:
                        if unit[other] == NONE or hexes[unit[other]] == 0 or stopped[unit[other]] == 1:
                            found = BY_SHIP
                if found & ~hit[who]:
                    hit[who] |= found
                    stopped[unit[who]] = 1
                    changes = True


@rule
def touch_shoals(
    world: World, game: Game, chance: Chance, unit: Int64, hexes: Int64, stopped: Int64, hit: Int64
) -> None:
    """DR5, SL2: the units that nothing stops, in order, may run aground on shoals, and stop others by it."""
    step = STEPS[(int(game.wind) + 3) % 6]
    acting = int(game.acting)
    for at in range(SHIPS):
        leader = in_order(acting, at)
        for place in range(SHIPS):
            who = in_order(acting, place)
            ship = ship_of(game, who)
            if unit[who] != leader or hexes[leader] == 0 or stopped[leader] == 1 or not is_afloat(ship):
                continue
            q, r = int(ship.q) + step[0], int(ship.r) + step[1]
            if shoal_stops(world, game, chance, who, q, r, int(ship.heading)):
                if is_decided(world, game, chance):
                    return
                stopped[leader] = 1
                look_ahead(world, game, unit, hexes, stopped, hit)


@rule
def run_into_all(world: World, game: Game, chance: Chance, who: int) -> None:
    """DR5: a single ship that was stopped by others makes CF1's check with each of them (W3)."""
    step = STEPS[(int(game.wind) + 3) % 6]
    ship = ship_of(game, who)
    if not is_afloat(ship):
        return
    back_q, back_r = ships.stern_of(ship)
    first = ship_at(world, game, int(ship.q) + step[0], int(ship.r) + step[1])
    second = ship_at(world, game, back_q + step[0], back_r + step[1])
    if second != NONE and place_in_order(int(game.acting), second) < place_in_order(int(game.acting), first):
        first, second = second, first
    if first != NONE and first != who:
        run_into(world, game, chance, who, first)
        if is_decided(world, game, chance):
            return
    if second != NONE and second != who and second != first and is_afloat(ship) and is_afloat(ship_of(game, second)):
        run_into(world, game, chance, who, second)
        is_decided(world, game, chance)
