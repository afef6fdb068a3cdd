"""Which source files decide about compiled code: those that have rules, and all that these import."""

import functools
import importlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Set
from importlib.util import find_spec
from pathlib import Path
from typing import Any

CORE = __name__.partition(".")[0]
INSTALLED = {"site-packages", "dist-packages"}
_RULE = re.compile(rb"^@(?:\w+\.)*rule\b", re.MULTILINE)
_NAMES = re.compile(rb"import\b[ \t]*(\([^)]*\)|[^\n;]+)")
_FROM = re.compile(rb"from\b[ \t]*([\w.]+)")
_CALLED = re.compile(rb"import(?:_module|__)\(\s*[\"']([\w.]+)")
_LEFT_OUT = re.compile(rb"\\\r?\n|#[^\n]*")  # the end of a line that goes on, comments


def package_of(function: Callable[..., Any]) -> str:
    """Return the package whose sources decide about a compiled function; of a file in no package, the core.

    Beside the core's sources, those in no package have their own (`own_files`).
    """
    top = function.__module__.partition(".")[0]
    return top if hasattr(sys.modules.get(top), "__path__") else CORE


def own_files(function: Callable[..., Any]) -> list[Path]:
    """List the files that decide about a function of a file in no package: this, and all that it imports; else none.

    A template that was made for a game in a single file has this file, too.
    """
    module = sys.modules.get(function.__module__.partition(".")[0])
    if hasattr(module, "__path__"):
        return []
    files = {
        Path(name).resolve() for name in (function.__code__.co_filename, getattr(module, "__file__", None)) if name
    }
    return _own_files(tuple((path, path.stat().st_mtime_ns) for path in sorted(files) if path.is_file()))


@functools.cache  # a file has many functions
def _own_files(files: tuple[tuple[Path, int], ...]) -> list[Path]:
    return sorted(followed({path for path, _ in files}, roots(CORE)))


def roots(package: str) -> dict[str, Path]:
    """Return the folders, by their import names, of the core, a game's package, and its bots where they lie apart."""
    folders = {CORE: Path(__file__).resolve().parents[1]}
    if package != CORE and hasattr(importlib.import_module(package), "__path__"):
        for name in (package, f"{package}.bots"):
            spec = find_spec(name)
            places = spec and (spec.submodule_search_locations or vars(importlib.import_module(name)).get("__path__"))
            if places:
                folders[name] = Path(next(iter(places))).resolve()
    return folders


def sources(package: str) -> list[Path]:
    """List every file that the compiled code of a package is made from. A package may be a single file."""
    folders = roots(package)
    paths = _sources(tuple(folders.items()))
    if package not in folders and (file := getattr(sys.modules.get(package), "__file__", None)):
        paths = paths | followed({Path(file).resolve()}, folders)
    return sorted(paths)


@functools.cache  # a tournament asks for each of its agents
def _sources(folders: tuple[tuple[str, Path], ...]) -> frozenset[Path]:
    files = {path for _, folder in folders for path in folder.rglob("*.py")}
    begun = {path for path in files if _decides(path.read_bytes())} | {Path(__file__).with_name("compiling.py")}
    return frozenset(followed(begun, dict(folders)))


def _decides(source: bytes) -> bool:
    """Whether a file has rules, or hands on those of others under the names of a game's kernels."""
    if b"\n@" in source and _RULE.search(source):
        return True
    if not any(words in source for words in (b"import *", b"import begin", b" begin,")):  # most files
        return False
    names = {name for _, names in imports(source) for name in names}
    return {"begin", "step"} <= names or "*" in names


def followed(files: Iterable[Path], folders: dict[str, Path], known: Set[Path] = frozenset()) -> set[Path]:
    """Return files and all that they import, of our folders and of others that aren't installed; nothing of `known`."""
    reached = set(files)
    todo = sorted(reached)
    while todo:
        new = set(imported(todo.pop(), folders)) - reached - known
        reached |= new
        todo += new
    return reached


