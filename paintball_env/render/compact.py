"""A position in a terminal of a given size: the whole frame where there is room, else small bricks and short words."""

import re
import textwrap
from collections.abc import Iterable
from itertools import product

from paintball_env.actions import LETTERS, TEAM_TITLES, figure_name
from paintball_env.render.ansi import (
    brick_columns,
    forms,
    frame_parts,
    ground_signs,
    standing,
    text_board,
)
from paintball_env.render.frame import INKS, PLAIN, runs
from paintball_env.render.status import decision_line, states, team_line, turn_line
from paintball_env.render.view import Position
from paintball_env.rules.state import BLUE, NONE, RED
from tabletop.game.hex_grid import DIRECTIONS

WIDTHS = (10, 8, 6)  # of a small brick, its border counted: even, for a row begins half a brick beside the last one
ARROWS = "→↗↖←↙↘"
_NAMES = re.compile(r"\b([RBM])\d[\d,-]*\b")
BESIDE = 3  # columns between the board and the figures beside it


def fitted_board(position: Position, room: tuple[int, int], colour: bool = False) -> str:
    """The largest form of a position that fits, else the smallest.

    Args:
      position: what is drawn.
      room: columns and lines that are free.
      colour: with ANSI colours; the text says the same without.
    """
    columns, lines = room
    whole = (_beside(position), text_board(position))
    fitting = (text for text in whole if max(map(len, text.splitlines())) <= columns and text.count("\n") <= lines)
    wide = next((wide for wide in WIDTHS if brick_columns(position, wide)[1] <= columns), WIDTHS[-1])
    text = next(fitting, "") or _small(position, wide, 2, columns)
    if text.count("\n") > lines:
        text = _small(position, wide, 1, columns)
    return _NAMES.sub(lambda name: f"{INKS[name[1]]}{name[0]}{PLAIN}", text) if colour else text


def _beside(position: Position) -> str:
    """The whole frame, the figures beside the board instead of below it."""
    head, bricks, roster = frame_parts(position)
    *figures, legend = roster
    column = max(map(len, bricks)) + BESIDE
    high = max(len(bricks), len(figures))
    left = bricks + [""] * (high - len(bricks))
    right = figures + [""] * (high - len(figures))
    rows = (f"{a:<{column}}{b}" for a, b in zip(left, right, strict=True))
    return "\n".join(line.rstrip() for line in [*head, *rows, legend]) + "\n"


