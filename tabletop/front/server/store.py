"""Games in a file (SQLite): what each was begun with, its decisions and what agents tried before them.

So a game outlives the server.
"""

import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import typer

from tabletop.front.server.clock import Clock, Control

VERSION = 4
DAY = 24 * 3600  # seconds; a game that is over stays at least so long
ABANDONED = 30 * DAY  # without a decision a game need not be kept any longer
MOST_WAIT = 2.0  # seconds that another program which holds the file is waited for
TRIES = 200  # to change how a new file is written, 50 ms apart
_TABLES = """
create table game (
    id text primary key, made real not null, touched real not null, begun text not null, keys text not null,
    taken_back integer not null default 0, closed text not null default '', ended text not null default '',
    successor text not null default '', names text not null default '["",""]', came integer not null default 0,
    clock text not null default '', decider integer not null default -1);
create table decision (
    game text not null references game(id) on delete cascade, number integer not null, action text not null,
    tried text not null default '', primary key (game, number)) without rowid;
create index game_touched on game(touched);
create table about (game text not null, served real not null default 0)"""
_CHANGES = {  # from each older version to the next one
    3: """
alter table game add column names text not null default '["",""]';
alter table game add column came integer not null default 0;
alter table game add column clock text not null default '';
alter table game add column decider integer not null default -1;
alter table about add column served real not null default 0"""
}
_GONE = "this game is no longer in the file: it has made way for others"
_CHANGED = "another server has changed this game in the file: play it there, or restart this server"


class StoreError(ValueError):
    """The file of the games can't be used, or takes no further game; one line."""


class StoreBusyError(StoreError):
    """The file can't be used now; later perhaps it can: the disk is full, or another program holds it."""


@dataclass(frozen=True)
class GameStart:
    """What a game is begun with.

    Attributes:
      scenario: the name it is known by here.
      scenario_json: the whole scenario as one line.
      seed: of the dice.
      players: who plays team 0 and team 1: an agent's name, or PERSON.
      practice: decisions may be taken back.
      start: position it begins in; empty: at the beginning.
      pace: seconds that each decision of an agent stays.
      clock: the time that two people have (`tabletop.front.server.clock.Control`); empty: as much as they like.
    """

    scenario: str
    scenario_json: str
    seed: int
    players: tuple[str, str]
    practice: bool = False
    start: str = ""
    pace: float = 0.5
    clock: str = ""


class Next(NamedTuple):
    """What comes next in a game: which team decides, -1: none; and the clock as a text, empty: there is none."""

    decider: int = -1
    clock: str = ""


NOBODY = Next()


@dataclass
class Stored:
    """A game of the file.

    Attributes:
      id: its name in addresses.
      begun: what it was begun with.
      keys: of the two teams; who holds one decides for that team.
      decisions: names of the actions taken, each with what was tried before it as text (`tabletop.play.search_log`).
      taken_back: how many decisions were taken back.
      closed: how people have ended it before the rules did (`tabletop.front.server.closing.Closing`), or empty.
      ended: how it ended, or empty.
      touched: when it was last played, in seconds since 1970.
      successor: id of the game that its players play next, or empty.
      names: that people have given themselves, of each team; empty: none.
      came: the teams for which somebody has been there.
      clock: as it stood after the last decision (`tabletop.front.server.clock.Clock`), or empty.
      decider: the team that decides next; -1: none, or it isn't known yet.
    """

    id: str
    begun: GameStart
    keys: tuple[str, str]
    decisions: list[tuple[str, str]] = field(default_factory=list)
    taken_back: int = 0
    closed: str = ""
    ended: str = ""
    touched: float = 0.0
    successor: str = ""
    names: tuple[str, str] = ("", "")
    came: frozenset[int] = frozenset()
    clock: str = ""
    decider: int = -1


