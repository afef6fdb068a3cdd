"""A position in a terminal of a given size: the whole frame where there is room, else small bricks and short words."""

import re
import textwrap
from collections.abc import Iterable
from itertools import product

from paintball_env.actions import LETTERS, TEAM_TITLES, figure_name
from paintball_env.render.ansi import COLOURS, PLAIN, SIGNS, forms, frame_parts, runs, standing, text_board
from paintball_env.render.status import decision_line, states, team_line, turn_line
from paintball_env.render.view import Board, Position, flag_title
from paintball_env.rules import state
from paintball_env.rules.state import BLUE, NONE, RED
from paintball_env.rules.terrain import TERRAINS
from tabletop.game.hex_grid import DIRECTIONS

WIDTHS = (10, 8, 6)  # of a small brick, its border counted: even, for a row begins half a brick beside the last one
ARROWS = dict(zip(DIRECTIONS, "→↗↖←↙↘", strict=True))
_NAMES = re.compile(r"\b([RBM])\d[\d,-]*\b")
_INKS = {LETTERS[RED]: COLOURS[RED], LETTERS[BLUE]: COLOURS[BLUE], "M": COLOURS[NONE]}
BESIDE = 3  # columns between the board and the figures beside it


def fitted_board(board: Board, position: Position, room: tuple[int, int], colour: bool = False) -> str:
    """The largest form of a position that fits, else the smallest.

    Args:
      board: what doesn't change.
      position: what does.
      room: columns and lines that are free.
      colour: with ANSI colours; the text says the same without.
    """
    columns, lines = room
    for text in (_beside(board, position), text_board(board, position)):
        if _width(text) <= columns and text.count("\n") <= lines:
            return painted(text) if colour else text
    wide = next((wide for wide in WIDTHS if _span(board, wide) <= columns), WIDTHS[-1])
    small = [_small(board, position, wide, high, columns) for high in (2, 1)]
    text = small[0] if small[0].count("\n") <= lines else small[1]
    return painted(text) if colour else text


def painted(text: str) -> str:
    """The text with figures and Marshals in their colours."""
    return _NAMES.sub(lambda name: f"{_INKS[name[1]]}{name[0]}{PLAIN}", text)


def _width(text: str) -> int:
    return max(map(len, text.splitlines()))


def _beside(board: Board, position: Position) -> str:
    """The whole frame, the figures beside the board instead of below it."""
    head, bricks, roster = frame_parts(board, position)
    *figures, legend = roster
    column = max(map(len, bricks)) + BESIDE
    high = max(len(bricks), len(figures))
    left = bricks + [""] * (high - len(bricks))
    right = figures + [""] * (high - len(figures))
    rows = (f"{a:<{column}}{b}" for a, b in zip(left, right, strict=True))
    return "\n".join(line.rstrip() for line in [*head, *rows, legend]) + "\n"


