"""Ships from above, drawn around (0, 0): the hull over its two hexes, and all that has become of it.

A length of UNIT is half a ship's; x goes from the stern to the bow, y to port.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from beat_to_quarters.rules import state
from beat_to_quarters.rules.state import IN_ACTION, NONE, PORT, STARBOARD, STRUCK, WHITE
from beat_to_quarters.sea import HALO, NAME, PALE
from tabletop.show.drawing.nature import DEEP_SHADE, SHADE
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, Words, box, line, ring
from tabletop.show.drawing.things import UNIT

LENGTH = 0.93  # of half a hull, in widths of a hex
FILLS = ("#f8f6ee", "#272b33")  # of White's and Black's ships
INKS = ("#1d2026", "#f8f6ee")
RIMS = ("#2b2f37", "#c3ccd4")
DECKS = ("#e2d3ac", "#4a4e58")
WOOD, BROKEN = "#8a5a2b", "#7a4a1e"
ACTS, FLAME, HOT, RED, SANDY = "#f5b800", "#e8590c", "#ffd43b", "#c92a2a", "#c9a45c"
FLAGS = ("#ffffff", "#16181d")  # of the team that has a prize; a white one without a frame is that of surrender
MASTS = {1: (14.0,), 2: (30.0, -2.0), 3: (38.0, 18.0, -2.0)}
NUMBER = -25.0  # where the rate stands
HULL = ((58.0, 0.0), (46.0, 10.0), (30.0, 16.0), (0.0, 19.0), (-40.0, 17.0), (-54.0, 12.0))


class Look(NamedTuple):
    """All of a ship that can be seen.

    Attributes:
      team: that built it.
      rate: now.
      heading: 0 to 5.
      masts, rigged: that stand, and as built.
      hung: PORT, STARBOARD: sides with a mast over them.
      loaded: sides that can still fire in this turn.
      state: one of `rules.state`.
      holder: team that has it.
      burning, steering, irons, aground: as in the record.
      anchor: 0, BY_BOW or BY_STERN.
      acts: it acts, or is asked.
      battery: it is one, on land.
    """

    team: int
    rate: int
    heading: int
    masts: int = 3
    rigged: int = 3
    hung: int = 0
    loaded: int = PORT | STARBOARD
    state: int = IN_ACTION
    holder: int = NONE
    burning: bool = False
    steering: bool = False
    irons: bool = False
    aground: bool = False
    anchor: int = 0
    acts: bool = False
    battery: bool = False


def laid(heading: float, x: float, y: float) -> Point:
    """A point of a ship with this heading, on the sheet."""
    turn = math.radians(60.0 * heading)
    return x * math.cos(turn) - y * math.sin(turn), -x * math.sin(turn) - y * math.cos(turn)


def named_to_port(heading: int) -> bool:
    """Whether a ship's name stands on its port side: below it, or to the right."""
    return heading in (2, 3, 4)


def hull(heading: float, more: float = 0.0) -> tuple[Point, ...]:
    """The outline of a hull, larger by so much all around."""
    port = [(x + math.copysign(more, x), y + (more if y else 0.0)) for x, y in HULL]
    around = [*port, *((x, -y) for x, y in reversed(port) if y)]
    return tuple(laid(heading, *point) for point in around)


@lru_cache(maxsize=16)
def ghost(team: int, heading: int) -> tuple[Item, ...]:
    """Where a ship would lie: its hull alone."""
    return (Shape(hull(heading), FILLS[team], RIMS[team], 5.0),)


@lru_cache(maxsize=1024)
def drawn(look: Look) -> tuple[Item, ...]:
    """A ship, or a battery, without its name (`named`)."""
    return tuple(_battery(look) if look.battery else _ship(look))


