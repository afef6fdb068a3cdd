"""SI: who sees whom: buildings, woods and hills on the line between two middles; heights; the nearest enemy."""

from state_of_war.rules.figures import (
    FAR,
    box_of,
    figure_of,
    is_of,
    men_of,
    other_side,
    squared_units,
    unit_of,
    within_gap,
)
from state_of_war.rules.state import BUILDING, HILL, NONE, UNITS, WOOD, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.open_table import Box, covers, crosses, hides, round_hides, stretch_sign, within

Terrain = tuple[int, int]  # bits of polygons and of discs
IN_WOODS = 100  # mm: how far two figures in one wood see each other (SI3)


@rule
def areas_at(world: World, game: Game, kind: int, core: bool, x: int, y: int) -> int:
    """TA5: the areas of a kind that a point is in, borders included; with `core` those whose cores it is in.

    Returns:
      Bits by the areas' numbers.
    """
    ground = world.ground[game.turned]
    bits = 0
    for k in range(ground.polygons):
        area = ground.areas[k]
        if area.kind == kind and area.west <= x <= area.east and area.south <= y <= area.north:
            if covers(area, area.core if core else area.c, x, y):
                bits |= 1 << int(ground.of[k])
    for k in range(ground.rounds):
        disc = ground.discs[k]
        radius = int(disc.core) if core else int(disc.radius)
        if disc.kind == kind and radius > 0 and within(disc.x, disc.y, x, y, radius):
            bits |= 1 << int(disc.number)
    return bits


@rule
def height(world: World, game: Game, x: int, y: int) -> int:
    """SI5: the height of a point: 0 off hills, 1 on a hill, 2 in the core of one."""
    if areas_at(world, game, HILL, False, x, y) == 0:
        return 0
    return 1 if areas_at(world, game, HILL, True, x, y) == 0 else 2


@rule
def height_of(world: World, game: Game, who: int) -> int:
    """SI5: the height of a figure."""
    figure = figure_of(game, who)
    return height(world, game, int(figure.x), int(figure.y))


@rule
def uphill(world: World, game: Game, who: int, whom: int) -> bool:
    """SI5: whether a figure is uphill of another one."""
    return height_of(world, game, who) > height_of(world, game, whom)


@rule
def sight_near(world: World, game: Game, west: int, south: int, east: int, north: int) -> Terrain:
    """What lines within a box may meet of buildings, woods and hills: bits of polygons and discs."""
    ground = world.ground[game.turned]
    polygons = discs = 0
    for k in range(ground.polygons):
        area = ground.areas[k]
        if area.kind == WOOD or area.kind == HILL or area.kind == BUILDING:
            if area.west <= east and area.east >= west and area.south <= north and area.north >= south:
                polygons |= 1 << k
    for k in range(ground.rounds):
        disc = ground.discs[k]
        if disc.kind == WOOD or disc.kind == HILL:
            x, y, radius = int(disc.x), int(disc.y), int(disc.radius)
            if x - radius <= east and x + radius >= west and y - radius <= north and y + radius >= south:
                discs |= 1 << k
    return polygons, discs


