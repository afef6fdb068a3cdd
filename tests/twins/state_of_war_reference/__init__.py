"""The twin of State of War: a second, plain reading of its rules page, to check the engine against die by die.

It shares no line with the engine: terrain, sight, dice, legal actions and consequences are worked out here alone,
slowly and with whole numbers. A battle is what its position tells; so it can go on from any text.
"""

from .chance import Dice, write_draws
from .model import Battle
from .play import begin, names_for, step
from .position import read, write
from .world import World

__all__ = ["Battle", "Dice", "World", "begin", "names_for", "read", "step", "write", "write_draws"]
