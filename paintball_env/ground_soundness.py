"""What holds of the ground in every position: here of hexes. The numbers are those of `soundness.first_fault`."""

from paintball_env.rules import state
from paintball_env.rules.ground import works_at
from paintball_env.rules.moving import is_overfull, may_meet
from paintball_env.rules.state import NONE, Game, World
from tabletop.compiled.compiling import rule


@rule
def is_place(world: World, place: int) -> bool:
    """A figure or Marshal may be there: it is on the board."""
    return 0 <= place < world.board.hexes


@rule
def ground_fault(world: World, game: Game) -> int:
    """The number of the first thing that doesn't hold of the ground; 0: there is none."""
    for place in range(game.present.shape[1]):
        fault = _hex_fault(world, game, place)
        if fault > 0:
            return fault
    return 0


@rule
def _hex_fault(world: World, game: Game, place: int) -> int:
    red = blue = 0
    for number in range(game.figure.shape[1]):
        red += game.figure[0, number].hex == place
        blue += game.figure[1, number].hex == place
    if red != game.present[0, place] or blue != game.present[1, place]:
        return 13  # the counts follow from the figures
    if place >= world.board.hexes:
        return 14 if game.cover[place] != 0 or game.smoke[place] != 0 else 0
    if is_overfull(world, game, place):
        return 15  # EN4
    if red > 0 and blue > 0 and not may_meet(world, game, place):
        return 16  # MV2
    if game.cover[place] != 0 and works_at(world, place) != NONE:
        return 14  # BO3
    if game.cover[place] < 0 or game.cover[place] > state.HARD + 5 or game.smoke[place] < 0 or game.smoke[place] > 1:
        return 14
    return 0
