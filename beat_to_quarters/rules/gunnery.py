"""GU, CH, SB2, AM: who may fire at whom, and the shot."""

from beat_to_quarters.rules import damage, events, reasons, sight, state
from beat_to_quarters.rules.ships import check, in_action, is_afloat, ship_of
from beat_to_quarters.rules.state import IN_ACTION, NONE, PORT, STARBOARD, Chance, Game, Ship, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import die, note

WEAK = 7  # CH4: ships of this rate and above fire no broadsides with chasers set
REACHES = (0, 8, 5, 2, 1)  # AM2 to AM5, by load; 0: as GU3
GRAPE_CHECKS, GRAPE_STRIKES = 5, 10  # AM5: columns


@rule
def no_guns(world: World, game: Game, who: int) -> int:
    """GU6, CH1, CH4, AC1: what keeps all guns of a ship silent."""
    ship = ship_of(game, who)
    if ship.state != IN_ACTION:
        return reasons.NOT_IN_ACTION
    if ship.burning == 1 or ship.chasers >= 2:
        return reasons.CAN_NOT_FIRE
    if ship.masts == 0 and ship.battery == 0 and world.rules.fires == 0:
        return reasons.CAN_NOT_FIRE
    if int(ship.fired) == PORT | STARBOARD and ship.chasers == 0 and world.rules.nations[ship.holder] != state.BRITISH:
        return reasons.FIRED
    return ALLOWED


@rule
def no_side(world: World, game: Game, who: int, side: int) -> int:
    """GU1, RG2, CH3, CH4, NA3, AM4: what keeps the guns of one side, or end, silent."""
    ship = ship_of(game, who)
    if int(ship.hung) & side:
        return reasons.MAST_OVER
    if side == state.BOW or side == state.STERN:
        return reasons.FIRED if int(ship.fired) & side else ALLOWED
    if ship.chasers == 1 and ship.rate >= WEAK:
        return reasons.CAN_NOT_FIRE
    if int(ship.fired) & side:
        if world.rules.nations[ship.holder] != state.BRITISH or int(ship.again) & side or int(ship.phase) & side:
            return reasons.FIRED
    return reasons.NOT_LOADED if ship.loading[side - 1] > 0 else ALLOWED


@rule
def reach_of(game: Game, ship: Ship, side: int) -> int:
    """AM2 to AM5, WE4: how far a side's load goes; 0: as far as the guns reach."""
    if side > STARBOARD:
        return 0
    reach = REACHES[ship.loads[side - 1]]
    return (reach + 1) // 2 if sight.is_foggy(game) else reach


@rule
def shot_at(world: World, game: Game, who: int, whom: int) -> tuple[int, int, int]:
    """GU3 to GU6, CH3: the side a ship fires at another one by, its range, and what forbids it.

    A broadside goes before chasers, where both bear: only on lines that are common to both fields.
    """
    reason = no_guns(world, game, who)
    if reason != ALLOWED:
        return 0, 0, reason
    if not in_action(game, whom):
        return 0, 0, reasons.STRUCK_ALREADY
    ship = ship_of(game, who)
    reason = reasons.BEARS_NOT
    for ends in range(int(ship.battery), 2):
        if ends == 1 and ship.battery == 0 and ship.chasers != 1:
            break
        side, near = sight.aim(world, game, who, whom, ends)
        if side != 0:
            reason = no_side(world, game, who, side)
            reach = reach_of(game, ship, side)
            if reason == ALLOWED and reach > 0 and near > reach:
                reason = reasons.OUT_OF_SHOT
            if reason == ALLOWED:
                return side, near, ALLOWED
    return 0, 0, reason


@rule
def no_shot(world: World, game: Game, who: int, whom: int) -> int:
    """GU: what forbids a ship to fire at another one."""
    _, _, reason = shot_at(world, game, who, whom)
    return reason


@rule
def gun_rate(ship: Ship, side: int) -> int:
    """GU7, CH4: the rate by which a ship fires."""
    return int(ship.rate) + (1 if side <= STARBOARD and ship.chasers == 1 and ship.battery == 0 else 0)


@rule
def raking_of(game: Game, who: int, whom: int, side: int, near: int) -> int:
    """RK1, RK3: what a shot gains by raking; chasers never do, a battery does (SB3)."""
    if side > STARBOARD and ship_of(game, who).battery == 0:
        return 0
    return sight.rake(game, who, whom, near)


@jitable
def chased(column: int) -> int:
    """CH3: the column of chasers, halved, rounded down; 0 and below: a miss."""
    return column // 2 if column >= 2 else NONE


@rule
def fire_at(world: World, game: Game, chance: Chance, who: int, whom: int) -> None:
    """GU7 to GU10: a shot, which may be fired, and all that comes of it."""
    side, near, _ = shot_at(world, game, who, whom)
    ship, target = ship_of(game, who), ship_of(game, whom)
    if int(ship.fired) & side:
        ship.again = int(ship.again) | side
    ship.fired = int(ship.fired) | side
    ship.phase = int(ship.phase) | side
    load = state.ROUND
    if side <= STARBOARD:
        load = int(ship.loads[side - 1])
        ship.loads[side - 1] = state.ROUND
    raking = raking_of(game, who, whom, side, near)
    how = (1 if side & (PORT | state.BOW) else 2) + 4 * (raking > 0)
    note(chance, events.FIRED, who=who, whom=whom, value=near, how=how)
    if load == state.HOT and die(game, chance, state.SPARK, who, 111112) == 2:
        damage.set_on_fire(game, chance, who)
        return
    rate, more = gun_rate(ship, side), damage.bonus(world, game, who, near) + raking
    column = damage.shot_column(game, chance, who, whom, rate, more)
    if side > STARBOARD and ship.battery == 0:
        column = chased(column)
    if column < 0:
        note(chance, events.MISSED, who=who, whom=whom)
        return
    note(chance, events.HIT, who=who, whom=whom, value=column)
    spared = target.battery == 0 and ship.battery == 0 and damage.is_spared(rate, int(target.rate), raking > 0)
    if load == state.GRAPE:
        if column >= GRAPE_STRIKES or (column >= GRAPE_CHECKS and not check(game, chance, whom)):
            damage.strike(game, chance, whom)
        return
    if load == state.DOUBLE:
        column += 2
    found = damage.hit(world, game, chance, whom, column, spared, load)
    if load == state.HOT and found & damage.BURSTS == 0 and is_afloat(target):
        if die(game, chance, state.SPARK, whom, 111112) == 2:
            if found & damage.BURNT:
                found |= damage.BURSTS
            else:
                damage.set_on_fire(game, chance, whom)
    if found & damage.BURSTS:
        damage.explode(world, game, chance, whom)
