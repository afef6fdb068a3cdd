"""What an agent has weighed before a decision, as a game record keeps it (docs/formats.md, "Game records")."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tabletop.game import Game

_TRIED = re.compile(r"(\d{1,9}) ([+-]\d\.\d{3}) (\S(?:.*\S)?)")


class Tried(NamedTuple):
    """An action that an agent has tried in its head.

    Attributes:
      action: its name.
      visits: how often it was played out.
      value: the expected result for the deciding team, -1 … 1, of three decimals.
    """

    action: str
    visits: int
    value: float

    def __str__(self) -> str:
        return f"{self.visits} {self.value:+.3f} {self.action}"


def tried_of(thoughts: "Iterable[Any]", game: "Game[Any]") -> tuple[Tried, ...]:
    """What an agent's thoughts (`tabletop.agents.search.Thought`) say of the decision that is open in the game."""
    return tuple(
        Tried(game.table.name(int(each.action), game.decider), int(each.visits), round(float(each.value), 3) + 0.0)
        for thought in thoughts
        for each in thought.candidates
    )


def write_tried(tried: Iterable[Tried]) -> str:
    """Write `40 +0.310 R3 move E, 12 -0.050 done`."""
    return ", ".join(map(str, tried))


def read_tried(text: str) -> tuple[Tried, ...]:
    """Read what `write_tried` has written; ValueError in words."""
    if not text:
        return ()
    found = []
    for part in text.split(", "):
        words = _TRIED.fullmatch(part)
        if words is None:
            raise ValueError(f"'{part}' is no action that was tried, like '40 +0.310' and its name")
        found.append(Tried(words[3], int(words[1]), float(words[2])))
    return tuple(found)
