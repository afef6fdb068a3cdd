"""What is measured, how it is seen, and how much of it in a go."""

from importlib import import_module
from typing import Any, NamedTuple

from tabletop.game.definition import GameDefinition, encoding_of

LONGEST = 1 << 40  # decisions in a game
CYCLES = 500  # of one game, in a go
ROUNDS = 20  # of a batch, in a go


class Setting(NamedTuple):
    """What is played and how it is seen."""

    scenario: Any
    encoding: Any


def load(game: GameDefinition[Any], scenario: str, encoding: str = "") -> Setting:
    """Read a scenario, seen in the game's usual encoding or another one; ValueError in words where there is none."""
    setting_scenario = game.load(scenario)
    return Setting(setting_scenario, encoding_of(setting_scenario, encoding or None))


def load_beside(text: str) -> Setting:
    """Read a game that is measured too, `PACKAGE` or `PACKAGE:SCENARIO`, in its usual encoding; ValueError in words."""
    package, _, scenario = text.partition(":")
    try:
        shell = import_module(f"{package}.__main__").shell
    except (ModuleNotFoundError, AttributeError):
        raise ValueError(f"--beside {text}: no game's package with a command has the name {package!r}") from None
    return load(shell.game, scenario or shell.shown)