def _small(position: Position, wide: int, high: int, columns: int) -> str:
    """Bricks of one line or two; what they have no room for stands below, by what it is."""
    head = [turn_line(position)]
    head += [f"{TEAM_TITLES[team]} {team_line(position, team, room=16)}" for team in (RED, BLUE)]
    room = wide - 1
    below = [*_crowds(position, room), *_hidden(position, room, high)]
    below += [*_things(position), *_states(position)]
    lines = [
        *_joined(head, columns),
        *_bricks(position, wide, high),
        *_joined(below, columns),
        decision_line(position),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _joined(parts: Iterable[str], columns: int) -> list[str]:
    """The parts one after the other; a line breaks between two of them where it can."""
    glued = [part.replace(" ", "\0") if len(part) < columns - 6 else part for part in parts]
    lines = textwrap.wrap(" · ".join(glued), columns, break_on_hyphens=False, subsequent_indent="  ")
    return [line.replace("\0", " ") for line in lines]


def _bricks(position: Position, wide: int, high: int) -> list[str]:
    rows = [r for _, r in position.scenario.board_map.coords]
    starts, columns = brick_columns(position, wide)
    canvas = [[" "] * columns for _ in range(high * (max(rows) + 1))]
    for place, (x, r) in enumerate(zip(starts, rows, strict=True)):
        for k, words in enumerate(_cell(position, place, wide - 1, high)):
            row = canvas[high * r + k]
            row[x] = row[x + wide] = "|"
            row[x + 1 : x + wide] = words.ljust(wide - 1)
    return ["".join(row) for row in canvas]


def _cell(position: Position, place: int, room: int, high: int) -> tuple[str, ...]:
    """Its lines: the hex with what is on the ground, flag and Marshal as far as there is room; who stands there."""
    homes = position.scenario.board_map.homes
    words = _words(position, place, room, high)
    ground = "".join(sign for sign, _ in ground_signs(position, place, ARROWS))
    ground += "f" * sum(flag.hex == place for flag in position.flags)
    ground += "M" * sum(marshal.hex == place for marshal in position.marshals)
    if place in homes:
        base = TEAM_TITLES[homes.index(place)].upper()
        ground = base[: max(room - len(words) - len(ground) - 1, 1)] + ground
    text = f"{words} {ground}" if len(words) + len(ground) < room else f"{words}{ground}"[:room]
    return (text,) if high == 1 else (text, _who(position, place, room))


def _words(position: Position, place: int, room: int, high: int) -> str:
    """What its first line begins with: in one line who stands there takes the place of the hex's name."""
    return (high == 1 and _who(position, place, room)) or position.names[place]


def _who(position: Position, place: int, room: int) -> str:
    """Who stands in a hex, as far as there is room: `2R 2B` where that takes even the stars."""
    words = " ".join(filter(None, _fitted_forms(position, place, room)))
    return words if len(words) <= room else words.replace("*", "")[:room]


def _fitted_forms(position: Position, place: int, room: int) -> tuple[str, str]:
    """How Red and Blue in a hex are written: both as fully as there is room for; the shortest forms if nothing fits."""
    red, blue = (forms(position, place, team) for team in (RED, BLUE))
    pairs = [(red[i], blue[j]) for i, j in sorted(product(range(len(red)), range(len(blue))), key=sum)]
    return next((pair for pair in pairs if len(" ".join(filter(None, pair))) <= room), pairs[-1])


def _crowds(position: Position, room: int) -> list[str]:
    """Who stands in hexes that show a number of figures, or have no room even for that."""
    parts = []
    for place, name in enumerate(position.names):
        written = _fitted_forms(position, place, room)
        is_cut = len(" ".join(filter(None, written))) > room
        for team in (RED, BLUE):
            if "*" in written[team] or (is_cut and written[team]):
                parts.append(f"in {name}: {runs(LETTERS[team], standing(position, place, team))}")
    return parts


def _hidden(position: Position, room: int, high: int) -> list[str]:
    """What lies on the ground of hexes that have no room for its sign, and who stands there."""
    by_words: dict[str, list[str]] = {}
    for place, name in enumerate(position.names):
        shown = _cell(position, place, room, high)[0][len(_words(position, place, room, high)) :]
        here = [figure.name for figure in position.figures if figure.hex == place]
        for sign, words in ground_signs(position, place, ARROWS):
            if sign not in shown:
                by_words.setdefault(words, []).append(_runs(here) or name)
    return [f"in {words}: {' '.join(names)}" for words, names in by_words.items()]


def _things(position: Position) -> list[str]:
    """Where Marshals and flags are."""
    names, parts = position.names, []
    for marshal in position.marshals:
        attends = f" attends {figure_name(marshal.attends)}" if marshal.attends != NONE else ""
        parts.append(f"{marshal.name} {names[marshal.hex]}{attends}")
    for flag in position.flags:
        place_words = f"in {names[flag.hex]}" if flag.hex != NONE else f"carried by {figure_name(flag.carrier)}"
        parts.append(f"{flag.title()} {place_words}")
    return parts


def _states(position: Position) -> list[str]:
    """Each state and who is in it; points of the acting team alone, of those who have spent some."""
    by_words: dict[str, list[str]] = {}
    for figure in position.figures:
        for words in states(figure):
            if "point" in words and (figure.points == figure.full or figure.team != position.acting):
                continue
            if not words.startswith("moved"):
                by_words.setdefault(words, []).append(figure.name)
    for figure in position.figures:
        if figure.facing is not None:
            by_words.setdefault(f"facing {DIRECTIONS[figure.facing]}", []).append(figure.name)
    return [f"{words}: {_runs(names)}" for words, names in by_words.items()]


def _runs(names: list[str]) -> str:
    """`R1-3 B2`."""
    by_team = ([int(name[1:]) for name in names if name[0] == letter] for letter in LETTERS)
    return " ".join(filter(None, map(runs, LETTERS, by_team)))