class Store:
    """The file with all games of a server.

    Args:
      path: of the file; ":memory:" keeps nothing.
      game: name of the game that is played.
      most: games that it takes.

    Raises:
      StoreError: it can't be opened, or holds something else.
    """

    def __init__(self, path: Path | str, game: str, most: int = 5000) -> None:
        self.path, self.most = path, most
        self._failing = False  # the operator has been told that nothing can be written
        self._unreadable: set[str] = set()  # games of which it has been told
        self._lock, self._reading_lock = threading.Lock(), threading.Lock()
        self.file = _opened(path, 10.0)
        try:
            self._begin(path, game)
            self._reader = self.file
            if str(path) == ":memory:":  # has no second way in
                self._reading_lock = self._lock
            else:  # so nobody who reads waits for a change that waits
                self._reader = _opened(path, MOST_WAIT)
        except BaseException:
            self.file.close()
            raise

    def _begin(self, path: Path | str, game: str) -> None:
        try:
            self.file.execute("pragma foreign_keys = on")
            self._write_ahead()
            self.file.execute("pragma synchronous = normal")
            with self._whole():  # another server may begin at the same moment
                self._make(path, game)
            self.file.execute(f"pragma busy_timeout = {round(MOST_WAIT * 1000)}")
            game_name, self._served = self.file.execute("select game, served from about").fetchone()
            self._begun = time.monotonic()
        except sqlite3.Error as error:
            raise StoreError(f"{path}: {error}") from None
        if game_name != game:
            raise StoreError(f"{path}: holds games of {game_name}, not of {game}")

    def _write_ahead(self) -> None:
        """Have readers and the writer not wait for each other.

        SQLite itself doesn't wait for the lock that this change takes, and another server may just be making it.
        """
        for left in reversed(range(TRIES)):
            try:
                self.file.execute("pragma journal_mode = wal")
                return
            except sqlite3.OperationalError:
                if not left:
                    raise
                time.sleep(0.05)

    def _make(self, path: Path | str, game: str) -> None:
        """Make the tables of a new file, or change those of an older version; StoreError: it has others."""
        (version,) = self.file.execute("pragma user_version").fetchone()
        while version in _CHANGES:
            for statement in _CHANGES[version].split(";\n"):
                self.file.execute(statement)
            version += 1
            self.file.execute(f"pragma user_version = {version}")
        tables = self.file.execute("select count(*) from sqlite_master").fetchone()[0]
        if not version and not tables:
            for statement in _TABLES.split(";\n"):
                self.file.execute(statement)
            self.file.execute("insert into about (game) values (?)", (game,))
            self.file.execute(f"pragma user_version = {VERSION}")
        elif version != VERSION:
            raise StoreError(f"{path}: no file of games that this version can read; begin anew in another, by --games")

    def now(self) -> float:
        """Seconds that the servers of this file have been up, all together: the time that clocks go by.

        While no server is up nobody can play, and no time passes.
        """
        return float(self._served + time.monotonic() - self._begun)

    def keep_time(self) -> None:
        """Note this time in the file."""
        with self._writing():
            self._note_time()

    def _note_time(self) -> None:
        self.file.execute("update about set served = max(served, ?)", (self.now(),))  # another server may be ahead

    def close(self) -> None:
        """Close the file."""
        with suppress(StoreError):
            self.keep_time()
        with self._lock:
            self.file.close()
        with self._reading_lock:
            self._reader.close()

    def add(self, stored: Stored, after: str = "") -> None:
        """Put in a new game, which the players of the game `after` play next.

        In a full file the game that was played longest ago makes way for it: one that is over, for `DAY` seconds or
        more, or else one that nobody has played for `ABANDONED` seconds.

        StoreError: the file is full and none can make way, the disk is full, or another server has begun the game after
        `after`.
        """
        with self._writing():
            now = time.time()
            self._make_way(now, after)
            begun_json = json.dumps(vars(stored.begun))
            self.file.execute(
                "insert into game (id, made, touched, begun, keys, names) values (?, ?, ?, ?, ?, ?)",
                (stored.id, now, now, begun_json, json.dumps(stored.keys), json.dumps(stored.names)),
            )
            marked = self.file.execute(
                "update game set successor = ? where id = ? and successor = ''", (stored.id, after)
            ).rowcount
            if after and not marked:
                known = self.file.execute("select 1 from game where id = ?", (after,)).fetchone()
                raise StoreError(_CHANGED if known else _GONE)

    def _make_way(self, now: float, kept: str) -> None:
        (count,) = self.file.execute("select count(*) from game").fetchone()
        if count < self.most:
            return
        over = "(ended <> '' or closed <> '')"
        old = self.file.execute(
            f"select id from game where id <> ? and touched < case when {over} then ? else ? end"
            f" order by {over} desc, touched limit 1",
            (kept, now - DAY, now - ABANDONED),
        ).fetchone()
        if old is None:
            raise StoreError(f"the server keeps {self.most} games, and none can make way yet: begin another by --games")
        self.file.execute("delete from game where id = ?", old)
        self.file.execute("update game set successor = '' where successor = ?", old)

    def step(
        self, game: str, number: int, taken_back: int, action: str, ended: str, tried: str = "", then: Next = NOBODY
    ) -> None:
        """Add decision `number`, from 1, what was tried before it, and how the game has ended by it, if it has.

        What comes `then` is noted, too. Decisions have been taken back so many times.

        StoreError, here and below: it can't be written, or another server has gone on with this game; nothing has
        changed.
        """
        with self._writing():
            self._check_at(game, number - 1, taken_back)
            self.file.execute("insert into decision values (?, ?, ?, ?)", (game, number, action, tried))
            self.file.execute(
                "update game set touched = ?, ended = ?, decider = ?, clock = ? where id = ?",
                (time.time(), ended, *then, game),
            )
            if then.clock:
                self._note_time()

    def take_back(self, game: str, last: int, number: int, count: int, then: Next = NOBODY) -> None:
        """Forget the decisions behind `number`, up to `last`; with this one they have been taken back `count` times."""
        with self._writing():
            self._check_at(game, last, count - 1)
            self.file.execute("delete from decision where game = ? and number > ?", (game, number))
            self.file.execute(
                "update game set touched = ?, ended = '', taken_back = ?, successor = '', decider = ?, clock = ?"
                " where id = ?",
                (time.time(), count, *then, game),
            )

    def close_game(self, game: str, number: int, taken_back: int, closed: str, then: Next = NOBODY) -> None:
        """Note how people have ended the game after `number` decisions."""
        with self._writing():
            self._check_at(game, number, taken_back)
            self.file.execute(
                "update game set touched = ?, closed = ?, decider = ?, clock = ? where id = ?",
                (time.time(), closed, *then, game),
            )

    def note_people(self, game: str, names: tuple[str, str], came: Iterable[int], then: Next = NOBODY) -> None:
        """Note what the people of a game call themselves, which of them have come, and what comes next."""
        with self._writing():
            self.file.execute(
                "update game set names = ?, came = ?, decider = ?, clock = ? where id = ?",
                (json.dumps(names), sum(1 << team for team in came), *then, game),
            )

    def has(self, game: str) -> bool:
        """Whether there is a game with this id, also one that can't be read."""
        with self._reading():
            return self._reader.execute("select 1 from game where id = ?", (game,)).fetchone() is not None

    def find(self, game: str) -> Stored | None:
        """A game by its id; None: there is none. StoreError: it can't be read."""
        with self._reading():
            row = self._reader.execute(f"select {_COLUMNS} from game where id = ?", (game,)).fetchone()
            if row is None:
                return None
            stored = _stored(row)
            stored.decisions = self._reader.execute(
                "select action, tried from decision where game = ? order by number", (game,)
            ).fetchall()
            return stored

    def recent(self, count: int, but: Sequence[str] = ()) -> list[tuple[Stored, int]]:
        """The games played last, each with the number of its decisions, without these; those with the ids `but` not.

        Games that can't be read are left out; StoreError: none can be read now.
        """
        return self._listed("not in", but, "touched desc", count)

    def among(self, ids: Sequence[str], count: int) -> list[tuple[Stored, int]]:
        """Of the games with these ids first those that go on, then those that are over, the latest first; as `recent`.

        Ids of no game are left out.
        """
        return self._listed("in", ids, "ended != '' or closed != '', touched desc", count)

    def _listed(self, which: str, ids: Sequence[str], order: str, count: int) -> list[tuple[Stored, int]]:
        marks = ", ".join("?" * len(ids))
        with self._reading():
            rows = self._reader.execute(
                f"select {_COLUMNS}, (select count(*) from decision where game = id) from game"
                f" where id {which} ({marks}) order by {order}",
                ids,
            )
            games: list[tuple[Stored, int]] = []
            for row in rows:
                if len(games) == count:
                    break
                try:
                    games.append((_stored(row), row[-1]))
                except StoreError as error:
                    if row[0] not in self._unreadable:
                        self._unreadable.add(row[0])
                        _say(f"{self.path}: {error}; it isn't listed")
        return games

    def _check_at(self, game: str, number: int, taken_back: int) -> None:
        """StoreError: another server has gone on with this game: with ours it would be two games in one."""
        rows = self.file.execute(
            "select taken_back, closed, (select count(*) from decision where game = id) from game where id = ?", (game,)
        ).fetchall()
        if rows != [(taken_back, "", number)]:
            raise StoreError(_CHANGED if rows else _GONE)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            with self._reading_lock:
                self._reader.execute("begin")  # all that is read is of one moment
                try:
                    yield
                finally:
                    if self._reader.in_transaction:  # a broken disk has ended it
                        self._reader.execute("rollback")
        except sqlite3.Error as error:
            raise StoreBusyError(f"games can't be read here now ({error})") from None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with self._lock, self._whole():
                yield
            self._failing = False
        except sqlite3.Error as error:
            if not self._failing:
                self._failing = True
                _say(f"{self.path}: games can't be saved now ({error})")
            raise StoreBusyError(f"games can't be saved here now ({error})") from None

    def _whole(self) -> "_Whole":
        return _Whole(self.file)


