"""SH, WI3, CC: ships: where they are, whose they are, what they can do."""

from beat_to_quarters.rules import state, tables
from beat_to_quarters.rules.state import IN_ACTION, NONE, SHIPS, STRIDE, Chance, Game, Ship, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.chance import die
from tabletop.game.hex_grid import STEPS, distance, inside, place


@jitable
def bit(who: int) -> int:
    """A ship in a set of ships."""
    return 1 << int(who)


@rule
def ship_of(game: Game, who: int):
    """The record of a ship."""
    return game.ships[who // STRIDE, who % STRIDE]


@jitable
def in_order(team: int, at: int) -> int:
    """W6: the ship at a place in a team's order: its own by number, then those built by the other team."""
    return STRIDE * team + at if at < STRIDE else STRIDE * (1 - team) + at - STRIDE


@jitable
def place_in_order(team: int, who: int) -> int:
    """W6: the place of a ship in a team's order."""
    return int(who) % STRIDE + (0 if who // STRIDE == team else STRIDE)


@rule
def is_afloat(ship: Ship) -> bool:
    """SH8: whether a ship, or a battery, is on the map."""
    return 0 < ship.state <= state.FIRESHIP


@rule
def in_action(game: Game, who: int) -> bool:
    """SH8: whether a ship is in action."""
    return game.ships[who // STRIDE, who % STRIDE].state == IN_ACTION


@rule
def side_of(game: Game, who: int) -> int:
    """The team that has a ship (ST2)."""
    return int(game.ships[who // STRIDE, who % STRIDE].holder)


@rule
def is_tied(ship: Ship) -> bool:
    """SH9: whether a ship is grappled or fouled with another one."""
    return ship.fouled != 0 or ship.grappled != 0


@rule
def ties_of(ship: Ship) -> int:
    """SH9: the ships that a ship is grappled or fouled with, in bits."""
    return int(ship.fouled) | int(ship.grappled)


@rule
def stern_of(ship: Ship) -> tuple[int, int]:
    """SH1: the hex of a ship's stern; a battery has one hex."""
    if ship.battery == 1:
        return int(ship.q), int(ship.r)
    step = STEPS[(int(ship.heading) + 3) % 6]
    return int(ship.q) + step[0], int(ship.r) + step[1]


@rule
def hex_code(ship: Ship) -> int:
    """The bow's hex as events say it: 256 times the row, and the axial column from -64 on."""
    return (int(ship.r) << 8) + int(ship.q) + 64


@rule
def attitude(game: Game, ship: Ship) -> int:
    """WI3: hexsides between a ship's heading and the wind: 0 D, 1 C, 2 A, 3 B."""
    off = (int(ship.heading) - int(game.wind)) % 6
    return off if off <= 3 else 6 - off


@rule
def crew_of(ship: Ship) -> int:
    """SH4, ST2: the crew now, -1 poor to 3 elite, and below; a prize's that sails is poor at least."""
    level = int(ship.skill) - (int(ship.rate) - int(ship.built)) // 2
    return max(-1, level) if ship.manned == 1 else level


@rule
def cost_of(world: World, ship: Ship) -> int:
    """SH6, SB1: the cost of a ship or battery as it was at the beginning."""
    return int(world.sea.cost[ship.battery, ship.built, ship.skill + 1])


@rule
def check(game: Game, chance: Chance, who: int) -> bool:
    """CC1: a crew check; whether it passes. A fireship without a crew fails (FS1)."""
    ship = ship_of(game, who)
    if ship.state == state.FIRESHIP and ship.steered == 0:
        return False
    passing = min(6, max(0, 2 + crew_of(ship)))
    return die(game, chance, state.CHECK, who, tables.CHECKS[passing]) == 2


@rule
def ship_at(world: World, game: Game, q: int, r: int) -> int:
    """GU4, CF1: the ship afloat in a hex; NONE: there is none. A battery's hex is land (SB1)."""
    for team in range(2):
        for number in range(world.sea.own[team]):
            ship = game.ships[team, number]
            if is_afloat(ship) and ship.battery == 0:
                dq, dr = int(ship.q) - q, int(ship.r) - r
                if -1 <= dq <= 1 and -1 <= dr <= 1:
                    if dq == 0 and dr == 0:
                        return STRIDE * team + number
                    stern_q, stern_r = stern_of(ship)
                    if stern_q == q and stern_r == r:
                        return STRIDE * team + number
    return NONE


@rule
def on_map(world: World, q: int, r: int) -> bool:
    """MP1: whether a hex is on the map."""
    return inside(int(world.rules.columns), int(world.rules.rows), q, r)


@rule
def is_land(world: World, q: int, r: int) -> bool:
    """MP4: whether a hex of the map is land."""
    return world.sea.land[place(int(world.rules.columns), q, r)] != 0


@rule
def is_taken(world: World, game: Game, who: int, q: int, r: int) -> bool:
    """TK3, AG2: whether land, or another ship, is in a hex of the map."""
    other = ship_at(world, game, q, r)
    return (other != NONE and other != who) or is_land(world, q, r)


@rule
def apart(one: Ship, other: Ship) -> int:
    """W2: the distance of two ships, in hexes; 1: they are adjacent."""
    first_q, first_r = stern_of(one)
    second_q, second_r = stern_of(other)
    bow_q, bow_r, head_q, head_r = int(one.q), int(one.r), int(other.q), int(other.r)
    return min(
        min(distance(bow_q, bow_r, head_q, head_r), distance(bow_q, bow_r, second_q, second_r)),
        min(distance(first_q, first_r, head_q, head_r), distance(first_q, first_r, second_q, second_r)),
    )


@rule
def adjacent(game: Game, who: int, whom: int) -> bool:
    """W2: whether two ships, both on the map, are adjacent."""
    one, other = ship_of(game, who), ship_of(game, whom)
    if distance(int(one.q), int(one.r), int(other.q), int(other.r)) > 3:
        return False
    return apart(one, other) == 1


@rule
def printed(world: World, game: Game, ship: Ship) -> int:
    """SH6, WI3: the dice that the table gives a ship, before weather and masts lost; 0: a battery."""
    if ship.battery == 1:
        return 0
    return int(world.sea.dice[ship.built, 1 if ship.rigged == 2 else 0, attitude(game, ship)])


@rule
def lies_still(ship: Ship) -> bool:
    """DR1: whether a ship lies still."""
    return ship.still == 1 or ship.masts == 0 or ship.irons != 0


@rule
def settle_irons(world: World, game: Game) -> None:
    """TK6: who is in irons by where the wind comes from, and who is free; not who tacks at this moment."""
    for team in range(2):
        for number in range(world.sea.own[team]):
            ship = game.ships[team, number]
            if ship.irons == 0 and ship.heading != game.wind:
                continue
            if ship.state != IN_ACTION or ship.battery == 1 or int(game.tacking) >> (STRIDE * team + number) & 1:
                continue
            if ship.heading != game.wind:
                ship.irons = 0
            elif ship.irons == 0 and ship.anchor == 0 and ship.aground == 0 and not is_tied(ship):
                if printed(world, game, ship) == 0:
                    ship.irons = state.IN_IRONS


@rule
def untie(game: Game, who: int, fouled: int, grappled: int) -> None:
    """CO2, CO3, ST2: a ship is no longer fouled with some others, and no longer grappled with some."""
    ship = ship_of(game, who)
    ship.fouled = int(ship.fouled) & ~fouled
    ship.grappled = int(ship.grappled) & ~grappled
    for other in range(SHIPS):
        mate = ship_of(game, other)
        if fouled >> other & 1:
            mate.fouled = int(mate.fouled) & ~bit(who)
        if grappled >> other & 1:
            mate.grappled = int(mate.grappled) & ~bit(who)


@rule
def becomes_fouled(game: Game, who: int, whom: int) -> None:
    """CF2, CF3: two ships are fouled."""
    one, other = ship_of(game, who), ship_of(game, whom)
    one.fouled = int(one.fouled) | bit(whom)
    other.fouled = int(other.fouled) | bit(who)
