"""Men on their bases, and what becomes of them: drawn around (0, 0) for the radius UNIT of a base, north up."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from state_of_war.field import CARD, HALO, NAME, PALE, TURN
from state_of_war.rules.state import BLUE, GREY
from tabletop.show.drawing.nature import SHADE, SOFT_SHADE
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, Words, box, line, polar, star

FILLS = ("#2f57a0", "#a9a79c")
RIMS = ("#162c57", "#4e4c45")
INKS = ("#ffffff", "#1c1b18")
COATS = ("#1b2f57", "#6f5339")  # kepis; felt hats
LIT = ("#5d7fc0", "#94755a")
HORSE = ("#8f6844", "#2f2013")
LEAVES = "#4c7a35"
READY, STEEL, BARE = "#ffc933", "#20211f", "#e9e4d6"
RED, WHITE, GOLD = "#c5211c", "#ffffff", "#f2b632"
ACTS = "#ffd84a"  # around the unit that acts
FLAME = "#ff8a1f"
MAN, LEADER, COMMANDER = range(3)


class Look(NamedTuple):
    """What is drawn of a man.

    Attributes:
      side: BLUE or GREY.
      role: MAN, LEADER or COMMANDER.
      heading: of who is mounted, MV2's number; -1: he is on foot.
      wounded, loaded, ready, hidden: his state; loaded is any weapon of his.
    """

    side: int
    role: int = MAN
    heading: int = -1
    wounded: bool = False
    loaded: bool = True
    ready: bool = False
    hidden: bool = False


def turned(heading: int, ahead: float, left: float) -> Point:
    """A point so far ahead of the middle, and to the left, of what heads there."""
    x, y = polar((0.0, 0.0), ahead, TURN * heading)
    u, v = polar((0.0, 0.0), left, TURN * heading + 90.0)
    return x + u, y + v


@lru_cache(maxsize=512)
def drawn(look: Look) -> tuple[Item, ...]:
    """A man on his base."""
    side, solid = look.side, 0.4 if look.hidden else 1.0
    items: list[Item] = [] if look.hidden else [Disc((7.0, 9.0), 48.0, SHADE, opacity=SOFT_SHADE)]
    items.append(Disc((0.0, 0.0), 45.0, FILLS[side], RIMS[side], 9.0, solid))
    if look.heading >= 0:
        items += _horse(look.heading)
    if look.loaded:
        gun = ((20.0, 30.0), (34.0, -40.0))
        items += [line(gun, STEEL if look.ready else BARE, 15.0), line(gun, READY if look.ready else STEEL, 8.0)]
    items += _hat(side, 20.0 if look.heading < 0 else 15.0)
    if look.role == LEADER:
        items.append(Shape(((-13.0, 6.0), (0.0, -12.0), (13.0, 6.0), (0.0, -1.0)), WHITE, RIMS[side], 2.5))
    elif look.role == COMMANDER:
        items.append(Shape(star((0.0, 0.0), 26.0, 5), GOLD, RIMS[side], 3.0))
    if look.hidden:
        items += [Disc(at, size, LEAVES, STEEL, 2.0) for at, size in (((-30.0, -22.0), 17.0), ((-12.0, -34.0), 14.0))]
    if look.wounded:
        items.append(Disc((-29.0, 27.0), 18.0, RED, WHITE, 6.0))
    return tuple(items)


def _hat(side: int, size: float) -> Iterator[Item]:
    """A kepi is square, a felt hat has a brim: sides differ without colours, too."""
    if side == BLUE:
        yield Shape(box((0.0, 0.0), size, size, 0.35 * size), COATS[side], LIT[side], 5.0)
    else:
        yield Disc((0.0, 0.0), 1.2 * size, COATS[side])
        yield Disc((0.0, 0.0), 0.65 * size, LIT[side])


def _horse(heading: int) -> Iterator[Item]:
    body = ((40.0, 0.0), (34.0, 9.0), (20.0, 9.0), (12.0, 16.0), (-26.0, 17.0), (-40.0, 8.0))
    outline = (*body, *((x, -y) for x, y in body[::-1]))
    yield Shape(tuple(turned(heading, *point) for point in outline), HORSE[0], HORSE[1], 4.0)


@lru_cache(maxsize=16)
def fallen(side: int, killed: bool) -> tuple[Item, ...]:
    """A man on the ground, on no base."""
    body = ((-34.0, 12.0), (22.0, -6.0))
    return (
        Disc((-4.0, 8.0), 30.0, RED, opacity=0.45),
        line(body, RIMS[side], 30.0),
        line(body, FILLS[side], 21.0),
        Disc((33.0, -10.0), 13.0, LIT[side], RIMS[side], 4.0),
        *([line(((-40.0, -34.0), (40.0, 34.0)), RED, 8.0)] if killed else []),
    )


def ghost(side: int, spots: Sequence[Point], radius: float) -> tuple[Item, ...]:
    """Where bases of one size will stand: dots, which are two elements of a page however many they are."""
    dots = [((x, y), (x + 1.0, y)) for x, y in spots]
    rims = (line(dot, WHITE, 2.0 * radius) for dot in dots)
    return *rims, *(line(dot, FILLS[side], 1.6 * radius) for dot in dots)


@lru_cache(maxsize=256)
def plate(side: int, name: str, words: str, given: bool) -> tuple[Item, ...]:
    """A unit's name, with a few words on its state; paler when it has had its order."""
    wide, solid = 18.0 + 13.0 * len(name), 0.55 if given else 1.0
    items: list[Item] = [
        Shape(box((0.0, 0.0), wide, 25.0, 8.0), FILLS[side], RIMS[side], 4.0, solid),
        Words((0.0, 0.0), name, 36.0, INKS[side], bold=True),
    ]
    if words:
        items.append(Words((0.0, 44.0), words, 27.0, NAME, bold=True, halo=HALO))
    return tuple(items)


