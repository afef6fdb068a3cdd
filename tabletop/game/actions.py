"""Numbers of actions, and their names both ways, for games whose two teams have tables of names of their own."""

from collections.abc import Sequence
from operator import index
from typing import Any, Self

import numpy as np

from tabletop.base.arrays import Int64, Integers
from tabletop.base.errors import brief, one_line
from tabletop.game.choices import outside_row
from tabletop.game.header import NONE


def action_number(action: Any, count: int) -> int:
    """Return an action's number, of `count`, as Python's own; there may be none of this number.

    TypeError: it isn't a whole number.
    """
    try:
        if isinstance(action, bool):
            raise TypeError
        return index(action)
    except TypeError:
        raise TypeError(f"action {brief(action)}: a whole number, 0 to {count - 1}") from None


def outside_words(action: int, count: int) -> str:
    """Say that no action of a game, which has `count` of them, has this number."""
    return f"action {action}: the actions of this game are numbered 0 to {count - 1}"


def check_actions(actions: Integers, rows: Int64, count: int) -> None:
    """Refuse actions, integers of any type [B], of which one in `rows` is outside 0 to `count` - 1, by a ValueError."""
    # What doesn't fit into int64 becomes negative there, so it stays outside.
    row = outside_row(rows, actions.astype(np.int64, copy=False), count)
    if row != NONE:
        raise ValueError(f"game {row}: {outside_words(int(actions[row]), count)}")


class NamedActions:
    """All actions of a game by index, a name for each team.

    Attributes:
      size: A, the number of actions.
    """

    def __init__(self, names: Sequence[tuple[str, ...]]) -> None:
        """Take the names of the actions by team."""
        self.size, self._names = len(names[0]), tuple(names)
        self._indices = [{name: index for index, name in enumerate(team_names)} for team_names in names]

    def __copy__(self) -> Self:
        """Return a table of one's own: what is written into it changes no other one."""
        own = object.__new__(type(self))
        own.__dict__ |= self.__dict__ | {"_indices": [indices.copy() for indices in self._indices]}
        return own

    def __len__(self) -> int:
        return self.size

    def name(self, index: int, team: int) -> str:
        """Return the name of an action of `team`; ValueError outside the table."""
        self.check(index)
        return self._names[team][index]

    def names(self, team: int) -> tuple[str, ...]:
        """Return all names of the actions of `team`, by index."""
        return self._names[team]

    def index(self, name: str, team: int) -> int:
        """Return the index of the action of `team` with this name; ValueError says in words what is wrong with it."""
        index = self._indices[team].get(name)
        if index is None:
            meant = self._spelled(name, team)
            fault = f"did you mean {meant!r}?" if meant else one_line(self.fault(name, team))
            raise ValueError(f"action {brief(name)}: {fault}")
        return index

    def _spelled(self, name: Any, team: int) -> str:
        """The action's name that differs only by small and capital letters or spaces, if there is one."""
        typed = " ".join(name.split()).casefold() if isinstance(name, str) else None
        return next((each for each in self._names[team] if each.casefold() == typed), "")

    def check(self, index: int) -> None:
        """ValueError where no action has this index."""
        if not 0 <= index < self.size:
            raise ValueError(outside_words(index, self.size))

    def fault(self, name: str, team: int) -> str:
        """Return what is wrong with a name that no action of `team` has; a game may say more."""
        return "unknown"
