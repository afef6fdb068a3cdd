"""Positions drawn on a sheet, for the viewer and for pictures (`tabletop.show.drawing.things`)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from paintball_env.actions import TEAM_TITLES, figure_name
from paintball_env.render import attention, magnifier, scenery, tokens
from paintball_env.render.arrangement import Arrangement, arrange, most_lines
from paintball_env.render.geometry import Layout, Spot
from paintball_env.render.happened import happened
from paintball_env.render.legend import FINISHED, PASSING, STACK, legend
from paintball_env.render.status import decision_line, figure_words, team_line, turn_line
from paintball_env.render.view import Figure, Position
from paintball_env.rules import state
from paintball_env.rules.in_the_way import things_in_way, way_place
from paintball_env.rules.state import BLUE, NONE, RED, World
from paintball_env.scenario import Scenario
from tabletop.game.draws import Draw
from tabletop.game.events import Event
from tabletop.game.hex_grid import DIRECTIONS
from tabletop.show.drawing.shapes import Item
from tabletop.show.drawing.things import (
    ALL_THERE,
    BELOW,
    NOBODY,
    ON_GROUND,
    STANDING,
    UNIT,
    Aim,
    Place,
    Scene,
    Sheet,
    Thing,
)

ORIGIN = (0.0, 0.0)
MIDDLE = Spot("", ORIGIN, UNIT)


class Scenes:
    """Draws the positions of a scenario; see `tabletop.show.scenes.Scenes`."""

    def __init__(self, scenario: Scenario, width: int = 800) -> None:
        """Draw for a picture of this width in pixels: in a narrow one more hexes are too full for their figures."""
        self.scenario, self.layout = scenario, Layout(scenario, width)

    def sheet(self) -> Sheet:
        """What stays the same."""
        layout, most = self.layout, most_lines(self.layout)
        places = tuple(
            Place(name, scenery.title(self.scenario, place), layout.centres[place], layout.corners(place))
            for place, name in enumerate(self.scenario.board_map.names)
        )
        ground, labels = tuple(scenery.ground(layout)), tuple(scenery.labels(layout))
        signs = legend(self.scenario, most > 0)
        return Sheet(layout.width, layout.height(0), layout.height(most), ground, labels, places, signs, PASSING)

    def scene(self, games: Any) -> Scene:
        """A position: a record, an array of one, or text."""
        position = Position(self.scenario, games)
        places = arrange(self.layout, position)
        things = tuple(self._things(position, places))
        signs = {attention.SIGNS.get(thing.key.partition(":")[0], "") for thing in things}
        signs |= {STACK} if places.strips else set()
        signs |= {FINISHED for figure in position.figures if FINISHED in figure.states}
        over = position.ending != state.RUNNING
        return Scene(
            self.layout.height(places.lines),
            things,
            turn_line(position),
            (team_line(position, RED), team_line(position, BLUE)),
            decision_line(position),
            position.winner if over else position.decider,
            over,
            PASSING & signs,
        )

    def happened(self, before: Any, events: Sequence[Event], draws: Sequence[Draw]) -> tuple[Thing, ...]:
        """What has happened in a step, drawn over the position after it; `before` is the position before it."""
        position = Position(self.scenario, before)
        return tuple(happened(self.layout, position, arrange(self.layout, position), events, draws))

    def aims(self, games: Any, names: Sequence[str]) -> dict[str, Aim]:
        """Where moves, steps, shots and choices of a hex go; of shots the hexes where something is in the way."""
        position = Position(self.scenario, games)
        neighbours = self.scenario.world[0].board.neighbour[: len(position.names)]
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
            elif verb in ("shoot", "suppress"):
                way = self._way(position, hex_of[who], hex_of[argument])
                by_action[name] = Aim(position.names[hex_of[argument]], way)
        return by_action

    def walked(self, events: Sequence[Event]) -> dict[str, list[str]]:
        """The hexes that Marshals and figures have passed through in a step, from where they stood, by their names."""
        ways: dict[str, list[str]] = {}
        for event in events:
            if event.kind in ("moved", "marshal stepped"):
                ways.setdefault(event.who, [event.start]).append(event.place)
        return ways

    def _way(self, position: Position, start: int, goal: int) -> tuple[tuple[str, str], ...]:
        """IW2: the hexes where something is in the way of a shot, with the number of things."""
        world, names = self.scenario.world[0], position.names
        places = places_on_way(world, start, goal)
        counts = [(names[place], int(things_in_way(world, position.record, start, goal, place))) for place in places]
        return tuple((name, str(count)) for name, count in counts if count)

    def _things(self, position: Position, places: Arrangement) -> Iterator[Thing]:
        layout, names = self.layout, position.names
        scale = layout.size / UNIT
        for place, value in enumerate(position.cover):
            if value != state.BARE:
                name, shapes = names[place], _cover(value, len(names[place]))
                words = scenery.piece_title(name, value)
                yield Thing(f"cover:{name}", ON_GROUND, layout.centres[place], scale, shapes, words, name)
        for place, smoke in enumerate(position.smoke):
            if smoke:
                name, words = names[place], f"Smoke in {names[place]}"
                yield Thing(f"smoke:{name}", ON_GROUND, layout.centres[place], scale, _smoke(), words, name)
        for strip in places.strips:
            key = f"strip:{names[strip.place]}:{strip.keys[0]}"
            yield Thing(key, ON_GROUND, ORIGIN, 1.0, (magnifier.strip_panel(layout, strip),))
        yield from attention.things(layout, position, places)
        for sign in places.signs:
            name = names[sign.place]
            items, words = magnifier.sign(position, sign.keys, MIDDLE)
            key, words = f"sign:{name}:{sign.keys[0][0]}", f"{name}, larger below: {words}"
            yield _standing(key, sign.spot, tuple(items), words, name)._replace(means=ALL_THERE)
        for marshal in position.marshals:
            key = marshal.name
            words = f"Marshal {marshal.number + 1} of {(*TEAM_TITLES, 'no team', 'no team')[marshal.number]}"
            patient = position.by_id(marshal.attends)
            if patient:
                words += f", attends {patient.name}"
            if patient and places.beside(key, patient.name):
                ends = places.tokens[key], places.tokens[patient.name]
                yield Thing(f"attends:{key}", BELOW, ORIGIN, 1.0, tuple(tokens.attends(*ends)))
            token = tuple(tokens.marshal_token(marshal, MIDDLE))
            yield _standing(key, places.tokens[key], token, words, names[marshal.hex])
        for flag in position.flags:
            if flag.hex != NONE:
                token, words = tuple(tokens.flag_token(flag, MIDDLE)), f"{flag.title()} lies here"
                yield _standing(flag.key, places.tokens[flag.key], token, words, names[flag.hex])
        for figure in position.figures:
            flags = tuple(flag.team for flag in position.flags_of(figure))
            token = _figure(figure._replace(hex=NONE), tokens.shown_points(position, figure), flags)
            words = figure_words(position, figure)
            yield _standing(figure.name, places.tokens[figure.name], token, words, names[figure.hex], figure.team)


def _standing(key: str, spot: Spot, shapes: tuple[Item, ...], title: str, place: str, team: int = NOBODY) -> Thing:
    return Thing(key, STANDING, spot.centre, spot.radius / UNIT, shapes, title, place, team)


@lru_cache(maxsize=64)
def _cover(value: int, letters: int) -> tuple[Item, ...]:
    return tuple(scenery.piece(ORIGIN, UNIT, value, letters))


@lru_cache(maxsize=1)
def _smoke() -> tuple[Item, ...]:
    return tuple(scenery.cloud(ORIGIN, UNIT))


@lru_cache(maxsize=20_000)
def _figure(figure: Figure, points: int, flags: tuple[int, ...]) -> tuple[Item, ...]:
    return tokens.figure_token(figure, MIDDLE, points, flags)


def places_on_way(world: World, start: int, goal: int) -> list[int]:
    """IW2: the hexes where something may be in the way of a shot."""
    return [int(way_place(world, start, goal, index)) for index in range(int(world.board.crossed[start, goal]) + 1)]