@lru_cache(maxsize=64)
def pin(heading: int, name: str, size: float = 80.0) -> tuple[Item, ...]:
    """A place to which units may go, with the way they would face (MV10), and its name behind it."""
    tip = tuple(turned(heading, *point) for point in ((50.0, 0.0), (28.0, 15.0), (28.0, -15.0)))
    return (
        Shape(tip, NAME),
        Disc((0.0, 0.0), 25.0, CARD, NAME, 4.0, 0.8),
        Words(turned(heading, -26.0 - 0.6 * size, 0.0), name, size, NAME, bold=True, halo=HALO),
    )


def horses() -> tuple[Item, ...]:
    """Where horses stand that a unit has left (MV7)."""
    return (*_horse(0), Words((0.0, 42.0), "horses", 30.0, NAME, halo=HALO))


def flag() -> tuple[Item, ...]:
    """The objective (VI2)."""
    cloth = ((3.0, -60.0), (46.0, -46.0), (3.0, -30.0))
    return Shape(cloth, GOLD, NAME, 3.0), line(((0.0, 12.0), (0.0, -62.0)), NAME, 6.0), Disc((0.0, 12.0), 7.0, NAME)


@lru_cache(maxsize=1)
def puff() -> tuple[Item, ...]:
    """Smoke of a shot."""
    spots = ((-26.0, 8.0, 26.0), (2.0, -14.0, 32.0), (28.0, 6.0, 24.0), (4.0, 18.0, 24.0))
    return tuple(Disc((x, y), size, PALE, opacity=0.8) for x, y, size in spots)


def legend() -> tuple[tuple[str, tuple[Item, ...]], ...]:
    """The signs, each with what it means."""
    plain = Look(BLUE)
    looks = {
        "a man of Blue; the dark line: his weapon is loaded": plain,
        "a man of Grey": Look(GREY),
        "not loaded": plain._replace(loaded=False),
        "ready to shoot at who moves": plain._replace(ready=True),
        "wounded": plain._replace(wounded=True),
        "leader of a unit": plain._replace(role=LEADER),
        "commander of the side": plain._replace(role=COMMANDER),
        "mounted, and where he faces": plain._replace(heading=0),
        "hidden": plain._replace(hidden=True),
    }
    others = (
        ("disabled", fallen(BLUE, False)),
        ("killed", fallen(BLUE, True)),
        ("horses left behind", horses()),
        ("a place to go to", pin(4, "1", 40.0)),
        ("the objective", flag()),
    )
    return (*((words, drawn(look)) for words, look in looks.items()), *others)
