"""DE1, DE3, AM1: who attacks where, the units in their slots, who hides; then the battle begins."""

from state_of_war.rules import events
from state_of_war.rules.figures import up_table
from state_of_war.rules.ranks import ON_FOOT, ON_HORSE, TWO_RANKS, place_in_ranks, width_of
from state_of_war.rules.reasons import NOT_ALL_PLACED
from state_of_war.rules.spotting import hide_unseen, may_hide
from state_of_war.rules.state import (
    ATTACKER,
    BLUE,
    BY_PLAYERS,
    DRAWN,
    EDGE,
    FIXED,
    GREY,
    HALF,
    HIDE,
    LONG,
    MOUNTED,
    NO_HORSE,
    NOBODY,
    NONE,
    SHORT,
    SIDE_SUBJECT,
    SLOT,
    SLOT_LOT,
    STANDING,
    UNIT_SUBJECT,
    UNITS,
    UNPLACED,
    Chance,
    Game,
    World,
)
from state_of_war.rules.turns import ask_side, begin_battle
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import ANY_FACE, die, lot, note
from tabletop.game.open_table import place as point_of


@jitable
def zone_of(zones: int, attacker: int, side: int) -> int:
    """DE1: the list of slots of a side: with `half` the attacker's are those of his half, the other's of the edge."""
    return LONG if zones == HALF and side != attacker else zones


@rule
def start(world: World, game: Game, chance: Chance) -> None:
    """DE1, DE3: from a start record to the first question, or to the battle."""
    game.attacker, game.zones, game.turned = world.rules.attacker, world.rules.zones, 0
    if world.rules.setup == BY_PLAYERS:
        draw_edge(game, chance)
    game.first = game.attacker
    for side in range(2):
        for number in range(UNITS):
            troop = world.troops[side, number]
            if troop.men > 0 and troop.horse == 1:
                is_given = world.rules.setup == FIXED
                game.units[side, number].facing = troop.facing if is_given else up_table(game, side)
    place_next(world, game, chance)


@rule
def draw_edge(game: Game, chance: Chance) -> None:
    """DE1: the attacker, by lot, and his edge or half; Blue's end is always the south, or the west."""
    attacker = lot(game, chance, ATTACKER, NOBODY, 2)
    edge = die(game, chance, EDGE, SIDE_SUBJECT + attacker, ANY_FACE)
    game.attacker = attacker
    game.zones = LONG if edge >= 5 else SHORT if edge >= 3 else HALF
    for_blue = edge == 6 or edge == 4 or edge == 1
    game.turned = 1 if for_blue == (attacker == BLUE) else 0
    note(chance, events.ATTACKS, who=SIDE_SUBJECT + attacker, value=edge)


# Units in their slots (DE3).


@rule
def units_of(world: World, side: int) -> int:
    """How many units a side begins with."""
    count = 0
    while count < UNITS and world.troops[side, count].men > 0:
        count += 1
    return count


@rule
def units_placed(world: World, game: Game, side: int) -> int:
    """DE3: how many units of a side are placed: the first ones, as they come by number."""
    count = 0
    while count < UNITS and world.troops[side, count].men > 0:
        if game.figures[side, world.troops[side, count].first].state == UNPLACED:
            break
        count += 1
    return count


@rule
def next_to_place(world: World, game: Game) -> int:
    """DE3: the unit to place: in turn, the attacker first, and who has no more lets the other go on; NONE: all are."""
    attacker = int(game.attacker)
    own, others = units_placed(world, game, attacker), units_placed(world, game, 1 - attacker)
    others_done = others == units_of(world, 1 - attacker)
    if own < units_of(world, attacker) and (own <= others or others_done):
        return attacker * UNITS + own
    return NONE if others_done else (1 - attacker) * UNITS + others


@rule
def slot_point(world: World, game: Game, side: int, slot: int) -> tuple[int, int]:
    """DE3: the point of a slot of a side: as Blue has it, Grey's turned by half."""
    zone = zone_of(int(game.zones), int(game.attacker), side)
    x, y = int(world.slots[zone, slot, 0]), int(world.slots[zone, slot, 1])
    return (-x, -y) if side == GREY else (x, y)


@rule
def is_free(world: World, game: Game, side: int, slot: int) -> bool:
    """DE3: whether there is a slot of a side with this number, and nobody stands at its point."""
    if slot >= world.counts[zone_of(int(game.zones), int(game.attacker), side)]:
        return False
    x, y = slot_point(world, game, side, slot)
    for number in range(units_placed(world, game, side)):
        figure = game.figures[side, world.troops[side, number].first]
        if figure.x == x and figure.y == y:
            return False
    return True


