"""Free water around a ship: how far it could go before the edge, land, or another ship."""

from beat_to_quarters.rules.ships import is_afloat, is_land, on_map, stern_of
from beat_to_quarters.rules.state import Game, Ship, World
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import rule
from tabletop.game.hex_grid import STEPS

FARTHEST_SEEN = 10  # hexes


@rule
def water_ahead(world: World, ship: Ship, way: int, most: int) -> int:
    """Hexes of sea before the edge or land, up to `most`, from a ship's bow, straight astern from its stern.

    `way`: 0 ahead, 1 the port bow, 2 the port quarter, 3 astern, and so on, anticlockwise.
    """
    q, r = stern_of(ship) if way == 3 else (int(ship.q), int(ship.r))
    step = STEPS[(int(ship.heading) + way) % 6]
    for hexes in range(most):
        q, r = q + step[0], r + step[1]
        if not on_map(world, q, r) or is_land(world, q, r):
            return hexes
    return most


@rule
def waters(world: World, game: Game, ship: Ship, out: Int64) -> None:
    """Write the free water of a ship on the map in its six ways (see `water_ahead`), ships seen too; out int64 [6]."""
    heading = int(ship.heading)
    bow_q, bow_r = int(ship.q), int(ship.r)
    back_q, back_r = stern_of(ship)
    for way in range(6):
        out[way] = water_ahead(world, ship, way, FARTHEST_SEEN)
    for team in range(2):
        for number in range(world.sea.own[team]):
            other = game.ships[team, number]
            if not is_afloat(other) or (other.q == ship.q and other.r == ship.r):
                continue
            q, r = int(other.q), int(other.r)
            if abs(q - bow_q) > FARTHEST_SEEN + 2 or abs(r - bow_r) > FARTHEST_SEEN + 2:
                continue
            for part in range(2):
                if part == 1:
                    q, r = stern_of(other)
                direction, apart = ray_to(q - bow_q, r - bow_r)
                if direction >= 0:
                    way = (direction - heading) % 6
                    if way != 3:
                        out[way] = min(out[way], apart - 1)
                direction, apart = ray_to(q - back_q, r - back_r)
                if direction >= 0 and (direction - heading) % 6 == 3:
                    out[3] = min(out[3], apart - 1)


@rule
def ray_to(dq: int, dr: int) -> tuple[int, int]:
    """The direction straight in which a hex lies, and how far away; -1, 0: in none, or it is the own one."""
    if dr == 0 and dq != 0:
        return (0, dq) if dq > 0 else (3, -dq)
    if dq == 0 and dr != 0:
        return (5, dr) if dr > 0 else (2, -dr)
    if dq + dr == 0 and dq != 0:
        return (1, dq) if dq > 0 else (4, -dq)
    return -1, 0
