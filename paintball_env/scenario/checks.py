"""What makes a scenario impossible (SN6): each check raises a ValueError of one line naming the field and the place."""

from typing import TYPE_CHECKING

from paintball_env.rules.board import BoardMap
from paintball_env.rules.flags import is_won_at_home
from paintball_env.rules.objectives import NAMES, OBJECTIVES
from paintball_env.rules.terrain import BASE, TERRAINS
from tabletop.base.errors import counted
from tabletop.game.hex_grid import DIRECTIONS
from tabletop.game.hexes import hex_index

if TYPE_CHECKING:
    from paintball_env.scenario.model import Scenario

SECTIONS = ("red", "blue")  # of the file, one a team


def check_scenario(scenario: "Scenario") -> None:
    """Raise ValueError at the first thing that can't be played; `scenario` is a `Scenario` with its fields read."""
    _check_rules(scenario)
    _check_setup(scenario)
    _check_cover(scenario)


def place_of(board_map: BoardMap, name: str, field: str) -> int:
    """The index of a named hex; ValueError, with the field before it, where the board has none of that name."""
    try:
        return hex_index(board_map, name)
    except ValueError as error:
        raise ValueError(f"{field}: {error}") from None


def _check_rules(scenario: "Scenario") -> None:
    rules = scenario.rules
    if rules.works_all <= rules.works_team:
        # The one to mend is the one that was changed.
        if rules.works_all == type(rules).model_fields["works_all"].default:
            words = f"{rules.works_team} leaves the other side no place, since works_all is {rules.works_all}"
            raise ValueError(f"rules.works_team: {words}")
        raise ValueError(f"rules.works_all: {rules.works_all} leaves the other side no place beside {rules.works_team}")
    if scenario.own_base_closed and is_won_at_home(NAMES.index(scenario.objective)):
        raise ValueError(f"rules.own_base_closed: {scenario.objective} is won in the own base")


def _check_areas(scenario: "Scenario") -> None:
    board_map = scenario.board_map
    names, homes = board_map.names, board_map.homes
    for side, field in enumerate(SECTIONS):
        area, near_home = scenario.start_areas[side], scenario.near_home[side]
        if not area:
            raise ValueError(f"{field}.start: no hex to start in")
        if homes[1 - side] in area:
            left_out = scenario.teams[side].start is None
            usual = " (start left out is the own base and what is next to it)" if left_out else ""
            raise ValueError(f"{field}.start: {names[homes[1 - side]]} is the enemy's base{usual}")
        if scenario.own_base_closed and homes[side] in area:
            raise ValueError(f"{field}.start: {names[homes[side]]} is the own base, which is closed")
        room = len(area) * scenario.rules.works_team
        figures = scenario.teams[side].figures
        if room < figures and all(TERRAINS[board_map.terrain[place]].works for place in area):
            raise ValueError(f"{field}.start: room for {counted(room, 'figure')}, not for {figures} (EN4)")
        if not near_home:
            raise ValueError(f"{field}.near_home: no hex for the flag and the Marshal")
        for base in homes:
            if base in near_home:
                raise ValueError(f"{field}.near_home: {names[base]} is a base")
    for place in scenario.start_areas[0]:
        if place in scenario.start_areas[1]:
            raise ValueError(_in_both_areas(scenario, names[place]))


def _in_both_areas(scenario: "Scenario", name: str) -> str:
    """The words for a hex in which both teams would start, with a key that is in the file, if one is."""
    given = [team for team, side in zip(SECTIONS, scenario.teams, strict=True) if side.start is not None]
    left_out = " and ".join(f"{team}.start" for team in SECTIONS if team not in given)
    area = "what is next to the base" if scenario.own_base_closed else "the base and what is next to it"
    usual = f" ({left_out} left out: {area})" if left_out else ""
    team = given[0] if given else SECTIONS[0]
    other = SECTIONS[1 - SECTIONS.index(team)].capitalize()
    return f"{team}.start: {name} is in {other}'s start area too{usual}"


def _check_setup(scenario: "Scenario") -> None:
    _check_areas(scenario)
    board_map = scenario.board_map
    for name in scenario.marshals_at:
        place_of(board_map, name, "marshals_at")
    if scenario.flag_at is not None:
        objective = OBJECTIVES[NAMES.index(scenario.objective)]
        count = 0 if objective.carried else objective.flags
        if len(scenario.flag_at) != count:
            raise ValueError(f"flag_at: {scenario.objective} takes {count} hexes, not {len(scenario.flag_at)}")
        for name in scenario.flag_at:
            if board_map.terrain[place_of(board_map, name, "flag_at")] == BASE:
                raise ValueError(f"flag_at: {name} is a base")
    if scenario.setup == "fixed" and scenario.start is None:
        raise ValueError("setup: fixed needs start, the position in which the game begins")
    if scenario.start is not None:
        if scenario.setup != "fixed":
            raise ValueError("start: only where setup is fixed")
        if len(scenario.start.splitlines()) != 1 or not scenario.start.strip():
            raise ValueError("start: a position is one line of text, not several or none")
        cover = scenario.cover
        placed: dict[str, tuple[str, ...] | None] = {"cover.soft_at": cover.soft_at, "cover.hard_at": cover.hard_at}
        placed |= {"marshals_at": scenario.marshals_at, "flag_at": scenario.flag_at}
        if key := next((key for key, places in placed.items() if places), None):
            raise ValueError(f"{key}: start says where cover, Marshals and flags are; leave {key} out")


def _check_cover(scenario: "Scenario") -> None:
    board_map, cover = scenario.board_map, scenario.cover
    cover_hexes = set()
    pieces = [("cover.soft_at", name) for name in cover.soft_at]
    for piece in cover.hard_at:
        name, _, facing = piece.partition("/")
        if facing not in DIRECTIONS:
            raise ValueError(f"cover.hard_at: {piece!r} isn't a hex and a facing like 'd4/NE'")
        pieces.append(("cover.hard_at", name))
    for field, name in pieces:
        place = place_of(board_map, name, field)
        terrain = TERRAINS[board_map.terrain[place]]
        if terrain.works:
            raise ValueError(f"{field}: {name} is a {terrain.name}")
        if place in cover_hexes:
            raise ValueError(f"{field}: {name} holds a piece already")
        cover_hexes.add(place)
    free = sum(not TERRAINS[terrain].works for terrain in board_map.terrain) - len(cover_hexes)
    if 2 * (cover.soft + cover.hard) > free:
        raise ValueError(f"cover: {2 * (cover.soft + cover.hard)} pieces to place, and only {free} hexes free for them")
