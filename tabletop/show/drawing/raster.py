"""Shapes as pixels, by Pillow: drawn larger and reduced, so that edges are smooth; words come last, unreduced."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from tabletop.base.files import whole_file
from tabletop.show.drawing.shapes import HALO, Disc, Group, Item, Shape, Words, dashes
from tabletop.show.drawing.themes import SAME

SPACE = 0.27  # between words, in sizes of the letters
ALIKE = str.maketrans("×–—−→←≤≥●", "x---><<>o")  # signs that the font lacks


class Backdrop(NamedTuple):
    """What is the same in many pictures, painted once.

    Attributes:
      image: an RGB image, `scale` times larger than the pictures.
      words: what is written last, in the pictures' own size.
      scale: how many times larger pictures are drawn than they come out.
      colours: what is shown in place of some colours (`themes.Tones.shown`).
    """

    image: Any
    words: tuple[Words, ...]
    scale: int
    colours: Mapping[str, str] = SAME


def write_png(image: Any, path: Path) -> None:
    """Write an image as a PNG file; OSError: it can't be written."""
    with whole_file(path) as file:
        image.save(file, "PNG")


def finer(width: int) -> int:
    """How many times larger a picture of this width is drawn than it comes out."""
    return 4 if width <= 500 else 3 if width <= 1000 else 2


def backdrop(items: Iterable[Item], width: int, height: int, colours: Mapping[str, str] = SAME) -> Backdrop:
    """Paint the items of pictures of this size, in pixels."""
    scale = finer(width)
    image = Image.new("RGB", (width * scale, height * scale))
    return Backdrop(image, tuple(paint(image, items, scale, colours)), scale, colours)


def covered(behind: Backdrop, items: Iterable[Item]) -> Backdrop:
    """The backdrop with items on top, on which pictures are painted."""
    image = behind.image.copy()
    words = (*behind.words, *paint(image, items, behind.scale, behind.colours))
    return behind._replace(image=image, words=words)


def picture(behind: Backdrop, items: Iterable[Item]) -> Any:
    """The backdrop with items on top, as an RGB image.

    All words but those `under` something come last: what lies on the backdrop must not cover another item's words.
    """
    full = covered(behind, items)
    image = full.image.reduce(full.scale)
    draw = ImageDraw.Draw(image)
    for word in full.words:
        _write(draw, word, colours=full.colours)
    return image


