"""SO2 to SO8: the bot of the rules for solo play; its dice are its own."""

import numpy as np

from beat_to_quarters.outlook import FAR, SAFE_WATER, nearest_enemy, room_from, shots_borne, turns_freely, way_ahead
from beat_to_quarters.rules.ships import crew_of, ship_of
from beat_to_quarters.rules.state import MOST_DICE, NONE, STRIDE, Game, World
from tabletop.agents.noise import uniform
from tabletop.compiled.compiling import rule
from tabletop.game.hex_grid import direction_toward

AGGRESSIVE, STANDARD, UNSURE = range(3)
# What a ship does (SO3).
KEEPS, AIMS, TOWARDS_HALF, AWAY_HALF, TOWARDS, AWAY = range(6)
# SO3: by mode and D12.
TABLE = np.array(
    [
        [KEEPS] * 2 + [AIMS] * 3 + [TOWARDS_HALF] * 3 + [AWAY_HALF] + [TOWARDS] * 2 + [AWAY],
        [KEEPS] * 4 + [AIMS] + [TOWARDS_HALF] * 2 + [AWAY_HALF] * 2 + [TOWARDS] * 2 + [AWAY],
        [KEEPS] * 8 + [AWAY_HALF] * 4,
    ]
)
CHECKS, D12 = 1000, 2000  # places of its dice in the noise of a decision
TURNS = 64  # of a ship's dice for its modes, before they come again


@rule
def mode_of(game: Game, who: int) -> int:
    """SO2: how a ship is led in this turn: two checks, whose dice are a hash of its number and the turn."""
    number = np.uint64(TURNS * (who % STRIDE) + int(game.turn))
    passes = (2 + crew_of(ship_of(game, who))) / 6.0
    if uniform(number, CHECKS) < passes:
        return AGGRESSIVE
    return STANDARD if uniform(number, CHECKS + 1) < passes else UNSURE


@rule
def way_by_table(world: World, game: Game, who: int, hexes: int) -> float:
    """SO5: the worth of a distance: the nearest to half the sum of the dice, the smaller of two; never off the map."""
    total = 0
    for die in range(MOST_DICE):
        total += int(game.rolled[die])
    worth = -abs(hexes - 0.5 * total) - 0.01 * hexes
    done, _ = way_ahead(world, game, who, hexes)
    return worth if done == hexes else worth - 100.0


@rule
def turn_by_table(world: World, game: Game, who: int, turns: int, most: int, key: np.uint64) -> float:
    """SO3, SO4, SO8: the worth of a turn: the nearest to the one that the D12 says, not over the edge or ashore."""
    ship = ship_of(game, who)
    deed = int(TABLE[mode_of(game, who), int(12 * uniform(key, D12))])
    enemy, away = nearest_enemy(world, game, who)
    wanted = 0
    heading, q, r = int(ship.heading), int(ship.q), int(ship.r)
    if deed == AIMS and away < FAR:
        best = shots_borne(world, game, who)
        for by in range(-most, most + 1):
            if by != 0 and turns_freely(world, game, who, by):
                borne = shots_borne(world, game, who)
                ship.heading, ship.q, ship.r = heading, q, r
                if borne > best + 1e-9:
                    wanted, best = by, borne
    elif deed != KEEPS and enemy != NONE:
        target = ship_of(game, enemy)
        ahead = direction_toward(int(target.q) - q, int(target.r) - r)
        to_port = (ahead - heading) % 6
        most_of = (most + 1) // 2 if deed == TOWARDS_HALF or deed == AWAY_HALF else most
        if deed == TOWARDS_HALF or deed == TOWARDS:
            wanted = min(most_of, to_port) if to_port <= 3 else -min(most_of, 6 - to_port)
        else:
            wanted = -min(most_of, 3 - to_port) if to_port <= 3 else min(most_of, to_port - 3)
    worth = -float(abs(turns - wanted)) - 0.01 * abs(turns)
    if turns == 0:
        return worth - (20.0 if room_from(world, ship, 0) < SAFE_WATER else 0.0)
    if not turns_freely(world, game, who, turns):
        return worth - 40.0
    if room_from(world, ship, 0) < SAFE_WATER:
        worth -= 20.0
    if ship.heading == game.wind:
        worth -= 10.0
    ship.heading, ship.q, ship.r = heading, q, r
    return worth
