"""The first page as it is sent: with what it offers already in it, so that nothing jumps when its script has come."""

from html import escape
from typing import Any

from tabletop.show.drawing.themes import FAINT, PAPER

# Within a picture for newcomers: its paper, and the words on that (at the left edge, and the faint ones), on a page in
# dark colours.
DARK = (
    f"<style>@media (prefers-color-scheme:dark){{svg>polygon[fill='{PAPER}']{{fill:#20272d}}"
    f"svg>text[x='11.68'],svg>text[fill='{FAINT}']{{fill:#e8e6df}}}}</style>"
)
# The elements of `pages/index.html` that are filled in, as they stand there.
TITLE, BRAND, PITCH = '<h1 id="game-title">', '<span id="brand">', '<p id="pitch">'
LEVELS, MEASURED = '<div class="levels" id="levels">', '<p class="note measured" id="measured" hidden>'
LEARN, PICTURES, PICTURE = 'id="learn" hidden>', 'id="pictures" hidden>', '<img id="picture" alt="" hidden>'


def first_page(page: str, offers: dict[str, Any], picture: str) -> str:
    """Return the page with the game's title, its sentence, its levels, its lesson and its picture.

    Args:
      page: `pages/index.html`.
      offers: as the pages are told (`Offers.listed`).
      picture: name of the game's picture; empty: it has none.
    """
    title = escape(offers["title"])
    agents = offers["agents"]
    levels = [each for each in agents if each["name"] in offers["levels"]] if offers["levels"] else agents[:3]
    parts = {
        TITLE: TITLE + title,
        BRAND: BRAND + title,
        PITCH: PITCH + escape(offers["pitch"]),
        LEVELS: LEVELS + "".join(map(_level, levels)),
    }
    if any(each["rating"] is not None for each in levels):
        words = f"Ratings are Elo, measured in games of {escape(offers['measured'])}."
        parts[MEASURED] = MEASURED.replace(" hidden", "") + words
    if offers["lesson"]:
        parts[LEARN] = LEARN.replace(" hidden", "") + f"{escape(offers['lesson']['title'])}, ten minutes"
    if picture:
        parts[PICTURE] = f'<img id="picture" alt="" src="/pictures/{escape(picture)}">'
        parts[PICTURES] = PICTURES.replace(" hidden", "")
    for part, filled in parts.items():
        page = page.replace(part, filled, 1)
    return page


def _level(agent: dict[str, Any]) -> str:
    line = escape(f"{agent['line'][:1].upper()}{agent['line'][1:]}.")
    rating = "" if agent["rating"] is None else f'<span class="rating">Rating {agent["rating"]}</span>'
    words = f'<b>{escape(agent["title"])}</b><span class="line">{line}</span>{rating}'
    return f'<button type="button" class="level" data-level="{escape(agent["name"])}">{words}</button>'
