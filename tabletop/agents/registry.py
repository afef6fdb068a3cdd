"""Every agent of a game by its name. Arguments follow a colon: `hunter:caution=2`, `trained:runs/quick/agent`.

A path to a Python file is a name too: `./my_bot.py`, `my_bot.py:MyBot,key=value` (tabletop.agents.from_file).
"""

import difflib
import inspect
import math
from collections.abc import Callable, Mapping
from importlib import import_module

from tabletop.agents import from_file
from tabletop.agents.base import Agent
from tabletop.definition import AgentEntry, GameDefinition

RANDOM = AgentEntry("tabletop.agents.random_agent:RandomAgent", "legal actions, uniformly at random")
SEARCH = AgentEntry("tabletop.agents.search:Search", "tries actions out, with dice of its own; `search:ms=50`")
EXPECTIMAX = AgentEntry("tabletop.agents.expectimax:Expectimax", "weighs every result by its exact chance; slow")
TRAINED = AgentEntry("tabletop.agents.trained:TrainedAgent", "a trained policy: the folder that training has written")
GAME = "game"  # a keyword-only parameter of this name gets the game; nobody types it


def entries(game: GameDefinition) -> dict[str, AgentEntry]:
    """Return all agents of a game by name: its own, and those that every game has."""
    return {"random": RANDOM, **game.agents, "search": SEARCH, "expectimax": EXPECTIMAX, "trained": TRAINED}


def opponents(game: GameDefinition) -> tuple[str, ...]:
    """Return the names of the agents that need no argument: whom an agent is measured by unless others are named."""
    return ("random", *game.agents)


def make(text: str, game: GameDefinition) -> Agent:
    """Make an agent from its name.

    Args:
      text: `name` or `name:argument,key=value`; an argument without a key is the first one. Or a file's path,
        `my_bot.py`, `my_bot.py:Class,key=value`.
      game: what it is to play.

    Raises:
      ValueError: no such agent or file, no such argument, or a value that doesn't fit; the message says what there is.
    """
    if from_file.is_file(text):
        place, made, arguments = from_file.load(text)
        return from_file.built(place, made, _arguments(place, made, arguments, game))
    name, _, rest = text.partition(":")
    known = entries(game)
    if name not in known:
        close = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise ValueError(f"no agent {name!r}; {hint}there are {', '.join(known)}, or a file: ./my_bot.py")
    module, _, attribute = known[name].place.partition(":")
    factory: Callable[..., Agent] = getattr(import_module(module), attribute)
    return factory(**_arguments(name, factory, rest, game))


def _arguments(name: str, factory: Callable[..., Agent], text: str, game: GameDefinition) -> dict[str, object]:
    parameters = {
        key: parameter
        for key, parameter in inspect.signature(factory, eval_str=True).parameters.items()
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    }
    arguments: dict[str, object] = {}
    if GAME in parameters and parameters[GAME].kind == inspect.Parameter.KEYWORD_ONLY:
        del parameters[GAME]
        arguments[GAME] = game
    for number, part in enumerate(text.split(",") if text else []):
        key, equals, value = part.partition("=")
        if not equals:
            if number or not parameters:
                raise ValueError(f"agent {name!r}: {part!r} is no key=value; {_takes(parameters)}")
            key, value = next(iter(parameters)), part
        if key not in parameters:
            close = difflib.get_close_matches(key, parameters, 1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            raise ValueError(f"agent {name!r} has no argument {key!r}; {hint}{_takes(parameters)}")
        if key in arguments:
            raise ValueError(f"agent {name!r}: {key} is given twice")
        arguments[key] = _value(name, key, value, parameters[key].annotation)
    missing = [key for key, p in parameters.items() if p.default is p.empty and key not in arguments]
    if missing:
        raise ValueError(f"agent {name!r} needs {', '.join(missing)}; {_takes(parameters)}")
    return arguments


def _takes(parameters: Mapping[str, inspect.Parameter]) -> str:
    listed = ", ".join(parameters)
    return f"it takes {listed}" if listed else "it takes no arguments"


def _value(name: str, key: str, text: str, kind: object) -> object:
    try:
        if kind is bool:
            return {"true": True, "false": False, "1": True, "0": False}[text.lower()]
        if kind is float and not math.isfinite(float(text)):
            raise ValueError
        return kind(text) if kind in (int, float) else text
    except (ValueError, KeyError):
        wanted = {bool: "true or false", int: "a whole number", float: "a number"}[kind]  # type: ignore[index]
        raise ValueError(f"agent {name!r}: {key}={text}: {wanted} is meant") from None
