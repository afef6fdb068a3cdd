"""The file of a tournament: an SQLite database to which only the main process writes (docs/tournament.md)."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from tabletop.agents.from_file import spelled_otherwise
from tabletop.base.errors import one_line
from tabletop.base.files import lock_file
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.play.records import DRAWN
from tabletop.rate.matches.rating import DRAW, LOSS
from tabletop.rate.tournament.definition import GAUNTLET, LIMITS, Definition, Entrant
from tabletop.rate.tournament.drop import hint
from tabletop.rate.tournament.schema import KEY, SCHEMA, TABLES, fault

PATIENCE = 30.0  # seconds to wait for another process that reads or writes


class StoreError(ValueError):
    """A file that isn't a tournament's, or is another tournament's; the message says in one line what differs."""


class Row(NamedTuple):
    """A game.

    Attributes:
      scenario, first, second: their numbers.
      pair: number of the pair.
      side, score: of the first agent.
      seed: of the game.
      ending, turns, decisions: of the game.
      fault: of the agent that has lost by one, in words.
      luck: of the first agent, in points; None: not measured.
    """

    scenario: int
    first: int
    second: int
    pair: int
    side: str
    seed: str
    score: float
    ending: str
    turns: int
    decisions: int
    fault: str | None
    luck: float | None = None

    def over(self, game: GameDefinition) -> str:
        """Winner and ending as in a game record: `red:flag`."""
        winner = DRAWN if self.score == DRAW else game.teams[game.teams.index(self.side) ^ (self.score == LOSS)]
        return f"{winner}:{self.ending}"


