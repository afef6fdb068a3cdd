"""Positions as pixels: the board is painted once a layout."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from paintball_env.render.geometry import Layout
from paintball_env.render.scene import backdrop
from tabletop.show.drawing import raster
from tabletop.show.drawing.shapes import Item


@lru_cache(maxsize=4)
def _board(layout: Layout) -> raster.Backdrop:
    return raster.backdrop(backdrop(layout), layout.width, layout.height)


def picture(layout: Layout, items: Iterable[Item]) -> Any:
    """The board with items on top, as an RGB image; tokens never lie on each other."""
    return raster.picture(_board(layout), items)
