"""What has just happened, drawn over a position: ways gone, shots and what was in their way, dice, who has left.

Made from the events of a step, so it says what the words say.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from paintball_env.render import bodies
from paintball_env.render import palette as ink
from paintball_env.render.arrangement import Arrangement
from paintball_env.render.attention import angle_of
from paintball_env.render.geometry import Layout, Spot
from paintball_env.render.view import Position
from tabletop.game.draws import Draw
from tabletop.game.events import Event
from tabletop.show.drawing.dice import die
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, Words, dashed, line, polar
from tabletop.show.drawing.things import (
    ABOVE,
    AFTER,
    BELOW,
    DROP,
    FIRES,
    FLY,
    LOST,
    ROLL,
    ROLLS,
    TOSS,
    UNIT,
    Motion,
    Thing,
)

# Dice that fall for a place (`Event.place`), not for him whose die it is.
AT_PLACE = ("way", "clear", "step", "aside", "scatter", "shoot-out")
OF_TABLE = ("roll-off", "flag-hex", "set-up", "experts", "grenades", "order", "command")  # on no place of the board
DIE = 0.16  # half a die's width, in sizes of a hex
OUT = 0.22  # radius of the sign of who has gone out, in sizes of a hex
GONE = 0.3  # how far a line of fire begins and ends from a hex's middle, in sizes of a hex
SHOTS = ("shot fired", "reacted")
ROLLED = Motion(ROLL, ROLLS)


@dataclass
class Shot:
    """A volley or a reaction: all its dice go the same way.

    Attributes:
      who: the shooter.
      start, goal: names of its hex and the target's.
      whom: the targets, each once.
      hits: dice that hit.
      met: hexes and whether the shot was stopped there, in order.
      suppressing: it is suppressive fire.
    """

    who: str
    start: str
    goal: str
    whom: list[str]
    hits: int = 0
    met: list[tuple[str, bool]] = field(default_factory=list)
    suppressing: bool = False

    @property
    def stopped(self) -> str:
        """The hex where the last of its hits was stopped; empty: one got through, or none hit."""
        stops = [place for place, stopped in self.met if stopped]
        return stops[-1] if self.hits and len(stops) >= self.hits else ""


def shots(position: Position, names: Sequence[str], events: Sequence[Event]) -> list[Shot]:
    """The shots of a step.

    Args:
      position: before the step.
      names: of places.
      events: of the step.
    """
    hex_of = {figure.name: names[figure.hex] for figure in position.figures}
    shot_list: list[Shot] = []
    for event in events:
        if event.kind in ("moved", "arrived", "deployed"):
            hex_of[event.who] = event.place
        elif event.kind in SHOTS:
            last = shot_list[-1] if shot_list else None
            if event.kind == "shot fired" and event.value != 1 and last is not None and last.who == event.who:
                last.whom += [event.whom] * (event.whom not in last.whom)
            else:
                start = hex_of[event.who]
                shot_list.append(
                    Shot(event.who, start, event.place, [event.whom], suppressing="suppressing" in event.how)
                )
        elif event.kind == "hit" and shot_list:
            shot_list[-1].hits += 1
        elif event.kind.endswith("in the way") and shot_list:
            shot_list[-1].met.append((event.place, "stopped" in event.how))
    return shot_list


def happened(
    layout: Layout, before: Position, places: Arrangement, events: Sequence[Event], draws: Sequence[Draw]
) -> list[Thing]:
    """Signs of what has happened in a step.

    Args:
      layout: of the picture.
      before: the position before the step.
      places: of that position.
      events: of the step.
      draws: of the step.
    """
    names = before.names
    gone: Counter[str] = Counter()  # who have gone out, by places
    things: list[Thing] = []
    spots = {figure.name: places.on_board(figure.name) for figure in before.figures}
    for number, event in enumerate(events):
        if event.kind in ("moved", "marshal stepped", "arrived") and event.start:
            things.append(_way(f"way:{number}", layout.named(event.start), layout.named(event.place), layout.size))
        elif event.kind == "thrown":
            spot = spots.get(event.who)
            if spot is not None:
                things.append(_throw(f"throw:{number}", spot.centre, layout.named(event.place), layout.size))
        elif event.kind == "out":
            things.append(_gone(event.who, layout, gone[event.place], event.place))
            gone[event.place] += 1
    hexes = {figure.name: names[figure.hex] for figure in before.figures}

    def stands(who: str, place: str) -> Point:
        # Whoever has moved in the same step stands somewhere in his new hex.
        spot = spots.get(who)
        return spot.centre if spot is not None and hexes[who] == place else layout.named(place)

    for number, shot in enumerate(shots(before, names, events)):
        stop = layout.named(shot.stopped) if shot.stopped else None
        start, goal = stands(shot.who, shot.start), stands(shot.whom[0], shot.goal)
        things.append(_fire(f"shot:{number}", start, goal, stop, shot, layout.size))
    return things + list(_dice(layout, before, events, draws))


def _dice(layout: Layout, before: Position, events: Sequence[Event], draws: Sequence[Draw]) -> Iterator[Thing]:
    """The dice where they fell; several in a hex in a row."""
    names = before.names
    hex_of = {figure.name: names[figure.hex] for figure in before.figures}
    hex_of |= {marshal.name: names[marshal.hex] for marshal in before.marshals}
    rows: dict[str, list[tuple[int, Draw]]] = {}
    next_draw = 0
    for event in events:
        for number in range(next_draw, min(event.drawn, len(draws))):
            draw = draws[number]
            place = event.place if draw.purpose in AT_PLACE else hex_of.get(draw.subject, "")
            if draw.purpose not in OF_TABLE and len(draw.classes) == 6 and place:
                rows.setdefault(place, []).append((number, draw))
        next_draw = max(next_draw, event.drawn)
        if event.kind in ("moved", "arrived", "marshal stepped", "marshal came"):
            hex_of[event.who] = event.place
    half = DIE * layout.size
    for place, row in rows.items():
        x, y = layout.named(place)
        for k, (number, draw) in enumerate(row):
            assert isinstance(draw.result, int)
            at = (x + (k - (len(row) - 1) / 2) * 2.3 * half, y + 0.74 * layout.size)
            shapes = tuple(die((0.0, 0.0), UNIT, draw.result, ink.WHITE, ink.INK))
            yield Thing(f"die:{number}", ABOVE, at, half / UNIT, shapes, "", layout.at_name(place), motion=ROLLED)


def _between(start: Point, goal: Point, size: float) -> tuple[Point, Point]:
    """A line from one hex to another, off their middles."""
    (x0, y0), (x1, y1) = start, goal
    length = max(1e-9, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    u, v = (x1 - x0) / length * GONE * size, (y1 - y0) / length * GONE * size
    return (x0 + u, y0 + v), (x1 - u, y1 - v)


def head(tip: Point, angle: float, size: float) -> tuple[Point, ...]:
    """Corners of an arrowhead."""
    return tip, polar(tip, size, angle + 155.0), polar(tip, 0.62 * size, angle + 180.0), polar(tip, size, angle - 155.0)


def arrow(start: Point, goal: Point, width: float, fill: str, edge: str) -> list[Item]:
    """A line with an arrowhead, in a colour with an edge in another."""
    angle = angle_of(start, goal)
    back = polar(goal, 3.4 * width, angle + 180.0)
    corners = head(goal, angle, 5.2 * width)
    return [
        line((start, back), edge, 2.0 * width),
        Shape(corners, edge, edge, 1.0 * width),
        line((start, back), fill, width),
        Shape(corners, fill),
    ]


def _relative(key: str, layer: int, start: Point, items: Sequence[Item], motion: Motion | None = None) -> Thing:
    """A thing in the sheet's own measure, drawn from where it begins: the same between any two hexes that lie alike."""
    return Thing(key, layer, start, 1.0, tuple(items), motion=motion)


