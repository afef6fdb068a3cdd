"""MV1, MV3, MV5, TA4, TA5: what the ground does to ways and places; edges of the table; distances to terrain.

`near` names the terrain that is looked at: bits of polygons, discs and pieces (`terrain_near`), so that many ways of
one unit look only at what is round it.
"""

from state_of_war.rules.figures import figure_of, men_of, radius_of
from state_of_war.rules.lines import crossed_way as crossed_way
from state_of_war.rules.lines import crosses_fire as crosses_fire
from state_of_war.rules.state import (
    BUILDING,
    FENCE,
    FORD,
    MARSH,
    SHORT,
    STANDING,
    STRIDE,
    UNITS,
    WALL,
    WATER,
    WOOD,
    Game,
    Record,
    World,
)
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.open_table import (
    covers,
    crosses,
    nearer,
    stretch_sign,
    stretches_cross,
    within,
)

# What a way does, bits (`way_over`).
CLOSED, DIFFICULT, OVER_WALL, OVER_FENCE = 1, 2, 4, 8
CLIMBS = OVER_WALL | OVER_FENCE
# Edges of the table.
EAST, NORTH, WEST, SOUTH = range(4)

Near = tuple[int, int, int]


@jitable
def ground_of(world: World, game: Game) -> Record:
    """The terrain as it lies (DE1)."""
    return world.ground[game.turned]


@jitable
def is_closed(world: World, kind: int) -> bool:
    """TA4: whether nobody enters an area of a kind."""
    return kind == WATER or (kind == BUILDING and world.rules.open == 0)


@jitable
def is_difficult(kind: int) -> bool:
    """TA4, MV1: whether an area of a kind is difficult ground."""
    return kind == WOOD or kind == MARSH or kind == FORD


@rule
def terrain_near(world: World, game: Game, west: int, south: int, east: int, north: int) -> Near:
    """What a box may touch of closed and difficult areas, walls and fences: bits of polygons, discs and pieces."""
    ground = ground_of(world, game)
    polygons = discs = pieces = 0
    for k in range(ground.polygons):
        area = ground.areas[k]
        if is_closed(world, area.kind) or is_difficult(area.kind):
            if area.west <= east and area.east >= west and area.south <= north and area.north >= south:
                polygons |= 1 << k
    for k in range(ground.rounds):
        disc = ground.discs[k]
        if is_closed(world, disc.kind) or is_difficult(disc.kind):
            x, y, radius = int(disc.x), int(disc.y), int(disc.radius)
            if x - radius <= east and x + radius >= west and y - radius <= north and y + radius >= south:
                discs |= 1 << k
    for k in range(ground.lines):
        piece = ground.pieces[k]
        if piece.kind == WALL or piece.kind == FENCE:
            if min(piece.ax, piece.bx) <= east and max(piece.ax, piece.bx) >= west:
                if min(piece.ay, piece.by) <= north and max(piece.ay, piece.by) >= south:
                    pieces |= 1 << k
    return polygons, discs, pieces


