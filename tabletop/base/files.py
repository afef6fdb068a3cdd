"""Files and folders that are whole or not there: written beside their place, then moved into it; reading with limits.

What a person gives us may be anything: no file is read that is larger than a file of its kind can be.
"""

import json
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from glob import escape
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

MOST_BYTES = 1 << 20  # of a file that a person writes
LOCK = ".lock"  # the file by which a folder is held
PROGRESS = ".progress.json"  # added to the name of the file in which a run will write its result


def data_folder(program: str) -> Path:
    """Return the folder for what a program keeps for its user; it needn't be there."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / program


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return the text of a file, without a byte order mark.

    Raises:
      ValueError: the file can't be read, is larger than `most` bytes, or isn't UTF-8: what is wrong with it, in words
        that fit behind its name.
    """
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except IsADirectoryError:
        raise ValueError("a folder: a file is meant") from None
    except OSError as error:
        raise ValueError((error.strerror or str(error)).lower()) from None
    return _text_of(content, most)


def read_input(most: int) -> str:
    """Return the text of standard input; ValueError as in `read_text`."""
    return _text_of(sys.stdin.buffer.read(most + 1), most)


def _text_of(content: bytes, most: int) -> str:
    if len(content) > most:
        raise ValueError(f"larger than {most >> 20} MiB")
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise ValueError(f"no text, or not UTF-8: {error.reason} at byte {error.start + 1}") from None


def read_json(path: Path, most: int = MOST_BYTES) -> Any:
    """Return a JSON file that a program keeps as plain data; ValueError as in `read_text` and `parse_json`.

    A pipe or a device in its place is refused: whoever opens it may wait for ever.
    """
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise ValueError("a pipe or a device: a file is meant")
    return parse_json(read_text(path, most))


def parse_json(text: str) -> Any:
    """Return JSON as plain data; ValueError says what is wrong with it, in words that fit behind its name."""
    if not text.strip():
        raise ValueError("not JSON: it is empty")
    try:
        return json.loads(text)
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None
    except RecursionError:
        raise ValueError("not JSON that can be read: lists or objects too deep in each other") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Return TOML as plain data; ValueError says what is wrong with it, in words that fit behind its name."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"not TOML: {_twice(text, str(error)) or ' '.join(str(error).split())}") from None
    except RecursionError:
        raise ValueError("not TOML that can be read: lists or tables too deep in each other") from None


# What `tomllib` says where a key stands twice; it names no key, and only the place where it has stopped.
_TWICE = ("Cannot overwrite", "Cannot declare")
_STATEMENT = re.compile(r"""\s*(\[\[?)?((?:"[^"]*"|'[^']*'|[^]["'=#])+)""")  # the brackets of a table, and the key
_MARK = "a-key-that-no-file-has"


def _twice(text: str, fault: str) -> str:
    """Say which key of TOML stands twice, and in which line the second time; empty: the fault is another one."""
    lines, stop = text.splitlines(), re.search(r"at line (\d+)", fault)
    if not fault.startswith(_TWICE):
        return ""
    for number in range(int(stop[1]) if stop else len(lines), 0, -1):
        # A value may have many lines: the key is in the last line before which everything is in order.
        with suppress(tomllib.TOMLDecodeError):
            data = tomllib.loads("\n".join([*lines[: number - 1], f"{_MARK} = 1"]))
            if statement := _STATEMENT.match(lines[number - 1]):
                table = [] if statement[1] else _table_of_mark(data) or []
                return f"{'.'.join([*table, statement[2].strip()])} stands there twice (line {number})"
    return ""


def _table_of_mark(data: dict[str, Any]) -> list[str] | None:
    """Return the path of the table in which `_MARK` stands."""
    if _MARK in data:
        return []
    for name, inner in data.items():
        table = inner[-1] if isinstance(inner, list) and inner else inner
        if isinstance(table, dict) and (rest := _table_of_mark(table)) is not None:
            return [name, *rest]
    return None


