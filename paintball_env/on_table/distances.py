"""How far it is from place to place, for those who judge positions: on a table as fractions of the 10 cm of a step."""

import math

from paintball_env.on_table.rules.ground import HEX, squared
from paintball_env.rules.state import World
from tabletop.compiled.compiling import rule


@rule
def steps(world: World, start: int, goal: int) -> float:
    """How many steps of 10 cm it is from place to place."""
    return math.sqrt(squared(start, goal)) / HEX


@rule
def distance(world: World, start: int, goal: int) -> float:
    """How many times 10 cm two places are apart."""
    return steps(world, start, goal)
