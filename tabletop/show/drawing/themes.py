"""Looks of boards: names of themes, and the colours that they show in place of those that a game draws with.

A game draws in the colours of `field` by day. Whatever has another colour at dusk or in print has a colour of its own:
one that nothing else is drawn with, so that it can be replaced.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from tabletop.show.drawing.shapes import mix

FIELD, FIELD_DARK, PLAIN = "field", "field-dark", "plain"
THEMES = (FIELD, FIELD_DARK, PLAIN)
# What is left of red, green and blue at dusk: on the ground, and on what stands on it and catches more light.
NIGHT, TWILIGHT = (0.38, 0.42, 0.42), (0.68, 0.71, 0.73)
# Of pages and pictures around the board: the paper, words on it, words that matter less; by day and at dusk.
PAPER, ON_PAPER, FAINT = "#fbfaf6", "#1c1b1a", "#5d6067"
_AROUND = {PAPER: "#17191d", ON_PAPER: "#f0eee8", FAINT: "#b9bdc5"}
SAME: Mapping[str, str] = MappingProxyType({})


class Tones(NamedTuple):
    """The colours of a theme by those that are drawn, `#rrggbb`; the others stay as they are.

    Attributes:
      shown: in pictures, and on pages.
      dark: on pages in dark colours; empty: a board looks the same on all pages.
    """

    shown: Mapping[str, str] = SAME
    dark: Mapping[str, str] = SAME

    def on_page(self, colour: str) -> str:
        """A colour as a page has it: one, or those of light and dark pages."""
        light = self.shown.get(colour, colour)
        return f"light-dark({light},{self.dark[colour]})" if colour in self.dark else light


AS_DRAWN = Tones()


def tones_of(theme: str, ground: Iterable[str], standing: Iterable[str], inks: Mapping[str, tuple[str, str]]) -> Tones:
    """The colours of a theme.

    Args:
      theme: one of `THEMES`.
      ground: colours of the ground: dark at dusk, pale in print.
      standing: of what stands on it: less dark at dusk.
      inks: of what is written on it, by colours of the day those of the dusk and of print.
    """
    if theme == PLAIN:
        pale = {colour: mix(colour, "#ffffff", 0.6) for colour in ground}
        pale |= {colour: mix(colour, "#ffffff", 0.15) for colour in standing}
        return Tones(pale | {colour: in_print for colour, (_, in_print) in inks.items()})
    dark = {colour: dusk(colour) for colour in ground}
    dark |= {colour: dusk(colour, TWILIGHT) for colour in standing} | _AROUND
    dark |= {colour: at_dusk for colour, (at_dusk, _) in inks.items()}
    return Tones(SAME, dark) if theme == FIELD else Tones(dark)


def has_depth(theme: str) -> bool:
    """Whether a theme has light and shade, and plants; the one for print has not."""
    return theme != PLAIN


def check_theme(theme: object) -> str:
    """A theme's name; ValueError in one line: there is none of this name."""
    if theme not in THEMES:
        from tabletop.base.errors import brief  # late: it takes pydantic, and a command's help needs none

        raise ValueError(f"theme {brief(theme)}: known are {', '.join(THEMES)}")
    return str(theme)


def dusk(colour: str, light: tuple[float, float, float] = NIGHT) -> str:
    """A colour at dusk: darker, and a little blue."""
    parts = zip(bytes.fromhex(colour[1:]), light, strict=True)
    return "#" + bytes(round(part * share) for part, share in parts).hex()


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, 1 to 21, as WCAG 2 has it."""
    light, dark = sorted(map(_luminance, (first, second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (part / 255 for part in bytes.fromhex(colour[1:]))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
