"""ME9: pressing."""

from state_of_war.rules import events
from state_of_war.rules.beside import nearest_place
from state_of_war.rules.figures import (
    body_of,
    figure_of,
    going,
    in_contact,
    is_engaged,
    men_of,
    radius_of,
    starts_of,
    unit_of,
    units_touch,
)
from state_of_war.rules.ground import CLIMBS, CLOSED, DIFFICULT, terrain_by, way_over
from state_of_war.rules.loading import load
from state_of_war.rules.moving import set_going
from state_of_war.rules.reasons import NOT_IN_CONTACT
from state_of_war.rules.state import MEN, MOUNTED, QUARTERS, UNIT_SUBJECT, UNITS, Chance, Game, World
from state_of_war.rules.ways import FOOT_QUARTER, HORSE_QUARTER, no_way, note_went, put, scene_of
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note


@rule
def no_press(world: World, game: Game, unit: int) -> int:
    """ME9: what forbids a unit to press; nobody need be able to go."""
    return ALLOWED if in_contact(world, game, unit) else NOT_IN_CONTACT


@rule
def enemies_in_melee(world: World, game: Game, unit: int) -> int:
    """ME9: the enemy units that are in contact with a unit, bits by id."""
    units = 0
    for number in range(UNITS):
        other = (1 - unit // UNITS) * UNITS + number
        if units_touch(world, game, unit, other):
            units |= 1 << other
    return units


@rule
def press(world: World, game: Game, chance: Chance, unit: int) -> None:
    """ME9: who isn't in contact goes to the nearest free place beside an enemy of the melee; the others load."""
    record = unit_of(game, unit)
    record.given = 1
    note(chance, events.PRESSED, who=UNIT_SUBJECT + unit)
    body, bits, enemies = body_of(world, game, unit), going(world, game, unit), enemies_in_melee(world, game, unit)
    begin, _ = men_of(world, game, unit)
    pressing = bits
    for i in range(MEN):
        if bits >> i & 1 and is_engaged(world, game, begin + i):
            pressing &= ~(1 << i)
    gone = 0
    for i in range(MEN):
        if pressing >> i & 1 and press_on(world, game, chance, unit, begin + i, enemies):
            gone |= 1 << i
    set_going(world, game, unit, gone)
    for i in range(MEN):
        if (body & ~gone) >> i & 1:
            load(world, game, chance, begin + i)


@rule
def press_on(world: World, game: Game, chance: Chance, unit: int, who: int, enemies: int) -> bool:
    """ME9: a figure goes to the nearest free place beside an enemy of the melee, if it may."""
    figure = figure_of(game, who)
    rate = QUARTERS * (HORSE_QUARTER if figure.horse == MOUNTED else FOOT_QUARTER)
    squared, x, y = nearest_place(world, game, who, enemies, 0, rate * rate, 0)
    if squared < 0:
        return False
    from_x, from_y = int(figure.x), int(figure.y)
    over = way_over(world, game, terrain_by(world, game, from_x, from_y, x, y), from_x, from_y, x, y)
    if over & (CLOSED | CLIMBS):
        return False
    if over & DIFFICULT and 4 * squared > rate * rate:
        return False
    begin, _ = men_of(world, game, unit)
    bit = 1 << (who - begin)
    scene = scene_of(world, game, unit, bit, starts_of(world, game, unit, 0), rate)
    if no_way(scene, from_x, from_y, x, y, radius_of(figure)) != ALLOWED:
        return False
    put(world, game, who, x, y)
    note_went(game, chance, who)
    return True