@rule
def is_clear(world: World, game: Game, ax: int, ay: int, bx: int, by: int, close: bool) -> bool:
    """SI1 to SI4: whether the line between two points is clear.

    Args:
      world: the terrain and the rules.
      game: the position; how the terrain is turned.
      ax: of the first point, mm.
      ay: likewise.
      bx: of the other one.
      by: likewise.
      close: whether two figures there are within 10 cm, edge to edge (SI3).
    """
    near = sight_near(world, game, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    return is_clear_of(world, game, near, ax, ay, bx, by, close)


@rule
def is_clear_of(world: World, game: Game, near: Terrain, ax: int, ay: int, bx: int, by: int, close: bool) -> bool:
    """`is_clear`, where `near` has all that may be near the line."""
    ground = world.ground[game.turned]
    polygons, discs = near
    west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    # Bits by the numbers of areas: which are looked at; which the ends are in; which the line crosses; cores likewise.
    woods = hills = at_a = at_b = deep_a = deep_b = crossed = pierced = 0
    k = 0
    while polygons >> k:
        area, bit = ground.areas[k], 1 << int(ground.of[k])
        is_near = area.west <= east and area.east >= west and area.south <= north and area.north >= south
        if polygons >> k & 1 and is_near:
            if area.kind == BUILDING and world.rules.open == 0:
                if crosses(area, area.c, ax, ay, bx, by):
                    return False
            else:
                woods |= 0 if area.kind == HILL else bit
                hills |= bit if area.kind == HILL else 0
                in_a, in_b = covers(area, area.c, ax, ay), covers(area, area.c, bx, by)
                crossing = crosses(area, area.c, ax, ay, bx, by)
                at_a |= bit if in_a else 0
                at_b |= bit if in_b else 0
                crossed |= bit if crossing else 0
                if in_a or in_b or crossing:  # else the core isn't met either
                    deep_a |= bit if covers(area, area.core, ax, ay) else 0
                    deep_b |= bit if covers(area, area.core, bx, by) else 0
                    pierced |= bit if crosses(area, area.core, ax, ay, bx, by) else 0
        k += 1
    k = 0
    while discs >> k:
        disc, bit = ground.discs[k], 1 << int(ground.discs[k].number)
        x, y, radius, core = int(disc.x), int(disc.y), int(disc.radius), int(disc.core)
        # Where the line comes no nearer than its radius, neither an end nor the core is nearer.
        if discs >> k & 1 and stretch_sign(x, y, ax, ay, bx, by, radius) <= 0:
            woods |= bit if disc.kind == WOOD else 0
            hills |= bit if disc.kind == HILL else 0
            at_a |= bit if within(x, y, ax, ay, radius) else 0
            at_b |= bit if within(x, y, bx, by, radius) else 0
            crossed |= bit if stretch_sign(x, y, ax, ay, bx, by, radius) < 0 else 0
            if core > 0:
                deep_a |= bit if within(x, y, ax, ay, core) else 0
                deep_b |= bit if within(x, y, bx, by, core) else 0
                pierced |= bit if stretch_sign(x, y, ax, ay, bx, by, core) < 0 else 0
        k += 1
    if woods & at_a & at_b and not close:
        return False
    if woods & (at_a ^ at_b) & (deep_a | deep_b | pierced):
        return False
    if (woods | hills) & ~(at_a | at_b) & crossed:
        return False
    return hills & ~(deep_a | deep_b) & pierced == 0


@rule
def is_hidden(world: World, game: Game, near: Terrain, first: Box, second: Box) -> bool:
    """Whether one piece of terrain hides all points of a box from all of another one: then nobody sees anybody.

    It does where the lines between their corners cross it, if none of its area's parts may hold an end (SI2 to SI4).
    False says nothing.
    """
    ground = world.ground[game.turned]
    polygons, discs = near
    holding = 0  # areas that may hold an end, bits by number
    for box in (first, second):
        held, round_ones = sight_near(world, game, box[0], box[1], box[2], box[3])
        for k in range(ground.polygons):
            holding |= (held >> k & 1) << int(ground.of[k])
        for k in range(ground.rounds):
            holding |= (round_ones >> k & 1) << int(ground.discs[k].number)
    for k in range(ground.polygons):
        area = ground.areas[k]
        if polygons >> k & 1 and (not holding >> ground.of[k] & 1 or (area.kind == BUILDING and world.rules.open == 0)):
            if hides(area, area.c, first, second):
                return True
    for k in range(ground.rounds):
        disc = ground.discs[k]
        if discs >> k & 1 and not holding >> disc.number & 1:
            if round_hides(disc.x, disc.y, disc.radius, first, second):
                return True
    return False


@rule
def sees(world: World, game: Game, who: int, whom: int) -> bool:
    """SI1: whether a figure sees another one; then that one sees it, too."""
    a, b = figure_of(game, who), figure_of(game, whom)
    close = within_gap(game, who, whom, IN_WOODS)
    return is_clear(world, game, int(a.x), int(a.y), int(b.x), int(b.y), close)


@rule
def figure_sees_unit(world: World, game: Game, who: int, enemy: int) -> bool:
    """W7: whether a figure sees a standing figure of a unit, be it hidden or not."""
    begin, end = men_of(world, game, enemy)
    for whom in range(begin, end):
        if is_of(game, whom, enemy) and sees(world, game, who, whom):
            return True
    return False


@rule
def units_see(world: World, game: Game, unit: int, other: int) -> bool:
    """W7: whether two units see each other, be they hidden or not."""
    return units_see_from(world, game, unit, box_of(world, game, unit), other)


@rule
def units_see_from(world: World, game: Game, unit: int, first: Box, other: int) -> bool:
    """`units_see`, of a unit whose box is known (`figures.box_of`)."""
    second = box_of(world, game, other)
    if first[0] > first[2] or second[0] > second[2]:
        return False
    west, south = min(first[0], second[0]), min(first[1], second[1])
    near = sight_near(world, game, west, south, max(first[2], second[2]), max(first[3], second[3]))
    if near == (0, 0):
        return True
    if is_hidden(world, game, near, first, second):
        return False
    begin, end = men_of(world, game, unit)
    low, high = men_of(world, game, other)
    for who in range(begin, end):
        if is_of(game, who, unit):
            a = figure_of(game, who)
            for whom in range(low, high):
                if is_of(game, whom, other):
                    b, close = figure_of(game, whom), within_gap(game, who, whom, IN_WOODS)
                    if is_clear_of(world, game, near, int(a.x), int(a.y), int(b.x), int(b.y), close):
                        return True
    return False


@rule
def in_sight(world: World, game: Game, unit: int, enemy: int) -> bool:
    """AM2: whether an enemy unit is in sight of a unit: it stands, isn't hidden, and they see each other."""
    return unit_of(game, enemy).hidden == 0 and units_see(world, game, unit, enemy)


@rule
def seen_by(world: World, game: Game, unit: int) -> int:
    """AM2: the enemy units in sight of a unit, bits by number."""
    side, seen, box = other_side(unit // UNITS), 0, box_of(world, game, unit)
    for number in range(UNITS):
        enemy = game.units[side, number]
        if enemy.origin != NONE and enemy.hidden == 0:
            if units_see_from(world, game, unit, box, side * UNITS + number):
                seen |= 1 << number
    return seen


@rule
def nearest_of(world: World, game: Game, unit: int, seen: int) -> int:
    """W7: of the enemies in sight of a unit (`seen_by`) the nearest one, by its id; NONE: there is none."""
    side = other_side(unit // UNITS)
    best, least = NONE, FAR
    for number in range(UNITS):
        if seen >> number & 1:
            away = squared_units(world, game, unit, side * UNITS + number)
            if away < least:
                best, least = side * UNITS + number, away
    return best


@rule
def sees_enemy(world: World, game: Game, unit: int) -> bool:
    """AM2: whether an enemy unit is in sight of a unit."""
    side = other_side(unit // UNITS)
    for number in range(UNITS):
        if in_sight(world, game, unit, side * UNITS + number):
            return True
    return False


@rule
def nearest_enemy(world: World, game: Game, unit: int) -> int:
    """W7: the nearest enemy unit in sight of a unit, by its id; NONE: there is none."""
    side = other_side(unit // UNITS)
    best, least, box = NONE, FAR, box_of(world, game, unit)
    for number in range(UNITS):
        record, enemy = game.units[side, number], side * UNITS + number
        if record.origin != NONE and record.hidden == 0:
            away = squared_units(world, game, unit, enemy)
            if away < least and units_see_from(world, game, unit, box, enemy):
                best, least = enemy, away
    return best