def _ship(look: Look) -> Iterator[Item]:
    team, heading = look.team, look.heading
    fights = look.state == IN_ACTION
    if look.aground:
        yield Shape(hull(heading, 15.0), SANDY)
    if look.acts:
        yield Shape(hull(heading, 8.0), ACTS)
    yield Shape(tuple((x + 4.0, y + 5.0) for x, y in hull(heading)), SHADE, opacity=DEEP_SHADE)
    for side, sign in ((PORT, 1.0), (STARBOARD, -1.0)):
        if look.loaded & side and fights:
            for x in (-36.0, -20.0, -4.0, 12.0, 28.0):
                yield line((laid(heading, x, sign * 14.0), laid(heading, x, sign * 24.0)), RIMS[team], 4.5)
    yield Shape(hull(heading), FILLS[team], RIMS[team], 3.5)
    places = MASTS.get(look.rigged, MASTS[3])
    yield line((laid(heading, -10.0, 0.0), laid(heading, 50.0, 0.0)), DECKS[team], 12.0)
    for at in places[: look.masts]:  # the one at the bow falls last
        yield Disc(laid(heading, at, 0.0), 6.5, WOOD, INKS[team], 2.0)
    for at in places[look.masts :]:
        yield ring(laid(heading, at, 0.0), 5.0, BROKEN if team == WHITE else RIMS[team], 2.5)
    yield Words(laid(heading, NUMBER, 0.0), str(min(look.rate, 9)), 30.0, INKS[team], bold=True)
    for side, sign in ((PORT, 1.0), (STARBOARD, -1.0)):
        if look.hung & side:
            over = [laid(heading, x, sign * y) for x, y in ((2.0, 4.0), (-10.0, 46.0))]
            yield line(over, "#2b2118", 8.0)
            yield line(over, WOOD, 5.0)
            yield line([laid(heading, x, sign * y) for x, y in ((-22.0, 28.0), (8.0, 34.0))], WOOD, 4.0)
    if look.steering:
        for sign in (-1.0, 1.0):
            yield line((laid(heading, -66.0, sign * 8.0), laid(heading, -52.0, -sign * 8.0)), RED, 5.0)
    if look.irons:
        yield line([laid(heading, x, y) for x, y in ((60.0, 18.0), (70.0, 0.0), (60.0, -18.0))], RED, 6.0)
    if look.anchor:
        yield from _anchor(laid(heading, 74.0 if look.anchor == state.BY_BOW else -72.0, 0.0))
    if look.burning or look.state == state.FIRESHIP:
        yield from _fire(laid(heading, 8.0, 0.0))
    if look.state in (STRUCK, state.SECURED, state.PRIZE):
        yield from _flag(laid(heading, 10.0, 0.0), FLAGS[0] if look.state == STRUCK else FLAGS[look.holder], look.state)


def _battery(look: Look) -> Iterator[Item]:
    middle = (0.0, 0.0)
    # Smaller than its hex, whose outline says that it can be clicked.
    if look.acts:
        yield Disc(middle, 31.0, ACTS)
    yield Disc(middle, 23.0, "#a79f8d", "#57503f", 3.0)
    for off in (-12.0, 0.0, 12.0):
        if look.loaded and look.state == IN_ACTION:
            ends = laid(look.heading, 15.0, off), laid(look.heading, 38.0, 1.3 * off)
            yield line(ends, "#22252b", 6.0)
    yield Disc(middle, 17.0, FILLS[look.team], RIMS[look.team], 2.5)
    yield Words(middle, str(min(look.rate, 9)), 25.0, INKS[look.team], bold=True)
    if look.burning:
        yield from _fire((14.0, -12.0))
    if look.state == STRUCK:
        yield from _flag((0.0, -6.0), FLAGS[0], STRUCK)


@lru_cache(maxsize=256)
def named(name: str, heading: int, battery: bool, flips: bool) -> tuple[Item, ...]:
    """The name of a ship with this heading beside it, on the other side if it `flips`; of a battery below it."""
    at = (0.0, 46.0) if battery else laid(heading, -4.0, 47.0 if named_to_port(heading) != flips else -47.0)
    return (Words(at, name, 27.0, NAME, bold=True, halo=HALO),)


def _anchor(at: Point) -> Iterator[Item]:
    x, y = at
    yield line(((x, y - 12.0), (x, y + 13.0)), NAME, 4.5)
    arms = ((-12.0, 3.0), (-6.0, 12.0), (0.0, 14.0), (6.0, 12.0), (12.0, 3.0))
    yield line([(x + u, y + v) for u, v in arms], NAME, 4.5)
    yield ring((x, y - 15.0), 4.0, NAME, 3.0)


def _fire(at: Point) -> Iterator[Item]:
    x, y = at
    outer = ((0, -34), (10, -14), (16, -22), (21, 2), (12, 16), (-12, 16), (-21, 0), (-13, -20), (-7, -12))
    inner = ((0, -16), (7, -2), (11, -6), (10, 8), (4, 13), (-6, 13), (-11, 4), (-6, -6))
    yield Shape(tuple((x + u, y + v) for u, v in outer), FLAME, "#7a2c00", 2.0)
    yield Shape(tuple((x + u, y + v) for u, v in inner), HOT)


