"""The twin of octagon ball: a second, plain reading of its rules page, to check the engine against die by die."""

from .chance import Dice, Tape
from .legal import index_of, legal, legal_indices
from .model import PRESETS, Scenario
from .play import new_game, step
from .text import read as from_position
from .text import turned
from .text import write as position

__all__ = [
    "PRESETS", "Dice", "Scenario", "Tape", "from_position", "index_of", "legal", "legal_indices",
    "new_game", "position", "step", "turned",
]  # fmt: skip
