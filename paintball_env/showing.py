"""How PaintBall is shown to people."""

from collections.abc import Mapping
from typing import Any

from paintball_env import page_words, play_words, render, scenario_words
from paintball_env.observation.page import observation_table, published_table
from paintball_env.render.ansi import text_signs
from paintball_env.render.status import ENDINGS, decision_line
from paintball_env.render.view import Position as Seen
from paintball_env.scenario import Scenario
from paintball_env.scenes import Scenes
from paintball_env.story import Storyteller
from tabletop.game.header import Position
from tabletop.show.page import PageWords
from tabletop.show.showing import Showing
from tabletop.show.words import PlayWords, ScenarioWords


class PaintballShowing(Showing[Scenario]):
    """See `tabletop.show.showing.Showing`."""

    def draw_text(
        self, scenario: Scenario, games: Position, colour: bool = False, room: tuple[int, int] | None = None
    ) -> str:
        return render.render_ansi(scenario, games, colour=colour, room=room)

    def text_signs(self) -> str:
        return text_signs()

    def scenes(self, scenario: Scenario, width: int = 800) -> Scenes:
        return Scenes(scenario, width)

    def storyteller(self, scenario: Scenario) -> Storyteller:
        return Storyteller(scenario)

    def summary(self, scenario: Scenario, games: Position) -> str:
        return decision_line(Seen(scenario, games))

    def won(self, scenario: Scenario, games: Position) -> str:
        return f"You have won: {ENDINGS[Seen(scenario, games).ending]}"

    def play_words(self) -> PlayWords:
        return play_words

    def page_words(self) -> PageWords:
        return page_words

    def scenario_words(self) -> ScenarioWords:
        return scenario_words

    def observation_table(self, scenario: Scenario, encoding: str) -> Mapping[str, Any]:
        return observation_table(scenario, encoding)

    def observation_features(self) -> Mapping[str, Any]:
        return published_table()
