"""MO6, AM5, W7: how far it is to cover."""

from state_of_war.rules.figures import FAR
from state_of_war.rules.ground import ground_of, is_closed
from state_of_war.rules.state import BUILDING, HILL, WOOD, Game, Record, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.open_table import covers, distance, root_up


@jitable
def is_cover(kind: int) -> bool:
    """MO6: whether an area of a kind is cover as a whole."""
    return kind == WOOD or kind == HILL


@rule
def to_stretch(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> int:
    """W7: how far a point is from a stretch, in millimetres begun."""
    px, py, dx, dy = int(px) - int(ax), int(py) - int(ay), int(bx) - int(ax), int(by) - int(ay)
    along, length = px * dx + py * dy, dx * dx + dy * dy
    if along <= 0:
        return distance(0, 0, px, py)
    if along >= length:
        return distance(dx, dy, px, py)
    across = px * dy - py * dx
    return root_up((across * across + length - 1) // length)


@rule
def to_polygon(area: Record, x: int, y: int) -> int:
    """W7: how far a point is from a polygon, in millimetres begun; 0 in it."""
    if covers(area, area.c, x, y):
        return 0
    nearest = FAR
    for k in range(area.corners):
        after = (k + 1) % area.corners
        nearest = min(nearest, to_stretch(x, y, area.x[k], area.y[k], area.x[after], area.y[after]))
    return nearest


@rule
def cover_distance(world: World, game: Game, x: int, y: int) -> int:
    """MO6, AM5: how far a point is from the nearest cover, in millimetres begun; FAR: there is none."""
    ground = ground_of(world, game)
    nearest = FAR
    for k in range(ground.polygons):
        area = ground.areas[k]
        if is_cover(area.kind):
            nearest = min(nearest, to_polygon(area, x, y))
        elif area.kind == BUILDING and is_closed(world, area.kind):
            for corner in range(area.corners):
                nearest = min(nearest, distance(x, y, area.x[corner], area.y[corner]))
    for k in range(ground.rounds):
        disc = ground.discs[k]
        if is_cover(disc.kind):
            nearest = min(nearest, max(0, distance(x, y, disc.x, disc.y) - int(disc.radius)))
    for k in range(ground.lines):
        piece = ground.pieces[k]
        nearest = min(nearest, to_stretch(x, y, piece.ax, piece.ay, piece.bx, piece.by))
    return nearest
