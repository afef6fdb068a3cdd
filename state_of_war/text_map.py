"""A position in characters, for a terminal: the table as a coarse map, and the units in a list."""

from collections.abc import Iterator

from state_of_war.actions import TEAMS
from state_of_war.battle_lines import decision_line, team_line, turn_line
from state_of_war.roster import Unit, title, units_of
from state_of_war.rules.state import BUILDING, FORD, HILL, MARSH, WALL, WATER, WOOD
from state_of_war.scenario import Scenario
from tabletop.game.header import Position, Record
from tabletop.game.headings import COMPASS
from tabletop.game.open_table import covers, name, place
from tabletop.show.scenes import position_of, record_of

CELLS = 20, 25, 30, 40, 50, 80, 100, 160, 200  # mm that a character is wide; it is twice as high
COLUMNS = 100  # where nobody says how many are free
SIGNS = {WOOD: "%", MARSH: '"', HILL: "^", BUILDING: "#", WATER: "~", FORD: ":"}
TEXT_SIGNS = """B G men of Blue, of Grey; b g wounded ones; a digit: the number of the unit, at its first man
% wood  " marsh  ^ hill  # building  ~ water  : ford  = wall  - fence, bank  x a place to go to  o the objective
in the list: who stands, is wounded, loaded; what isn't as usual
points are centimetres from the middle of the table, to the east and to the north: -21.0:3.5"""


def draw_text(scenario: Scenario, games: Position, colour: bool = False, room: tuple[int, int] | None = None) -> str:
    """A position in characters (`TEXT_SIGNS`) and its text, with the list of units.

    With `room`, columns and lines of a terminal, the largest map that fits with the list; else the largest without.
    """
    game = record_of(scenario, games)
    units = list(units_of(scenario, game))
    status = (turn_line(scenario, game), decision_line(scenario, game))
    stand = (f"{team.capitalize()}: {team_line(scenario, game, n)}" for n, team in enumerate(TEAMS))
    lists = ["", *map(title, units), *_places(scenario, game)]
    tail = ["", " · ".join((*status, *stand)), position_of(scenario, games)]
    columns, lines = room or (COLUMNS, 10_000)
    for listed in (lists, []):
        for cell in CELLS:
            rows = list(_rows(scenario, game, units, cell, colour))
            wide = 2 * scenario.half[0] // cell
            if wide + 2 <= columns and len(rows) + len(listed) + len(tail) + 1 <= lines:
                return "\n".join([*rows, *listed, *tail]) + "\n"
    return "\n".join([*rows, *tail]) + "\n"


def _rows(scenario: Scenario, game: Record, units: list[Unit], cell: int, colour: bool) -> Iterator[str]:
    """The map's rows, north above, and below it centimetres from the middle."""
    half_x, half_y = scenario.half
    columns, rows = -(-2 * half_x // cell), -(-half_y // cell)
    signs = [
        [_ground(scenario, game, x, y) for x in _middles(columns, cell)] for y in reversed(_middles(rows, 2 * cell))
    ]

    def put(x: float, y: float, sign: str) -> None:
        column = min(max(int((x + half_x) // cell), 0), columns - 1)
        row = min(max(int((half_y - y) // (2 * cell)), 0), rows - 1)
        signs[row][column] = sign

    ground = scenario.world[0]["ground"][int(game["turned"])]
    for piece in ground["pieces"][: int(ground["lines"])]:
        ax, ay, bx, by = (int(piece[key]) for key in ("ax", "ay", "bx", "by"))
        for k in range(65):
            put(ax + (bx - ax) * k / 64, ay + (by - ay) * k / 64, "=" if piece["kind"] == WALL else "-")
    for spot in ground["places"][: int(ground["spots"])]:
        put(int(spot["x"]), int(spot["y"]), "x")
    if scenario.objective:
        x, y = (10 * value * (-1 if game["turned"] else 1) for value in scenario.objective)
        put(x, y, "o")
    for unit in units:
        for number, man in reversed(list(enumerate(unit.men))):
            sign = unit.name[1:][-1] if number == 0 else unit.name[0].lower() if man.wounded else unit.name[0]
            put(man.x, man.y, f"\x1b[{'1;34' if unit.team == 0 else '7'}m{sign}\x1b[0m" if colour else sign)
    edge = f"+{'-' * columns}+"
    yield from (edge, *(f"|{''.join(row)}|" for row in signs), edge)
    axis = [" "] * (columns + 8)
    for x in range(-(half_x // 200) * 200, half_x + 1, 200):
        words = str(x // 10)
        at = max(0, 1 + (x + half_x) // cell - len(words) // 2)
        axis[at : at + len(words)] = words
    yield "".join(axis).rstrip()


def _places(scenario: Scenario, game: Record) -> Iterator[str]:
    """MV10: the places to go to by number, each with its heading, in a line."""
    ground = scenario.world[0]["ground"][int(game["turned"])]
    spots = ground["places"][: int(ground["spots"])]
    named = (f"{n} {name(place(spot['x'], spot['y']))} {COMPASS[spot['heading']]}" for n, spot in enumerate(spots, 1))
    if len(spots):
        yield f"places: {' · '.join(named)}"


def _middles(count: int, cell: int) -> list[float]:
    return [(2 * k + 1 - count) * cell / 2 for k in range(count)]


def _ground(scenario: Scenario, game: Record, x: float, y: float) -> str:
    """What is at a point; of several the last one."""
    ground, sign = scenario.world[0]["ground"][int(game["turned"])], " "
    for disc in ground["discs"][: int(ground["rounds"])]:
        if (x - int(disc["x"])) ** 2 + (y - int(disc["y"])) ** 2 <= int(disc["radius"]) ** 2:
            sign = SIGNS[int(disc["kind"])]
    for area in ground["areas"][: int(ground["polygons"])]:
        if covers(area, area["c"], int(x), int(y)):
            sign = SIGNS[int(area["kind"])]
    return sign
