"""A bot from your own file: `./my_bot.py`, or `my_bot.py:ClassName` if the file has several bots.

The file is run, so name only files that you trust. It can import files next to it.
"""

import copyreg
import hashlib
import importlib
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from tabletop.agents.base import FAULTS, Agent, Batched, Bot, ForeignCode, one_line_of, refusal_of, refuses
from tabletop.base.errors import brief, one_line
from tabletop.compiled.fingerprints import CORE, imports
from tabletop.game.definition import PACKAGES
from tabletop.game.modules import place_in

_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<rest>.*))?")
PROGRAM, ISOLATED = "program:", "isolated:"  # beginnings of the names of bots in separate processes
METHODS = ("prepare", "reset", "act")
_FOLDERS: set[Path] = set()  # of the bots that this process has read


def is_file(text: str) -> bool:
    """Tell whether an agent's name is that of a file, to be run in this process."""
    return not text.startswith((PROGRAM, ISOLATED)) and _FILE.fullmatch(text) is not None


def parts(text: str) -> tuple[Path, str]:
    """Return the path of a bot's file, and the text after it; ValueError: the text names no file."""
    match = _FILE.fullmatch(text)
    if match is None:
        raise ValueError(f"{brief(text)} names no .py file")
    return Path(match["path"]), match["rest"] or ""


def spelled_otherwise(first: str, second: str) -> bool:
    """Tell whether two names mean the same bot: the same file, which is spelled in another way, with the same rest."""
    if first == second or not all(is_file(name.removeprefix(ISOLATED)) for name in (first, second)):
        return False
    (one, one_rest), (other, other_rest) = (parts(name.removeprefix(ISOLATED)) for name in (first, second))
    return one.resolve() == other.resolve() and one_rest == other_rest


def load(text: str, package: str) -> tuple[str, type[Agent], str]:
    """Find the bot's class in its file.

    Args:
      text: `path.py`, `path.py:ClassName`, either followed by `,key=value` (`path.py:key=value` too).
      package: of the game, which may offer `Bot`.

    Returns:
      The bot's name in messages, its class, and the arguments' text.

    Raises:
      ValueError: no such file, no class or several, a class that is not an agent, or an error in the file; one line.
    """
    path, rest = parts(text)
    first, _, tail = rest.partition(",")
    class_name, arguments = (first, tail) if first.isidentifier() else ("", rest)
    module = run(path)
    classes = {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__ and name == value.__name__
    }
    bots = [name for name, cls in classes.items() if _plays(cls)]
    if class_name:
        if class_name not in classes:
            raise ValueError(f"{path} has no class {class_name}; {_there_are(bots)}")
        bots = [class_name]
    if not bots:
        raise ValueError(f"{path}: no bot in it: a class that has `act` and isn't abstract")
    if len(bots) > 1:
        raise ValueError(f"{path} has several bots, {', '.join(bots)}: say which, as in {path}:{bots[0]}")
    bot: Any = classes[bots[0]]
    missing = [name for name in METHODS if not callable(getattr(bot, name, None))]
    if missing or inspect.isabstract(bot):
        lacks = ", ".join(missing) or ", ".join(sorted(bot.__abstractmethods__))
        derive = "" if issubclass(bot, (Bot, Batched)) else f"; derive it from {_bot_of(package)} and write `act`"
        raise ValueError(f"{path}: {bots[0]} lacks {lacks}{derive}")
    return f"{path}:{bots[0]}", bot, arguments


def _bot_of(package: str) -> str:
    """The name by which a game's bots import `Bot`."""
    return f"{package if hasattr(importlib.import_module(package), 'Bot') else Bot.__module__}.Bot"


def _plays(cls: type) -> bool:
    return callable(getattr(cls, "act", None)) and not inspect.isabstract(cls) and not cls.__name__.startswith("_")


def _there_are(bots: list[str]) -> str:
    return f"there are {', '.join(bots)}" if bots else "there is no bot in it"


def run(path: Path) -> ModuleType:
    """Run a file as a module, also once more.

    Raises:
      ValueError: no such file, an error in it, with its line, or it imports what this process has from another folder.
    """
    if not os.path.isfile(path):  # also where its name is too long
        fault = "a folder: a file is meant" if os.path.isdir(path) else "no such file"
        raise ValueError(f"{one_line(path)}: {fault}")
    _check_beside(path)
    try:
        with ForeignCode():
            module = _module(path.resolve())
    except FAULTS as error:
        raise ValueError(f"{path}{_line(error, str(path.resolve()))}: {one_line_of(error)}") from error
    for value in vars(module).values():
        if inspect.isclass(value) and value.__module__ == module.__name__ and _is_pickled_as_usual(value):
            value.__reduce_ex__ = _reduced  # type: ignore[method-assign]
    return module