def palette_of(image: Any, colours: Sequence[str]) -> Any:
    """A palette for many pictures: the colours of one of them, and all of `colours` (`#rrggbb`)."""
    sample = image.copy()
    draw = ImageDraw.Draw(sample)
    for k, colour in enumerate(colours):
        draw.rectangle((12 * (k % 16), 12 * (k // 16), 12 * (k % 16) + 11, 12 * (k // 16) + 11), fill=colour)
    return sample.quantize(192)


def indexed(image: Any, colours: Any) -> Any:
    """The picture with the colours of a palette."""
    return image.quantize(palette=colours, dither=Image.Dither.NONE)


def _flat(items: Iterable[Item]) -> Iterator[Shape | Disc | Words]:
    for item in items:
        if isinstance(item, Group):
            yield from _flat(item.parts)
        else:
            yield item


def paint(image: Any, items: Iterable[Item], scale: int, colours: Mapping[str, str] = SAME) -> list[Words]:
    """Draw all but the words, which are handed back, `scale` times larger than the items are."""
    words = []
    draw = ImageDraw.Draw(image, "RGBA")
    for item in _flat(items):
        if isinstance(item, Words) and item.under:
            _write(draw, item, scale, colours)
        elif isinstance(item, Words):
            words.append(item)
        elif isinstance(item, Disc):
            _disc(draw, item, scale, colours)
        else:
            _shape(draw, item, scale, colours)
    return words


def _colour(fill: str | None, opacity: float, colours: Mapping[str, str]) -> tuple[int, int, int, int] | None:
    if fill is None:
        return None
    red, green, blue = bytes.fromhex(colours.get(fill, fill)[1:])
    return red, green, blue, round(255 * opacity)


def _disc(draw: Any, item: Disc, scale: int, colours: Mapping[str, str]) -> None:
    (x, y), half = item.centre, item.width / 2 if item.stroke else 0.0
    outer, inner = item.radius + half, item.radius - half
    if item.stroke and item.fill:
        draw.ellipse(_bounds(x, y, outer, scale), fill=_colour(item.stroke, 1.0, colours))
        if inner > 0:
            draw.ellipse(_bounds(x, y, inner, scale), fill=_colour(item.fill, item.opacity, colours))
    elif item.stroke:
        thick = max(1, round(item.width * scale))
        draw.ellipse(_bounds(x, y, outer, scale), outline=_colour(item.stroke, 1.0, colours), width=thick)
    else:
        draw.ellipse(_bounds(x, y, outer, scale), fill=_colour(item.fill, item.opacity, colours))


def _bounds(x: float, y: float, radius: float, scale: int) -> tuple[float, float, float, float]:
    return (x - radius) * scale, (y - radius) * scale, (x + radius) * scale, (y + radius) * scale


def _shape(draw: Any, item: Shape, scale: int, colours: Mapping[str, str]) -> None:
    if item.dash:
        for ends in dashes(item.points, item.dash):
            _shape(draw, replace(item, points=ends, dash=0.0), scale, colours)
        return
    points = [(x * scale, y * scale) for x, y in item.points]
    if item.fill:
        draw.polygon(points, fill=_colour(item.fill, item.opacity, colours))
    if item.stroke:
        colour, width = _colour(item.stroke, 1.0, colours), max(1, round(item.width * scale))
        if item.closed:
            points = [*points, points[0], points[1]]
        draw.line(points, fill=colour, width=width, joint="curve")
        if not item.closed:  # round ends, as in SVG
            for x, y in (points[0], points[-1]):
                draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=colour)


@lru_cache(maxsize=256)
def _font(size: float) -> Any:
    return ImageFont.load_default(size)


def _drawable(text: str) -> str:
    """The text in letters that the font has: it lacks accents, and some signs."""
    letters = unicodedata.normalize("NFKD", text.translate(ALIKE))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def length(item: Words) -> float:
    """Width of a line of words in pixels."""
    text = _drawable(item.text)
    return sum(_lengths(text, round(2 * item.size) / 2)) + SPACE * item.size * text.count(" ")


@lru_cache(maxsize=4096)
def _lengths(text: str, size: float) -> tuple[float, ...]:
    font = _font(size)
    return tuple(float(font.getlength(word)) for word in text.split(" "))


def _write(draw: Any, item: Words, scale: int = 1, colours: Mapping[str, str] = SAME) -> None:
    # Word by word: the font's kerning takes most of a space away behind some letters.
    size, text = scale * round(2 * item.size) / 2, _drawable(item.text)
    lengths, space = _lengths(text, size), SPACE * size
    total_width = sum(lengths) + space * (len(lengths) - 1)
    stroke, fill = size * 0.018 if item.bold else 0.0, colours.get(item.fill, item.fill)
    x = item.at[0] * scale - {"start": 0.0, "middle": total_width / 2, "end": total_width}[item.anchor]
    y = (item.at[1] + 0.36 * item.size) * scale
    for word, wide in zip(text.split(" "), lengths, strict=True):
        if item.halo:
            halo, rim = colours.get(item.halo, item.halo), HALO * size / 2
            draw.text((x, y), word, fill=halo, font=_font(size), anchor="ls", stroke_width=rim, stroke_fill=halo)
        draw.text((x, y), word, fill=fill, font=_font(size), anchor="ls", stroke_width=stroke, stroke_fill=fill)
        x += wide + space
