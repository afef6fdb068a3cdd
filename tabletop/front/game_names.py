"""The names that any game's package offers of its own: environments, games, functions, made from its definition.

A module of two lines has them all, each made when it is first used:

    from tabletop.front.game_names import names_of
    __getattr__, __dir__ = names_of(GAME, "My", __name__)

Then `MyEnv`, `MyVectorEnv`, `parallel_env`, `Game`, `play_match` and the others are in that module. This is the one
list of them; `python -m tabletop.front.game_names PREFIX MODULE:SCENARIO` prints the module's `.pyi`, by which
editors and type checkers know them.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from inspect import isfunction
from typing import Any

from tabletop.env.arguments import takes_arguments_of
from tabletop.front.by_name import GameFunctions
from tabletop.game.definition import GameDefinition

# Classes by their names, where `{}` is what the game puts before its environments': the class that they are derived
# from, what else they have, and what they are.
CLASSES = {
    "{}ParallelEnv": (
        "tabletop.env.pettingzoo_env:ParallelGameEnv",
        "PettingZoo's ParallelEnv: both teams act in every cycle, the waiting one with `wait`.",
    ),
    "{}AECEnv": ("tabletop.env.pettingzoo_env:AECGameEnv", "PettingZoo's AECEnv: only the deciding team acts."),
    "{}Env": (
        "tabletop.env.gymnasium_env:GymnasiumGameEnv",
        "Gymnasium's Env: one team, against an opponent inside.",
    ),
    "{}VectorEnv": (
        "tabletop.env.gymnasium_vector:GameVectorEnv",
        "Gymnasium's VectorEnv: one team in many games, against opponents inside.",
    ),
    "BatchedGames": (
        "tabletop.env.batch.games:BatchedGames",
        "Arrays: many games at once, opponents inside; what training and evaluation run on.",
    ),
    "SelfPlayGames": (
        "tabletop.env.batch.self_play:SelfPlayGames",
        "Arrays: many games at once, both teams played by the caller.",
    ),
    "RandomOpponent": (
        "tabletop.env.batch.opponents:RandomOpponent",
        "Takes any legal action, uniformly at random.",
    ),
    "Game": (
        "tabletop.front.by_name:NamedGame",
        "`tabletop.play.game.Game`; the scenario may also be a preset's name, or the path of a .toml file.",
    ),
    "Simulator": (
        "tabletop.front.by_name:NamedSimulator",
        "`tabletop.env.batch.simulator.Simulator`; the scenario may also be a preset's name, or a .toml file's path.",
    ),
    "TreeSearch": (
        "tabletop.front.by_name:NamedTreeSearch",
        "`tabletop.env.batch.tree.TreeSearch`; the scenario may also be a preset's name, or a .toml file's path.",
    ),
}
GENERIC = ("Game", "Simulator")
NAMED = (*GENERIC, "TreeSearch")
# Functions that make an environment, by the class that they make.
MAKERS = {
    "parallel_env": ("{}ParallelEnv", "The parallel environment; arguments as of its class."),
    "raw_env": ("{}AECEnv", "The AEC environment without PettingZoo's wrappers; arguments as of its class."),
    "env": (
        "{}AECEnv",
        "The AEC environment in PettingZoo's wrappers, which refuse actions outside the space and calls out of order.",
    ),
}
WRAPPED, ALSO = "env", "aec_env"  # the one in wrappers, and its other name
OWN = {"scenario", "read_agent"}  # of `GameFunctions`, for itself
FUNCTIONS = tuple(
    name for name, each in vars(GameFunctions).items() if isfunction(each) and name not in OWN and name[0] != "_"
)


def names_of(
    game: GameDefinition[Any], prefix: str, module: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a module with all names of a game.

    Args:
      game: which one.
      prefix: before the names of its environments: `Octagon` for `OctagonEnv`.
      module: the module's `__name__`: there pickle finds the classes again.
    """
    functions = GameFunctions(game)
    names = {*(name.format(prefix) for name in CLASSES), *MAKERS, ALSO, *FUNCTIONS}
    kinds = {name.format(prefix): told for name, told in CLASSES.items()}

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        if name in kinds:
            value = made(name, *kinds[name])
        elif name in MAKERS:
            value = maker(name, *MAKERS[name])
        else:
            value = find(WRAPPED) if name == ALSO else getattr(functions, name)
        vars(sys.modules[module])[name] = value  # asked for once
        return value

    def made(name: str, place: str, words: str) -> type:
        base = _at(place)
        parts: dict[str, Any] = {"__doc__": words, "__module__": module, "definition": game}
        if hasattr(base, "metadata"):
            parts["metadata"] = base.metadata | {"name": game.environment_name}
        if name in NAMED:
            parts["functions"] = functions
        if name == "RandomOpponent":
            parts["__init__"] = lambda self: base.__init__(self, game)
        return type(name, (base,), parts)

    def maker(name: str, kind: str, words: str) -> Any:
        environment = getattr(sys.modules[module], kind.format(prefix))

        def make(*arguments: Any, **options: Any) -> Any:
            one = environment(*arguments, **options)
            return _at("tabletop.env.pettingzoo_env:wrapped")(one) if name == WRAPPED else one

        make.__name__ = make.__qualname__ = name
        make.__module__, make.__doc__ = module, words
        return takes_arguments_of(environment)(make)

    return find, lambda: sorted(names)


def _at(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def stub_of(prefix: str, scenario: str) -> str:
    """Write the `.pyi` of a game's module of names.

    Args:
      prefix: as of `names_of`.
      scenario: the place of the class of its scenarios, `module:name`.
    """
    module, _, kind = scenario.partition(":")
    imports = {"typing": {"Any"}, module: {kind}, "tabletop.front.by_name": {"GameFunctions"}}
    imports |= {"tabletop.env.arguments": {"takes_arguments_of"}, "tabletop.env.pettingzoo_env": {"WrappedAECEnv"}}
    body = []
    for name, (place, _) in CLASSES.items():
        where, _, base = place.partition(":")
        called = f"Core{base}" if base == name else base
        imports.setdefault(where, set()).add(base if called == base else f"{base} as {called}")
        generic = f"[{kind}]" if name in GENERIC else ""
        line = f"class {name.format(prefix)}({called}{generic}):"
        takes_nothing = ["", line, "    def __init__(self) -> None: ...", ""]
        body += takes_nothing if name == "RandomOpponent" else [f"{line} ..."]
    body.append("")
    for name, (environment, _) in MAKERS.items():
        made = environment.format(prefix)
        returned = "WrappedAECEnv" if name == WRAPPED else made
        body += [f"@takes_arguments_of({made})", f"def {name}(*arguments: Any, **options: Any) -> {returned}: ..."]
    body += ["", f"{ALSO} = {WRAPPED}", f"_functions: GameFunctions[{kind}]"]
    body += [f"{name} = _functions.{name}" for name in FUNCTIONS]
    lines = [f"from {where} import {', '.join(sorted(found))}" for where, found in sorted(imports.items())]
    return (
        "\n".join(["# Written by `python -m tabletop.front.game_names`; an edit is lost.", "", *lines, "", *body])
        + "\n"
    )


if __name__ == "__main__":
    print(stub_of(*sys.argv[1:]), end="")
