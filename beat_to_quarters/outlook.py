"""What a ship sees from a place: what it could fire at, what could fire at it, who is near, whom it could board.

For bots, and for policies that score actions. A place is tried by setting the ship there for a while.
"""

from beat_to_quarters.chances import boarding, harm_of, weigh_shot, worth_of
from beat_to_quarters.rules import sailing, sight
from beat_to_quarters.rules.ships import apart, is_land, is_taken, on_map, ship_at, ship_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, SHIPS, STARBOARD, STRIDE, STRUCK, Game, Ship, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.hex_grid import STEPS, distance

SPENT = 0.4  # share of its worth that a shot has from a side that has fired in this turn
FAR = 99  # hexes: there is nobody
SAFE_WATER = 4  # hexes: one die never leads farther
ROOM = 8  # hexes of free water that a ship likes to have ahead
# What ends a way.
FREE, FRIEND, ENEMY, LAND, EDGE = range(5)


@rule
def are_enemies(game: Game, who: int, whom: int) -> bool:
    """Whether a ship in action is another team's than one that looks at it."""
    other = ship_of(game, whom)
    return other.state == IN_ACTION and other.holder != ship_of(game, who).holder


@rule
def fleet_first(team: int, number: int) -> int:
    """The ship of this number, 0 to SHIPS - 1, where a team's fleet is counted first: alike from either side."""
    return (number + STRIDE * team) % SHIPS


@rule
def is_prey(game: Game, who: int, whom: int) -> bool:
    """BO1: whether a ship could be boarded by another one if it were beside it: an enemy in action, or struck."""
    other = ship_of(game, whom)
    fits = (other.state == IN_ACTION or other.state == STRUCK) and other.battery == 0
    return fits and other.holder != ship_of(game, who).holder


@rule
def could_fire(world: World, game: Game, who: int, whom: int) -> tuple[int, int]:
    """GU3 to GU6: the side by which a ship could fire at another one, loaded or not, and the range; 0, 0: it can't."""
    ship, target = ship_of(game, who), ship_of(game, whom)
    if ship.state != IN_ACTION or target.state != IN_ACTION or ship.burning == 1:
        return 0, 0
    if ship.masts == 0 and ship.battery == 0 and world.rules.fires == 0:
        return 0, 0
    side, near = sight.aim(world, game, who, whom, int(ship.battery))
    if int(ship.hung) & side:
        return 0, 0
    return side, near


@rule
def shot_worth(world: World, game: Game, who: int, whom: int, side: int, near: int) -> float:
    """What a shot is worth: the share of the target that it is expected to take, times the target's worth."""
    target = ship_of(game, whom)
    return harm_of(target, weigh_shot(world, game, who, whom, side, near)) * worth_of(world, target)


@rule
def worth_by_side(world: World, game: Game, who: int, whom: int, side: int) -> float:
    """What a shot by one side of a ship is worth; 0: it can't be fired."""
    bears, near = could_fire(world, game, who, whom)
    return shot_worth(world, game, who, whom, side, near) if bears == side else 0.0


@rule
def shots_borne(world: World, game: Game, who: int) -> float:
    """What a ship's best shots are worth from where it is: one by each side, less where the side has fired."""
    fired, best_port, best_starboard = int(ship_of(game, who).fired), 0.0, 0.0
    for whom in range(SHIPS):
        side, near = could_fire(world, game, who, whom) if are_enemies(game, who, whom) else (0, 0)
        if side != 0:
            worth = shot_worth(world, game, who, whom, side, near) * (SPENT if fired & side else 1.0)
            if side == STARBOARD:
                best_starboard = max(best_starboard, worth)
            else:
                best_port = max(best_port, worth)
    return best_port + best_starboard


@rule
def threats_to(world: World, game: Game, who: int) -> float:
    """What the enemy's shots at a ship, where it is, are worth together, less of sides that have fired."""
    sum_of_threats, enemy = 0.0, 1 - int(ship_of(game, who).holder)
    for number in range(SHIPS):
        whom = fleet_first(enemy, number)
        side, near = could_fire(world, game, whom, who) if are_enemies(game, who, whom) else (0, 0)
        if side != 0:
            worth = shot_worth(world, game, whom, who, side, near)
            sum_of_threats += worth * SPENT if int(ship_of(game, whom).fired) & side else worth
    return sum_of_threats


@rule
def nearest_enemy(world: World, game: Game, who: int) -> tuple[int, int]:
    """The nearest enemy in action, the first of several, and how far it is; NONE, FAR: there is none."""
    ship, nearest, least = ship_of(game, who), NONE, FAR
    for number in range(SHIPS):
        whom = fleet_first(1 - int(ship.holder), number)
        if are_enemies(game, who, whom):
            between = apart(ship, ship_of(game, whom))
            if between < least:
                nearest, least = whom, between
    return nearest, least


@rule
def prey_of(world: World, game: Game, who: int, least: float) -> tuple[int, int]:
    """The enemy that is best boarded: chance and worth for its distance; and its distance. NONE, FAR: there is none.

    Loose ships that have struck count too. `least`: chances below this one don't.
    """
    ship, prey, best, away = ship_of(game, who), NONE, 0.0, FAR
    for number in range(SHIPS):
        whom = fleet_first(1 - int(ship.holder), number)
        if is_prey(game, who, whom):
            other, chance = ship_of(game, whom), boarding(game, who, whom)
            between = apart(ship, other)
            worth = chance * worth_of(world, other) / (4.0 + between)
            if chance >= least and worth > best:
                prey, best, away = whom, worth, between
    return prey, away


@rule
def rakes_anybody(world: World, game: Game, who: int) -> bool:
    """RK1: whether a ship could rake an enemy from where it is."""
    for whom in range(SHIPS):
        if are_enemies(game, who, whom) and could_rake(world, game, who, whom):
            return True
    return False


