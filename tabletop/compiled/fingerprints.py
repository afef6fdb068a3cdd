"""Which source files decide about compiled code: a game's own, and what they import."""

import ast
import functools
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

CORE = __name__.partition(".")[0]
INSTALLED = {"site-packages", "dist-packages"}
# A file with functions that are compiled.
_DECORATED = re.compile(rb"^@(?:\w+\.)*(?:rule|plain)\b", re.MULTILINE)


def package_of(function: Callable[..., Any]) -> str:
    """Return the package whose sources decide about a compiled function: its own top-level package.

    The core's own functions have the core's; those of a single file, a bot for example, have the package of the game
    that the file imports. Beside it their own files decide (`own_files`).
    """
    top = function.__module__.partition(".")[0]
    if hasattr(sys.modules.get(top), "__path__"):
        return top
    imported = re.findall(r"^\s*(?:from|import)\s+(\w+)", _text_of(function), re.MULTILINE)
    games = [name for name in imported if name != CORE and _uses_rules(name)]
    return games[0] if games else CORE


def own_files(function: Callable[..., Any]) -> list[Path]:
    """List the files that decide about a function of a single file beside its package's sources; else none.

    They are its module's file and what this imports: constants, functions, another package. A template that was made
    for a game in a single file has this file, too.
    """
    module = sys.modules.get(function.__module__.partition(".")[0])
    if hasattr(module, "__path__"):
        return []
    file_names = function.__code__.co_filename, getattr(module, "__file__", None) or ""
    files = frozenset(Path(name).resolve() for name in file_names if name and Path(name).is_file())
    return _own_files(files, package_of(function))


@functools.cache  # a file has many functions
def _own_files(files: frozenset[Path], package: str) -> list[Path]:
    folders = roots(package)
    return apart(followed(files, folders), folders)


def apart(paths: Iterable[Path], folders: dict[str, Path]) -> list[Path]:
    """List the paths that lie in none of our folders (`roots`), by name."""
    return sorted(path for path in paths if not any(path.is_relative_to(folder) for folder in folders.values()))


def _text_of(function: Callable[..., Any]) -> str:
    path = Path(function.__code__.co_filename)
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _uses_rules(name: str) -> bool:
    folders = getattr(sys.modules.get(name), "__path__", ())
    return any(_is_compiled(path.read_bytes()) for folder in folders for path in _files(folder))


@functools.cache  # the core's files are asked for with each game's
def _is_compiled(source: bytes) -> bool:
    return b"\n@" in source and _DECORATED.search(source) is not None


@functools.cache
def _hands_on(source: bytes) -> bool:
    """Whether a file hands on the rules under the core's names, as a module of kernels may that has none of its own."""
    if not any(word in source for word in (b"import *", b"import begin", b" begin,")):  # most files: not parsed
        return False
    froms = [node for node in import_statements(source) if isinstance(node, ast.ImportFrom)]
    names = {alias.asname or alias.name for node in froms for alias in node.names}
    return {"begin", "step"} <= names or "*" in names


def _files(folder: str | Path) -> list[Path]:
    return sorted(Path(folder).rglob("*.py"))


def roots(package: str) -> dict[str, Path]:
    """Return the folders, by their import names, of the core, a game's package, and its bots where they lie apart."""
    folders = {CORE: Path(__file__).resolve().parents[1]}
    for name in (package, f"{package}.bots"):
        try:
            places = getattr(importlib.import_module(name), "__path__", ())
        except ModuleNotFoundError as error:
            if error.name not in (package, name):
                raise  # of the game itself something is missing
            continue
        except (ImportError, AttributeError):
            if not _under_way(package):
                raise
            # A bot needs of the rules what is below the one that is asking.
            spec = importlib.util.find_spec(name)
            places = (spec and spec.submodule_search_locations) or ()
        for folder in places:
            folders[name] = Path(folder).resolve()
    return folders


def _under_way(package: str) -> bool:
    """Whether a module of the package is being imported."""
    modules = [module for name, module in sys.modules.items() if f"{name}.".startswith(f"{package}.")]
    return any(getattr(getattr(module, "__spec__", None), "_initializing", False) for module in modules)


def sources(package: str) -> list[Path]:
    """List every file that the compiled code of a package is made from: all that use `rule` or hand on those that do.

    What these import counts, too. A package may be a single file.
    """
    folders = roots(package)
    paths = _compiled_files(tuple(folders.items()))
    if package not in folders and (file := getattr(sys.modules.get(package), "__file__", None)):
        paths = paths | followed({Path(file).resolve()}, folders)
    return sorted(paths)


@functools.cache  # a tournament asks for each of its agents
def _compiled_files(folders: tuple[tuple[str, Path], ...]) -> frozenset[Path]:
    """List the files of packages that use `rule` or hand on those that do, and what they import."""
    texts = {path: path.read_bytes() for _, folder in folders for path in _files(folder)}
    compiled = {path for path, text in texts.items() if _is_compiled(text) or _hands_on(text)}
    return frozenset(followed({*compiled, dict(folders)[CORE] / "compiled" / "compiling.py"}, dict(folders)))


