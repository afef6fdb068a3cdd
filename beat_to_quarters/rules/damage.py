"""DA, RG, FI, SI, ST1: what a result of the damage table does; masts, fire, explosions, sinking, striking."""

import numpy as np

from beat_to_quarters.rules import events, ships, sight, state
from beat_to_quarters.rules.ships import bit, check, in_order, is_afloat, ship_of
from beat_to_quarters.rules.state import IN_ACTION, PORT, SHIPS, STARBOARD, STRIDE, STRUCK, Chance, Game, World
from beat_to_quarters.rules.tables import COLUMN, DIFFERENCE, ROWS
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.chance import die, lot, note
from tabletop.game.urns import urn

TOP = 10  # the last column (GU9)
COLLISION = 5  # the column of collisions and groundings (CF3, AG1)
SMALL, LARGE = 5, 2  # DA6: ships of this rate and above don't raise the rate of those of this rate and below
WORST = state.RATES + 1  # a rate above it sinks (DA2)
BLAZE_DIE = 111222  # FS2
BURNT, BURSTS = 1, 2  # what `hit` has found
WEATHER_BONUS = (0, 0, -4, -2, -3)  # WE3


@rule
def remove(game: Game, who: int, how: int) -> None:
    """MP5, SI1, FI3: a ship leaves the map; of it is kept what its points, and its squadron, need."""
    ship = ship_of(game, who)
    ships.untie(game, who, int(ship.fouled), int(ship.grappled))
    ship.q = ship.r = ship.heading = 0
    ship.holder = who // STRIDE
    ship.rate, ship.masts = ship.built, ship.rigged
    ship.manned = ship.hung = ship.steering = ship.burning = ship.irons = ship.still = ship.aground = 0
    ship.anchor = ship.weighing = ship.cut = ship.swung = ship.fired = ship.again = ship.phase = 0
    ship.acted = ship.tried = ship.target = ship.drifted = ship.boarded = 0
    ship.chasers = ship.ablaze = ship.steered = 0
    ship.loads[:] = 0
    ship.loading[:] = 0
    ship.state = how


@rule
def sink(game: Game, chance: Chance, who: int) -> None:
    """SI1: a ship sinks, and perhaps drags down those tied to it, each checked once, before others are looked at."""
    checked = bit(who)
    order = np.zeros(SHIPS, np.int64)
    ties = np.zeros(SHIPS, np.int64)
    depth = 1
    ties[0] = ships.ties_of(ship_of(game, who))
    note(chance, events.SUNK, who=who, place=ships.hex_code(ship_of(game, who)))
    remove(game, who, state.SUNK)
    while depth > 0:
        left = int(ties[depth - 1]) & ~checked
        if left == 0:
            depth -= 1
            continue
        at = 0
        while not left >> in_order(int(game.acting), at) & 1:
            at += 1
        other = in_order(int(game.acting), at)
        checked |= bit(other)
        if not check(game, chance, other):
            place = ships.hex_code(ship_of(game, other))
            note(chance, events.DRAGGED, who=other, whom=int(order[depth - 1]), place=place)
            ties[depth] = ships.ties_of(ship_of(game, other))
            order[depth] = other
            depth += 1
            remove(game, other, state.SUNK)


@rule
def strike(game: Game, chance: Chance, who: int) -> None:
    """ST1, DA5, DA7: a ship in action strikes."""
    ship = ship_of(game, who)
    if ship.state == IN_ACTION:
        ship.state = STRUCK
        ship.holder = who // STRIDE
        ship.manned = 0
        note(chance, events.STRUCK, who=who)


@rule
def raise_rate(game: Game, chance: Chance, who: int, by: int) -> None:
    """DA1, DA2: a ship is weaker by so many rates; it may strike or sink."""
    ship = ship_of(game, who)
    ship.rate += by
    note(chance, events.WEAKER, who=who, value=by)
    if ship.rate > WORST:
        sink(game, chance, who)
    elif ship.rate > state.RATES or ships.crew_of(ship) < -1:
        strike(game, chance, who)


