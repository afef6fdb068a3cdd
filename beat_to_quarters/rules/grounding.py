"""AG1, SL, CF: land, shoals, and running into another ship."""

from beat_to_quarters.rules import damage, events
from beat_to_quarters.rules.ships import becomes_fouled, check, is_afloat, is_taken, on_map, ship_of, stern_of
from beat_to_quarters.rules.state import FOUL, Chance, Game, Ship, World
from tabletop.compiled.compiling import rule
from tabletop.game.chance import die, note
from tabletop.game.hex_grid import STEPS, place

FOUL_DIE = 112222  # CF2: 1 and 2 foul
PASSES, CHECKED, TOO_DEEP = range(3)  # what a shoal is to a ship (SL)
CLEAR, FOULED, CRASHED = range(3)  # what comes of running into a ship


@rule
def shoal_for(world: World, ship: Ship, q: int, r: int) -> int:
    """SL1, SL2: what a hex of sea is to a ship: PASSES, CHECKED, TOO_DEEP (for its draught)."""
    depth = int(world.sea.depth[place(int(world.rules.columns), q, r)])
    if depth == 0 or ship.built > depth:
        return PASSES
    return CHECKED if ship.built == depth else TOO_DEEP


@rule
def is_free_sea(world: World, game: Game, who: int, q: int, r: int) -> bool:
    """AG2: whether a ship could lie in a hex without a check; its own hexes count as free."""
    if not on_map(world, q, r) or is_taken(world, game, who, q, r):
        return False
    return shoal_for(world, ship_of(game, who), q, r) == PASSES


@rule
def ground(world: World, game: Game, chance: Chance, who: int) -> None:
    """AG1: a ship is aground, and damaged."""
    ship_of(game, who).aground = 1
    note(chance, events.AGROUND, who=who)
    damage.crash(world, game, chance, who)


@rule
def shoal_stops(world: World, game: Game, chance: Chance, who: int, q: int, r: int, heading: int) -> bool:
    """SL2: whether a shoal that a hex of a ship enters or leaves puts it aground, before its bow lies in this hex."""
    ship = ship_of(game, who)
    back_q, back_r = stern_of(ship)
    step = STEPS[(heading + 3) % 6]
    bow, stern = shoal_for(world, ship, q, r), shoal_for(world, ship, q + step[0], r + step[1])
    is_checked = bow != shoal_for(world, ship, int(ship.q), int(ship.r)) or stern != shoal_for(
        world, ship, back_q, back_r
    )
    if bow == TOO_DEEP or stern == TOO_DEEP or (is_checked and not check(game, chance, who)):
        ground(world, game, chance, who)
        return True
    return False


@rule
def run_into(world: World, game: Game, chance: Chance, who: int, whom: int) -> int:
    """CF1 to CF3: a ship comes upon another one: CLEAR, FOULED, CRASHED."""
    if not check(game, chance, who):
        note(chance, events.COLLIDED, who=who, whom=whom)
        collide(world, game, chance, who, whom)
        return CRASHED
    first = die(game, chance, FOUL, who, FOUL_DIE)
    second = die(game, chance, FOUL, whom, FOUL_DIE)
    if first == 1 or second == 1:
        becomes_fouled(game, who, whom)
        note(chance, events.FOULED, who=who, whom=whom)
        return FOULED
    note(chance, events.KEPT_CLEAR, who=who, whom=whom)
    return CLEAR


@rule
def collide(world: World, game: Game, chance: Chance, who: int, whom: int) -> None:
    """CF3: both are damaged, and fouled if they are afloat."""
    damage.crash(world, game, chance, who)
    if is_afloat(ship_of(game, whom)):
        damage.crash(world, game, chance, whom)
    if is_afloat(ship_of(game, who)) and is_afloat(ship_of(game, whom)):
        becomes_fouled(game, who, whom)
        note(chance, events.FOULED, who=who, whom=whom)
