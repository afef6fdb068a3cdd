"""How a game is shown to people and agents: the part of its definition that has a plain form for every game."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from tabletop.agents.view import View
    from tabletop.arrays import Int8, Records, UInt8
    from tabletop.commands.words import PlayWords, ScenarioWords
    from tabletop.definition import GameDefinition, Scenario
    from tabletop.drawing.things import Aim, Scene, Sheet, Thing
    from tabletop.draws import Draw
    from tabletop.events import Event, LastStep
    from tabletop.header import Position
    from tabletop.presentation.page import PageWords
    from tabletop.presentation.story import Brief, StoryEntry

S = TypeVar("S", bound="Scenario")


class Scenes(Protocol):
    """Draws the positions of one scenario for a viewer; `games` is a record, an array of one, or a position's text."""

    def sheet(self) -> "Sheet":
        """Return what stays the same during a game."""
        ...

    def scene(self, games: "Position") -> "Scene":
        """Return the picture of a position."""
        ...

    def happened(self, before: "Position", events: "Sequence[Event]", draws: "Sequence[Draw]") -> "Sequence[Thing]":
        """Return what happened in a step, drawn over the position after it; `before` is the position before it."""
        ...

    def aims(self, games: "Position", names: "Sequence[str]") -> "Mapping[str, Aim]":
        """Return the targets of these legal actions of a position that have one; a first word may name the actor."""
        ...

    def walked(self, events: "Sequence[Event]") -> "Mapping[str, Sequence[str]]":
        """Return the places that things passed through in a step, from first to last, by the things' keys."""
        ...


class Teller(Protocol):
    """Tells games of one scenario in words."""

    def tell(self, events: "Sequence[Event]", draws: "Sequence[Draw]", turn: int) -> "list[StoryEntry]":
        """Return a step in words, or a game's beginning: of `Game.events`, `Game.draws` and `Game.turn` after it."""
        ...


class Showing(Generic[S]):
    """What people and agents see. The plain forms are loaded by those who want them."""

    @property
    def _definition(self) -> "GameDefinition[Any]":
        return cast("GameDefinition[Any]", self)

    def view(self, scenario: S, games: "Records", mask: "Int8") -> "View[S]":
        """Return what an agent sees when it decides: a `tabletop.agents.view.View`, or one derived from it."""
        from tabletop.agents.view import View

        return View(scenario, games, mask)

    def draw_text(
        self, scenario: S, games: "Position", colour: bool = False, room: tuple[int, int] | None = None
    ) -> str:
        """Return a position drawn in characters; `games` is a record, or position text.

        With `room`, columns and lines of a terminal, it is the largest form that fits in, else the smallest.
        """
        from tabletop.presentation.pictures import position_of

        return position_of(scenario, games) + "\n"

    def text_signs(self) -> str:
        """Return what the signs of `draw_text` mean, in lines; empty: there are none."""
        return ""

    def draw_pixels(self, scenario: S, games: "Position", width: int) -> "UInt8":
        """Return a position drawn in pixels, uint8 [height, width, 3]; all of a game's have one height."""
        from tabletop.presentation.pictures import pixels

        return pixels(scenario, games, width)

    def draw_svg(self, scenario: S, games: "Position", width: int) -> str:
        """Return a position drawn as SVG."""
        from tabletop.presentation.pictures import svg

        return svg(scenario, games, width)

    def write_picture(
        self,
        scenario: S,
        games: "Position",
        path: Path,
        width: int,
        legend: bool = True,
        caption: str = "",
        step: "LastStep | None" = None,
    ) -> None:
        """Write a position, a record or text, as a .png, or a .svg where the path ends so.

        `caption` is written below it; `step` is what led to it.
        """
        from tabletop.presentation.pictures import write_picture

        write_picture(scenario, games, path, width, caption)

    def write_animation(
        self,
        scenario: S,
        frames: "Iterable[tuple[Position, str, LastStep | None]]",
        path: Path,
        width: int,
        delay: float,
    ) -> int:
        """Write positions, each with its caption and what led to it, as a .gif or .webp; return their number.

        A frame stays for `delay` seconds, one with more to read for longer. ValueError of one line.
        """
        from tabletop.presentation.pictures import write_animation

        return write_animation(scenario, frames, path, width, delay)

    def scenes(self, scenario: S) -> "Scenes":
        """Return what draws the scenario's positions for a viewer in the browser."""
        from tabletop.presentation.scenes import PlainScenes

        return PlainScenes(scenario)

    def storyteller(self, scenario: S) -> "Teller":
        """Return what tells a game of the scenario in words (tabletop.presentation.story.Storyteller)."""
        from tabletop.presentation.story import Storyteller

        return Storyteller(scenario)

    def brief(self) -> "Brief":
        """Return what joins these words into a line for each act: `add(told)` and `flush()` return complete lines."""
        from tabletop.presentation.story import Brief

        return Brief()

    def summary(self, scenario: S, games: "Position") -> str:
        """Return in a line who decides what, and where the game is, or who has won and how."""
        from tabletop.presentation.words import summary

        return summary(scenario, games)

    def play_words(self) -> "PlayWords":
        """Return how a person is shown what can be done, and types it."""
        from tabletop.presentation.words import PlainPlayWords

        return PlainPlayWords(self._definition)

    def page_words(self) -> "PageWords":
        """Return how the game is played on a web page."""
        from tabletop.presentation.page import PlainPageWords

        return PlainPageWords(self._definition)

    def scenario_words(self) -> "ScenarioWords":
        """Return what a scenario is, for a person who chooses one."""
        from tabletop.presentation.words import PlainScenarioWords

        return PlainScenarioWords()

    def observation_table(self, scenario: S, encoding: str) -> Mapping[str, Any]:
        """Return every number of a scenario's observation as plain data; ValueError for an unknown encoding.

        `scenario`, `encoding`, `version`, `dtype`, `shape`, and `entries`: of each `index`, `of` (what it belongs to),
        `name`, `meaning`, `low`, `high`.
        """
        from tabletop.presentation.numbers import observation_table

        return observation_table(scenario, encoding)

    def observation_features(self) -> Mapping[str, Any]:
        """Return what the observations of all scenarios are made of, as plain data.

        `features`: by what they belong to, lists of entries as those of `observation_table`, without `index` and `of`.
        """
        from tabletop.presentation.numbers import observation_features

        return observation_features(self._definition)