OUTPUTS = (Path("/dev/stdout"), Path("/dev/stderr"))


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Write a file: what is written into the one that is given takes the place of `path`, or of what it links to.

    A reader finds the old one or the new one, never a part; of two that are written at once, the one that is ready last
    stays. The new one has the old one's permissions. Devices, pipes and open files (`/dev/stdout`) keep their place:
    they are written to. The folder is made if need be.

    Raises:
      OSError: it can't be written; the error has its name.
    """
    if is_stream(path):
        with naming(path), path.open("ab") as file:
            yield file
        return
    place = path.resolve()
    with naming(path):
        place.parent.mkdir(parents=True, exist_ok=True)
        with _beside(place, Path.touch) as new_path:
            try:
                with new_path.open("wb") as file:
                    with suppress(OSError):  # there is no old one, or its file system keeps no permissions
                        shutil.copymode(place, new_path)
                    yield file
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(new_path, place)
            except BaseException:  # a full disk keeps no part of it
                _remove(new_path)
                raise


def new_file(place: Path, number: int = 0) -> Path:
    """Return what is written beside a place, whose content will take it; with other numbers, by others at once."""
    return place.with_name(f".{place.name}.new{number or ''}")


@contextmanager
def _beside(place: Path, make: Callable[..., None]) -> Iterator[Path]:
    """Make a new file or folder beside a place, and hold it until the end; what a kill has left there is removed."""
    for number in count():
        new_path = new_file(place, number)
        with suppress(OSError), _held(new_path) as left:
            if left:
                _remove(new_path)
        try:
            make(new_path, exist_ok=False)
        except FileExistsError:
            continue
        with _held(new_path) as ours:
            if ours:
                yield new_path
                return


@contextmanager
def _held(path: Path) -> Iterator[bool]:
    """Lock a file or folder; False: another process has locked it, has moved it into its place, or has removed it.

    Raises:
      OSError: it can't be opened.
    """
    if fcntl is None:
        yield True
        return
    try:
        number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    except FileNotFoundError:
        yield False
        return
    try:
        yield _lock(number) and _is_at(path, number)
    finally:
        os.close(number)


def _is_at(path: Path, number: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(number))
    except FileNotFoundError:
        return False


def _remove(path: Path) -> None:
    """Remove a file or a folder, as far as it can be removed."""
    with suppress(OSError):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def is_stream(path: Path) -> bool:
    """Tell whether a path is a device, a pipe or an open file, whose place nothing may take."""
    return _is_open(path) or (os.path.exists(path) and not os.path.isfile(path))


def is_named_pipe(path: Path) -> bool:
    """Tell whether a path is a pipe with a name: whoever opens it waits for its other end."""
    return not _is_open(path) and path.is_fifo()


def _is_open(path: Path) -> bool:
    full_path = path.absolute()
    return full_path in OUTPUTS or any(full_path.is_relative_to(folder) for folder in ("/dev/fd", "/proc"))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Give an OSError the name of the file that is written: the system names none, or one beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def write_text(path: Path, text: str) -> None:
    """Write a text file, as `whole_file` does."""
    with whole_file(path) as file:
        file.write(text.encode())


def write_json(path: Path, data: Any) -> None:
    """Write plain data as JSON, as `write_text` does."""
    write_text(path, json.dumps(data, indent=2, ensure_ascii=False) + "\n")


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Write a folder: what is put into the one that is given takes the place of `folder`, all of it together.

    A reader finds the old one or the new one, never some files of each; of two that are written at once, the one that
    is ready last stays. Folders can't be exchanged in one go: a kill between the two moves leaves none in its place and
    both beside it, and `settle` puts the new one there. Of a symbolic link, the folder behind it is written.
    """
    if folder.is_symlink():
        folder = folder.resolve()
    settle(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _beside(folder, Path.mkdir) as new:
        try:
            yield new
        except BaseException:
            _remove(new)
            raise
        old = new.with_suffix(new.suffix.replace("new", "old"))
        if folder.exists():
            os.replace(folder, old)
        os.replace(new, folder)
        _remove(old)


def settle(folder: Path) -> None:
    """Finish a change of a folder that was cut off by a kill; nothing is done where there was none."""
    for old in folder.parent.glob(f".{escape(folder.name)}.old*"):
        if not re.fullmatch(r"\.old\d*", old.suffix):
            continue
        new = old.with_suffix(old.suffix.replace("old", "new"))
        with _held(new) as left:
            if left and not folder.exists():
                os.replace(new, folder)  # whole: the old one makes room only then
        if folder.exists():
            _remove(old)


def lock_file(path: Path) -> int:
    """Open a file, made if need be, and lock it for this process alone; whatever ends the process lets it go.

    Nothing is locked where the platform, or the file system, has no such locks.

    Returns:
      Its descriptor, to be closed; programs that are started don't inherit it.

    Raises:
      BlockingIOError: another process has locked it.
      OSError: it can't be opened.
    """
    number = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    if not _lock(number):
        os.close(number)
        raise BlockingIOError
    return number


def _lock(number: int) -> bool:
    """Lock an open file, where there are locks; False: another process has."""
    try:
        if fcntl is not None:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        pass
    return True


@contextmanager
def hold_folder(folder: Path, doing: str) -> Iterator[None]:
    """Hold a folder for this process alone, by its file `LOCK`, as `lock_file` does.

    Args:
      folder: it.
      doing: what a process does that holds it, such as `trains in it`.

    Raises:
      ValueError: another process holds it.
    """
    try:
        number = lock_file(folder / LOCK)
    except BlockingIOError:
        raise ValueError(f"{folder}: another process {doing}") from None
    try:
        yield
    finally:  # the file stays: another process may have opened it already
        os.close(number)


@contextmanager
def hold_file(path: Path, doing: str) -> Iterator[None]:
    """Hold a file that is replaced in the meantime, as `hold_folder` does, by a file beside it, removed at the end."""
    lock = path.with_name(f".{path.name}.lock")
    with naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.touch()
    with _held(lock) as ours:
        if not ours:
            raise ValueError(f"{path}: another process {doing}")
        try:
            yield
        finally:
            _remove(lock)
