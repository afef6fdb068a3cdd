"""SH8 to SH10: friends and buildings by the line of a shot: who bars it, gaps, shots over ranks and into melees."""

from state_of_war.rules.cover import crest_cover
from state_of_war.rules.figures import box_of, figure_of, radius_of, squared, stands, touch, touches_unit, within_gap
from state_of_war.rules.sight import height_of
from state_of_war.rules.state import BUILDING, HORSE_RADIUS, STANDING, STRIDE, TOUCH, UNITS, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.open_table import nearer, piece_sign, side, stretch_sign, stretches_nearer

BY_SHOOTER = 20  # mm: a friend so near to the shooter makes no gap (SH8), and is shot over as his own rank (SH9)
OVERHEAD = 50  # mm: a friend farther off is shot over (SH10)
WIDE, NARROW = 40, 20  # mm: a narrower gap bars a shot, and one at short range (SH8)


@rule
def foot_within(game: Game, who: int, whom: int, x: int, y: int) -> bool:
    """SH8: whether a point lies beside the stretch between two figures: its foot falls between the ends."""
    a, b = figure_of(game, who), figure_of(game, whom)
    dx, dy = int(b.x) - int(a.x), int(b.y) - int(a.y)
    along = (int(x) - int(a.x)) * dx + (int(y) - int(a.y)) * dy
    return 0 < along < dx * dx + dy * dy


@rule
def is_overhead(game: Game, who: int, whom: int, friend: int, raised: bool) -> bool:
    """SH10: whether a shot goes over a friend's head, so that he neither bars the line nor makes a gap."""
    if within_gap(game, who, friend, BY_SHOOTER):
        return False
    return raised or not (within_gap(game, who, friend, OVERHEAD) or within_gap(game, whom, friend, OVERHEAD))


