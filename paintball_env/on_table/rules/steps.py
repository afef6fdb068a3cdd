"""OT3, MV1, MV2, EN4: where figures may stand, what bars their ways, and moves along headings and to places."""

from paintball_env.on_table.rules.ground import (
    BODY,
    HEADINGS,
    HEX,
    TOGETHER,
    VECTORS,
    WORKS,
    along,
    fits,
    hard_ends,
    is_near,
    on_way,
    part_of,
    room_in_part,
    squared,
    standing,
    toward,
    xy,
)
from paintball_env.on_table.rules.numbering import place_named
from paintball_env.on_table.rules.shape import MOST_HARD
from paintball_env.rules.figures import figure_of, team_of
from paintball_env.rules.moving import go_to, no_step
from paintball_env.rules.reasons import HELD_BY_ENEMIES, NO_PLACE_TO_GO, NO_ROOM, NO_STAND, OWN_BASE
from paintball_env.rules.state import NONE, STRIDE, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.headings import heading_toward
from tabletop.game.open_table import place as point_of
from tabletop.game.open_table import side

NOBODY = 0  # of groups (CH1), bits of enemies' numbers


@rule
def no_stand(world: World, game: Game, who: int, place: int) -> int:
    """OT3: what forbids the figure's base to be there: the table's edge, others, hard pieces, full works (EN4)."""
    x, y = xy(place)
    if not fits(world, x, y, BODY):
        return NO_STAND
    for team in range(2):
        for number in range(game.figure.shape[1]):
            other = game.figure[team, number].hex
            if other != NONE and STRIDE * team + number != who and squared(place, other) < 4 * BODY * BODY:
                return NO_STAND
    for i in range(MOST_HARD):
        if game.hard[i] == NONE:
            break
        ax, ay, bx, by = hard_ends(world, game, i)
        if side(ax, ay, bx, by, x, y) == 0 and (x - ax) * (x - bx) + (y - ay) * (y - by) <= 0:
            return NO_STAND
    part, start = part_of(place), figure_of(game, who).hex
    if part == NONE or (start != NONE and part_of(start) == part):
        return ALLOWED
    return no_room(world, game, team_of(who), part)


@rule
def no_room(world: World, game: Game, team: int, part: int) -> int:
    """EN4, SN2: what forbids one more figure of the team in a part of works."""
    if room_in_part(world, game, team, part) > 0:
        return ALLOWED
    closed = world.rules.own_base_closed == 1 and world.board.part[part] == world.board.home[team]
    return OWN_BASE if closed else NO_ROOM


@rule
def leads_away(start: int, end: int, spot: int) -> bool:
    """MV2: a way doesn't lead nearer to a place."""
    ax, ay = xy(start)
    bx, by = xy(end)
    px, py = xy(spot)
    return (bx - ax) * (px - ax) + (by - ay) * (py - ay) <= 0


@rule
def is_held_by(enemy: int, start: int, end: int) -> bool:
    """MV2: an enemy in a place bars a way."""
    if on_way(enemy, start, end, 2 * BODY) < 0:
        return True
    if part_of(enemy) != NONE or on_way(enemy, start, end, TOGETHER) > 0:
        return False
    return not (is_near(start, enemy, TOGETHER) and leads_away(start, end, enemy))


@rule
def enters(world: World, part: int, start: int, end: int) -> bool:
    """EN4: a way enters a part of works: it doesn't begin in it, and ends in it or comes within 50 mm of its middle."""
    if part_of(start) == part:
        return False
    if part_of(end) == part:
        return True
    middle = world.board.part[part]
    if leads_away(start, end, middle):  # its first point, which doesn't count, is the nearest
        return squared(middle, start) < WORKS * WORKS
    return on_way(middle, start, end, WORKS) <= 0


