"""W, TA, UN: figures and units: who stands, where, how far apart; bodies, pivots, contact; headings of a side."""

import numpy as np

from state_of_war.rules.state import (
    FOOT_RADIUS,
    GAP,
    GREY,
    HEADINGS,
    HORSE_RADIUS,
    LEFT_HORSE,
    MEN,
    MOUNTED,
    NONE,
    SHORT,
    STANDING,
    STRIDE,
    TOUCH,
    UNITS,
    Figure,
    Game,
    Man,
    Unit,
    World,
)
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.headings import by_quarters
from tabletop.game.open_table import within

# A whole step on foot, mm [16, 2]; mounted it is twice that (MV2).
STEPS = by_quarters([(120, 0), (108, 44), (84, 84), (44, 108)])
# From middle to middle of neighbours [16, 2] (W6): both on foot, one mounted, both mounted.
BESIDE = np.array(
    [
        by_quarters([(28, 0), (26, 11), (20, 20), (11, 26)]),
        by_quarters([(36, 0), (33, 14), (25, 25), (14, 33)]),
        by_quarters([(44, 0), (40, 17), (31, 31), (17, 40)]),
    ]
)
PUSHES = by_quarters([(20, 0), (18, 8), (14, 14), (8, 18)])  # ME7
FAR = 1 << 40  # farther than any squared distance
FARTHEST = 1 << 20  # mm, than any point


# There are two sides, so a comparison does what a division would: these are asked for all the time.


@jitable
def figure_of(game: Game, who: int) -> Figure:
    """The figure with an id."""
    side = int(who >= STRIDE)
    return game.figures[side, who - STRIDE * side]


@jitable
def man_of(world: World, who: int) -> Man:
    """What a figure is as the battle begins."""
    side = int(who >= STRIDE)
    return world.men[side, who - STRIDE * side]


@jitable
def unit_of(game: Game, unit: int) -> Unit:
    """The unit with an id."""
    side = int(unit >= UNITS)
    return game.units[side, unit - UNITS * side]


@jitable
def unit_id(game: Game, who: int) -> int:
    """The id of a figure's unit."""
    return int(who >= STRIDE) * UNITS + int(figure_of(game, who).unit)


@rule
def troop_of(game: Game, unit: int) -> int:
    """The id of the unit as which a unit's men began: a detachment's is that of who sent it off, and so on (UN5)."""
    side = unit // UNITS
    number = unit % UNITS
    while game.units[side, number].origin != number:
        number = int(game.units[side, number].origin)
    return side * UNITS + number


@rule
def men_of(world: World, game: Game, unit: int) -> tuple[int, int]:
    """The ids, from one up to another, among which a unit's figures are: those with `unit_id` equal to it (UN5)."""
    side = int(unit >= UNITS)
    number = unit - UNITS * side
    if game.units[side, number].origin == NONE:
        return 0, 0
    while game.units[side, number].origin != number:  # `troop_of`
        number = int(game.units[side, number].origin)
    troop = world.troops[side, number]
    return STRIDE * side + int(troop.first), STRIDE * side + int(troop.first) + int(troop.men)


@jitable
def is_of(game: Game, who: int, unit: int) -> bool:
    """Whether a figure stands and belongs to a unit."""
    figure, side = figure_of(game, who), int(unit >= UNITS)
    return figure.state == STANDING and figure.unit == unit - UNITS * side and int(who >= STRIDE) == side


@jitable
def stands(game: Game, who: int) -> bool:
    """W1: whether a figure stands."""
    return figure_of(game, who).state == STANDING


@jitable
def radius_of(figure: Figure) -> int:
    """TA2: the radius of a figure's base, mm."""
    return HORSE_RADIUS if figure.horse == MOUNTED else FOOT_RADIUS


@rule
def standing(world: World, game: Game, unit: int) -> int:
    """How many figures of a unit stand."""
    begin, end = men_of(world, game, unit)
    count = 0
    for who in range(begin, end):
        if is_of(game, who, unit):
            count += 1
    return count


