"""What the chapters ask of the ground: here a table in whole millimetres (OT1, OT2, BO3, EN, SH-LOS, IW, SC, HC, BS1).

Sight asks with squared lengths and products, which never divide (`tabletop.game.open_table`).
"""

from paintball_env.on_table.rules.shape import MOST_HARD, MOST_SOFT, POINT
from paintball_env.rules.state import NONE, SHOTS, STRIDE, Game, World
from paintball_env.rules.terrain import BASE
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.headings import by_quarters
from tabletop.game.open_table import (
    coords,
    covers,
    crosses,
    root_up,
    side,
    squared_distance,
    stretch_sign,
    stretches_cross,
)
from tabletop.game.open_table import place as point_of

VECTORS = by_quarters(((100, 0), (92, 38), (70, 70), (38, 92)))  # OT4, 100 mm along each heading
HEADINGS = 16

BODY = 12  # OT1: radius of a figure's base
TOGETHER = 50  # OT2
FLAG = 25  # FL1
WORKS = 50  # BO3: radius of a base, a bunker, a trench about its line
COVER = 30 + BODY  # IW2: at a figure is a piece so near to its middle
HEX = 100  # OT1

AT_HAND = TOGETHER * TOGETHER  # PC1: a walk no longer is none: a Marshal is with the figure


# Points.


@jitable
def xy(place: int) -> tuple[int, int]:
    """The point (x, y) of a place."""
    return coords(spot_of(place))


@jitable
def spot_of(place: int) -> int:
    """The point of a place, which is all that there is of that of a thing."""
    return place & (POINT - 1)  # POINT is a power of 2


@jitable
def part_of(place: int) -> int:
    """EN4: the part of works that a figure's place is in; NONE: in the open."""
    return place // POINT - 1


