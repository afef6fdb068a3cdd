"""Files and folders that are whole or not there: written beside their place, then moved into it; reading with limits.

What a person gives us may be anything: no file is read that is larger than a file of its kind can be.
"""

import json
import os
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

MOST_BYTES = 1 << 20  # of a file that a person writes
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
        raise ValueError(f"not TOML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise ValueError("not TOML that can be read: lists or tables too deep in each other") from None


OUTPUTS = (Path("/dev/stdout"), Path("/dev/stderr"))


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Write a file: what is written into the one that is given takes the place of `path`, or of what it links to.

    A reader finds the old one or the new one, never a part. Devices, pipes and open files (`/dev/stdout`) keep their
    place: they are written to. The folder is made if need be.

    Raises:
      OSError: it can't be written; the error has its name.
    """
    if is_stream(path):
        with naming(path), path.open("ab") as file:
            yield file
        return
    place = path.resolve()
    new_path = new_file(place)
    try:
        with naming(path):
            place.parent.mkdir(parents=True, exist_ok=True)
            with new_path.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(new_path, place)
    except BaseException:  # a full disk keeps no part of it
        with suppress(OSError):
            new_path.unlink(missing_ok=True)
        raise


def new_file(place: Path) -> Path:
    """Return the file beside a place whose content will take it."""
    return place.with_name(f".{place.name}.new")


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

    A reader finds the old one or the new one, never some files of each. Folders can't be exchanged in one go: a kill
    between the two moves leaves none in its place and both beside it, and `settle` puts the new one there.
    """
    settle(folder)
    new, old = _beside(folder)
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    yield new
    if folder.exists():
        os.replace(folder, old)
    os.replace(new, folder)
    shutil.rmtree(old, ignore_errors=True)


def settle(folder: Path) -> None:
    """Finish a change of a folder that was cut off by a kill; nothing is done where there was none."""
    new, old = _beside(folder)
    if old.exists():
        if not folder.exists():
            os.replace(new, folder)  # whole: the old one makes room only then
        shutil.rmtree(old)


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
    try:
        if fcntl is not None:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(number)
        raise
    except OSError:  # a file system without locks
        pass
    return number


@contextmanager
def hold_folder(folder: Path, doing: str) -> Iterator[None]:
    """Hold a folder for this process alone, by its file `.lock`, as `lock_file` does.

    Args:
      folder: it.
      doing: what a process does that holds it, such as `trains in it`.

    Raises:
      ValueError: another process holds it.
    """
    try:
        number = lock_file(folder / ".lock")
    except BlockingIOError:
        raise ValueError(f"{folder}: another process {doing}") from None
    try:
        yield
    finally:  # the file stays: another process may have opened it already
        os.close(number)


def _beside(folder: Path) -> tuple[Path, Path]:
    return folder.with_name(f".{folder.name}.new"), folder.with_name(f".{folder.name}.old")