def _small(board: Board, position: Position, wide: int, high: int, columns: int) -> str:
    """Bricks of one line or two; what they have no room for stands below, by what it is."""
    head = [turn_line(board, position)]
    head += [f"{TEAM_TITLES[team]} {team_line(board, position, team, room=16)}" for team in (RED, BLUE)]
    room = wide - 1
    below = [*_crowds(board, position, room), *_hidden(board, position, room, high)]
    below += [*_things(board, position), *_states(board, position)]
    lines = [
        *_joined(head, columns),
        *_bricks(board, position, wide, high),
        *_joined(below, columns),
        decision_line(board, position),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _joined(parts: Iterable[str], columns: int) -> list[str]:
    """The parts one after the other; a line breaks between two of them where it can."""
    glued = [part.replace(" ", "\0") if len(part) < columns - 6 else part for part in parts]
    lines = textwrap.wrap(" · ".join(glued), columns, break_on_hyphens=False, subsequent_indent="  ")
    return [line.replace("\0", " ") for line in lines]


def _span(board: Board, wide: int) -> int:
    offsets = [2 * q + r for q, r in board.board_map.coords]
    return (max(offsets) - min(offsets) + 2) * wide // 2 + 1


def _bricks(board: Board, position: Position, wide: int, high: int) -> list[str]:
    coords = board.board_map.coords
    left = min(2 * q + r for q, r in coords)
    canvas = [[" "] * _span(board, wide) for _ in range(high * (max(r for _, r in coords) + 1))]
    for place, (q, r) in enumerate(coords):
        x = (2 * q + r - left) * wide // 2
        for k, words in enumerate(_cell(board, position, place, wide - 1, high)):
            row = canvas[high * r + k]
            row[x] = row[x + wide] = "|"
            row[x + 1 : x + wide] = words.ljust(wide - 1)
    return ["".join(row) for row in canvas]


def _cell(board: Board, position: Position, place: int, room: int, high: int) -> tuple[str, ...]:
    """Its lines: the hex with what is on the ground, flag and Marshal as far as there is room; who stands there."""
    board_map = board.board_map
    words = _words(board, position, place, room, high)
    ground = "".join(sign for sign, _ in _signs(board, position, place))
    ground += "f" * sum(flag.hex == place for flag in position.flags)
    ground += "M" * sum(marshal.hex == place for marshal in position.marshals)
    if place in board_map.homes:
        base = TEAM_TITLES[board_map.homes.index(place)].upper()
        ground = base[: max(room - len(words) - len(ground) - 1, 1)] + ground
    text = f"{words} {ground}" if len(words) + len(ground) < room else f"{words}{ground}"[:room]
    return (text,) if high == 1 else (text, _who(board, position, place, room))


def _words(board: Board, position: Position, place: int, room: int, high: int) -> str:
    """What its first line begins with: in one line who stands there takes the place of the hex's name."""
    return (high == 1 and _who(board, position, place, room)) or board.board_map.names[place]


def _signs(board: Board, position: Position, place: int) -> list[tuple[str, str]]:
    """What lies on its ground: each sign, and what it means."""
    ground = TERRAINS[board.board_map.terrain[place]].glyphs
    signs = [(ground, SIGNS[ground])] if ground in SIGNS else []
    value = position.cover[place]
    if value == state.SOFT:
        signs.append(("%", "soft cover"))
    elif value >= state.HARD:
        facing = DIRECTIONS[value - state.HARD]
        signs.append((f"#{ARROWS[facing]}", f"hard cover facing {facing}"))
    return [*signs, ("~", "smoke")] if position.smoke[place] else signs


def _who(board: Board, position: Position, place: int, room: int) -> str:
    """Who stands in a hex, as far as there is room: `2R 2B` where that takes even the stars."""
    words = " ".join(filter(None, _fitted_forms(board, position, place, room)))
    return words if len(words) <= room else words.replace("*", "")[:room]


def _fitted_forms(board: Board, position: Position, place: int, room: int) -> tuple[str, str]:
    """How Red and Blue in a hex are written: both as fully as there is room for; the shortest forms if nothing fits."""
    red, blue = (forms(LETTERS[team], standing(position, place, team), board.figures[team]) for team in (RED, BLUE))
    pairs = [(red[i], blue[j]) for i, j in sorted(product(range(len(red)), range(len(blue))), key=sum)]
    return next((pair for pair in pairs if len(" ".join(filter(None, pair))) <= room), pairs[-1])


def _crowds(board: Board, position: Position, room: int) -> list[str]:
    """Who stands in hexes that show a number of figures, or have no room even for that."""
    parts = []
    for place, name in enumerate(board.board_map.names):
        written = _fitted_forms(board, position, place, room)
        is_cut = len(" ".join(filter(None, written))) > room
        for team in (RED, BLUE):
            if "*" in written[team] or (is_cut and written[team]):
                parts.append(f"in {name}: {runs(LETTERS[team], standing(position, place, team))}")
    return parts


def _hidden(board: Board, position: Position, room: int, high: int) -> list[str]:
    """What lies on the ground of hexes that have no room for its sign, and who stands there."""
    by_words: dict[str, list[str]] = {}
    for place, name in enumerate(board.board_map.names):
        shown = _cell(board, position, place, room, high)[0][len(_words(board, position, place, room, high)) :]
        here = [figure.name for figure in position.figures if figure.hex == place]
        for sign, words in _signs(board, position, place):
            if sign not in shown:
                by_words.setdefault(words, []).append(_runs(here) or name)
    return [f"in {words}: {' '.join(names)}" for words, names in by_words.items()]


def _things(board: Board, position: Position) -> list[str]:
    """Where Marshals and flags are."""
    names = board.board_map.names
    parts = []
    for marshal in position.marshals:
        attends = f" attends {figure_name(marshal.attends)}" if marshal.attends != NONE else ""
        parts.append(f"M{marshal.number + 1} {names[marshal.hex]}{attends}")
    for flag in position.flags:
        place_words = f"in {names[flag.hex]}" if flag.hex != NONE else f"carried by {figure_name(flag.carrier)}"
        parts.append(f"{flag_title(position.objective, flag.number)} {place_words}")
    return parts


def _states(board: Board, position: Position) -> list[str]:
    """Each state and who is in it; points of the acting team alone, of those who have spent some."""
    by_words: dict[str, list[str]] = {}
    for figure in position.figures:
        full = board.points["expert" in figure.states]
        for words in states(figure):
            if "point" in words and (figure.points == full or figure.team != position.acting):
                continue
            if not words.startswith("moved"):
                by_words.setdefault(words, []).append(figure.name)
    parts = [f"{words}: {_runs(names)}" for words, names in by_words.items()]
    if board.blind_spots:
        facing: dict[str, list[str]] = {}
        for figure in position.figures:
            facing.setdefault(DIRECTIONS[figure.facing], []).append(figure.name)
        parts += [f"facing {way}: {_runs(names)}" for way, names in facing.items()]
    return parts


def _runs(names: list[str]) -> str:
    """`R1-3 B2`."""
    by_team = ([int(name[1:]) for name in names if name[0] == letter] for letter in LETTERS)
    return " ".join(filter(None, map(runs, LETTERS, by_team)))
