"""How rules are compiled: the decorator `rule`, and where the compiled code is kept.

Numba's own cache looks at the file of a function alone: after an edit of a constant or a callee in another file it
would go on running the old rules, silently. So each state of all compiled sources has a cache folder of its own.
"""

import ast
import atexit
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

ROOT = Path(__file__).resolve().parent.parent
config: Any = numba.config  # made at run time, unknown to type checkers
PACKAGES = ("paintball_env", "agents")
FLAGS: dict[str, Any] = {"error_model": "numpy"}  # no check for a division by zero: some 5-10 % faster
FOLDERS_KEPT = 4
SPARED_SECONDS = 3600  # a folder used this recently may belong to a process that still compiles
QUIET = "PAINTBALL_QUIET"  # the environment variable that turns the announcement off
SECONDS_A_RULE = 0.17  # measured; only for the announcement


def compiled() -> bool:
    """Tell whether rules run compiled (not so with NUMBA_DISABLE_JIT=1)."""
    return not config.DISABLE_JIT


@overload
def rule(func: F) -> F: ...
@overload
def rule(*, parallel: bool = False, inline: bool = False) -> Callable[[F], F]: ...
def rule(func: F | None = None, *, parallel: bool = False, inline: bool = False) -> Any:
    """Compile a function of the rules at its first call: `@rule`, `@rule(parallel=True)`, `@rule(inline=True)`.

    Args:
      func: the function, where the decorator stands without arguments.
      parallel: run its `numba.prange` loops on all cores.
      inline: have LLVM inline it into its callers (tiny functions only).
    """
    if func is None:
        return lambda f: _compile(f, parallel, inline)
    return _compile(func, parallel, inline)


def _compile(func: F, parallel: bool, inline: bool) -> F:
    if not compiled():
        return func
    # Numba asks for the folder once, here: set for the moment, it moves nobody else's cache.
    before, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder())
    try:
        dispatcher = numba.njit(cache=True, parallel=parallel, forceinline=inline, **FLAGS)(func)
        _compile_once(dispatcher)
        return dispatcher
    finally:
        config.CACHE_DIR = before


def _compile_once(dispatcher: Any) -> None:
    """Let callers pass whole numbers as int64: else each constant and each width of a field compiles a copy."""
    resolve = dispatcher.get_call_template

    def widened(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(_widen, args)), {name: _widen(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = widened


def _widen(kind: Any) -> Any:
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer) and getattr(kind, "signed", False) else kind


if not compiled():
    # Dice are uint64 arithmetic that wraps on purpose; run as plain Python, NumPy would warn of each draw.
    warnings.filterwarnings("ignore", "overflow encountered in scalar", RuntimeWarning)


# A file that takes the decorator from here, or the whole module.
_DECORATED = re.compile(r"^\s*(from\s+\S*_jit\s+import\b.*\brule\b|(from\s+\S+\s+)?import\b.*\b_jit\b)", re.MULTILINE)


def sources(root: Path = ROOT) -> list[Path]:
    """List every file that compiled code is made from: the rules, whatever uses `rule`, and what these import."""
    found = {root / "paintball_env" / "_jit.py", *(root / "paintball_env" / "rules").rglob("*.py")}
    for package in PACKAGES:
        for path in (root / package).rglob("*.py"):
            if _DECORATED.search(path.read_text(encoding="utf-8")):
                found.add(path)
    # Constants of other modules are compiled in as well. (The rules import nothing from outside their folder.)
    todo = [path for path in found if path.parent.name != "rules" and path.name != "_jit.py"]
    while todo:
        for path in _imported(todo.pop(), root):
            if path not in found:
                found.add(path)
                todo.append(path)
    return sorted(found)


def _imported(path: Path, root: Path) -> Iterator[Path]:
    """Yield the files of our packages that a file imports."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            base = path.parents[node.level - 1] if node.level else root
            base = base.joinpath(*(node.module or "").split("."))
            names = [_module(base / alias.name, root) for alias in node.names]
            yield from (name for name in names if name)
            if not all(names) and (module := _module(base, root)):
                yield module
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if module := _module(root.joinpath(*alias.name.split(".")), root):
                    yield module


def _module(base: Path, root: Path) -> Path | None:
    """Return the file of a module, if it is one of ours."""
    if any(base.is_relative_to(root / package) for package in PACKAGES):
        for path in (base.with_suffix(".py"), base / "__init__.py"):
            if path.is_file():
                return path
    return None


def digest(root: Path = ROOT) -> str:
    """Return the fingerprint of all that decides about compiled code: sources, flags, versions."""
    versions = (sys.version_info[:3], numba.__version__, np.__version__)
    key = hashlib.sha256(repr((versions, sorted(FLAGS.items()), bool(config.BOUNDSCHECK))).encode())
    for path in sources(root):
        content = path.read_bytes()
        key.update(f"\0{path.relative_to(root).as_posix()}\0{len(content)}\0".encode() + content)
    return key.hexdigest()[:16]


@functools.cache
def cache_folder() -> Path:
    """Return the folder of this state of the sources, made if need be, and clear away what is long out of use."""
    place = _cache_place()
    folder = place / digest()
    folder.mkdir(exist_ok=True)
    os.utime(folder)  # the newest is the one last used
    _remove_stale(place)
    return folder


def _cache_place() -> Path:
    """Return a folder that can be written to: $PAINTBALL_CACHE, the user's cache, or one for this process alone."""
    bases = [os.environ.get("XDG_CACHE_HOME") or "", "~/.cache"]
    wish = os.environ.get("PAINTBALL_CACHE")
    for candidate in [wish] if wish else [os.path.join(base, "paintball-mini") for base in bases if base]:
        place = Path(os.path.expanduser(candidate)).absolute() / "kernels"
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                return place
        except OSError:
            continue
    # Never a shared folder with a known name: compiled code that others could plant there would be run.
    place = Path(tempfile.mkdtemp(prefix="paintball-mini-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


def _remove_stale(place: Path) -> None:
    used = {}
    for folder in place.iterdir():
        if re.fullmatch("[0-9a-f]{16}", folder.name):
            try:
                used[folder] = folder.stat().st_mtime
            except OSError:  # another process was faster
                continue
    for folder in sorted(used, key=lambda f: used[f], reverse=True)[FOLDERS_KEPT:]:
        if time.time() - used[folder] > SPARED_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def announce_first_compilation() -> None:
    """Say on stderr, once a process, that the rules are about to be compiled, if they are: nobody shall wonder.

    Commands and doors call it; with `PAINTBALL_QUIET` set, to whatever, it says nothing.
    """
    if compiled() and not os.environ.get(QUIET) and not any(cache_folder().rglob("*.nbi")):
        rules = sum(len(re.findall(r"^@rule\b", p.read_text(encoding="utf-8"), re.MULTILINE)) for p in sources())
        seconds = max(5, 5 * round(rules * SECONDS_A_RULE / 5))
        print(f"compiling the rules, once: about {seconds} s …", file=sys.stderr, flush=True)
