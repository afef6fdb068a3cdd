"""SH11: cover: walls, fences and banks, woods, crests, corners of buildings."""

from state_of_war.rules.figures import figure_of, radius_of
from state_of_war.rules.sight import areas_at
from state_of_war.rules.state import BUILDING, HARD, HILL, OPEN, SOFT, WALL, WOOD, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.open_table import crosses, distance, share, stretch_sign, stretches_cross, within

COVER = 30  # mm from a figure's edge to what it has cover by


@rule
def in_wood(world: World, game: Game, who: int) -> bool:
    """SH11: whether a figure is in a wood."""
    figure = figure_of(game, who)
    return areas_at(world, game, WOOD, False, int(figure.x), int(figure.y)) != 0


@rule
def crest_cover(world: World, game: Game, target: int, shooter: int) -> bool:
    """SH11: whether a figure has cover by a crest on the line to another one."""
    a, b = figure_of(game, target), figure_of(game, shooter)
    ax, ay, bx, by = int(a.x), int(a.y), int(b.x), int(b.y)
    cores = areas_at(world, game, HILL, True, ax, ay)
    if cores == 0:
        return False
    cores &= ~areas_at(world, game, HILL, True, bx, by)
    whole = max(1, distance(ax, ay, bx, by))
    way = min(COVER + radius_of(a), whole)
    x, y = ax + share(bx - ax, way, whole), ay + share(by - ay, way, whole)
    return cores & ~areas_at(world, game, HILL, True, x, y) != 0


@rule
def piece_cover(world: World, game: Game, target: int, shooter: int) -> int:
    """SH11: a figure's cover by walls, fences and banks on the line to another one: OPEN, SOFT, HARD."""
    ground = world.ground[game.turned]
    a, b = figure_of(game, target), figure_of(game, shooter)
    best = OPEN
    for k in range(ground.lines):
        piece = ground.pieces[k]
        cover = HARD if piece.kind == WALL else SOFT
        if (
            cover > best
            and stretch_sign(a.x, a.y, piece.ax, piece.ay, piece.bx, piece.by, COVER + radius_of(a)) <= 0
            and stretch_sign(b.x, b.y, piece.ax, piece.ay, piece.bx, piece.by, COVER + radius_of(b)) > 0
            and stretches_cross(a.x, a.y, b.x, b.y, piece.ax, piece.ay, piece.bx, piece.by)
        ):
            best = cover
    return best


@rule
def corner_cover(world: World, game: Game, target: int, shooter: int) -> bool:
    """SH11: whether a figure has cover by a corner of a closed building on the line to another one."""
    ground = world.ground[game.turned]
    a, b = figure_of(game, target), figure_of(game, shooter)
    covering = crossed = 0  # buildings, bits by number
    for k in range(ground.polygons):
        area = ground.areas[k]
        if area.kind != BUILDING:
            continue
        bit = 1 << int(ground.of[k])
        if crosses(area, area.c, a.x, a.y, b.x, b.y):
            crossed |= bit
        for corner in range(area.corners):
            x, y = int(area.x[corner]), int(area.y[corner])
            if (
                within(x, y, a.x, a.y, COVER + radius_of(a))
                and not within(x, y, b.x, b.y, COVER + radius_of(b))
                and stretch_sign(x, y, a.x, a.y, b.x, b.y, radius_of(a)) < 0
            ):
                covering |= bit
    return covering & ~crossed != 0


@rule
def inside_building(world: World, game: Game, target: int, shooter: int) -> bool:
    """TA4, SH11: with `buildings` `open`, whether a figure is in a building and another one isn't in that one."""
    a, b = figure_of(game, target), figure_of(game, shooter)
    buildings = areas_at(world, game, BUILDING, False, int(a.x), int(a.y))
    return buildings & ~areas_at(world, game, BUILDING, False, int(b.x), int(b.y)) != 0


@rule
def cover_of(world: World, game: Game, target: int, shooter: int) -> int:
    """SH11: the best cover of a figure against another one, whether they see each other or not: OPEN, SOFT, HARD."""
    best = piece_cover(world, game, target, shooter)
    if best == HARD:
        return HARD
    is_open = world.rules.open == 1
    if inside_building(world, game, target, shooter) if is_open else corner_cover(world, game, target, shooter):
        return HARD
    if best == SOFT or in_wood(world, game, target) or crest_cover(world, game, target, shooter):
        return SOFT
    return OPEN
