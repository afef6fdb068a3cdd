"""All agents of a game by name. Arguments follow a colon: `hunter:caution=2`, `trained:runs/quick/agent`.

A path to a Python file is a name too: `./my_bot.py`, `my_bot.py:MyBot,key=value` (tabletop.agents.from_file).
Numbers can come from a file: `hunter:numbers=my.toml`; typed ones take precedence (tabletop.agents.numbers).
What a built-in agent decides before the first turn, too: `hunter:book=my.json` (tabletop.agents.opening_book).
"""

import difflib
import inspect
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tabletop.agents import from_file, numbers
from tabletop.agents.base import Agent
from tabletop.agents.opening_book import BookAgent, bookable, scenario_of
from tabletop.agents.policy_folder import trained_folder
from tabletop.agents.programs.agent import is_program, make_program
from tabletop.agents.programs.limits import USUAL, Limits
from tabletop.base.errors import brief, one_line
from tabletop.game.definition import AgentEntry, GameDefinition

RANDOM = AgentEntry("tabletop.agents.random_agent:RandomAgent", "does anything that the rules allow, without a plan")
SEARCH = AgentEntry("tabletop.agents.search:Search", "plays each action out with dice of its own, and takes the best")
EXPECTIMAX = AgentEntry(
    "tabletop.env.expectimax:Expectimax", "weighs all that the dice may bring; thinks for a long time"
)
TRAINED = AgentEntry("tabletop.agents.trained:TrainedAgent", "a trained policy: the folder that training has written")
BOOK = "book"  # an argument of every built-in agent: the path of an opening book
GAME = "game"  # a keyword-only parameter of this name receives the game; it is never typed


def entries(game: GameDefinition) -> dict[str, AgentEntry]:
    """Return all agents of a game by name: its own, and those that every game has."""
    return {"random": RANDOM, **game.agents, "search": SEARCH, "expectimax": EXPECTIMAX, "trained": TRAINED}


def opponents(game: GameDefinition) -> tuple[str, ...]:
    """Return the names of the agents that are rated against by default; those marked `aside` are left out."""
    return ("random", *(name for name, entry in game.agents.items() if not entry.aside))


def levels(game: GameDefinition) -> tuple[str, ...]:
    """Return the names of the agents that are meant for people, the easiest first; none if the game has no levels."""
    return tuple(name for name, entry in game.agents.items() if entry.level)


def offered(game: GameDefinition) -> dict[str, AgentEntry]:
    """Return the agents that people are offered as opponents: levels first; no first versions, nothing with a file."""
    known = {name: entry for name, entry in entries(game).items() if "@" not in name and entry is not TRAINED}
    return {name: known[name] for name in (*levels(game), *known)}


def make(text: str, game: GameDefinition, limits: Limits = USUAL) -> Agent:
    """Make an agent from its name.

    Args:
      text: `name` or `name:argument,key=value`; an argument without a key is the first one; `numbers=FILE` reads
        arguments from a file. Or a Python file's path, `my_bot.py`, `my_bot.py:Class,key=value`.
        Or `program:COMMAND`, or `isolated:my_bot.py:Class,key=value`: in a separate process.
      game: what it is to play.
      limits: of an agent in a separate process.

    Raises:
      ValueError: no such agent or file, no such argument, or an invalid value; the message says what there is.
    """
    if is_program(text):
        check_printable(text)
        return make_program(text, game, limits)
    return read(text, game).make()


def check_printable(text: str) -> None:
    """Refuse an agent's name that can't be in a line of a record, a table and a message; ValueError."""
    if any(unicodedata.category(letter) == "Cs" for letter in text):  # bytes that Python couldn't decode
        raise ValueError(f"{text[:100]!a}: letters that this locale can't read; set PYTHONUTF8=1, or rename the file")
    if any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in text):
        raise ValueError(f"an agent's name is one line without control characters, not {text[:100]!r}")


def check_once(what: str, names: Sequence[str]) -> None:
    """Refuse a name that is given twice, of an agent or something else; ValueError."""
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{what} {name} is named twice")


