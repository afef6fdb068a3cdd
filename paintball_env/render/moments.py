"""What in a step deserves a sign or a sound in the browser: shots, hits, verdicts, flags, misfires, turns, the end."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paintball_env.actions import TEAM_TITLES
from paintball_env.render.geometry import Layout
from paintball_env.render.view import Position
from tabletop.game.events import Event
from tabletop.show.drawing.shapes import Point
from tabletop.show.drawing.things import AFTER, ENDS, FIRES, GOES, NOBODY, ROLLS, Moment
from tabletop.show.scenes import common_moments


class Sign(NamedTuple):
    """How an event is shown: the kind of the moment, its beat, and what is said, with the event's figures in it."""

    kind: str
    beat: int
    words: str = ""


# By the kinds of event (`rules/events.py`); {who} and {whom} are its figures, {place} its place.
SIGNS = {
    "moved": Sign("move", GOES),
    "arrived": Sign("move", GOES),
    "marshal came": Sign("move", GOES),
    "cover placed": Sign("move", GOES),
    "deployed": Sign("move", GOES),
    "charge declared": Sign("charge", GOES, "Charge!"),
    "shot fired": Sign("shoot", FIRES),
    "reacted": Sign("shoot", FIRES, "Snap fire"),
    "thrown": Sign("throw", FIRES),
    "miss": Sign("miss", ENDS, "Missed"),
    "misfire": Sign("fail", ROLLS),
    "out of gas": Sign("fail", ENDS, "Out of gas"),
    "out of ammo": Sign("fail", ENDS, "Out of ammo"),
    "jammed": Sign("fail", ENDS, "Jammed"),
    "minor trouble": Sign("fail", ENDS, "Minor trouble"),
    "goggles steamed up": Sign("fail", ENDS, "Goggles steamed up"),
    "goggles lifted": Sign("fail", ENDS, "Goggles lifted"),
    "disqualified": Sign("verdict", AFTER, "Disqualified"),
    "saved": Sign("stop", ENDS, "Saved"),
    "marked": Sign("hit", ENDS, "Hit"),
    "paint marked": Sign("hit", ENDS, "Painted"),
    "wiped": Sign("verdict", AFTER, "Wiped off"),
    "not checked": Sign("verdict", AFTER, "Not seen"),
    "suppressed": Sign("hit", ENDS, "Suppressed"),
    "gun cleared": Sign("verdict", AFTER, "Gun cleared"),
    "throw missed": Sign("miss", ENDS, "Missed"),
    "smoke appeared": Sign("blast", ENDS),
    "paint missed": Sign("miss", ENDS),
    "out": Sign("out", AFTER, "{who} is out"),
    "flag taken": Sign("take", AFTER, "{who} takes the flag"),
    "flag fell": Sign("lose", AFTER, "The flag falls"),
    "sentry began": Sign("move", GOES),
}
STOPS = "soft cover in the way", "hard cover in the way", "figure in the way", "marshal in the way"


def moments(layout: Layout, before: Position, events: Sequence[Event]) -> Iterator[Moment]:
    """The moments of a step, in the order of its events.

    Args:
      layout: of the sheet.
      before: the position before the step.
      events: of the step.
    """
    where = {figure.name: before.names[figure.hex] for figure in before.figures}
    gone = {event.who for event in events if event.kind == "out"}
    for event in events:
        sign = SIGNS.get(event.kind)
        if event.kind in STOPS:
            sign = Sign("stop", ENDS, "Stopped") if "stopped" in event.how else None
        elif event.kind == "checked":
            sign = Sign("verdict", AFTER, "" if "out" in event.how else "Not out")
        elif event.kind == "marked" and event.who in gone:
            sign = Sign("hit", ENDS)  # that it is out says more
        if event.place and event.kind in ("moved", "arrived", "deployed"):
            where[event.who] = event.place
        if sign:
            place = event.place or where.get(event.who, "")
            yield Moment(sign.kind, sign.beat, sign.words.format(who=event.who), _at(layout, place), _team(event.who))
        elif event.kind == "phase began":
            team = before.scenario.game.teams.index(event.who)
            yield Moment("phase", AFTER, f"{TEAM_TITLES[team]}'s phase", None, team)
        else:
            yield from common_moments((event,), before.scenario.game.teams)


def _at(layout: Layout, place: str) -> Point | None:
    return layout.named(place) if place else None


def _team(who: str) -> int:
    """Of a figure's name; NOBODY: it is a Marshal's or a team's."""
    return "RB".find(who[:1]) if who[1:].isdigit() else NOBODY
