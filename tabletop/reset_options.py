"""How games begin, read from what callers give: seeds, positions, sides …; what doesn't fit is refused in one line."""

from operator import index
from pathlib import Path
from typing import Any

import numpy as np

from paintball_env.notation import parse_position
from paintball_env.rules.state import OVER, RUNNING
from paintball_env.scenario import Scenario

SEEDS = 1 << 64
SIDES = ("red", "blue")  # team 0 and 1
ALTERNATE, RANDOM = "alternate", "random"
CHOICES = (*SIDES, ALTERNATE, RANDOM)  # of a learner's side


def read_seed(seed: Any) -> int | None:
    """A seed as Python's own int; None stays None.

    Raises:
      ValueError: it isn't a whole number 0 … 2^64 - 1.
    """
    if seed is None:
        return None
    try:
        number = index(seed)
    except TypeError:
        raise ValueError(f"seed {seed!r}: a whole number, 0 to 2^64 - 1") from None
    if not 0 <= number < SEEDS:
        raise ValueError(f"seed {seed}: 0 to 2^64 - 1")
    return number


def read_limit(name: str, limit: Any) -> int | None:
    """A number of decisions after which games are cut off, at least 1; None stays None. ValueError otherwise."""
    if limit is None:
        return None
    return read_count(name, limit)


def read_count(name: str, count: Any) -> int:
    """A whole number, at least 1; ValueError otherwise."""
    try:
        number = index(count)
    except TypeError:
        number = 0
    if number < 1:
        raise ValueError(f"{name} {count!r}: a whole number, at least 1")
    return number


def read_scenario(scenario: Any) -> Scenario:
    """A scenario from a preset's name, a file's path, or itself; ValueError where it is none of these."""
    if isinstance(scenario, Scenario):
        return scenario
    if isinstance(scenario, (str, Path)):
        return Scenario.load(scenario)
    raise ValueError(f"scenario {scenario!r}: a preset's name, the path of a .toml file, or a Scenario")


def read_side(side: Any, known: tuple[str, ...] = CHOICES) -> str:
    """A side as given, if it is one of the known; ValueError names them."""
    if side not in known:
        raise ValueError(f"side {side!r}: known are {' '.join(known)}")
    return str(side)


def read_position(scenario: Any, text: Any) -> Any:
    """What a game that starts in a position is copied from, as engine.start_record: one record, shape (1,), dice 0.

    Raises:
      ValueError: it isn't position text (docs/formats.md, 5) of this scenario, or the game is over in it.
    """
    if not isinstance(text, str):
        raise ValueError(f"position {text!r}: a line of text")
    try:
        games = parse_position(scenario, text)
    except ValueError as error:
        raise ValueError(f"position: {error}") from None
    if games[0]["decision"] == OVER and games[0]["ending"] != RUNNING:
        raise ValueError("position: the game is over in it")
    return games


def read_rows(rows: Any, count: int) -> Any:
    """Numbers of games in a batch, int64 [k]: None stands for all, a single number for itself.

    Raises:
      ValueError: there is no such game, or one is named twice.
    """
    if rows is None:
        return np.arange(count)
    found = np.atleast_1d(np.asarray(rows))
    if found.ndim != 1 or found.dtype.kind not in "iu":
        raise ValueError(f"rows {rows!r}: whole numbers, 0 to {count - 1}")
    wrong = (found < 0) | (found >= count)
    if wrong.any():
        raise ValueError(f"row {found[wrong][0]}: there are {count} games, 0 to {count - 1}")
    if len(np.unique(found)) < len(found):
        raise ValueError(f"rows {found.tolist()}: one is named twice")
    return found.astype(np.int64)
