"""MO: checks of morale: class, modifiers, results, what they make of a unit, rallying."""

from state_of_war.rules import events
from state_of_war.rules.cover import cover_of
from state_of_war.rules.dice import (
    BREAKS,
    BREAKS_FOR_GOOD,
    CONTINUES,
    DOES_NOT_ADVANCE,
    FALLS_BACK,
    LEAST,
    MORALES,
    MOST,
    RALLIES,
    URNS,
)
from state_of_war.rules.figures import (
    FAR,
    figure_of,
    is_of,
    man_of,
    men_of,
    pivot_of,
    squared_units,
    standing,
    stands,
    unit_id,
    unit_of,
    units_within,
    within_gap,
)
from state_of_war.rules.sight import height_of, in_sight, nearest_enemy, sees, units_see
from state_of_war.rules.spotting import nearest_of
from state_of_war.rules.state import (
    AWAY,
    BROKEN,
    CHARGES,
    CIVILIAN,
    DISABLED,
    FALLING,
    HALTED,
    KILLED,
    MORALE_ROLL,
    NO_ACT,
    NONE,
    OPEN,
    RALLY,
    ROUTED,
    STEADY,
    TOWARD,
    UNIT_SUBJECT,
    UNITS,
    VETERAN,
    Chance,
    Game,
    World,
)
from tabletop.compiled.compiling import rule
from tabletop.game.chance import note
from tabletop.game.open_table import squared_distance
from tabletop.game.urns import urn

NEAR_FRIENDS, NEAR_COMMANDER = 200, 500  # mm (MO3)
LED = 2  # result of the urns of RALLIES
ROWS = URNS.rows


# Class and modifiers.


@rule
def class_of_unit(world: World, game: Game, unit: int) -> int:
    """MO2: the class of most of a unit's standing figures; equal: the lower."""
    begin, end = men_of(world, game, unit)
    best, most = CIVILIAN, 0
    for skill in range(CIVILIAN, VETERAN + 1):
        count = 0
        for who in range(begin, end):
            if is_of(game, who, unit) and man_of(world, who).skill == skill:
                count += 1
        if count > most:
            best, most = skill, count
    return best


