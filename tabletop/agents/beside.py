"""What a bot's file imports from its folder: modules of this folder alone.

Python knows a module by its name alone. Two bots in two folders, each with a `helper.py` beside it, an old version and
a new one for example, would both use the one that was imported first. Here such a file becomes a module whose name
says where it lies, and `import helper` in the bot's code means the one in its own folder, also when it is imported
while the bot plays. What isn't beside the bot is imported as usual; so is what has the name of one of Python's own
modules, our own packages, and files that are found without the bot's folder.
"""

import builtins
import functools
import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tabletop.compiled.fingerprints import CORE
from tabletop.game.definition import GameDefinition

_IMPORT = builtins.__import__
_ON_PATH: list[str] = []  # folders that are in `sys.path` while a file in them is run


class _Place(NamedTuple):
    """Where a module lies: its file, or its folder if that has no `__init__.py`; and the bot's folder."""

    path: str
    folder: str


_PLACES: dict[str, _Place] = {}  # of top-level modules, by their names
_MEANT: dict[tuple[str, str], str] = {}  # what a name means in a bot's folder; empty: what it means elsewhere


def run(path: Path) -> ModuleType:
    """Run a bot's file, also once more, as a module of its folder; its errors come through."""
    place = path.resolve()
    folder = str(place.parent)
    for key in [key for key in _MEANT if key[0] == folder]:  # there may be other files by now
        _MEANT.pop(key, None)
    name = _name_of(place, place.stem)
    _PLACES[name] = _Place(str(place), folder)
    spec = _Finder.find_spec(name, None)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def _name_of(place: Path, shown: str) -> str:
    return f"bot_{re.sub(r'[^0-9A-Za-z_]', '_', shown)}_{hashlib.sha256(str(place).encode()).hexdigest()[:8]}"


class _Loader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        folder = _PLACES[module.__name__.partition(".")[0]].folder
        vars(module)["__builtins__"] = _builtins_of(folder)
        with _on_path(folder):
            super().exec_module(module)


class _Finder:
    """Finds the modules of bots' folders, and what is in packages there."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        place = _PLACES.get(name.partition(".")[0])
        if place is None:
            return None
        if "." not in name:
            return _spec(name, place.path)
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None or not isinstance(spec.loader, SourceFileLoader):
            return spec
        return _spec(name, spec.origin)


sys.meta_path.insert(0, _Finder)


def _spec(name: str, path: str) -> ModuleSpec:
    if os.path.isdir(path):
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [path]
        return spec
    inside = [os.path.dirname(path)] if os.path.basename(path) == "__init__.py" else None
    made = importlib.util.spec_from_file_location(
        name, path, loader=_Loader(name, path), submodule_search_locations=inside
    )
    assert made is not None
    return made


@functools.cache
def _builtins_of(folder: str) -> dict[str, Any]:
    """Python's own functions, but for the one that `import` calls."""
    return {**vars(builtins), "__import__": _import_in(folder)}


def _import_in(folder: str) -> Callable[..., ModuleType]:
    def imported(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if not level:
            top, dot, rest = name.partition(".")
            meant = _MEANT.get((folder, top))
            if meant is None:
                meant = _MEANT[folder, top] = _meant(folder, top)
            if meant:
                name = f"{meant}{dot}{rest}"
        return _IMPORT(name, globals, locals, fromlist or (), level)

    return imported


def _meant(folder: str, top: str) -> str:
    """The name of the module in a bot's folder that an import of `top` means; empty: something else is meant."""
    if top in sys.stdlib_module_names or top in _ours():
        return ""
    usual, place = _usual(top), Path(folder, top)
    files = [path for path in (place / "__init__.py", Path(f"{place}.py")) if path.is_file()]
    if files:
        path = files[0]
        if usual is not None and usual.origin is not None and Path(usual.origin).resolve() == path.resolve():
            return ""
    elif place.is_dir() and (usual is None or usual.loader is None):
        path = place
    else:
        return ""
    name = _name_of(path, top)
    _PLACES[name] = _Place(str(path), folder)
    return name


def _ours() -> set[str]:
    """The packages of the core and of the games: there is one of each, also where a bot lies beside another copy."""
    kinds: list[Any] = [GameDefinition]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {CORE, *(kind.__module__.partition(".")[0] for kind in kinds)}


def _usual(top: str) -> ModuleSpec | None:
    """What Python finds without the folders of the bots that are being read."""
    places = list(sys.path)
    for folder in list(_ON_PATH):
        if folder in places:
            places.remove(folder)
    for finder in sys.meta_path:
        if finder is not _Finder:
            spec = finder.find_spec(top, places if finder is PathFinder else None)
            if spec is not None:
                return spec
    return None


@contextmanager
def _on_path(folder: str) -> Iterator[None]:
    """What is imported by other ways than `import` is looked for in the folder, too."""
    sys.path.insert(0, folder)
    _ON_PATH.append(folder)
    try:
        yield
    finally:
        _ON_PATH.remove(folder)
        if folder in sys.path:
            sys.path.remove(folder)
