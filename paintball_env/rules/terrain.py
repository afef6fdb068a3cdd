"""BO3, EN, TF1, SH-LOS3: the kinds of terrain, each declared once: what it does, and what shows it.

From this table are made: the glyphs of drawn maps, the works, groups and lines of a board, what scenarios and position
text refuse, the planes of an observation, pictures, their legend and the text board.  What is in a hex for a time, or
is placed in set-up (cover, smoke, flags), is no terrain.

Another kind is another row, at the end: numbers and planes then stay what they are for all the others.
"""

from typing import NamedTuple


class Terrain(NamedTuple):
    """One kind of terrain.

    Attributes:
      name: in texts, and of its plane in an observation.
      glyphs: on a drawn map; of a base Red's and Blue's.
      meaning: of its plane, with the rule's number.
      ground, lines: its colours in a picture; what is drawn with them is in `render/scenery.py`.
      works: who stands in it is entrenched, it has room for few, holds no cover and no sentry (EN).
      joined: hexes of it that touch are one (EN6, SH-LOS3).
      blocks: no line goes through it, but from or to itself (SH-LOS3).
    """

    name: str
    glyphs: str
    meaning: str
    ground: str
    lines: str
    works: bool = False
    joined: bool = False
    blocks: bool = False


OPEN, BASE, BUNKER, TRENCH, HILL = range(5)
TERRAINS = (
    Terrain("open ground", ".", "", "#b4cf86", "#90ad66"),
    Terrain("base", "RB", "", "#d9bf92", "#5f4222", works=True),  # each team's has a colour and a plane of its own
    Terrain("bunker", "u", "a bunker (EN)", "#c6c6c1", "#75756f", works=True),
    Terrain("trench", "t", "a trench (TF1)", "#caa877", "#6b4b24", works=True, joined=True),
    Terrain("hill", "^", "a hill (SH-LOS3)", "#c8cf86", "#8f8a40", joined=True, blocks=True),
)
FEATURES = TERRAINS[BUNKER:]  # what a board may have or not
WORKS = tuple(number for number, kind in enumerate(TERRAINS) if kind.works)


def works_in_words(but: int = OPEN) -> str:
    """`base, bunker or trench`, perhaps but for one of them."""
    *names, last = (TERRAINS[number].name for number in WORKS if number != but)
    return f"{', '.join(names)} or {last}"