@jitable
def along(heading: int, length: int) -> tuple[int, int]:
    """OT4: so many mm along a heading, cut toward 0."""
    x, y = int(VECTORS[heading, 0]) * length, int(VECTORS[heading, 1]) * length
    return (x // 100 if x >= 0 else -(-x // 100)), (y // 100 if y >= 0 else -(-y // 100))


@rule
def toward(start: int, goal: int, length: int) -> int:
    """OT4: the point so many mm from a place toward another one, cut toward its own."""
    ax, ay = xy(start)
    bx, by = xy(goal)
    dx, dy = bx - ax, by - ay
    whole = root_up(dx * dx + dy * dy)
    if whole == 0:
        return start % POINT
    x, y = dx * length, dy * length
    x = x // whole if x >= 0 else -(-x // whole)
    y = y // whole if y >= 0 else -(-y // whole)
    return point_of(ax + x, ay + y)


@rule
def squared(place: int, other: int) -> int:
    """The squared distance of two places, in mm²."""
    ax, ay = xy(place)
    bx, by = xy(other)
    return squared_distance(ax, ay, bx, by)


@rule
def is_near(place: int, other: int, reach: int) -> bool:
    """OT2: two places are at most so many mm apart."""
    return squared(place, other) <= reach * reach


@rule
def on_way(spot: int, start: int, end: int, reach: int) -> int:
    """The sign of the distance of a place from the way from `start` to `end`, less `reach` mm."""
    px, py = xy(spot)
    ax, ay = xy(start)
    bx, by = xy(end)
    return stretch_sign(px, py, ax, ay, bx, by, reach)


@rule
def fits(world: World, x: int, y: int, radius: int) -> bool:
    """OT3: a round piece lies on the table, the edge included."""
    return 2 * (abs(x) + radius) <= world.board.length and 2 * (abs(y) + radius) <= world.board.width


# Who is where.


@rule
def is_in_works(world: World, x: int, y: int) -> bool:
    """EN1: a point is in a base's or bunker's disc, or a trench, border included."""
    for i in range(world.board.rows):
        row = world.board.row[i]
        if stretch_sign(x, y, row[0], row[1], row[2], row[3], WORKS) <= 0:
            return True
    return False


@rule
def part_at(world: World, team: int, x: int, y: int) -> int:
    """EN4: the part of works in which a figure of the team there is: of the nearest middle; NONE: in the open."""
    if not is_in_works(world, x, y):
        return NONE
    best = least = NONE
    for i in range(world.board.parts):
        part = i if team == 0 else world.board.parts - 1 - i
        px, py = xy(world.board.part[part])
        distance = squared_distance(x, y, px, py)
        if best == NONE or distance < least:
            best, least = part, distance
    return best


@rule
def standing(world: World, team: int, point: int) -> int:
    """The place of a figure of the team at a point."""
    x, y = xy(point)
    return POINT * (part_at(world, team, x, y) + 1) + point % POINT


@rule
def are_together(place: int, other: int) -> bool:
    """OT2: figures in the two places are in the same part of works, or in none and within 50 mm."""
    if place == NONE or other == NONE or part_of(place) != part_of(other):
        return False
    return part_of(place) != NONE or is_near(place, other, TOGETHER)


@rule
def is_at(place: int, spot: int) -> bool:
    """FL1: a figure in a place is where a flag lies: within 25 mm."""
    return spot != NONE and is_near(place, spot, FLAG)


@rule
def is_entered(start: int, end: int, spot: int) -> bool:
    """FL1: by its move a figure has come within 25 mm of a flag, also in passing, and didn't begin there."""
    return spot != NONE and not is_near(start, spot, FLAG) and on_way(spot, start, end, FLAG) <= 0


@rule
def is_in_base(world: World, place: int, base: int) -> bool:
    """FL3, EN1: the place is within 50 mm of a base's middle."""
    return is_near(place, base, WORKS)


@rule
def put_in(world: World, game: Game, who: int, place: int) -> None:
    """Place a figure at a point."""
    game.figure[who // STRIDE, who % STRIDE].hex = standing(world, who // STRIDE, place)


@jitable
def leave(game: Game, who: int) -> None:
    """CH1: a figure goes from its place; one that is charged leaves the group."""
    if who // STRIDE != game.acting:
        game.group &= ~(1 << (who % STRIDE))


@rule
def clear_act(game: Game) -> None:
    """An act is resolved: nothing of it is left."""
    game.goal = NONE
    game.group = 0
    for i in range(SHOTS):
        game.stood[i] = NONE


@rule
def clear_ground(game: Game) -> None:
    """Nothing lies on the table."""
    game.soft[:] = NONE
    game.hard[:] = NONE
    game.cloud[:] = NONE


# Bases, bunkers, trenches.


@rule
def works_at(world: World, place: int) -> int:
    """EN, EN6: the base, bunker or trench that the place is in; NONE: in the open."""
    part = part_of(place)
    return NONE if part == NONE else world.board.shelter[part]


@rule
def present(game: Game, team: int, part: int) -> int:
    """EN4: how many figures of the team are in a part of works."""
    count = 0
    for number in range(game.figure.shape[1]):
        place = game.figure[team, number].hex
        if place != NONE and part_of(place) == part:
            count += 1
    return count


@rule
def room_in_part(world: World, game: Game, team: int, part: int) -> int:
    """EN4, SN2: how many more figures of the team a part of works holds; a closed base none."""
    if world.rules.own_base_closed == 1 and world.board.part[part] == world.board.home[team]:
        return 0
    own = present(game, team, part)
    return min(world.rules.works_team - own, world.rules.works_all - own - present(game, 1 - team, part))


@rule
def room_in(world: World, game: Game, team: int, place: int) -> int:
    """EN4: how many more figures of the team the place's part of works holds; in the open as many as it can have."""
    part = part_of(place)
    return STRIDE if part == NONE else room_in_part(world, game, team, part)


@rule
def has_room(world: World, game: Game, team: int, place: int) -> bool:
    """EN4: at most 2 figures of one team in a part of works, and 3 in all."""
    return room_in(world, game, team, place) > 0


@rule
def is_closed(world: World, team: int, place: int) -> bool:
    """SN2: the place is in the team's own base, and no figure may be in that."""
    if world.rules.own_base_closed == 0 or place == NONE or part_of(place) == NONE:
        return False
    return world.board.part[part_of(place)] == world.board.home[team]


@rule
def holds_sentries(world: World, place: int) -> bool:
    """EN3: a sentry may stand there: not in a bunker or trench, nor (but for the switch) in a base."""
    part = part_of(place)
    return part == NONE or (world.rules.sentry_in_base == 1 and world.board.terrain[part] == BASE)


@rule
def is_entrenched(world: World, start: int, goal: int) -> bool:
    """EN1, EN6: a target there, shot at from `start`."""
    works = works_at(world, goal)
    return works != NONE and works != works_at(world, start)


# Lines.


@rule
def is_range_0(start: int, goal: int) -> bool:
    """SH7: both are in the same base, bunker or part of a trench."""
    return part_of(start) != NONE and part_of(start) == part_of(goal)


@rule
def gap(world: World, start: int, goal: int) -> int:
    """OT1, SH1, SH7: the range of a shot: the number of 10 cm begun, at least 1."""
    if is_range_0(start, goal):
        return 0
    distance, reach = squared(start, goal), 1
    while distance > HEX * HEX * reach * reach:
        reach += 1
    return reach


@rule
def has_line(world: World, start: int, goal: int) -> bool:
    """SH1, SH-LOS1-3: a shot of at most 60 cm has its line: over no hill on which neither end is."""
    if is_range_0(start, goal):
        return True
    if not is_near(start, goal, 6 * HEX):
        return False
    if world.board.hills == 0:
        return True
    ax, ay = xy(start)
    bx, by = xy(goal)
    own = hills_at(world, ax, ay) | hills_at(world, bx, by)
    for i in range(world.board.hills):
        hill = world.board.hill[i]
        if (own >> world.board.group[i]) & 1 == 0 and crosses(hill, hill.c, ax, ay, bx, by):
            return False
    for i in range(world.board.seams):
        seam = world.board.seam[i]
        if (own >> world.board.seam_of[i]) & 1 == 0 and lie_on_each_other(ax, ay, bx, by, seam):
            return False
    return True


@rule
def hills_at(world: World, x: int, y: int) -> int:
    """SH-LOS3: the hills on which a point is, border included: bit n is group n."""
    groups = 0
    for i in range(world.board.hills):
        if covers(world.board.hill[i], world.board.hill[i].c, x, y):
            groups |= 1 << world.board.group[i]
    return groups


@rule
def lie_on_each_other(ax: int, ay: int, bx: int, by: int, seam: tuple[int, ...]) -> bool:
    """SH-LOS3: two straight stretches have more than a point in common."""
    if side(ax, ay, bx, by, seam[0], seam[1]) != 0 or side(ax, ay, bx, by, seam[2], seam[3]) != 0:
        return False
    dx, dy = bx - ax, by - ay
    first, last = dx * (seam[0] - ax) + dy * (seam[1] - ay), dx * (seam[2] - ax) + dy * (seam[3] - ay)
    return min(max(first, last), dx * dx + dy * dy) > max(min(first, last), 0)


@rule
def sees(world: World, start: int, facing: int, goal: int) -> bool:
    """BS1: a figure in `start`, facing there, sees the place: it isn't behind."""
    if world.rules.blind_spots == 0 or is_range_0(start, goal):
        return True
    ax, ay = xy(start)
    bx, by = xy(goal)
    return (bx - ax) * VECTORS[facing, 0] + (by - ay) * VECTORS[facing, 1] >= 0


# Cover.


@rule
def soft_on_way(world: World, game: Game, index: int, start: int, goal: int) -> bool:
    """SC1: the line crosses the inside of a soft piece."""
    return on_way(game.soft[index], start, goal, world.board.soft_radius) < 0


@rule
def is_soft_of_target(world: World, game: Game, index: int, start: int, goal: int) -> bool:
    """IW2: a soft piece is the target's: at it, and not nearer to the shooter, if it is at both."""
    reach = world.board.soft_radius + COVER
    to_goal = squared(game.soft[index], goal)
    return to_goal <= reach * reach and to_goal <= squared(game.soft[index], start)


@rule
def is_soft_of_shooter(world: World, game: Game, index: int, start: int, goal: int) -> bool:
    """IW2: a soft piece is the shooter's: at it, and nearer than to the target, or not at that."""
    reach = world.board.soft_radius + COVER
    to_start = squared(game.soft[index], start)
    return to_start <= reach * reach and to_start < squared(game.soft[index], goal)


@rule
def in_soft_cover(world: World, game: Game, start: int, goal: int) -> bool:
    """SC1, SV2: a soft piece is the target's, and the line from `start` crosses its inside."""
    for i in range(MOST_SOFT):
        if game.soft[i] == NONE:
            break
        if is_soft_of_target(world, game, i, start, goal) and soft_on_way(world, game, i, start, goal):
            return True
    return False


@rule
def hard_ends_at(world: World, place: int, heading: int) -> tuple[int, int, int, int]:
    """BO3: both ends of hard cover: x and y of that against its heading, then of that along it."""
    x, y = xy(place)
    dx, dy = along(heading, int(world.board.hard_half))
    return x - dx, y - dy, x + dx, y + dy


@rule
def hard_ends(world: World, game: Game, index: int) -> tuple[int, int, int, int]:
    """BO3: both ends of a hard piece on the table."""
    return hard_ends_at(world, game.hard[index], game.heading[index])


@rule
def shields(world: World, game: Game, index: int, start: int, goal: int) -> bool:
    """HC1, HC2, IW2: a hard piece is the target's, and the line crosses it."""
    ax, ay = xy(start)
    bx, by = xy(goal)
    cx, cy, dx, dy = hard_ends(world, game, index)
    if not stretches_cross(ax, ay, bx, by, cx, cy, dx, dy) or stretch_sign(bx, by, cx, cy, dx, dy, COVER) > 0:
        return False
    return not is_nearer_to_stretch(ax, ay, bx, by, cx, cy, dx, dy)


@rule
def is_nearer_to_stretch(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """IW2: point a is nearer to the stretch from c to d than point b."""
    top, bottom = share_from_stretch(ax, ay, cx, cy, dx, dy)
    other, under = share_from_stretch(bx, by, cx, cy, dx, dy)
    return top * under < other * bottom


@rule
def share_from_stretch(px: int, py: int, cx: int, cy: int, dx: int, dy: int) -> tuple[int, int]:
    """The squared distance of a point from a stretch, as a fraction."""
    ux, uy, vx, vy = px - cx, py - cy, dx - cx, dy - cy
    passed, length = ux * vx + uy * vy, vx * vx + vy * vy
    if passed <= 0:
        return ux * ux + uy * uy, 1
    if passed >= length:
        return squared_distance(px, py, dx, dy), 1
    across = ux * vy - uy * vx
    return across * across, length


@rule
def is_shielded(world: World, game: Game, start: int, goal: int) -> bool:
    """HC1, HC3: hard cover of the target's stands against shots from `start`."""
    if is_range_0(start, goal):
        return False
    for i in range(MOST_HARD):
        if game.hard[i] == NONE:
            break
        if shields(world, game, i, start, goal):
            return True
    return False


# Marshals' walks.


@rule
def march(world: World, start: int, goal: int) -> int:
    """PC3: how long a Marshal's walk is, to be compared with others: its square."""
    return squared(start, goal)


@jitable
def march_of(hexes: int) -> int:
    """MF3, PC1, MF6: how long a walk of so many times 10 cm is."""
    return HEX * HEX * int(hexes) * int(hexes)
