"""A game in words: who did what, each die with its purpose, what it needed and what it came to, by rule number.

Nothing is decided here: the words are those of the events that the engine noted, in their order.
"""

from paintball_env.story.teller import Storyteller
from tabletop.show.story import Brief, StoryEntry

__all__ = ["Brief", "StoryEntry", "Storyteller"]
