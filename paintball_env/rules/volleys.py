"""SH3, SH6: what a volley's dice have in common: here all its targets are in one hex."""

from paintball_env.rules.figures import figure_of
from paintball_env.rules.ground import gap
from paintball_env.rules.in_the_way import is_veiled
from paintball_env.rules.state import SHOTS, Game, World
from tabletop.compiled.compiling import rule


@rule(inline=True)
def may_follow(world: World, game: Game, who: int) -> bool:
    """SH3: the targets declared leave a further die a chance."""
    return True


@rule(inline=True)
def reach_of(world: World, game: Game, who: int, target: int, shots: int) -> int:
    """SH1: the range of so many dice, of which the first goes at a target."""
    return gap(world, figure_of(game, who).hex, figure_of(game, target).hex)


@rule(inline=True)
def is_hidden(world: World, game: Game, who: int, target: int, shots: int) -> bool:
    """SM3: smoke is on the line of so many dice, of which the first goes at a target."""
    return is_veiled(world, game, figure_of(game, who).hex, figure_of(game, target).hex)


@rule
def keep_hits(game: Game, hits: int) -> None:
    """SH6: the dice that have hit (bit i: die i) are to find their way."""
    game.count = 0
    for i in range(SHOTS):
        game.count += (hits >> i) & 1


@rule
def next_goal(game: Game) -> int:
    """SH6: the place that the next of the dice that have hit goes to; it is looked at only once."""
    game.count -= 1
    return figure_of(game, game.shot[0]).hex
