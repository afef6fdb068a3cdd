"""UN5, UN6: detachments."""

from state_of_war.rules import events
from state_of_war.rules.figures import body_of, figure_of, is_of, men_of, standing, together, unit_of
from state_of_war.rules.ordered import Ordered
from state_of_war.rules.reasons import NO_NUMBER, SWITCHED_OFF, TOO_FEW
from state_of_war.rules.state import BROKEN, MEN, NONE, UNIT_SUBJECT, UNITS, Chance, Game, World
from state_of_war.rules.ways import settle_marker
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note

FEWEST = 5  # standing figures of a unit that sends men off


@rule
def sent_off(world: World, game: Game, unit: int, body: int, men: int) -> int:
    """UN5: the last so many, by number, of the unwounded figures in a body, bits; 0: there aren't so many."""
    begin, _ = men_of(world, game, unit)
    sent = 0
    for i in range(MEN - 1, -1, -1):
        if body >> i & 1 and figure_of(game, begin + i).wounded == 0 and men > 0:
            sent |= 1 << i
            men -= 1
    return sent if men == 0 else 0


@rule
def free_number(game: Game, side: int) -> int:
    """UN6: the lowest unit number of a side that was never used; NONE."""
    for number in range(UNITS):
        if game.units[side, number].origin == NONE:
            return number
    return NONE


@rule
def no_detach(world: World, game: Game, known: Ordered, men: int) -> int:
    """UN5: what forbids a unit that isn't in contact to send off men, 1 to 4."""
    if world.rules.detachments == 0:
        return SWITCHED_OFF
    unit, starts = known.unit, known.starts
    if unit_of(game, unit).morale >= BROKEN or standing(world, game, unit) < FEWEST:
        return TOO_FEW
    sent = sent_off(world, game, unit, known.body, men)
    left = known.body & ~sent
    if sent == 0 or left == 0 or not together(starts, sent) or not together(starts, left):
        return TOO_FEW
    return NO_NUMBER if free_number(game, unit // UNITS) == NONE else ALLOWED


@rule
def detach(world: World, game: Game, chance: Chance, unit: int, men: int) -> None:
    """UN5: a unit sends off men; nobody of it does anything else in this action, stragglers neither (UN4)."""
    side, number = unit // UNITS, free_number(game, unit // UNITS)
    record, new = unit_of(game, unit), game.units[side, number]
    sent = sent_off(world, game, unit, body_of(world, game, unit), men)
    begin, end = men_of(world, game, unit)
    for i in range(MEN):
        if sent >> i & 1:
            figure_of(game, begin + i).unit = number
    record.given = 1
    new.origin, new.strength, new.given, new.shoots = unit % UNITS, men, 1, NONE
    record.strength -= men
    new.hidden, new.morale, new.fresh, new.last = record.hidden, record.morale, record.fresh, record.last
    new.course, new.facing = record.course, record.facing
    new.marker, new.marker_x, new.marker_y = record.marker, record.marker_x, record.marker_y
    record.last = 0
    settle_marker(world, game, unit)
    settle_marker(world, game, side * UNITS + number)
    for who in range(begin, end):
        if is_of(game, who, unit):
            figure_of(game, who).busy = 1
    note(chance, events.DETACHED, who=UNIT_SUBJECT + unit, whom=UNIT_SUBJECT + side * UNITS + number, value=men)
