"""A bot from your own file: `./my_bot.py`, or `my_bot.py:ClassName` if the file has several bots.

The file is run, so name only files that you trust. It can import files next to it.
"""

import copyreg
import inspect
import os
import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from tabletop.agents import beside
from tabletop.agents.base import FAULTS, Agent, Batched, Bot, one_line_of, refusal_of, refuses
from tabletop.agents.foreign_code import ForeignCode
from tabletop.base.errors import brief, one_line
from tabletop.game.modules import place_in

_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<rest>.*))?")
PROGRAM, ISOLATED = "program:", "isolated:"  # beginnings of the names of bots in separate processes
METHODS = ("prepare", "reset", "act")


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
    return f"{package if hasattr(import_module(package), 'Bot') else Bot.__module__}.Bot"


def _plays(cls: type) -> bool:
    return callable(getattr(cls, "act", None)) and not inspect.isabstract(cls) and not cls.__name__.startswith("_")


def _there_are(bots: list[str]) -> str:
    return f"there are {', '.join(bots)}" if bots else "there is no bot in it"


def run(path: Path) -> ModuleType:
    """Run a file as a module; ValueError: no such file, or an error in it, with its line."""
    if not os.path.isfile(path):  # also where its name is too long
        fault = "a folder: a file is meant" if os.path.isdir(path) else "no such file"
        raise ValueError(f"{one_line(path)}: {fault}")
    try:
        with ForeignCode():
            module = beside.run(path)
    except FAULTS as error:
        raise ValueError(f"{path}{_line(error, str(path.resolve()))}: {one_line_of(error)}") from error
    for value in vars(module).values():
        if inspect.isclass(value) and value.__module__ == module.__name__ and _is_pickled_as_usual(value):
            value.__reduce_ex__ = _reduced  # type: ignore[method-assign]
    return module


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
