"""The fields of a game's record, declared once: their types, ranges, texts, and the numbers of the observation.

From a row come the record's field, its token in position text with the refusal of other numbers, the bounds that
`sound` looks at, and what a policy sees of it, with names and ranges.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from tabletop.game.encodings import Entry
from tabletop.game.header import NONE, TEAMS
from tabletop.game.position_text import Name, Number, Part, Row, Token, hyphened

MOST = 1_000_000_000  # in a field: what compiled code adds up from two of them still fits into it


class Switch(NamedTuple):
    """A number of the rules that scenarios set: a field of the world's `rules`, a key of scenarios.

    Attributes:
      name: its key.
      usual: its value where it is left out.
      low, most: its range.
      meaning: what it is.
    """

    name: str
    usual: int
    low: int
    most: int
    meaning: str = ""


class Field(NamedTuple):
    """A number of the record, or several of one kind.

    Attributes:
      name: in the record; with hyphens for underscores its key in position text.
      most: the largest value: a number, or the name of a switch.
      meaning: what it is.
      low: the smallest; NONE if it may be nobody or nothing.
      each: there is one of each team: an array by team; observations have the own one first.
      team: it is a team, `most` is 1.
      place: it is a place, of so many (a number, or the name of a switch); the board turned by half has them in reverse
        order. Its values are below that, whatever `most` is; a policy sees it from its own side.
      many: how many there are, an array by number; with `each` by team and number.
      names: what its values from 0 on are called; a policy sees one number of each.
      share: what a policy sees it as a share of, at most 1: a number, or the name of a switch; 0: of `most`.
      usual: its value as a game begins; a token is left out where it has this value. None: 0, or NONE if `low` is.
      hidden: a policy doesn't see it.
    """

    name: str
    most: int | str = 1
    meaning: str = ""
    low: int = 0
    each: bool = False
    team: bool = False
    place: int | str = 0
    many: int = 0
    names: tuple[str, ...] = ()
    share: int | str = 0
    usual: int | None = None
    hidden: bool = False

    def limit(self, count: Callable[[str], Any]) -> Any:
        """Its largest value, of what `count` gives for a switch."""
        most = self.place or self.most
        return (count(most) if isinstance(most, str) else most) - bool(self.place)

    @property
    def start(self) -> int:
        """Its value as a game begins."""
        return self.usual if self.usual is not None else NONE if self.low == NONE else 0

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the record's field."""
        return (TEAMS,) * self.each + (self.many,) * bool(self.many)

    @property
    def places(self) -> list[tuple[int, ...]]:
        """The indices of its numbers."""
        rows: list[tuple[int, ...]] = [(team,) for team in range(TEAMS)] if self.each else [()]
        return [(*row, number) for row in rows for number in range(self.many)] if self.many else rows


def record_fields(fields: Sequence[Field]) -> list[tuple[Any, ...]]:
    """Return the fields of the record's type."""
    return [(field.name, "i4", field.shape) if field.shape else (field.name, "i4") for field in fields]


def faults(fields: Sequence[Field], switches: Sequence[Switch], taken: Sequence[str]) -> Iterator[str]:
    """Say what is wrong with the tables, a line each; `taken` are names that the core has in a record."""
    numbers = {switch.name for switch in switches}
    for switch in switches:
        if not -MOST <= switch.low <= switch.usual <= switch.most <= MOST:
            yield f"switch {switch.name}: {switch.low} to {switch.most}, usually {switch.usual}, can't be"
    names = [*taken, *(field.name for field in fields)]
    for field in fields:
        if names.count(field.name) > 1:
            yield f"field {field.name}: it is there already"
        for key in (field.most, field.share, field.place):
            if isinstance(key, str) and key not in numbers:
                yield f"field {field.name}: {key} is no switch"
        most = field.place - 1 if isinstance(field.place, int) and field.place else field.place or field.most
        if isinstance(most, int) and not -MOST <= field.low <= field.start <= most <= MOST:
            yield f"field {field.name}: {field.low} to {most}, at the beginning {field.start}, can't be"
        if field.names and (field.most != len(field.names) - 1 or field.low not in (0, NONE)):
            yield f"field {field.name}: of {len(field.names)} names the values are 0 to {len(field.names) - 1}"
        if field.team and (field.most != 1 or field.each or field.many or field.low not in (0, NONE)):
            yield f"field {field.name}: a team is 0 or 1, or NONE, and one number"


# Position text.


