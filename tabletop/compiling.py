"""How rules are compiled: the decorator `rule`, and where the compiled code is kept.

Numba's own cache looks at the file of a function alone: after an edit of a constant or a callee in another file it
would go on running the old rules, silently. So each state of all compiled sources has a cache folder of its own.
"""

import ast
import atexit
import functools
import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, overload

import numba
import numpy as np

from tabletop import linking

F = TypeVar("F", bound=Callable[..., Any])

CORE = __name__.partition(".")[0]
config: Any = numba.config  # made at run time, unknown to type checkers
FLAGS: dict[str, Any] = {"error_model": "numpy"}  # no check for a division by zero: some 5-10 % faster
TRIED = "0.68."  # versions of Numba that `linking` was tried with; others compile in Numba's own way
FOLDERS_KEPT = 8
SPARED_SECONDS = 3600  # a folder used this recently may belong to a process that still compiles
QUIET = "PAINTBALL_QUIET"  # the environment variable that turns the announcement off
SECONDS_A_RULE = 0.09  # measured; only for the announcement


def compiled() -> bool:
    """Tell whether rules run compiled (not so with NUMBA_DISABLE_JIT=1)."""
    return not config.DISABLE_JIT


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
    if not compiled():
        return func
    # Numba asks for the folder once, here. It is set for this call alone: other packages' caches stay where they are.
    before, config.CACHE_DIR = config.CACHE_DIR, str(_folder_of(func))
    try:
        return _dispatcher(func, parallel, inline, shared)
    finally:
        config.CACHE_DIR = before


def _dispatcher(func: F, parallel: bool, inline: bool, shared: bool) -> Any:
    """Numba's dispatcher of a function, for Python; compiled callers get the function from one of its own."""
    if not numba.__version__.startswith(TRIED):
        dispatcher = numba.njit(cache=True, parallel=parallel, forceinline=inline, **FLAGS)(func)
        _compile_once(dispatcher, dispatcher)
        return dispatcher
    dispatcher = numba.njit(parallel=parallel, forceinline=inline, pipeline_class=linking.EntryCompiler, **FLAGS)(func)
    dispatcher._cache = linking.EntryCache(func)
    if parallel:  # only Python calls it
        return dispatcher
    compiler = linking.SharedCompiler if shared else linking.CalledCompiler
    called = numba.njit(forceinline=inline, pipeline_class=compiler, **FLAGS)(func)
    called._cache = linking.SharedCache(func) if shared else linking.CalledCache(func)
    if shared:
        linking.SHARED[func.__module__, func.__qualname__] = called
    _compile_once(dispatcher, called)
    return dispatcher


def _compile_once(dispatcher: Any, called: Any) -> None:
    """Let callers pass whole numbers as int64: else each constant and each width of a field compiles a copy."""
    resolve = called.get_call_template

    def widened(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(_widen, args)), {name: _widen(kind) for name, kind in kws.items()})

    dispatcher.get_call_template, dispatcher.get_overload = widened, called.get_overload


def _widen(kind: Any) -> Any:
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer) and getattr(kind, "signed", False) else kind


def plain(func: F) -> F:
    """Mark a tiny function that rules call compiled, and Python calls as it is, so that nothing is compiled for it."""
    return numba.extending.register_jitable(func) if compiled() else func


if not compiled():
    # Dice are uint64 arithmetic that wraps on purpose; run as plain Python, NumPy would warn of each draw.
    warnings.filterwarnings("ignore", "overflow encountered in scalar", RuntimeWarning)


# A file with functions that are compiled.
_DECORATED = re.compile(r"^@(?:\w+\.)*(?:rule|plain)\b", re.MULTILINE)


def _folder_of(function: Callable[..., Any]) -> Path:
    # By modules' names, not by where they lie: the fingerprint tells sources apart, and a checkout that was moved, a
    # second one or an installed wheel with the same sources takes what is there. A template has a name for each game.
    folder = cache_folder(package_of(function)) / function.__module__
    if hasattr(sys.modules.get(function.__module__.partition(".")[0]), "__path__"):
        return folder
    # No fingerprint has seen a file of its own, a bot for example.
    return folder / hashlib.sha256(os.path.abspath(function.__code__.co_filename).encode()).hexdigest()[:16]


def package_of(function: Callable[..., Any]) -> str:
    """Return the package whose sources decide about a compiled function: its own top-level package.

    The core's own functions have the core's; those of a single file, a bot for example, have the package of the game
    that the file imports.
    """
    top = function.__module__.partition(".")[0]
    if hasattr(sys.modules.get(top), "__path__"):
        return top
    imported = re.findall(r"^\s*(?:from|import)\s+(\w+)", _text_of(function), re.MULTILINE)
    games = [name for name in imported if name != CORE and _uses_rules(name)]
    return games[0] if games else CORE


def _text_of(function: Callable[..., Any]) -> str:
    path = Path(function.__code__.co_filename)
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _uses_rules(name: str) -> bool:
    folders = getattr(sys.modules.get(name), "__path__", ())
    return any(_DECORATED.search(path.read_text(encoding="utf-8")) for folder in folders for path in _files(folder))


def _files(folder: str | Path) -> list[Path]:
    return sorted(Path(folder).rglob("*.py"))