@rule
def shoots_over_rank(world: World, game: Game, who: int, whom: int) -> bool:
    """SH9: whether a shooter shoots over friends within 2 cm: a friend in contact with him is nearer to the target."""
    for number in range(UNITS):
        troop = world.troops[who // STRIDE, number]
        for at in range(troop.first, troop.first + troop.men):
            friend = who // STRIDE * STRIDE + at
            if friend != who and stands(game, friend) and touch(game, who, friend):
                if squared(game, friend, whom) < squared(game, who, whom):
                    return not crest_cover(world, game, who, whom)
    return False


@rule
def side_of_friend(game: Game, who: int, whom: int, friend: int, raised: bool) -> int:
    """SH8: on which side of a line a friend can make a gap: 1, left; -1, right; 0: he makes none."""
    a, b, c = figure_of(game, who), figure_of(game, whom), figure_of(game, friend)
    if not foot_within(game, who, whom, int(c.x), int(c.y)) or within_gap(game, who, friend, BY_SHOOTER):
        return 0
    if is_overhead(game, who, whom, friend, raised):
        return 0
    return side(a.x, a.y, b.x, b.y, c.x, c.y)


@rule
def side_of_part(world: World, game: Game, who: int, whom: int, part: int) -> int:
    """SH8: on which side of a line a part of a closed building can make a gap: 1, left; -1, right; 0: it makes none."""
    area = world.ground[game.turned].areas[part]
    if area.kind != BUILDING:
        return 0
    a, b = figure_of(game, who), figure_of(game, whom)
    left = right = 0
    beside = False
    for k in range(area.corners):
        where = side(a.x, a.y, b.x, b.y, area.x[k], area.y[k])
        left |= int(where > 0)
        right |= int(where < 0)
        beside = beside or foot_within(game, who, whom, int(area.x[k]), int(area.y[k]))
    if not beside or left == right or piece_sign(area, a.x, a.y, BY_SHOOTER + radius_of(a)) <= 0:
        return 0
    return left - right


@rule
def parts_nearer(world: World, game: Game, one: int, other: int, gap: int) -> bool:
    """SH8: whether two parts of buildings, neither of which lies in the other, are less than `gap` mm apart."""
    areas = world.ground[game.turned].areas
    a, b = areas[one], areas[other]
    for i in range(a.corners):
        p = (i + 1) % a.corners
        for j in range(b.corners):
            q = (j + 1) % b.corners
            if stretches_nearer(a.x[i], a.y[i], a.x[p], a.y[p], b.x[j], b.y[j], b.x[q], b.y[q], gap):
                return True
    return False


@rule
def narrows(world: World, game: Game, who: int, whom: int, friend: int, where: int, raised: bool, gap: int) -> bool:
    """SH8: whether a friend, on that side of the line, leaves too narrow a gap with a friend or building beyond it."""
    c = figure_of(game, friend)
    for number in range(UNITS):
        troop = world.troops[who // STRIDE, number]
        for at in range(troop.first, troop.first + troop.men):
            other = who // STRIDE * STRIDE + at
            d = figure_of(game, other)
            if (
                other != who
                and stands(game, other)
                and nearer(c.x, c.y, d.x, d.y, gap + radius_of(c) + radius_of(d))
                and side_of_friend(game, who, whom, other, raised) == -where
            ):
                return True
    if world.rules.open == 0:
        ground = world.ground[game.turned]
        for part in range(ground.polygons):
            area = ground.areas[part]
            if area.kind == BUILDING and piece_sign(area, c.x, c.y, gap + radius_of(c)) < 0:
                if side_of_part(world, game, who, whom, part) == -where:
                    return True
    return False


@rule
def between_buildings(world: World, game: Game, who: int, whom: int, gap: int) -> bool:
    """SH8: whether the line goes through too narrow a gap between two buildings, or parts of them."""
    polygons = world.ground[game.turned].polygons
    for part in range(polygons):
        if side_of_part(world, game, who, whom, part) == 1:
            for other in range(polygons):
                if side_of_part(world, game, who, whom, other) == -1 and parts_nearer(world, game, part, other, gap):
                    return True
    return False


@rule
def is_barred(world: World, game: Game, who: int, whom: int, is_short: bool) -> bool:
    """SH8 to SH10: whether friends or a gap bar the line of a shot.

    Args:
      world: terrain and forces.
      game: the position.
      who: the shooter.
      whom: the target.
      is_short: whether it is at short range.
    """
    a, b = figure_of(game, who), figure_of(game, whom)
    raised = height_of(world, game, who) != height_of(world, game, whom)
    gap = NARROW if is_short else WIDE
    for number in range(UNITS):
        troop = world.troops[who // STRIDE, number]
        for at in range(troop.first, troop.first + troop.men):
            friend = who // STRIDE * STRIDE + at
            if friend == who or not stands(game, friend):
                continue
            c = figure_of(game, friend)
            radius = radius_of(c)
            # Who makes a gap is nearer to the line than to whom it is made with: others aren't looked at.
            if stretch_sign(c.x, c.y, a.x, a.y, b.x, b.y, gap + 2 * HORSE_RADIUS) >= 0:
                continue
            if stretch_sign(c.x, c.y, a.x, a.y, b.x, b.y, radius) < 0:
                if within_gap(game, who, friend, BY_SHOOTER):
                    if not shoots_over_rank(world, game, who, whom):
                        return True
                elif not is_overhead(game, who, whom, friend, raised):
                    return True
            where = side_of_friend(game, who, whom, friend, raised)
            if where != 0 and narrows(world, game, who, whom, friend, where, raised, gap):
                return True
    return world.rules.open == 0 and between_buildings(world, game, who, whom, gap)


@rule
def spares_melee(world: World, game: Game, who: int, whom: int, target: int) -> bool:
    """SH10: whether a figure of a unit in contact with friends of the shooter may be a target of his all the same.

    Args:
      world: the forces.
      game: the position.
      who: the shooter.
      whom: the figure.
      target: its unit.
    """
    west, south, east, north = box_of(world, game, target)
    reach = 2 * HORSE_RADIUS + TOUCH
    for number in range(UNITS):
        troop = world.troops[who // STRIDE, number]
        for at in range(troop.first, troop.first + troop.men):
            friend = who // STRIDE * STRIDE + at
            c = game.figures[who // STRIDE, at]
            if friend == who or c.state != STANDING or c.x < west - reach or c.x > east + reach:
                continue
            if c.y < south - reach or c.y > north + reach:
                continue
            if within_gap(game, whom, friend, OVERHEAD) or within_gap(game, who, friend, OVERHEAD):
                if touches_unit(world, game, friend, target):
                    return height_of(world, game, who) != height_of(world, game, whom)
    return True