class Store:
    """An open store; a context manager.

    Attributes:
      path: of the file.
      game: whose tournament it holds.
    """

    def __init__(
        self, path: Path, game: GameDefinition, connection: sqlite3.Connection, lock: int | None = None
    ) -> None:
        self.path, self.game, self._connection, self._lock = path, game, connection, lock

    @classmethod
    def begin(cls, path: Path, definition: Definition) -> "Store":
        """Open a tournament's file, or make it; agents, scenarios and pairs may be added.

        Raises:
          StoreError: the file holds another tournament, with the difference in the message; or no tournament.
        """
        _check_place(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = _lock(path)
        with _opening(cls(path, definition.game, _connect(path), lock)) as store:
            store._check_pages()
            store._connection.execute("PRAGMA journal_mode = WAL")
            store._connection.execute("PRAGMA synchronous = NORMAL")
            with store.changes():
                if not store._tables():  # a new file, or one whose beginning failed because the disk was full
                    for statement in SCHEMA.format(*definition.game.teams).split(";\n"):
                        store._connection.execute(statement)
                    others = {"package": definition.game.version, "seed": str(definition.seed), "pairs": "0"}
                    values = definition.versions | others
                    store._connection.executemany("INSERT INTO run VALUES (?, ?)", values.items())
                store._take_in(definition)
        return store

    @classmethod
    def open(cls, path: Path, game: GameDefinition, whole: bool = True, alone: bool = False) -> "Store":
        """Open a tournament's file that is there.

        Args:
          path: of the file.
          game: the game that its tournament must be of.
          whole: whether to check all of it for damage, which takes time.
          alone: whether to lock it, as for playing: to change it.

        Raises:
          StoreError: the file doesn't exist, isn't a tournament's, is of another game, or is locked by another process.
        """
        _check_place(path)
        if not path.is_file():
            raise StoreError(f"there is no file {path}")
        lock = _lock(path) if alone else None
        with _opening(cls(path, game, _connect(path), lock)) as store:
            if whole:
                store._check_pages()
            store._check_tables()
            game_name = store.run().get("game", "another game")
            if game_name != game.name:
                raise StoreError(f"{path} holds a tournament of {game_name}, not of {game.name}")
            if whole:
                store._check_contents()
        return store

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
        if self._lock is not None:  # only now, because closing any handle of the file releases SQLite's own locks
            os.close(self._lock)
            self._lock = None

    def run(self) -> dict[str, str]:
        """Return the run table: versions, seed, pairs."""
        return dict(self._all("SELECT key, value FROM run"))

    def agents(self) -> list[Entrant]:
        """Return the agents in the order of their numbers."""
        return [Entrant(*row) for row in self._all("SELECT name, digest FROM agent ORDER BY number")]

    def scenarios(self) -> list[Scenario]:
        """Return the scenarios in the order of their numbers."""
        rows = self._all("SELECT json FROM scenario ORDER BY number")
        try:
            return [self.game.from_json(text) for (text,) in rows]
        except ValueError as error:
            raise _damage(self.path, str(error)) from None

    @contextmanager
    def changes(self) -> Iterator[sqlite3.Connection]:
        """What the block changes is all written or nothing, whatever kills the process; StoreError: it can't be."""
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
        except sqlite3.DatabaseError as error:
            raise _store_error(self.path, error) from None

    def add(
        self,
        rows: Iterable[Row],
        thought: Mapping[int, tuple[float, int]] | None = None,
        orders: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        """Write games, all or none of them; games that are already stored stay, and only their luck is added.

        Args:
          rows: the games.
          thought: seconds and decisions in these games, by the agent's number.
          orders: how often the agent gave each kind of order in these games, by its number.
        """
        with self.changes() as connection:
            rows = list(rows)
            places = ", ".join("?" * 11)
            connection.executemany(f"INSERT OR IGNORE INTO game VALUES ({places})", [row[:11] for row in rows])
            connection.executemany(
                f"INSERT OR IGNORE INTO luck VALUES ({', '.join('?' * 6)})",
                [(*row[:5], row.luck) for row in rows if row.luck is not None],
            )
            connection.executemany(
                "INSERT INTO thought VALUES (?1, ?2, ?3) ON CONFLICT (agent) DO UPDATE SET "
                "seconds = seconds + ?2, decisions = decisions + ?3",
                [(agent, *times) for agent, times in (thought or {}).items()],
            )
            connection.executemany(
                "INSERT INTO orders VALUES (?1, ?2, ?3) ON CONFLICT (agent, kind) DO UPDATE SET given = given + ?3",
                [(agent, kind, n) for agent, counts in (orders or {}).items() for kind, n in enumerate(counts) if n],
            )

    def thought(self) -> dict[str, tuple[float, int]]:
        """Return thinking time in seconds and decisions of each agent by name: CPU time if in a separate process."""
        question = "SELECT name, seconds, decisions FROM thought JOIN agent ON agent = number ORDER BY number"
        return {name: (seconds, decisions) for name, seconds, decisions in self._all(question)}

    def mean_decisions(self) -> float | None:
        """Return the mean number of decisions per game; None: there are no games yet."""
        mean: float | None = self._all("SELECT avg(decisions) FROM game")[0][0]
        return mean

    def orders(self) -> dict[str, list[int]]:
        """Return how often each agent, by name, gave each kind of order; only of agents for which it is known."""
        counts: dict[str, list[int]] = {}
        question = "SELECT name, kind, given FROM orders JOIN agent ON agent = number ORDER BY number"
        for name, kind, count in self._all(question):
            if not 0 <= kind < len(self.game.orders):
                raise _damage(self.path, f"it has orders of kind {kind}, which the game doesn't have")
            counts.setdefault(name, [0] * len(self.game.orders))[kind] = count
        return counts

    def games(self) -> list[Row]:
        """Return all games by scenario, pairing and pair, in each pair first the one in which `first` plays team 0."""
        question = f"SELECT game.*, luck FROM game LEFT JOIN luck USING ({KEY})"
        question += " ORDER BY scenario, first, second, pair, side <> ?"
        return [Row(*row) for row in self._all(question, (self.game.teams[0],))]

    def pairs_done(self, scenario: int, first: int, second: int, luck: bool = False) -> set[int]:
        """Return the numbers of the pairs of which both games are stored; with `luck`, their luck, too."""
        games = f"game JOIN luck USING ({KEY})" if luck else "game"
        select = f"SELECT pair FROM {games} WHERE scenario = ? AND first = ? AND second = ?"
        question = f"{select} GROUP BY pair HAVING count(*) = 2"
        return {pair for (pair,) in self._all(question, (scenario, first, second))}

    def _all(self, question: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            with closing(self._connection.execute(question, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.DatabaseError as error:
            raise _store_error(self.path, error) from None

    def _check_pages(self) -> None:
        """Check the whole file; StoreError: it is damaged."""
        (answer,) = self._all("PRAGMA quick_check(1)")[0]
        if answer != "ok":
            raise _damage(self.path, answer)

    def _check_tables(self) -> None:
        """Check that all tables are there; StoreError: some are missing, as in files of before."""
        if not self._tables() >= TABLES:
            raise StoreError(f"{self.path} is no tournament's file (its tables are missing), or too old: begin anew")

    def _check_contents(self) -> None:
        """Check that rows fit together; StoreError: some are missing, or wrong."""
        if words := fault(self._all, self.run(), self.game):
            raise _damage(self.path, words)

    def _tables(self) -> set[str]:
        return {name for (name,) in self._all("SELECT name FROM sqlite_schema WHERE type = 'table'")}

    def _take_in(self, definition: Definition) -> None:
        """Compare the definition with the file, and add what is new."""
        self._check_tables()
        self._check_contents()
        run = self.run()
        gauntlet, new_gauntlet = run.get(GAUNTLET), definition.versions.get(GAUNTLET)
        if gauntlet != new_gauntlet:
            content = _words(gauntlet, [agent.name for agent in self.agents()])
            self._refuse(f"it holds {content}, not {_words(new_gauntlet, [agent.name for agent in definition.agents])}")
        for key, value in {**definition.versions, "seed": str(definition.seed)}.items():
            if key == LIMITS and key not in run:  # the first bots in separate processes
                self._connection.execute("INSERT INTO run VALUES (?, ?)", (key, value))
            elif run.get(key) != value:
                phrases = {"rules": "other rules (their files differ)", LIMITS: "other limits"}
                words = phrases.get(key, f"another {key}" if key in ("seed", "game") else f"another version of {key}")
                self._refuse(f"it was begun with {words}: {run.get(key)}, now {value}")
        if definition.pairs < int(run["pairs"]):
            self._refuse(f"it is to hold {run['pairs']} pairs of games a pairing, now {definition.pairs}")
        self._connection.execute("UPDATE run SET value = ? WHERE key = 'pairs'", (str(definition.pairs),))
        digests = {agent.name: agent.digest for agent in definition.agents}
        self._same("agent", {agent.name: agent.digest for agent in self.agents()}, digests)
        playing = {scenario.name: scenario.digest() for scenario in definition.scenarios}
        self._same("scenario", {scenario.name: scenario.digest() for scenario in self.scenarios()}, playing)
        old = {agent.name for agent in self.agents()}
        new = [(agent.name, agent.digest) for agent in definition.agents if agent.name not in old]
        self._connection.executemany("INSERT INTO agent (name, digest) VALUES (?, ?)", new)
        old = {scenario.name for scenario in self.scenarios()}
        fresh = [(s.name, s.digest(), s.to_json()) for s in definition.scenarios if s.name not in old]
        self._connection.executemany("INSERT INTO scenario (name, digest, json) VALUES (?, ?, ?)", fresh)

    def _same(self, kind: str, stored: dict[str, str], current: dict[str, str]) -> None:
        for name, digest in stored.items():
            if name not in current:
                for other in current:
                    if current[other] == digest and spelled_otherwise(name, other):
                        self._refuse(f"it holds {other} under another spelling: type it as before: {name}")
                self._refuse(f"it also holds {kind} {name}: name it too{hint(self, kind, name, ', or take it out: ')}")
            if current[name] != digest:
                words = f"{kind} {name} is another now: {digest[:16]} then, {current[name][:16]} now"
                self._refuse(words + hint(self, kind, name, "; to play it anew, take the old one out: "))

    def _refuse(self, words: str) -> None:
        raise StoreError(f"{self.path}: {words}; or choose another --store")


@contextmanager
def _opening(store: Store) -> Iterator[Store]:
    """Close a store that can't be opened."""
    try:
        yield store
    except BaseException as error:
        store.close()
        if isinstance(error, sqlite3.DatabaseError):
            raise _store_error(store.path, error) from None
        raise


def _words(gauntlet: str | None, names: Sequence[str]) -> str:
    """What is played, in words: agents by name, and whose gauntlet it is, if it is one."""
    if gauntlet is None:
        return f"a tournament of {', '.join(names)} (each of them against each)"
    return f"the match of {gauntlet} against {', '.join(name for name in names if name != gauntlet)}"


def is_database(path: Path) -> bool:
    """Tell whether this is an SQLite file, as a tournament's is."""
    try:
        with path.open("rb") as file:
            return file.read(16).startswith(b"SQLite format 3")
    except OSError:
        return False


def is_tournament(path: Path, game: GameDefinition) -> bool:
    """Tell whether this is the file of a tournament of the game; it may still be damaged."""
    try:
        Store.open(path, game, whole=False).close()
    except StoreError:
        return False
    return True


def _store_error(path: Path, error: sqlite3.DatabaseError) -> StoreError:
    """Return an SQLite error as one line for the user."""
    words = one_line(str(error), 100)
    if "full" in words or "disk I/O" in words or "too large" in words or "too big" in words:
        return StoreError(f"{path} can't be written ({words}): make room; the same command goes on")
    if "locked" in words or "readonly" in words or "unable to open" in words:
        return StoreError(f"{path} can't be used ({words})")
    if "malformed" in words or "corrupt" in words or "decode" in words:
        return _damage(path, words)
    return StoreError(f"{path} is no tournament's file ({words})")


def _damage(path: Path, words: str) -> StoreError:
    return StoreError(f"{path} is damaged ({one_line(words, 100)}): take a copy of it, or another --store")


def _check_place(path: Path) -> None:
    """StoreError: this is a folder, or its name leaves no room for those that SQLite writes beside it."""
    try:
        if path.is_dir():
            raise StoreError(f"{path} is a folder: a tournament's file is meant")
        os.lstat(path.with_name(f"{path.name}-journal"))
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise _not_opened(path, error) from None


def _lock(path: Path) -> int:
    """Lock a file, so that only this process plays on it; StoreError: another one does, or it can't be opened."""
    try:
        return lock_file(path)
    except BlockingIOError:
        raise StoreError(f"another process is playing on {path}; --show prints its table") from None
    except OSError as error:
        raise _not_opened(path, error) from None


def _not_opened(path: Path, error: OSError) -> StoreError:
    return StoreError(f"{path} can't be opened ({(error.strerror or str(error)).lower()})")


def _connect(path: Path) -> sqlite3.Connection:
    place = path.absolute()
    # SQLite writes beside a file that it reads. Where we can't, it must know that nobody plays: then there is no -wal.
    kept = not os.access(place.parent, os.W_OK) and not place.with_name(f"{place.name}-wal").exists()
    try:
        # No isolation level: transactions begin where the code says so, including schema changes.
        name = place.as_uri() + ("?mode=ro&immutable=1" if kept else "")
        return sqlite3.connect(name, timeout=PATIENCE, isolation_level=None, uri=True)
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{path} can't be opened ({error})") from None