@rule
def anybody(world: World, game: Game, unit: int) -> bool:
    """Whether a figure of a unit stands."""
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if is_of(game, who, unit):
            return True
    return False


@rule
def squared(game: Game, one: int, other: int) -> int:
    """W7: the squared distance of two figures' middles, mm², by which distances are compared with one another."""
    a, b = figure_of(game, one), figure_of(game, other)
    dx, dy = int(a.x) - int(b.x), int(a.y) - int(b.y)
    return dx * dx + dy * dy


@rule
def within_gap(game: Game, one: int, other: int, gap: int) -> bool:
    """TA3, W7: whether two figures' bases are at most so many mm apart, edge to edge."""
    a, b = figure_of(game, one), figure_of(game, other)
    return within(a.x, a.y, b.x, b.y, gap + radius_of(a) + radius_of(b))


@rule
def touch(game: Game, one: int, other: int) -> bool:
    """TA3: whether two figures are in contact."""
    return within_gap(game, one, other, TOUCH)


@rule
def squared_units(world: World, game: Game, one: int, other: int) -> int:
    """W7: the smallest squared distance of two units' standing figures; FAR: one of them has none."""
    begin, end = men_of(world, game, one)
    low, high = men_of(world, game, other)
    best = FAR
    for who in range(begin, end):
        if is_of(game, who, one):
            x, y = int(figure_of(game, who).x), int(figure_of(game, who).y)
            for whom in range(low, high):
                if is_of(game, whom, other):
                    dx, dy = int(figure_of(game, whom).x) - x, int(figure_of(game, whom).y) - y
                    best = min(best, dx * dx + dy * dy)
    return best


@rule
def box_of(world: World, game: Game, unit: int) -> tuple[int, int, int, int]:
    """The box of a unit's standing figures' middles: west, south, east, north; west is east of east: it has none."""
    west = south = FARTHEST
    east = north = -FARTHEST
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if is_of(game, who, unit):
            x, y = int(figure_of(game, who).x), int(figure_of(game, who).y)
            west, south, east, north = min(west, x), min(south, y), max(east, x), max(north, y)
    return west, south, east, north


@rule
def units_within(world: World, game: Game, one: int, other: int, gap: int) -> bool:
    """W7: whether two units are at most so many mm apart, from edge to edge of their nearest figures."""
    begin, end = men_of(world, game, one)
    low, high = men_of(world, game, other)
    if low == high:
        return False
    west, south, east, north = box_of(world, game, one)
    reach = gap + 2 * HORSE_RADIUS
    for whom in range(low, high):
        if is_of(game, whom, other):
            x, y = figure_of(game, whom).x, figure_of(game, whom).y
            if west - reach <= x <= east + reach and south - reach <= y <= north + reach:
                for who in range(begin, end):
                    if is_of(game, who, one) and within_gap(game, who, whom, gap):
                        return True
    return False


@rule
def touches_unit(world: World, game: Game, who: int, unit: int) -> bool:
    """TA3: whether a figure is in contact with a standing figure of a unit."""
    low, high = men_of(world, game, unit)
    for whom in range(low, high):
        if is_of(game, whom, unit) and touch(game, who, whom):
            return True
    return False


