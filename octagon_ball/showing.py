"""How octagon ball is shown to people."""

from pathlib import Path

from octagon_ball.page_words import OctagonPageWords
from octagon_ball.rules.board import NAMES
from octagon_ball.scenario import Scenario
from octagon_ball.scenes import TEXT_SIGNS, Scenes, decision_line, draw_text, ended_line
from octagon_ball.story import OctagonStoryteller
from tabletop.game.header import Position
from tabletop.show.drawing.themes import FIELD
from tabletop.show.scenes import record_of
from tabletop.show.showing import Showing
from tabletop.show.words import PlainPlayWords


class PlayWords(PlainPlayWords):
    """How a person types the actions: squares alone, directions whole."""

    LEFT_OUT = frozenset({"square"})
    NEVER_SHORTENED = frozenset(map(str.lower, NAMES))  # N begins NE and NW


class OctagonShowing(Showing[Scenario]):
    """See `tabletop.show.showing.Showing`."""

    def draw_text(
        self, scenario: Scenario, games: Position, colour: bool = False, room: tuple[int, int] | None = None
    ) -> str:
        return draw_text(scenario, games, colour)

    def text_signs(self) -> str:
        return TEXT_SIGNS

    def scenes(self, scenario: Scenario, width: int = 800, theme: str = FIELD) -> Scenes:
        return Scenes(scenario, theme)

    def summary(self, scenario: Scenario, games: Position) -> str:
        return decision_line(record_of(scenario, games))

    def ended(self, scenario: Scenario, games: Position, team: int) -> str:
        return ended_line(record_of(scenario, games), team)

    def storyteller(self, scenario: Scenario) -> OctagonStoryteller:
        return OctagonStoryteller(scenario)

    def play_words(self) -> PlayWords:
        return PlayWords(self.game, self.page_words().odds)

    def page_words(self) -> OctagonPageWords:
        return OctagonPageWords(self.game)

    def icon(self) -> Path:
        return Path(__file__).with_name("icon.svg")
