"""What a game says to a person at the command line: the parts of commands that each game provides."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from tabletop.game import Game


class PlayWords(Protocol):
    """How a person is shown the actions of a game and types them; a module of the game."""

    @property
    def EXAMPLES(self) -> str:  # noqa: N802  constants of a module
        """Examples of typed actions, in one line."""
        ...

    @property
    def ODDS_EXAMPLE(self) -> str:  # noqa: N802
        """An action whose odds can be requested, as an example."""
        ...

    @property
    def AUTO(self) -> str:  # noqa: N802
        """What the bot does after `auto`."""
        ...

    @property
    def LEFT_OUT(self) -> AbstractSet[str]:  # noqa: N802
        """First words of actions, lower case, that need not be typed."""
        ...

    @property
    def NEVER_SHORTENED(self) -> AbstractSet[str]:  # noqa: N802
        """Words of actions, lower case, that are beginnings of other words; each word ending in a digit counts, too."""
        ...

    def numbered(self, scenario: Any, games: Any, names: Sequence[str]) -> dict[str, int]:
        """Return the number of each of these actions, in the list's order; `games` is the record, shape (1,).

        An action always has the same number; no two actions that are legal together have the same number.
        """
        ...

    def listed(self, scenario: Any, games: Any, legal: Sequence[str], width: int = 0) -> list[str]:
        """Return the list of legal actions with their numbers, in lines of at most `width` (0: the default width).

        First the complete list, then shorter forms; `list WORD` shows what they leave out.
        """
        ...

    def chances(self, game: "Game", action: str) -> list[str]:
        """Return lines with the chance of each result of a legal action; the game isn't changed."""
        ...

    def spelled(self, text: str) -> str:
        """Return what was typed, spelled like the actions' names as far as possible."""
        ...

    def stage(self, record: Any) -> tuple[int, ...]:
        """Return the part of the game that `auto` plays to its end."""
        ...

    def unplayed_set_up(self, scenario: Any) -> str:
        """Return the line for a set-up without decisions; empty: it is described like everything else."""
        ...

    def painted(self, line: str) -> str:
        """Return the line with ANSI colours for everything that has a name in the game."""
        ...


class ScenarioWords(Protocol):
    """The description of a scenario, for a person who chooses one; a module of the game."""

    def facts(self, scenario: Any) -> dict[str, Any]:
        """Return the facts to know before choosing it, as plain data."""
        ...

    def row(self, scenario: Any) -> Mapping[str, str | int]:
        """Return its line in the list of all scenarios: text or numbers by the columns' titles."""
        ...

    def description(self, scenario: Any, colour: bool) -> str:
        """Return all of it in words: what it is, the numbers of its rules, its board; in ANSI colours if requested."""
        ...


def checked_side(teams: Sequence[str], name: str) -> int:
    """Return the number of the team with this name, or of the first team if it is empty; ValueError: there is none."""
    if name and name not in teams:
        raise ValueError(f"--side is {' or '.join(teams)}, not {name!r}")
    return teams.index(name) if name else 0
