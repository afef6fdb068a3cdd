"""How games begin, read from what callers give: scenarios, seeds, positions, sides; errors are of one line."""

import os
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from operator import index
from pathlib import Path
from typing import Any, TypeGuard, TypeVar

import numpy as np

from tabletop.base.arrays import Int64, Records, UInt64
from tabletop.base.errors import brief
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.header import NONE, OVER, RUNNING

S = TypeVar("S", bound=Scenario)
# A name, a file or None (the default) only where the game is known (`read_scenario`).
ScenarioOrName = Scenario | str | os.PathLike[str] | None
SEEDS = 1 << 64
MOST = 2**31 - 1  # games, or decisions of a game
ALTERNATE, RANDOM = "alternate", "random"  # a learner's side, beside the names of the teams


def read_seed(seed: Any) -> int | None:
    """A seed as Python's own int; None stays None.

    Raises:
      ValueError: it isn't a whole number 0 … 2^64 - 1.
    """
    if seed is None:
        return None
    try:
        number = _whole(seed)
    except TypeError:
        raise ValueError(f"seed {brief(seed)}: a whole number, 0 to 2^64 - 1") from None
    if not 0 <= number < SEEDS:
        raise ValueError(f"seed {seed}: 0 to 2^64 - 1")
    return number


def required_seed(seed: Any) -> int:
    """A seed that has to be given, as Python's own int; ValueError: it isn't a whole number 0 … 2^64 - 1."""
    if (number := read_seed(seed)) is None:
        raise ValueError("seed None: a whole number, 0 to 2^64 - 1")
    return number


def check_dice(held: bool, seed: Any) -> Any:
    """A seed, or seeds, for the dice after a snapshot; ValueError: none is given, and the snapshot holds no dice."""
    if seed is None and not held:
        raise ValueError("a snapshot without dice, as planners take it: set_state(snapshot, seed=…) gives it others")
    return seed


def read_options(options: Any, known: tuple[str, ...]) -> Mapping[str, Any]:
    """Reset options as given; None: none.

    Raises:
      TypeError: they are no dict.
      ValueError: one of them isn't among those known.
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f"options {brief(options)}: a dict, of {', '.join(known)}")
    for name in options:
        if name not in known:
            close = get_close_matches(str(name), known, 1, 0.7)  # closer than `options` is to `position`
            hint = f"did you mean {close[0]!r}? " if close else ""
            raise ValueError(f"options: {brief(name)} is unknown; {hint}known are {', '.join(known)}")
    return options


def read_limit(name: str, limit: Any) -> int | None:
    """A number of decisions after which games are cut off, at least 1; None stays None. ValueError otherwise."""
    if limit is None:
        return None
    return read_count(name, limit)


def read_count(name: str, count: Any) -> int:
    """A whole number, at least 1; ValueError otherwise."""
    try:
        number = _whole(count)
    except TypeError:
        number = 0
    if not 1 <= number <= MOST:
        raise ValueError(f"{name} {brief(count)}: a whole number, {'at least 1' if number < 1 else '2^31 - 1 at most'}")
    return number


def _whole(number: Any) -> int:
    """A whole number as Python's own; TypeError: it is something else, or a truth value."""
    if isinstance(number, bool):
        raise TypeError
    return index(number)


def read_flag(name: str, flag: Any) -> bool:
    """A truth value; ValueError for anything else, such as a text, which would always be true."""
    if not isinstance(flag, (bool, np.bool_)):
        raise ValueError(f"{name} {brief(flag)}: True or False")
    return bool(flag)


def read_scenario(scenario: Any, definition: GameDefinition[Any] | None) -> Scenario:
    """The scenario that an environment plays.

    Args:
      scenario: a Scenario; and with a definition, a preset's name, a file's path, or None: the game's usual one.
      definition: the game that the environment belongs to; None: to no game, so it takes any game's Scenario.

    Raises:
      ValueError: it is none of these, or another game's.
    """
    if definition is None:
        if not isinstance(getattr(scenario, "game", None), GameDefinition):
            words = "a Scenario; names and files belong to the environments of a game"
            raise ValueError(f"scenario {brief(scenario)}: {words}")
        return scenario
    return named_scenario(definition.default_scenario if scenario is None else scenario, definition)


def named_scenario(scenario: Any, definition: GameDefinition[S]) -> S:
    """A game's scenario as given, or by a preset's name or a file's path; ValueError: it is none of these."""
    if isinstance(scenario, (str, os.PathLike)):
        return definition.load(scenario if isinstance(scenario, str) else Path(scenario))
    game = getattr(scenario, "game", None)
    if not isinstance(game, GameDefinition):
        raise ValueError(f"scenario {brief(scenario)}: a preset's name, the path of a .toml file, or a Scenario")
    if game.name != definition.name:
        raise ValueError(f"scenario {scenario.name!r}: it is one of {game.title}, not of {definition.title}")
    loaded: S = scenario
    return loaded


def read_side(side: Any, known: tuple[str, ...]) -> str:
    """A side as given, if it is one of the known; ValueError names them."""
    if not isinstance(side, str) or side not in known:  # an array's comparison has no truth value
        raise ValueError(f"side {brief(side)}: known are {' '.join(known)}")
    return str(side)


def read_team(side: Any, scenario: Scenario) -> int:
    """The number of a team, which is given by it or by its name; ValueError names both."""
    return scenario.game.teams.index(read_side(_team_name(side, scenario), scenario.game.teams))


