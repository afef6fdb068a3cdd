"""The twin: a second, plain reading of the rules and the formats page, to check the engine against draw by draw."""

from .chance import Tape
from .hexes import Scenario
from .legal import index_of, legal, legal_indices
from .play import new_game, step, take
from .text import read as from_position
from .text import write as position

__all__ = [
    "Scenario", "Tape", "from_position", "index_of", "legal", "legal_indices", "new_game", "position",
    "step", "take",
]  # fmt: skip
