"""The twin of octagon ball: a second, plain reading of its rules page, to check the engine against die by die.

What is declared it takes from the game: switches, the record of a match, the names of actions. What is legal and what
comes of it, the board's shape and the dice it works out alone.
"""

from .chance import Dice
from .legal import names_for
from .model import Match
from .play import begin, step

__all__ = ["Dice", "Match", "begin", "names_for", "step"]