@rule
def leader_of(world: World, game: Game, unit: int) -> int:
    """UN1, UN5: a unit's leader, standing or not; NONE: it never had one, or has sent him off."""
    troop = world.troops[unit // UNITS, unit % UNITS]
    if unit_of(game, unit).origin != unit % UNITS or troop.leader == 0:
        return NONE
    who, _ = men_of(world, game, unit)
    return who if figure_of(game, who).unit == unit % UNITS else NONE


@rule
def modifiers(world: World, game: Game, unit: int) -> int:
    """MO2, MO3: all that is added to a unit's morale die."""
    side = unit // UNITS
    total = of_losses(world, game, unit) + of_friends(world, game, unit)
    total += of_enemies(world, game, unit, nearest_enemy(world, game, unit))
    if game.fallen >> side & 1 == 1:
        total -= 3
    if order_led(world, game, unit) == TOWARD:
        total += int(world.rules.toward)
    return total + 2 if has_commander(world, game, unit) else total


@rule
def of_losses(world: World, game: Game, unit: int) -> int:
    """MO2, MO3, W5: what a unit's losses, its wounded and its leader are worth."""
    begin, end = men_of(world, game, unit)
    out = wounded = 0
    for who in range(begin, end):
        figure = figure_of(game, who)
        if figure.unit != unit % UNITS:
            continue
        if figure.state == DISABLED or figure.state == KILLED:
            out += 1
        elif is_of(game, who, unit) and figure.wounded == 1:
            wounded += 1
    strength, leader = int(unit_of(game, unit).strength), leader_of(world, game, unit)
    total = -2 * (5 * out // strength) - 5 * wounded // strength
    if leader != NONE:
        state = figure_of(game, leader).state
        if state == DISABLED or state == KILLED:
            total -= 1
        elif stands(game, leader) and man_of(world, leader).skill > class_of_unit(world, game, unit):
            total += 1
    return total


@rule
def of_friends(world: World, game: Game, unit: int) -> int:
    """MO3, MO4: what it is worth that the unit or friends retire, that friends advance or win."""
    retiring, winning = is_retiring(world, game, unit), False
    for number in range(UNITS):
        friend = unit // UNITS * UNITS + number
        if friend == unit or standing(world, game, friend) == 0:
            continue
        if not retiring and is_retiring(world, game, friend):
            retiring = units_within(world, game, unit, friend, NEAR_FRIENDS)
        if not winning and (order_led(world, game, friend) == TOWARD or unit_of(game, friend).won == 1):
            winning = units_see(world, game, unit, friend)
    return int(winning) - int(retiring)


@rule
def is_retiring(world: World, game: Game, unit: int) -> bool:
    """MO4: whether a unit falls back, is broken, or its order took it farther from the nearest enemy."""
    return unit_of(game, unit).morale >= FALLING or order_led(world, game, unit) == AWAY


@rule
def order_led(world: World, game: Game, unit: int) -> int:
    """MO4: whether a unit's order, the one under way or else its last, took it TOWARD the enemy, AWAY, or neither: 0.

    A charge that is ordered counts as toward.
    """
    if unit != game.unit or game.act == NO_ACT:
        return int(unit_of(game, unit).last)
    return TOWARD if game.act == CHARGES else led(world, game, unit)


@rule
def led(world: World, game: Game, unit: int) -> int:
    """MO4: whether the order under way has taken its unit so far TOWARD the enemy nearest when it began, AWAY, or 0."""
    if game.near == NONE:
        return 0
    begin, end = men_of(world, game, unit)
    low, high = men_of(world, game, int(game.near))
    before = now = FAR
    for who in range(begin, end):
        if not is_of(game, who, unit):
            continue
        figure = figure_of(game, who)
        x, y = int(figure.x), int(figure.y)
        from_x, from_y = (int(figure.from_x), int(figure.from_y)) if figure.went == 1 else (x, y)
        for whom in range(low, high):
            if is_of(game, whom, int(game.near)):
                enemy = figure_of(game, whom)
                before = min(before, squared_distance(from_x, from_y, enemy.x, enemy.y))
                now = min(now, squared_distance(x, y, enemy.x, enemy.y))
    return TOWARD if now < before else AWAY if now > before else 0


@rule
def of_enemies(world: World, game: Game, unit: int, nearest: int) -> int:
    """MO3, MO4: flank or rear, uphill or in cover; `nearest`: the nearest enemy in sight; NONE: 0."""
    if nearest == NONE:
        return 0
    side = unit // UNITS
    own, other = pivot_of(world, game, unit), pivot_of(world, game, nearest)
    x, y = int(figure_of(game, own).x), int(figure_of(game, own).y)
    fx, fy = int(figure_of(game, other).x) - x, int(figure_of(game, other).y) - y
    friends = FAR  # the squared distance of the nearest one
    for number in range(UNITS):
        if number != unit % UNITS:
            friends = min(friends, squared_units(world, game, unit, side * UNITS + number))
    outflanked, uphill = False, True
    height = height_of(world, game, own)
    for number in range(UNITS):
        enemy = (1 - side) * UNITS + number
        if not in_sight(world, game, unit, enemy):
            continue
        pivot = pivot_of(world, game, enemy)
        ex, ey = int(figure_of(game, pivot).x) - x, int(figure_of(game, pivot).y) - y
        if ex * fx + ey * fy <= 0 and squared_units(world, game, unit, enemy) < friends:
            outflanked = True
        if height_of(world, game, pivot) >= height:
            uphill = False
    good = uphill or is_covered(world, game, unit, nearest)
    return int(good) - int(outflanked)


@rule
def is_covered(world: World, game: Game, unit: int, enemy: int) -> bool:
    """MO4: whether half of a unit or more have cover from the figure of an enemy unit that is nearest to each."""
    begin, end = men_of(world, game, unit)
    count = covered = 0
    for who in range(begin, end):
        if is_of(game, who, unit):
            count += 1
            if cover_of(world, game, who, nearest_of(world, game, who, enemy)) != OPEN:
                covered += 1
    return 2 * covered >= count


@rule
def has_commander(world: World, game: Game, unit: int) -> bool:
    """MO3, MO4: whether the commander is there, in sight of a unit, and within 50 cm of it."""
    commander = int(world.commander[unit // UNITS])
    if commander == NONE or not stands(game, commander):
        return False
    his = unit_id(game, commander)
    if unit_of(game, his).morale >= BROKEN:
        return False
    if his == unit:
        return True
    begin, end = men_of(world, game, unit)
    near = seen = False
    for who in range(begin, end):
        if is_of(game, who, unit):
            near = near or within_gap(game, who, commander, NEAR_COMMANDER)
            seen = seen or sees(world, game, who, commander)
    return near and seen


# Checks.


@rule
def check(world: World, game: Game, chance: Chance, unit: int) -> int:
    """MO2, MO5, MO6: a unit checks its morale; the result, BREAKS_FOR_GOOD … CONTINUES, which counts at once."""
    modifier = modifiers(world, game, unit)
    if modifier > MOST:
        result = CONTINUES
    elif modifier < LEAST:
        result = BREAKS_FOR_GOOD
    else:
        kind = int(MORALES[class_of_unit(world, game, unit), modifier - LEAST])
        result = urn(game, chance, MORALE_ROLL, UNIT_SUBJECT + unit, ROWS, kind)
    was = max(0, int(unit_of(game, unit).morale) - BROKEN + 1)  # bits: broken, broken for good
    note(chance, events.CHECKED, who=UNIT_SUBJECT + unit, value=result, how=was)
    settle(game, unit, result)
    return result


@rule
def settle(game: Game, unit: int, result: int) -> None:
    """MO6: what the result of a check makes of a unit; a broken one changes only to `for good`."""
    record = unit_of(game, unit)
    if record.morale >= BROKEN:
        if result == BREAKS_FOR_GOOD:
            record.morale = ROUTED
        return
    record.fresh = 1 if unit // UNITS == game.acting and result != CONTINUES else 0
    if result == CONTINUES:
        record.morale = STEADY
    elif result == DOES_NOT_ADVANCE:
        record.morale = HALTED
    elif result == FALLS_BACK:
        record.morale = FALLING
    else:
        record.morale = BROKEN if result == BREAKS else ROUTED


@rule
def any_check(game: Game) -> bool:
    """MO1: whether a unit is to check at the end of the action."""
    for side in range(2):
        for number in range(UNITS):
            if game.units[side, number].hurt == 1:
                return True
    return False


@rule
def check_hurt(world: World, game: Game, chance: Chance) -> None:
    """MO1 (a), (d): after the melees all units of which somebody was injured, or whose commander was killed, check."""
    for at in range(2 * UNITS):
        unit = (int(game.acting) * UNITS + at) % (2 * UNITS)
        if unit_of(game, unit).hurt == 1:
            unit_of(game, unit).hurt = 0
            if standing(world, game, unit) > 0:
                check(world, game, chance, unit)


@rule
def rally(world: World, game: Game, chance: Chance, side: int) -> None:
    """MO7: at the end of a part of its own a unit that broke, not for good, rallies on 4 or more."""
    for number in range(UNITS):
        unit = side * UNITS + number
        record = unit_of(game, unit)
        if record.morale != BROKEN or standing(world, game, unit) == 0:
            continue
        kind = int(RALLIES[class_of_unit(world, game, unit)])
        if urn(game, chance, RALLY, UNIT_SUBJECT + unit, ROWS, kind) == LED:
            record.morale, record.fresh = STEADY, 0
            note(chance, events.RALLIED, who=UNIT_SUBJECT + unit)