@rule
def no_way(world: World, game: Game, who: int, start: int, end: int, group: int) -> int:
    """MV2, EN4: what bars a figure's way: enemies, but for a charged group (bits), and parts of works.

    `start` and `end` are places of figures of its team.
    """
    team = team_of(who)
    for number in range(game.figure.shape[1]):
        enemy = game.figure[1 - team, number].hex
        if enemy != NONE and (group >> number) & 1 == 0 and is_held_by(enemy, start, end):
            return HELD_BY_ENEMIES
    for part in range(world.board.parts):
        if enters(world, part, start, end):
            reason = no_room(world, game, team, part)
            if reason != ALLOWED:
                return reason
            if world.rules.enter_defended == 0 and is_defended(game, 1 - team, part, group):
                return HELD_BY_ENEMIES
    return ALLOWED


@rule
def is_defended(game: Game, team: int, part: int, group: int) -> bool:
    """EN4: a figure of the team, not of the group, is in a part of works."""
    for number in range(game.figure.shape[1]):
        place = game.figure[team, number].hex
        if place != NONE and part_of(place) == part and (group >> number) & 1 == 0:
            return True
    return False


@rule
def no_end(world: World, game: Game, who: int, point: int) -> int:
    """MV1: what forbids a figure to move straight to a point: where it is is none, either."""
    start = figure_of(game, who).hex
    if squared(start, point) == 0:
        return NO_STAND
    end = standing(world, team_of(who), point)
    reason = no_stand(world, game, who, end)
    return reason if reason != ALLOWED else no_way(world, game, who, start, end, NOBODY)


@rule
def end_of_way(start: int, way: int) -> int:
    """MV1: the point 5 or 10 cm along a heading: the way is 16 · (0 or 1) + heading."""
    x, y = xy(start)
    dx, dy = along(way % HEADINGS, 50 * (way // HEADINGS + 1))
    return point_of(x + dx, y + dy)


@rule
def end_of_going(start: int, place: int) -> int:
    """MV1: where a move to a place ends: there if it is within 10 cm, else 100 mm toward it."""
    return place if is_near(start, place, HEX) else toward(start, place, HEX)


@rule
def no_move(world: World, game: Game, who: int, direction: int) -> int:
    """MV1: what forbids a ready figure to move 5 or 10 cm along a heading."""
    reason = no_step(world, game, who)
    return reason if reason != ALLOWED else no_end(world, game, who, end_of_way(figure_of(game, who).hex, direction))


@rule
def no_place(world: World, game: Game, named: int) -> int:
    """MV1: what forbids the actor to go to a named place."""
    place = place_named(world, game, named)
    if place == NONE:
        return NO_PLACE_TO_GO
    return no_end(world, game, game.actor, end_of_going(figure_of(game, game.actor).hex, place))


@rule
def no_going(world: World, game: Game, who: int) -> int:
    """MV1: what forbids a ready figure to go to any place."""
    reason = no_step(world, game, who)
    if reason != ALLOWED:
        return reason
    start = figure_of(game, who).hex
    for number in range(world.board.places):
        place = place_named(world, game, number)
        if place != NONE and no_end(world, game, who, end_of_going(start, place)) == ALLOWED:
            return ALLOWED
    return NO_PLACE_TO_GO


@rule
def heading_of(start: int, end: int) -> int:
    """OT4: the heading of a way."""
    ax, ay = xy(start)
    bx, by = xy(end)
    return heading_toward(VECTORS, bx - ax, by - ay)


@rule
def move(world: World, game: Game, chance: Chance, who: int, direction: int) -> None:
    """MV1: a move along a heading."""
    go_to(world, game, chance, who, end_of_way(figure_of(game, who).hex, direction), direction % HEADINGS)


@rule
def go_straight(world: World, game: Game, chance: Chance, who: int, point: int) -> None:
    """MV1, CH2, BS2: a move to a point within 10 cm, facing the way's heading."""
    go_to(world, game, chance, who, point, heading_of(figure_of(game, who).hex, point))
