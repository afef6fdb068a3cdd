"""Shapes as SVG text; no library."""

import html
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import groupby, pairwise

from tabletop.show.drawing.shapes import HALO, Disc, Group, Item, Point, Shape, Words
from tabletop.show.drawing.themes import AS_DRAWN, Tones

NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # characters that XML 1.0 can't hold
FONT = "'DejaVu Sans', Verdana, 'Helvetica Neue', Arial, sans-serif"
Colour = Callable[[str], str]


def svg_text(items: Iterable[Item], width: int, height: int, title: str, tones: Tones = AS_DRAWN) -> str:
    """A whole SVG document in a theme's colours of the day; it scales to the place it is put in."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="{FONT}">\n<title>{escape(title)}</title>\n'
    )
    return head + "\n".join(_elements(items, lambda colour: tones.shown.get(colour, colour))) + "\n</svg>\n"


def fragment(items: Iterable[Item], tones: Tones = AS_DRAWN) -> str:
    """Shapes as elements of an SVG document that somebody else makes, with a theme's colours of day and dusk."""
    return "".join(_elements(items, tones.on_page))


def escape(text: str) -> str:
    """Text as XML; a character that XML can't hold is shown as one that is unknown."""
    return html.escape(NO_XML.sub("\ufffd", text))


def _elements(items: Iterable[Item], colour: Colour) -> Iterator[str]:
    """Elements; shapes one after the other that are painted alike are one element."""
    for paint, alike in groupby(items, key=_alike):
        run = list(alike)
        if paint is None or len(run) == 1:
            yield from (_element(item, colour) for item in run)
        else:
            yield f'<path d="{"".join(map(_path, run))}"{_paint(run[0], colour)}/>'


def _alike(item: Item) -> Hashable:
    """What shapes have in common that can be one element: a colour that hides what is below, or a line."""
    if isinstance(item, Group | Words) or item.opacity < 1 or bool(item.fill) == bool(item.stroke):
        return None
    if isinstance(item, Disc):
        return item.fill, item.stroke, item.stroke and item.width, False
    return item.fill, item.stroke, item.stroke and (item.width, item.dash, item.closed), bool(item.stroke)


def _path(item: Item) -> str:
    """The outline of a shape; all run the same way round, so that where two overlap there is no hole."""
    if isinstance(item, Disc):
        (x, y), radius, across = item.centre, _number(item.radius), _number(2 * item.radius)
        start, half = f"M{_number(x - item.radius)},{_number(y)}", f"a{radius},{radius} 0 1 1 "
        return f"{start}{half}{across},0{half}-{across},0z"
    assert isinstance(item, Shape)
    points = item.points
    if item.fill and sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise((*points, points[0]))) < 0:
        points = points[::-1]
    return f"M{_points(points)}{'z' if item.closed else ''}"


def _element(item: Item, colour: Colour) -> str:
    if isinstance(item, Group):
        data = "".join(f' data-{key}="{escape(value)}"' for key, value in item.data)
        title = f"<title>{escape(item.title)}</title>" if item.title else ""
        return f"<g{data}>{title}{''.join(_elements(item.parts, colour))}</g>"
    if isinstance(item, Disc):
        x, y = item.centre
        return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(item.radius)}"{_paint(item, colour)}/>'
    if isinstance(item, Words):
        weight = ' font-weight="bold"' if item.bold else ""
        if item.halo:
            width = _number(HALO * item.size)
            weight += (
                f' stroke="{colour(item.halo)}" stroke-width="{width}" stroke-linejoin="round" paint-order="stroke"'
            )
        left, foot = _number(item.at[0]), _number(item.at[1] + 0.36 * item.size)
        return (
            f'<text x="{left}" y="{foot}" font-size="{_number(item.size)}" fill="{colour(item.fill)}" '
            f'text-anchor="{item.anchor}"{weight}>{escape(item.text)}</text>'
        )
    name = "polygon" if item.closed else "polyline"
    return f'<{name} points="{_points(item.points)}"{_paint(item, colour)}/>'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _paint(item: Item, colour: Colour) -> str:
    assert isinstance(item, Shape | Disc)
    paint = f' fill="{colour(item.fill) if item.fill else "none"}"'
    if item.stroke:
        paint += f' stroke="{colour(item.stroke)}" stroke-width="{_number(item.width)}"'
    if item.opacity < 1:
        paint += f' fill-opacity="{_number(item.opacity)}"'
    if isinstance(item, Disc):
        return paint
    paint += ' stroke-linejoin="round"' if item.stroke else ""
    paint += "" if item.closed else ' stroke-linecap="round"'
    paint += f' stroke-dasharray="{_number(item.dash)}"' if item.dash else ""
    return paint if item.fill else paint + ' pointer-events="none"'


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