@rule
def put_figure(world: World, game: Game, side: int, number: int, x: int, y: int) -> None:
    """A figure stands on the table, loaded (LD1), on its horse if it has one."""
    figure = game.figures[side, number]
    figure.state = STANDING
    figure.x, figure.y = x, y
    figure.horse = MOUNTED if world.men[side, number].horse == 1 else NO_HORSE


@rule
def put_unit(world: World, game: Game, chance: Chance, unit: int, x: int, y: int) -> None:
    """DE3: a unit stands with its pivot there, in two ranks, heading up the table."""
    side = unit // UNITS
    troop = world.troops[side, unit % UNITS]
    men, first = int(troop.men), int(troop.first)
    steps = ON_HORSE if troop.horse == 1 else ON_FOOT
    for at in range(men):
        dx, dy = place_in_ranks(up_table(game, side), width_of(TWO_RANKS, men), at, steps)
        put_figure(world, game, side, first + at, x + dx, y + dy)
    note(chance, events.PLACED, who=UNIT_SUBJECT + unit, place=point_of(x, y))


@rule
def put_as_fixed(world: World, game: Game, chance: Chance, unit: int) -> None:
    """DE3, `fixed`: a unit stands where the scenario has it."""
    side = unit // UNITS
    troop = world.troops[side, unit % UNITS]
    first = int(troop.first)
    for number in range(first, first + int(troop.men)):
        man = world.men[side, number]
        put_figure(world, game, side, number, int(man.x), int(man.y))
    pivot = world.men[side, first]
    note(chance, events.PLACED, who=UNIT_SUBJECT + unit, place=point_of(int(pivot.x), int(pivot.y)))


@rule
def draw_slot(world: World, game: Game, chance: Chance, unit: int) -> None:
    """DE3, `drawn`: a unit gets one of its side's free slots by lot."""
    side, free = unit // UNITS, 0
    slots = int(world.counts[zone_of(int(game.zones), int(game.attacker), side)])
    for slot in range(slots):
        free += 1 if is_free(world, game, side, slot) else 0
    left = lot(game, chance, SLOT_LOT, UNIT_SUBJECT + unit, free)
    for slot in range(slots):
        if is_free(world, game, side, slot):
            if left == 0:
                x, y = slot_point(world, game, side, slot)
                put_unit(world, game, chance, unit, x, y)
                return
            left -= 1


@rule
def place_next(world: World, game: Game, chance: Chance) -> None:
    """DE3: the next unit is asked for a slot, or placed; when all stand, AM1."""
    unit = next_to_place(world, game)
    while unit != NONE:
        if world.rules.setup == BY_PLAYERS:
            game.unit = unit
            ask_side(game, SLOT, unit // UNITS)
            return
        if world.rules.setup == DRAWN:
            draw_slot(world, game, chance, unit)
        else:
            put_as_fixed(world, game, chance, unit)
        unit = next_to_place(world, game)
    game.unit = NONE
    hide_unseen(world, game)
    ask_to_hide(world, game, chance, 0)


@rule
def no_slot(world: World, game: Game, slot: int) -> int:
    """DE3: what forbids a slot, by its number, to the side that places a unit."""
    return ALLOWED if is_free(world, game, int(game.decider), slot) else NOT_ALL_PLACED


@rule
def place(world: World, game: Game, chance: Chance, slot: int) -> None:
    """DE3: the action `slot 3`."""
    x, y = slot_point(world, game, int(game.decider), slot)
    put_unit(world, game, chance, int(game.unit), x, y)
    place_next(world, game, chance)


# Hiding (AM1).


@jitable
def in_hiding_order(attacker: int, at: int) -> int:
    """AM1: the unit that is asked in this place, 0 … 27: the attacker's by number, then the other's; and back."""
    return (at + UNITS * attacker) % (2 * UNITS)


@rule
def ask_to_hide(world: World, game: Game, chance: Chance, first: int) -> None:
    """AM1: the next unit, from this place in order on, that may be hidden is asked; after the last one it begins."""
    for at in range(first, 2 * UNITS):
        unit = in_hiding_order(int(game.attacker), at)
        if may_hide(world, game, unit):
            game.asked = unit
            ask_side(game, HIDE, unit // UNITS)
            return
    game.asked = NONE
    begin_battle(world, game, chance)


@rule
def hide_now(world: World, game: Game, chance: Chance) -> None:
    """AM1: the action `hide`."""
    unit = int(game.asked)
    game.units[unit // UNITS, unit % UNITS].hidden = 1
    note(chance, events.HIDES, who=UNIT_SUBJECT + unit)
    ask_to_hide(world, game, chance, in_hiding_order(int(game.attacker), unit) + 1)


@rule
def show_now(world: World, game: Game, chance: Chance) -> None:
    """AM1: the action `show`."""
    ask_to_hide(world, game, chance, in_hiding_order(int(game.attacker), int(game.asked)) + 1)