def imported(path: Path, folders: dict[str, Path]) -> Iterator[Path]:
    """Yield the files in our folders, and in others that aren't installed, that a file imports.

    Of other packages than ours, what is imported before a module counts, too: each `__init__.py` above it.
    """
    for module, names in imports(path.read_bytes()):
        parts = [part for part in module.split(".") if part]
        level = len(module) - len(module.lstrip("."))
        place = path.parents[level - 1].joinpath(*parts) if level else _place(path, parts, folders)
        if place is None:
            continue
        # A name that is imported is perhaps a module, if there is a folder.
        inside = [file for name in names if place.is_dir() and (file := _file_of(place / name))]
        files = inside if names and len(inside) == len(names) else [*inside, _file_of(place)]
        for file in filter(None, files):
            yield file
            if not apart([file], folders):
                continue
            for folder in file.parents:
                if not os.path.isfile(folder / "__init__.py"):
                    break
                yield folder / "__init__.py"


@functools.cache
def imports(source: bytes) -> list[tuple[str, list[str]]]:
    """Return the modules that a source imports, relative ones with their dots, each with the names that it imports."""
    text = _LEFT_OUT.sub(b" ", source)
    found = [(name.decode(errors="replace"), list[str]()) for name in _CALLED.findall(text)]
    for statement in _NAMES.finditer(text):  # what only looks like one does no harm
        names = [
            words[0] for each in statement[1].decode(errors="replace").strip("()").split(",") if (words := each.split())
        ]
        line = text[text.rfind(b"\n", 0, statement.start()) + 1 : statement.start()]
        before = re.split(rb"[;:]", line)[-1].strip()
        if not before:
            found += [(name, []) for name in names]
        elif module := _FROM.fullmatch(before):
            found.append((module[1].decode(errors="replace"), names))
    return found


def _place(path: Path, parts: list[str], folders: dict[str, Path]) -> Path | None:
    """Return where the module lies that a file imports, without its ending; None: it is installed, or Python's own."""
    module = ".".join(parts)
    for name in sorted(folders, key=len, reverse=True):
        if module == name or module.startswith(f"{name}."):
            return folders[name].joinpath(*module[len(name) + 1 :].split("."))
    if not parts or parts[0] in sys.stdlib_module_names:
        return None
    if apart([path], folders) and not INSTALLED & set(path.parts):  # beside the file, or the package that it is in
        outer = next(folder for folder in path.parents if not os.path.isfile(folder / "__init__.py"))
        for folder in (outer, path.parent):
            if _file_of(folder / parts[0]) or (folder / parts[0]).is_dir():
                return folder.joinpath(*parts)
    try:
        spec = find_spec(parts[0])
    except (ImportError, ValueError):  # one that was put among the modules by hand has no place
        return None
    if spec is None or not spec.has_location or spec.origin is None or INSTALLED & set(Path(spec.origin).parts):
        return None
    origin = Path(spec.origin).resolve()
    return (origin.parent if spec.submodule_search_locations else origin.with_suffix("")).joinpath(*parts[1:])


def _file_of(place: Path) -> Path | None:
    return next((Path(path) for path in (f"{place}.py", f"{place}/__init__.py") if os.path.isfile(path)), None)


def apart(paths: Iterable[Path], folders: dict[str, Path]) -> list[Path]:
    """List the paths that lie in none of our folders (`roots`), by name."""
    return sorted(path for path in paths if not any(path.is_relative_to(folder) for folder in folders.values()))


def display_name(path: Path, folders: dict[str, Path]) -> str:
    """Return a file's name in fingerprints, the same in a checkout and in a wheel: by the innermost of our folders."""
    outer_folders = [item for item in folders.items() if path.is_relative_to(item[1])]
    if not outer_folders:
        return path.name
    name, folder = max(outer_folders, key=lambda item: len(item[1].parts))
    return f"{name}/{path.relative_to(folder).as_posix()}"
