"""Files that are whole or not there: written beside their place, then moved into it."""

import json
import os
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
