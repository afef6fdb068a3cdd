"""What many shots of one position have in common (`paintball_env.cached_chances`): what may be in their way.

Most of it is far from a line: that is seen from its middle alone, and of what is left the rules are asked.
"""

from paintball_env.chances import falls, share
from paintball_env.on_table.rules.ground import is_range_0, xy
from paintball_env.on_table.rules.in_the_way import LAST, middle_of, next_rank, place_in_way, reach_of_thing
from paintball_env.on_table.rules.shape import MOST_HARD, MOST_SOFT
from paintball_env.rules.dice import CHECKED_OUT, SAVED
from paintball_env.rules.marshals import is_checked, save_classes
from paintball_env.rules.state import LARGE, MARSHALS, NONE, STRIDE, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record, record

FIGURES = 2 * STRIDE  # ranks of figures are lower
MOST_THINGS = 2 * LARGE.figures + MARSHALS + MOST_SOFT + MOST_HARD

KEPT = record(
    ("x", "i8", (MOST_THINGS,)),  # middles of figures, Marshals and cover …
    ("y", "i8", (MOST_THINGS,)),
    ("reach", "i8", (MOST_THINGS,)),  # … how far they reach from there, squared …
    ("place", "i4", (MOST_THINGS,)),
    ("rank", "i4", (MOST_THINGS,)),  # … and their ranks as a shot by Red meets them (`rules.in_the_way`)
    ("things", "i4"),  # how many these are
    ("checked", "i4"),  # the place last asked about where a Marshal would check a hit (PC1) …
    ("unchecked", "i4"),  # … and where none would
    ("spare", "i4"),
)


@rule
def keep(world: World, game: Game, kept: Record) -> bool:
    """Begin to keep what is known of a position, in a record KEPT; True: there is smoke on the table."""
    kept.checked = kept.unchecked = NONE
    kept.things = 0
    rank = 0
    while rank < LAST:
        place = middle_of(game, 0, rank)
        if place != NONE:
            reach = reach_of_thing(world, rank)
            kept.x[kept.things], kept.y[kept.things] = xy(place)
            kept.reach[kept.things] = reach * reach
            kept.place[kept.things], kept.rank[kept.things] = place, rank
            kept.things += 1
        rank = next_rank(game, rank)
    return game.cloud[0] != NONE


@rule
def is_checked_in(world: World, game: Game, place: int, kept: Record) -> bool:
    """`marshals.is_checked`, kept for the place last asked about."""
    if place == kept.checked:
        return True
    if place == kept.unchecked:
        return False
    if is_checked(world, game, place):
        kept.checked = place
        return True
    kept.unchecked = place
    return False


@rule
def falls_in(world: World, game: Game, place: int, kept: Record) -> float:
    """Chance that a hit in a place puts out, from wherever it comes: soft cover counts for who stands in it."""
    return falls(world, game, place, place)


@rule
def falls_from(world: World, game: Game, start: int, place: int, kept: Record) -> float:
    """`chances.falls`."""
    if not is_checked_in(world, game, place, kept):
        return 0.0
    return (1.0 - share(save_classes(world, game, start, place), SAVED)) * share(world.rules.check, CHECKED_OUT)


@rule
def things_met(world: World, game: Game, start: int, goal: int, left: int, kept: Record) -> int:
    """How many things a shot meets on its way, a figure in the place `left` left out; NONE: none."""
    return met_between(world, game, start, goal, left, 0, LAST, kept)


@rule
def met_between(world: World, game: Game, start: int, goal: int, left: int, first: int, end: int, kept: Record) -> int:
    """How many things of ranks from `first` to before `end` a shot meets on its way (IW2)."""
    if is_range_0(start, goal):
        return 0
    ax, ay = xy(start)
    bx, by = xy(goal)
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    things = 0
    for i in range(kept.things):
        ux, uy, reach, rank = kept.x[i] - ax, kept.y[i] - ay, kept.reach[i], kept.rank[i]
        along, across = ux * dx + uy * dy, ux * dy - uy * dx
        if across * across > reach * length or rank < first or rank >= end:
            continue
        if rank < FIGURES and (kept.place[i] == start or kept.place[i] == goal):
            continue
        if along < 0:
            is_far = ux * ux + uy * uy > reach
        else:
            is_far = along > length and (ux - dx) * (ux - dx) + (uy - dy) * (uy - dy) > reach
        if not is_far:
            place = place_in_way(world, game, 0, start, goal, rank)
            if place != NONE and place != left:
                things += 1
    return things
