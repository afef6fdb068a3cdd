"""How rules are compiled: the decorator `rule`, and where the compiled code is kept.

Numba's own cache looks at the file of a function alone: after an edit of a constant or a callee in another file it
would go on running the old rules, silently. So each state of all compiled sources has a cache folder of its own.
"""

import atexit
import functools
import hashlib
import importlib
import importlib.util
import inspect
import math
import os
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, overload

import numba
import numpy as np

from tabletop.compiled.fingerprints import CORE, display_name, own_files, package_of, roots, sources

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.config  # made at run time, unknown to type checkers
FLAGS: dict[str, Any] = {"error_model": "numpy"}  # no check for a division by zero: some 5-10 % faster
TRIED = "0.68."  # versions of Numba that `linking` was tried with; others compile in Numba's own way
SLOWER = 3  # how many times as long these take; measured
FOLDERS_KEPT = 8
SPARED_SECONDS = 3600  # a folder used this recently may belong to a process that still compiles
QUIET = "PAINTBALL_QUIET"  # the environment variable that turns the announcement off
# Measured, only for the announcement: an environment's first steps, and a match that takes most of a game's code.
SECONDS_A_RULE = 0.09, 0.165


def compiled() -> bool:
    """Tell whether rules run compiled (not so with NUMBA_DISABLE_JIT=1)."""
    return not config.DISABLE_JIT


IS_TRIED = numba.__version__.startswith(TRIED)
if IS_TRIED:  # of Numba's parts that aren't public, another version may have other names
    from tabletop.compiled import code_cache, linking, shortcuts

    if compiled():
        shortcuts.leave_out()


@overload
def rule(func: F) -> F: ...
@overload
def rule(*, parallel: bool = False, inline: bool = False, shared: bool = False) -> Callable[[F], F]: ...
def rule(func: F | None = None, *, parallel: bool = False, inline: bool = False, shared: bool = False) -> Any:
    """Compile a function of the rules at its first call: `@rule`, `@rule(parallel=True)`, `@rule(inline=True)`.

    A rule can't call itself, directly or through others.

    Args:
      func: the function, where the decorator stands without arguments.
      parallel: run its `numba.prange` loops on all cores.
      inline: have LLVM inline it into its callers (tiny functions only).
      shared: translate it once, for all compiled functions that call it (the largest functions only).
    """
    if func is None:
        return lambda f: _compile(f, parallel, inline, shared)
    return _compile(func, parallel, inline, shared)


def _compile(func: F, parallel: bool, inline: bool, shared: bool) -> F:
    if not isinstance(func, FunctionType):  # interpreted, too
        raise TypeError(f"rule: a function written in Python is meant, not {type(func).__name__}")
    if not compiled():
        return func
    func.__signature__ = inspect.signature(func)  # type: ignore[attr-defined]  # Numba reads it four times
    folder = _folder_of(func)
    if not IS_TRIED:
        with _kept_in(folder):
            dispatcher: Any = numba.njit(cache=True, parallel=parallel, forceinline=inline, **FLAGS)(func)
        if all(hasattr(type(dispatcher), name) for name in ("get_call_template", "get_overload")):
            _compile_once(dispatcher, lambda: dispatcher)
        return dispatcher
    dispatcher = numba.njit(parallel=parallel, forceinline=inline, pipeline_class=linking.EntryCompiler, **FLAGS)(func)
    with _kept_in(folder):
        dispatcher._cache = code_cache.EntryCache(func)
    if parallel:  # only Python calls it
        return dispatcher
    called = functools.cache(lambda: _called(func, folder, inline, shared))
    if shared:
        linking.SHARED[func.__module__, func.__qualname__] = called
    _compile_once(dispatcher, called)
    return dispatcher


