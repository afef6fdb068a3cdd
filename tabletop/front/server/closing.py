"""How people end a game before the rules do: one gives up, time runs out, both agree to a draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

DRAW = "draw"
_TIME = "time "


@dataclass(frozen=True)
class Closing:
    """An end of a game that isn't one of its rules'.

    Attributes:
      how: `gave up`, `time` or `draw`; empty: nobody has ended the game so.
      loser: the team that has lost by it, as the game calls it; empty: none.
    """

    how: str = ""
    loser: str = ""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `write` has written: a team's name alone is one that gave up."""
        if text in ("", DRAW):
            return cls(text)
        return cls("time", text.removeprefix(_TIME)) if text.startswith(_TIME) else cls("gave up", text)

    def write(self) -> str:
        """This end as a text."""
        return _TIME + self.loser if self.how == "time" else self.loser or self.how

    def __bool__(self) -> bool:
        return bool(self.how)

    def winner(self, teams: Sequence[str]) -> int:
        """The team that has won by it; -1: none."""
        return 1 - list(teams).index(self.loser) if self.loser in teams else -1

    def words(self, names: Sequence[str], teams: Sequence[str]) -> str:
        """How the game has ended, in a few words; who has lost is called by its name, or else by its team."""
        known = names[list(teams).index(self.loser)] if self.loser in teams else ""
        who = known or self.loser.capitalize()
        words = {"": "", DRAW: "A draw, as both agreed", "time": f"{who} ran out of time"}
        return words.get(self.how, f"{who} gave up")
