"""The picture as a list of shapes: first what stays the same through a game, then the position on top."""

from collections.abc import Callable
from functools import lru_cache

from ..rules import state
from ..rules.state import BLUE, NONE, RED
from . import palette as ink
from . import scenery, tokens
from .geometry import Layout, Spot
from .shapes import Disc, Group, Item, Point, Shape, Words, dashed, line, ring
from .status import decision_line, team_line, turn_line
from .view import TEAMS, Board, Position, name_of

LINES_OF_CAPTION = 3


@lru_cache(maxsize=16)
def layout_of(board: Board, width: int, legend: bool, captions: bool) -> Layout:
    """The measures of a picture.

    Raises:
      ValueError: the width is under 200 or over 8000 pixels.
    """
    if not 200 <= width <= 8000:
        raise ValueError(f"a picture is 200 to 8000 pixels wide, not {width}")
    return Layout(board, width, len(_legend(board)) if legend else 0, LINES_OF_CAPTION if captions else 0)


def backdrop(layout: Layout) -> list[Item]:
    """Paper, board and legend."""
    w, h = layout.width, layout.height
    items: list[Item] = [Shape(((0, 0), (w, 0), (w, h), (0, h)), ink.PAPER)]
    items += scenery.ground(layout)
    if layout.legend:
        items += _legend_items(layout)
    return items


def foreground(layout: Layout, position: Position, caption: str = "") -> list[Item]:
    """Everything that a position adds to the backdrop."""
    board = layout.board
    items: list[Item] = []
    for place, there in enumerate(position.smoke):
        if there:
            items.append(scenery.smoke(layout, place))
    for place, value in enumerate(position.cover):
        if value != state.BARE:
            items.append(scenery.cover(layout, place, value))
    spots = layout.spots(position)
    items += _attention(layout, position, spots)
    for marshal in position.marshals:
        spot = spots[f"M{marshal.number + 1}"]
        if marshal.attends != NONE and (patient := spots.get(name_of(marshal.attends))):
            items.append(line((spot.centre, patient.centre), ink.INK, 0.5 * spot.radius))
            items.append(line((spot.centre, patient.centre), ink.MARSHAL, 0.34 * spot.radius))
        items.append(tokens.marshal_token(marshal, spot))
    for flag in position.flags:
        if flag.hex != NONE:
            items.append(tokens.flag_token(position, flag, spots[f"flag{flag.number}"]))
    for figure in position.figures:
        items.append(tokens.figure_token(board, position, figure, spots[figure.name]))
    items += _status(layout, position)
    items += _caption(layout, caption)
    return items


def _attention(layout: Layout, position: Position, spots: dict[str, Spot]) -> list[Item]:
    """Who decides about whom: halos of the figures concerned, lines of fire, the hex in question."""
    items: list[Item] = []
    width = max(1.5, 0.045 * layout.size)
    if position.place != NONE:
        corners = layout.corners(position.place, 0.97)
        items += dashed((*corners, corners[0]), ink.INK, 1.5 * width, 0.16 * layout.size)
        items += dashed((*corners, corners[0]), ink.HINT, 0.8 * width, 0.16 * layout.size)
    actor = spots.get(name_of(position.actor)) if position.actor != NONE else None
    asked = spots.get(name_of(position.asked)) if position.asked != NONE else None
    aims = [(actor, spots.get(name_of(shot))) for shot in position.shot] + [(asked, actor)]
    for start, end in dict.fromkeys(aims):
        if start and end:
            items += dashed((start.centre, end.centre), ink.INK, 1.5 * width, 0.1 * layout.size)
            items += dashed((start.centre, end.centre), ink.HINT, 0.9 * width, 0.1 * layout.size)
    for spot in (actor, asked):
        if spot:
            items.append(Disc(spot.centre, spot.radius, ink.HINT, ink.INK, max(0.8, 0.05 * spot.radius)))
    for shot in dict.fromkeys(position.shot):
        if target := spots.get(name_of(shot)):
            items.append(Disc(target.centre, target.radius, ink.WHITE, ink.INK, max(0.8, 0.05 * target.radius)))
            items.append(ring(target.centre, 0.92 * target.radius, ink.HINT, 0.14 * target.radius))
    return items


def _status(layout: Layout, position: Position) -> list[Item]:
    text, margin, board = layout.text, layout.margin, layout.board
    items: list[Item] = []
    y = margin + 0.8 * text
    items.append(Words((margin, y), turn_line(board, position), 1.15 * text, ink.INK, "start", bold=True))
    y += 2.05 * text
    half = (layout.width - 2 * margin - 0.6 * text) / 4
    for team in (RED, BLUE):
        x = margin + half if team == RED else layout.width - margin - half
        moves = position.decider == team
        stroke = ink.TEAM_DARK[team] if moves else ink.TEAM_PALE[team]
        items.append(scenery.panel((x, y), half, 1.0 * text, ink.TEAM_PALE[team], stroke))
        left = x - half + 1.15 * text
        items.append(tokens.body((left, y), 0.8 * text, team, ink.TEAM[team]))
        items.append(Words((left + 0.95 * text, y), TEAMS[team], text, ink.INK, "start", bold=True))
        at = left + (3.4 if team == RED else 3.8) * text
        room = int((2 * half - 5.0 * text) / (0.51 * text))
        stand = team_line(board, position, team, room)
        items.append(Words((at, y), stand, text, ink.INK, "start"))
    y += 2.05 * text
    running = position.ending == state.RUNNING
    items.append(Words((margin, y), decision_line(board, position), text, ink.INK, "start", bold=not running))
    return items


