"""A game told in words: who did what, each die with its purpose, what it needed and what it came to, by rule number.

Nothing is decided here: the engine's own rules are run again on a tape of the draws that fell, decision by decision.
"""

from tabletop.presentation.story import Brief, Told

from .teller import Storyteller

__all__ = ["Brief", "Storyteller", "Told"]
