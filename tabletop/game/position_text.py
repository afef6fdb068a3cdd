"""Position text, declared as a table of tokens: `turn=3 to=white:act W1=c4,down`, written and read by the same rows.

A row says which fields of the record a token holds, how their numbers are written, in which range they are, and when
it is left out. From that come the line, the record that is read from it, and the refusal of everything else: compiled
code looks at no range. What one row can't say is a row of the game's own, a class with `write` and `read`.
"""

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add, getitem
from typing import Any, Generic, NoReturn, TypeVar

import numpy as np

from tabletop.base.arrays import Records
from tabletop.base.errors import one_line
from tabletop.game.header import NONE, OVER, RUNNING, Record

S = TypeVar("S")
Tokens = dict[str, str]  # of a text, by key; who reads one takes it out
NOBODY = "nobody"  # who decides at a boundary
FEWEST_DIGITS = 4  # of a number that may be longer than its range needs: 0007


class NotationError(ValueError):
    """A position text that can't be read, or says something impossible: one line that names the token.

    Attributes:
      key: of the token that is wrong.
      fault: what is wrong with it.
    """

    def __init__(self, words: str, key: str = "", fault: str = "") -> None:
        super().__init__(words)
        self.key, self.fault = key, fault


def refuse(words: str, key: str = "", fault: str = "") -> NoReturn:
    """Refuse a position in words; what they quote of it may be of any length. Callers say what has been refused.

    Args:
      words: what is said.
      key: of the token that is wrong, for texts that quote it whole (`quote`).
      fault: what such a text says of it; empty: the words.
    """
    raise NotationError(one_line(words), key, fault or words) if key else ValueError(one_line(words))


def quote(tokens: Tokens, key: str, fault: str) -> NoReturn:
    """Refuse the token of a key, quoted whole: `R1=c4,up: there is no …`; one that isn't there is named by its key."""
    token = f"{key}={tokens[key]}" if key in tokens else key
    raise NotationError(f"{one_line(token)}: {one_line(fault)}", key, fault)


# How a number is written.


@dataclass(frozen=True)
class Number:
    """A number as it is.

    Attributes:
      most: the largest: a number, the name of an attribute of the scenario, or a function of the scenario.
      low: the smallest.
    """

    most: int | str | Callable[[Any], int]
    low: int = 0

    def limit(self, scenario: Any) -> int:
        """The largest number."""
        if callable(self.most):
            return self.most(scenario)
        return int(getattr(scenario, self.most)) if isinstance(self.most, str) else self.most

    def write(self, scenario: Any, number: int) -> str:
        """The number as text."""
        return str(number)

    def read(self, scenario: Any, key: str, text: str) -> int:
        """The number of a text; ValueError: it is none, or outside its range."""
        most = self.limit(scenario)
        digits = max(FEWEST_DIGITS, len(str(abs(most))), len(str(abs(self.low))))
        if not re.fullmatch(f"-?[0-9]{{1,{digits}}}", text) or not self.low <= int(text) <= most:
            refuse(f"{key}={text}: a number from {self.low} to {most}", key, f"a number from {self.low} to {most}")
        return int(text)


@dataclass(frozen=True)
class Name:
    """A number that stands for one of several names.

    Attributes:
      names: by number, or a mapping of numbers to them, or a function of the scenario that returns this. An empty name
        is none.
      unknown: the refusal, behind the key; `{known}` are the names, `{name}` is what was given. Or a function of the
        scenario and of what was given that returns this.
      nothing: the name of NONE; empty: it has none.
    """

    names: Sequence[str] | Mapping[int, str] | Callable[[Any], Mapping[int, str] | Sequence[str]]
    unknown: str | Callable[[Any, str], str] = "known are {known}"
    nothing: str = ""

    def by_number(self, scenario: Any) -> Mapping[int, str]:
        """The names by their numbers."""
        names = self.names(scenario) if callable(self.names) else self.names
        numbered = names if isinstance(names, Mapping) else dict(enumerate(names))
        return {**numbered, NONE: self.nothing} if self.nothing else numbered

    def write(self, scenario: Any, number: int) -> str:
        """The name of a number."""
        if number == NONE and self.nothing:
            return self.nothing
        return (self.names(scenario) if callable(self.names) else self.names)[number]

    def read(self, scenario: Any, key: str, text: str) -> int:
        """The number of a name; ValueError: there is no such name."""
        names = self.by_number(scenario)
        for number, name in names.items():
            if name and name == text:
                return number
        unknown = self.unknown(scenario, text) if callable(self.unknown) else self.unknown
        fault = unknown.format(known=", ".join(filter(None, names.values())), name=text)
        refuse(f"{key}={text}: {fault}", key, fault)