def _caption(layout: Layout, caption: str) -> list[Item]:
    if not layout.captions or not caption:
        return []
    lines = wrapped(caption, int((layout.width - 2 * layout.margin) / (0.53 * layout.text)), layout.captions)
    y = layout.caption_top + 0.7 * layout.text
    return [
        Words((layout.margin, y + 1.45 * k * layout.text), words, layout.text, ink.INK, "start", bold=k == 0)
        for k, words in enumerate(lines)
    ]


def wrapped(text: str, columns: int, lines: int) -> list[str]:
    """Text in at most so many lines; a line break stays one, what doesn't fit ends in an ellipsis."""
    found: list[str] = []
    for paragraph in text.split("\n"):
        found.append("")
        for word in paragraph.split():
            if found[-1] and len(found[-1]) + 1 + len(word) > columns:
                found.append("")
            found[-1] += (" " if found[-1] else "") + word
    if len(found) > lines:
        found = found[:lines]
        found[-1] = found[-1][: columns - 2].rstrip() + " …"
    return found


Icon = Callable[[Point, float], list[Item]]


@lru_cache(maxsize=16)
def _legend(board: Board) -> tuple[tuple[str, Icon], ...]:
    """Entries of the legend: whatever this scenario can bring."""
    terrain = set(board.board_map.terrain)
    entries: list[tuple[str, Icon]] = [
        ("Red", lambda at, half: [tokens.body(at, half / 0.8, RED, ink.TEAM[RED])]),
        ("Blue", lambda at, half: [tokens.body(at, half / 0.8, BLUE, ink.TEAM[BLUE])]),
        ("Marshal", lambda at, half: [tokens.marshal_shape(at, 1.1 * half)]),
    ]
    if board.objective == state.SINGLE:
        entries.append(("flag", lambda at, half: tokens.pennant(at, 1.1 * half, NONE)))
    elif board.objective != state.ELIMINATION:
        entries.append(("flags", _two_flags))
    entries.append(("points", _pips))
    marks: list[tuple[str, tokens.Mark]] = [
        ("sentry", tokens.eye),
        ("aim", tokens.cross_hair),
        ("no ammo", tokens.empty_gun),
        ("jammed", tokens.jam),
        ("suppressed", tokens.held_down),
    ]
    if board.grenades:
        marks.append(("dazed", tokens.dazed))
    if board.experts:
        marks.append(("expert", tokens.expert))
    if board.grenades:
        marks += [("smoke gr.", tokens.smoke_can), ("paint gr.", tokens.paint_ball)]
    entries += [(name, _mark(mark)) for name, mark in marks]
    grounds = [("soft cover", "soft"), ("hard cover", "hard")]
    grounds += [("smoke", "smoke")] if board.grenades else []
    grounds += [("base", "base")]
    grounds += [(name, name) for code, name in enumerate(scenery.TERRAIN) if code > state.BASE and code in terrain]
    entries += [(name, _ground(kind)) for name, kind in grounds]
    return tuple(entries)


def _mark(mark: tokens.Mark) -> Icon:
    return lambda at, half: mark(at, 0.95 * half)


def _ground(kind: str) -> Icon:
    return lambda at, half: scenery.swatch(kind, at, half)


def _two_flags(at: Point, half: float) -> list[Item]:
    red = tokens.pennant((at[0] - 0.45 * half, at[1]), 0.8 * half, RED)
    return red + tokens.pennant((at[0] + 0.75 * half, at[1]), 0.8 * half, BLUE)


def _pips(at: Point, half: float) -> list[Item]:
    x, y = at
    return [
        Disc((x - 0.45 * half, y), 0.36 * half, ink.INK),
        Disc((x + 0.5 * half, y), 0.3 * half, None, ink.INK, 0.14 * half),
    ]


def _legend_items(layout: Layout) -> list[Item]:
    items: list[Item] = []
    half = 0.6 * layout.text
    for k, (name, icon) in enumerate(_legend(layout.board)):
        x, y = layout.legend_place(k)
        items += icon((x + half, y), half)
        items.append(Words((x + 1.75 * layout.text, y), name, 0.92 * layout.text, ink.FAINT, "start"))
    return [Group(tuple(items), (("legend", "legend"),))]
