"""A game's modules loaded once more, some of them replaced: one set of chapters, played on another ground.

Compiled functions call each other directly, so a chapter can't be handed another ground when it runs. Instead a package
inside the game's is its *edition*: there each of the game's modules is found again under another name, but for those of
which the edition has a file of its own. Inside an edition an import of the game's means the edition's.
"""

import builtins
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any


def edition(package: str, game: str) -> None:
    """Make a package an edition of a game; it calls this before it imports any of its modules.

    Args:
      package: its name, below the game's: `paintball_env.on_table`.
      game: the game's package.
    """
    sys.meta_path.insert(0, _Finder(package, game))


class _Finder(MetaPathFinder):
    """Finds the modules of an edition: its own file, or the game's."""

    def __init__(self, package: str, game: str) -> None:
        self.package, self.game = package, game
        place = sys.modules[package].__file__
        assert place is not None
        self.folder = Path(place).parent

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(f"{self.package}."):
            return None
        inner = fullname[len(self.package) + 1 :]
        own = self.folder.joinpath(*inner.split("."))
        for file, folders in ((own / "__init__.py", [str(own)]), (own.with_suffix(".py"), None)):
            if file.is_file():
                return self._spec(fullname, str(file), folders)
        found = importlib.util.find_spec(f"{self.game}.{inner}")
        if found is None or found.origin is None:
            return None
        return self._spec(fullname, found.origin, found.submodule_search_locations)

    def _spec(self, name: str, file: str, folders: list[str] | None) -> ModuleSpec | None:
        loader = _Loader(name, file, self)
        return importlib.util.spec_from_file_location(name, file, loader=loader, submodule_search_locations=folders)

    def imported(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """As `__import__`, where the game's name means the edition's."""
        if level == 0 and f"{name}.".startswith(f"{self.game}.") and not f"{name}.".startswith(f"{self.package}."):
            if not fromlist:  # it would name the game's package, whatever is meant
                raise ImportError(f"import {name}: an edition's modules import others by `from`", name=name)
            name = self.package + name[len(self.game) :]
        return builtins.__import__(name, globals, locals, fromlist or (), level)


class _Loader(SourceFileLoader):
    """Runs a module's file with the edition's imports."""

    def __init__(self, name: str, file: str, finder: _Finder) -> None:
        super().__init__(name, file)
        self.finder = finder

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": self.finder.imported}
        super().exec_module(module)
