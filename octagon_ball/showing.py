"""How octagon ball is shown to people."""

from octagon_ball import page_words
from octagon_ball.play_words import PlayWords
from octagon_ball.scenario import Scenario
from octagon_ball.scenes import TEXT_SIGNS, Scenes, decision_line, draw_text, record_of
from octagon_ball.story import OctagonStoryteller
from tabletop.game.header import Position
from tabletop.show.page import PageWords
from tabletop.show.showing import Showing


class OctagonShowing(Showing[Scenario]):
    """See `tabletop.show.showing.Showing`."""

    def draw_text(
        self, scenario: Scenario, games: Position, colour: bool = False, room: tuple[int, int] | None = None
    ) -> str:
        return draw_text(scenario, games, colour)

    def text_signs(self) -> str:
        return TEXT_SIGNS

    def scenes(self, scenario: Scenario, width: int = 800) -> Scenes:
        return Scenes(scenario)

    def summary(self, scenario: Scenario, games: Position) -> str:
        return decision_line(record_of(scenario, games))

    def storyteller(self, scenario: Scenario) -> OctagonStoryteller:
        return OctagonStoryteller(scenario)

    def play_words(self) -> PlayWords:
        return PlayWords(self.game, page_words.odds)

    def page_words(self) -> PageWords:
        return page_words
