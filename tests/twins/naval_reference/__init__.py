"""The twin of the naval game: a second, plain reading of its rules page, to check the engine against die by die.

It shares no line with the engine: tables, hexes, dice, legal actions and consequences are worked out here alone. The
course of a battle is one generator, which stops at each decision; so rules stand in the order in which they happen.
"""

from .chance import Dice
from .model import Battle
from .play import begin, enter, names_for, step
from .position import restore, snapshot

__all__ = ["Battle", "Dice", "begin", "enter", "names_for", "restore", "snapshot", "step"]
