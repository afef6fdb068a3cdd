"""IW, SC1, HC2, SM3, SH6 (4): what a shot meets on its line, said once for dice that are rolled and for chances.

What is met is ordered by how far it is along the line, then by a rank (IW4): the shooter's team by number, the other
team, Marshals (W2), soft cover, hard cover.
"""

from paintball_env.on_table.rules.ground import (
    AT_HAND,
    BODY,
    TOGETHER,
    are_together,
    is_near,
    is_range_0,
    is_soft_of_shooter,
    on_way,
    shields,
    soft_on_way,
    squared,
    xy,
)
from paintball_env.on_table.rules.shape import MOST_CLOUDS, MOST_HARD, MOST_SOFT
from paintball_env.rules import events
from paintball_env.rules.dice import MARSHAL_SUBJECT, STOPPED, WAY
from paintball_env.rules.figures import in_order
from paintball_env.rules.marshals import mark
from paintball_env.rules.state import MARSHALS, NONE, STRIDE, Chance, Game, World
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.chance import die, note

_MARSHAL = 2 * STRIDE  # ranks
_SOFT = _MARSHAL + MARSHALS
_HARD = _SOFT + MOST_SOFT
LAST = _HARD + MOST_HARD  # behind the last rank


@rule
def is_veiled(world: World, game: Game, start: int, goal: int) -> bool:
    """SM3: the line crosses the inside of a cloud in which neither end is."""
    if is_range_0(start, goal):
        return False
    for i in range(MOST_CLOUDS):
        cloud = game.cloud[i]
        if cloud == NONE:
            break
        if on_way(cloud, start, goal, TOGETHER) < 0:
            if not is_near(cloud, start, TOGETHER) and not is_near(cloud, goal, TOGETHER):
                return True
    return False


@jitable
def is_figure(thing: int) -> bool:
    """What a shot meets, as a subject of the dice, is a figure."""
    return NONE < thing < MARSHAL_SUBJECT


@rule
def middle_of(game: Game, team: int, rank: int) -> int:
    """Where the thing of a rank is, for a shot by `team`; NONE: there is none."""
    if rank < _MARSHAL:
        side = team if rank < STRIDE else 1 - team
        return game.figure[side, rank % STRIDE].hex if rank % STRIDE < game.figure.shape[1] else NONE
    if rank < _SOFT:
        return game.marshal[in_order(team, rank - _MARSHAL)].hex
    return game.soft[rank - _SOFT] if rank < _HARD else game.hard[rank - _HARD]


@rule
def reach_of_thing(world: World, rank: int) -> int:
    """BO3, OT1: how many mm the thing of a rank reaches from its middle, to any side."""
    if rank < _SOFT:
        return BODY
    return world.board.soft_radius if rank < _HARD else world.board.hard_half


@rule
def place_in_way(world: World, game: Game, team: int, start: int, goal: int, rank: int) -> int:
    """IW2: where the thing of a rank is, if a shot by `team` meets it on its way; else NONE."""
    place = middle_of(game, team, rank)
    if place == NONE:
        return NONE
    if rank >= _HARD:
        return place if shields(world, game, rank - _HARD, start, goal) else NONE
    if rank >= _SOFT:
        bars = soft_on_way(world, game, rank - _SOFT, start, goal)
        return place if bars and not is_soft_of_shooter(world, game, rank - _SOFT, start, goal) else NONE
    if on_way(place, start, goal, BODY) >= 0:
        return NONE
    if rank >= _MARSHAL:
        return place if squared(place, start) > AT_HAND and squared(place, goal) > AT_HAND else NONE
    return place if not are_together(place, start) and not are_together(place, goal) else NONE


@rule
def is_end(game: Game, rank: int) -> bool:
    """No piece of cover of this rank is on the table, nor of those of its kind behind it."""
    if rank >= _HARD:
        return game.hard[rank - _HARD] == NONE
    return rank >= _SOFT and game.soft[rank - _SOFT] == NONE


@rule
def next_rank(game: Game, rank: int) -> int:
    """The next rank that there may be something of."""
    rank += 1
    if rank < _MARSHAL:
        return rank if rank % STRIDE < game.figure.shape[1] else rank // STRIDE * STRIDE + STRIDE
    while rank < LAST and is_end(game, rank):
        rank = _HARD if rank < _HARD else LAST
    return rank


@rule
def how_far(place: int, start: int, goal: int) -> int:
    """SH6: how far along the line a thing is: by the product of the ways to it and to the target."""
    ax, ay = xy(start)
    bx, by = xy(goal)
    px, py = xy(place)
    return (px - ax) * (bx - ax) + (py - ay) * (by - ay)


@rule
def things_on_way(world: World, game: Game, start: int, goal: int) -> int:
    """IW2: how many things a shot meets on its whole way."""
    things = 0
    rank = 0
    while rank < LAST and not is_range_0(start, goal):
        if place_in_way(world, game, 0, start, goal, rank) != NONE:
            things += 1
        rank = next_rank(game, rank)
    return things


@rule
def next_thing(world: World, game: Game, team: int, start: int, goal: int, far: int, last: int) -> int:
    """IW4: the rank of what a shot by `team` meets next, behind the one of rank `last`, so far along; NONE: nothing."""
    best = NONE
    best_far = 0
    rank = 0
    while rank < LAST and not is_range_0(start, goal):
        place = place_in_way(world, game, team, start, goal, rank)
        if place != NONE:
            distance = how_far(place, start, goal)
            is_behind = distance > far or (distance == far and rank > last)
            if is_behind and (best == NONE or distance < best_far):
                best, best_far = rank, distance
        rank = next_rank(game, rank)
    return best


@rule
def subject_of(team: int, rank: int) -> int:
    """What a shot by `team` meets, by its rank, as a subject of the dice; cover: NONE."""
    if rank < _MARSHAL:
        return STRIDE * (team if rank < STRIDE else 1 - team) + rank % STRIDE
    return MARSHAL_SUBJECT + in_order(team, rank - _MARSHAL) if rank < _SOFT else NONE


@rule
def is_stopped(world: World, game: Game, chance: Chance, who: int, start: int, goal: int) -> bool:
    """IW1-IW4, SC1, HC2: a die that has hit meets what is in its way, outward; a figure that stops it is hit."""
    team = who // STRIDE
    far = last = NONE
    while True:
        rank = next_thing(world, game, team, start, goal, far, last)
        if rank == NONE:
            return False
        place = place_in_way(world, game, team, start, goal, rank)
        far, last = how_far(place, start, goal), rank
        thing = subject_of(team, rank)
        stopped = die(game, chance, WAY, who, world.rules.way) == STOPPED
        note_met(game, chance, who, thing, place, rank, stopped)
        if stopped:
            if is_figure(thing):
                mark(world, game, chance, thing, start)
            return True


@rule
def note_met(game: Game, chance: Chance, who: int, thing: int, place: int, rank: int, stopped: bool) -> None:
    """IW3: what a shot has met on its way, and whether it has stopped it."""
    how = int(stopped)
    if thing != NONE:
        kind = events.FIGURE_IN_WAY if is_figure(thing) else events.MARSHAL_IN_WAY
        note(chance, kind, who=who, whom=thing, place=place, how=how)
    elif rank < _HARD:
        note(chance, events.SOFT_IN_WAY, who=who, place=place, how=how)
    else:
        note(chance, events.HARD_IN_WAY, who=who, place=place, value=game.heading[rank - _HARD], how=how)
