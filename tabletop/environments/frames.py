"""What an environment's `render` gives: the board as text, on the terminal, or as pixels."""

import sys
from typing import Any

from tabletop.definition import Scenario

HUMAN, ANSI, RGB = "human", "ansi", "rgb_array"
RENDER_MODES = (HUMAN, ANSI, RGB)
FPS = 4  # frames a second that suit a recorded game
WIDTH = 800  # pixels of a frame
WIDTHS = (200, 4000)


def check_rendering(mode: Any, width: Any, known: tuple[str, ...] = RENDER_MODES) -> None:
    """Refuse, by a ValueError, a render mode that isn't known, and a width of frames that can't be drawn."""
    if mode is not None and mode not in known:
        raise ValueError(f"render mode {mode!r}: known are {' '.join(known)}")
    if not isinstance(width, int) or not WIDTHS[0] <= width <= WIDTHS[1]:
        raise ValueError(f"render width {width!r}: {WIDTHS[0]} to {WIDTHS[1]} pixels")


def frame(scenario: Scenario, game: Any, mode: str | None, width: int) -> Any:
    """One frame of a game.

    Args:
      scenario: what is played.
      game: its record.
      mode: `ansi`, `human`, `rgb_array`, or None.
      width: of the pixels; the height follows from the board.

    Returns:
      `ansi`: the board drawn as text. `rgb_array`: uint8 [height, width, 3]. `human`: None, the text is printed, in
      colours on a terminal. None: None.
    """
    if mode is None:
        return None
    if mode == RGB:
        return scenario.game.draw_pixels(scenario, game, width)
    if mode == ANSI:
        return scenario.game.draw_text(scenario, game)
    print(scenario.game.draw_text(scenario, game, colour=sys.stdout.isatty()), end="", flush=True)
    return None
