"""How a person in a terminal is shown what can be done: many orders in few lines."""

import textwrap
from collections.abc import Sequence
from typing import Any

from state_of_war.actions import action_table
from tabletop.base.arrays import Records
from tabletop.game.header import Record
from tabletop.game.headings import COMPASS
from tabletop.show.words import WIDTH, PlainPlayWords

TWO_PARTS = ("move", "form")  # a heading, and how far or in which ranks


class SkirmishPlayWords(PlainPlayWords):
    """The legal actions by their names and numbers; moves and forms a line of headings each (`PlayWords`)."""

    AUTO = "the bot decides for you to the end of this side's part of the turn"
    LEFT_OUT = frozenset(("move",))
    NEVER_SHORTENED = frozenset(heading.lower() for heading in COMPASS)

    def __init__(self, game: Any, odds: Any) -> None:
        """Say it of this game."""
        super().__init__(game, odds)
        self.EXAMPLES, self.ODDS_EXAMPLE = "B1, n full (move N full), form NNW two, shoot at G1, stand", "end"

    def stage(self, record: Record) -> tuple[int, ...]:
        """The side's part of the turn."""
        return int(record.turn), int(record.acting)

    def listed(self, scenario: Any, games: Records, legal: Sequence[str], width: int = 0) -> list[str]:
        """A paragraph a kind of order; of moves and forms a heading's numbers together; then their headings alone."""
        team, table = int(games.reshape(-1)[0]["decider"]), action_table(scenario)
        numbers = self.numbered(scenario, games, legal)
        kinds: dict[str, list[str]] = {}
        short: dict[str, list[str]] = {}
        headings: dict[tuple[str, str], list[str]] = {}
        for name in legal:
            kind, _, argument = table.parts(table.index(name, team), team)
            if kind.name in TWO_PARTS:
                heading, _, rest = argument.partition(" ")
                headings.setdefault((kind.name, heading), []).append(f"{numbers[name]} {rest}")
            else:
                kinds.setdefault("", []).append(f"{numbers[name]} {name}")
        for (kind_name, heading), parts in headings.items():
            kinds.setdefault(kind_name, []).append(f"{heading}: {', '.join(parts)}")
            short.setdefault(kind_name, []).append(heading)
        first = kinds.pop("", [])
        plain = [" · ".join(first)] if first else []
        full = [*plain, *(f"{kind} {' · '.join(parts)}" for kind, parts in kinds.items())]
        brief = [*plain, *(f"{kind} {' '.join(parts)}, each …" for kind, parts in short.items())]
        return list(dict.fromkeys(_wrapped(each, width) for each in (full, brief)))


def _wrapped(paragraphs: Sequence[str], width: int) -> str:
    lines = (textwrap.wrap(each, width or WIDTH, initial_indent="  ", subsequent_indent="    ") for each in paragraphs)
    return "\n".join(line for each in lines for line in each)
