"""A position in a terminal: the hexes as bricks, below them every figure with its states."""

from paintball_env.actions import LETTERS, TEAM_TITLES, figure_name
from paintball_env.render.status import decision_line, states, team_line, turn_line
from paintball_env.render.view import Board, Figure, Position, flag_title
from paintball_env.rules import state
from paintball_env.rules.flags import is_shared
from paintball_env.rules.state import BLUE, NONE, RED
from paintball_env.rules.terrain import FEATURES, TERRAINS
from tabletop.game.hex_grid import DIRECTIONS

WIDE, HIGH = 10, 4  # of a brick, one of its borders counted
# Bright ones: dark blue can't be read on black.
COLOURS = {RED: "\033[1;91m", BLUE: "\033[1;94m", NONE: "\033[1;93m"}
DIM, PLAIN = "\033[2m", "\033[0m"
SIGNS = {kind.glyphs: kind.name for kind in FEATURES}
_TERRAIN = "  ".join(f"{glyph} {name}" for glyph, name in SIGNS.items())
LEGEND = f"% soft cover  #NE hard cover and its facing  ~ smoke  {_TERRAIN}  f flag  M Marshal"


def text_board(board: Board, position: Position, colour: bool = False) -> str:
    """The whole frame as lines of text.

    Args:
      board: what doesn't change.
      position: what does.
      colour: with ANSI colours; the text says the same without.
    """
    head, bricks, roster = frame_parts(board, position, colour)
    return "\n".join(line.rstrip() for line in [*head, "", *bricks, "", *roster]) + "\n"


def frame_parts(board: Board, position: Position, colour: bool = False) -> tuple[list[str], list[str], list[str]]:
    """The lines of the frame: the head, the board, and the figures with the legend as the last line."""
    head = [turn_line(board, position)]
    for team in (RED, BLUE):
        line = f"{TEAM_TITLES[team]}: {team_line(board, position, team)}"
        head.append(f"{COLOURS[team]}{line}{PLAIN}" if colour else line)
    head.append(decision_line(board, position))
    return head, _bricks(board, position, colour), _roster(board, position, colour)


def _bricks(board: Board, position: Position, colour: bool) -> list[str]:
    coords = board.board_map.coords
    offsets = [2 * q + r for q, r in coords]
    left = min(offsets)
    columns = (max(offsets) - left + 2) * WIDE // 2 + 1
    rows = (max(r for _, r in coords) + 1) * HIGH + 1
    canvas = [[" "] * columns for _ in range(rows)]
    paint: list[tuple[int, int, int, int]] = []  # row, column, length, whose
    for place, (_, r) in enumerate(coords):
        x, y = (offsets[place] - left) * WIDE // 2, r * HIGH
        for k in range(WIDE + 1):
            for edge in (y, y + HIGH):
                canvas[edge][x + k] = "+" if k in (0, WIDE) or canvas[edge][x + k] == "+" else "-"
        for k in range(1, HIGH):
            canvas[y + k][x] = canvas[y + k][x + WIDE] = "|"
        for k, words in enumerate(_cell(board, position, place)):
            at = x + 1
            for text, team in words:
                canvas[y + 1 + k][at : at + len(text)] = text
                if team != _GROUND and text.strip():
                    paint.append((y + 1 + k, at, len(text), team))
                at += len(text)
    if colour:
        for row, at, length, team in paint:
            canvas[row][at] = COLOURS[team] + canvas[row][at]
            canvas[row][at + length - 1] += PLAIN
    return ["".join(row) for row in canvas]


_GROUND = 9  # no colour
Words = list[tuple[str, int]]


