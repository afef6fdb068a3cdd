"""The picture as a list of shapes: first what stays the same through a game, then the position on top."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from paintball_env.actions import TEAM_TITLES, figure_name
from paintball_env.render import attention, magnifier, scenery, tokens
from paintball_env.render import legend as signs
from paintball_env.render import palette as ink
from paintball_env.render.arrangement import arrange, lines_of, most_lines
from paintball_env.render.geometry import Layout
from paintball_env.render.happened import happened
from paintball_env.render.status import decision_line, team_line, turn_line
from paintball_env.render.view import Board, Position, Setting, position_of
from paintball_env.rules import state
from paintball_env.rules.state import BLUE, NONE, RED
from tabletop.game.draws import Draw
from tabletop.game.events import Event, LastStep
from tabletop.show.drawing.shapes import Item, Shape, Words, check_width, star
from tabletop.show.drawing.things import ABOVE

MOST_LINES = 8  # of a caption
WIDEST = frozenset("WM@%—")  # of the letters that aren't East Asian


@lru_cache(maxsize=16)
def layout_of(
    board: Board, width: int, legend: bool, captions: int, strips: int = 0, passing: frozenset[str] = frozenset()
) -> Layout:
    """The measures of a picture.

    Args:
      board: what is drawn.
      width: in pixels.
      legend: explain the signs.
      captions: lines kept free for what has just happened.
      strips: lines for the tokens of full hexes.
      passing: signs that not every position shows, to be explained.

    Raises:
      ValueError: the width is under 200 or over 8000 pixels.
    """
    check_width(width)
    extra_signs = passing | {signs.STACK} if strips else passing
    names = signs.names(board, extra_signs) if legend else ()
    return Layout(board, width, names, captions, strips)


def fitting(
    board: Board, positions: Iterable[Position], width: int, legend: bool, captions: int, steady: bool = False
) -> Layout:
    """The measures of pictures of one size that show all these positions; if `steady`, of all the game can come to."""
    layout, positions = layout_of(board, width, legend, captions), list(positions)
    lines = [lines_of(layout, position) for position in positions]
    if steady:
        lines.append(most_lines(layout))
    passing = signs.possible(board) if steady else signs.passing(positions)
    return layout_of(board, width, legend, captions, max(lines, default=0), passing)


def backdrop(layout: Layout) -> list[Item]:
    """Paper, board and legend."""
    w, h = layout.width, layout.height
    items: list[Item] = [Shape(((0, 0), (w, 0), (w, h), (0, h)), ink.PAPER)]
    items += scenery.ground(layout)
    items += scenery.labels(layout, range(len(layout.board.board_map.names)))
    if layout.legend:
        items += signs.items(layout)
    return items


class Led(NamedTuple):
    """What led to a position (`tabletop.game.events.LastStep`)."""

    before: Position
    events: Sequence[Event]
    draws: Sequence[Draw]


def led(setting: Setting, step: LastStep | None) -> Led | None:
    """Read a step."""
    return None if step is None else Led(position_of(setting, step.before), step.events, step.draws)


def foreground(layout: Layout, position: Position, caption: str = "", step: Led | None = None) -> list[Item]:
    """Everything that a position adds to the backdrop, what led to it among it."""
    board = layout.board
    items: list[Item] = []
    for place, smoke in enumerate(position.smoke):
        if smoke:
            items.append(scenery.smoke(layout, place))
    for place, value in enumerate(position.cover):
        if value != state.BARE:
            items.append(scenery.cover(layout, place, value))
    hidden = [place for place, value in enumerate(position.cover) if value != state.BARE or position.smoke[place]]
    items += scenery.labels(layout, hidden)  # their names anew
    places = arrange(layout, position)
    spots = places.tokens
    items += magnifier.strips(layout, places)
    effects = () if step is None else happened(layout, step.before, arrange(layout, step.before), *step[1:])
    for thing in (*attention.things(layout, position, places), *effects):
        items += thing.items() if thing.layer != ABOVE else []
    items += [magnifier.sign(board, position, sign) for sign in places.signs]
    for marshal in position.marshals:
        key = f"M{marshal.number + 1}"
        spot, patient = spots[key], spots.get(figure_name(marshal.attends)) if marshal.attends != NONE else None
        if patient and places.beside(key, patient.key):
            items += tokens.attends(spot, patient)
        items.append(tokens.marshal_token(marshal, spot))
    for flag in position.flags:
        if flag.hex != NONE:
            items.append(tokens.flag_token(position, flag, spots[f"flag{flag.number}"]))
    for figure in position.figures:
        items.append(tokens.figure_token(board, position, figure, spots[figure.name]))
    for thing in effects:
        items += thing.items() if thing.layer == ABOVE else []
    items += _status(layout, position)
    items += _caption(layout, caption)
    return items


def _status(layout: Layout, position: Position) -> list[Item]:
    text, margin, board = layout.text, layout.margin, layout.board
    items: list[Item] = []
    y = margin + 0.8 * text
    turn = turn_line(board, position)
    items.append(Words((margin, y), turn, 1.15 * text, ink.INK, "start", bold=True))
    # On average a letter is 0.55 of the text's size wide, a bold one 0.6.
    letters = int((layout.width - 2 * margin - 0.6 * 1.15 * text * (len(turn) + 1)) / (0.55 * text))
    if title := shortened(board.title, letters):
        items.append(Words((layout.width - margin, y), title, text, ink.FAINT, "end"))
    y += 2.05 * text
    half = (layout.width - 2 * margin - 0.6 * text) / 4
    for team in (RED, BLUE):
        x = margin + half if team == RED else layout.width - margin - half
        moves = position.decider == team
        stroke = ink.TEAM_DARK[team] if moves else ink.TEAM_PALE[team]
        items.append(scenery.panel((x, y), half, 1.0 * text, ink.TEAM_PALE[team], stroke))
        left = x - half + 1.15 * text
        items.append(tokens.body((left, y), 0.8 * text, team, ink.TEAM[team]))
        items.append(Words((left + 0.95 * text, y), TEAM_TITLES[team], text, ink.INK, "start", bold=True))
        at = left + (3.4 if team == RED else 3.8) * text
        room = int((2 * half - 5.0 * text) / (0.51 * text))
        stand = team_line(board, position, team, room)
        items.append(Words((at, y), stand, text, ink.INK, "start"))
    y += 2.05 * text
    words = decision_line(board, position)
    if position.ending == state.RUNNING:
        return [*items, Words((margin, y), words, text, ink.INK, "start")]
    # How the game ended, on the winner's colour across the picture.
    fill = ink.TEAM[position.winner] if position.winner != NONE else ink.FAINT
    wide = layout.width / 2 - margin
    items.append(scenery.panel((layout.width / 2, y), wide, 1.0 * text, fill, ink.INK))
    if position.winner != NONE:
        for side in (-1, 1):
            middle = (layout.width / 2 + side * (wide - 1.6 * text), y)
            items.append(Shape(star(middle, 0.8 * text, 5), ink.EXPERT, ink.INK, 0.8))
    return [*items, Words((layout.width / 2, y), words, 1.05 * text, ink.WHITE, bold=True)]


def shortened(text: str, letters: float) -> str:
    """As much of a text's beginning as has the width of so many usual letters, with `…` if it isn't all."""
    text, ends = " ".join(text.split()), [0.0]
    for letter in text:
        wide = unicodedata.east_asian_width(letter) in "WF" or letter in WIDEST
        ends.append(ends[-1] + (2.0 if wide else 1.3 if letter.isupper() else 1.0))
    if ends[-1] <= letters:
        return text
    head = text[: max(sum(end <= letters - 1.0 for end in ends) - 1, 0)].rstrip()
    return f"{head}…" if head else ""


def most_caption_lines(board: Board, width: int, captions: Iterable[str]) -> int:
    """The lines that the longest of these captions takes, at most MOST_LINES."""
    columns = _columns(layout_of(board, width, False, 0))
    return max((len(wrapped(words, columns, MOST_LINES)) for words in captions if words), default=0)


def _columns(layout: Layout) -> int:
    """Letters in a line of the caption."""
    return int((layout.width - 2 * layout.margin) / (0.53 * layout.text))


def _caption(layout: Layout, caption: str) -> list[Item]:
    if not layout.captions or not caption:
        return []
    lines = wrapped(caption, _columns(layout), layout.captions)
    y = layout.caption_top + 0.7 * layout.text
    return [
        Words((layout.margin, y + 1.45 * k * layout.text), words, layout.text, ink.INK, "start", bold=k == 0)
        for k, words in enumerate(lines)
    ]


def wrapped(text: str, columns: int, lines: int) -> list[str]:
    """Text in at most so many lines; a line break stays one. What doesn't fit is left out before the end."""
    rows: list[str] = []
    for paragraph in text.split("\n"):
        rows.append("")
        for word in paragraph.split():
            if rows[-1] and len(rows[-1]) + 1 + len(word) > columns:
                rows.append("")
            rows[-1] += (" " if rows[-1] else "") + word
    if len(rows) > lines:
        head_rows = max(1, lines // 2)  # the end says what came of it all
        rows = [*rows[:head_rows], *rows[len(rows) - (lines - head_rows) :]]
        rows[head_rows - 1] = rows[head_rows - 1][: columns - 2].rstrip() + " …"
    return rows