@dataclass(frozen=True)
class Several:
    """A bit set: bit n is set for the thing of number n; `B1+B2`. The empty set is left out.

    Attributes:
      of: the things' names.
    """

    of: Name

    def write(self, scenario: Any, number: int) -> str:
        """The names in the set."""
        return "+".join(name for bit, name in self.of.by_number(scenario).items() if number >> bit & 1)

    def read(self, scenario: Any, key: str, text: str) -> int:
        """The set of some names; ValueError: there is no such name, or one stands there twice."""
        bits = [1 << self.of.read(scenario, key, name) for name in text.split("+")]
        if len(set(bits)) < len(bits):
            refuse(f"{key}={text}: a name is given twice", key, "a name is given twice")
        return sum(bits)


Value = Number | Name | Several


@dataclass(frozen=True)
class Part:
    """One number of a token.

    Attributes:
      field: of the record, or of the row.
      value: how it is written.
      at: of a field that is an array, which element.
      usual: the number of a token that is left out.
      within: where in the record the field is, index by index, if not in itself.
    """

    field: str
    value: Value
    at: int | tuple[int, ...] | None = None
    usual: int = 0
    within: tuple[str | int, ...] = ()

    @cached_property
    def path(self) -> tuple[Any, ...]:
        """The indices that lead to the number in a record."""
        return (*self.within, self.field) if self.at is None else (*self.within, self.field, self.at)

    def get(self, record: Any) -> int:
        """The number in a record."""
        return int(reduce(getitem, self.path, record))

    def put(self, record: Any, number: int) -> None:
        """Put the number into a record."""
        reduce(getitem, self.path[:-1], record)[self.path[-1]] = number


# Tokens.


