"""What a bot's file imports from its folder: modules of this folder alone.

Python knows a module by its name alone. Two bots in two folders, each with a `helper.py` beside it, an old version and
a new one for example, would both use the one that was imported first. Here such a file becomes a module whose name
says where it lies, and `import helper` in the bot's code means the one in its own folder, also when it is imported
while the bot plays. What isn't beside the bot is imported as usual; so is what has the name of one of Python's own
modules, and files that are found without the bot's folder, such as ours where a bot lies in a checkout.
"""

import builtins
import functools
import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

_IMPORT = builtins.__import__
_FOLDERS: dict[str, str] = {}  # the bots' folders, by the names of the modules in them
_ON_PATH: list[str] = []  # folders that are in `sys.path` while a file in them is run


def run(path: Path) -> ModuleType:
    """Run a file, also once more, as a module of its folder; its errors come through."""
    place = path.resolve()
    name = _name_of(place)
    spec = _spec(name, str(place), str(_named(place).parent))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    assert spec.loader is not None
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def _named(place: Path) -> Path:
    """What a module's name is of: a package's folder, otherwise the file."""
    return place.parent if place.name == "__init__.py" else place


def _name_of(place: Path) -> str:
    return f"bot_{_named(place).stem}_{hashlib.sha256(str(place).encode()).hexdigest()[:8]}"


def _spec(name: str, place: str, folder: str) -> ModuleSpec:
    _FOLDERS[name.partition(".")[0]] = folder
    inside = [os.path.dirname(place)] if os.path.basename(place) == "__init__.py" else None
    loader = _Loader(name, place)
    spec = importlib.util.spec_from_file_location(name, place, loader=loader, submodule_search_locations=inside)
    assert spec is not None
    return spec


class _Loader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        folder = _FOLDERS[module.__name__.partition(".")[0]]
        vars(module)["__builtins__"] = _builtins_of(folder)
        with _on_path(folder):
            super().exec_module(module)


class _Finder:
    """Finds what is in a package beside a bot."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        folder = _FOLDERS.get(name.partition(".")[0])
        if folder is None or path is None:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None or not isinstance(spec.loader, SourceFileLoader):
            return spec
        return _spec(name, spec.origin, folder)


sys.meta_path.insert(0, _Finder)


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
        top, dot, rest = name.partition(".")
        if level or (place := _beside(folder, top)) is None:
            return _IMPORT(name, globals, locals, fromlist or (), level)
        if _name_of(place) not in sys.modules:
            run(place)
        return _IMPORT(f"{_name_of(place)}{dot}{rest}", globals, locals, fromlist or (), 0)

    return imported


def _beside(folder: str, top: str) -> Path | None:
    """The file in a bot's folder that an import of `top` means; None: something else is meant."""
    if top in sys.stdlib_module_names:
        return None
    paths = Path(folder, top, "__init__.py"), Path(folder, f"{top}.py")
    path = next((path.resolve() for path in paths if path.is_file()), None)
    if path is None:
        return None
    places = list(sys.path)
    for inserted in _ON_PATH:
        places.remove(inserted)
    usual = PathFinder.find_spec(top, places)
    origins = getattr(sys.modules.get(top), "__file__", None), usual and usual.origin
    return None if any(origin and Path(origin).resolve() == path for origin in origins) else path


@contextmanager
def _on_path(folder: str) -> Iterator[None]:
    """What is imported by other ways than `import` is looked for in the folder, too."""
    sys.path.insert(0, folder)
    _ON_PATH.append(folder)
    try:
        yield
    finally:
        _ON_PATH.remove(folder)
        sys.path.remove(folder)
