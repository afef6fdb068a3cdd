"""Shapes as SVG text; no library."""

import html
import re
from collections.abc import Iterable

from tabletop.show.drawing.shapes import Disc, Group, Item, Shape, Words

NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # characters that XML 1.0 can't hold
FONT = "'DejaVu Sans', Verdana, 'Helvetica Neue', Arial, sans-serif"


def svg_text(items: Iterable[Item], width: int, height: int, title: str) -> str:
    """A whole SVG document; it scales to the place it is put in."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="{FONT}">\n<title>{escape(title)}</title>\n'
    )
    return head + "\n".join(_element(item) for item in items) + "\n</svg>\n"


def fragment(items: Iterable[Item]) -> str:
    """Shapes as elements of an SVG document that somebody else makes."""
    return "".join(map(_element, items))


def escape(text: str) -> str:
    """Text as XML; a character that XML can't hold is shown as one that is unknown."""
    return html.escape(NO_XML.sub("\ufffd", text))


def _element(item: Item) -> str:
    if isinstance(item, Group):
        data = "".join(f' data-{key}="{escape(value)}"' for key, value in item.data)
        title = f"<title>{escape(item.title)}</title>" if item.title else ""
        return f"<g{data}>{title}{''.join(_element(part) for part in item.parts)}</g>"
    if isinstance(item, Disc):
        x, y = item.centre
        paint = _paint(item.fill, item.stroke, item.width, item.opacity)
        return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(item.radius)}"{paint}/>'
    if isinstance(item, Words):
        weight = ' font-weight="bold"' if item.bold else ""
        left, foot = _number(item.at[0]), _number(item.at[1] + 0.36 * item.size)
        return (
            f'<text x="{left}" y="{foot}" font-size="{_number(item.size)}" fill="{item.fill}" '
            f'text-anchor="{item.anchor}"{weight}>{escape(item.text)}</text>'
        )
    return _shape(item)


def _shape(item: Shape) -> str:
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in item.points)
    name = "polygon" if item.closed else "polyline"
    ends = "" if item.closed else ' stroke-linecap="round"'
    if item.dash:
        ends += f' stroke-dasharray="{_number(item.dash)}"'
    joins = ' stroke-linejoin="round"' if item.stroke else ""
    if not item.fill:
        ends += ' pointer-events="none"'
    return f'<{name} points="{points}"{_paint(item.fill, item.stroke, item.width, item.opacity)}{joins}{ends}/>'


def _paint(fill: str | None, stroke: str | None, width: float, opacity: float) -> str:
    paint = f' fill="{fill or "none"}"'
    if stroke:
        paint += f' stroke="{stroke}" stroke-width="{_number(width)}"'
    if opacity < 1:
        paint += f' fill-opacity="{_number(opacity)}"'
    return paint


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
