"""What many shots of one position have in common (`paintball_env.cached_chances`): here what is in the hexes."""

from paintball_env.chances import falls
from paintball_env.rules.in_the_way import things_in_way
from paintball_env.rules.state import LARGE, NONE, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.header import Record, record

KEPT = record(
    ("falls", "f8", (LARGE.hexes,)),  # chance that a hit in the hex puts out (`falls_in`); -1: not asked for yet
    ("things", "i4", (LARGE.hexes,)),  # how many things a shot meets in the hex
)


@rule
def keep(world: World, game: Game, kept: Record) -> bool:
    """Begin to keep what is known of a position, in a record KEPT; True: there is smoke on the board."""
    smoky = 0
    for place in range(world.board.hexes):
        kept.falls[place] = -1.0
        kept.things[place] = things_in_way(world, game, NONE, NONE, place)
        smoky |= game.smoke[place]
    return smoky == 1


@rule(inline=True)
def falls_in(world: World, game: Game, place: int, kept: Record) -> float:
    """`chances.falls` in a place, from wherever the hit comes."""
    if kept.falls[place] < 0.0:
        kept.falls[place] = falls(world, game, place, place)
    return kept.falls[place]


@rule(inline=True)
def falls_from(world: World, game: Game, start: int, place: int, kept: Record) -> float:
    """`chances.falls`."""
    return falls_in(world, game, place, kept)


@rule(inline=True)
def things_met(world: World, game: Game, start: int, goal: int, left: int, kept: Record) -> int:
    """How many things a shot meets on its way, a figure in the place `left` left out; NONE: none."""
    things = things_in_way(world, game, start, goal, goal)
    for i in range(world.board.crossed[start, goal]):
        place = world.board.between[start, goal, i]
        things += kept.things[place] - int(place == left)
    return things
