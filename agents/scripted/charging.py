"""How the bots count who could charge, who would fight back, and who would win."""

from paintball_env.rules.charges import fights_back
from paintball_env.rules.charging import fighters, fights
from paintball_env.rules.figures import left_to_use
from paintball_env.rules.ground import are_together, room_in
from paintball_env.rules.state import FRESH, STRIDE, Game, World
from tabletop.compiled.compiling import rule

from .lattice import can_join, could_charge, could_charge_again
from .memory import Memory
from .temperament import Temper


@rule
def defenders(world: World, game: Game, team: int, charged: int, spared: int) -> int:
    """Count those who would fight in a shoot-out when `team` charges an enemy; -1 if it can't be (CH1, CH3).

    `spared` is the number of an enemy who is taken for suppressed; NONE: nobody.
    """
    if not could_charge(world, game, team, charged, spared):
        return -1
    count, place = 0, game.figure[1 - team, charged].hex
    for e in range(world.rules.team_size[1 - team]):
        enemy = game.figure[1 - team, e]
        if are_together(enemy.hex, place) and fights_back(enemy):
            count += 1
    return count


@rule
def enough_charge(world: World, game: Game, team: int, temper: Temper) -> bool:
    """Tell whether no further charger is wanted in the charge that goes on (CH2)."""
    charger_count = fighters(game, team)
    defender_count = 0
    for e in range(world.rules.team_size[1 - team]):
        if fights(game, STRIDE * (1 - team) + e) and fights_back(game.figure[1 - team, e]):
            defender_count += 1
    if temper.surplus <= 0.0:
        # As the first version has it: once one has arrived they count as such that can't be charged.
        return game.count > (defender_count if could_charge_again(world, game, team) else -1)
    return charger_count > 0 and (defender_count == 0 or charger_count >= defender_count + temper.surplus)


@rule
def chargers(world: World, game: Game, team: int, charged: int, without: int, memory: Memory) -> int:
    """Count the own figures that can charge an enemy (CH1, TU1, EN4), `without` (a number, or NONE) left out."""
    fresh, room = left_to_use(game, team), room_in(world, game, team, game.figure[1 - team, charged].hex)
    count = 0
    for f in range(world.rules.team_size[team]):
        if f == without or count >= room or not can_join(world, game, team, f, charged, memory):
            continue
        if game.figure[team, f].activation == FRESH:
            if fresh <= 0:
                continue
            fresh -= 1
        count += 1
    return count


@rule
def wins_charge(attackers: int, opposed: int) -> float:
    """Chance, roughly, that a charge wins its shoot-out (CH3); `shoot_out_odds.contest_odds` leads to the exact one.

    That is 1 against nobody, for more chargers than defenders 0.92 to 1, for as many 0.58 to 0.71, for fewer 0 to 0.35
    (up to five a side).
    """
    if opposed == 0:
        return 1.0
    if attackers > opposed:
        return 0.95
    return 0.58 if attackers == opposed else 0.25
