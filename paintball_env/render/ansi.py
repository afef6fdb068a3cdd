"""A position in a terminal: the hexes as bricks, below them every figure with its states."""

from collections.abc import Sequence

from paintball_env.actions import LETTERS, TEAM_TITLES
from paintball_env.render.frame import INKS, PLAIN, head, painted, roster, runs
from paintball_env.render.view import Position
from paintball_env.rules import state
from paintball_env.rules.state import BLUE, NONE, RED
from paintball_env.rules.terrain import FEATURES, TERRAINS
from tabletop.game.hex_grid import DIRECTIONS

WIDE, HIGH = 10, 4  # of a brick, one of its borders counted
SIGNS = {kind.glyphs: kind.name for kind in FEATURES}
_TERRAIN = "  ".join(f"{glyph} {name}" for glyph, name in SIGNS.items())
LEGEND = f"% soft cover  #NE hard cover and its facing  ~ smoke  {_TERRAIN}  f flag  M Marshal"


def text_board(position: Position, colour: bool = False) -> str:
    """The whole frame as lines of text; with ANSI colours it says the same as without."""
    top, bricks, figures = frame_parts(position, colour)
    return "\n".join(line.rstrip() for line in [*top, "", *bricks, "", *figures]) + "\n"


def frame_parts(position: Position, colour: bool = False) -> tuple[list[str], list[str], list[str]]:
    """The lines of the frame: the head, the board, and the figures with the legend as the last line."""
    figures = [*roster(position, colour), painted(LEGEND, colour)]
    return head(position, colour), _bricks(position, colour), figures


def brick_columns(position: Position, wide: int) -> tuple[list[int], int]:
    """Where the hexes' bricks, so wide with one border, begin in their lines; and how long these are."""
    offsets = [2 * q + r for q, r in position.scenario.board_map.coords]
    left = min(offsets)
    return [(offset - left) * wide // 2 for offset in offsets], (max(offsets) - left + 2) * wide // 2 + 1


def _bricks(position: Position, colour: bool) -> list[str]:
    rows = [r for _, r in position.scenario.board_map.coords]
    starts, columns = brick_columns(position, WIDE)
    canvas = [[" "] * columns for _ in range((max(rows) + 1) * HIGH + 1)]
    for place, (x, r) in enumerate(zip(starts, rows, strict=True)):
        y = r * HIGH
        for k in range(WIDE + 1):
            for edge in (y, y + HIGH):
                canvas[edge][x + k] = "+" if k in (0, WIDE) or canvas[edge][x + k] == "+" else "-"
        for row, words in zip(canvas[y + 1 : y + HIGH], _cell(position, place), strict=True):
            row[x] = row[x + WIDE] = "|"
            at = x + 1
            for text, ink in words:
                row[at : at + len(text)] = text
                if colour and ink and text.strip():
                    row[at] = ink + row[at]
                    row[at + len(text) - 1] += PLAIN
                at += len(text)
    return ["".join(row) for row in canvas]


Words = list[tuple[str, str]]  # each with its colour


def _cell(position: Position, place: int) -> tuple[Words, Words, Words]:
    """Three lines: the hex and what is on the ground; Red's figures and Marshals; Blue's figures and flags."""
    homes = position.scenario.board_map.homes
    ground = TEAM_TITLES[homes.index(place)].upper() if place in homes else ""
    ground += "".join(sign for sign, _ in ground_signs(position, place))
    room = WIDE - 1
    first = f"{position.names[place]} {ground}"[:room].ljust(room)
    marshals = "".join(marshal.name[1:] for marshal in position.marshals if marshal.hex == place)
    flags = [flag for flag in position.flags if flag.hex == place]
    signs = "".join("f" if flag.team == NONE else f"f{LETTERS[flag.team]}" for flag in flags)
    lines: list[Words] = []
    for team, right in ((RED, f"M{marshals}" if marshals else ""), (BLUE, signs)):
        space = room - len(right)
        *fuller, shortest = forms(position, place, team)
        who = next((form for form in fuller if len(form) <= space), shortest[:space])
        lines.append([(who.ljust(space), INKS[LETTERS[team]]), (right, INKS["M"])])
    return [(first, "")], lines[0], lines[1]


def ground_signs(position: Position, place: int, ways: Sequence[str] = DIRECTIONS) -> list[tuple[str, str]]:
    """What lies on the ground of a hex: each sign, with one of the six `ways` that something faces; what it means."""
    ground = TERRAINS[position.scenario.board_map.terrain[place]].glyphs
    signs = [(ground, SIGNS[ground])] if ground in SIGNS else []
    value = position.cover[place]
    if value == state.SOFT:
        signs.append(("%", "soft cover"))
    elif value >= state.HARD:
        facing = value - state.HARD
        signs.append((f"#{ways[facing]}", f"hard cover facing {DIRECTIONS[facing]}"))
    return [*signs, ("~", "smoke")] if position.smoke[place] else signs


def standing(position: Position, place: int, team: int) -> list[int]:
    """The numbers of a team's figures in a hex, as people count them."""
    return [figure.number + 1 for figure in position.figures if figure.hex == place and figure.team == team]


def forms(position: Position, place: int, team: int) -> list[str]:
    """How a team's figures in a hex are written: `R1 R2 R5`; `R1,2,5` or `R1-6`; `R125`; at last their number, `3*R`.

    Nobody is written as nothing. In a team of ten or more `R12` is one figure, so there no numbers are put together.
    """
    letter, numbers = LETTERS[team], standing(position, place, team)
    if not numbers:
        return [""]
    together = [letter + "".join(map(str, numbers))] if position.scenario.teams[team].figures < 10 else []
    all_named = " ".join(f"{letter}{number}" for number in numbers)
    return [all_named, runs(letter, numbers), *together, f"{len(numbers)}*{letter}"]


def text_signs() -> str:
    """What the signs mean, those of small boards (`compact`) too."""
    return f"""{LEGEND}
R1-3 figures R1, R2 and R3  R125 figures R1, R2 and R5, in teams of up to nine
8*R eight figures of Red  RED, BLUE bases
in small boards  #↗ hard cover and its facing  a base's name cut short, R or B"""
