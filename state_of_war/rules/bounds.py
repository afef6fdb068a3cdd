"""MO6, AM4, AM5: what bounds a unit's moves and forms: morale, fog, what it sees.

What doesn't depend on the move is found once (`bounds_of`), so that many moves of one unit can be asked (`no_end`).
"""

import numpy as np

from state_of_war.rules.figures import (
    box_of,
    figure_of,
    going,
    is_of,
    man_of,
    men_of,
    pivot_among,
    radius_of,
    squared_units,
    standing,
    stands,
    unit_of,
    units_within,
    within_gap,
)
from state_of_war.rules.goals import cover_distance
from state_of_war.rules.ground import CLIMBS, DIFFICULT, far_edge, on_table, terrain_by, to_edge, way_over
from state_of_war.rules.reasons import BOUND, MUST_NOT_ADVANCE, SEES_NOBODY
from state_of_war.rules.sight import areas_at, nearest_of, sees_enemy, units_see
from state_of_war.rules.state import (
    FALLING,
    HALTED,
    HEADINGS,
    MEN,
    NO_ARM,
    NONE,
    QUARTERS,
    UNITS,
    WOOD,
    Game,
    World,
)
from state_of_war.rules.ways import offset, quarter_of
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.open_table import distance, squared_distance

VOICE = 500  # mm (AM4)
# What bounds a unit: int64 [BOUNDS].
(
    IS_BOUND,  # 0: nothing bounds it, and the rest is 0
    HALTED_BY,  # MO6: the enemy that it mustn't come nearer to; NONE
    IN_FOG,  # AM4: 1: it sees nobody, and nobody's voice reaches it
    HEADINGS_ON,  # AM4: the headings in which it goes on, bits
    TO_OBJECTIVE,  # AM4: how far its pivot is from the objective, or the far edge
    SEEN,  # AM5: the enemies in sight, bits by number; 0: not asked
    TO_COVER,  # AM5: how far its pivot is from the nearest cover; NONE: that isn't asked
    PIVOT,  # its pivot (UN1), place in the troop
    FRIENDS,  # AM4: the friends that it may go to, bits by number
    AWAY,  # the squared distance of each unit, from here on by id
) = range(10)
BOUNDS = AWAY + 2 * UNITS


@rule
def objective_distance(world: World, game: Game, side: int, x: int, y: int) -> int:
    """AM4, W7: how far a point is from the objective, or without one from the edge opposite to a side's own."""
    if world.rules.objective == 0:
        return max(0, to_edge(world, far_edge(game, side), x, y))
    turn = -1 if game.turned == 1 else 1
    return distance(x, y, turn * int(world.rules.objective_x), turn * int(world.rules.objective_y))


@rule
def hears_voices(world: World, game: Game, unit: int) -> bool:
    """AM4: whether a friendly unit that sees an enemy, or the commander, is within 50 cm of a unit."""
    side = unit // UNITS
    commander = int(world.commander[side])
    if commander != NONE and stands(game, commander):
        begin, end = men_of(world, game, unit)
        for who in range(begin, end):
            if is_of(game, who, unit) and within_gap(game, who, commander, VOICE):
                return True
    for number in range(UNITS):
        friend = side * UNITS + number
        if friend != unit and units_within(world, game, unit, friend, VOICE):
            if sees_enemy(world, game, friend):
                return True
    return False


@rule
def headings_on(world: World, game: Game, unit: int) -> int:
    """AM4: the headings in which a unit goes on: its course; 45° either way if that is difficult ground or a climb."""
    course = int(unit_of(game, unit).course)
    if course == NONE:
        return 0
    headings = 1 << course
    begin, _ = men_of(world, game, unit)
    bits = going(world, game, unit)
    dx, dy = offset(course, QUARTERS * quarter_of(world, game, unit))
    for i in range(MEN):
        if bits >> i & 1:
            x, y = int(figure_of(game, begin + i).x), int(figure_of(game, begin + i).y)
            near = terrain_by(world, game, x, y, x + dx, y + dy)
            if way_over(world, game, near, x, y, x + dx, y + dy) & (DIFFICULT | CLIMBS):
                for turn in range(-2, 3):
                    headings |= 1 << (course + turn) % HEADINGS
                break
    return headings


@rule
def is_armed(world: World, game: Game, unit: int) -> bool:
    """AM5: whether a standing figure of a unit has a weapon of WE2, loaded or not."""
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if is_of(game, who, unit) and (man_of(world, who).arm != NO_ARM or man_of(world, who).pistol == 1):
            return True
    return False


