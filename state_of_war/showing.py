"""How State of War is shown to people."""

from pathlib import Path

from state_of_war import battle_lines, text_map
from state_of_war.page_words import SkirmishPageWords
from state_of_war.play_words import SkirmishPlayWords
from state_of_war.scenario import Scenario
from state_of_war.scenario_words import SkirmishScenarioWords
from state_of_war.scenes import Scenes
from state_of_war.story import SkirmishStoryteller
from tabletop.game.header import Position
from tabletop.show.drawing.themes import FIELD
from tabletop.show.scenes import record_of
from tabletop.show.showing import Showing


class SkirmishShowing(Showing[Scenario]):
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
        return battle_lines.ended_line(record_of(scenario, games), team)

    def storyteller(self, scenario: Scenario) -> SkirmishStoryteller:
        return SkirmishStoryteller(scenario)

    def play_words(self) -> SkirmishPlayWords:
        return SkirmishPlayWords(self.game, self.page_words().odds)

    def scenario_words(self) -> SkirmishScenarioWords:
        return SkirmishScenarioWords(self.draw_text)

    def page_words(self) -> SkirmishPageWords:
        return SkirmishPageWords(self.game)

    def icon(self) -> Path:
        return Path(__file__).with_name("icon.svg")
