"""Names of a game's package that are loaded when they are first used, so that importing it loads little."""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

EXTRAS = {"stable_baselines3": "train"}  # of the package, which install a library that only some names need
# What the package of every game offers of the core, by module.
CORE_NAMES = {
    "tabletop.agents.base": "Agent AgentError Batched Bot",
    "tabletop.agents.noise": "uniform",
    "tabletop.agents.numbers": "Range",
    "tabletop.env.batch.episodes": "Finished Step",
    "tabletop.env.batch.opponents": "CompiledOpponent Opponent OpponentError",
    "tabletop.compiled.compiling": "rule",
    "tabletop.game.arrays": "SelfPlayFinished SelfPlayStep",
    "tabletop.game.draws": "Draw",
    "tabletop.game.encodings": "split",
    "tabletop.env.game_files": "UnwrittenGameWarning",
    "tabletop.env.numeric_infos": "numeric_infos",
    "tabletop.env.recording": "record_games",
    "tabletop.game.events": "Event",
    "tabletop.base.workers.choice": "make_workers",
    "tabletop.play.game": "IllegalActionError Outcome",
    "tabletop.rate.matches.results": "Results balance_of",
    "tabletop.play.odds": "Result TooManyWaysError outcomes",
    "tabletop.play.records": "GameRecord RecordError Recorder replay replay_game",
}


def _is_there(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ValueError:  # a stand-in for it, as documentation builders put in
        return True


def lazy_names(
    package: dict[str, Any], modules: Mapping[str, str], renamed: Mapping[str, str], needs: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` of a package.

    A name that needs a library which isn't installed is left out of `__all__` and `__dir__`, so that `import *` and
    `help` work; asking for it raises an ImportError that says what to install.

    Args:
      package: its `globals()`, with `__all__`.
      modules: by module, the names of it, separated by spaces; `CORE_NAMES` are added.
      renamed: where names are that have another one there, `module:name`.
      needs: the library, one of EXTRAS, that a name needs.
    """
    offered = {**CORE_NAMES, **modules}
    places = {name: f"{module}:{name}" for module, names in offered.items() for name in names.split()} | {**renamed}
    missing = {name for name, library in needs.items() if not _is_there(library)}
    package["__all__"] = [name for name in package["__all__"] if name not in missing]

    def find(name: str) -> Any:
        if name in missing:
            library, install = needs[name], f"pip install 'paintball-mini[{EXTRAS[needs[name]]}]'"
            raise ImportError(f"{name} needs {library}, which isn't installed: {install}")
        if name not in places:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        module, _, own_name = places[name].partition(":")
        value = package[name] = getattr(import_module(module), own_name)
        return value

    return find, lambda: sorted({*package, *places} - missing)