def _nearest(start: Point, goal: Point, point: Point) -> Point:
    """The point of a line that is nearest to another one."""
    u, v = goal[0] - start[0], goal[1] - start[1]
    share = ((point[0] - start[0]) * u + (point[1] - start[1]) * v) / max(1e-9, u * u + v * v)
    return start[0] + min(1.0, max(0.3, share)) * u, start[1] + min(1.0, max(0.3, share)) * v


def _offset(start: Point, goal: Point) -> Point:
    return round(goal[0] - start[0], 2), round(goal[1] - start[1], 2)


def _way(key: str, start: Point, goal: Point, size: float) -> Thing:
    first, last = _between((0.0, 0.0), _offset(start, goal), size)
    return _relative(key, BELOW, start, arrow(first, last, 0.07 * size, ink.WAY, ink.WHITE))


def _throw(key: str, start: Point, goal: Point, size: float) -> Thing:
    first, last = _between((0.0, 0.0), _offset(start, goal), size)
    items: list[Item] = [dashed((first, last), ink.INK, 0.06 * size, 0.12 * size), Disc(last, 0.1 * size, ink.INK)]
    return _relative(key, ABOVE, start, items, Motion(TOSS, FIRES, (first, last), ink.PAINT, True))


def _fire(key: str, start: Point, goal: Point, stop: Point | None, shot: Shot, size: float) -> Thing:
    """A shot: a full line if it hits, a broken one if it doesn't; a bar where it is stopped."""
    width = 0.055 * size
    first, last = _between((0.0, 0.0), _offset(start, goal), size)
    if start == goal:
        first, last = (-GONE * size, 0.0), (GONE * size, 0.0)
    end = last if stop is None else _nearest(first, last, _offset(start, stop))
    motion = Motion(FLY, FIRES, (first, end), ink.TEAM["RB".index(shot.who[0])], bool(shot.hits) or stop is not None)
    if shot.hits and stop is None:
        return _relative(key, ABOVE, start, arrow(first, last, width, ink.HINT, ink.INK), motion)
    if stop is not None:
        angle = angle_of(first, last)
        bar = (polar(end, 0.24 * size, angle + 90.0), polar(end, 0.24 * size, angle - 90.0))
        items: list[Item] = [line((first, end), ink.INK, 2.0 * width), line((first, end), ink.HINT, width)]
        items += [line(bar, ink.INK, 3.2 * width), line(bar, ink.HINT, 1.8 * width)]
        items.append(dashed((end, last), ink.INK, 0.7 * width, 0.09 * size))
        return _relative(key, ABOVE, start, items, motion)
    angle = angle_of(first, last)
    shaft = (first, polar(last, 3.4 * width, angle + 180.0))
    dashes = [dashed(shaft, ink.INK, 2.0 * width, 0.13 * size), dashed(shaft, ink.HINT, width, 0.13 * size)]
    tip = Shape(head(last, angle, 5.2 * width), ink.WHITE, ink.INK, 0.8 * width)
    return _relative(key, ABOVE, start, [*dashes, tip], motion)