@rule
def is_engaged(world: World, game: Game, who: int) -> bool:
    """TA3: whether a standing figure is in contact with a standing enemy."""
    figure = figure_of(game, who)
    return touches_enemy(world, game, who // STRIDE, int(figure.x), int(figure.y), radius_of(figure))


@rule
def touches_enemy(world: World, game: Game, side: int, x: int, y: int, radius: int) -> bool:
    """TA3: whether a base of a side at a point would be in contact with a standing enemy."""
    most = radius + HORSE_RADIUS + TOUCH
    for number in range(UNITS):
        troop = world.troops[1 - side, number]
        for at in range(troop.first, troop.first + troop.men):
            enemy = game.figures[1 - side, at]
            if enemy.state == STANDING and abs(enemy.x - x) <= most:
                if within(x, y, enemy.x, enemy.y, radius + radius_of(enemy) + TOUCH):
                    return True
    return False


@rule
def units_touch(world: World, game: Game, one: int, other: int) -> bool:
    """TA3: whether figures of two units are in contact."""
    return units_within(world, game, one, other, TOUCH)


@rule
def in_contact(world: World, game: Game, unit: int) -> bool:
    """TA3: whether a unit is in contact with an enemy."""
    side = other_side(unit // UNITS)
    west, south, east, north = box_of(world, game, unit)
    if west > east:
        return False
    reach = 2 * HORSE_RADIUS + TOUCH
    for number in range(UNITS):
        troop = world.troops[side, number]
        for at in range(troop.first, troop.first + troop.men):
            enemy = game.figures[side, at]
            if enemy.state == STANDING and west - reach <= enemy.x <= east + reach:
                if south - reach <= enemy.y <= north + reach:
                    if touches_unit(world, game, STRIDE * side + at, unit):
                        return True
    return False


@rule
def starts_of(world: World, game: Game, unit: int, gone: int) -> Int64:
    """Where a unit's figures stood as their order began.

    Args:
      world: the forces.
      game: the position.
      unit: id of the unit.
      gone: those that have gone since, from where they stood as the action began.

    Returns:
      int64 [MEN, 3]: x, y, radius, by place in the troop; 0 of who isn't of the unit or doesn't stand.
    """
    starts = np.zeros((MEN, 3), np.int64)
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if is_of(game, who, unit):
            figure, i = figure_of(game, who), who - begin
            starts[i, 0], starts[i, 1], starts[i, 2] = figure.x, figure.y, radius_of(figure)
            if gone >> i & 1:
                starts[i, 0], starts[i, 1] = figure.from_x, figure.from_y
    return starts


@rule
def group_of(starts: Int64, among: int, first: int) -> int:
    """UN3: the figures of a set that hang together with one of them, through gaps within the set.

    Args:
      starts: where their unit's figures stand, with their radii (`starts_of`).
      among: the set, bits by place in the unit's troop.
      first: bit number of the one.

    Returns:
      Bits, likewise.
    """
    fresh, left = 1 << first, among & ~(1 << first)
    while fresh and left:
        found = 0
        for i in range(MEN):
            if left and fresh >> i & 1:
                x, y, reach = starts[i, 0], starts[i, 1], GAP + starts[i, 2]
                for j in range(MEN):
                    if left >> j & 1 and within(x, y, starts[j, 0], starts[j, 1], reach + starts[j, 2]):
                        found |= 1 << j
                left &= ~found
        fresh = found
    return among & ~left


@rule
def together(starts: Int64, bits: int) -> bool:
    """UN3: whether figures of a set, by their places and radii, hang together; of none: yes."""
    if bits == 0:
        return True
    first = 0
    while not bits >> first & 1:
        first += 1
    return group_of(starts, bits, first) == bits


@rule
def standing_bits(world: World, game: Game, unit: int) -> int:
    """The standing figures of a unit, bits by place in its troop."""
    begin, end = men_of(world, game, unit)
    bits = 0
    for who in range(begin, end):
        if is_of(game, who, unit):
            bits |= 1 << (who - begin)
    return bits


@jitable
def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@rule
def body_of(world: World, game: Game, unit: int) -> int:
    """UN1: the body of a unit, bits by place in its troop; 0: nobody stands."""
    return body_among(world, game, unit, starts_of(world, game, unit, 0))


@rule
def body_among(world: World, game: Game, unit: int, starts: Int64) -> int:
    """UN1: the body of a unit whose standing figures are where they are (`starts_of`)."""
    begin, _ = men_of(world, game, unit)
    left = 0
    for i in range(MEN):
        left |= int(starts[i, 2] > 0) << i
    best, most_sound, most = 0, -1, -1
    everybody = left
    for i in range(MEN):
        if left >> i & 1:
            group = group_of(starts, everybody, i)
            if group == everybody:
                return group
            left &= ~group
            sound = 0
            for j in range(MEN):
                if group >> j & 1 and figure_of(game, begin + j).wounded == 0:
                    sound += 1
            if sound > most_sound or (sound == most_sound and count_bits(group) > most):
                best, most_sound, most = group, sound, count_bits(group)
    return best


@rule
def pivot_among(world: World, game: Game, unit: int, bits: int) -> int:
    """UN1: of a set of a unit's figures the id of the lowest that isn't wounded, else of the lowest; NONE: no set."""
    begin, _ = men_of(world, game, unit)
    lowest = NONE
    for i in range(MEN):
        if bits >> i & 1:
            if figure_of(game, begin + i).wounded == 0:
                return begin + i
            if lowest == NONE:
                lowest = begin + i
    return lowest


@rule
def pivot_of(world: World, game: Game, unit: int) -> int:
    """UN1: the pivot of a unit, a figure's id; NONE: nobody stands."""
    return pivot_among(world, game, unit, body_of(world, game, unit))


@jitable
def may_act(figure: Figure) -> bool:
    """AC2: whether a standing figure of the acting side may act in the order that is being carried out.

    Who has gone in this action may do its second act (AC5); nobody else acts again after what `acted` says.
    """
    return figure.wounded == 0 or figure.acted == 0 or figure.went == 1


@rule
def acting_of(world: World, game: Game, unit: int, body: int) -> int:
    """AC2: those of a unit's body that may act, bits by place in the troop."""
    begin, _ = men_of(world, game, unit)
    for i in range(MEN):
        if body >> i & 1 and not may_act(figure_of(game, begin + i)):
            body &= ~(1 << i)
    return body


@rule
def going(world: World, game: Game, unit: int) -> int:
    """UN1: the figures that an order is for: those of the body that may act, bits by place in the troop."""
    return acting_of(world, game, unit, body_of(world, game, unit))


@rule
def all_mounted(world: World, game: Game, unit: int) -> bool:
    """AC5, MV9: whether all standing figures of a unit are mounted."""
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if is_of(game, who, unit) and figure_of(game, who).horse != MOUNTED:
            return False
    return True


@rule
def any_mounted(world: World, game: Game, unit: int) -> bool:
    """MV4, MV6: whether a standing figure of a unit is mounted."""
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if is_of(game, who, unit) and figure_of(game, who).horse == MOUNTED:
            return True
    return False


@rule
def has_horses(world: World, game: Game, unit: int) -> bool:
    """MV7: whether a standing figure of a unit has its horse at the marker."""
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if is_of(game, who, unit) and figure_of(game, who).horse == LEFT_HORSE:
            return True
    return False


# Headings.


@jitable
def own_heading(side: int, heading: int) -> int:
    """W8, MV2: the number of a heading as a side counts, or of such a number the heading."""
    return (heading + HEADINGS // 2 * side) % HEADINGS


@jitable
def up_table(game: Game, side: int) -> int:
    """W8, DE1: the heading up the table of a side."""
    return own_heading(side, 0 if game.zones == SHORT else 4)


@rule
def heading_nearest(side: int, dx: int, dy: int) -> int:
    """MV2: the heading nearest to a direction; equal: the lower number of the side that goes."""
    best, most = 0, -FAR
    for number in range(HEADINGS):
        heading = own_heading(side, number)
        value = int(STEPS[heading, 0]) * dx + int(STEPS[heading, 1]) * dy
        if value > most:
            best, most = heading, value
    return best


@jitable
def seen_bits(who: int, begin: int) -> int:
    """The bit of a figure in a set of its unit's figures, whose first id is `begin` (`men_of`)."""
    return 1 << (who - begin)


@jitable
def other_side(side: int) -> int:
    """The enemy's side."""
    return GREY - side
