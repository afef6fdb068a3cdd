"""A position in a terminal: the table as a coarse map, what lies there by number, every figure with its states."""

import math
import textwrap
from collections.abc import Iterator

from paintball_env.actions import LETTERS
from paintball_env.on_table.places import DIRECTIONS
from paintball_env.on_table.rules.ground import TOGETHER, hard_ends_at, part_at, xy
from paintball_env.on_table.scenario.ground import Scenario
from paintball_env.render.frame import INKS, PLAIN, head, painted, roster
from paintball_env.render.view import Position
from paintball_env.rules.state import NONE, RED
from paintball_env.rules.terrain import BASE, FEATURES, HILL, TERRAINS
from tabletop.game.open_table import covers

COLUMNS = 100  # that a map takes at most, where nobody says how many are free
WIDE = 3  # characters of a cell
CELLS = 25, 40, 50, 80, 100, 160, 200  # mm
_TERRAIN = "  ".join(f"{kind.glyphs} {kind.name}" for kind in FEATURES)
LEGEND = f"% soft cover  # hard cover  ~ smoke  r b bases  {_TERRAIN}  f flag  M Marshal"


def text_board(position: Position, colour: bool = False) -> str:
    """The whole frame as lines of text; with ANSI colours it says the same as without."""
    return frame(position, cell_for(position, COLUMNS), COLUMNS, colour)


def frame(position: Position, cell: int, columns: int, colour: bool = False) -> str:
    """The frame with a map of cells of so many mm."""
    lines = [*head(position, colour), "", *table(position, cell, colour), "", *lists(position, columns, colour)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def cell_for(position: Position, columns: int) -> int:
    """The smallest cell, in mm, with which the map is so many columns wide; else the largest."""
    scenario: Scenario = position.scenario
    long = 10 * scenario.table[0]
    return next((cell for cell in CELLS if WIDE * -(-long // cell) + 2 <= columns), CELLS[-1])


def table(position: Position, cell: int, colour: bool = False) -> list[str]:
    """The map: a line a row of cells, north above, and centimetres along its lower edge."""
    scenario: Scenario = position.scenario
    length, width = (10 * side for side in scenario.table)
    columns, rows = -(-length // cell), -(-width // cell)
    ground = [
        [_ground(position, *_middle(x, y, cell, columns, rows), cell) for x in range(columns)] for y in range(rows)
    ]
    for place, heading in zip(position.hard, position.heading, strict=True):
        if place != NONE:
            ax, ay, bx, by = hard_ends_at(position.scenario.world[0], place, heading)
            for k in range(9):
                x, y = _cell(ax + (bx - ax) * k // 8, ay + (by - ay) * k // 8, cell, columns, rows)
                ground[y][x] = "#"
    there: dict[tuple[int, int], list[str]] = {}
    for name, place in _standing(position):
        there.setdefault(_cell(*xy(place), cell, columns, rows), []).append(name)
    edge = f"+{'-' * (WIDE * columns)}+"
    lines = [edge]
    for y in range(rows):
        cells = [_shown(there.get((x, y), []), ground[y][x], colour) for x in range(columns)]
        lines.append(f"|{''.join(cells)}|")
    return [*lines, edge, _axis(length, cell, columns)]


def _middle(x: int, y: int, cell: int, columns: int, rows: int) -> tuple[float, float]:
    """The middle of a cell, in mm from the table's."""
    return (2 * x + 1 - columns) * cell / 2, (rows - 2 * y - 1) * cell / 2


def _cell(x: int, y: int, cell: int, columns: int, rows: int) -> tuple[int, int]:
    """The cell in which a point is."""
    column = (2 * x + columns * cell) // (2 * cell)
    row = (rows * cell - 2 * y) // (2 * cell)
    return min(max(column, 0), columns - 1), min(max(row, 0), rows - 1)


def _ground(position: Position, x: float, y: float, cell: int) -> str:
    """What is at a point, or so near that its cell shows it."""
    world = position.scenario.world[0]
    clouds = [place for place in position.cloud if place != NONE]
    if any(math.dist((x, y), xy(place)) <= TOGETHER for place in clouds):
        return "~"
    reach = max(int(world.board.soft_radius), cell // 2)
    if any(place != NONE and math.dist((x, y), xy(place)) <= reach for place in position.soft):
        return "%"
    part = int(part_at(world, RED, int(x), int(y)))
    if part != NONE:
        terrain = int(world.board.terrain[part])
        return "br"[x < 0] if terrain == BASE else TERRAINS[terrain].glyphs
    hills = world.board.hill[: int(world.board.hills)]
    return TERRAINS[HILL].glyphs if any(covers(hill, hill.c, int(x), int(y)) for hill in hills) else " "


def _standing(position: Position) -> Iterator[tuple[str, int]]:
    """Who and what stands or lies there, by short names."""
    for figure in position.figures:
        yield figure.name, figure.hex
    for marshal in position.marshals:
        yield marshal.name, marshal.hex
    for flag in position.flags:
        if flag.hex != NONE:
            yield "f" if flag.team == NONE else f"f{LETTERS[flag.team]}", flag.hex


def _shown(names: list[str], ground: str, colour: bool) -> str:
    """A cell: one name, or of several figures how many there are."""
    figures = [name for name in names if name[0] in LETTERS]
    teams = [sum(name[0] == letter for name in figures) for letter in LETTERS]
    if len(figures) > 1:
        words = "R+B" if all(teams) else f"{len(figures)}*{figures[0][0]}"
    else:
        words = next(iter([*figures, *names]), "")
    if words and len(words) < WIDE and len(names) > 1 and len(figures) < 2:
        words += "+"
    shown = words.ljust(WIDE, ground)
    ink = INKS.get(words[:1].upper() if words[:1] != "f" else "M", "")
    return f"{ink}{words}{PLAIN}{shown[len(words) :]}" if colour and words and ink else shown


def _axis(length: int, cell: int, columns: int) -> str:
    """Centimetres from the middle, each 10 or 20 of them at its place."""
    line = [" "] * (WIDE * columns + 6)
    step = 100 if cell < 80 else 200
    for x in range(-(length // 2 // step) * step, length // 2 + 1, step):
        words = str(x // 10)
        at = 1 + WIDE * (2 * x + columns * cell) // (2 * cell) - len(words) // 2
        line[max(at, 0) : max(at, 0) + len(words)] = words
    return "".join(line)


def lists(position: Position, columns: int, colour: bool = False) -> list[str]:
    """Figures, Marshals, flags, cover and clouds, each with its point; the legend."""
    names = position.names
    hard = [
        f"hard{number + 1} {names[place]}/{DIRECTIONS[position.heading[number]]}"
        for number, place in enumerate(position.hard)
        if place != NONE
    ]
    soft = [f"soft{number + 1} {names[place]}" for number, place in enumerate(position.soft) if place != NONE]
    clouds = [f"smoke {names[place]}" for place in position.cloud if place != NONE]
    things = [part.replace(" ", "\0") for part in (*soft, *hard, *clouds)]
    lines = [line.replace("\0", " ") for line in textwrap.wrap("  ".join(things), columns, break_on_hyphens=False)]
    return [*roster(position, colour, wide=16), *lines, painted(LEGEND, colour)]


def text_signs() -> str:
    """What the signs mean."""
    return f"""{LEGEND}
2*R two figures of Red in one cell  R+B figures of both teams  R1+ something else is there, too
points are centimetres from the middle of the table, to the east and to the north: -21.0:3.5"""