@rule
def is_raked(world: World, game: Game, who: int) -> bool:
    """RK1: whether an enemy could rake a ship where it is."""
    for whom in range(SHIPS):
        if are_enemies(game, who, whom) and could_rake(world, game, whom, who):
            return True
    return False


@rule
def could_rake(world: World, game: Game, who: int, whom: int) -> bool:
    """RK1: whether a ship could rake another one from where it is."""
    ship, target = ship_of(game, who), ship_of(game, whom)
    if distance(int(ship.q), int(ship.r), int(target.q), int(target.r)) > sight.RAKES + 2:
        return False
    side, near = could_fire(world, game, who, whom)
    return side != 0 and sight.rake(game, who, whom, near) > 0


@rule
def way_ahead(world: World, game: Game, who: int, hexes: int) -> tuple[int, int]:
    """MO4: how many of these hexes a ship can sail straight ahead, and what ends its way: FREE … EDGE."""
    ship = ship_of(game, who)
    step = STEPS[int(ship.heading)]
    q, r = int(ship.q), int(ship.r)
    for done in range(hexes):
        q, r = q + step[0], r + step[1]
        if not on_map(world, q, r):
            return done, EDGE
        other = ship_at(world, game, q, r)
        if other != NONE and other != who:
            return done, FRIEND if ship_of(game, other).holder == ship.holder else ENEMY
        if is_land(world, q, r):
            return done, LAND
    return hexes, FREE


@rule
def best_later(world: World, game: Game, who: int, side: int, hexes: int) -> float:
    """What the best shot of one side is worth that a ship could fire within so many hexes straight ahead."""
    ship, best = ship_of(game, who), 0.0
    ahead, _ = way_ahead(world, game, who, hexes)
    for _ in range(ahead):
        shift(ship, 1)
        for whom in range(SHIPS):
            if are_enemies(game, who, whom):
                best = max(best, worth_by_side(world, game, who, whom, side))
    shift(ship, -ahead)
    return best


@rule
def best_as_it_passes(world: World, game: Game, who: int, whom: int, side: int, hexes: int) -> float:
    """What the best shot of one side is worth at a ship that sails by, so many hexes straight ahead."""
    target, best = ship_of(game, whom), 0.0
    ahead, _ = way_ahead(world, game, whom, hexes)
    for _ in range(ahead):
        shift(target, 1)
        best = max(best, worth_by_side(world, game, who, whom, side))
    shift(target, -ahead)
    return best


@rule
def turns_freely(world: World, game: Game, who: int, turns: int) -> bool:
    """TK1 to TK4: set a ship as it is after a turn in which nothing is in its way, and which the wind doesn't end.

    False: the ship is left as it was.
    """
    ship = ship_of(game, who)
    heading, q, r = int(ship.heading), int(ship.q), int(ship.r)
    side = 1 if turns > 0 else -1
    for hexside in range(abs(turns)):
        to_q, to_r = sailing.swung_to(ship, side)
        is_stopped = hexside > 0 and ship.heading == game.wind and ship.anchor == 0
        if is_stopped or not on_map(world, to_q, to_r) or is_taken(world, game, who, to_q, to_r):
            ship.heading, ship.q, ship.r = heading, q, r
            return False
        sailing.swing_once(ship, side)
    return True


@rule
def usual_turns(world: World, game: Game, who: int) -> int:
    """TK1, TK2: hexsides that a ship may turn to each side at the end of a way."""
    return int(world.sea.turn[ship_of(game, who).built]) if sailing.no_turning(game, who) == ALLOWED else 0


@rule
def room_from(world: World, ship: Ship, way: int) -> int:
    """Hexes before land or the outermost hexes of the map, up to ROOM, in a way of `water_ahead`.

    TK3: from these hexes no ship turns back, because its stern would swing off the map.
    """
    columns, rows = int(world.rules.columns), int(world.rules.rows)
    step = STEPS[(int(ship.heading) + way) % 6]
    q, r = int(ship.q), int(ship.r)
    for hexes in range(ROOM):
        q, r = q + step[0], r + step[1]
        column = q + (r >> 1)
        if not (0 < r < rows - 1 and 0 < column < columns - 1) or is_land(world, q, r):
            return hexes
    return ROOM


@rule
def room_after_turn(world: World, game: Game, who: int, most: int) -> int:
    """MO3, TK1: the room that a ship has at least, up to ROOM, after a way of up to `most` hexes and a turn."""
    ship = ship_of(game, who)
    turns = usual_turns(world, game, who)
    heading, q, r = int(ship.heading), int(ship.q), int(ship.r)
    least = ROOM if most > 0 else 0
    for hexes in range(1, most + 1):
        shift(ship, 1)
        best = 0
        for by in range(-turns, turns + 1):
            if turns_freely(world, game, who, by):
                if ship.heading != game.wind:
                    best = max(best, room_from(world, ship, 0))
                ship.heading, ship.q, ship.r = heading, q + hexes * STEPS[heading][0], r + hexes * STEPS[heading][1]
        least = min(least, best)
    ship.q, ship.r = q, r
    return least


@rule
def shift(ship: Ship, hexes: int) -> None:
    """Set a ship so many hexes ahead of where it is; negative: astern."""
    step = STEPS[int(ship.heading)]
    ship.q += step[0] * hexes
    ship.r += step[1] * hexes


@rule
def to_edge(world: World, ship: Ship) -> int:
    """Hexes from a ship's bow to the nearest edge of the map."""
    column = int(ship.q) + (int(ship.r) >> 1)
    columns, rows = int(world.rules.columns), int(world.rules.rows)
    return min(min(column, columns - 1 - column), min(int(ship.r), rows - 1 - int(ship.r)))