def read_learner_side(side: Any, scenario: Scenario) -> str:
    """A learner's side in game after game: a team (name or number), `alternate` or `random`; ValueError names them."""
    return read_side(_team_name(side, scenario), (*scenario.game.teams, ALTERNATE, RANDOM))


def _team_name(side: Any, scenario: Scenario) -> Any:
    try:
        number = NONE if isinstance(side, str) else _whole(side)
    except TypeError:
        number = NONE
    return scenario.game.teams[number] if number in (0, 1) else side


def read_position(scenario: Scenario, text: Any) -> Records:
    """The record that a game which starts in a position is copied from, shape (1,), its dice 0.

    Raises:
      ValueError: it isn't position text (docs/formats.md, 5) of this scenario, or the game is over in it.
    """
    if not isinstance(text, str):
        raise ValueError(f"position {brief(text)}: a line of text")
    try:
        games = scenario.game.parse_position(scenario, text)
    except ValueError as error:
        raise ValueError(f"position: {error}") from None
    if games[0]["decision"] == OVER and games[0]["ending"] != RUNNING:
        raise ValueError("position: the game is over in it")
    return games


def read_starts(scenario: Scenario, positions: Any, usual: Records) -> Records:
    """The records that games begin as copies of, shape (S,), their dice 0.

    Args:
      scenario: what is played.
      positions: texts, records of the scenario, and None: `usual`.
      usual: the record of a new game, shape (1,).

    Raises:
      ValueError: there is none; or one is neither, or its game is over.
    """
    if isinstance(positions, str) or not getattr(positions, "__len__", lambda: 0)():
        raise ValueError(f"positions {brief(positions)}: a list of at least one")
    starts = np.zeros(len(positions), scenario.record_type)
    for number, position in enumerate(positions):
        if (kind := getattr(position, "dtype", None)) is not None:
            if kind != scenario.record_type:
                raise ValueError(f"position {number}: no record of {scenario.name}")
            if position.size != 1:
                raise ValueError(f"position {number}: {position.size} records, not one")
            # Through its text: a record that can't be would harm the rules.
            position = scenario.game.format_position(scenario, position)
        starts[number] = usual[0] if position is None else read_position(scenario, position)[0]
    return starts


def is_list(values: Any) -> TypeGuard[Sequence[Any]]:
    """Whether these are several values, in a list, a tuple or an array, and not a single one."""
    return isinstance(values, (list, tuple)) or (isinstance(values, np.ndarray) and values.ndim > 0)


def check_length(name: str, values: Any, count: int) -> None:
    """ValueError: an argument of this name isn't a list of one value for each of so many games."""
    try:
        if isinstance(values, (str, bytes)):
            raise TypeError
        length = len(values[:])  # a dict or a set has no order
    except (TypeError, LookupError):
        raise ValueError(f"{name} {brief(values)}: a list, one for each of {count} games") from None
    if length != count:
        raise ValueError(f"{name}: {length} for {count} games")


def read_seeds(seeds: Any, count: int, name: str = "seeds") -> UInt64:
    """Seeds of so many games, uint64 [k], from the argument of this name; ValueError where they aren't."""
    check_length(name, seeds, count)
    if getattr(seeds, "dtype", None) == np.uint64 and seeds.ndim == 1:
        return seeds  # each of them is one
    return np.array([required_seed(seed) for seed in seeds], np.uint64)


def read_rows(rows: Any, count: int, repeated: bool = False) -> Int64:
    """Numbers of games in a batch, int64 [k]: None stands for all, a single number for itself.

    Raises:
      ValueError: there is no such game, or, unless they may be `repeated`, one is named twice.
    """
    if rows is None:
        return np.arange(count)
    numbers = np.atleast_1d(np.asarray(rows))
    if numbers.shape == (0,):  # of whichever type: that of an empty list is float
        return np.zeros(0, np.int64)
    if numbers.ndim != 1 or numbers.dtype.kind not in "iu":
        hint = ", such as np.flatnonzero(mask)" if numbers.dtype.kind == "b" else ""
        raise ValueError(f"rows {brief(rows)}: whole numbers, 0 to {count - 1}{hint}")
    wrong = (numbers < 0) | (numbers >= count)
    if wrong.any():
        raise ValueError(f"row {numbers[wrong][0]}: there are {count} games, 0 to {count - 1}")
    if len(numbers) > 1 and not repeated and len(np.unique(numbers)) < len(numbers):
        raise ValueError(f"rows {numbers.tolist()}: one is named twice")
    return numbers.astype(np.int64)


def read_row(row: Any, count: int) -> int:
    """The number of one game in a batch; ValueError: there is no such game."""
    numbers = read_rows(row, count)
    if len(numbers) != 1:
        raise ValueError(f"row {brief(row)}: a whole number, 0 to {count - 1}")
    return int(numbers[0])


def read_teams(sides: Any, scenario: Scenario) -> tuple[int | None, ...]:
    """The numbers of teams that are given by number or name, one a game; None stays None.

    ValueError as in `read_team`.
    """
    values = sides.tolist() if hasattr(sides, "tolist") else sides

    def read(side: Any) -> int | None:
        return None if side is None else read_team(side, scenario)

    if set(map(type, values)) <= {int, str, type(None)}:  # there may be thousands, of which few differ
        teams = {side: read(side) for side in dict.fromkeys(values)}
        return tuple(teams[side] for side in values)
    return tuple(map(read, values))
