"""MV: steps from hex to hex, and what forbids them."""

from paintball_env.rules.figures import figure_of, team_of
from paintball_env.rules.ground import has_room, is_closed
from paintball_env.rules.moving import go_to, no_step
from paintball_env.rules.reasons import HELD_BY_ENEMIES, NO_HEX, NO_ROOM, OWN_BASE
from paintball_env.rules.state import NONE, Chance, Game, World
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED


@rule
def is_held(world: World, game: Game, team: int, place: int) -> bool:
    """MV2, EN4: enemies in the hex keep figures of the team from entering it by a move."""
    if game.present[1 - team, place] == 0:
        return False
    return world.board.works[place] == NONE or world.rules.enter_defended == 0


@rule
def no_entry(world: World, game: Game, team: int, place: int) -> int:
    """MV1, SN2, EN4, MV2: what forbids a figure of the team to enter the hex by a move."""
    if place == NONE:
        return NO_HEX
    if is_closed(world, team, place):
        return OWN_BASE
    if not has_room(world, game, team, place):
        return NO_ROOM
    return HELD_BY_ENEMIES if is_held(world, game, team, place) else ALLOWED


@rule
def no_move(world: World, game: Game, who: int, direction: int) -> int:
    """MV1: what forbids a ready figure to move one hex in the direction."""
    reason = no_step(world, game, who)
    if reason != ALLOWED:
        return reason
    return no_entry(world, game, team_of(who), world.board.neighbour[figure_of(game, who).hex, direction])


@rule
def move(world: World, game: Game, chance: Chance, who: int, direction: int) -> None:
    """MV1: a step, facing the way one goes."""
    go_to(world, game, chance, who, world.board.neighbour[figure_of(game, who).hex, direction], direction)