def roots(package: str) -> dict[str, Path]:
    """Return the folders, by their import names, of the core, a game's package, and its bots where they lie apart."""
    found = {CORE: Path(__file__).resolve().parent}
    for name in (package, f"{package}.bots"):
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name not in (package, name):
                raise  # of the game itself something is missing
            continue
        for folder in getattr(module, "__path__", ()):
            found[name] = Path(folder).resolve()
    return found


def sources(package: str) -> list[Path]:
    """List every file that the compiled code of a package is made from: all that use `rule`, and what they import."""
    folders = roots(package)
    known = {path for folder in folders.values() for path in _files(folder)}
    found = {path for path in known if _DECORATED.search(path.read_text(encoding="utf-8"))}
    found.add(folders[CORE] / Path(__file__).name)
    # Constants of other modules are compiled in as well.
    todo = sorted(found)
    while todo:
        for path in imported(todo.pop(), folders):
            if path not in found:
                found.add(path)
                todo.append(path)
    return sorted(found)


def imported(path: Path, folders: dict[str, Path]) -> Iterator[Path]:
    """Yield the files in our folders that a file imports."""
    for node in import_statements(path.read_bytes()):
        if isinstance(node, ast.ImportFrom):
            parts = (node.module or "").split(".") if node.module else []
            base = path.parents[node.level - 1].joinpath(*parts) if node.level else _place(".".join(parts), folders)
            if base is None:
                continue
            names = [_module(base / alias.name) for alias in node.names]
            yield from (name for name in names if name)
            if not all(names) and (module := _module(base)):
                yield module
        else:
            for alias in node.names:
                if (base := _place(alias.name, folders)) and (module := _module(base)):
                    yield module


# A line that may be an import statement, up to the end of its parentheses; and the word, wherever it stands.
_IMPORT = re.compile(
    rb"(?<!\\\n)(?<!\\\r\n)^[ \t]*((?:from[ \t]+\S+[ \t]+)?import\b[^\n(]*(?:\([^)]*\))?)", re.MULTILINE
)
_WORD = re.compile(rb"\bimport\b")


@functools.cache
def import_statements(source: bytes) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Return the import statements of a source, which is read once, however often it is asked for; SyntaxError.

    Where each of them has lines of its own, nothing else is parsed: each process asks for all sources when it starts.
    """
    lines = _IMPORT.findall(source)
    tree = None
    if len(lines) == len(_WORD.findall(source)):
        with suppress(SyntaxError):
            tree = ast.parse(b"\n".join(lines))
    nodes = ast.walk(tree or ast.parse(source))
    return tuple(node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom)))


def _place(module: str, folders: dict[str, Path]) -> Path | None:
    """Return where a module of one of our folders lies, without its ending."""
    for name in sorted(folders, key=len, reverse=True):
        if module == name or module.startswith(f"{name}."):
            return folders[name].joinpath(*module[len(name) + 1 :].split("."))
    return None


def _module(base: Path) -> Path | None:
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


def shown(path: Path, folders: dict[str, Path]) -> str:
    """Return a file's name in fingerprints, the same in a checkout and in a wheel: by the innermost of our folders."""
    holding = [item for item in folders.items() if path.is_relative_to(item[1])]
    if not holding:
        return path.name
    name, folder = max(holding, key=lambda item: len(item[1].parts))
    return f"{name}/{path.relative_to(folder).as_posix()}"


def digest(package: str) -> str:
    """Return the fingerprint of all that decides about a package's compiled code: sources, flags, versions."""
    versions = (sys.version_info[:3], numba.__version__, np.__version__)
    key = hashlib.sha256(repr((package, versions, sorted(FLAGS.items()), bool(config.BOUNDSCHECK))).encode())
    folders = roots(package)
    # In the order of their names: where a game's bots lie, before or behind the rest, makes no difference.
    for name, path in sorted((shown(path, folders), path) for path in sources(package)):
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
      template: the module whose file is taken, of `tabletop.templates`.
      kernels: the module with the game's own compiled functions.
    """
    found = importlib.util.find_spec(template)
    assert found is not None and found.origin is not None, template
    name = f"{kernels}.{template.rpartition('.')[2]}"
    spec = importlib.util.spec_from_file_location(name, found.origin)
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
    bases = [os.environ.get("XDG_CACHE_HOME") or "", "~/.cache"]
    wish = os.environ.get("PAINTBALL_CACHE")
    for candidate in [wish] if wish else [os.path.join(base, "paintball-mini") for base in bases if base]:
        place = Path(os.path.expanduser(candidate)).absolute() / "kernels"
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place) as trial:
                trial.write(bytes(1 << 16))  # a full disk lets empty files be made
                trial.flush()
                return place
        except OSError:
            if place.is_dir() and os.access(place, os.R_OK | os.X_OK):
                readable.append(place)
    return readable[0] if readable else _own_place()


@functools.cache
def _own_place() -> Path:
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
def announce_first_compilation(package: str) -> None:
    """Say on stderr, once a process, that a game's rules are about to be compiled, if they are: nobody shall wonder.

    Commands and environments call it; with `PAINTBALL_QUIET` set, to whatever, it says nothing.
    """
    if compiled() and not os.environ.get(QUIET) and not any(cache_folder(package).rglob("*.nbi")):
        rules = sum(len(re.findall(r"^@rule\b", p.read_text(encoding="utf-8"), re.MULTILINE)) for p in sources(package))
        seconds = max(5, 5 * round(rules * SECONDS_A_RULE / 5))
        print(f"compiling the rules, once: about {seconds} s …", file=sys.stderr, flush=True)
