"""The picture as a list of shapes: first what stays the same through a game, then the position on top."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from ..rules import state
from ..rules.state import BLUE, NONE, RED
from . import magnifier, scenery, tokens
from . import palette as ink
from .arrangement import Arrangement, arrange, lines_of, most_lines
from .geometry import Layout, Spot
from .shapes import Disc, Group, Item, Point, Shape, Words, dashed, line, ring
from .status import decision_line, team_line, turn_line
from .view import TEAMS, Board, Position, name_of

LINES_OF_CAPTION = 3


@lru_cache(maxsize=16)
def layout_of(board: Board, width: int, legend: bool, captions: bool, strips: int = 0) -> Layout:
    """The measures of a picture.

    Args:
      board: what is drawn.
      width: in pixels.
      legend: explain the signs.
      captions: keep room for what has just happened.
      strips: lines for the tokens of full hexes.

    Raises:
      ValueError: the width is under 200 or over 8000 pixels.
    """
    if not 200 <= width <= 8000:
        raise ValueError(f"a picture is 200 to 8000 pixels wide, not {width}")
    entries = len(_legend(board, strips > 0)) if legend else 0
    return Layout(board, width, entries, LINES_OF_CAPTION if captions else 0, strips)


def fitting(
    board: Board, positions: Iterable[Position], width: int, legend: bool, captions: bool, steady: bool = False
) -> Layout:
    """The measures of pictures of one size that show all these positions; if `steady`, of all the game can come to."""
    layout = layout_of(board, width, legend, captions)
    lines = [lines_of(layout, position) for position in positions]
    if steady:
        lines.append(most_lines(layout))
    return layout_of(board, width, legend, captions, max(lines, default=0))


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
    places = arrange(layout, position)
    spots = places.tokens
    items += magnifier.strips(layout, places)
    items += _attention(layout, position, places)
    items += [magnifier.sign(board, position, sign) for sign in places.signs]
    for marshal in position.marshals:
        key = f"M{marshal.number + 1}"
        spot, patient = spots[key], spots.get(name_of(marshal.attends)) if marshal.attends != NONE else None
        if patient and places.beside(key, patient.key):
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


def _attention(layout: Layout, position: Position, places: Arrangement) -> list[Item]:
    """Who decides about whom: halos of the figures concerned, lines of fire, the hex in question."""
    items: list[Item] = []
    width = max(1.5, 0.045 * layout.size)
    if position.place != NONE:
        corners = layout.corners(position.place, 0.97)
        items += dashed((*corners, corners[0]), ink.INK, 1.5 * width, 0.16 * layout.size)
        items += dashed((*corners, corners[0]), ink.HINT, 0.8 * width, 0.16 * layout.size)
    actor = name_of(position.actor) if position.actor != NONE else ""
    asked = name_of(position.asked) if position.asked != NONE else ""
    shots = list(dict.fromkeys(name_of(shot) for shot in position.shot))
    for source, aim in dict.fromkeys([*((actor, shot) for shot in shots), (asked, actor)]):
        start, end = places.on_board(source), places.on_board(aim)
        if start and end:
            items += dashed((start.centre, end.centre), ink.INK, 1.5 * width, 0.1 * layout.size)
            items += dashed((start.centre, end.centre), ink.HINT, 0.9 * width, 0.1 * layout.size)
    for spot in _halos(places, [actor, asked]):
        items.append(Disc(spot.centre, spot.radius, ink.HINT, ink.INK, max(0.8, 0.05 * spot.radius)))
    for spot in _halos(places, shots):
        items.append(Disc(spot.centre, spot.radius, ink.WHITE, ink.INK, max(0.8, 0.05 * spot.radius)))
        items.append(ring(spot.centre, 0.92 * spot.radius, ink.HINT, 0.14 * spot.radius))
    return items


def _halos(places: Arrangement, names: list[str]) -> list[Spot]:
    """Where these figures show: their tokens, and the signs of those in full hexes."""
    found = [spot for name in names for spot in (places.on_board(name), places.tokens.get(name)) if spot]
    return list(dict.fromkeys(found))


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
def _legend(board: Board, strips: bool) -> tuple[tuple[str, Icon], ...]:
    """Entries of the legend: whatever this scenario can bring; how full hexes show their figures, if there are any."""
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
    if strips:
        entries.append(("3 figures", lambda at, half: magnifier.stack(Spot("", at, 1.2 * half), RED, "3")))
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
    for k, (name, icon) in enumerate(_legend(layout.board, layout.strips > 0)):
        x, y = layout.legend_place(k)
        items += icon((x + half, y), half)
        items.append(Words((x + 1.75 * layout.text, y), name, 0.92 * layout.text, ink.FAINT, "start"))
    return [Group(tuple(items), (("legend", "legend"),))]
