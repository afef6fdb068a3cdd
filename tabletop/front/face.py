"""The names that a game's package offers, each loaded when it is first used, so that the import itself loads little.

There is one list: the package's `__init__.pyi`, which type checkers and editors read, imports them from where they are.
`core_names.pyi` has those of the core, which the package of every game offers.
"""

import ast
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

CORE_NAMES = Path(__file__).with_name("core_names.pyi")
NEEDS = {
    "tabletop.env.sb3_vec_env": ("stable_baselines3", "train")
}  # by modules: a library, the extra that installs it


def places_of(stub: Path) -> dict[str, tuple[str, str]]:
    """Return where the names are that a list offers, and those of the core: by names, a module and the name there.

    As for type checkers, a list offers what it imports `as` the same name, what it gives another name by `=`, and all
    names of a module of the same package, or of the core, that it imports by `*`.
    """
    imported: dict[str, tuple[str, str]] = {}
    offered = places_of(CORE_NAMES) if stub != CORE_NAMES else {}
    for node in _nodes(stub):
        match node:
            case ast.ImportFrom(module=str(module), names=[ast.alias(name="*")]):
                if module.partition(".")[0] == stub.parent.name:
                    offered |= {
                        name: (module, name) for name in _defined(stub.with_name(f"{module.rpartition('.')[2]}.pyi"))
                    }
            case ast.ImportFrom(module=str(module)):
                imported |= {alias.name: (module, alias.name) for alias in node.names}
                offered |= {alias.asname: imported[alias.name] for alias in node.names if alias.asname}
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=own_name)):
                offered[name] = imported[own_name]
    return offered


def _defined(stub: Path) -> Iterator[str]:
    """Yield what a module defines, by its `.pyi`."""
    for node in _nodes(stub):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name


def _nodes(stub: Path) -> list[ast.stmt]:
    return ast.parse(stub.read_text(encoding="utf-8")).body


def _is_there(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ValueError:  # a stand-in for it, as documentation builders put in
        return True


def face(
    package: dict[str, Any], edition_of: str = ""
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package.

    A name that needs a library which isn't installed is left out of `__all__` and `__dir__`, so that `import *` and
    `help` work; asking for it raises an ImportError that says what to install.

    Args:
      package: its `globals()`; beside its file lies the list.
      edition_of: of an edition (`tabletop.game.edition`) the game, whose list is its own, too.
    """
    stub = Path(str(import_module(edition_of).__file__) if edition_of else package["__file__"]).with_suffix(".pyi")
    places = places_of(stub)
    if edition_of:
        own, inner = package["__name__"], f"{edition_of}."
        places = {
            name: (f"{own}.{module.removeprefix(inner)}" if module.startswith(inner) else module, there)
            for name, (module, there) in places.items()
        }
    needs = {name: NEEDS[module] for name, (module, _) in places.items() if module in NEEDS}
    missing = {name: need for name, need in needs.items() if not _is_there(need[0])}

    def find(name: str) -> Any:
        if name in missing:
            library, extra = missing[name]
            raise ImportError(f"{name} needs {library}, which isn't installed: pip install 'paintball-mini[{extra}]'")
        if name not in places:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        module, own_name = places[name]
        value = package[name] = getattr(import_module(module), own_name)
        return value

    return find, lambda: sorted({*package, *places} - {*missing}), sorted({*places} - {*missing})
