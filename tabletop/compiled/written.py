"""Compiled functions whose source the core writes: where the files are kept, and how they are loaded."""

import importlib.util
import os
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from tabletop.base.files import whole_file
from tabletop.compiled.compiling import cache_folder


def load_written(name: str, source: str) -> ModuleType:
    """Load a module from source that was written for a game, kept as a file beside the game's compiled code.

    Tracebacks, coverage and Numba's cache find the file there. It is named after its content, so that an earlier one is
    never taken for it.

    Args:
      name: the module's name, inside the game's package.
      source: Python code.
    """
    path = cache_folder(name.partition(".")[0]) / "written" / f"{name}.{sha256(source.encode()).hexdigest()[:16]}.py"
    if not os.access(path, os.R_OK):
        try:
            _write(path, source)
        except OSError:  # into a folder of this process alone
            path = Path(tempfile.mkdtemp(prefix="paintball-mini-")) / path.name
            _write(path, source)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _write(path: Path, source: str) -> None:
    with whole_file(path) as file:
        file.write(source.encode())
        file.flush()
        os.utime(file.fileno(), (0, 0))  # by its time Numba knows a file again: whoever writes it, it has this one
