"""What an environment's `render` gives: the board as text, as pixels, or in a viewer in the browser."""

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from tabletop.base.arrays import Records, UInt8
from tabletop.base.errors import brief
from tabletop.game.definition import Scenario
from tabletop.game.header import Record
from tabletop.show.drawing.themes import FIELD, check_theme
from tabletop.show.showing import showing_of

if TYPE_CHECKING:
    from tabletop.env.single import SingleGame
    from tabletop.show.viewer.live import LiveViewer

HUMAN, ANSI, RGB = "human", "ansi", "rgb_array"
RENDER_MODES = (HUMAN, ANSI, RGB)
FPS = 4  # frames per second that suit a recorded game
WIDTH = 800  # pixels of a frame
WIDTHS = (200, 4000)


def check_rendering(mode: Any, width: Any, theme: Any, known: tuple[str, ...] = RENDER_MODES) -> None:
    """Refuse, by a ValueError, a render mode or a theme that isn't known, and a width that can't be drawn."""
    if mode is not None and mode not in known:
        raise ValueError(f"render mode {brief(mode)}: known are {' '.join(known)}")
    if not isinstance(width, (int, np.integer)) or not WIDTHS[0] <= width <= WIDTHS[1]:
        raise ValueError(f"render width {brief(width)}: a whole number, {WIDTHS[0]} to {WIDTHS[1]} pixels")
    check_theme(theme)


def frame(
    scenario: Scenario, game: Records | Record, mode: str | None, width: int, theme: str = FIELD
) -> str | UInt8 | None:
    """One frame of a game.

    Args:
      scenario: what is played.
      game: its record.
      mode: `ansi`, `rgb_array`, or None.
      width: of the image in pixels; the height follows from the board.
      theme: look of the board in it.

    Returns:
      `ansi`: the board drawn as text. `rgb_array`: uint8 [height, width, 3]. None: None.
    """
    if mode == RGB:
        return showing_of(scenario.game).pictures(scenario, width, theme).pixels(game)
    return showing_of(scenario.game).draw_text(scenario, game) if mode == ANSI else None


# Not kept in the environments: an object with a thread and a socket can't be copied or pickled.
_VIEWERS: "WeakKeyDictionary[Any, LiveViewer]" = WeakKeyDictionary()


def show_live(environment: "SingleGame", games: Records, chances: Records, begins: bool) -> None:
    """Show a position in the environment's viewer, which is opened when the first one is shown (`show.viewer.live`).

    Args:
      environment: the environment that is shown; it has a `scenario` and a `render_theme`.
      games: the record, shape (1,).
      chances: the chance record with what was noted in the step that led there.
      begins: whether a game begins here.
    """
    from tabletop.show.viewer.live import LiveViewer

    viewer = _VIEWERS.get(environment)
    if viewer is None:
        viewer = _VIEWERS[environment] = LiveViewer(environment.scenario, environment.render_theme)
        viewer.show(games, chances, begins)
        viewer.open()
    else:
        viewer.show(games, chances, begins)


def close_live(environment: "SingleGame") -> None:
    """Close the environment's viewer, if it has one."""
    if viewer := _VIEWERS.pop(environment, None):
        viewer.close()
