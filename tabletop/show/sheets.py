"""Pictures of a position for any game that draws it on a sheet for a viewer (`Showing.scenes`).

Below the sheet are two lines, where the game is and how the teams stand, and in a picture with a caption its words.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tabletop.base.arrays import UInt8
from tabletop.base.files import write_text
from tabletop.game.definition import Scenario
from tabletop.game.events import LastStep
from tabletop.game.header import Position
from tabletop.show.drawing.animation import reading_time, write_frames
from tabletop.show.drawing.shapes import Item, Shape, Words, box, check_width, moved
from tabletop.show.drawing.svg import svg_text
from tabletop.show.drawing.things import ABOVE, Scene, Sheet, Thing
from tabletop.show.pictures import INK, LETTER, LINE, PAPER, position_of
from tabletop.show.showing import Showing

if TYPE_CHECKING:
    from PIL.Image import Image

S = TypeVar("S", bound=Scenario)

SIZE = 0.022  # of the words, in widths
CAPTION = 5  # lines that there is room for


class SheetShowing(Showing[S]):
    """Shows positions by what the game's `scenes` draw on a sheet."""

    def draw_pixels(self, scenario: S, games: Position, width: int) -> UInt8:
        """Return a position as pixels, uint8 [height, width, 3]."""
        import numpy as np

        return np.array(self._image(scenario, games, width, "", None))

    def draw_svg(self, scenario: S, games: Position, width: int) -> str:
        """Return a position as an SVG document."""
        return self._svg(scenario, games, width, "", None)

    def write_picture(
        self,
        scenario: S,
        games: Position,
        path: Path,
        width: int,
        legend: bool = True,
        caption: str = "",
        step: LastStep | None = None,
    ) -> None:
        """Write a position, with what led to it, as a .png, or a .svg where the path ends so."""
        if path.suffix.lower() == ".svg":
            write_text(path, self._svg(scenario, games, width, caption, step))
        else:
            from tabletop.show.drawing.raster import write_png

            write_png(self._image(scenario, games, width, caption, step), path)

    def write_animation(
        self,
        scenario: S,
        frames: Iterable[tuple[Position, str, LastStep | None]],
        path: Path,
        width: int,
        delay: float,
    ) -> int:
        """Write positions with their captions as a .gif or .webp; the number of frames. Errors as of `write_frames`."""
        images = (
            (self._image(scenario, games, width, caption or " ", step), reading_time(caption))
            for games, caption, step in frames
        )
        return write_frames(path, images, delay, (INK, PAPER))

    def _svg(self, scenario: S, games: Position, width: int, caption: str, step: LastStep | None) -> str:
        height, items = self._draw(scenario, games, width, caption, step)
        return svg_text(items, width, height, position_of(scenario, games))

    def _image(self, scenario: S, games: Position, width: int, caption: str, step: LastStep | None) -> "Image":
        from tabletop.show.drawing.raster import backdrop, picture

        height, items = self._draw(scenario, games, width, caption, step)
        return picture(backdrop((), width, height), items)

    def _draw(
        self, scenario: S, games: Position, width: int, caption: str, step: LastStep | None
    ) -> tuple[int, Iterator[Item]]:
        """The picture's height and what is drawn on it."""
        check_width(width)
        scenes = self.scenes(scenario)
        sheet, scene = scenes.sheet(), scenes.scene(games)
        over = scenes.happened(step.before, step.events, step.draws) if step else ()
        size = max(6.0, SIZE * width)
        top = scene.height * width / sheet.width
        lines = 2 + (CAPTION if caption else 0)
        height = round(top + (lines + 0.5) * LINE * size)
        things = sorted((*scene.things, *over), key=lambda thing: thing.layer)

        def items() -> Iterator[Item]:
            yield Shape(box((width / 2, height / 2), width / 2, height / 2), PAPER)
            for item in _on_sheet(sheet, things):
                yield moved(item, (0.0, 0.0), width / sheet.width)
            letters = int((1 - 2 * SIZE) * width / (LETTER * size))
            for number, line in enumerate(_lines(scene, scenario.game.teams, caption, letters)[:lines]):
                yield Words((SIZE * width, top + (number + 0.5) * LINE * size), line, size, INK, "start")

        return height, items()


def _on_sheet(sheet: Sheet, things: Iterable[Thing]) -> Iterator[Item]:
    yield from sheet.ground
    below = [thing for thing in things if thing.layer < ABOVE]
    for thing in below:
        yield from thing.items()
    yield from sheet.labels
    for thing in things:
        if thing.layer == ABOVE:
            yield from thing.items()


def _lines(scene: Scene, teams: Sequence[str], caption: str, letters: int) -> list[str]:
    stand = [f"{team.capitalize()}: {words}" for team, words in zip(teams, scene.teams, strict=True) if words]
    status = [f"{scene.turn} · {scene.decision}", " · ".join(stand)]
    words = [line for paragraph in caption.splitlines() for line in textwrap.wrap(paragraph, letters)]
    return [textwrap.shorten(line, letters, placeholder="…") for line in status] + words
