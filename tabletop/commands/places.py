"""Files of a command: records that it reads, and output files, which are checked before the work, not after it."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop.files import is_stream

if TYPE_CHECKING:
    from tabletop.definition import GameDefinition
    from tabletop.records import GameRecord


def read_record(path: Path, game: "GameDefinition[Any]") -> "GameRecord":
    """Read a game record from a file, or from standard input if its name is -.

    Raises:
      OSError: the file can't be read.
      RecordError: it doesn't contain a record of the game.
    """
    from tabletop.records import GameRecord

    return GameRecord.read(sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8"), game)


def check_file(path: Path | None) -> None:
    """Make the folder of a file that is to be written; None: no file is requested.

    Raises:
      ValueError: it can't be written; the message says in one line why.
    """
    if path is None:
        return
    if path.is_dir():
        raise ValueError(f"{path} is a folder: a file is meant")
    if not is_stream(path):
        check_folder(path.parent)
    if path.exists() and not os.access(path, os.W_OK):
        raise ValueError(f"{path} can't be written: no permission")


def check_folder(path: Path | None) -> None:
    """Make a folder that is to be written to; None: none is requested. Errors as in `check_file`."""
    if path is None:
        return
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(f"{path} can't be a folder: {(error.strerror or str(error)).lower()}") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise ValueError(f"{path} can't be written to: no permission")
