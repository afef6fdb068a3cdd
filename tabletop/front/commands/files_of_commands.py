"""Files of a command: records that it reads, and output files, which are checked before the work, not after it."""

import errno
import os
import re
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tabletop.base.files import hold_file, is_stream, new_file, read_input, read_text
from tabletop.front.commands.shell import NotSoError
from tabletop.front.commands.start import STOPPED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabletop.game.definition import GameDefinition
    from tabletop.play.records import GameRecord

# How files begin that may be replaced.
PAGE = re.compile(r"\s*<!doctype html", re.IGNORECASE)
JSON = re.compile(r"\s*(\{|\[\s*(\{|\]))")  # ours: an object, or a list of objects; a scenario's `[rules]` is neither
TABLE = re.compile("scenario,agent,")


def read_record(path: Path, game: "GameDefinition[Any]") -> "GameRecord":
    """Read a game record from a file, or from standard input if its name is -.

    Raises:
      ValueError: it can't be read, isn't a record of the game, or its scenario is none: its name and what is wrong, in
        one line.
    """
    from tabletop.play.records import MOST_BYTES, GameRecord

    try:
        text = read_input(MOST_BYTES) if str(path) == "-" else read_text(path, MOST_BYTES)
        record = GameRecord.read(text, game)
        record.load_scenario()
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return record


@contextmanager
def same_game(record: Path | str) -> "Iterator[None]":
    """Replay a record; NotSoError with what it is called, its file's name: it gives another game."""
    from tabletop.play.records import RecordError

    try:
        yield
    except RecordError as error:
        raise NotSoError(f"{record}: {error}") from None


def path_of(what: str) -> Path | None:
    """Return the path that is named; None: it is a position's text, which may be too long for a file's name."""
    return Path(what) if what and ("=" not in what or os.path.exists(what)) else None


def given_text(what: str) -> str:
    """Return the text of the file of this name, or of standard input for -; or what was typed: a position.

    ValueError: the file can't be read, or is larger than any record; what is wrong with it, in words that fit behind
    its name.
    """
    from tabletop.play.records import MOST_BYTES

    if what == "-":
        return read_input(MOST_BYTES).strip()
    path = path_of(what)
    return (what if path is None else read_text(path, MOST_BYTES)).strip()


def position_text(what: str) -> str:
    """Return a position's text: what was typed, or what is in the file of this name, or on standard input for -.

    Raises:
      ValueError: there is no such file, or something else than a position is in it; one line.
    """
    from tabletop.base.errors import one_line
    from tabletop.play.records import RECORD_KEY

    path = path_of(what)
    if path is None:
        return what
    if what != "-" and not os.path.exists(path):  # also where the name is too long
        raise ValueError(f"{one_line(what, 100)}: neither a position nor a file")
    try:
        text = given_text(what)
        if RECORD_KEY.match(text):
            raise ValueError("a game record, no position: `view` and `replay` show it")
        check_position(text)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None
    return text


def check_position(text: str) -> None:
    """Check that a file's content may be a position; ValueError: it is something else, whatever the scenario."""
    if not text:
        raise ValueError("empty: no position")
    if "=" not in (word := text.split()[0]):
        raise ValueError(f"no position: it begins with {word[:20]!r}")


def is_typed(context: typer.Context, option: str) -> bool:
    """Tell whether an option was given, and isn't the usual one."""
    source = context.get_parameter_source(option)
    return source is not None and source.name not in ("DEFAULT", "DEFAULT_MAP")


@contextmanager
def position_read(context: typer.Context, scenario: str) -> "Iterator[None]":
    """Read a position; where no scenario was named, say whose rules it is read by, because it may belong to another.

    Raises:
      ValueError: as the reading raises it, with the scenario's name if none was named.
    """
    if is_typed(context, "scenario"):
        yield
        return
    words = f"no --scenario was given, so the position is read as one of {scenario}"
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{error} ({words})") from None
    typer.echo(words, err=True)


@contextmanager
def scenario_hint(what: str) -> "Iterator[None]":
    """Read what was given as a position; a ValueError about a .toml file also says how a scenario is given."""
    try:
        yield
    except ValueError as error:
        if not what.lower().endswith(".toml") or not os.path.isfile(what):
            raise
        raise ValueError(f"{error}; a scenario's file is given by --scenario {what}") from None