def _called(func: F, folder: Path, inline: bool, shared: bool) -> Any:
    """Numba's dispatcher of a function for what is compiled; where all is in the cache, most are never asked for."""
    compiler = linking.SharedCompiler if shared else linking.CalledCompiler
    called: Any = numba.njit(forceinline=inline, pipeline_class=compiler, **FLAGS)(func)
    with _kept_in(folder):
        called._cache = code_cache.SharedCache(func) if shared else code_cache.CalledCache(func)
    return called


@contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    """Numba asks for the folder when a cache is made. Other packages' caches stay where they are."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _compile_once(dispatcher: Any, called: Callable[[], Any]) -> None:
    """Let callers pass whole numbers as int64: else each constant and each width of a field compiles a copy.

    Args:
      dispatcher: what Python calls.
      called: returns the dispatcher of what compiled code calls.
    """
    numbas: Any = type(dispatcher)  # by its class: `dispatcher` may also be what is called

    def widened(args: Any, kws: Any) -> Any:
        named = {name: _widen(kind) for name, kind in kws.items()}
        return numbas.get_call_template(called(), tuple(map(_widen, args)), named)

    dispatcher.get_call_template = widened
    dispatcher.get_overload = lambda signature: numbas.get_overload(called(), signature)


def _widen(kind: Any) -> Any:
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer) and getattr(kind, "signed", False) else kind


def jitable(func: F) -> F:
    """Mark a tiny function that rules call compiled, and Python calls as it is, so that nothing is compiled for it."""
    return numba.extending.register_jitable(func) if compiled() else func


if not compiled():
    # Dice are uint64 arithmetic that wraps on purpose; run as plain Python, NumPy would warn of each draw.
    warnings.filterwarnings("ignore", "overflow encountered in scalar", RuntimeWarning)


def _folder_of(function: Callable[..., Any]) -> Path:
    # By modules' names, not by where they lie: the fingerprint tells sources apart, and a checkout that was moved, a
    # second one or an installed wheel with the same sources takes what is there. A template has a name for each game.
    folder = cache_folder(package_of(function)) / function.__module__
    files = own_files(function)
    if not files:
        return folder
    # No fingerprint of a package has seen these.
    key = hashlib.sha256(os.path.abspath(function.__code__.co_filename).encode())
    for path in files:
        key.update(f"\0{path}\0".encode() + path.read_bytes())
    with suppress(OSError):
        _remove_stale(folder)
    return folder / key.hexdigest()[:16]


def digest(package: str) -> str:
    """Return the fingerprint of all that decides about a package's compiled code: sources, flags, versions."""
    versions = (sys.version_info[:3], numba.__version__, np.__version__)
    key = hashlib.sha256(repr((package, versions, sorted(FLAGS.items()), bool(config.BOUNDSCHECK))).encode())
    folders = roots(package)
    # In the order of their names: where a game's bots lie, before or behind the rest, makes no difference.
    for name, path in sorted((display_name(path, folders), path) for path in sources(package)):
        content = path.read_bytes()
        key.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return key.hexdigest()[:16]


class Instance(ModuleType):
    """A template's module for one game: what holds it can be copied and pickled."""

    made_from: tuple[str, str]

    def __reduce__(self) -> tuple[Any, ...]:
        return instantiate, self.made_from


@functools.cache
def instantiate(template: str, kernels: str) -> ModuleType:
    """Load a file of compiled functions for one game: as a module of its own name, whose `rules` are the game's.

    Args:
      template: the module whose file is taken, of `tabletop.game.templates`.
      kernels: the module with the game's own compiled functions.
    """
    template_spec = importlib.util.find_spec(template)
    assert template_spec is not None and template_spec.origin is not None, template
    name = f"{kernels}.{template.rpartition('.')[2]}"
    spec = importlib.util.spec_from_file_location(name, template_spec.origin)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__class__ = Instance
    vars(module)["made_from"] = template, kernels
    vars(module)["rules"] = importlib.import_module(kernels)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@functools.cache
