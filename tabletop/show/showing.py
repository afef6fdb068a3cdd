"""How a game is shown to people: plain forms for every game, which a game replaces by better ones of its own."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from tabletop.base.arrays import Records
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.events import Event
from tabletop.game.header import Position
from tabletop.game.modules import part_of_game
from tabletop.play.reset_options import read_count
from tabletop.show import numbers, words
from tabletop.show.drawing.themes import FIELD, check_theme
from tabletop.show.page import PageWords, PlainPageWords
from tabletop.show.pictures import Pictures
from tabletop.show.scenes import WIDTH, PlainScenes, Scenes, position_of
from tabletop.show.story import Brief, Storyteller, Teller
from tabletop.show.words import PlainPlayWords, PlainScenarioWords, PlayWords, ScenarioWords

S = TypeVar("S", bound=Scenario)
Step = tuple[Records, Sequence[Event]]


class Showing(Generic[S]):
    """What people see of a game. A game names its own one, derived from this, as `GameDefinition.showing`.

    Attributes:
      game: which one.
    """

    def __init__(self, game: GameDefinition[S]) -> None:
        """Show this game."""
        self.game = game

    def draw_text(self, scenario: S, games: Position, colour: bool = False, room: tuple[int, int] | None = None) -> str:
        """Return a position drawn in characters; `games` is a record, or position text.

        With `room`, columns and lines of a terminal, it is the largest form that fits in, else the smallest.
        """
        return position_of(scenario, games) + "\n"

    def text_signs(self) -> str:
        """Return what the signs of `draw_text` mean, in lines; empty: there are none."""
        return ""

    def pictures(self, scenario: S, width: int, theme: str = FIELD) -> Pictures:
        """Return what draws the scenario's positions as pictures.

        Args:
          scenario: whose.
          width: of the pictures, 200 to 8000 pixels; else ValueError.
          theme: one of `tabletop.show.drawing.themes.THEMES`; else ValueError.
        """
        return _pictures(self, scenario, read_count("width", width), check_theme(theme))

    def scenes(self, scenario: S, width: int = WIDTH, theme: str = FIELD) -> Scenes:
        """Return what draws the scenario's positions on a sheet, for a viewer in the browser and for `pictures`.

        `width` is that of the picture; the sheet may have another one: it is drawn larger or smaller. `theme` is one
        of `tabletop.show.drawing.themes.THEMES`.
        """
        return PlainScenes(scenario, self.summary, width, theme)

    def storyteller(self, scenario: S) -> Teller:
        """Return what tells a game of the scenario in words (tabletop.show.story.Storyteller)."""
        return Storyteller(scenario)

    def brief(self) -> Brief:
        """Return what joins these words into a line for each act: `add(told)` and `flush()` return complete lines."""
        return Brief()

    def summary(self, scenario: S, games: Position) -> str:
        """Return in a line who decides what, and where the game is, or who has won and how."""
        return words.summary(scenario, games)

    def ended(self, scenario: S, games: Position, team: int) -> str:
        """Return in a line how a game that is over has ended, to who played `team`."""
        return words.ended(scenario, games, team)

    def plan_facts(self, scenario: S, team: int, steps: Sequence[Step]) -> list[str]:
        """Return how a team played a game, in sentences of what can be counted; none by default.

        Args:
          scenario: of the game.
          team: 0 or 1.
          steps: the game's beginning and each decision: the position after it, shape (1,), and what happened in it.
        """
        return []

    def play_words(self) -> PlayWords:
        """Return how a person is shown what can be done, and types it."""
        return PlainPlayWords(self.game, self.page_words().odds)

    def icon(self) -> Path | None:
        """Return the game's mark, an SVG file: square, plain to see at 16 pixels, too; None: a die stands for it."""
        return None

    def page_words(self) -> PageWords:
        """Return how the game is played on a web page."""
        return PlainPageWords(self.game)

    def scenario_words(self) -> ScenarioWords:
        """Return what a scenario is, for a person who chooses one."""
        return PlainScenarioWords(self.draw_text)

    def observation_table(self, scenario: S, encoding: str) -> Mapping[str, Any]:
        """Return every number of a scenario's observation as plain data; ValueError for an unknown encoding.

        `scenario`, `encoding`, `version`, `dtype`, `shape`, and `entries`: of each `index`, `of` (what it belongs to),
        `name`, `meaning`, `low`, `high`.
        """
        return numbers.observation_table(scenario, encoding)

    def observation_features(self) -> Mapping[str, Any]:
        """Return what the observations of all scenarios are made of, as plain data.

        `features`: by what they belong to, lists of entries as those of `observation_table`, without `index` and `of`.
        """
        return numbers.observation_features(self.game)


@lru_cache(maxsize=8)
def _pictures(showing: Showing[Any], scenario: Scenario, width: int, theme: str) -> Pictures:
    title = getattr(scenario, "title", "") or scenario.name
    return Pictures(showing.scenes(scenario, width, theme), width, showing.game.teams, title)


@cache
def showing_of(game: GameDefinition[S]) -> Showing[S]:
    """Return what shows a game: its own, or the plain one; ValueError: a fault in its module, in one line."""
    kind = part_of_game(game.showing) if game.showing else Showing
    return cast("Showing[S]", kind(game))
