"""The plain facts of a definition, looked at when a game is first used: compiled code would write outside of arrays."""

import inspect
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from tabletop.compiled.compiling import compiled
from tabletop.game.chance import RANGES
from tabletop.game.header import MOST_SUBJECTS, NONE, OVER, TEAMS, check_fields, check_header
from tabletop.game.modules import module_of_game

VERSIONS, FORMATS = ("state", "observation", "actions"), ("positions", "actions", "draws")
WAIT = "wait"
_PARAMETERS = re.compile(r"\((.*?)\)")


def check(game: Any, kernels: Mapping[str, str]) -> None:
    """Refuse a definition that can't be right.

    Args:
      game: the definition (`tabletop.game.definition.GameDefinition`).
      kernels: what each kernel takes, by name (`tabletop.game.definition.KERNELS`).

    Raises:
      ValueError: one line that names the game and all that is wrong.
    """
    checks: tuple[Callable[[], Iterator[str]], ...] = (
        lambda: _missing(game),
        lambda: _names(game),
        lambda: _kernels(game, kernels),
        lambda: scenario_faults(game, game.load(game.default_scenario)),
    )
    for look in checks:  # each looks at what those before it have found to be there
        if faults := list(look()):
            raise ValueError(f"the game {getattr(game, 'name', type(game).__name__)} isn't whole: {'; '.join(faults)}")


def _missing(game: Any) -> Iterator[str]:
    for owner in type(game).__mro__:
        for name in inspect.get_annotations(owner):
            if not hasattr(game, name):
                yield f"it has no `{name}`"


def _names(game: Any) -> Iterator[str]:
    for attribute in ("decisions", "endings"):
        if not getattr(game, attribute) or getattr(game, attribute)[0] != "":
            yield f"`{attribute}` begins with the empty text, which is number 0"
    if len(game.teams) != TEAMS or any(name != name.lower() for name in game.teams):
        yield f"`teams` are two names in lower case, not {game.teams}"
    if game.goal_ending not in game.endings[1:]:
        yield f"`goal_ending` '{game.goal_ending}' is none of its endings"
    if taken := [name for name in ("fade", "gamma") if name in game.shaping_weights]:
        yield f"`shaping_weights`: '{taken[0]}' has a meaning already, in `[shaping]` of training or in `Shaping`"
    else:
        try:
            game.shaping(**dict.fromkeys(game.shaping_weights, 0.0))
        except TypeError as error:
            yield f"`shaping` doesn't take the weights that `shaping_weights` names ({error})"
    names_by_attribute = {name: getattr(game, name) for name in ("teams", "orders", "encodings", "purposes")}
    names_by_attribute |= {name: getattr(game, name)[1:] for name in ("decisions", "endings")}
    for attribute, names in names_by_attribute.items():
        twice = [name for name, times in Counter(names).items() if times > 1]
        if twice or "" in names:
            yield f"`{attribute}`: " + (f"'{twice[0]}' stands there twice" if twice else "a name is empty")
    if len(game.purposes) >= RANGES["purpose"]:  # they are numbered from 1
        yield f"`purposes`: there are {len(game.purposes)}, at most {RANGES['purpose'] - 1} have dice of their own"
    for kind in game.boundaries:
        if not 0 < kind < len(game.decisions) or game.halts.count(kind) > 1:
            yield f"`boundaries`: {kind} is no kind of decision of its own"
    if not game.encodings:
        yield "`encodings`: there is none"
    for attribute, keys in (("versions", VERSIONS), ("formats", FORMATS)):
        if missing_keys := [key for key in keys if key not in getattr(game, attribute)]:
            yield f"`{attribute}` lacks {', '.join(missing_keys)}"
    for preset in (game.default_scenario, *game.environments.values()):
        if preset not in game.presets():
            yield f"'{preset}' is none of its presets"
    try:
        assert game.version
    except (ImportError, AttributeError):
        yield f"its package, {game.package}, has no `__version__`"


def _kernels(game: Any, kernels: Mapping[str, str]) -> Iterator[str]:
    try:
        module = module_of_game(game.kernels)
    except ValueError as error:
        yield f"`kernels`: {error}"
        return
    for place in filter(None, (game.planning, game.scoring)):
        for name in ("URNS", "CONTESTS"):
            if (declared := getattr(module, name, None)) and getattr(module_of_game(place), name, None) is not declared:
                yield f"{place} hasn't the {name} of {game.kernels}"
    for name, words in kernels.items():
        kernel, parameters = getattr(module, name, None), _PARAMETERS.findall(words)[0]
        if kernel is None:
            yield f"{game.kernels} has no kernel `{name}`"
        elif compiled() and not hasattr(kernel, "py_func"):
            yield f"the kernel `{name}` isn't decorated with @rule"
        elif len(inspect.signature(getattr(kernel, "py_func", kernel)).parameters) != len(parameters.split(", ")):
            yield f"the kernel `{name}` takes ({parameters})"


def scenario_faults(game: Any, scenario: Any) -> Iterator[str]:
    """Say what of a scenario doesn't fit its game, a line each."""
    try:
        check_header(scenario.record_type)
        check_fields(scenario.world.dtype)
    except AssertionError as error:
        yield str(error)
        return
    subjects = scenario.record_type["dice"]["rolled"].shape[0]
    if subjects > MOST_SUBJECTS:
        yield f"`dice` counts the draws of {subjects} subjects, at most {MOST_SUBJECTS} have dice of their own"
    names, digest = game.action_names(scenario), scenario.digest()
    if not scenario.actions == len(names) == names.size:
        yield f"the scenario has {scenario.actions} `actions`, and there are {len(names)} names"
        return
    if not re.fullmatch("[0-9a-f]{64}", digest):
        yield f"`digest` is 64 hex digits, not '{digest}'"
    for team in range(TEAMS):
        team_names = list(names.names(team))
        if len(set(team_names)) != len(names) or [names.name(index, team) for index in range(len(names))] != team_names:
            yield f"the {len(names)} names of team {team}'s actions are not one for each number"
        elif team_names[-1] != WAIT:
            yield f"the last action is '{WAIT}', not '{team_names[-1]}'"
    if game.set_up_by and not hasattr(scenario, game.set_up_by):
        yield f"`set_up_by`: the scenario has no `{game.set_up_by}`"
    start = game.start_record(scenario)
    if getattr(start, "dtype", None) != scenario.record_type or start.shape != (1,):
        yield "`start_record` is an array of one record of the scenario's `record_type`"
    elif start["decision"][0] != OVER or start["decider"][0] != NONE:
        yield "in `start_record` nobody decides: `decision` is OVER, `decider` is NONE"
    yield from encoding_faults(game.encoding(scenario, game.encodings[0]))


def encoding_faults(encoding: Any) -> Iterator[str]:
    """Say what of an encoding doesn't fit together, a line each."""
    if encoding.size != math.prod(encoding.shape):
        yield f"encoding {encoding.name}: shape {encoding.shape} are not {encoding.size} numbers"
    for name in ("low", "high"):
        numbers = np.asarray(getattr(encoding, name))
        if numbers.shape != tuple(encoding.shape) or numbers.dtype != np.float32:
            words = f"float32 {tuple(encoding.shape)}, not {numbers.dtype} {numbers.shape}"
            yield f"encoding {encoding.name}: `{name}` is {words}"
    places = [place for part in encoding.parts.values() for place in range(part.start, part.start + part.size)]
    if sorted(places) != list(range(encoding.size)):
        yield f"encoding {encoding.name}: its parts are not all of its {encoding.size} numbers, each once"
