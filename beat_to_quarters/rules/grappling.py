"""GR: trying to grapple."""

from beat_to_quarters.rules import events, reasons
from beat_to_quarters.rules.ships import adjacent, bit, check, is_afloat, ship_of
from beat_to_quarters.rules.state import IN_ACTION, Chance, Game
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note


@rule
def no_grapple(game: Game, who: int, whom: int) -> int:
    """GR1, SB4: what forbids a ship to try to grapple another one."""
    ship, other = ship_of(game, who), ship_of(game, whom)
    if ship.state != IN_ACTION:
        return reasons.NOT_IN_ACTION
    if who == whom:
        return reasons.IS_ITSELF
    if not is_afloat(other):
        return reasons.NOT_THERE
    if ship.battery == 1 or other.battery == 1:
        return reasons.BATTERY
    if ship.tried == 1:
        return reasons.HAS_TRIED
    if other.target == 1:
        return reasons.WAS_TRIED
    if int(ship.grappled) & bit(whom):
        return reasons.GRAPPLED_ALREADY
    return ALLOWED if adjacent(game, who, whom) else reasons.NOT_NEXT_TO


@rule
def try_grapple(game: Game, chance: Chance, who: int, whom: int) -> bool:
    """GR1 to GR5: a try, without a check between friends; whether the two are grappled."""
    ship, other = ship_of(game, who), ship_of(game, whom)
    ship.tried = 1
    other.target = 1
    if ship.holder != other.holder and not check(game, chance, who):
        note(chance, events.GRAPPLE_FAILED, who=who, whom=whom)
        return False
    ship.grappled = int(ship.grappled) | bit(whom)
    other.grappled = int(other.grappled) | bit(who)
    note(chance, events.GRAPPLED, who=who, whom=whom)
    return True
