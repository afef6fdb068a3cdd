"""How PaintBall is shown to people."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from paintball_env import page_words, play_words, render, scenario_words
from paintball_env.observation import Encoding, published
from paintball_env.observation.table import FORMAT, ORDER, SIZES
from paintball_env.plan_facts import plan_facts
from paintball_env.render.ansi import text_signs
from paintball_env.render.status import decision_line, ended_line
from paintball_env.render.view import Position as Seen
from paintball_env.scenario import Scenario
from paintball_env.scenes import Scenes
from paintball_env.story import Storyteller
from tabletop.game.header import Position
from tabletop.show.drawing.themes import FIELD
from tabletop.show.page import PageWords
from tabletop.show.showing import Showing, Step
from tabletop.show.words import PlayWords, ScenarioWords

KEYS = "format version scenario encoding figures hexes shape size dtype parts entries"


class PaintballShowing(Showing[Scenario]):
    """See `tabletop.show.showing.Showing`."""

    def draw_text(
        self, scenario: Scenario, games: Position, colour: bool = False, room: tuple[int, int] | None = None
    ) -> str:
        return render.render_ansi(scenario, games, colour=colour, room=room)

    def text_signs(self) -> str:
        return text_signs()

    def scenes(self, scenario: Scenario, width: int = 800, theme: str = FIELD) -> Scenes:
        return Scenes(scenario, width, theme)

    def storyteller(self, scenario: Scenario) -> Storyteller:
        return Storyteller(scenario)

    def summary(self, scenario: Scenario, games: Position) -> str:
        return decision_line(Seen(scenario, games))

    def ended(self, scenario: Scenario, games: Position, team: int) -> str:
        return ended_line(Seen(scenario, games), team)

    def plan_facts(self, scenario: Scenario, team: int, steps: Sequence[Step]) -> list[str]:
        return plan_facts(scenario, team, steps)

    def play_words(self) -> PlayWords:
        return play_words

    def page_words(self) -> PageWords:
        return page_words

    def icon(self) -> Path:
        return Path(__file__).with_name("icon.svg")

    def scenario_words(self) -> ScenarioWords:
        return scenario_words

    def observation_table(self, scenario: Scenario, encoding: str) -> Mapping[str, Any]:
        """Return also what there is room for, and of planes `cells`: row and column of each own-side hex."""
        code, page = Encoding(scenario, encoding), {"format": FORMAT, **super().observation_table(scenario, encoding)}
        page |= {**published.rooms(code), "size": code.size}
        return {key: page[key] for key in KEYS.split() if key in page} | published.cells(scenario, encoding)

    def observation_features(self) -> Mapping[str, Any]:
        page = {"format": FORMAT, **super().observation_features()}
        features = page.pop("features")
        return {**page, "sizes": SIZES, "features": features, "order": ORDER}
