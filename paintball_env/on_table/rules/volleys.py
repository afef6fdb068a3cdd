"""SH3, SH6: what a volley's dice have in common: each has a line of its own, all need the farthest one's number."""

from paintball_env.on_table.rules.ground import gap
from paintball_env.on_table.rules.in_the_way import is_veiled
from paintball_env.rules.figures import figure_of
from paintball_env.rules.sight import face_at
from paintball_env.rules.state import NONE, SHOTS, Game, World
from tabletop.compiled.compiling import rule


@rule
def may_follow(world: World, game: Game, who: int) -> bool:
    """SH3: a further die, which is never aimed, has a chance at the farthest figure that is declared."""
    return face_at(reach_of(world, game, who, game.shot[0], SHOTS), 0) <= 6


@rule
def reach_of(world: World, game: Game, who: int, target: int, shots: int) -> int:
    """SH3: the range of so many dice, of which the first goes at a target: of the farthest one."""
    start = figure_of(game, who).hex
    reach = gap(world, start, figure_of(game, target).hex)
    for i in range(1, shots):
        if game.shot[i] != NONE:
            reach = max(reach, gap(world, start, figure_of(game, game.shot[i]).hex))
    return reach


@rule
def is_hidden(world: World, game: Game, who: int, target: int, shots: int) -> bool:
    """SM3: smoke is on the line of one of so many dice, of which the first goes at a target."""
    start = figure_of(game, who).hex
    if is_veiled(world, game, start, figure_of(game, target).hex):
        return True
    for i in range(1, shots):
        if game.shot[i] != NONE and is_veiled(world, game, start, figure_of(game, game.shot[i]).hex):
            return True
    return False


@rule
def keep_hits(game: Game, hits: int) -> None:
    """SH6: the dice that have hit (bit i: die i) are to find their way to where their targets are now."""
    game.count = 0
    for i in range(SHOTS):
        if (hits >> i) & 1 == 1:
            game.count += 1
            game.stood[i] = figure_of(game, game.shot[i]).hex


@rule
def next_goal(game: Game) -> int:
    """SH6: the place that the next of the dice that have hit goes to; it is looked at only once."""
    game.count -= 1
    for i in range(SHOTS):
        if game.stood[i] != NONE:
            goal = int(game.stood[i])
            game.stood[i] = NONE
            return goal
    return NONE
