"""What an agent has weighed before a decision, as a game record keeps it (docs/formats.md, "Game records")."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tabletop.game import Game

_TRIED = re.compile(r"(\d{1,9}|\d{1,3}\.\d%) ([+-]\d\.\d{3}) (\S(?:.*\S)?)")


class Tried(NamedTuple):
    """An action that an agent has tried in its head, or thought likely.

    Attributes:
      action: its name.
      visits: how often it was played out; 0: an agent that plays nothing out thought it likely.
      value: the expected result for the deciding team, -1 … 1, of three decimals.
      chance: that such an agent would take it, in per cent of one decimal; 0 with `visits`.
    """

    action: str
    visits: int
    value: float
    chance: float = 0.0

    @property
    def weight(self) -> str:
        """The visits, or the chance with its sign: `96` or `37.2%`."""
        return str(self.visits) if self.visits else f"{self.chance:.1f}%"

    @property
    def words(self) -> str:
        """The same for people: `96 play-outs` or `37.2% likely`."""
        return f"{self.visits} play-outs" if self.visits else f"{self.weight} likely"

    def __str__(self) -> str:
        return f"{self.weight} {self.value:+.3f} {self.action}"


def tried_of(thoughts: "Iterable[Any]", game: "Game[Any]") -> tuple[Tried, ...]:
    """What an agent's thoughts (`tabletop.agents.search.Thought`) say of the decision that is open in the game."""
    return tuple(
        Tried(
            game.table.name(int(each.action), game.decider),
            int(each.visits),
            round(float(each.value), 3) + 0.0,
            round(100 * float(each.chance), 1),
        )
        for thought in thoughts
        for each in thought.candidates
    )


def write_tried(tried: Iterable[Tried]) -> str:
    """Write `40 +0.310 R3 move E, 12 -0.050 done`, or `37.2% +0.310 R3 move E`."""
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
        likely = words[1].endswith("%")
        number = float(words[1].rstrip("%"))
        found.append(Tried(words[3], 0 if likely else int(number), float(words[2]), number if likely else 0.0))
    return tuple(found)
