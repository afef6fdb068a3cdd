"""The scale bar of an open table, in the corner of its sheet."""

from tabletop.show.drawing.shapes import Item, Shape, Words, box
from tabletop.show.drawing.themes import ON_PAPER
from tabletop.show.drawing.things import Sheet

PALE = "#ffffff"
HIGH = 5.0  # of the bar, for a sheet as wide as that of most games
USUAL = 800.0


def scale_bar(sheet: Sheet) -> tuple[Item, ...]:
    """The bar, a half dark and a half pale, with its length; nothing where the sheet is no open table."""
    if sheet.measure is None:
        return ()
    unit, name, bar = sheet.measure
    size = sheet.width / USUAL
    half, high = unit * bar / 2, HIGH * size
    left, y = 14.0 * size, sheet.height - 13.0 * size
    dark = Shape(box((left + half / 2, y), half / 2, high / 2), ON_PAPER, ON_PAPER, size)
    pale = Shape(box((left + 1.5 * half, y), half / 2, high / 2), PALE, ON_PAPER, size)
    return dark, pale, Words((left + 2 * half + 6.0 * size, y), f"{bar} {name}", 16.0 * size, ON_PAPER, "start")
