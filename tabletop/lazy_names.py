"""Names of a game's package that are loaded when they are first used, so that importing it loads little."""

from collections.abc import Callable, Mapping
from importlib import import_module
from operator import attrgetter
from typing import Any


def lazy_names(
    package: dict[str, Any], places: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` of a package.

    Args:
      package: its `globals()`.
      places: where each name is, `module:attribute`.
    """

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        module, _, path = places[name].partition(":")
        value = package[name] = attrgetter(path)(import_module(module))
        return value

    return find, lambda: sorted({*package, *places})
