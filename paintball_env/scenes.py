"""Positions drawn on a sheet, for the viewer and for pictures (`tabletop.show.drawing.things`)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from paintball_env.actions import TEAM_TITLES, figure_name
from paintball_env.render import attention, magnifier, marks, scenery, tokens
from paintball_env.render.arrangement import Arrangement, arrange, most_lines
from paintball_env.render.geometry import Layout, Spot
from paintball_env.render.happened import happened
from paintball_env.render.legend import FINISHED, PASSING, STACK, legend
from paintball_env.render.status import decision_line, figure_words, team_line, turn_line
from paintball_env.render.view import Board, Figure, Position, Setting, board_of, flag_title, position_of, record_of
from paintball_env.rules import state
from paintball_env.rules.in_the_way import things_in_way, way_place
from paintball_env.rules.state import BLUE, NONE, RED, Game
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

    def __init__(self, setting: Setting, width: int = 800) -> None:
        """Draw for a picture of this width in pixels: in a narrow one more hexes are too full for their figures."""
        self.setting = setting
        self.board = board_of(setting)
        self.layout = Layout(self.board, width)

    def sheet(self) -> Sheet:
        """What stays the same."""
        layout, names, most = self.layout, self.board.board_map.names, most_lines(self.layout)
        places = tuple(
            Place(name, scenery.title(self.board, place), layout.centres[place], layout.corners(place))
            for place, name in enumerate(names)
        )
        ground, labels = tuple(scenery.ground(layout)), tuple(scenery.labels(layout))
        signs = legend(self.board, most > 0)
        return Sheet(layout.width, layout.height(0), layout.height(most), ground, labels, places, signs, PASSING)

    def scene(self, games: Any) -> Scene:
        """A position: a record, an array of one, or text."""
        board, position = self.board, position_of(self.setting, games)
        places = arrange(self.layout, position)
        things = tuple(self._things(position, places))
        signs = {attention.SIGNS.get(thing.key.partition(":")[0], "") for thing in things}
        signs |= {STACK} if places.strips else set()
        signs |= {FINISHED for figure in position.figures if FINISHED in figure.states}
        over = position.ending != state.RUNNING
        return Scene(
            self.layout.height(places.lines),
            things,
            turn_line(board, position),
            (team_line(board, position, RED), team_line(board, position, BLUE)),
            decision_line(board, position),
            position.winner if over else position.decider,
            over,
            PASSING & signs,
        )

    def happened(self, before: Any, events: Sequence[Event], draws: Sequence[Draw]) -> tuple[Thing, ...]:
        """What has happened in a step, drawn over the position after it; `before` is the position before it."""
        position = position_of(self.setting, before)
        return tuple(happened(self.layout, position, arrange(self.layout, position), events, draws))

    def aims(self, games: Any, names: Sequence[str]) -> dict[str, Aim]:
        """Where moves, steps, shots and choices of a hex go; of shots the hexes where something is in the way."""
        record = record_of(self.setting, games)
        position = position_of(self.setting, games)
        hexes = self.board.board_map.names
        hex_of = {figure.name: figure.hex for figure in position.figures}
        by_action = {}
        for name in names:
            who, _, order = name.partition(" ")
            verb, _, argument = order.partition(" ")
            if who == "hex":
                by_action[name] = Aim(order)
            elif who == "direction" or verb == "move":
                start = hex_of[who] if verb == "move" else hex_of.get(figure_name(position.actor), NONE)
                goal = self.layout.neighbour(start, DIRECTIONS.index(order if who == "direction" else argument))
                if goal is not None:
                    by_action[name] = Aim(hexes[goal])
            elif verb in ("shoot", "suppress"):
                by_action[name] = Aim(hexes[hex_of[argument]], self._way(record, hex_of[who], hex_of[argument]))
        return by_action

    def walked(self, events: Sequence[Event]) -> dict[str, list[str]]:
        """The hexes that Marshals and figures have passed through in a step, from where they stood, by their names."""
        ways: dict[str, list[str]] = {}
        for event in events:
            if event.kind in ("moved", "marshal stepped"):
                ways.setdefault(event.who, [event.start]).append(event.place)
        return ways

    def _way(self, game: Game, start: int, goal: int) -> tuple[tuple[str, str], ...]:
        """IW2: the hexes where something is in the way of a shot, with the number of things."""
        world, hexes = self.setting.world[0], self.board.board_map.names
        places = [int(way_place(world, start, goal, i)) for i in range(int(world["board"]["crossed"][start, goal]) + 1)]
        counts = [(hexes[place], int(things_in_way(world, game, start, goal, place))) for place in places]
        return tuple((name, str(count)) for name, count in counts if count)

    def _things(self, position: Position, places: Arrangement) -> Iterator[Thing]:
        layout, board = self.layout, self.board
        names, scale = board.board_map.names, layout.size / UNIT
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
            items, words = magnifier.sign(board, position, sign.keys, MIDDLE)
            key, words = f"sign:{name}:{sign.keys[0][0]}", f"{name}, larger below: {words}"
            yield _standing(key, sign.spot, tuple(items), words, name)._replace(means=ALL_THERE)
        for marshal in position.marshals:
            key = f"M{marshal.number + 1}"
            words = f"Marshal {marshal.number + 1} of {(*TEAM_TITLES, 'no team', 'no team')[marshal.number]}"
            patient = position.figure(marshal.attends) if marshal.attends != NONE else None
            if patient:
                words += f", attends {patient.name}"
            if patient and places.beside(key, patient.name):
                ends = places.tokens[key], places.tokens[patient.name]
                yield Thing(f"attends:{key}", BELOW, ORIGIN, 1.0, tuple(tokens.attends(*ends)))
            token = tuple(tokens.marshal_token(marshal, MIDDLE))
            yield _standing(key, places.tokens[key], token, words, names[marshal.hex])
        for flag in position.flags:
            if flag.hex != NONE:
                key, words = f"flag{flag.number}", f"{flag_title(position.objective, flag.number)} lies here"
                token = tuple(tokens.flag_token(position, flag, MIDDLE))
                yield _standing(key, places.tokens[key], token, words, names[flag.hex])
        for figure in position.figures:
            token, words = _figure(board, position, figure), figure_words(board, position, figure)
            yield _standing(figure.name, places.tokens[figure.name], token, words, names[figure.hex], figure.team)


def _standing(key: str, spot: Spot, shapes: tuple[Item, ...], title: str, place: str, team: int = NOBODY) -> Thing:
    return Thing(key, STANDING, spot.centre, spot.radius / UNIT, shapes, title, place, team)


@lru_cache(maxsize=64)
def _cover(value: int, letters: int) -> tuple[Item, ...]:
    return tuple(scenery.piece(ORIGIN, UNIT, value, letters))


@lru_cache(maxsize=1)
def _smoke() -> tuple[Item, ...]:
    return tuple(scenery.cloud(ORIGIN, UNIT))


_FIGURES: dict[Any, tuple[Item, ...]] = {}
MOST_KEPT = 20_000


def _figure(board: Board, position: Position, figure: Figure) -> tuple[Item, ...]:
    """A figure's shapes, kept by all that they depend on."""
    flags = tuple(marks.flag_colour(position, flag) for flag in position.flag_of(figure.id))
    facing = figure.facing if board.blind_spots else NONE
    points = tokens.shown_points(board, position, figure)
    looks = (figure.team, figure.number, facing, points, figure.points, tuple(figure.states.items()), flags)
    if looks not in _FIGURES:
        if len(_FIGURES) >= MOST_KEPT:
            _FIGURES.clear()
        _FIGURES[looks] = tokens.figure_token(board, position, figure, MIDDLE)
    return _FIGURES[looks]