@rule
def lose_mast(game: Game, chance: Chance, who: int) -> None:
    """DA3, RG1: a mast is lost: it hangs over a side or falls free; none is left: a miss. Batteries have none (SB3)."""
    ship = ship_of(game, who)
    if ship.masts == 0 or ship.battery == 1:
        return
    ship.masts -= 1
    if die(game, chance, state.MAST_FALLS, who, 111122) == 1:
        side = PORT if die(game, chance, state.SIDE, who, 121212) == 1 else STARBOARD
        ship.hung = int(ship.hung) | side
        note(chance, events.MAST_HANGS, who=who, value=side)
    else:
        note(chance, events.MAST_LOST, who=who)


@rule
def suffer(game: Game, chance: Chance, who: int, result: int, spared: bool) -> None:
    """DA1 to DA6: one result of the damage table but EXPLODE (`hit`); `spared`: the rate doesn't rise."""
    ship = ship_of(game, who)
    if state.ONE <= result <= state.THREE:
        if not spared:
            raise_rate(game, chance, who, result)
    elif result == state.MAST:
        lose_mast(game, chance, who)
    elif result == state.STEER:
        if ship.battery == 0 and ship.steering == 0:
            ship.steering = 1
            note(chance, events.STEERING_HIT, who=who)
    elif result == state.STRIKE:
        strike(game, chance, who)
    elif result == state.SINK:
        sink(game, chance, who)
    elif result == state.FIRE:
        set_on_fire(game, chance, who)


@rule
def set_on_fire(game: Game, chance: Chance, who: int) -> None:
    """FI1: a ship burns; twice is no more than once."""
    ship = ship_of(game, who)
    if ship.burning == 0:
        ship.burning = 1
        note(chance, events.ON_FIRE, who=who)


@rule
def damage_result(world: World, game: Game, chance: Chance, who: int, column: int) -> int:
    """GU9: a D12 on a column of the damage table."""
    if world.rules.usual == 1:
        return urn(game, chance, state.DAMAGE, who, ROWS, COLUMN + column)
    return int(world.sea.damage[lot(game, chance, state.DAMAGE, who, state.LINE), column])


@rule
def hit(world: World, game: Game, chance: Chance, who: int, column: int, spared: bool, load: int) -> int:
    """GU9: all dice of a column, also of one over 10, as long as the ship is afloat.

    `column`: 0 and more; `spared`: the rate doesn't rise (DA6); `load`: ROUND for all but shots (AM).
    Returned are bits: BURNT, a result was FIRE; BURSTS, it is to explode, which the caller sees to (FI3).
    """
    left, found = column, 0
    while True:
        result = damage_result(world, game, chance, who, min(left, TOP))
        if result == state.EXPLODE:
            return found | BURSTS
        if result == state.FIRE:
            found |= BURNT
        if load == state.CHAIN and state.ONE <= result <= state.THREE:
            through_rigging(game, chance, who, result)
        else:
            suffer(game, chance, who, result, spared)
        if left <= TOP or not is_afloat(ship_of(game, who)):
            return found
        left -= TOP


@rule
def through_rigging(game: Game, chance: Chance, who: int, result: int) -> None:
    """AM3: what chain shot does where other shot raises the rate."""
    if result == state.THREE:
        lose_mast(game, chance, who)
    elif result == state.TWO and ship_of(game, who).state == IN_ACTION and not check(game, chance, who):
        strike(game, chance, who)


@rule
def crash(world: World, game: Game, chance: Chance, who: int) -> None:
    """CF3, AG1: a ship takes a D12 on column 5."""
    if hit(world, game, chance, who, COLLISION, False, state.ROUND) & BURSTS:
        explode(world, game, chance, who)


