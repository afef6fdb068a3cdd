"""Positions as viewers and pictures show them; of any game: the words of its text, each on a card of its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from tabletop.game.chance import GAME_OVER, TURN_BEGAN
from tabletop.game.definition import Scenario
from tabletop.game.draws import Draw
from tabletop.game.events import Event
from tabletop.game.header import RUNNING, Position, Record
from tabletop.show.drawing.shapes import Shape, Words, box
from tabletop.show.drawing.themes import FIELD, tones_of
from tabletop.show.drawing.things import AFTER, NOBODY, STANDING, Aim, Moment, Scene, Sheet, Thing

WIDTH, MARGIN, GAP = 800, 16, 10
SIZE, HIGH, LETTER = 18.0, 44.0, 0.62  # of the words, of a card; width of a letter in sizes of the words
INK, CARD, EDGE = "#1b1b1b", "#ffffff", "#8a8678"


def position_of(scenario: Scenario, games: Position) -> str:
    """The text of a position: of a record, of an array of one, or text as it is."""
    return games if isinstance(games, str) else scenario.game.format_position(scenario, games)


def record_of(scenario: Scenario, games: Position) -> Record:
    """The record of a position: of a record, of an array of one, or of text."""
    read: Any = scenario.game.parse_position(scenario, games) if isinstance(games, str) else games
    return read[0] if isinstance(read, np.ndarray) and read.ndim else read


def common_moments(events: Sequence[Event], teams: Sequence[str]) -> tuple[Moment, ...]:
    """That a turn begins, and that the game ends: what every game with events has; `teams`: their names."""
    moments = []
    for event in events:
        if event.kind == TURN_BEGAN:
            moments.append(Moment("turn", AFTER, f"Turn {event.value}"))
        elif event.kind == GAME_OVER:
            winner = teams.index(event.who) if event.who in teams else NOBODY
            words = f"{event.who.capitalize()} wins" if event.who else "A draw"
            moments.append(Moment("end", AFTER, words, team=winner))
    return tuple(moments)


class Scenes(Protocol):
    """Draws the positions of one scenario on a sheet; `games` is a record, an array of one, or a position's text."""

    def sheet(self) -> Sheet:
        """Return what stays the same during a game."""
        ...

    def scene(self, games: Position) -> Scene:
        """Return the picture of a position."""
        ...

    def happened(self, before: Position, events: Sequence[Event], draws: Sequence[Draw]) -> Sequence[Thing]:
        """Return what happened in a step, drawn over the position after it; `before` is the position before it."""
        ...

    def aims(self, games: Position, names: Sequence[str]) -> Mapping[str, Aim]:
        """Return the targets of these legal actions of a position that have one."""
        ...

    def walked(self, events: Sequence[Event]) -> Mapping[str, Sequence[str]]:
        """Return the places that things passed through in a step, from first to last, by the things' keys."""
        ...

    def moments(self, before: Position, events: Sequence[Event]) -> Sequence[Moment]:
        """Return what in a step deserves a sign or a sound; `before` is the position before it."""
        ...


class PlainScenes:
    """Draws the positions of a scenario (`Showing.scenes`)."""

    def __init__(
        self, scenario: Scenario, summary: Callable[[Any, Position], str], width: int = WIDTH, theme: str = FIELD
    ) -> None:
        """Draw positions of this scenario; `summary` is that of what shows the game (`Showing.summary`)."""
        self.scenario, self._summary, self._width = scenario, summary, width
        self._tones = tones_of(theme, (CARD, EDGE), (), {INK: ("#f0eee8", INK)})

    def sheet(self) -> Sheet:
        """What stays the same: the paper."""
        return Sheet(self._width, 2 * MARGIN + HIGH, self._width / 2, (), (), (), tones=self._tones)

    def scene(self, games: Position) -> Scene:
        """A position; `games` is a record, an array of one, or text."""
        game, text = self.scenario.game, position_of(self.scenario, games)
        things = []
        x, y = float(MARGIN), float(MARGIN)
        for word in text.split():
            key = word.partition("=")[0]
            wide = LETTER * SIZE * len(word) + 2 * GAP
            if x > MARGIN and x + wide > self._width - MARGIN:
                x, y = float(MARGIN), y + HIGH + GAP
            shapes = (
                Shape(box((wide / 2, HIGH / 2), wide / 2, HIGH / 2, 6.0), CARD, EDGE, 1.5),
                Words((wide / 2, HIGH / 2), word, SIZE, INK),
            )
            things.append(Thing(key, STANDING, (x, y), 1.0, shapes, word))
            x += wide + GAP
        record = game.parse_position(self.scenario, text)[0]
        words = self._summary(self.scenario, games).partition(": ")[0]
        over = record["ending"] != RUNNING
        team = int(record["winner"] if over else record["decider"])
        return Scene(y + HIGH + MARGIN, tuple(things), f"Turn {record['turn']}", ("", ""), words, team, bool(over))

    def happened(self, before: Position, events: Sequence[Event], draws: Sequence[Draw]) -> tuple[Thing, ...]:
        """Nothing is drawn of what has happened in a step; it is shown in words."""
        return ()

    def aims(self, games: Position, names: Sequence[str]) -> Mapping[str, Aim]:
        """Actions go nowhere: there are no places."""
        return {}

    def walked(self, events: Sequence[Event]) -> Mapping[str, Sequence[str]]:
        """Nothing walks anywhere."""
        return {}

    def moments(self, before: Position, events: Sequence[Event]) -> tuple[Moment, ...]:
        """A turn begins, the game ends: what every game has."""
        return common_moments(events, self.scenario.game.teams)
