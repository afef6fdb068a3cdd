"""A position in characters, for a terminal: the table as a coarse map, and the units in a list."""

from collections.abc import Container, Iterator, Sequence

from state_of_war.actions import TEAMS
from state_of_war.battle_lines import decision_line, team_line, turn_line
from state_of_war.ground import LAYERS
from state_of_war.roster import Unit, title, units_of
from state_of_war.rules.state import BANK, BUILDING, FENCE, FORD, HILL, MARSH, WALL, WATER, WOOD
from state_of_war.scenario import Scenario
from state_of_war.starting import ZONES
from tabletop.game.header import Position
from tabletop.game.headings import COMPASS
from tabletop.game.open_table import covers, name, place
from tabletop.show.scenes import position_of, record_of

CELLS = 20, 25, 30, 40, 50, 80, 100, 160, 200  # mm that a character is wide; it is twice as high
COLUMNS = 100  # where nobody says how many are free
SIGNS = {WOOD: "%", MARSH: '"', HILL: "^", BUILDING: "#", WATER: "~", FORD: ":"}
LINES = {WALL: "=", FENCE: "-", BANK: "_"}
# What the signs of the ground mean; below a map stand those that are on it.
LEGEND = {
    **{"%": "wood", '"': "marsh", "^": "hill", "#": "building", "~": "water", ":": "ford"},
    **{"=": "wall", "-": "fence", "_": "bank", "x": "a place to go to", "o": "the objective"},
}


def _legend(signs: Container[str]) -> str:
    return "  ".join(f"{sign} {words}" for sign, words in LEGEND.items() if sign in signs)


TEXT_SIGNS = f"""B G men of Blue, of Grey; b g wounded ones; a digit: the number of the unit, at its first man
{_legend(LEGEND)}
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
    lists = ["", *map(title, units), *_places(scenario, int(game["turned"]))]
    tail = ["", " · ".join((*status, *stand)), position_of(scenario, games)]
    columns, lines = room or (COLUMNS, 10_000)
    for listed in (lists, []):
        for cell in CELLS:
            rows = list(_rows(scenario, int(game["turned"]), list(_men(units, colour)), cell))
            wide = 2 * scenario.half[0] // cell
            if wide + 2 <= columns and len(rows) + len(listed) + len(tail) + 1 <= lines:
                return "\n".join([*rows, *listed, *tail]) + "\n"
    return "\n".join([*rows, *tail]) + "\n"


def draw_table(scenario: Scenario) -> str:
    """The table before anybody is set up, as it lies: terrain, places, and the slots of both sides (DE3)."""
    signs = set(zip("bg", ("long", "long") if scenario.setup == "players" else scenario.zone_pairs()[0], strict=True))
    slots = [
        (x if sign == "b" else -x, y if sign == "b" else -y, sign)
        for sign, zone in signs
        for x, y in scenario.slots_in_mm[ZONES.index(zone)]
    ]
    cell = next((cell for cell in CELLS if 2 * scenario.half[0] // cell + 2 <= COLUMNS), CELLS[-1])
    zone = " (zones long)" if scenario.setup == "players" else ""
    words = f"b g slots of Blue, of Grey{zone}"
    return "\n".join([*_rows(scenario, 0, slots, cell), words, *_places(scenario, 0)]) + "\n"


Mark = tuple[float, float, str]  # a point, mm, and its sign


def _men(units: Sequence[Unit], colour: bool) -> Iterator[Mark]:
    """The men, each unit's first one last: a digit."""
    for unit in units:
        for number, man in reversed(list(enumerate(unit.men))):
            sign = unit.name[1:][-1] if number == 0 else unit.name[0].lower() if man.wounded else unit.name[0]
            yield man.x, man.y, f"\x1b[{'1;34' if unit.team == 0 else '7'}m{sign}\x1b[0m" if colour else sign


def _rows(scenario: Scenario, turned: int, marks: Sequence[Mark], cell: int) -> Iterator[str]:
    """The map's rows, north above, below it centimetres from the middle and what its signs mean."""
    half_x, half_y = scenario.half
    columns, rows = -(-2 * half_x // cell), -(-half_y // cell)
    signs = [
        [_ground(scenario, turned, x, y) for x in _middles(columns, cell)] for y in reversed(_middles(rows, 2 * cell))
    ]

    def put(x: float, y: float, sign: str) -> None:
        column = min(max(int((x + half_x) // cell), 0), columns - 1)
        row = min(max(int((half_y - y) // (2 * cell)), 0), rows - 1)
        signs[row][column] = sign

    ground = scenario.world[0]["ground"][turned]
    for piece in ground["pieces"][: int(ground["lines"])]:
        ax, ay, bx, by = (int(piece[key]) for key in ("ax", "ay", "bx", "by"))
        for k in range(65):
            put(ax + (bx - ax) * k / 64, ay + (by - ay) * k / 64, LINES[int(piece["kind"])])
    for spot in ground["places"][: int(ground["spots"])]:
        put(int(spot["x"]), int(spot["y"]), "x")
    if scenario.objective:
        x, y = (10 * value * (-1 if turned else 1) for value in scenario.objective)
        put(x, y, "o")
    for mark in marks:
        put(*mark)
    edge = f"+{'-' * columns}+"
    yield from (edge, *(f"|{''.join(row)}|" for row in signs), edge)
    axis = [" "] * (columns + 8)
    for x in range(-(half_x // 200) * 200, half_x + 1, 200):
        words = str(x // 10)
        at = max(0, 1 + (x + half_x) // cell - len(words) // 2)
        axis[at : at + len(words)] = words
    yield "".join(axis).rstrip()
    shown = {sign for row in signs for sign in row}
    if legend := _legend(shown):
        yield legend


def _places(scenario: Scenario, turned: int) -> Iterator[str]:
    """MV10: the places to go to by number, each with its heading, in a line."""
    ground = scenario.world[0]["ground"][turned]
    spots = ground["places"][: int(ground["spots"])]
    named = (f"{n} {name(place(spot['x'], spot['y']))} {COMPASS[spot['heading']]}" for n, spot in enumerate(spots, 1))
    if len(spots):
        yield f"places: {' · '.join(named)}"


def _middles(count: int, cell: int) -> list[float]:
    return [(2 * k + 1 - count) * cell / 2 for k in range(count)]


def _ground(scenario: Scenario, turned: int, x: float, y: float) -> str:
    """What is at a point; of several areas the one that is drawn on top (`LAYERS`)."""
    ground, found = scenario.world[0]["ground"][turned], [-1]
    for disc in ground["discs"][: int(ground["rounds"])]:
        if (x - int(disc["x"])) ** 2 + (y - int(disc["y"])) ** 2 <= int(disc["radius"]) ** 2:
            found.append(LAYERS.index(int(disc["kind"])))
    for area in ground["areas"][: int(ground["polygons"])]:
        if covers(area, area["c"], int(x), int(y)):
            found.append(LAYERS.index(int(area["kind"])))
    return SIGNS[LAYERS[max(found)]] if max(found) >= 0 else " "