@jitable
def is_spared(rate: int, target: int, raking: bool) -> bool:
    """DA6: whether a small ship's fire doesn't raise the rate of a large one."""
    return rate >= SMALL and target <= LARGE and not raking


@rule
def shot_column(game: Game, chance: Chance, who: int, whom: int, rate: int, more: int) -> int:
    """GU7: the column of a shot, by a D6 of each; below 0: a miss."""
    return urn(game, chance, state.GUNNERY, who, ROWS, DIFFERENCE) + int(ship_of(game, whom).rate) - rate + more


@rule
def bonus(world: World, game: Game, who: int, near: int) -> int:
    """GU8, NA3, WE3, WE4: what range, nation and weather add to a shot of a ship."""
    reach = int(world.sea.range[2 * near if sight.is_foggy(game) else near])
    nation = 1 if world.rules.nations[ships.side_of(game, who)] == state.AMERICAN else 0
    return reach + nation + WEATHER_BONUS[game.weather]


@rule
def explode(world: World, game: Game, chance: Chance, who: int) -> None:
    """FI3: a ship explodes; those that explode by it follow when all next to it have been hit, each with its own."""
    stack = np.zeros(2 * SHIPS, np.int64)
    stack[0] = who
    height = 1
    burst(game, chance, who)
    while height > 0:
        height -= 1
        exploding = int(stack[height])
        following = blast(world, game, chance, exploding)
        remove(game, exploding, state.SUNK)
        for at in range(SHIPS - 1, -1, -1):
            other = in_order(int(game.acting), at)
            if following >> other & 1:
                stack[height] = other
                height += 1


@rule
def burst(game: Game, chance: Chance, who: int) -> None:
    """FI3: the ship is sunk; its place is kept until its blast is rolled."""
    ship = ship_of(game, who)
    note(chance, events.EXPLODED, who=who, place=ships.hex_code(ship_of(game, who)))
    ships.untie(game, who, int(ship.fouled), int(ship.grappled))
    ship.ablaze = 1 if ship.state == state.FIRESHIP else 0
    ship.state = state.SUNK


@rule
def spread_fire(game: Game, chance: Chance, some: int) -> None:
    """FS2: ships whose act is over, in bits, and those next to them: who lies by a fireship may catch fire."""
    for at in range(SHIPS):
        who = in_order(int(game.acting), at)
        if not some >> who & 1 or not is_afloat(ship_of(game, who)):
            continue
        ablaze = ship_of(game, who).state == state.FIRESHIP
        for place in range(SHIPS):
            other = in_order(int(game.acting), place)
            if other != who and is_afloat(ship_of(game, other)) and ships.adjacent(game, who, other):
                if ablaze != (ship_of(game, other).state == state.FIRESHIP):
                    caught = other if ablaze else who
                    if die(game, chance, state.SPARK, caught, 111112) == 2:
                        set_on_fire(game, chance, caught)


@rule
def blast(world: World, game: Game, chance: Chance, who: int) -> int:
    """FI3, FS2: each ship next to one that has exploded takes a broadside; those that explode by it, in bits."""
    rate, more = int(ship_of(game, who).built), bonus(world, game, who, 1)
    blazes = ship_of(game, who).ablaze > 0
    following = 0
    for at in range(SHIPS):
        other = in_order(int(game.acting), at)
        target = ship_of(game, other)
        if not is_afloat(target) or not ships.adjacent(game, who, other):
            continue
        raking = sight.rake(game, who, other, 1) if sight.faces(game, who, other) else 0
        column = shot_column(game, chance, who, other, rate, more + raking)
        if column >= 0:
            spared = target.battery == 0 and is_spared(rate, int(target.rate), raking > 0)
            if hit(world, game, chance, other, column, spared, state.ROUND) & BURSTS:
                burst(game, chance, other)
                following |= bit(other)
        if blazes and is_afloat(target) and die(game, chance, state.SPARK, other, BLAZE_DIE) == 2:
            set_on_fire(game, chance, other)
    return following
