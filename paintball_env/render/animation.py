"""A game as a moving picture, GIF or WebP."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from paintball_env.render import palette
from paintball_env.render.scene import fitting, foreground, led, most_caption_lines
from paintball_env.render.view import Setting, board_of, position_of
from tabletop.base.errors import read_path
from tabletop.game.events import LastStep
from tabletop.show.drawing.animation import reading_time, write_frames


class Frame(NamedTuple):
    """A position, what is written below it, and what led to it (None: nothing is drawn of that)."""

    game: Any
    caption: str = ""
    step: LastStep | None = None


def write_animation(
    scenario: Setting,
    frames: Iterable[Frame | tuple[Any, ...]],
    path: str | Path,
    *,
    width: int = 800,
    delay: float = 0.7,
    legend: bool = True,
) -> int:
    """Write frames to a file that plays them for ever; its ending chooses the format: .gif or .webp.

    Args:
      scenario: what the positions belong to.
      frames: positions, each with the words that stand below it and, if it is to be drawn, what led to it.
      path: of the file.
      width: in pixels.
      delay: seconds a frame; one with more to read, and the last one, stay longer.
      legend: explain the signs below the board.

    Returns:
      The number of frames.

    Raises:
      ValueError: another ending, no frame, or a delay that is no positive time.
    """
    return write_frames(read_path("path", path), _pictures(scenario, frames, width, legend), delay, palette.ALL)


def _pictures(
    scenario: Setting, frames: Iterable[Frame | tuple[Any, ...]], width: int, legend: bool
) -> Iterator[tuple[Any, float]]:
    from paintball_env.render.pixels import picture

    board, entries = board_of(scenario), []
    for item in frames:
        frame = Frame(*item)
        entries.append((position_of(scenario, frame.game), frame.caption, led(scenario, frame.step)))
    lines = most_caption_lines(board, width, (words for _, words, _ in entries))
    layout = fitting(board, [position for position, *_ in entries], width, legend, lines)
    for position, words, step in entries:
        yield picture(layout, foreground(layout, position, words, step)), reading_time(words)