def check_file(path: Path | None) -> None:
    """Check that a file can be written, also if its folder isn't there yet; nothing is made. None: none is requested.

    Raises:
      ValueError: it can't be written; the message says in one line why.
    """
    if path is None:
        return
    if str(path) == "-":
        raise ValueError("- names no output file: standard output is /dev/stdout")
    if os.path.isdir(path):
        raise ValueError(f"{path} is a folder: a file is meant")
    _check_links(path)
    if not is_stream(path):
        _check_folder(path.parent, path)
    elif not os.path.exists(path):
        raise ValueError(f"{path} can't be written: it doesn't exist, and no file can be made there")
    if os.path.exists(path) and not os.access(path, os.W_OK):
        raise ValueError(f"{path} can't be written: no permission")


def check_record_file(path: Path | None) -> None:
    """Check that a record can be written to a file, as `check_file` does; and nothing but a record is replaced.

    Raises:
      ValueError: it can't be written, or something else than a record is in it; the message says so in one line.
    """
    from tabletop.play.records import RECORD_KEY

    _check_replaced(path, RECORD_KEY, "game record")


def check_json_file(path: Path | None) -> None:
    """Check that JSON can be written to a file, and nothing but JSON is replaced; as `check_record_file`."""
    _check_replaced(path, JSON, "JSON")


def check_table_file(path: Path | None) -> None:
    """Check that a table can be written to a CSV file, and no other file is replaced; as `check_record_file`."""
    _check_replaced(path, TABLE, "table of a tournament")


def check_page_file(path: Path | None) -> None:
    """Check that a web page can be written to a file, and nothing but a page is replaced; as `check_record_file`."""
    _check_replaced(path, PAGE, "web page")


def _check_replaced(path: Path | None, begins: re.Pattern[str], what: str) -> None:
    check_file(path)
    if path is not None and not is_stream(path) and path.exists():
        with path.open("rb") as file:
            head = file.read(100).decode("utf-8-sig", "replace")
        if head.strip() and not begins.match(head):
            raise ValueError(f"{path} is there already, and no {what}: choose another name")


def check_argument(path: Path) -> None:
    """Check that a file can be written whose name is to be an agent's argument; ValueError as in `check_file`."""
    from tabletop.agents.registry import check_printable

    check_file(path)
    check_printable(str(path))
    if "," in str(path):
        raise ValueError(f"--out {path}: no agent could read it, for a comma ends an argument; choose another name")


@contextmanager
def kept_run(command: str, out: Path) -> "Iterator[None]":
    """Work alone on a run that keeps its progress beside `out`; if Ctrl-C stops it, say so.

    Raises:
      ValueError: another process works on it.
    """
    from tabletop.rate.tuning.run import progress_file

    try:
        with hold_file(out, "works on it"):
            yield
    except KeyboardInterrupt:
        typer.echo(f"{command}: stopped; {progress_file(out)} keeps the run, the same command goes on", err=True)
        raise typer.Exit(STOPPED) from None


def check_folder(path: Path | None) -> None:
    """Check that a folder can be written to, or made; nothing is made. None: none is requested.

    Raises:
      ValueError: it can't; the message says in one line why.
    """
    if path is not None:
        _check_folder(path)


def _check_links(path: Path) -> None:
    """Check that links don't lead in a circle; ValueError: they do."""
    try:
        os.stat(path)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise ValueError(f"{path} can't be written: a link leads to itself") from None


def _check_folder(path: Path, file: Path | None = None) -> None:
    """As `check_folder`; with a `file` in it, also that it can have its name."""
    _check_links(path)
    place = Path(os.path.realpath(path))  # links are followed, also to what isn't there yet
    ancestor = next(each for each in (place, *place.parents) if os.path.exists(each))
    if not ancestor.is_dir():
        raise ValueError(f"{path} can't be a folder: {'file exists' if ancestor == place else f'{ancestor} is a file'}")
    try:  # permissions don't tell what a file system refuses, such as long names
        with tempfile.TemporaryDirectory(dir=ancestor) as trial:
            trial_place = Path(trial) / place.relative_to(ancestor)
            trial_place.mkdir(parents=True, exist_ok=True)
            if file is not None:
                new_file(trial_place / file.name).touch()
    except OSError as error:
        where = f"{path} can't be written to" if file is None else f"{file} can't be written"
        raise ValueError(f"{where}: {(error.strerror or str(error)).lower()}") from None
