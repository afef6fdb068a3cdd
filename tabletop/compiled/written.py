"""Compiled functions whose source the core writes: where the files are kept, and how they are loaded."""

import hashlib
import importlib.util
import os
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from tabletop.compiled.compiling import cache_folder


def load_written(name: str, source: str) -> ModuleType:
    """Load a module from source that was written for a game, kept as a file beside the game's compiled code.

    Tracebacks, coverage and Numba's cache find the file there. It is named after its content, so that an earlier one is
    never taken for it.

    Args:
      name: the module's name, inside the game's package.
      source: Python code.
    """
    folder = cache_folder(name.partition(".")[0]) / "written"
    path = folder / f"{name}.{hashlib.sha256(source.encode()).hexdigest()[:16]}.py"
    if not path.is_file():
        path = _write(path, source)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _write(path: Path, source: str) -> Path:
    """Write the file whole; where nothing can be written, into a folder of this process alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent)
    except OSError:
        path = Path(tempfile.mkdtemp(prefix="paintball-mini-")) / path.name
        handle, part = tempfile.mkstemp(dir=path.parent)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(source)
    if not path.is_file():  # another process's file keeps its time, by which Numba knows it again
        os.replace(part, path)
    else:
        os.remove(part)
    return path
