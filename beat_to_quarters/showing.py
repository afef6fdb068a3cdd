"""How Beat to Quarters is shown to people."""

from pathlib import Path

from beat_to_quarters import battle_lines, text_map
from beat_to_quarters.page_words import NavalPageWords
from beat_to_quarters.scenario import Scenario
from beat_to_quarters.scenes import Scenes
from beat_to_quarters.story import NavalStoryteller
from tabletop.game.header import Position
from tabletop.show.drawing.themes import FIELD
from tabletop.show.scenes import record_of
from tabletop.show.showing import Showing
from tabletop.show.words import PlainPlayWords


class NavalShowing(Showing[Scenario]):
    """See `tabletop.show.showing.Showing`."""

    def draw_text(
        self, scenario: Scenario, games: Position, colour: bool = False, room: tuple[int, int] | None = None
    ) -> str:
        return text_map.draw_text(scenario, games, colour, room)

    def text_signs(self) -> str:
        return text_map.TEXT_SIGNS

    def scenes(self, scenario: Scenario, width: int = 800, theme: str = FIELD) -> Scenes:
        return Scenes(scenario, theme)

    def summary(self, scenario: Scenario, games: Position) -> str:
        return battle_lines.decision_line(scenario, record_of(scenario, games))

    def ended(self, scenario: Scenario, games: Position, team: int) -> str:
        return battle_lines.ended_line(scenario, record_of(scenario, games), team)

    def storyteller(self, scenario: Scenario) -> NavalStoryteller:
        return NavalStoryteller(scenario)

    def play_words(self) -> PlainPlayWords:
        return PlainPlayWords(self.game, self.page_words().odds)

    def page_words(self) -> NavalPageWords:
        return NavalPageWords(self.game)

    def icon(self) -> Path:
        return Path(__file__).with_name("icon.svg")
