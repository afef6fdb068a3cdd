"""A game as a moving picture, GIF or WebP."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from paintball_env.render import palette
from paintball_env.render.scene import fitting, foreground
from paintball_env.render.view import Setting, board_of, position_of
from tabletop.drawing.animation import write_frames


class Frame(NamedTuple):
    """A position and what led to it."""

    game: Any
    caption: str = ""


def write_animation(
    scenario: Setting,
    frames: Iterable[Frame | tuple[Any, str]],
    path: str | Path,
    *,
    width: int = 800,
    delay: float = 0.7,
    legend: bool = True,
) -> int:
    """Write frames to a file that plays them for ever; its ending chooses the format: .gif or .webp.

    Args:
      scenario: what the positions belong to.
      frames: positions, each with the words that stand below it.
      path: of the file.
      width: in pixels.
      delay: seconds a frame; the last one stays longer.
      legend: explain the signs below the board.

    Returns:
      The number of frames.

    Raises:
      ValueError: another ending, no frame, or a delay that is no positive time.
    """
    return write_frames(path, _pictures(scenario, frames, width, legend), delay, palette.ALL)


def _pictures(
    scenario: Setting, frames: Iterable[Frame | tuple[Any, str]], width: int, legend: bool
) -> Iterator[Any]:
    from paintball_env.render.pixels import picture

    shown = [(position_of(scenario, game), words) for game, words in frames]
    layout = fitting(board_of(scenario), (position for position, _ in shown), width, legend, captions=True)
    for position, words in shown:
        yield picture(layout, foreground(layout, position, words))
