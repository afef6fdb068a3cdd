"""What the chapters ask of the ground: here hexes, by the board's tables (`rules/board.py`)."""

from paintball_env.rules.state import HARD, NONE, SOFT, STRIDE, Game, World
from paintball_env.rules.terrain import BASE
from tabletop.compiled.compiling import jitable, rule

AT_HAND = 0  # a walk so long is none: a Marshal is with the figure


# Who is where.


@jitable
def are_together(place: int, other: int) -> bool:
    """OT2: those in the two places are in the same hex."""
    return place == other


@jitable
def spot_of(place: int) -> int:
    """Where a thing lies that has been left, or thrown, where a figure is."""
    return place


@jitable
def is_at(place: int, spot: int) -> bool:
    """FL1: a figure in a place is where a flag lies."""
    return place == spot


@jitable
def is_entered(start: int, end: int, spot: int) -> bool:
    """FL1: by its move a figure has come to where a flag lies."""
    return end == spot


@jitable
def is_in_base(world: World, place: int, base: int) -> bool:
    """FL3: the place is in the base."""
    return place == base


@rule(inline=True)
def put_in(world: World, game: Game, who: int, place: int) -> None:
    """Place a figure in a hex."""
    game.figure[who // STRIDE, who % STRIDE].hex = place
    game.present[who // STRIDE, place] += 1


@rule(inline=True)
def leave(game: Game, who: int) -> None:
    """A figure goes out of its hex."""
    game.present[who // STRIDE, game.figure[who // STRIDE, who % STRIDE].hex] -= 1


@jitable
def clear_act(game: Game) -> None:
    """An act is resolved: the ground keeps nothing of it."""


@jitable
def clear_ground(game: Game) -> None:
    """Nothing lies on an empty board: all is 0."""


# Bases, bunkers, trenches.


@rule
def works_at(world: World, place: int) -> int:
    """EN: the base, bunker or trench that the place is in; NONE: in the open."""
    return world.board.works[place]


@rule
def room_in(world: World, game: Game, team: int, place: int) -> int:
    """EN4: how many more figures of the team the hex holds; without a limit as many as a team can have."""
    if world.board.works[place] == NONE:
        return STRIDE
    own = game.present[team, place]
    return min(world.rules.works_team - own, world.rules.works_all - own - game.present[1 - team, place])


@rule
def has_room(world: World, game: Game, team: int, place: int) -> bool:
    """EN4: at most 2 figures of one team in a base, bunker or trench hex, and 3 in all."""
    return room_in(world, game, team, place) > 0


@jitable
def is_closed(world: World, team: int, place: int) -> bool:
    """SN2: the hex is the team's own base, and no figure may be in that."""
    return world.rules.own_base_closed == 1 and place == world.board.home[team]


@rule
def holds_sentries(world: World, place: int) -> bool:
    """EN3: a sentry may stand in the hex: not in a bunker or trench, nor (but for the switch) in a base."""
    if world.board.works[place] == NONE:
        return True
    return world.rules.sentry_in_base == 1 and world.board.terrain[place] == BASE


@rule(inline=True)
def is_entrenched(world: World, start: int, goal: int) -> bool:
    """EN1, EN6: a target there, shot at from `start`."""
    works = world.board.works[goal]
    return works != NONE and works != world.board.works[start]


# Lines.


@rule(inline=True)
def gap(world: World, start: int, goal: int) -> int:
    """SH1, SH7: the range of a shot, in hexes."""
    return world.board.distance[start, goal]


@rule(inline=True)
def has_line(world: World, start: int, goal: int) -> bool:
    """SH-LOS1-3: a shot has its line: on the board, over no hill."""
    return world.board.line[start, goal] == 1


@rule(inline=True)
def sees(world: World, start: int, facing: int, goal: int) -> bool:
    """BS1: a figure in `start`, facing there, sees the hex."""
    return world.rules.blind_spots == 0 or (world.board.sees[start, goal] >> facing) & 1 == 1


@rule
def is_shielded(world: World, game: Game, start: int, goal: int) -> bool:
    """HC1: hard cover in the target's hex stands against shots from `start`."""
    cover = game.cover[goal]
    return cover >= HARD and (world.board.shields[goal, start] >> (cover - HARD)) & 1 == 1


@rule(inline=True)
def in_soft_cover(world: World, game: Game, start: int, goal: int) -> bool:
    """SC1, SV2: a figure there is in soft cover against a shot from `start`."""
    return game.cover[goal] == SOFT


# Marshals' walks.


@rule(inline=True)
def march(world: World, start: int, goal: int) -> int:
    """PC3: how long a Marshal's walk is, to be compared with others: in steps."""
    return world.board.steps[start, goal]


@jitable
def march_of(hexes: int) -> int:
    """MF3, PC1, MF6: how long a walk of so many hexes is."""
    return hexes