def followed(files: Iterable[Path], folders: dict[str, Path]) -> set[Path]:
    """Return files and all that they import, of our folders and of others that aren't installed."""
    reached = set(files)
    # Constants of other modules are compiled in as well.
    todo = sorted(reached)
    while todo:
        for path in imported(todo.pop(), folders):
            if path not in reached:
                reached.add(path)
                todo.append(path)
    return reached


def imported(path: Path, folders: dict[str, Path]) -> Iterator[Path]:
    """Yield the files in our folders, and in others that aren't installed, that a file imports."""
    for node in import_statements(path.read_bytes()):
        if isinstance(node, ast.ImportFrom):
            parts = (node.module or "").split(".") if node.module else []
            base = path.parents[node.level - 1].joinpath(*parts) if node.level else _place(path, parts, folders)
            if base is None:
                continue
            # A name that is imported may be a module only where there is a folder: most are looked for in a file.
            names = [_module(base / alias.name) for alias in node.names] if base.is_dir() else [None]
            yield from (name for name in names if name)
            if not all(names) and (module := _module(base)):
                yield module
        else:
            for alias in node.names:
                if (base := _place(path, alias.name.split("."), folders)) and (module := _module(base)):
                    yield module


# The word, wherever it stands: beginning with a literal, it is found four times as fast as behind a `\b`.
_WORD = re.compile(rb"import(?<!\wimport)\b")
# A line that may be an import statement, up to the end of its parentheses.
_IMPORT = re.compile(
    rb"(?<!\\\n)(?<!\\\r\n)^[ \t]*((?:from[ \t]+\S+[ \t]+)?(import)\b[^\n(]*(?:\([^)]*\))?)", re.MULTILINE
)


@functools.cache
def import_statements(source: bytes) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Return the import statements of a source, which is read once, however often it is asked for; SyntaxError.

    Where each of them has lines of its own, nothing else is parsed: each process asks for all sources when it starts.
    """
    lines, nodes = [], None
    for word in _WORD.finditer(source):
        line = _IMPORT.match(source, source.rfind(b"\n", 0, word.start()) + 1)
        if line is None or line.start(2) != word.start():
            break
        lines.append(line[1])
    else:
        with suppress(SyntaxError):
            nodes = ast.parse(b"\n".join(lines)).body
    candidates = ast.walk(ast.parse(source)) if nodes is None else nodes
    return tuple(node for node in candidates if isinstance(node, (ast.Import, ast.ImportFrom)))


def _place(path: Path, parts: list[str], folders: dict[str, Path]) -> Path | None:
    """Return where the module lies that a file imports, without its ending; None: it is installed, or Python's own."""
    module = ".".join(parts)
    for name in sorted(folders, key=len, reverse=True):
        if module == name or module.startswith(f"{name}."):
            return folders[name].joinpath(*module[len(name) + 1 :].split("."))
    if beside := _beside(path, parts[0], folders):
        return beside.joinpath(*parts[1:])
    place = _lies_at(parts[0])
    return place and place.joinpath(*parts[1:])


def _beside(path: Path, top: str, folders: dict[str, Path]) -> Path | None:
    """Return where a module lies, without its ending, that is beside a bot's file or the package that it imports."""
    if top in sys.stdlib_module_names or INSTALLED & set(path.parts):
        return None
    if any(path.is_relative_to(folder) for folder in folders.values()):
        return None
    folder = path.parent
    while os.path.isfile(folder / "__init__.py"):
        folder = folder.parent
    place = folder / top
    return place if _module(place) or place.is_dir() else None


@functools.cache
def _lies_at(top: str) -> Path | None:
    """Where a top-level module or package lies that isn't installed, without its ending."""
    if top in sys.stdlib_module_names:
        return None
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):  # one that was put among the modules by hand has no place
        return None
    if spec is None or not spec.has_location or spec.origin is None:
        return None
    path = Path(spec.origin).resolve()
    if INSTALLED & set(path.parts):
        return None
    return path.parent if spec.submodule_search_locations else path.with_suffix("")


def _module(base: Path) -> Path | None:
    return next((Path(path) for path in (f"{base}.py", f"{base}/__init__.py") if os.path.isfile(path)), None)


def display_name(path: Path, folders: dict[str, Path]) -> str:
    """Return a file's name in fingerprints, the same in a checkout and in a wheel: by the innermost of our folders."""
    outer_folders = [item for item in folders.items() if path.is_relative_to(item[1])]
    if not outer_folders:
        return path.name
    name, folder = max(outer_folders, key=lambda item: len(item[1].parts))
    return f"{name}/{path.relative_to(folder).as_posix()}"