def _module(place: Path) -> ModuleType:
    """Run a file under a name that no other file has; what it imports from its folder is found, also while it plays."""
    name = f"bot_{re.sub('[^0-9A-Za-z_]', '_', place.stem)}_{hashlib.sha256(str(place).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, place)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def _check_beside(path: Path) -> None:
    """Let what a bot imports from its folder be found; ValueError: it would get a module that isn't its own.

    Python knows a module by its name alone: of two bots in two folders that both have a `helper.py`, the second one
    would get the first one's. There is one of our own packages, also for a bot beside another copy.
    """
    place = path.resolve()
    folder = place.parent
    todo = [*folder.rglob("*.py")] if place.name == "__init__.py" else [place]
    seen = {"", CORE, *PACKAGES}
    _FOLDERS.add(folder)
    if str(folder) not in sys.path:
        sys.path.append(str(folder))  # the last: Python's own modules come first
    importlib.invalidate_caches()
    while todo:
        file = todo.pop()
        modules = imports(file.read_bytes()) if os.access(file, os.R_OK) else []
        for name in {module.partition(".")[0] for module, _ in modules} - seen - sys.stdlib_module_names:
            seen.add(name)
            own = [each for each in (folder / name, folder / f"{name}.py") if each.exists()]
            found = _found(name)
            if found and (found not in own if own else _FOLDERS & {*found.parents} - {folder}):
                hint = f"use --isolate or isolated:{path}"
                raise ValueError(f"{path}: it imports {name}, which in this process is {found}: {hint}")
            todo += [inner for each in own for inner in (each.rglob("*.py") if each.is_dir() else [each])]


def _found(name: str) -> Path | None:
    """Where the module or package lies that `import` gives; None: in no file."""
    try:
        spec = importlib.util.find_spec(name)
    except ValueError:  # it was put among the modules by hand
        return None
    where = spec and (
        next(iter(spec.submodule_search_locations or ()), None) or (spec.origin if spec.has_location else "")
    )
    return Path(where).resolve() if where else None


def check_code(path: Path) -> None:
    """Refuse a file that isn't Python, without running it; ValueError with the line."""
    try:
        compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:  # ValueError: bytes that are no text
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        raise ValueError(f"{path}{line}: {one_line_of(error)}") from error


def _is_pickled_as_usual(cls: Any) -> bool:
    usual: Any = object
    return cls.__reduce_ex__ is usual.__reduce_ex__ and cls.__reduce__ is usual.__reduce__


def _reduced(bot: Any, protocol: Any) -> Any:
    """Have pickle note the bot's file: no other process knows its module, and here it may have been run once more."""
    usual: Any = object.__reduce_ex__(bot, protocol)
    make, arguments, *rest = usual
    if make is not vars(copyreg)["__newobj__"]:
        return usual
    return _made_again, (_Class(type(bot)), *arguments[1:]), *rest


def _made_again(kind: "_Class", *arguments: Any) -> Any:
    """The object as pickle makes it, before it gets its attributes."""
    return kind.cls.__new__(kind.cls, *arguments)


class _Class:
    """A bot's class: pickled by its file, copied as it is."""

    def __init__(self, cls: Any) -> None:
        self.cls = cls

    def __deepcopy__(self, memo: Any) -> "_Class":
        return self

    def __reduce__(self) -> Any:
        name = self.cls.__module__
        return _class_of, (str(sys.modules[name].__file__), name, self.cls.__qualname__)


def _class_of(place: str, name: str, cls_name: str) -> _Class:
    """Find the class, and if need be run its file; ValueError: as of `run`."""
    return _Class(getattr(sys.modules.get(name) or run(Path(place)), cls_name))


def _line(error: BaseException, place: str) -> str:
    """Return the place in the file where an error was raised: `, line 12`."""
    found = place_in((place,), error)
    return f", line {found[1]}" if found else ""


def built(name: str, make: Callable[..., Agent], arguments: dict[str, object]) -> Agent:
    """Make the bot from its class; ValueError: raised by it, or for another error in it, with its line."""
    try:
        with ForeignCode():
            agent = make(**arguments)
    except FAULTS as error:
        if isinstance(error, ValueError) and (not isinstance(make, type) or refuses(make, error)):
            raise ValueError(f"{name}: {refusal_of(error)}") from error
        path = inspect.getfile(make)
        raise ValueError(f"{name}{_line(error, path)}: {one_line_of(error)}") from error
    if not isinstance(getattr(agent, "name", None), str):
        agent.name = type(agent).__name__
    return agent
