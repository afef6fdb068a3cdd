"""Pictures of a position for any game: its text, and a caption below it, on a sheet of paper."""

import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.base.arrays import UInt8
from tabletop.base.files import write_text
from tabletop.game.definition import Scenario
from tabletop.game.events import LastStep
from tabletop.game.header import Position
from tabletop.show.drawing.animation import reading_time, write_frames
from tabletop.show.drawing.shapes import Item, Shape, Words, box, check_width
from tabletop.show.drawing.svg import svg_text

if TYPE_CHECKING:
    from PIL.Image import Image

INK, PAPER = "#1b1b1b", "#f4f1e6"
SHAPE = 0.5  # height of a picture, in widths: the same for all, so that they can follow each other
MARGIN = 0.03  # in widths
SIZES = range(28, 5, -1)  # of the words, in pixels: the largest that fits
LETTER, LINE = 0.62, 1.4  # width of a letter, from line to line: in sizes of the words


def position_of(scenario: Scenario, games: Position) -> str:
    """The text of a position: of a record, of an array of one, or text as it is."""
    return games if isinstance(games, str) else scenario.game.format_position(scenario, games)


def svg(scenario: Scenario, games: Position, width: int, caption: str = "") -> str:
    """A position as an SVG document."""
    text = position_of(scenario, games)
    return svg_text(_items(text, caption, width), width, _height(width), text)


def pixels(scenario: Scenario, games: Position, width: int) -> UInt8:
    """A position as pixels, uint8 [height, width, 3]."""
    import numpy as np

    return np.array(_image(position_of(scenario, games), "", width))


def write_picture(scenario: Scenario, games: Position, path: Path, width: int, caption: str = "") -> None:
    """Write a position as a .png, or a .svg where the path ends so."""
    if path.suffix.lower() == ".svg":
        write_text(path, svg(scenario, games, width, caption))
    else:
        from tabletop.show.drawing.raster import write_png

        write_png(_image(position_of(scenario, games), caption, width), path)


def write_animation(
    scenario: Scenario,
    frames: Iterable[tuple[Position, str, LastStep | None]],
    path: Path,
    width: int,
    delay: float,
) -> int:
    """Write positions with their captions as a .gif or .webp; the number of frames. Errors as of `write_frames`."""
    images = (
        (_image(position_of(scenario, games), caption, width), reading_time(caption)) for games, caption, _ in frames
    )
    return write_frames(path, images, delay, (INK, PAPER))


def _height(width: int) -> int:
    check_width(width)
    return round(SHAPE * width)


def _image(text: str, caption: str, width: int) -> "Image":
    from tabletop.show.drawing.raster import backdrop, picture

    return picture(backdrop((), width, _height(width)), _items(text, caption, width))


def _items(text: str, caption: str, width: int) -> Iterator[Item]:
    height, margin = _height(width), MARGIN * width
    for size in SIZES:
        lines = list(_lines(text, caption, int((width - 2 * margin) / (LETTER * size))))
        if len(lines) * LINE * size <= height - 2 * margin:
            break
    yield Shape(box((width / 2, height / 2), width / 2, height / 2), PAPER)
    for number, line in enumerate(lines):
        yield Words((margin, margin + (number + 0.5) * LINE * size), line, size, INK, "start")


def _lines(text: str, caption: str, letters: int) -> Iterator[str]:
    for paragraph in (text, *(("", *caption.splitlines()) if caption else ())):
        yield from textwrap.wrap(paragraph, letters, break_on_hyphens=False) or [""]
