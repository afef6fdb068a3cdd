"""A position as a viewer shows it: a sheet that stays the same through a game, and things on it that come, move and go.

A thing's shapes are drawn around (0, 0), most of them for the radius UNIT, and are scaled and moved to where it stands.
So what looks alike is the same shapes wherever it is, and a viewer is sent them once.
"""

from dataclasses import dataclass
from typing import NamedTuple

from tabletop.show.drawing.shapes import Item, Point, Words
from tabletop.show.drawing.themes import AS_DRAWN, Tones

UNIT = 50.0
# What lies above what: on the ground, below figures, figures, what has just happened, names that nothing covers.
ON_GROUND, BELOW, STANDING, ABOVE, NAMES = range(5)
NOBODY = -1
# What a thing means in a viewer.
ITSELF, ALL_THERE, LOST = range(3)
# The beats of a step, one after the other: who goes, who shoots or throws, the dice, what comes of it, and in the end.
GOES, FIRES, ROLLS, ENDS, AFTER = range(5)
# How a thing comes into sight: along a straight line, in a high arc, as a die does, from above.
FLY, TOSS, ROLL, DROP = "fly", "toss", "roll", "drop"
# What a moment is, which says how it sounds (`static/sound.js`).
MOMENTS = (
    *("move", "shoot", "miss", "hit", "stop", "out", "take", "lose", "fail", "verdict"),
    *("throw", "blast", "charge", "turn", "phase", "score", "end"),
)


class Motion(NamedTuple):
    """How a thing that shows what has happened comes into sight, in a browser with motion.

    Attributes:
      kind: FLY, TOSS, ROLL or DROP.
      beat: of the step: GOES, FIRES, ROLLS, ENDS or AFTER.
      way: of FLY and TOSS: from where to where, from the thing's middle.
      colour: of FLY and TOSS: of what flies.
      splash: of FLY and TOSS: it bursts where it ends.
    """

    kind: str
    beat: int
    way: tuple[Point, ...] = ()
    colour: str = ""
    splash: bool = False


class Moment(NamedTuple):
    """Something in a step that deserves a sign or a sound, in a browser.

    Attributes:
      kind: one of MOMENTS.
      beat: GOES, FIRES, ROLLS, ENDS or AFTER.
      words: two or three, to be shown for a moment; empty: none.
      at: where on the sheet; None: it concerns the whole game.
      team: whose moment it is, team 0 or 1; NOBODY.
    """

    kind: str
    beat: int
    words: str = ""
    at: Point | None = None
    team: int = NOBODY


class Place(NamedTuple):
    """Somewhere on the sheet that has a name: a hex.

    Attributes:
      name: as in positions and actions.
      title: what it is, in words.
      at: its centre.
      corners: of its outline.
    """

    name: str
    title: str
    at: Point
    corners: tuple[Point, ...]


class Thing(NamedTuple):
    """Something on the sheet.

    Attributes:
      key: its name, the same through the game: `R3`.
      layer: ON_GROUND, BELOW, STANDING or ABOVE.
      at: where its middle is.
      scale: how much larger it is than its shapes.
      shapes: it, drawn around (0, 0).
      title: it and its state in words; empty: it is there for the eye alone.
      place: name of the place where it is; empty: none.
      side: whose it is, team 0 or 1; NOBODY.
      places: names of all places where it is, `place` the first, if there are several.
      means: ITSELF; ALL_THERE: a click on it means all that is in its place; LOST: it says that somebody is out.
      motion: how it comes into sight; None: it is there at once.
    """

    key: str
    layer: int
    at: Point
    scale: float
    shapes: tuple[Item, ...]
    title: str = ""
    place: str = ""
    side: int = NOBODY
    places: tuple[str, ...] = ()
    means: int = ITSELF
    motion: Motion | None = None


class Aim(NamedTuple):
    """Where an action goes: to a place that has a name, or along a line: on an open table, or of a turn on the spot.

    Attributes:
      place: name of the place; empty: it has none.
      way: names of places on the way where something may stop it, each with what is to be said of it in a word.
      points: the line on the sheet, from its beginning to its end, where it is clicked. If there is a place, that is
        clicked, and the end is just where the ghost stands.
      ghost: what will stand at the line's end, drawn around (0, 0) as a thing is.
      scale: how much larger the ghost is than its shapes.
    """

    place: str = ""
    way: tuple[tuple[str, str], ...] = ()
    points: tuple[Point, ...] = ()
    ghost: tuple[Item, ...] = ()
    scale: float = 1.0


class Measure(NamedTuple):
    """What distances on the sheet of an open table mean: it has a scale bar, and a ruler in the browser.

    Attributes:
      unit: how long one unit is on the sheet.
      name: of the unit: `cm`.
      bar: of how many units the scale bar is.
    """

    unit: float
    name: str
    bar: int


@dataclass(frozen=True)
class Sheet:
    """What stays the same.

    Attributes:
      width, height: of the sheet; things may need it to be higher (`Scene.height`).
      most_height: that no position exceeds; where one does, pictures of one size show it smaller.
      ground: drawn first.
      labels: drawn above what lies on the ground, below all else.
      places: all of them.
      legend: what the signs mean: the name of each, and the sign, drawn for the radius UNIT around (0, 0).
      passing: names of the legend's signs that not every position shows (`Scene.signs`).
      colours: of each team's figures; empty: red and blue.
      measure: of an open table; None: it isn't one.
      tones: in which colours all of it, and all things on it, are shown.
      is_long: the legend's signs are about twice as long as high.
    """

    width: float
    height: float
    most_height: float
    ground: tuple[Item, ...]
    labels: tuple[Words, ...]
    places: tuple[Place, ...]
    legend: tuple[tuple[str, tuple[Item, ...]], ...] = ()
    passing: frozenset[str] = frozenset()
    colours: tuple[str, ...] = ()
    measure: Measure | None = None
    tones: Tones = AS_DRAWN
    is_long: bool = False


@dataclass(frozen=True)
class Scene:
    """A position on the sheet.

    Attributes:
      height: of the sheet that it needs.
      things: all things.
      turn: where the game is, in words.
      teams: how the teams stand, in words.
      decision: who decides what, or how the game ended.
      team: who decides or has won, team 0 or 1; NOBODY.
      over: the game has ended.
      signs: names of the passing signs that are shown (`Sheet.passing`).
    """

    height: float
    things: tuple[Thing, ...]
    turn: str
    teams: tuple[str, str]
    decision: str
    team: int
    over: bool
    signs: frozenset[str] = frozenset()
