"""What makes a scenario impossible on its ground (SN6): hexes that don't exist, that are taken, that have no room."""

from typing import TYPE_CHECKING

from paintball_env.rules.terrain import BASE, TERRAINS
from paintball_env.scenario.ground import SECTIONS, place_in
from tabletop.base.errors import counted
from tabletop.game.hex_grid import DIRECTIONS

if TYPE_CHECKING:
    from paintball_env.scenario.model import Scenario


def check_ground(scenario: "Scenario") -> None:
    """Refuse areas in which a team can't set up, and Marshals who would stand nowhere."""
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
    for name in scenario.marshals_at:
        place_in(scenario, name, "marshals_at")


def _in_both_areas(scenario: "Scenario", name: str) -> str:
    """The words for a hex in which both teams would start, with a key that is in the file, if one is."""
    given = [team for team, side in zip(SECTIONS, scenario.teams, strict=True) if side.start is not None]
    left_out = " and ".join(f"{team}.start" for team in SECTIONS if team not in given)
    area = "what is next to the base" if scenario.own_base_closed else "the base and what is next to it"
    usual = f" ({left_out} left out: {area})" if left_out else ""
    team = given[0] if given else SECTIONS[0]
    other = SECTIONS[1 - SECTIONS.index(team)].capitalize()
    return f"{team}.start: {name} is in {other}'s start area too{usual}"


def check_flags(scenario: "Scenario") -> None:
    """Refuse flags that would lie nowhere, or in a base."""
    for name in scenario.flag_at or ():
        if scenario.board_map.terrain[place_in(scenario, name, "flag_at")] == BASE:
            raise ValueError(f"flag_at: {name} is a base")


def check_cover(scenario: "Scenario") -> None:
    """Refuse cover that stands nowhere or where something is already, and more than there is room for."""
    board_map, cover = scenario.board_map, scenario.cover
    cover_hexes = set()
    pieces = [("cover.soft_at", name) for name in cover.soft_at]
    for piece in cover.hard_at:
        name, _, facing = piece.partition("/")
        if facing not in DIRECTIONS:
            raise ValueError(f"cover.hard_at: {piece!r} isn't a hex and a facing like 'd4/NE'")
        pieces.append(("cover.hard_at", name))
    for field, name in pieces:
        place = place_in(scenario, name, field)
        terrain = TERRAINS[board_map.terrain[place]]
        if terrain.works:
            raise ValueError(f"{field}: {name} is a {terrain.name}")
        if place in cover_hexes:
            raise ValueError(f"{field}: {name} holds a piece already")
        cover_hexes.add(place)
    free = sum(not TERRAINS[terrain].works for terrain in board_map.terrain) - len(cover_hexes)
    if 2 * (cover.soft + cover.hard) > free:
        raise ValueError(f"cover: {2 * (cover.soft + cover.hard)} pieces to place, and only {free} hexes free for them")
