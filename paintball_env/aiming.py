"""Where actions go on a sheet: here to hexes, some of them past what may stop a shot."""

from collections.abc import Iterator, Sequence

from paintball_env.actions import figure_name
from paintball_env.places import DIRECTIONS
from paintball_env.render.geometry import TURN, Layout
from paintball_env.render.view import Position
from paintball_env.rules.in_the_way import figures_in_way, things_in_way, way_place
from paintball_env.rules.state import NONE, World
from tabletop.game.header import Record
from tabletop.show.drawing.shapes import polar
from tabletop.show.drawing.things import Aim

TURN_AT = 0.64  # where the arrow of a turn is, from the hex's middle, in its sizes


def aims(layout: Layout, position: Position, names: Sequence[str]) -> dict[str, Aim]:
    """Where moves, turns, steps, shots and choices of a hex go; of shots the hexes where something is in the way."""
    neighbours = layout.scenario.world[0].board.neighbour[: len(position.names)]
    hex_of = {figure.name: figure.hex for figure in position.figures}
    by_action = {}
    for name in names:
        who, _, order = name.partition(" ")
        verb, _, argument = order.partition(" ")
        if who == "hex":
            by_action[name] = Aim(order)
        elif who == "direction" or verb == "move":
            # A charger's step, or, without an actor, the side that a piece of hard cover faces.
            stepping = who if verb == "move" else figure_name(position.actor) if position.actor != NONE else ""
            start = hex_of[stepping] if stepping else position.place
            goal = neighbours[start, DIRECTIONS.index(order if who == "direction" else argument)]
            if goal != NONE:
                by_action[name] = Aim(position.names[goal])
        elif verb == "rotate":
            start = layout.centre(hex_of[who])
            end = polar(start, TURN_AT * layout.size, TURN * DIRECTIONS.index(argument))
            by_action[name] = Aim(points=(start, end))
        elif verb in ("shoot", "suppress"):
            way = _way(position, hex_of[who], hex_of[argument])
            by_action[name] = Aim(position.names[hex_of[argument]], way)
    return by_action


def _way(position: Position, start: int, goal: int) -> tuple[tuple[str, str], ...]:
    """IW2: the hexes where something is in the way of a shot, with the number of things."""
    world, names = position.scenario.world[0], position.names
    places = _places_on_way(world, start, goal)
    counts = [(names[place], int(things_in_way(world, position.record, start, goal, place))) for place in places]
    return tuple((name, str(count)) for name, count in counts if count)


def own_in_way(world: World, game: Record, team: int, start: int, goal: int) -> Iterator[int]:
    """IW2: the places of figures of the team that a shot meets."""
    for place in _places_on_way(world, start, goal):
        if figures_in_way(game, goal, place, team) > 0:
            yield place


def _places_on_way(world: World, start: int, goal: int) -> list[int]:
    return [int(way_place(world, start, goal, index)) for index in range(int(world.board.crossed[start, goal]) + 1)]
