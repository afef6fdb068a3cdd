"""IW, SC1, HC2, SM3: what a shot meets on its way, said once for the dice that are rolled and for a shot's chances."""

from paintball_env.rules import events
from paintball_env.rules.dice import MARSHAL_SUBJECT, STOPPED, WAY
from paintball_env.rules.figures import in_order, team_of
from paintball_env.rules.ground import is_shielded
from paintball_env.rules.marshals import mark
from paintball_env.rules.state import HARD, MARSHALS, NONE, SOFT, STRIDE, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.chance import die, note


@rule(inline=True)
def way_place(world: World, start: int, goal: int, index: int) -> int:
    """IW1: the hexes that a shot goes through, from the shooter outward; at `crossed` the target's own."""
    return world.board.between[start, goal, index] if index < world.board.crossed[start, goal] else goal


@rule
def is_veiled(world: World, game: Game, start: int, goal: int) -> bool:
    """SM3: smoke on the line between."""
    for i in range(world.board.crossed[start, goal]):
        if game.smoke[way_place(world, start, goal, i)] == 1:
            return True
    return False


@rule(inline=True)
def is_figure(thing: int) -> bool:
    """What a shot meets (`thing_in_way`) is a figure."""
    return NONE < thing < MARSHAL_SUBJECT


@rule(inline=True)
def figures_in_way(game: Game, goal: int, place: int, team: int) -> int:
    """IW2, IW4: how many of a team's figures in a hex of its way a shot at `goal` meets; in the target's hex none."""
    return game.present[team, place] if place != goal else 0


@rule(inline=True)
def cover_in_way(world: World, game: Game, start: int, goal: int, place: int) -> bool:
    """SC1, HC2: cover in a hex of its way that a shot meets; hard cover only in the target's hex."""
    return game.cover[place] == SOFT or (place == goal and is_shielded(world, game, start, goal))


@rule
def things_in_way(world: World, game: Game, start: int, goal: int, place: int) -> int:
    """IW2: how many things a shot meets in a hex of its way (`way_place`): figures, Marshals, cover."""
    things = 1 if cover_in_way(world, game, start, goal, place) else 0
    if place == goal:
        return things
    for index in range(MARSHALS):
        if game.marshal[index].hex == place:
            things += 1
    return things + figures_in_way(game, goal, place, 0) + figures_in_way(game, goal, place, 1)


@rule
def things_on_way(world: World, game: Game, start: int, goal: int) -> int:
    """IW2: how many things a shot meets on its whole way."""
    things = 0
    for i in range(world.board.crossed[start, goal] + 1):
        things += things_in_way(world, game, start, goal, way_place(world, start, goal, i))
    return things


@rule
def thing_in_way(game: Game, team: int, goal: int, place: int, rank: int) -> int:
    """IW4: the thing of this rank, from 0, in a hex of the way of a shot by `team`, as a subject of the dice.

    The shooter's team by number, then the other by number, then Marshals (W2), then cover: for that NONE.
    """
    if place == goal:
        return NONE
    for t in range(2):
        side = team if t == 0 else 1 - team
        figures = figures_in_way(game, goal, place, side)
        if rank < figures:
            for number in range(game.figure.shape[1]):
                if game.figure[side, number].hex == place:
                    if rank == 0:
                        return STRIDE * side + number
                    rank -= 1
        rank -= figures
    for i in range(MARSHALS):
        index = in_order(team, i)
        if game.marshal[index].hex == place:
            if rank == 0:
                return MARSHAL_SUBJECT + index
            rank -= 1
    return NONE


@rule
def note_met(game: Game, chance: Chance, who: int, thing: int, place: int, stopped: bool) -> None:
    """IW3: what a shot has met in a hex of its way (`thing_in_way`), and whether it has stopped it."""
    how = int(stopped)
    if thing != NONE:
        kind = events.FIGURE_IN_WAY if is_figure(thing) else events.MARSHAL_IN_WAY
        note(chance, kind, who=who, whom=thing, place=place, how=how)
    elif game.cover[place] == SOFT:
        note(chance, events.SOFT_IN_WAY, who=who, place=place, how=how)
    else:
        note(chance, events.HARD_IN_WAY, who=who, place=place, value=game.cover[place] - HARD, how=how)


@rule
def is_stopped(world: World, game: Game, chance: Chance, who: int, start: int, goal: int) -> bool:
    """IW1-IW4, SC1, HC2: a die that has hit meets what is in its way, outward; a figure that stops it is hit."""
    for i in range(world.board.crossed[start, goal] + 1):
        place = way_place(world, start, goal, i)
        for rank in range(things_in_way(world, game, start, goal, place)):
            thing = thing_in_way(game, team_of(who), goal, place, rank)
            stopped = die(game, chance, WAY, who, world.rules.way) == STOPPED
            note_met(game, chance, who, thing, place, stopped)
            if stopped:
                if is_figure(thing):
                    mark(world, game, chance, thing, start)
                return True
    return False