@rule
def bounds_of(world: World, game: Game, unit: int, bits: int, seen: int) -> Int64:
    """MO6, AM4, AM5: what bounds a unit's next move or form: int64 [BOUNDS].

    Args:
      world: the table.
      game: the position.
      unit: id of the unit.
      bits: the figures that an order is for (`figures.going`).
      seen: the enemies in sight, bits by number (`sight.seen_by`).
    """
    bounds = np.zeros(BOUNDS, np.int64)
    side, morale = unit // UNITS, unit_of(game, unit).morale
    bounds[HALTED_BY] = bounds[TO_COVER] = NONE
    if morale != HALTED and morale != FALLING and world.rules.fog == 0 and world.rules.bound == 0:
        return bounds
    pivot = pivot_among(world, game, unit, bits)
    if pivot == NONE:
        return bounds
    begin, _ = men_of(world, game, unit)
    bounds[PIVOT] = pivot - begin
    x, y = int(figure_of(game, pivot).x), int(figure_of(game, pivot).y)
    if seen == 0:
        if world.rules.fog == 1 and not hears_voices(world, game, unit):
            bounds[IS_BOUND] = bounds[IN_FOG] = 1
            bounds[HEADINGS_ON] = headings_on(world, game, unit)
            bounds[TO_OBJECTIVE] = objective_distance(world, game, side, x, y)
            for number in range(UNITS):
                friend = side * UNITS + number
                if friend != unit and unit_of(game, friend).fought == 1 and standing(world, game, friend) > 0:
                    if not units_see(world, game, unit, friend):
                        bounds[FRIENDS] |= 1 << number
                        bounds[AWAY + friend] = squared_units(world, game, unit, friend)
        return bounds
    if morale == HALTED or morale == FALLING:
        nearest = nearest_of(world, game, unit, seen)
        bounds[IS_BOUND], bounds[HALTED_BY] = 1, nearest
        bounds[AWAY + nearest] = squared_units(world, game, unit, nearest)
    if world.rules.bound == 1:
        bounds[IS_BOUND] = 1
        for number in range(UNITS):
            enemy = (1 - side) * UNITS + number
            if seen >> number & 1:
                bounds[SEEN] |= 1 << number
                bounds[AWAY + enemy] = squared_units(world, game, unit, enemy)
                if is_armed(world, game, enemy):
                    bounds[TO_COVER] = cover_distance(world, game, x, y)
    return bounds


@rule
def comes_nearer(world: World, game: Game, unit: int, bounds: Int64, ends: Int64, other: int) -> bool:
    """W7: whether a move, that ends so, brings a unit nearer to another one; who is off the table then is forgotten."""
    begin, end = men_of(world, game, unit)
    low, high = men_of(world, game, other)
    before = bounds[AWAY + other]
    west, south, east, north = box_of(world, game, other)
    for who in range(begin, end):
        x, y = int(ends[who - begin, 0]), int(ends[who - begin, 1])
        dx, dy = max(west - x, 0, x - east), max(south - y, 0, y - north)
        if dx * dx + dy * dy >= before or not is_of(game, who, unit):
            continue
        if not on_table(world, x, y, radius_of(figure_of(game, who))):
            continue
        for whom in range(low, high):
            if is_of(game, whom, other):
                if squared_distance(x, y, figure_of(game, whom).x, figure_of(game, whom).y) < before:
                    return True
    return False


@rule
def nears_any(world: World, game: Game, unit: int, bounds: Int64, ends: Int64, side: int, units: int) -> bool:
    """W7: whether a move brings a unit nearer to any of some units of a side, bits by number."""
    for number in range(UNITS):
        if units >> number & 1 and comes_nearer(world, game, unit, bounds, ends, side * UNITS + number):
            return True
    return False


@rule
def no_end(world: World, game: Game, unit: int, bounds: Int64, ends: Int64, heading: int) -> int:
    """MO6, AM4, AM5: what forbids a unit that isn't in contact a move or form because of where it ends.

    Args:
      world: the table.
      game: the position.
      unit: id of the unit.
      bounds: what bounds it (`bounds_of`).
      ends: int64 [MEN, 2], where each of its figures stands then, by place in its troop; who doesn't go, where it
        stands; of who doesn't stand nothing is looked at.
      heading: of a block move; NONE: of forms and the like, which AM4 and AM5 leave free.
    """
    if bounds[IS_BOUND] == 0:
        return ALLOWED
    side = unit // UNITS
    x, y = int(ends[bounds[PIVOT], 0]), int(ends[bounds[PIVOT], 1])
    if bounds[IN_FOG] == 1:
        if heading == NONE or bounds[HEADINGS_ON] >> heading & 1:
            return ALLOWED
        if objective_distance(world, game, side, x, y) < bounds[TO_OBJECTIVE]:
            return ALLOWED
        near = nears_any(world, game, unit, bounds, ends, side, int(bounds[FRIENDS]))
        return ALLOWED if near else SEES_NOBODY
    if bounds[HALTED_BY] != NONE and comes_nearer(world, game, unit, bounds, ends, int(bounds[HALTED_BY])):
        return MUST_NOT_ADVANCE
    if bounds[SEEN] == 0 or heading == NONE:
        return ALLOWED
    if nears_any(world, game, unit, bounds, ends, 1 - side, int(bounds[SEEN])):
        return ALLOWED
    if bounds[TO_COVER] != NONE:
        if cover_distance(world, game, x, y) < bounds[TO_COVER] or areas_at(world, game, WOOD, False, x, y) != 0:
            return ALLOWED
    return BOUND
