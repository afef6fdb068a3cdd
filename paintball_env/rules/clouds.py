"""GR2, GR3, PG, SM: where grenades can be thrown and land, and the smoke in the hexes."""

from paintball_env.rules import events
from paintball_env.rules.dice import CLEAR, CLEARED, HEX_SUBJECT
from paintball_env.rules.figures import figure_of
from paintball_env.rules.numbering import turned_hex
from paintball_env.rules.reasons import NOT_NEXT, OUT_OF_THROW
from paintball_env.rules.state import Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED
from tabletop.game.chance import die, note


@rule(inline=True)
def throw_reach(world: World) -> int:
    """GR2: how many hexes away a grenade can be thrown."""
    return world.rules.throw_range


@rule(inline=True)
def in_throw(world: World, start: int, place: int) -> bool:
    """GR2: a hex of the board at most 2 away from the thrower's, that one too; no line, no facing."""
    return world.board.distance[start, place] <= throw_reach(world)


@rule
def no_throw_at(world: World, game: Game, hex: int) -> int:
    """GR2: what forbids to throw the grenade in the hand at a hex."""
    return ALLOWED if in_throw(world, figure_of(game, game.actor).hex, hex) else OUT_OF_THROW


@rule
def no_landing(world: World, game: Game, hex: int) -> int:
    """GR3: what forbids a grenade to land in a hex: it must be next to the named one."""
    return ALLOWED if world.board.distance[game.place, hex] == 1 else NOT_NEXT


@rule(inline=True)
def is_in_burst(place: int, burst: int) -> bool:
    """PG1: a figure in a place is marked by paint that bursts there."""
    return place == burst


@rule(inline=True)
def is_in_smoke(game: Game, place: int) -> bool:
    """SM2: there is smoke in the place."""
    return game.smoke[place] == 1


@rule
def add_smoke(game: Game, place: int) -> bool:
    """SM1: smoke appears; False: there was some already."""
    if game.smoke[place] == 1:
        return False
    game.smoke[place] = 1
    return True


@rule
def clear_smoke(world: World, game: Game, chance: Chance) -> None:
    """SM4, TU6 (1): each smoke goes on 1 or 6, in order."""
    for i in range(world.board.hexes):
        place = turned_hex(game.acting, world.board.hexes, i)
        if game.smoke[place] == 1:
            if die(game, chance, CLEAR, HEX_SUBJECT + place, world.rules.clear) == CLEARED:
                game.smoke[place] = 0
                note(chance, events.SMOKE_CLEARED, place=place)
            else:
                note(chance, events.SMOKE_STAYED, place=place)
