"""SN1-SN4, BO3, BS3: where things are placed in set-up."""

from paintball_env.on_table.rules.ground import (
    BODY,
    HEADINGS,
    VECTORS,
    WORKS,
    fits,
    hard_ends,
    hard_ends_at,
    lie_on_each_other,
    squared,
    standing,
    xy,
)
from paintball_env.on_table.rules.numbering import rings_of, start_point
from paintball_env.on_table.rules.shape import MOST_HARD, MOST_SOFT
from paintball_env.on_table.rules.steps import no_stand
from paintball_env.rules import events
from paintball_env.rules.figures import usual_facing
from paintball_env.rules.reasons import COVERED, FLAG_FAR, MARSHAL_FAR, NO_HEADING, OUT_OF_START
from paintball_env.rules.state import HARD, HARD_PIECE, NONE, SOFT, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import note
from tabletop.game.headings import heading_toward
from tabletop.game.open_table import place as point_of
from tabletop.game.open_table import stretch_sign, stretches_cross, stretches_nearer

PIECE_HEADINGS = HEADINGS // 2  # BO3: of hard cover, E to WNW


@rule
def soft_fits(world: World, game: Game, place: int) -> bool:
    """BO3: a piece of soft cover lies on the table and overlaps nothing."""
    radius = int(world.board.soft_radius)
    x, y = xy(place)
    if not fits(world, x, y, radius):
        return False
    for i in range(world.board.rows):
        row = world.board.row[i]
        if stretch_sign(x, y, row[0], row[1], row[2], row[3], radius + WORKS) < 0:
            return False
    for i in range(MOST_SOFT):
        if game.soft[i] == NONE:
            break
        if squared(game.soft[i], place) < 4 * radius * radius:
            return False
    for i in range(MOST_HARD):
        if game.hard[i] == NONE:
            break
        ax, ay, bx, by = hard_ends(world, game, i)
        if stretch_sign(x, y, ax, ay, bx, by, radius) < 0:
            return False
    return True


@rule
def hard_fits(world: World, game: Game, place: int, heading: int) -> bool:
    """BO3: a piece of hard cover lies on the table and overlaps nothing."""
    ax, ay, bx, by = hard_ends_at(world, place, heading)
    if not fits(world, ax, ay, 0) or not fits(world, bx, by, 0):
        return False
    for i in range(world.board.rows):
        row = world.board.row[i]
        if stretches_nearer(ax, ay, bx, by, row[0], row[1], row[2], row[3], WORKS):
            return False
    for i in range(MOST_SOFT):
        if game.soft[i] == NONE:
            break
        x, y = xy(game.soft[i])
        if stretch_sign(x, y, ax, ay, bx, by, world.board.soft_radius) < 0:
            return False
    for i in range(MOST_HARD):
        if game.hard[i] == NONE:
            break
        other = hard_ends(world, game, i)
        if stretches_cross(ax, ay, bx, by, other[0], other[1], other[2], other[3]):
            return False
        if lie_on_each_other(ax, ay, bx, by, other):
            return False
    return True


@rule
def no_cover(world: World, game: Game, hex: int) -> int:
    """SN4, BO3: what forbids the piece at a point for cover: it overlaps something, with all its headings."""
    if game.kind != HARD_PIECE:
        return ALLOWED if soft_fits(world, game, hex) else COVERED
    for heading in range(PIECE_HEADINGS):
        if hard_fits(world, game, hex, heading):
            return ALLOWED
    return COVERED


@rule
def no_heading(world: World, game: Game, direction: int) -> int:
    """SN4, BO3: what forbids a heading of the hard piece: with it it overlaps something."""
    return ALLOWED if hard_fits(world, game, game.place, direction) else NO_HEADING


@rule
def lay_cover(game: Game, place: int, cover: int) -> None:
    """SN4: a piece is there from now on: SOFT, or HARD + its heading. Pieces are in order (W2)."""
    if cover == SOFT:
        index = 0
        while game.soft[index] != NONE:
            index += 1
        while index > 0 and game.soft[index - 1] > place:
            game.soft[index] = game.soft[index - 1]
            index -= 1
        game.soft[index] = place
        return
    index = 0
    while game.hard[index] != NONE:
        index += 1
    while index > 0 and game.hard[index - 1] > place:
        game.hard[index] = game.hard[index - 1]
        game.heading[index] = game.heading[index - 1]
        index -= 1
    game.hard[index] = place
    game.heading[index] = cover - HARD


@rule
def is_near_home(world: World, team: int, start: int) -> bool:
    """SN1: the team's flag and Marshal may be placed there: on a ring but the first, or as a file lists."""
    rings = rings_of(world)
    if world.board.lists_near[team] == 1:
        return start >= rings and world.board.may_be_near[team, start - rings] == 1
    x, y = xy(start_point(world, team, start))
    return HEADINGS <= start < rings and fits(world, x, y, BODY)


@rule
def no_flag(world: World, team: int, start: int) -> int:
    """SN1: what forbids to put the own flag at a point of the start."""
    return ALLOWED if is_near_home(world, team, start) else FLAG_FAR


@rule
def no_marshal(world: World, team: int, start: int) -> int:
    """SN1: what forbids to put the own Marshal at a point of the start."""
    return ALLOWED if is_near_home(world, team, start) else MARSHAL_FAR


@rule
def is_start(world: World, team: int, start: int) -> bool:
    """SN1, SN2: the team's figures may start there, if there is room: on a ring, or as a file lists."""
    rings = rings_of(world)
    if world.board.lists_start[team] == 1:
        return start >= rings and world.board.may_start[team, start - rings] == 1
    return (HEADINGS if world.rules.own_base_closed == 1 else 0) <= start < rings


@rule
def no_deployment(world: World, game: Game, team: int, start: int) -> int:
    """SN1, SN2, OT3, EN4: what forbids a figure to start there: the start area, while there is room."""
    if not is_start(world, team, start):
        return OUT_OF_START
    place = standing(world, team, start_point(world, team, start))
    return ALLOWED if no_stand(world, game, game.actor, place) == ALLOWED else OUT_OF_START


@rule
def place_single_flag(world: World, game: Game, chance: Chance) -> None:
    """SN3, SN4: in the table's middle."""
    game.flag[0].hex = point_of(0, 0)
    note(chance, events.FLAG_SET, place=game.flag[0].hex, value=0, how=0)


@rule
def first_facing(world: World, team: int, place: int) -> int:
    """BS3: the heading of the way to the enemy's base; without blind spots the usual one."""
    if world.rules.blind_spots == 0:
        return usual_facing(team)
    ax, ay = xy(place)
    bx, by = xy(world.board.home[1 - team])
    if ax == bx and ay == by:
        return usual_facing(team)
    return heading_toward(VECTORS, bx - ax, by - ay)
