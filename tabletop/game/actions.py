"""Numbers of actions, and their names both ways, for games whose two teams have tables of names of their own."""

from collections.abc import Iterator, Mapping, Sequence
from operator import index
from typing import Any, NamedTuple, Self

import numpy as np

from tabletop.base.arrays import Int64, Integers
from tabletop.base.errors import brief, counted, one_line
from tabletop.game.action_table import Actions, Kind
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


class Named(NamedTuple):
    """An action in parts.

    Attributes:
      kind: what is done.
      who: the actor's name; empty: nobody's.
      argument: the name of what it names; empty: nothing.
    """

    kind: Kind
    who: str
    argument: str


def too_few(actions: Actions, counts: Mapping[str, int], names: Mapping[str, Sequence[Sequence[str]]]) -> Iterator[str]:
    """Say, in a line each, of what there are more numbers than names.

    Args:
      actions: the declaration.
      counts: of what it counts by a name.
      names: by argument, and of the actors by "actors", by team and number.
    """
    for key, argument in {"actors": actions.actors, **actions.arguments}.items():
        for team, own in enumerate(names.get(key, ())):
            if len(own) < (count := actions.count(argument, counts)):
                yield f"names: {key} has {counted(len(own), 'name')} of team {team}, and {counted(count, 'number')}"


class DeclaredNames(NamedActions):
    """The names of the actions that a game has declared: `R3 move NE`, `pass short E`, `done`."""

    def __init__(
        self,
        actions: Actions,
        counts: Mapping[str, int],
        actors: Sequence[Sequence[str]],
        arguments: Mapping[str, Sequence[Sequence[str]]],
        teams: Sequence[str],
    ) -> None:
        """Take the names of what actions name.

        Args:
          actions: the declaration.
          counts: of what it counts by a name.
          actors: names of the pieces, by team and number.
          arguments: by argument, its names by team and own-side number.
          teams: their names.

        Raises:
          ValueError: there are more numbers than names.
        """
        for fault in too_few(actions, counts, {**arguments, "actors": actors}):
            raise ValueError(fault)
        self.actions, self.rows = actions, tuple(actions.rows(counts))
        self.actors, self.teams = tuple(map(tuple, actors)), tuple(teams)
        self.arguments = {key: tuple(map(tuple, both)) for key, both in arguments.items()}
        super().__init__(
            [tuple(" ".join(filter(None, self._words(row, team))) for row in self.rows) for team in (0, 1)]
        )

    def __copy__(self) -> Self:
        """Return a table of one's own, as `NamedActions`: a bot can change nothing that others use."""
        own = super().__copy__()
        own.arguments = dict(self.arguments)
        return own

    def _words(self, row: tuple[int, int, int], team: int) -> tuple[str, str, str]:
        number, actor, own = row
        kind = self.actions.kinds[number]
        who = self.actors[team][actor] if actor >= 0 else ""
        return who, kind.words, self.arguments[kind.argument][team][own] if kind.argument else ""

    def parts(self, index: int, team: int) -> Named:
        """Return an action of `team` in parts; ValueError outside the table."""
        self.check(index)
        who, _, argument = self._words(self.rows[index], team)
        return Named(self.actions.kinds[self.rows[index][0]], who, argument)

    def option(self, index: int, decision: int) -> int:
        """Return which option of the table an action is as an answer to a decision, by the game's numbers; -1: none."""
        kind = self.actions.kinds[self.rows[index][0]].name
        options = enumerate(self.actions.options)
        return next((n for n, each in options if (each.kind, each.decision) == (kind, decision)), -1)

    def turn(self, index: int) -> int:
        """Return the same action on the board turned by half."""
        self.check(index)
        number, _, own = self.rows[index]
        argument = self.actions.kinds[number].argument
        if not argument:
            return index
        ours, theirs = self.arguments[argument]
        return index + (ours.index(theirs[own]) - own if theirs[own] in ours else 0)

    def fault(self, name: str, team: int) -> str:
        """Return what is wrong with a name that no action of `team` has."""
        head, _, rest = name.partition(" ")
        own, other = self.actors[team], self.actors[1 - team]
        if head in other and head not in own:
            return f"{head} is {self.teams[1 - team].capitalize()}'s and {self.teams[team].capitalize()} decides"
        if (
            head[:-1]
            and head not in own
            and any(head.rstrip("0123456789") == each.rstrip("0123456789") for each in own)
        ):
            return f"there is no {head} in this game ({counted(len(own), 'figure')} a team)"
        said = rest if head in own else name
        for kind in self.actions.kinds:
            if kind.actor == (head in own) and kind.argument and said.startswith(f"{kind.words} "):
                names = self.arguments[kind.argument][team]
                few = " ".join(names) if len(names) < 10 else f"{names[0]} to {names[-1]}"
                return f"{said.removeprefix(kind.words).strip()} is no {kind.argument} ({few})"
        # Of kinds in two words, such as `pass short`, the first one may be right.
        first, _, second = said.partition(" ")
        kinds = [kind.name for kind in self.actions.kinds if kind.actor == (head in own)]
        seconds = [name.partition(" ")[2] for name in kinds if name.startswith(f"{first} ")]
        if len(seconds) > 1 and second:
            return f"{second.partition(' ')[0]} is no kind of {first} ({' '.join(seconds)})"
        if head in own and any(kind.name == first and not kind.actor for kind in self.actions.kinds):
            return f"{rest!r} is said alone, without {head}"
        if head in own:
            return f"{head} knows no '{rest}'" if rest else f"what is {head} to do?"
        return "unknown"
