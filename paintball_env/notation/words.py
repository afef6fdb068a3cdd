"""The words of position text, and what reader, writer and checks share (docs/formats.md, "Positions")."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NoReturn, Protocol

from paintball_env.actions import TEAM_TITLES
from paintball_env.rules.figures import full_points
from paintball_env.rules.objectives import OBJECTIVES
from paintball_env.rules.state import BLUE, NONE, RED, STRIDE, Figure, Game, SizeClass
from tabletop.base.arrays import Records
from tabletop.base.errors import one_line
from tabletop.game.header import Record
from tabletop.game.hex_grid import EAST, WEST

# Kinds of decision, by their number in the record.
KINDS = (
    "",
    "piece",
    "cover-hex",
    "cover-facing",
    "flag-hex",
    "marshal-hex",
    "deploy",
    "carrier",
    "expert",
    "grenade",
    "grenadier",
    "first",
    "act",
    "volley",
    "react",
    "pick",
    "throw",
    "scatter",
    "charge",
    "charger",
    "step",
    "casualty",
)
WHATS = ("", "shoot", "suppress", "smoke", "paint", "soft", "hard")  # the token `kind`
ENDINGS = ("", "eliminated", "flag", "turns")
FACING = (EAST, WEST)  # a figure's usual facing, by team
# Tokens of an open decision, in their order.
OPEN_TOKENS = ("actor", "asked", "place", "kind", "count", "shots", "losses")


class NotationError(ValueError):
    """A position text that can't be read, or says something impossible: one line, the token first."""


class Map(Protocol):
    """The board's names."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the hexes in reading order."""
        ...


class Place(Protocol):
    """What a position belongs to; a `Scenario` is one."""

    @property
    def board_map(self) -> Map:
        """The board as drawn."""
        ...

    @property
    def size(self) -> SizeClass:
        """The record types."""
        ...

    @property
    def world(self) -> Records:
        """Rules and board, an array of one record."""
        ...


def fail(token: str, words: str) -> NoReturn:
    """Refuse a token in words."""
    raise NotationError(f"{one_line(token)}: {one_line(words)}")


class Judge:
    """Judges what a position says: refuses it in words, with the token that is wrong."""

    tokens: dict[str, str]
    game: Game

    def figure(self, identity: int) -> Figure:
        """The record of a figure in the position: not a copy."""
        return self.game.figure[identity // STRIDE][identity % STRIDE]

    def on_board(self, team: int) -> Iterator[tuple[int, Figure]]:
        """The team's figures on the board, with their ids."""
        figures = self.game.figure[team]
        for number in (figures["hex"] != NONE).nonzero()[0].tolist():
            yield STRIDE * team + number, figures[number]

    def fail(self, key: str, words: str) -> NoReturn:
        """Refuse the token of a key; one that isn't there is named by its key alone."""
        fail(f"{key}={self.tokens[key]}" if key in self.tokens else key, words)


@lru_cache(maxsize=64)
def hex_numbers(names: tuple[str, ...]) -> dict[str, int]:
    """Index of each hex by its name."""
    return {name: index for index, name in enumerate(names)}


def title(team: int) -> str:
    """The team's name at the start of a sentence."""
    return TEAM_TITLES[team]


def flag_keys(rules: Record) -> dict[str, int]:
    """The tokens of this scenario's flags, with their place in the record."""
    keys: tuple[dict[str, int], ...] = ({}, {"flag": 0}, {"flag.red": RED, "flag.blue": BLUE})
    return keys[OBJECTIVES[rules.objective].flags]


def usual_points(rules: Record, game: Any, team: int, expert: int) -> int:
    """The points that position text leaves out."""
    if game.turn == 0 or (game.phase == 2 and team != game.acting):
        return 0
    return int(full_points(rules, expert))
