"""Positions drawn on a sheet, for the viewer and for pictures (`tabletop.show.drawing.things`)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from paintball_env import aiming
from paintball_env.actions import TEAM_TITLES
from paintball_env.render import attention, magnifier, palette, scenery, tokens
from paintball_env.render.arrangement import Arrangement, arrange, most_lines
from paintball_env.render.geometry import Layout, Spot
from paintball_env.render.happened import happened
from paintball_env.render.legend import FINISHED, PASSING, STACK, legend
from paintball_env.render.moments import moments
from paintball_env.render.status import decision_line, figure_words, team_line, turn_line
from paintball_env.render.view import Figure, Position
from paintball_env.rules import state
from paintball_env.rules.state import BLUE, NONE, RED
from paintball_env.scenario import Scenario
from tabletop.game.draws import Draw
from tabletop.game.events import Event
from tabletop.show.drawing.shapes import Item
from tabletop.show.drawing.themes import FIELD, has_depth, tones_of
from tabletop.show.drawing.things import (
    BELOW,
    NOBODY,
    STANDING,
    UNIT,
    Aim,
    Moment,
    Scene,
    Sheet,
    Thing,
)

ORIGIN = (0.0, 0.0)
MIDDLE = Spot("", ORIGIN, UNIT)


class Scenes:
    """Draws the positions of a scenario; see `tabletop.show.scenes.Scenes`."""

    def __init__(self, scenario: Scenario, width: int = 800, theme: str = FIELD) -> None:
        """Draw for a picture of this width in pixels: in a narrow one more hexes are too full for their figures."""
        self.scenario, self.layout = scenario, Layout(scenario, width, has_depth(theme))
        self._tones = tones_of(theme, palette.GROUND, palette.STANDING, palette.INKS)

    def sheet(self) -> Sheet:
        """What stays the same."""
        layout, most = self.layout, most_lines(self.layout)
        ground, labels = tuple(scenery.ground(layout)), tuple(scenery.labels(layout))
        signs = legend(self.scenario, most > 0, layout.depth)
        height, places = layout.height(0), scenery.places(layout)
        return Sheet(
            layout.width,
            height,
            layout.height(most),
            ground,
            labels,
            places,
            signs,
            PASSING,
            measure=layout.measure,
            tones=self._tones,
        )

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
        """Where actions go (`paintball_env.aiming`)."""
        return aiming.aims(self.layout, Position(self.scenario, games), names)

    def walked(self, events: Sequence[Event]) -> dict[str, list[str]]:
        """The hexes that Marshals and figures have passed through in a step, from where they stood, by their names."""
        ways: dict[str, list[str]] = {}
        for event in events:
            if event.kind in ("moved", "marshal stepped"):
                ways.setdefault(event.who, [event.start]).append(event.place)
        return ways

    def moments(self, before: Any, events: Sequence[Event]) -> tuple[Moment, ...]:
        """What deserves a sign or a sound in a step (`paintball_env.render.moments`)."""
        return tuple(moments(self.layout, Position(self.scenario, before), events))

    def _named(self, position: Position, place: int) -> str:
        return self.layout.at_name(position.names[place])

    def _things(self, position: Position, places: Arrangement) -> Iterator[Thing]:
        layout = self.layout
        yield from scenery.laid(layout, position)
        yield from magnifier.panels(layout, places)
        yield from attention.things(layout, position, places)
        yield from magnifier.signs(layout, position, places)
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
            yield _standing(key, places.tokens[key], token, words, self._named(position, marshal.hex))
        for flag in position.flags:
            if flag.hex != NONE:
                token, words = tuple(tokens.flag_token(flag, MIDDLE)), f"{flag.title()} lies here"
                yield _standing(flag.key, places.tokens[flag.key], token, words, self._named(position, flag.hex))
        for figure in position.figures:
            flags = tuple(flag.team for flag in position.flags_of(figure))
            token = _figure(figure._replace(hex=NONE), tokens.shown_points(position, figure), flags)
            words = figure_words(position, figure)
            yield _standing(
                figure.name, places.tokens[figure.name], token, words, self._named(position, figure.hex), figure.team
            )


def _standing(key: str, spot: Spot, shapes: tuple[Item, ...], title: str, place: str, team: int = NOBODY) -> Thing:
    return Thing(key, STANDING, spot.centre, spot.radius / UNIT, shapes, title, place, team)


@lru_cache(maxsize=20_000)
def _figure(figure: Figure, points: int, flags: tuple[int, ...]) -> tuple[Item, ...]:
    return tokens.figure_token(figure, MIDDLE, points, flags)
