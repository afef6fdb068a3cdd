"""CO: the command phase, one thing after the other, each for the team's ships in order."""

from beat_to_quarters.rules import damage, events, reasons, state
from beat_to_quarters.rules.moments import ask
from beat_to_quarters.rules.ships import bit, check, in_order, is_afloat, ship_of, side_of, untie
from beat_to_quarters.rules.state import FIRESHIP, IN_ACTION, NONE, SHIPS, STRIDE, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import die, note

POWDER_DIE = 111112  # FI2


@rule
def to_next(game: Game, stage: int) -> None:
    """CO, TS1: on to the next thing; the dice of the last one are behind it."""
    game.decision = state.NEXT_CHIP if stage == state.CHIP else state.GOES_ON
    game.decider = NONE
    game.stage = stage
    game.at = 0


@rule
def next_of(game: Game, state: int) -> int:
    """CO1, W6: the next of the team's ships, batteries apart, in this state; NONE: in action or a fireship."""
    team = int(game.acting)
    while game.at < SHIPS:
        who = in_order(team, int(game.at))
        ship = ship_of(game, who)
        if ship.holder == team and ship.battery == 0:
            if ship.state == state or (state == NONE and (ship.state == IN_ACTION or ship.state == FIRESHIP)):
                return who
        game.at += 1
    return NONE


@rule
def next_ship(game: Game, stage: int) -> int:
    """CO, W6: the next of the team's ships for which there is something to do; NONE: there is no more."""
    team = int(game.acting)
    while game.at < SHIPS:
        who = in_order(team, int(game.at))
        if side_of(game, who) == team and concerns(game, who, stage):
            return who
        game.at += 1
    return NONE


@rule
def concerns(game: Game, who: int, stage: int) -> bool:
    """CO2 to CO7: whether a ship has something to do in a part of the phase."""
    ship = ship_of(game, who)
    if stage == state.FIRES:
        if ship.state == FIRESHIP:
            return ship.steered == 1
        return is_afloat(ship) and ship.burning == 1
    if ship.state != IN_ACTION:
        return False
    if stage == state.SETTING_CHASERS:
        return ship.battery == 0
    if stage == state.CLEARING:
        return ship.fouled != 0
    if stage == state.CUTTING_LOOSE:
        return ship.grappled != 0
    if stage == state.IRONS:
        return ship.irons == state.IN_IRONS
    if stage == state.MASTS:
        return ship.hung != 0
    return stage == state.STEERING and ship.steering == 1


@rule
def command(world: World, game: Game, chance: Chance) -> None:
    """CO2 to CO7, CO10: one ship's part, or on to the next thing."""
    stage = int(game.stage)
    who = next_ship(game, stage)
    if who == NONE:
        to_next(game, stage + 1)
    elif stage == state.CLEARING and enemies_in(game, who, int(ship_of(game, who).fouled)) != 0:
        game.ship = who
        ask(game, state.CLEAR, int(game.acting))
    elif stage == state.CUTTING_LOOSE:
        game.ship = who
        ask(game, state.LOOSE, int(game.acting))
    else:
        repair(world, game, chance, who, stage)
        if game.ending == 0:
            game.decision = state.GOES_ON
            game.at += 1


@rule
def enemies_in(game: Game, who: int, ties: int) -> int:
    """CO2, CO3: those of some ships that the other team has, in bits."""
    team, enemies = side_of(game, who), 0
    for other in range(SHIPS):
        if ties >> other & 1 and side_of(game, other) != team:
            enemies |= bit(other)
    return enemies


@rule
def repair(world: World, game: Game, chance: Chance, who: int, stage: int) -> None:
    """CO2, CO4 to CO7: a ship's check, and what it does."""
    ship = ship_of(game, who)
    passes = check(game, chance, who)
    if stage == state.FIRES:
        fight_fire(world, game, chance, who, passes)
    elif passes:
        if stage == state.CLEARING:
            clear(game, chance, who)
        elif stage == state.IRONS:
            ship.irons = state.RECOVERED
            note(chance, events.RECOVERED, who=who)
        elif stage == state.MASTS:
            ship.hung = 0
            note(chance, events.CUT_AWAY, who=who)
        else:
            ship.steering = 0
            note(chance, events.STEERS_AGAIN, who=who)


@rule
def clear(game: Game, chance: Chance, who: int) -> None:
    """CO2: a ship is clear of all that it was fouled with."""
    untie(game, who, int(ship_of(game, who).fouled), 0)
    note(chance, events.CLEARED, who=who)


@rule
def fight_fire(world: World, game: Game, chance: Chance, who: int, passes: bool) -> None:
    """CO7, FI2, FS3: the fire is out, or may reach the powder."""
    ship = ship_of(game, who)
    if ship.state == FIRESHIP:
        if passes:
            ship.burning = ship.ablaze = ship.steered = 0
            ship.state = state.SECURED if ship.holder == who // STRIDE else state.PRIZE
            note(chance, events.FIRE_OUT, who=who)
    elif passes:
        ship.burning = 0
        note(chance, events.FIRE_OUT, who=who)
    elif die(game, chance, state.POWDER, who, POWDER_DIE) == 2:
        damage.explode(world, game, chance, who)


@rule
def cut_loose(game: Game, chance: Chance) -> None:
    """CO2, CO3: the ship that is asked tries to get clear, or casts off."""
    who = int(game.ship)
    ship = ship_of(game, who)
    if game.stage == state.CLEARING:
        if check(game, chance, who):
            clear(game, chance, who)
    else:
        grappled = int(ship.grappled)
        enemies = enemies_in(game, who, grappled)
        loose = grappled & ~enemies
        if enemies == 0 or check(game, chance, who):
            loose = grappled
        untie(game, who, 0, loose)
        if loose != 0:
            note(chance, events.CUT_LOOSE, who=who)
    stay(game)


@rule
def stay(game: Game) -> None:
    """CO: on to the next ship."""
    game.ship = NONE
    game.at += 1
    game.decision = state.GOES_ON
    game.decider = NONE


@rule
def ask_to_abandon(game: Game) -> None:
    """CO1, VI1: whether the team that goes on alone gives up what is loose."""
    if game.alone == game.acting:
        ask(game, state.ABANDON, int(game.acting))
    else:
        to_next(game, state.CLEARING)


@rule
def ask_chasers(game: Game) -> None:
    """CO9a, CH1: the next ship that may set or remove its chasers, or the phase is over."""
    who = next_ship(game, state.SETTING_CHASERS)
    if who == NONE:
        to_next(game, state.CHIP)
    else:
        game.ship = who
        ask(game, state.CHASERS, int(game.acting))


@rule
def no_move(game: Game, to: int) -> int:
    """CH1: what forbids the ship that is asked to set its chasers, or to remove them."""
    chasers = ship_of(game, int(game.ship)).chasers
    if to == state.SET_NOW:
        return ALLOWED if chasers == 0 else reasons.CHASERS_SET
    return ALLOWED if chasers == state.SET else reasons.NO_CHASERS


@rule
def move_chasers(game: Game, chance: Chance, to: int) -> None:
    """CH1: the ship that is asked sets or removes its chasers; it doesn't fire any more in this turn."""
    who = int(game.ship)
    ship_of(game, who).chasers = to
    note(chance, events.CHASERS_SET if to == state.SET_NOW else events.CHASERS_OFF, who=who)
    stay(game)