@rule
def terrain_by(world: World, game: Game, ax: int, ay: int, bx: int, by: int) -> Near:
    """`terrain_near` of a stretch."""
    return terrain_near(world, game, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


@rule
def way_over(world: World, game: Game, near: Near, ax: int, ay: int, bx: int, by: int) -> int:
    """What a way does: bits CLOSED (it passes a building or water), DIFFICULT (MV1), OVER_WALL, OVER_FENCE (MV5)."""
    found = 0
    polygons, discs, pieces = near
    if polygons | discs | pieces == 0:
        return found
    ground = ground_of(world, game)
    west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    k = 0
    while polygons >> k:
        area = ground.areas[k]
        is_near = area.west <= east and area.east >= west and area.south <= north and area.north >= south
        if polygons >> k & 1 and is_near:
            if is_closed(world, area.kind):
                if crosses(area, area.c, ax, ay, bx, by):
                    found |= CLOSED
            elif covers(area, area.c, ax, ay) or covers(area, area.c, bx, by) or crosses(area, area.c, ax, ay, bx, by):
                found |= DIFFICULT
        k += 1
    k = 0
    while discs >> k:
        disc = ground.discs[k]
        if discs >> k & 1 and disc.x - disc.radius <= east and disc.x + disc.radius >= west:
            if stretch_sign(disc.x, disc.y, ax, ay, bx, by, disc.radius) < 0:
                found |= CLOSED if is_closed(world, disc.kind) else DIFFICULT
            elif is_difficult(disc.kind):
                if within(disc.x, disc.y, ax, ay, disc.radius) or within(disc.x, disc.y, bx, by, disc.radius):
                    found |= DIFFICULT
        k += 1
    k = 0
    while pieces >> k:
        if pieces >> k & 1:
            piece = ground.pieces[k]
            if stretches_cross(ax, ay, bx, by, piece.ax, piece.ay, piece.bx, piece.by):
                found |= OVER_WALL if piece.kind == WALL else OVER_FENCE
        k += 1
    return found


@rule
def difficult_areas(world: World, game: Game, near: Near, ax: int, ay: int, bx: int, by: int) -> int:
    """MV1, ME1: the difficult areas that a way touches (begins, passes or ends in), bits by their numbers."""
    ground = ground_of(world, game)
    found = 0
    for k in range(ground.polygons):
        area = ground.areas[k]
        if near[0] >> k & 1 and is_difficult(area.kind):
            if covers(area, area.c, ax, ay) or covers(area, area.c, bx, by) or crosses(area, area.c, ax, ay, bx, by):
                found |= 1 << int(ground.of[k])
    for k in range(ground.rounds):
        disc = ground.discs[k]
        if near[1] >> k & 1 and is_difficult(disc.kind):
            if stretch_sign(disc.x, disc.y, ax, ay, bx, by, disc.radius) < 0 or (
                within(disc.x, disc.y, ax, ay, disc.radius) or within(disc.x, disc.y, bx, by, disc.radius)
            ):
                found |= 1 << int(disc.number)
    return found


@rule
def in_closed(world: World, game: Game, near: Near, x: int, y: int) -> bool:
    """MV3: whether a point is in a building or water."""
    if near[0] | near[1] == 0:
        return False
    ground = ground_of(world, game)
    for k in range(ground.polygons):
        if near[0] >> k & 1 and is_closed(world, ground.areas[k].kind):
            if covers(ground.areas[k], ground.areas[k].c, x, y):
                return True
    for k in range(ground.rounds):
        disc = ground.discs[k]
        if near[1] >> k & 1 and is_closed(world, disc.kind) and within(disc.x, disc.y, x, y, disc.radius):
            return True
    return False


@rule
def on_line(world: World, game: Game, near: Near, x: int, y: int) -> bool:
    """MV3, MV5: whether a point is on a wall or fence."""
    if near[2] == 0:
        return False
    ground = ground_of(world, game)
    for k in range(ground.lines):
        if near[2] >> k & 1:
            piece = ground.pieces[k]
            if stretch_sign(x, y, piece.ax, piece.ay, piece.bx, piece.by, 0) <= 0:
                return True
    return False


# The same, asked of one way or point alone.


@rule
def touches_difficult(world: World, game: Game, ax: int, ay: int, bx: int, by: int) -> bool:
    """MV1: whether a way begins, passes or ends in difficult ground."""
    return way_over(world, game, terrain_by(world, game, ax, ay, bx, by), ax, ay, bx, by) & DIFFICULT != 0


@rule
def crosses_climb(world: World, game: Game, ax: int, ay: int, bx: int, by: int, kinds: int) -> bool:
    """MV5: whether a way crosses a piece of the kinds: OVER_WALL, OVER_FENCE or both."""
    return way_over(world, game, terrain_by(world, game, ax, ay, bx, by), ax, ay, bx, by) & kinds != 0


@rule
def on_piece(world: World, game: Game, x: int, y: int) -> bool:
    """MV5: whether a point is on a wall or fence."""
    return on_line(world, game, terrain_near(world, game, x, y, x, y), x, y)


@rule
def closed(world: World, game: Game, x: int, y: int) -> bool:
    """MV3: whether a point is in a building or water."""
    return in_closed(world, game, terrain_near(world, game, x, y, x, y), x, y)


@rule
def may_stand(world: World, game: Game, who: int, x: int, y: int, radius: int, others: int) -> bool:
    """W6, MV3: whether a figure's base may be at a point: on the table, on no base, in no building, on no wall.

    Contact with an enemy isn't asked here.

    Args:
      world: the table.
      game: the position.
      who: its own base is left out of account.
      x: of its middle there.
      y: likewise.
      radius: of its base there.
      others: figures of its own unit that are left out, too, bits by place in the troop.
    """
    if not on_table(world, x, y, radius):
        return False
    near = terrain_near(world, game, x, y, x, y)
    if in_closed(world, game, near, x, y) or on_line(world, game, near, x, y):
        return False
    for side in range(2):
        for number in range(UNITS):
            troop = world.troops[side, number]
            for at in range(troop.first, troop.first + troop.men):
                figure = game.figures[side, at]
                if figure.state == STANDING and nearer(x, y, figure.x, figure.y, radius + radius_of(figure)):
                    whom = STRIDE * side + at
                    if whom != who and not (others and left_out(world, game, who, whom, others)):
                        return False
    return True


@rule
def left_out(world: World, game: Game, who: int, whom: int, others: int) -> bool:
    """Whether another figure is one of a set of a figure's unit."""
    if whom // STRIDE != who // STRIDE or figure_of(game, whom).unit != figure_of(game, who).unit:
        return False
    begin, _ = men_of(world, game, who // STRIDE * UNITS + int(figure_of(game, who).unit))
    return others >> (whom - begin) & 1 == 1


# The table and its edges.


@jitable
def on_table(world: World, x: int, y: int, radius: int) -> bool:
    """TA2: whether a base lies on the table."""
    return abs(x) + radius <= world.rules.x and abs(y) + radius <= world.rules.y


@jitable
def own_edge(game: Game, side: int) -> int:
    """W8, DE1: the edge at which a side set up."""
    return (WEST if game.zones == SHORT else SOUTH) if side == 0 else (EAST if game.zones == SHORT else NORTH)


@jitable
def far_edge(game: Game, side: int) -> int:
    """VI3: the edge opposite to a side's own."""
    return own_edge(game, 1 - side)


@rule
def to_edge(world: World, edge: int, x: int, y: int) -> int:
    """How far a point is from an edge, mm; below 0: beyond it."""
    if edge == EAST:
        return int(world.rules.x) - int(x)
    if edge == WEST:
        return int(world.rules.x) + int(x)
    return int(world.rules.y) + (int(y) if edge == SOUTH else -int(y))


@rule
def edge_distance(world: World, game: Game, side: int, x: int, y: int) -> int:
    """W7, MO6: how far a point is from a side's own edge, mm; 0 beyond it."""
    return max(0, to_edge(world, own_edge(game, side), x, y))
