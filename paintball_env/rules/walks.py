"""MF3, PC2, PC3, EN5: how Marshals walk from hex to hex, and make room."""

from paintball_env.rules import events
from paintball_env.rules.dice import ASIDE, MARSHAL_SUBJECT, STEP_LOT
from paintball_env.rules.figures import in_order
from paintball_env.rules.state import MARSHALS, NONE, RED, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.chance import lot, note

# The neighbours of a hex in reading order, as directions: NW, NE, W, E, SW, SE.
_READING = (2, 1, 3, 0, 4, 5)


@rule(inline=True)
def next_to(world: World, game: Game, place: int, index: int) -> int:
    """W2: the neighbour of a hex at this place of the order; NONE off the board."""
    return world.board.neighbour[place, _READING[index if game.acting == RED else 5 - index]]


@rule(inline=True)
def is_full(world: World, game: Game, place: int) -> bool:
    """EN4, EN5: a base, bunker or trench hex that holds all the figures it can."""
    return world.board.works[place] != NONE and game.present[0, place] + game.present[1, place] >= world.rules.works_all


@rule
def has_to_leave(world: World, game: Game, index: int) -> bool:
    """EN5: a Marshal who doesn't attend leaves a full hex."""
    marshal = game.marshal[index]
    return marshal.hex != NONE and marshal.attends == NONE and is_full(world, game, marshal.hex)


@rule
def step_aside(world: World, game: Game, chance: Chance, index: int) -> None:
    """EN5: a Marshal who has to leave goes, by lot, to a hex next to his that isn't full; there is none: he stays."""
    marshal = game.marshal[index]
    if not has_to_leave(world, game, index):
        return
    candidates = 0
    for i in range(6):
        place = next_to(world, game, marshal.hex, i)
        if place != NONE and not is_full(world, game, place):
            candidates += 1
    if candidates == 0:
        return
    skip = lot(game, chance, ASIDE, MARSHAL_SUBJECT + index, candidates)
    for i in range(6):
        place = next_to(world, game, marshal.hex, i)
        if place != NONE and not is_full(world, game, place):
            if skip == 0:
                subject = MARSHAL_SUBJECT + index
                note(chance, events.MARSHAL_ASIDE, who=subject, start=marshal.hex, place=place, value=candidates)
                marshal.hex = place
                return
            skip -= 1


@rule
def make_room(world: World, game: Game, chance: Chance, place: int) -> None:
    """EN5: the Marshals in a hex that a figure has entered, in order."""
    for i in range(MARSHALS):
        index = in_order(game.acting, i)
        if game.marshal[index].hex == place:
            step_aside(world, game, chance, index)


@rule
def walk(world: World, game: Game, chance: Chance, index: int, goal: int) -> None:
    """PC2, PC3, MF3: a Marshal walks 2 hexes toward a hex along a shortest way, each step by lot."""
    marshal = game.marshal[index]
    for _ in range(world.rules.walk):
        distance = world.board.steps[marshal.hex, goal]
        candidates = 0
        for i in range(6):
            place = next_to(world, game, marshal.hex, i)
            if place != NONE and world.board.steps[place, goal] < distance:
                candidates += 1
        if candidates == 0:
            return
        skip = lot(game, chance, STEP_LOT, MARSHAL_SUBJECT + index, candidates)
        for i in range(6):
            place = next_to(world, game, marshal.hex, i)
            if place != NONE and world.board.steps[place, goal] < distance:
                if skip == 0:
                    subject = MARSHAL_SUBJECT + index
                    note(chance, events.MARSHAL_STEPPED, who=subject, start=marshal.hex, place=place, value=candidates)
                    marshal.hex = place
                    break
                skip -= 1


@rule
def come(world: World, game: Game, index: int, goal: int) -> None:
    """PC1: a Marshal who checks comes into the figure's hex."""
    game.marshal[index].hex = goal
