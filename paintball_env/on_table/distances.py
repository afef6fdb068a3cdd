"""How far it is from place to place, for those who judge positions: here in times 10 cm, a move's length."""

from paintball_env.on_table.rules.ground import HEX, squared
from paintball_env.rules.state import World
from tabletop.compiled.compiling import rule


@rule(inline=True)
def steps(world: World, start: int, goal: int) -> float:
    """How many moves of 10 cm it is from place to place, straight."""
    return float(squared(start, goal)) ** 0.5 / HEX


@rule(inline=True)
def distance(world: World, start: int, goal: int) -> float:
    """How many times 10 cm two places are apart."""
    return float(squared(start, goal)) ** 0.5 / HEX