def rows_of_text(fields: Sequence[Field], teams: Sequence[str]) -> list[Row]:
    """Return the tokens of fields."""
    rows: list[Row] = []
    for field in fields:
        value: Name | Number = Number(_limit_in(field), field.low)
        if names := tuple(teams) if field.team else tuple(map(hyphened, field.names)):
            value = Name(names, nothing=("nobody" if field.team else "none") if field.low else "")
        key, places = field.name.replace("_", "-"), field.places
        parts = [Part(field.name, value, place or None, field.start) for place in places]
        meant = f"{len(places)} numbers, with commas between them" if len(places) > 1 else ""
        rows.append(Token(key, parts, ",", meant=meant))
    return rows


def _limit_in(field: Field) -> Callable[[Any], int]:
    return lambda scenario: int(field.limit(lambda switch: getattr(scenario, switch)))


# What a policy sees.


def entries_of(fields: Sequence[Field]) -> list[Entry]:
    """Return the numbers of an observation, in the order in which they are written (`lines_of_observation`)."""
    return [entry for entry, _ in _seen(fields)]


def _seen(fields: Sequence[Field]) -> Iterator[tuple[Entry, str]]:
    """Yield each number of an observation with the expression that gives it."""
    for field in fields:
        if field.hidden:
            continue
        meaning = field.meaning or field.name.replace("_", " ")
        for place in field.places:
            said, value = _place(field, place)
            if field.team:
                yield Entry(f"own {said}", f"{meaning}: the own one"), f"1.0 if {value} == team else 0.0"
                if field.low == NONE:
                    yield Entry(f"other {said}", f"{meaning}: the other one"), f"1.0 if {value} == 1 - team else 0.0"
            elif field.place:
                count = f"world.rules.{field.place}" if isinstance(field.place, str) else str(field.place)
                own_side = f"({value} if team == 0 else {count} - 1 - {value}) / max(1, {count} - 1)"
                none, low = (f"-1.0 if {value} < 0 else ", -1.0) if field.low < 0 else ("", 0.0)
                yield Entry(said, f"{meaning}, from the own side on, as a share of the board", low), none + own_side
            elif field.names:
                for number, name in enumerate(field.names):
                    yield Entry(f"{said} {name}", f"{meaning}: {name}"), f"1.0 if {value} == {number} else 0.0"
            else:
                whole = field.share or field.most
                share = f"{value} / {whole if isinstance(whole, int) else f'max(1, world.rules.{whole})'}"
                words = str(whole).replace("_", " ")
                low = -1.0 if field.low < 0 else 0.0
                text = f"{meaning}, as a share of {words}" if whole != 1 else meaning
                yield Entry(said, text, low), f"min(1.0, max({low}, {share}))"


def _place(field: Field, place: tuple[int, ...]) -> tuple[str, str]:
    """What one of a field's numbers is called, and the expression for it, `team` being the own one."""
    said, index = field.name.replace("_", " "), [str(number) for number in place]
    if field.each:
        said = f"{('own', 'other')[place[0]]} {said}"
        index[0] = ("team", "1 - team")[place[0]]
    if field.many:
        said += f" {place[-1] + 1}"
    return said, f"game.{field.name}" + (f"[{', '.join(index)}]" if index else "")


def lines_of_observation(fields: Sequence[Field], first: int) -> list[str]:
    """Return the lines of compiled code that write what `entries_of` names to `out`, from `first` on."""
    return [f"out[{number}] = {value}" for number, (_, value) in enumerate(_seen(fields), first)]


def lines_of_bounds(fields: Sequence[Field], first: int) -> list[str]:
    """Return the lines of compiled code that return a number, from `first` on, of a field outside its range."""
    lines = []
    for fault, field in enumerate(fields, first):
        switch = field.place or field.most
        most = f"world.rules.{switch}{' - 1' * bool(field.place)}" if isinstance(switch, str) else field.limit(str)
        for place in field.places:
            value = f"game.{field.name}" + (f"[{', '.join(map(str, place))}]" if place else "")
            lines += [f"if {value} < {field.low} or {value} > {most}:", f"    return {fault}"]
    return lines


def turned_fields(fields: Sequence[Field], games: Any, switches: Mapping[str, int]) -> None:
    """Exchange the teams in the fields of records, and turn their places by half, in place."""
    for field in fields:
        numbers = games[field.name]
        if field.place:
            numbers[:] = np.where(numbers == NONE, NONE, field.limit(switches.__getitem__) - numbers)
        if field.team:
            games[field.name] = exchanged(numbers)
        elif field.each:
            games[field.name] = numbers[:, ::-1].copy()


def exchanged(teams: Any) -> Any:
    """Return the other team of each; NONE stays."""
    return teams ^ (teams != NONE)
