"""Files and folders that are whole or not there: written beside their place, then moved into it."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def write_text(path: Path, text: str) -> None:
    """Write a text file; a reader finds the old one or the new one, never a part."""
    beside = path.with_name(f".{path.name}.new")
    with beside.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


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


def _beside(folder: Path) -> tuple[Path, Path]:
    return folder.with_name(f".{folder.name}.new"), folder.with_name(f".{folder.name}.old")