def _opened(path: Path | str, wait: float) -> sqlite3.Connection:
    try:
        opened = sqlite3.connect(str(path), check_same_thread=False, isolation_level=None, timeout=wait)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from None
    opened.text_factory = _text
    return opened


def _say(words: str) -> None:
    """Tell the operator of the server."""
    with suppress(OSError):
        typer.echo(words, err=True)


def new_game(begun: GameStart, keys: tuple[str, str] | None = None, names: tuple[str, str] = ("", "")) -> Stored:
    """A game to be begun, with an id and, unless they are given, keys that can't be guessed."""
    keys = keys or (secrets.token_urlsafe(16), secrets.token_urlsafe(16))
    return Stored(secrets.token_urlsafe(9), begun, keys, names=names)


_COLUMNS = "id, touched, begun, keys, taken_back, closed, ended, successor, names, came, clock, decider"


def _text(data: bytes) -> str:
    return data.decode(errors="replace")  # what is no text spoils its own game, not the list of all


def _stored(row: tuple[Any, ...]) -> Stored:
    """A game as a row of the file has it; StoreError: it can't be read, as one of another version."""
    name, touched, begun, keys, taken_back, closed, ended, successor, names, came, clock, decider, *_ = row
    try:
        facts = json.loads(begun)
        first, second = facts["players"] = tuple(facts["players"])
        start = GameStart(**facts)
        one, other = json.loads(keys)
        red, blue = json.loads(names)
        texts = (start.scenario, start.scenario_json, start.start, start.clock, first, second, one, other, red, blue)
        right = all(isinstance(text, str) for text in (*texts, clock)) and isinstance(start.seed, int)
        teams = frozenset(team for team in (0, 1) if came >> team & 1)
        if start.clock:
            Clock.read(Control.read(start.clock), clock, (0, ()))
    except (ValueError, TypeError, KeyError, RecursionError):
        right = False
    if not right or not isinstance(start.pace, int | float):
        raise StoreError(f"game {name}: the file has it in a form that this version can't read")
    return Stored(
        name, start, (one, other), [], taken_back, closed, ended, touched, successor, (red, blue), teams, clock, decider
    )


class _Whole:
    """Several changes, all of them or none."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self.file = file

    def __enter__(self) -> None:
        self.file.execute("begin immediate")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if not kind:
                self.file.execute("commit")
        finally:
            if self.file.in_transaction:
                self.file.execute("rollback")
