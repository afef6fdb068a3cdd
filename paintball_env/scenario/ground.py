"""What of a scenario depends on the ground: here a drawn board of hexes, on which places are hexes by their names."""

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import field_validator

from paintball_env.rules import state
from paintball_env.rules.board import HEXON26, BoardMap, build_board, parse_map
from paintball_env.rules.numbering import action_count
from paintball_env.scenario.rules import Rules as Rules
from tabletop.base.arrays import Records
from tabletop.base.errors import brief
from tabletop.game.header import Record
from tabletop.game.hex_grid import DIRECTIONS
from tabletop.game.hexes import grid_distance, hex_index
from tabletop.game.scenario_files import ScenarioModel

if TYPE_CHECKING:
    from paintball_env.scenario.model import Scenario

FOLDER = Path(__file__).parent.parent / "scenarios"
SECTIONS = ("red", "blue")  # of the file, one a team
BOARDS = {"hexon26": HEXON26}  # maps that a file may name instead of drawing them
PLACES = "hexes"  # what places are called
Place = str
HardPiece = str


class Ground(ScenarioModel):
    """A scenario's board, `map`: drawn, or the name of a standard one."""

    map: str

    @field_validator("map")
    @classmethod
    def _drawn_map(cls, text: str) -> str:
        if len(text) > 1 and len(text.split()) == 1 and text not in BOARDS:
            raise ValueError(f"no board {brief(text)}: known is {', '.join(BOARDS)}, or draw one")
        return parse_map(BOARDS.get(text, text)).text

    @property
    def board_map(self) -> BoardMap:
        """The board's map as read."""
        return parse_map(self.map)


def place_in(scenario: "Scenario", name: Place, field: str) -> int:
    """The index of a named hex; ValueError, with the field before it, where the board has none of that name."""
    try:
        return hex_index(scenario.board_map, name)
    except ValueError as error:
        raise ValueError(f"{field}: {error}") from None


def area(scenario: "Scenario", side: int, key: str, with_base: bool) -> tuple[int, ...]:
    """Indices, rising, of a team's hexes: as its `key` lists them, else those next to the base, perhaps with that."""
    board_map, team = scenario.board_map, SECTIONS[side]
    names = getattr(scenario.teams[side], key)
    if names is not None:
        places = [place_in(scenario, name, f"{team}.{key}") for name in names]
        if again := next((name for name in names if names.count(name) > 1), ""):
            raise ValueError(f"{team}.{key}: {again} is listed twice")
        return tuple(sorted(places))
    home = board_map.coords[board_map.homes[side]]
    distances = [grid_distance(home, place) for place in board_map.coords]
    return tuple(i for i, steps in enumerate(distances) if steps == 1 or (steps == 0 and with_base))


def placed_cover(scenario: "Scenario") -> dict[int, int]:
    """Cover standing from the start: SOFT or HARD + direction by hex index."""
    pieces = {hex_index(scenario.board_map, name): state.SOFT for name in scenario.cover.soft_at}
    for piece in scenario.cover.hard_at:
        name, _, facing = piece.partition("/")
        pieces[hex_index(scenario.board_map, name)] = state.HARD + DIRECTIONS.index(facing)
    return pieces


def lay_pieces(scenario: "Scenario", game: Record) -> None:
    """Write the cover that stands from the start into a game's record: all else is bare."""
    game["cover"][...] = state.BARE
    for place, piece in scenario.placed_cover.items():
        game["cover"][place] = piece


def size_class(scenario: "Scenario") -> state.SizeClass:
    """The size class whose records hold the scenario."""
    return state.size_class(scenario.figures, len(scenario.board_map.names))


def counts(scenario: "Scenario") -> dict[str, int]:
    """How many there are of what actions name."""
    return {"figures": scenario.figures, "hexes": len(scenario.board_map.names)}


def actions(scenario: "Scenario") -> int:
    """A, the number of actions."""
    return int(action_count(**scenario.counts))


def board(scenario: "Scenario") -> Records:
    """The board's record: shape (1,), dtype `size.board`."""
    return build_board(scenario.board_map, scenario.size, scenario.start_areas, scenario.near_home)
