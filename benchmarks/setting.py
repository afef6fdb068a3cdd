"""What is measured, how it is seen, and how much of it in a go."""

from importlib import import_module
from typing import Any, NamedTuple

from tabletop.game.definition import GameDefinition, encoding_of

LONGEST = 1 << 40  # decisions in a game
CYCLES = 500  # of one game, in a go
ROUNDS = 20  # of a batch, in a go


class Setting(NamedTuple):
    """What is played, how it is seen, and what was typed for the game's package or module and for the scenario."""

    scenario: Any
    encoding: Any
    package: str = ""
    name: str = ""


def load(text: str, encoding: str = "") -> Setting:
    """Read a game, `PACKAGE` or `PACKAGE:SCENARIO`, seen in its usual encoding or another one; ValueError in words."""
    package, _, name = text.partition(":")
    game = _game(package)
    name = name or game.default_scenario
    scenario = game.load(name)
    return Setting(scenario, encoding_of(scenario, encoding or None), package, name)


def _game(package: str) -> GameDefinition[Any]:
    """Return the game of a package, in whose module `definition` it is, or of a single file."""
    for place in (f"{package}.definition", package):
        try:
            values = vars(import_module(place)).values()
        except (ImportError, ValueError):
            continue
        if found := next((value for value in values if isinstance(value, GameDefinition)), None):
            return found
    raise ValueError(f"--game {package}: there is no game of this name")
