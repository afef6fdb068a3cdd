"""On a table nothing is shown larger elsewhere: everything has its true place."""

from collections.abc import Iterator

from paintball_env.on_table.render.arrangement import Arrangement
from paintball_env.on_table.render.geometry import Layout
from paintball_env.render.view import Position
from tabletop.show.drawing.things import Thing


def panels(layout: Layout, places: Arrangement) -> Iterator[Thing]:
    """Nothing."""
    return iter(())


def signs(layout: Layout, position: Position, places: Arrangement) -> Iterator[Thing]:
    """Nothing."""
    return iter(())
