"""SI: who sees whom: buildings, woods and hills on the line between two middles; heights; the nearest enemy."""

from state_of_war.rules.figures import (
    FAR,
    figure_of,
    is_of,
    men_of,
    other_side,
    squared_units,
    standing,
    unit_of,
    within_gap,
)
from state_of_war.rules.state import BUILDING, HILL, NONE, UNITS, WOOD, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.open_table import covers, crosses, stretch_sign, within

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
    ground = world.ground[game.turned]
    west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    # Bits by the numbers of areas: which are looked at; which the ends are in; which the line crosses; cores likewise.
    woods = hills = at_a = at_b = deep_a = deep_b = crossed = pierced = 0
    for k in range(ground.polygons):
        area = ground.areas[k]
        if area.west > east or area.east < west or area.south > north or area.north < south:
            continue
        bit = 1 << int(ground.of[k])
        if area.kind == WOOD or (area.kind == BUILDING and world.rules.open == 1):
            woods |= bit
        elif area.kind == HILL:
            hills |= bit
        else:
            if area.kind == BUILDING and crosses(area, area.c, ax, ay, bx, by):
                return False
            continue
        at_a |= bit if covers(area, area.c, ax, ay) else 0
        at_b |= bit if covers(area, area.c, bx, by) else 0
        deep_a |= bit if covers(area, area.core, ax, ay) else 0
        deep_b |= bit if covers(area, area.core, bx, by) else 0
        crossed |= bit if crosses(area, area.c, ax, ay, bx, by) else 0
        pierced |= bit if crosses(area, area.core, ax, ay, bx, by) else 0
    for k in range(ground.rounds):
        disc = ground.discs[k]
        x, y, radius, core = int(disc.x), int(disc.y), int(disc.radius), int(disc.core)
        if x - radius > east or x + radius < west or y - radius > north or y + radius < south:
            continue
        bit = 1 << int(disc.number)
        if disc.kind == WOOD:
            woods |= bit
        elif disc.kind == HILL:
            hills |= bit
        else:
            continue
        at_a |= bit if within(x, y, ax, ay, radius) else 0
        at_b |= bit if within(x, y, bx, by, radius) else 0
        crossed |= bit if stretch_sign(x, y, ax, ay, bx, by, radius) < 0 else 0
        if core > 0:
            deep_a |= bit if within(x, y, ax, ay, core) else 0
            deep_b |= bit if within(x, y, bx, by, core) else 0
            pierced |= bit if stretch_sign(x, y, ax, ay, bx, by, core) < 0 else 0
    if woods & at_a & at_b and not close:
        return False
    if woods & (at_a ^ at_b) & (deep_a | deep_b | pierced):
        return False
    if (woods | hills) & ~(at_a | at_b) & crossed:
        return False
    return hills & ~(deep_a | deep_b) & pierced == 0


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
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        if is_of(game, who, unit) and figure_sees_unit(world, game, who, other):
            return True
    return False


@rule
def in_sight(world: World, game: Game, unit: int, enemy: int) -> bool:
    """AM2: whether an enemy unit is in sight of a unit: it stands, isn't hidden, and they see each other."""
    return unit_of(game, enemy).hidden == 0 and standing(world, game, enemy) > 0 and units_see(world, game, unit, enemy)


@rule
def seen_by(world: World, game: Game, unit: int) -> int:
    """AM2: the enemy units in sight of a unit, bits by number."""
    side, seen = other_side(unit // UNITS), 0
    for number in range(UNITS):
        if in_sight(world, game, unit, side * UNITS + number):
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
def nearest_enemy(world: World, game: Game, unit: int) -> int:
    """W7: the nearest enemy unit in sight of a unit, by its id; NONE: there is none."""
    side = other_side(unit // UNITS)
    best, least = NONE, FAR
    for number in range(UNITS):
        enemy = side * UNITS + number
        away = squared_units(world, game, unit, enemy)
        if away < least and in_sight(world, game, unit, enemy):
            best, least = enemy, away
    return best
