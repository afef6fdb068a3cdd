"""What has happened in a step, as things over the table and as moments with a sound."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from state_of_war import bases
from state_of_war.actions import TEAMS
from state_of_war.field import PALE
from state_of_war.roster import Unit, side_of, units_of
from state_of_war.rules.state import FOOT_RADIUS
from tabletop.game.chance import GAME_OVER, TURN_BEGAN
from tabletop.game.events import Event
from tabletop.game.header import Record
from tabletop.game.open_table import coords, place_named
from tabletop.show.drawing.shapes import Point, Shape, dashed, line, star
from tabletop.show.drawing.things import (
    ABOVE,
    AFTER,
    BELOW,
    ENDS,
    FIRES,
    FLY,
    GOES,
    LOST,
    NOBODY,
    Moment,
    Motion,
    Thing,
)
from tabletop.show.scenes import common_moments

if TYPE_CHECKING:
    from state_of_war.scenes import Scenes

HARM = {"wounded": "wounded", "disabled": "out", "killed": "out"}
MISSES = "missed"
GOING = ("moved", "formed", "forced move", "mounted", "dismounted", "pressed", "faced about")
# What deserves a sign or a sound, by the kinds of event (`rules/events.py`): the moment's kind, its beat, what is said.
SIGNS = {
    "charges": ("charge", GOES, "{who} charges"),
    "charge failed": ("fail", ENDS, "No charge"),
    "stopped": ("stop", ENDS, "Stopped"),
    "horse hit": ("hit", ENDS, "A horse"),
    "unhorsed": ("hit", ENDS, "Unhorsed"),
    "rallied": ("verdict", AFTER, "{who} rallies"),
    "spotted": ("verdict", ENDS, "{who} is spotted"),
    "left the table": ("out", AFTER, "{who} has run away"),
    "through": ("score", AFTER, "{who} is through"),
    "detached": ("move", GOES, ""),
}
CHECKS = {
    4: ("fail", "{who} halts"),
    3: ("lose", "{who} falls back"),
    2: ("lose", "{who} breaks"),
    1: ("lose", "{who} flees"),
}


class Happenings:
    """The events of one step; `before` is the position before it."""

    def __init__(self, scenes: "Scenes", before: Record, events: Sequence[Event]) -> None:
        """Look at this step of a game that these scenes draw."""
        self.scenes, self.before, self.events = scenes, before, events
        self._units: list[Unit] = list(units_of(scenes.scenario, before))
        self._men = {man.name: (man.x, man.y) for unit in self._units for man in unit.men}
        self._of = {man.name: unit.name for unit in self._units for man in unit.men}

    def _at(self, name: str) -> Point | None:
        """Where a man is, or the first of a unit's, as far as the events have been followed; None: nowhere."""
        if name not in self._men:
            name = next((man for man, unit in self._of.items() if unit == name), "")
        return self.scenes.field.at(*self._men[name]) if name in self._men else None

    def _followed(self) -> Iterator[tuple[int, Event, Point | None]]:
        """Each event with its number and where who it is about was before it."""
        for number, event in enumerate(self.events):
            yield number, event, self._at(event.who)
            if event.kind in ("went", "pushed back") and event.place:
                self._men[event.who] = coords(place_named(event.place))

    def things(self) -> Iterator[Thing]:
        """Ways, shots with their smoke, blows, men who fall."""
        ways: list[Shape] = []
        for number, event, at in self._followed():
            if event.kind in ("went", "pushed back") and at is not None:
                end = self.scenes.field.at(*coords(place_named(event.place)))
                if end != at:
                    ways.append(dashed((at, end), PALE, 1.6, 3.0))
            elif event.kind == "shot" and at is not None:
                yield from self._shot(number, event, at)
            elif event.kind == "fought" and at is not None and (other := self._at(event.whom)):
                blow = (Shape(star((0.0, 0.0), 7.0, 7), bases.READY, bases.STEEL, 1.0),)
                half = (at[0] + other[0]) / 2, (at[1] + other[1]) / 2
                yield Thing(f"blow:{number}", ABOVE, half, 1.0, blow, f"{event.who} fights {event.whom}")
            elif event.kind in ("disabled", "killed") and at is not None:
                shapes = bases.fallen(side_of(event.who), event.kind == "killed")
                size = self.scenes.scale(FOOT_RADIUS)
                yield Thing(f"fallen:{event.who}", ABOVE, at, size, shapes, f"{event.who} is {event.kind}", means=LOST)
        if ways:
            yield Thing("ways", BELOW, (0.0, 0.0), 1.0, tuple(ways))

    def _shot(self, number: int, event: Event, start: Point) -> Iterator[Thing]:
        end = self._at(event.whom)
        if end is None:
            return
        missed = any(each.kind == MISSES and each.who == event.who for each in self.events[number + 1 : number + 2])
        way = start[0] - end[0], start[1] - end[1]
        ends = way, (0.0, 0.0)
        shape = dashed(ends, PALE, 1.0, 4.0) if missed else line(ends, bases.FLAME, 1.4)
        flies = Motion(FLY, FIRES, ends, bases.STEEL, splash=not missed)
        words = f"{event.who} shoots at {event.whom}"
        yield Thing(f"shot:{number}", ABOVE, end, 1.0, (shape,), words, motion=flies)
        far = 1.3 * FOOT_RADIUS * self.scenes.field.mm / max(1.0, math.hypot(*way))
        muzzle = start[0] - far * way[0], start[1] - far * way[1]
        yield Thing(f"smoke:{number}", ABOVE, muzzle, 0.7 * self.scenes.scale(FOOT_RADIUS), bases.puff())

    def moments(self) -> Iterator[Moment]:
        """What deserves a sign or a sound; men that fall together are told together."""
        heard: set[str] = set()
        toll = Counter(
            (self._of.get(event.who, event.who), HARM[event.kind]) for event in self.events if event.kind in HARM
        )
        fired = any(event.kind == "shot" for event in self.events)
        for _, event, at in self._followed():
            team = side_of(event.who)
            unit = self._of.get(event.who, event.who)
            if event.kind in GOING or event.kind == "shot":
                kind, beat = ("shoot", FIRES) if event.kind == "shot" else ("move", GOES)
                if f"{kind} {unit}" not in heard:  # a volley is one sound
                    heard.add(f"{kind} {unit}")
                    yield Moment(kind, beat, "", at, team)
            elif event.kind in HARM:
                if count := toll.pop((unit, HARM[event.kind]), 0):
                    out = HARM[event.kind] == "out"
                    yield Moment(
                        "out" if out else "hit", AFTER if out else ENDS, f"{unit}: {count} {HARM[event.kind]}", at, team
                    )
            elif event.kind == "checked morale":
                if int(event.value) in CHECKS and (not event.how or int(event.value) == 1):  # a broken unit stays so
                    kind, words = CHECKS[int(event.value)]
                    yield Moment(kind, AFTER, words.format(who=event.who), at, team)
            elif event.kind == "part":
                yield Moment("phase", AFTER, f"{event.who.capitalize()}'s part", None, TEAMS.index(event.who))
            elif event.kind in SIGNS:
                kind, beat, words = SIGNS[event.kind]
                yield Moment(kind, beat, words.format(who=event.who), at, team)
            elif event.kind in (TURN_BEGAN, GAME_OVER):
                yield from common_moments([event], TEAMS)
        if fired and not any(event.kind in HARM for event in self.events):
            yield Moment("miss", ENDS, "Nobody is hit", None, NOBODY)