def _flag(at: Point, colour: str, what: int) -> Iterator[Item]:
    x, y = at
    yield line(((x, y + 8.0), (x, y - 40.0)), "#2b2118", 4.0)
    cloth = box((x + 17.0, y - 29.0), 16.0, 11.0)
    yield Shape(cloth, colour, "#2b2118", 2.5)
    if what != STRUCK:  # a prize's, or a secured ship's: of a team, with a red bar
        yield line(((x + 2.0, y - 29.0), (x + 32.0, y - 29.0)), RED, 5.0)


@lru_cache(maxsize=256)
def bow(heading: int, words: str, strong: bool) -> tuple[Item, ...]:
    """Where a bow may come to, or head: a pointed sign with a number or a word."""
    # A ship's bow part, in a hex of its own.
    points = ((34.0, 0.0), (14.0, 22.0), (-26.0, 22.0), (-26.0, -22.0), (14.0, -22.0))
    outline = tuple(laid(heading, *point) for point in points)
    size = 32.0 if len(words) < 3 else 22.0
    return (
        Shape(outline, "#fff3c4" if strong else "#ffffff", "#5b4300", 3.5, 0.95 if strong else 0.8),
        Words(laid(heading, -3.0, 0.0), words, size, "#22252b", bold=True),
    )


@lru_cache(maxsize=8)
def arrow(heading: int) -> tuple[Item, ...]:
    """A way that the bow may be turned to: an arrow in the hex on that side."""
    points = ((30.0, 0.0), (2.0, 24.0), (2.0, 10.0), (-24.0, 10.0), (-24.0, -10.0), (2.0, -10.0), (2.0, -24.0))
    return (Shape(tuple(laid(heading, *point) for point in points), "#fff3c4", "#5b4300", 3.5, 0.95),)


@lru_cache(maxsize=8)
def breeze(wind: int) -> tuple[Item, ...]:
    """The wind beside a ship: an arrow to where it blows."""
    blows = (wind + 3) % 6
    points = ((40.0, 0.0), (12.0, 20.0), (18.0, 7.0), (-40.0, 9.0), (-40.0, -9.0), (18.0, -7.0), (12.0, -20.0))
    return (
        Shape(tuple(laid(blows, *point) for point in points), "#d8eefb", "#12405c", 2.5, 0.8),
        Words((0.0, -28.0) if blows in (0, 3) else (0.0, -44.0), "wind", 22.0, NAME, halo=HALO),
    )


@lru_cache(maxsize=64)
def smoke(heading: int, side: int) -> tuple[Item, ...]:
    """The smoke of a broadside, along that side."""
    sign = 1.0 if side == PORT else -1.0
    puffs = ((-40.0, 30.0, 13.0), (-20.0, 36.0, 17.0), (2.0, 34.0, 16.0), (22.0, 36.0, 16.0), (40.0, 28.0, 12.0))
    return tuple(Disc(laid(heading, x, sign * y), size, PALE, opacity=0.85) for x, y, size in puffs)


def chained(start: Point, end: Point) -> tuple[Item, ...]:
    """A chain between two hexes, on the sheet itself."""
    return line((start, end), "#1f2328", 5.0), Shape((start, end), None, "#e9c46a", 2.6, closed=False, dash=3.2)


def legend() -> tuple[tuple[str, tuple[Item, ...]], ...]:
    """The signs of a ship, each with what it means."""
    plain = Look(WHITE, 3, 0)
    looks = {
        "bow on the right, masts, rate; short lines: loaded guns": plain,
        "the ship that acts": plain._replace(acts=True),
        "port side fired, a mast lost": plain._replace(loaded=STARBOARD, masts=2),
        "a mast hangs over a side": plain._replace(masts=2, hung=STARBOARD),
        "on fire": plain._replace(burning=True),
        "steering damaged": plain._replace(steering=True),
        "in irons: the wind from ahead, no way to sail": plain._replace(irons=True),
        "aground": plain._replace(aground=True),
        "at anchor by the bow": plain._replace(anchor=state.BY_BOW),
        "struck: it has given up": plain._replace(state=STRUCK, loaded=0),
        "taken by Black": plain._replace(state=state.PRIZE, holder=1, loaded=0),
    }
    signs = [(words, drawn(look)) for words, look in looks.items()]
    battery = drawn(Look(WHITE, 3, 0, battery=True))
    return (*signs, ("shore battery", battery), ("tied together", chained((-UNIT, 0.0), (UNIT, 0.0))))
