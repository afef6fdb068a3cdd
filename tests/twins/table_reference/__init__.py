"""The twin of the game on an open table: a plain reading of docs/open-table.md; the hex twin gives what is alike."""

from ..paintball_reference.chance import Tape
from ..paintball_reference.legal import index_of, legal, legal_indices
from ..paintball_reference.play import new_game, step, take
from ..paintball_reference.text import write as position
from .dice import Roller
from .scenario import Scenario
from .text import read as from_position
from .text import turned

__all__ = [
    "Roller", "Scenario", "Tape", "from_position", "index_of", "legal", "legal_indices", "new_game", "position", "step",
    "take", "turned",
]  # fmt: skip