def _gone(name: str, layout: Layout, row: int, place: str) -> Thing:
    """A figure that has just been put out: pale and struck through, its number legible, above who is in its hex."""
    team = "RB".index(name[0])
    spot = Spot(name, (0.0, 0.0), UNIT)
    items: list[Item] = [bodies.body(spot.centre, UNIT, team, ink.TEAM_PALE[team])]
    for angle in (45.0, 135.0):
        ends = (polar(spot.centre, 0.95 * UNIT, angle), polar(spot.centre, 0.95 * UNIT, angle + 180.0))
        items += [line(ends, ink.WHITE, 0.26 * UNIT), line(ends, ink.INK, 0.15 * UNIT)]
    items.append(Disc(spot.centre, 0.55 * UNIT, ink.TEAM_PALE[team]))
    items.append(Words(spot.centre, name[1:], 0.9 * UNIT, ink.TEAM_DARK[team], bold=True))
    (x, y), (dx, dy), size = layout.named(place), layout.gone(row), layout.size
    at = (x + dx * size, y + dy * size)
    shown_in = layout.at_name(place)
    scale, words, motion = OUT * size / UNIT, f"{name} is out", Motion(DROP, AFTER)
    return Thing(f"out:{name}", ABOVE, at, scale, tuple(items), words, shown_in, means=LOST, motion=motion)
