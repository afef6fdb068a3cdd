"""What a game says to a person at the command line: the parts of commands that each game has for itself."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from tabletop.definition import Scenario
    from tabletop.game import Game


class PlayWords(Protocol):
    """How a person is shown what can be done in a game, and types it; a module of the game."""

    @property
    def EXAMPLES(self) -> str:  # noqa: N802  constants of a module
        """Actions as one may type them, in a line."""
        ...

    @property
    def ODDS_EXAMPLE(self) -> str:  # noqa: N802
        """An action whose odds one may ask for."""
        ...

    @property
    def AUTO(self) -> str:  # noqa: N802
        """What the bot does at `auto`."""
        ...

    @property
    def LEFT_OUT(self) -> AbstractSet[str]:  # noqa: N802
        """First words of actions, lower case, that need not be typed."""
        ...

    @property
    def NEVER_SHORTENED(self) -> AbstractSet[str]:  # noqa: N802
        """Words of actions, lower case, that are other words' beginnings; so is each word that ends in a digit."""
        ...

    def numbered(self, scenario: Any, games: Any, legal: Sequence[str]) -> dict[str, int]:
        """Return the number of each legal action, in the list's order; `games` is the record, shape (1,).

        An action has the same number whenever it is legal; no two that are legal together have the same.
        """
        ...

    def listed(self, scenario: Any, games: Any, legal: Sequence[str], width: int = 0) -> list[str]:
        """Return the list of legal actions with their numbers, in lines of at most `width` (0: as wide as is usual).

        First all of it, then shorter forms, which leave to `list WORD` what they leave out.
        """
        ...

    def chances(self, game: "Game", action: str) -> list[str]:
        """Return lines with the chance of each thing that a legal action can bring; the game isn't changed."""
        ...

    def spelled(self, text: str) -> str:
        """Return what was typed in the spelling of the actions' names, as far as it can be told."""
        ...

    def stage(self, record: Any) -> tuple[int, ...]:
        """Return the part of the game that `auto` plays to its end."""
        ...

    def unplayed_set_up(self, scenario: Any) -> str:
        """Return the line that stands for a set-up in which nobody decides; empty: it is told as all else."""
        ...

    def painted(self, line: str) -> str:
        """Return the line with ANSI colours for what bears a name in the game."""
        ...


class ScenarioWords(Protocol):
    """What a scenario is, for a person who chooses one; a module of the game."""

    def facts(self, scenario: Any) -> dict[str, Any]:
        """Return what one wants to know before choosing it, as plain data."""
        ...

    def row(self, scenario: Any) -> Mapping[str, str | int]:
        """Return its line in the list of all: text or numbers by the columns' titles."""
        ...

    def description(self, scenario: Any, colour: bool) -> str:
        """Return all of it in words: what it is, the numbers of its rules, its board; with ANSI colours if wanted."""
        ...


def checked_side(teams: Sequence[str], name: str) -> int:
    """Return the number of the team with this name, of the first team if it is empty; ValueError: there is none."""
    if name and name not in teams:
        raise ValueError(f"--side is {' or '.join(teams)}, not {name!r}")
    return teams.index(name) if name else 0


def scenario_of(record: Any, game: Any) -> "Scenario":
    """Return the scenario of a game record, of the game with this definition; ValueError of one line."""
    found: Scenario = game.from_json(record.scenario_json) if record.scenario_json else game.load(record.scenario)
    return found
