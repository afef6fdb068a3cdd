"""How far it is from place to place, for those who judge positions: here in hexes.

What the rules measure they measure themselves (`rules/ground.py`), in whole numbers; these may be fractions.
"""

from paintball_env.rules.state import World
from tabletop.compiled.compiling import rule


@rule(inline=True)
def steps(world: World, start: int, goal: int) -> int:
    """How many steps it is from place to place, over the board."""
    return int(world.board.steps[start, goal])


@rule(inline=True)
def distance(world: World, start: int, goal: int) -> int:
    """How many hexes two places are apart on the plain grid, as shots are counted (BO4)."""
    return int(world.board.distance[start, goal])
