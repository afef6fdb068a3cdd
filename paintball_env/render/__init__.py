"""Pictures of positions and games: SVG, pixels, terminal text, animations.

Whatever is drawn takes a scenario and a game: a `Game`, its record, an array of one record, or position text.
"""

from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paintball_env.render.animation import Frame, write_animation
from paintball_env.render.ansi import text_board
from paintball_env.render.compact import fitted_board
from paintball_env.render.scene import backdrop, fitting, foreground, led, most_caption_lines
from paintball_env.render.status import summary
from paintball_env.render.view import Board, Setting, board_of, position_of
from paintball_env.render.words import draw_words
from tabletop.base.errors import brief, check_kind, check_text, read_path
from tabletop.base.files import write_text
from tabletop.game.events import LastStep
from tabletop.play.reset_options import read_count, read_flag
from tabletop.show.drawing.svg import svg_text

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "Frame",
    "draw_words",
    "render_ansi",
    "render_rgb",
    "render_svg",
    "write_animation",
    "write_png",
    "write_svg",
]


def render_svg(
    scenario: Setting,
    game: Any,
    *,
    width: int = 800,
    legend: bool = True,
    caption: str | None = None,
    step: LastStep | None = None,
) -> str:
    """Draw a position as an SVG document; every figure is a group with `data-figure` and a tooltip.

    Args:
      scenario: what the position belongs to.
      game: the position.
      width: in pixels; the drawing scales, the size of the words is set by it.
      legend: explain the signs below the board.
      caption: about what has just happened; None keeps no room for it.
      step: what led to the position, to be drawn over it.
    """
    board, position = board_of(scenario), position_of(scenario, game)
    _check(width, legend, caption, step)
    layout = fitting(board, [position], width, legend, _lines(board, width, caption))
    items = [*backdrop(layout), *foreground(layout, position, caption or "", led(scenario, step))]
    return svg_text(items, layout.width, layout.height, summary(board, position))


def render_rgb(
    scenario: Setting,
    game: Any,
    width: int = 800,
    *,
    legend: bool = True,
    caption: str | None = None,
    steady: bool = False,
) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """Draw a position as pixels, uint8 of shape (height, width, 3).

    Args:
      scenario: what the position belongs to.
      game: the position.
      width: in pixels.
      legend: explain the signs below the board.
      caption: about what has just happened; None keeps no room for it.
      steady: keep room for as many figures in a hex as there can be, so that all pictures of a game have one size.
    """
    import numpy as np

    return np.array(_image(scenario, game, width, legend, caption, steady))


def render_ansi(scenario: Setting, game: Any, *, colour: bool = False, room: tuple[int, int] | None = None) -> str:
    """Draw a position as text for a terminal.

    Args:
      scenario: what the position belongs to.
      game: the position.
      colour: with ANSI colours; the text says the same without.
      room: columns and lines that are free: the largest form that fits is drawn, else the smallest; None: the whole.
    """
    board, position = board_of(scenario), position_of(scenario, game)
    colour = read_flag("colour", colour)
    if room is None:
        return text_board(board, position, colour)
    try:
        columns, lines = map(index, room)
    except (TypeError, ValueError):
        raise ValueError(f"room {brief(room)}: two whole numbers, of columns and of lines") from None
    read_count("columns", columns)  # no line may be left: then the smallest form is drawn
    return fitted_board(board, position, (columns, lines), colour)


def write_svg(
    scenario: Setting,
    game: Any,
    path: str | Path,
    *,
    width: int = 800,
    legend: bool = True,
    caption: str | None = None,
    step: LastStep | None = None,
) -> None:
    """Write a position as an SVG file; arguments as of `render_svg`."""
    place = read_path("path", path)
    write_text(place, render_svg(scenario, game, width=width, legend=legend, caption=caption, step=step))


def write_png(
    scenario: Setting,
    game: Any,
    path: str | Path,
    *,
    width: int = 800,
    legend: bool = True,
    caption: str | None = None,
    step: LastStep | None = None,
) -> None:
    """Write a position as a PNG file; arguments as of `render_svg`."""
    from tabletop.show.drawing import raster

    place = read_path("path", path)
    raster.write_png(_image(scenario, game, width, legend, caption, step=step), place)


def _image(
    scenario: Setting,
    game: Any,
    width: int,
    legend: bool,
    caption: str | None,
    steady: bool = False,
    step: LastStep | None = None,
) -> Any:
    from paintball_env.render.pixels import picture

    board, position = board_of(scenario), position_of(scenario, game)
    _check(width, legend, caption, step)
    steady = read_flag("steady", steady)
    layout = fitting(board, [position], width, legend, _lines(board, width, caption), steady)
    return picture(layout, foreground(layout, position, caption or "", led(scenario, step)))


def _check(width: Any, legend: Any, caption: Any, step: Any) -> None:
    """Refuse options of another kind; ValueError, TypeError. The range of the width is `layout_of`'s."""
    read_count("width", width)
    read_flag("legend", legend)
    if caption is not None:
        check_text("caption", caption)
    if step is not None:
        check_kind("step", step, LastStep)


def _lines(board: Board, width: int, caption: str | None) -> int:
    """Lines kept free for a caption."""
    return 0 if caption is None else max(1, most_caption_lines(board, width, [caption]))
