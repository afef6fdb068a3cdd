"""What two people who play may say to each other: a few phrases, and not too many at a time."""

from typing import Any

PHRASES = ("Hello", "Good luck", "Well played", "Nice one", "One moment", "Sorry", "Thank you", "Good game")
MOST_AT_ONCE = 3
REST = 4.0  # seconds until one more may be said


class Talk:
    """Who may say something now: each team `MOST_AT_ONCE` phrases, then one every `REST` seconds."""

    def __init__(self) -> None:
        self._spent = {0: (0.0, 0.0), 1: (0.0, 0.0)}  # phrases said and not rested from, at which time

    def say(self, team: int, phrase: Any, now: float) -> str:
        """Return the phrase that a team says; ValueError: there is no such phrase, or it must wait."""
        if phrase not in PHRASES:
            raise ValueError("there is no such phrase")
        spent, since = self._spent[team]
        spent = max(0.0, spent - (now - since) / REST)
        if spent > MOST_AT_ONCE - 1:
            raise ValueError("wait some seconds before you say more")
        self._spent[team] = spent + 1, now
        return str(phrase)
