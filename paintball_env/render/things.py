"""Positions as a viewer shows them, of the same shapes that pictures are made of (`tabletop.show.drawing.things`)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from paintball_env.actions import figure_name
from paintball_env.render import attention, legend, magnifier, marks, scenery, tokens
from paintball_env.render.arrangement import Arrangement, Sign, arrange
from paintball_env.render.geometry import Layout, Spot
from paintball_env.render.happened import happened
from paintball_env.render.status import decision_line, figure_words, team_line, turn_line
from paintball_env.render.view import Board, Figure, Position, Setting, board_of, position_of, record_of
from paintball_env.rules import state
from paintball_env.rules.in_the_way import things_in_way, way_place
from paintball_env.rules.state import BLUE, NONE, RED, Game
from tabletop.game.draws import Draw
from tabletop.game.events import Event
from tabletop.game.hexes import DIRECTIONS
from tabletop.show.drawing.shapes import Group, Item
from tabletop.show.drawing.things import BELOW, ON_GROUND, STANDING, UNIT, Aim, Place, Scene, Sheet, Thing

WIDTH = 800  # of the sheet
ORIGIN = (0.0, 0.0)


class Scenes:
    """Draws the positions of a scenario; see `tabletop.show.scenes.PlainScenes`."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.board = board_of(setting)
        self.layout = Layout(self.board, WIDTH, head=False)

    def sheet(self) -> Sheet:
        """What stays the same."""
        layout, names = self.layout, self.board.board_map.names
        places = range(len(names))
        return Sheet(
            layout.width,
            layout.board_bottom + layout.margin,
            tuple(scenery.ground(layout)),
            tuple(scenery.labels(layout, places)),
            tuple(
                Place(names[place], scenery.title(self.board, place), layout.centres[place], layout.corners(place))
                for place in places
            ),
            tuple(
                (name, tuple(legend.ICONS[name](ORIGIN, UNIT)))
                for name in legend.names(self.board, legend.possible(self.board))
            ),
        )

    def scene(self, games: Any) -> Scene:
        """A position: a record, an array of one, or text."""
        position = position_of(self.setting, games)
        places = arrange(self.layout, position)
        lines = places.strips[-1].line + 1 if places.strips else 0
        height = self.layout.board_bottom + self.layout.margin
        if lines:
            height = self.layout.magnifier_top + lines * self.layout.strip_height + self.layout.margin
        return Scene(
            height,
            tuple(self._things(position, places)),
            turn_line(self.board, position),
            (team_line(self.board, position, RED), team_line(self.board, position, BLUE)),
            decision_line(self.board, position),
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
                shapes, words = _cover(value, len(names[place])), scenery.piece_title(names[place], value)
                yield Thing(
                    f"cover:{names[place]}", ON_GROUND, layout.centres[place], scale, shapes, words, names[place]
                )
        for place, smoke in enumerate(position.smoke):
            if smoke:
                words = f"Smoke in {names[place]}"
                yield Thing(
                    f"smoke:{names[place]}", ON_GROUND, layout.centres[place], scale, _smoke(), words, names[place]
                )
        for strip in places.strips:
            key = f"strip:{names[strip.place]}:{strip.keys[0]}"
            yield Thing(key, ON_GROUND, ORIGIN, 1.0, (magnifier.strip_panel(layout, strip),))
        yield from attention.things(layout, position, places)
        for sign in places.signs:
            spot = Spot(sign.spot.key, ORIGIN, UNIT)
            item = magnifier.sign(board, position, Sign(sign.place, sign.keys, spot))
            yield _standing(f"sign:{names[sign.place]}:{sign.keys[0][0]}", sign.spot, item, names[sign.place])
        for marshal in position.marshals:
            key = f"M{marshal.number + 1}"
            patient = marshal.attends != NONE and position.figure(marshal.attends)
            if patient and places.beside(key, patient.name):
                ends = places.tokens[key], places.tokens[patient.name]
                yield Thing(f"attends:{key}", BELOW, ORIGIN, 1.0, tuple(tokens.attends(*ends)))
            item = tokens.marshal_token(marshal, Spot(key, ORIGIN, UNIT))
            yield _standing(key, places.tokens[key], item, names[marshal.hex])
        for flag in position.flags:
            if flag.hex != NONE:
                key = f"flag{flag.number}"
                item = tokens.flag_token(position, flag, Spot(key, ORIGIN, UNIT))
                yield _standing(key, places.tokens[key], item, names[flag.hex])
        for figure in position.figures:
            spot = places.tokens[figure.name]
            shapes = _figure(board, position, figure)
            words = figure_words(board, position, figure)
            yield Thing(
                figure.name, STANDING, spot.centre, spot.radius / UNIT, shapes, words, names[figure.hex], figure.team
            )


def _standing(key: str, spot: Spot, item: Item, place: str) -> Thing:
    assert isinstance(item, Group)
    return Thing(key, STANDING, spot.centre, spot.radius / UNIT, item.parts, item.title, place)


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
        item = tokens.figure_token(board, position, figure, Spot(figure.name, ORIGIN, UNIT))
        assert isinstance(item, Group)
        _FIGURES[looks] = item.parts
    return _FIGURES[looks]