@dataclass(frozen=True)
class AgentSpec:
    """An agent as it was requested.

    Attributes:
      text: as typed.
      name: its name in messages.
      factory: the class or function that makes it.
      parameters: those that can be typed, by name.
      arguments: values of the given arguments.
      typed: names of those arguments that don't come from a file.
      others: arguments that are never typed.
      game: what it is to play.
      book: path of its opening book; None: none, or its own.
    """

    text: str
    name: str
    factory: Callable[..., Agent]
    parameters: Mapping[str, inspect.Parameter]
    arguments: Mapping[str, object]
    typed: frozenset[str]
    others: Mapping[str, object]
    game: GameDefinition
    book: Path | None = None

    def by_file(self, path: Path) -> str:
        """Return the agent's name with the numbers of a file, as it is typed."""
        book = f",{BOOK}={self.book}" if self.book is not None else ""
        return f"{self.name}{',' if from_file.is_file(self.text) else ':'}{numbers.FILE}={path}{book}"

    def make(self, changes: Mapping[str, object] | None = None) -> Agent:
        """Make the agent, optionally with other arguments; ValueError: raised by it, or for an error in its file."""
        arguments = {**self.arguments, **(changes or {}), **self.others}
        if from_file.is_file(self.text):
            agent = from_file.built(self.name, self.factory, arguments)
        else:
            agent = self.factory(**arguments)
        if self.arguments.keys() - self.typed and not changes:
            agent.name = self.text  # the file's name is shorter than all its numbers
        if self.book is None:
            return agent
        scenario_of(self.book, self.game)  # whether it is a book at all is said now, not when it is prepared
        return BookAgent(bookable(agent, self.game), self.book, self.text)


def read(text: str, game: GameDefinition) -> AgentSpec:
    """Read an agent's name without making the agent; arguments and errors as in `make`."""
    if is_program(text):
        raise ValueError(f"{text}: a bot in a process of its own has no arguments that could be changed")
    check_printable(text)
    name, factory, rest = _factory(text, game)
    parameters = {
        key: parameter
        for key, parameter in inspect.signature(factory, eval_str=True).parameters.items()
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    }
    if numbers.FILE in parameters:
        raise ValueError(f"agent {name!r} has an argument {numbers.FILE!r}, which names a file: call it otherwise")
    others: dict[str, object] = {}
    if GAME in parameters and parameters[GAME].kind == inspect.Parameter.KEYWORD_ONLY:
        del parameters[GAME]
        others[GAME] = game
    typed = _typed(name, rest, parameters)
    values: dict[str, object] = {}
    if (path := typed.pop(numbers.FILE, None)) is not None:
        values.update(numbers.read_file(name, path))
    book = typed.pop(BOOK, None) if BOOK not in parameters else None
    if book == "":
        raise ValueError(f"agent {name!r}: {BOOK}= is the path of an opening book")
    values.update(typed)
    arguments = {}
    for key, value in values.items():
        if key not in parameters:
            close = difflib.get_close_matches(key, parameters, 1)
            hint = f"did you mean {close[0]!r}?" if close else _takes(parameters)
            who = f"agent {name!r} has" if key in typed else f"agent {name!r}: {path}: there is"
            raise ValueError(f"{who} no argument {brief(key)}; {hint}")
        label = key if key in typed else f"{path}: {key}"
        arguments[key] = numbers.read_value(name, label, value, parameters[key])
    missing = [key for key, p in parameters.items() if p.default is p.empty and key not in arguments]
    if missing:
        raise ValueError(f"agent {name!r} needs {', '.join(missing)}; {_takes(parameters)}")
    opening = None if book is None else Path(book)
    return AgentSpec(text, name, factory, parameters, arguments, frozenset(typed), others, game, opening)


def _factory(text: str, game: GameDefinition) -> tuple[str, Callable[..., Agent], str]:
    """Return the agent's name in messages, its factory, and the text of its arguments."""
    if from_file.is_file(text):
        return from_file.load(text, game.package)
    name, _, rest = text.partition(":")
    agents = entries(game)
    if name not in agents:
        if name.lower().endswith(".toml"):
            raise ValueError(f"no agent {brief(name)}; a scenario's file is given by --scenario {one_line(name)}")
        if folder := trained_folder(name):
            raise ValueError(f"no agent {brief(name)}; did you mean trained:{one_line(folder)}?")
        close = difflib.get_close_matches(name, agents, 1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        others = "a file or a program: ./my_bot.py, isolated:./my_bot.py, program:./my_bot"
        raise ValueError(f"no agent {brief(name)}; {hint}there are {', '.join(agents)}, or {others}")
    module, _, attribute = agents[name].place.partition(":")
    factory: Callable[..., Agent] = getattr(import_module(module), attribute)
    return name, factory, rest


def _typed(name: str, text: str, parameters: Mapping[str, inspect.Parameter]) -> dict[str, str]:
    typed: dict[str, str] = {}
    for number, part in enumerate(text.split(",") if text else []):
        key, equals, value = part.partition("=")
        if not equals:
            if number or not parameters:
                raise ValueError(f"agent {name!r}: {brief(part)} is no key=value; {_takes(parameters)}")
            key, value = next(iter(parameters)), part
        if key in typed:
            raise ValueError(f"agent {name!r}: {one_line(key)} is given twice")
        typed[key] = value
    return typed


def _takes(parameters: Mapping[str, inspect.Parameter]) -> str:
    listed = ", ".join(parameters)
    return f"it takes {listed}" if listed else "it takes no arguments"