def cache_folder(package: str) -> Path:
    """Return the folder of this state of a package's sources, made if need be, and clear away what is out of use."""
    place, name = cache_place(), digest(package)
    folder = place / name
    try:
        folder.mkdir(exist_ok=True)
        os.utime(folder)  # the newest is the one last used
        _remove_stale(place)
    except OSError:
        if not (folder.is_dir() and os.access(folder, os.R_OK | os.X_OK)):  # a full disk, or nothing there to be read
            folder = _own_place() / name
            folder.mkdir(exist_ok=True)
    return folder


@functools.cache
def cache_place() -> Path:
    """Return the folder of all compiled code: $PAINTBALL_CACHE, the user's cache, or one for this process alone.

    One that can be written to, if there is any, else one that can be read.
    """
    readable = []
    for place in _wished_places():
        with suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
        if _can_be_written_to(place):
            return place
        if place.is_dir() and os.access(place, os.R_OK | os.X_OK):
            readable.append(place)
    return readable[0] if readable else _own_place()


def _can_be_written_to(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(bytes(1 << 16))  # a full disk lets empty files be made
            trial.flush()
            return True
    except OSError:
        return False


def _wished_places() -> list[Path]:
    bases = [os.environ.get("XDG_CACHE_HOME") or "", "~/.cache"]
    folder = os.environ.get("PAINTBALL_CACHE")
    folders = [folder] if folder else [os.path.join(base, "paintball-mini") for base in bases if base]
    return [Path(os.path.expanduser(candidate)).absolute() / "kernels" for candidate in folders]


@functools.cache
def _own_place() -> Path:
    # Never a shared folder with a known name: compiled code that others could plant there would be run.
    place = Path(tempfile.mkdtemp(prefix="paintball-mini-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


def _remove_stale(place: Path) -> None:
    use_times = {}
    for folder in place.iterdir():
        if re.fullmatch("[0-9a-f]{16}", folder.name):
            try:
                use_times[folder] = folder.stat().st_mtime
            except OSError:  # another process was faster
                continue
    for folder in sorted(use_times, key=lambda f: use_times[f], reverse=True)[FOLDERS_KEPT:]:
        if time.time() - use_times[folder] > SPARED_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def announce_first_compilation(package: str) -> None:
    """Say on stderr, once a process, that a game's rules are about to be compiled, if they are: it takes a while.

    Where nothing is kept yet, it is said at once; else when the first function is compiled that isn't: for another size
    of board or team, for another bot, for batches. Commands and environments call it; with `PAINTBALL_QUIET` set, to
    whatever, it says nothing.
    """
    if not compiled() or os.environ.get(QUIET):
        return
    # What is compiled of a package of one file is kept beside the core's.
    alone = not hasattr(importlib.import_module(package), "__path__")
    if not any(cache_folder(CORE).glob(f"{package}*/*/*.nbi") if alone else cache_folder(package).rglob("*.nbi")):
        _announce(package, "the rules", "{} to {}")
    elif IS_TRIED:
        linking.TOLD[:] = [lambda: _announce(package, "what is not kept yet", "up to {1}")]


def _announce(package: str, what: str, span: str) -> None:
    rules = sum(len(re.findall(r"^@rule\b", p.read_text(encoding="utf-8"), re.MULTILINE)) for p in sources(package))
    low, high = (rules * seconds * (1 if IS_TRIED else SLOWER) for seconds in SECONDS_A_RULE)
    seconds = span.format(5 * math.floor(low / 5) or 1, 5 * math.ceil(high / 5))
    folder, places = cache_folder(package), _wished_places()
    is_cached = folder.parent in places and _can_be_written_to(folder)
    how = ", once" if is_cached else f" at each start, for nothing can be written to {places[0]}"
    slower = "" if IS_TRIED else f"; Numba {TRIED}x would take a third of it, this is {numba.__version__}"
    with suppress(OSError):  # a full disk
        print(f"compiling {what}{how}: {seconds} s, longer on a busy machine{slower} …", file=sys.stderr, flush=True)
