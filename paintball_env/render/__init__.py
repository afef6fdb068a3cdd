"""What a position looks like: its shapes on a sheet (`paintball_env.scenes` puts them there), and text for a terminal.

Whatever is drawn takes a scenario and a game: a `Game`, its record, an array of one record, or position text.
"""

from operator import index
from typing import Any

from paintball_env.render.ansi import text_board
from paintball_env.render.compact import fitted_board
from paintball_env.render.view import Position
from paintball_env.scenario import Scenario
from tabletop.base.errors import brief
from tabletop.play.reset_options import read_count, read_flag


def render_ansi(scenario: Scenario, game: Any, *, colour: bool = False, room: tuple[int, int] | None = None) -> str:
    """Draw a position as text for a terminal.

    Args:
      scenario: what the position belongs to.
      game: the position.
      colour: with ANSI colours; the text says the same without.
      room: columns and lines that are free: the largest form that fits is drawn, else the smallest; None: the whole.
    """
    position = Position(scenario, game)
    colour = read_flag("colour", colour)
    if room is None:
        return text_board(position, colour)
    try:
        columns, lines = map(index, room)
    except (TypeError, ValueError):
        raise ValueError(f"room {brief(room)}: two whole numbers, of columns and of lines") from None
    read_count("columns", columns)  # no line may be left: then the smallest form is drawn
    return fitted_board(position, (columns, lines), colour)
