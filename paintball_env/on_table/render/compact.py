"""A position in a terminal of a given size: the map as large as it fits, with the lists below it or without."""

from paintball_env.on_table.render.ansi import CELLS, cell_for, frame, table
from paintball_env.render.frame import head
from paintball_env.render.view import Position


def fitted_board(position: Position, room: tuple[int, int], colour: bool = False) -> str:
    """The largest form of a position that fits, else the smallest.

    Args:
      position: what is drawn.
      room: columns and lines that are free.
      colour: with ANSI colours; the text says the same without.
    """
    columns, lines = room
    cells = [cell for cell in CELLS if cell >= cell_for(position, columns)]
    for cell in cells:
        whole = frame(position, cell, columns, colour)
        if whole.count("\n") <= lines:
            return whole
    small = ("\n".join([*head(position, colour), *table(position, cell, colour)]) + "\n" for cell in cells)
    *forms, least = small
    return next((form for form in forms if form.count("\n") <= lines), least)