class Row:
    """A row of the table, of the core or the game's own; it holds no position.

    Attributes:
      late: whether it is read after the rows that aren't: it depends on what they say.
    """

    late = False

    def write(self, scenario: Any, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the tokens of a position, key and value."""
        raise NotImplementedError

    def read(self, scenario: Any, game: Record, tokens: Tokens) -> None:
        """Take out the row's tokens, and put what they say into the record; ValueError: they say what can't be."""
        raise NotImplementedError


def taken(tokens: Tokens, key: str) -> str:
    """Take out a token that must be given; ValueError: it isn't."""
    if key not in tokens:
        refuse(f"{key} is missing", key, "is missing")
    return tokens.pop(key)


@dataclass(frozen=True)
class Token(Row):
    """`key=part:part`.

    Attributes:
      key: its key.
      parts: its numbers.
      between: what stands between them: always the same, or in each place its own.
      given: whether it is always there; else it is left out where all numbers are the usual ones.
      meant: what is said where there are more or fewer parts; empty: what is missing is refused as an empty part.
    """

    key: str
    parts: Sequence[Part]
    between: str | Sequence[str] = ":"
    given: bool = False
    meant: str = ""

    @cached_property
    def paths(self) -> list[tuple[Any, ...]]:
        """The indices that lead to the numbers."""
        return [part.path for part in self.parts]

    @cached_property
    def usual(self) -> list[int]:
        """The numbers of a token that is left out."""
        return [part.usual for part in self.parts]

    @cached_property
    def signs(self) -> Sequence[str]:
        """What stands behind each part but the last one."""
        return [self.between] * (len(self.parts) - 1) if isinstance(self.between, str) else self.between

    def write(self, scenario: Any, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token, unless it is left out."""
        numbers = [reduce(getitem, path, game) for path in self.paths]
        if self.given or numbers != self.usual:
            text, *more = [part.value.write(scenario, int(n)) for part, n in zip(self.parts, numbers, strict=True)]
            yield self.key, text + "".join(map(add, self.signs, more))

    def read(self, scenario: Any, game: Record, tokens: Tokens) -> None:
        """Read the token; left out, its numbers are the usual ones."""
        if not self.given and self.key not in tokens:
            for part in self.parts:
                part.put(game, part.usual)
            return
        rest = text = taken(tokens, self.key)
        if self.meant and re.findall("|".join(map(re.escape, self.signs)), text) != list(self.signs):
            refuse(f"{self.key}={text}: {self.meant}", self.key, self.meant)
        for part, sign in zip(self.parts, [*self.signs, ""], strict=True):
            word, _, rest = rest.partition(sign) if sign else (rest, "", "")
            part.put(game, part.value.read(scenario, self.key, word))


def one(
    key: str, value: Value, *, given: bool = False, usual: int = 0, field: str = "", at: int | None = None
) -> Token:
    """A token of one number, in the field of its name."""
    return Token(key, (Part(field or key, value, at, usual),), given=given)


@dataclass(frozen=True)
class Deciding(Row):
    """Who decides what, `to=white:act`, or how the game has ended, `over=white:goals`; neither: it hasn't begun.

    At a boundary of the game nobody decides: `to=nobody:chip`.

    Attributes:
      teams, decisions, endings: the game's names; a space in one is written as a hyphen.
      both: the refusal of a text that says both.
      boundaries: the kinds of decision where nobody decides.
    """

    teams: Sequence[str]
    decisions: Sequence[str]
    endings: Sequence[str]
    both: str = "nobody decides when the game is over"
    boundaries: Sequence[int] = ()

    def write(self, scenario: Any, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token."""
        if game["decision"] != OVER:
            team = NOBODY if game["decider"] == NONE else self.teams[game["decider"]]
            yield "to", f"{team}:{hyphened(self.decisions[game['decision']])}"
        elif game["ending"] != RUNNING:
            winner = "draw" if game["winner"] == NONE else self.teams[game["winner"]]
            yield "over", f"{winner}:{hyphened(self.endings[game['ending']])}"

    def read(self, scenario: Any, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        if "over" in tokens:
            winner, _, ending = tokens.pop("over").partition(":")
            game["ending"] = Name([*map(hyphened, self.endings)]).read(scenario, "over", ending)
            number = Name((*self.teams, "draw")).read(scenario, "over", winner)
            game["winner"] = NONE if number == len(self.teams) else number
            if "to" in tokens:
                refuse(f"to={tokens['to']}: {self.both}", "to", self.both)
        elif "to" in tokens:
            team, _, kind = tokens.pop("to").partition(":")
            game["decision"] = Name([*map(hyphened, self.decisions)]).read(scenario, "to", kind)
            is_boundary = game["decision"] in self.boundaries
            game["decider"] = NONE if is_boundary else Name(self.teams).read(scenario, "to", team)
            if is_boundary and team != NOBODY:
                refuse(f"to={team}:{kind}: {NOBODY} decides there", "to", f"{NOBODY} decides there")


def hyphened(name: str) -> str:
    """A name as a part of a token, in which there is no space."""
    return name.replace(" ", "-")


@dataclass(frozen=True)
class Flags(Row):
    """Words that several fields share: `used=smoke,paint`.

    Attributes:
      key: the token's; empty: the words stand in the row of a piece (`Pieces`).
      words: of each, the field and its number where the word holds; the fields of words that don't hold are 0.
    """

    key: str
    words: Mapping[str, tuple[str, int]]

    def write(self, scenario: Any, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the token, if a word holds."""
        if said := self.said(game):
            yield self.key, ",".join(said)

    def read(self, scenario: Any, game: Record, tokens: Tokens) -> None:
        """Read the token."""
        if self.key in tokens:
            self.take(self.key, game, tokens.pop(self.key).split(","))

    def said(self, record: Record) -> list[str]:
        """The words that hold in a record."""
        return [word for word, (name, number) in self.words.items() if record[name] == number]

    def take(self, key: str, record: Record, words: Sequence[str]) -> None:
        """Put into a record what these words say; ValueError: one is unknown, or doesn't fit another one."""
        for word in words:
            if word not in self.words:
                fault = f"{word} is no state ({', '.join(self.words)})"
                refuse(f"{key}: {fault}", key, fault)
            name, number = self.words[word]
            if record[name]:
                fault = f"{word} doesn't fit another state of it"
                refuse(f"{key}: {fault}", key, fault)
            record[name] = number


@dataclass(frozen=True)
class Pieces(Row):
    """A token for each piece that is there, `W1=c4,down,fouled:B1+B2`: where it is, then what holds of it.

    Attributes:
      field: the array of the pieces' records.
      names: a function of the scenario: of each piece, its name and its index in the array.
      place: where it is; a piece that is at the place's usual number isn't there.
      flags: words of one thing each.
      more: by key, numbers that are written `key:number` where they aren't the usual ones.
      alone: the refusal of two pieces at one place; empty: that may be.
    """

    field: str
    names: Callable[[Any], Sequence[tuple[str, tuple[int, ...]]]]
    place: Part
    flags: Flags = Flags("", {})
    more: Mapping[str, Part] = dataclasses.field(default_factory=dict)
    alone: str = ""

    def write(self, scenario: Any, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the pieces' tokens."""
        for name, index in self.names(scenario):
            piece = game[self.field][index]
            if (place := self.place.get(piece)) != self.place.usual:
                words = [self.place.value.write(scenario, place), *self.flags.said(piece)]
                for key, part in self.more.items():
                    if (number := part.get(piece)) != part.usual:
                        words.append(f"{key}:{part.value.write(scenario, number)}")
                yield name, ",".join(words)

    def read(self, scenario: Any, game: Record, tokens: Tokens) -> None:
        """Read the pieces' tokens."""
        for name, index in self.names(scenario):
            if name not in tokens:
                continue
            place, *words = tokens.pop(name).split(",")
            piece = game[self.field][index]
            self.place.put(piece, number := self.place.value.read(scenario, name, place))
            if self.alone and np.count_nonzero(game[self.field][self.place.field] == number) > 1:
                refuse(f"{name}={place}: {self.alone}", name, self.alone)
            given = [word.partition(":")[0] for word in words]
            for key, part in self.more.items():
                if given.count(key) > 1:
                    refuse(f"{name}: {key} is given twice", name, f"{key} is given twice")
                if key in given:
                    text = words.pop(given.index(key)).partition(":")[2]
                    try:
                        part.put(piece, part.value.read(scenario, key, text))
                    except NotationError as error:
                        refuse(f"{name}: {error}", name, str(error))
                    given.remove(key)
            self.flags.take(name, piece, words)


# The whole text.


class PositionText(Generic[S]):
    """The text of a game's positions, both ways."""

    def __init__(
        self,
        rows: Sequence[Row],
        start: Callable[[S], Records],
        check: Callable[[S, Records], None] = lambda scenario, games: None,
        *,
        whole: bool = False,
    ) -> None:
        """Take the table.

        Args:
          rows: in the order in which they are written, and, but for late ones, read.
          start: the record that is filled, shape (1,), of its own.
          check: refuses, by a ValueError, what no game reaches (`refuse`).
          whole: a refusal quotes the token whole, not only the part of it that is wrong.
        """
        self.rows, self.start, self.check, self.whole = tuple(rows), start, check, whole
        self.in_turn = sorted(rows, key=lambda row: row.late)

    def format(self, scenario: S, games: Records | Record) -> str:
        """The position of a record, or of an array of one, as a line."""
        game: Any = games[0] if isinstance(games, np.ndarray) and games.ndim else games
        return " ".join(f"{key}={value}" for row in self.rows for key, value in row.write(scenario, game))

    def parse(self, scenario: S, text: str) -> Records:
        """The record of a position's text, shape (1,); ValueError of one line says what is wrong with it."""
        games, _ = self.read(scenario, text)
        self.check(scenario, games)
        return games

    def read(self, scenario: S, text: str) -> tuple[Records, Tokens]:
        """As `parse`, but that what no game reaches isn't refused; and the text's tokens, to be quoted."""
        given = self._split(text)
        games, tokens = self.start(scenario), dict(given)
        try:
            for row in self.in_turn:
                row.read(scenario, games[0], tokens)
            for key in tokens:
                refuse(f"unknown key {key}", key, "unknown key")
        except NotationError as error:
            if self.whole:
                quote(given, error.key, error.fault)
            raise ValueError(str(error)) from None
        return games, given

    def _split(self, text: str) -> Tokens:
        tokens: Tokens = {}
        for token in text.split():
            key, _, value = token.partition("=")
            if not (key and value):
                quote({}, token, "a token is key=value") if self.whole else refuse(f"no key=value: '{token}'")
            if key in tokens:
                quote({}, token, f"{key} is given twice") if self.whole else refuse(f"{key} is given twice")
            tokens[key] = value
        return tokens
