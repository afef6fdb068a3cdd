"""Where actions go on a sheet: here along lines to points, where who goes is seen beforehand."""

from collections.abc import Iterator, Sequence

from paintball_env.action_names import action_table
from paintball_env.on_table.places import ground_of
from paintball_env.on_table.render.geometry import Layout
from paintball_env.on_table.rules.actions import ACTIONS, decode
from paintball_env.on_table.rules.ground import hard_ends_at
from paintball_env.on_table.rules.in_the_way import place_in_way
from paintball_env.on_table.rules.numbering import place_named, start_point
from paintball_env.on_table.rules.shape import GO, POINT
from paintball_env.on_table.rules.steps import end_of_going, end_of_way, heading_of
from paintball_env.render import tokens
from paintball_env.render.geometry import Spot
from paintball_env.render.view import Figure, Position
from paintball_env.rules.figures import figure_of
from paintball_env.rules.state import DEPLOY, NONE, STRIDE, World
from paintball_env.scenario import Scenario
from tabletop.game.header import Record
from tabletop.game.open_table import place as point_of
from tabletop.show.drawing.things import UNIT, Aim

MIDDLE = Spot("", (0.0, 0.0), UNIT)


def points_of(scenario: Scenario, game: Record, names: Sequence[str]) -> Iterator[tuple[str, int, int, int]]:
    """Where those of these legal actions go that go to a point of the table.

    Yields:
      An action's name, the figure's id or NONE, the places where the way begins and ends; of a heading for hard cover
      that is from its middle to its end.
    """
    world, team = scenario.world[0], int(game.decider)
    table = action_table(scenario.figures, ground_of(scenario))
    actor, place = int(game.actor), int(game.place)
    for name in names:
        option, who, value = decode(world, game, table.index(name, team))
        kind = ACTIONS.options[option].kind
        start = int(figure_of(game, actor).hex) if actor != NONE else NONE
        if kind == "move":
            start = int(figure_of(game, who).hex)
            yield name, who, start, int(end_of_way(start, value))
        elif kind == "place":
            end = int(place_named(world, game, value))
            yield name, actor, start, int(end_of_going(start, end)) if game.decision == GO else end
        elif kind in ("point", "middle"):
            yield name, NONE, place if place != NONE else start, value
        elif kind == "at":
            yield name, NONE, value, value
        elif kind == "start":
            who = actor if game.decision == DEPLOY else NONE
            yield name, who, int(world.board.home[team]), int(start_point(world, team, value))
        elif kind == "heading":
            _, _, x, y = hard_ends_at(world, place, value)
            yield name, NONE, place, point_of(x, y)


def aims(layout: Layout, position: Position, names: Sequence[str]) -> dict[str, Aim]:
    """Lines of moves, throws and of what is placed; whom a shot, or what else names a figure, means."""
    game, found = position.record, {}
    for name in names:
        verb, _, argument = name.rpartition(" ")
        if verb.split(" ")[-1:] in (["shoot"], ["suppress"], ["figure"]):
            found[name] = Aim(argument)
    for name, who, start, end in points_of(layout.scenario, game, names):
        points = layout.centre(start), layout.centre(end)
        if who == NONE:
            found[name] = Aim(points=points)
            continue
        figure = position.by_id(who) or Figure(*divmod(who, STRIDE), NONE, 0, None, 0, ())
        moves = figure.facing is not None and end % POINT != start % POINT
        facing = int(heading_of(start, end)) if moves else figure.facing
        ghost = tokens.unmarked(figure._replace(hex=NONE, facing=facing, tokens=()), MIDDLE)
        found[name] = Aim(points=points, ghost=(ghost,), scale=layout.token / UNIT)
    return found


def own_in_way(world: World, game: Record, team: int, start: int, goal: int) -> Iterator[int]:
    """IW2: the places of figures of the team that a shot meets."""
    for rank in range(game.figure.shape[1]):
        place = int(place_in_way(world, game, team, start, goal, rank))
        if place != NONE:
            yield place
