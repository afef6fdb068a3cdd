"""GU2 to GU5, RK, CH2, SB2: what bears on what: fields of fire, range, line of sight, rakes."""

from beat_to_quarters.rules import state
from beat_to_quarters.rules.ships import is_land, on_map, ship_at, ship_of, stern_of
from beat_to_quarters.rules.state import NONE, PORT, STARBOARD, Game, Ship, World
from tabletop.compiled.compiling import rule
from tabletop.game.hex_grid import distance, in_sector, onward, turned

RAKES = 4  # range to which a shot may rake (RK1)
NEAR_IN_FOG = 6  # WE4: the reach where ranges are halved
BOW_RAKE, STERN_RAKE = 2, 4  # RK2


@rule
def is_foggy(game: Game) -> bool:
    """WE4: whether ranges are halved."""
    return game.weather == state.HEAVY_POOR or game.weather == state.POOR


@rule
def field_of(ship: Ship, q: int, r: int) -> int:
    """GU2: the broadside in whose field a hex lies, PORT or STARBOARD; 0: in none."""
    stern_q, stern_r = stern_of(ship)
    x, y = turned(q - stern_q, r - stern_r, -int(ship.heading))
    if y < 0 and 0 <= x <= 1 - y:
        return PORT
    if y > 0 and -y <= x <= 1:
        return STARBOARD
    return 0


@rule
def faces(game: Game, who: int, whom: int) -> bool:
    """GU2: whether a hex of a ship lies in a broadside's field of another one."""
    ship, target = ship_of(game, who), ship_of(game, whom)
    back_q, back_r = stern_of(target)
    return field_of(ship, int(target.q), int(target.r)) != 0 or field_of(ship, back_q, back_r) != 0


@rule
def end_field_of(ship: Ship, q: int, r: int) -> int:
    """CH2, SB2: the chasers in whose field a hex lies, BOW or STERN (a battery's is BOW); 0: in none."""
    heading = int(ship.heading)
    dq, dr = q - int(ship.q), r - int(ship.r)
    if (dq != 0 or dr != 0) and in_sector(dq, dr, (heading + 5) % 6, 2):
        return state.BOW
    if ship.battery == 1:
        return 0
    stern_q, stern_r = stern_of(ship)
    dq, dr = q - stern_q, r - stern_r
    if (dq != 0 or dr != 0) and in_sector(dq, dr, (heading + 2) % 6, 2):
        return state.STERN
    return 0


@rule
def blocks(world: World, game: Game, who: int, whom: int, q: int, r: int) -> bool:
    """GU4: whether land, or a third ship, is in a hex; beyond the edge there is nothing."""
    if not on_map(world, q, r):
        return False
    if is_land(world, q, r):
        return True
    other = ship_at(world, game, q, r)
    return other != NONE and other != who and other != whom


@rule
def is_free_line(world: World, game: Game, who: int, whom: int, aq: int, ar: int, bq: int, br: int) -> bool:
    """GU4: whether nothing blocks the line between two hexes, for a shot of one ship at another."""
    q, r = aq, ar
    one_q, one_r, other_q, other_r = onward(aq, ar, aq, ar, bq, br)
    while one_q != bq or one_r != br:
        if blocks(world, game, who, whom, one_q, one_r) and (
            (one_q == other_q and one_r == other_r) or blocks(world, game, who, whom, other_q, other_r)
        ):
            return False
        q, r = one_q, one_r
        one_q, one_r, other_q, other_r = onward(q, r, aq, ar, bq, br)
    return True


@rule
def aim(world: World, game: Game, who: int, whom: int, ends: int) -> tuple[int, int]:
    """GU3, GU4: the side of a ship that a target on the map bears on, and its range; 0, 0: it doesn't bear.

    `ends`: 1: by chasers, or a battery's guns (CH2, SB2); 0: by broadsides.
    """
    ship, target = ship_of(game, who), ship_of(game, whom)
    reach = NEAR_IN_FOG if is_foggy(game) else state.REACH
    bow_q, bow_r = int(ship.q), int(ship.r)
    if distance(bow_q, bow_r, int(target.q), int(target.r)) > reach + 2:
        return 0, 0
    stern_q, stern_r = stern_of(ship)
    target_q, target_r = int(target.q), int(target.r)
    side, nearest = 0, reach + 1
    for part in range(2 - int(target.battery)):
        if part == 1:
            target_q, target_r = stern_of(target)
        field = end_field_of(ship, target_q, target_r) if ends == 1 else field_of(ship, target_q, target_r)
        if field != 0:
            near = min(distance(bow_q, bow_r, target_q, target_r), distance(stern_q, stern_r, target_q, target_r))
            if near < nearest:
                side, nearest = field, near
    if side == 0:
        return 0, 0
    target_q, target_r = int(target.q), int(target.r)
    for part in range(2 - int(target.battery)):
        if part == 1:
            target_q, target_r = stern_of(target)
        field = end_field_of(ship, target_q, target_r) if ends == 1 else field_of(ship, target_q, target_r)
        if field == 0:
            continue
        own_q, own_r = bow_q, bow_r
        for own in range(2 - int(ship.battery)):
            if own == 1:
                own_q, own_r = stern_q, stern_r
            if distance(own_q, own_r, target_q, target_r) == nearest:
                if nearest == 1 or is_free_line(world, game, who, whom, own_q, own_r, target_q, target_r):
                    return field, nearest
    return 0, 0


@rule
def rake(game: Game, who: int, whom: int, near: int) -> int:
    """RK1, RK2: what a shot from this range gains by raking: BOW_RAKE, STERN_RAKE, 0."""
    ship, target = ship_of(game, who), ship_of(game, whom)
    if target.battery == 1 or (2 * near if is_foggy(game) else near) > RAKES:
        return 0
    stern_q, stern_r = stern_of(ship)
    bow_q, bow_r = int(ship.q), int(ship.r)
    if field_of(target, bow_q, bow_r) != 0 or field_of(target, stern_q, stern_r) != 0:
        return 0
    back_q, back_r = stern_of(target)
    head_q, head_r = int(target.q), int(target.r)
    ahead = min(distance(bow_q, bow_r, head_q, head_r), distance(stern_q, stern_r, head_q, head_r))
    astern = min(distance(bow_q, bow_r, back_q, back_r), distance(stern_q, stern_r, back_q, back_r))
    return BOW_RAKE if ahead < astern else STERN_RAKE