def _cell(board: Board, position: Position, place: int) -> tuple[Words, Words, Words]:
    """Three lines: the hex and what is on the ground; Red's figures and Marshals; Blue's figures and flags."""
    board_map = board.board_map
    ground = TERRAINS[board_map.terrain[place]].glyphs
    ground = ground if ground in SIGNS else ""
    if place in board_map.homes:
        ground = ("RED", "BLUE")[board_map.homes.index(place)]
    value = position.cover[place]
    if value == state.SOFT:
        ground += "%"
    elif value >= state.HARD:
        ground += f"#{DIRECTIONS[value - state.HARD]}"
    ground += "~" if position.smoke[place] else ""
    room = WIDE - 1
    first = f"{board_map.names[place]} {ground}"[:room].ljust(room)
    marshals = "".join(str(m.number + 1) for m in position.marshals if m.hex == place)
    single = is_shared(position.objective)
    flags = "".join("f" if single else f"f{LETTERS[f.number]}" for f in position.flags if f.hex == place)
    lines: list[Words] = []
    for team, right in ((RED, f"M{marshals}" if marshals else ""), (BLUE, flags)):
        numbers = standing(position, place, team)
        space = room - len(right)
        who = squeezed(LETTERS[team], numbers, space, board.figures[team])
        lines.append([(who.ljust(space), team), (right, NONE)])
    return [(first, _GROUND)], lines[0], lines[1]


def standing(position: Position, place: int, team: int) -> list[int]:
    """The numbers of a team's figures in a hex, as people count them."""
    return [figure.number + 1 for figure in position.figures if figure.hex == place and figure.team == team]


def squeezed(letter: str, numbers: list[int], room: int, team_size: int) -> str:
    """The longest of a hex's `forms` that there is room for."""
    *fuller, shortest = forms(letter, numbers, team_size)
    return next((form for form in fuller if len(form) <= room), shortest[:room])


def forms(letter: str, numbers: list[int], team_size: int) -> list[str]:
    """How figures of a team in a hex are written: `R1 R2 R5`; `R1,2,5` or `R1-6`; `R125`; at last their number, `3*R`.

    Nobody is written as nothing. In a team of ten or more `R12` is one figure, so there no numbers are put together.
    """
    if not numbers:
        return [""]
    together = [letter + "".join(map(str, numbers))] if team_size < 10 else []
    all_named = " ".join(f"{letter}{number}" for number in numbers)
    return [all_named, runs(letter, numbers), *together, f"{len(numbers)}*{letter}"]


def runs(letter: str, numbers: list[int]) -> str:
    """`R1,2,5`, `R1-6`; nothing for nobody."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    text = ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in ranges)
    return f"{letter}{text}" if text else ""


def _roster(board: Board, position: Position, colour: bool) -> list[str]:
    lines = []
    for figure in position.figures:
        line = _figure_line(board, position, figure)
        lines.append(f"{COLOURS[figure.team]}{line[:4]}{PLAIN}{line[4:]}" if colour else line)
    for marshal in position.marshals:
        attends = f"attends {figure_name(marshal.attends)}" if marshal.attends != NONE else ""
        lines.append(f"M{marshal.number + 1:<3}{board.board_map.names[marshal.hex]:<7}{attends}")
    for flag in position.flags:
        if flag.hex != NONE:
            title = flag_title(position.objective, flag.number)
            lines.append(f"{title} lies in {board.board_map.names[flag.hex]}")
    return [*lines, f"{DIM}{LEGEND}{PLAIN}" if colour else LEGEND]


def text_signs() -> str:
    """What the signs mean, those of small boards (`compact`) too."""
    return f"""{LEGEND}
R1-3 figures R1, R2 and R3  R125 figures R1, R2 and R5, in teams of up to nine
8*R eight figures of Red  RED, BLUE bases
in small boards  #↗ hard cover and its facing  a base's name cut short, R or B"""


def _figure_line(board: Board, position: Position, figure: Figure) -> str:
    place_words = board.board_map.names[figure.hex]
    if board.blind_spots:
        place_words += f"/{DIRECTIONS[figure.facing]}"
    words = states(figure)
    flags = position.flag_of(figure.id)
    words += [f"carries {flag_title(position.objective, flag.number, inside=True)}" for flag in flags]
    return f"{figure.name:<4}{place_words:<7}{', '.join(words)}"
