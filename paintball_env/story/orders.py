"""A decision's first line: what was ordered or answered, told from the first event that came of it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from paintball_env.actions import LETTERS, TEAM_TITLES, TOLD, name_of
from paintball_env.terms import AT, FACE, step_words
from tabletop.game.events import Event
from tabletop.show.story import DECISION, StoryEntry


class Head(NamedTuple):
    """How a decision is told.

    Attributes:
      words: behind the name; `{value}` and the like are the event's.
      brief: in the shorter form; None: the same.
      opens: a new act begins.
    """

    words: str
    brief: str | None = None
    opens: bool = True


HEADS = {
    "piece taken": Head("takes {value} cover"),
    "cover placed": Head(f"places {{value}} cover {AT} {{place}}"),
    "cover faced": Head(f"has the hard cover {AT} {{place}} {FACE} {{value}}"),
    "flag placed": Head(f"puts the flag {AT} {{place}}"),
    "marshal placed": Head(f"puts the Marshal {AT} {{place}}"),
    "deployed": Head(f"starts {AT} {{place}}"),
    "carrier named": Head("carries the flag"),
    "expert named": Head("is an expert"),
    "grenade taken": Head("takes a {value} grenade"),
    "grenade given": Head("carries the {value} grenade"),
    "phase ended": Head("ends the phase", ""),
    "turned": Head("turns to {value}"),
    **{event: Head(words) for event, words in TOLD.items()},
    "grenade taken out": Head("takes out a {value} grenade", ""),
    "thrown": Head("throws {value} at {place}", opens=False),
    "scattered": Head(f"has it land {AT} {{place}}", opens=False),
    "charge declared": Head("declares a charge", ""),
    "charger named": Head("charges", "", opens=False),
    "charge closed": Head("sends no further charger", "", opens=False),
}


def order_entry(action: str, events: Sequence[Event]) -> StoryEntry:
    """A decision without what came of it; with an empty head: the next decision says what it is.

    Args:
      action: its name.
      events: what followed up to the next decision.
    """
    if not events:
        return _begun(action)
    event = events[0]
    if event.kind in HEADS:
        head, who = HEADS[event.kind], name_of(event.who)
        words = head.words.format(**event._asdict())
        brief = words if head.brief is None else head.brief
        return StoryEntry(DECISION, f"{who} {words} ({event.rule})", who, brief, opens=head.opens)
    return ANSWERS[event.kind](action, event, events)


def _begun(action: str) -> StoryEntry:
    """A decision after which nothing has happened yet: what it is about is decided next, on a table, and told then."""
    return StoryEntry(DECISION, "")


def _moved(action: str, event: Event, events: Sequence[Event]) -> StoryEntry:
    charges = action.startswith("direction")
    words, brief = step_words(event)
    head = f"{event.who} {words} ({'CH2' if charges else event.rule})"
    return StoryEntry(DECISION, head, event.who, brief, opens=not charges)


def _declared(action: str, event: Event, events: Sequence[Event]) -> StoryEntry:
    suppressing = "suppressing" in event.how
    if "further" in event.how:
        kind = "suppressing shot" if suppressing else "shot"
        return StoryEntry(DECISION, f"{event.who} adds a {kind}, at {event.whom} (SH3)", event.who, opens=False)
    words, rule = ("suppresses", "SU2") if suppressing else ("shoots at", "SH3")
    head = f"{event.who} {words} {event.whom} {AT} {event.place}, range {event.value} ({rule})"
    return StoryEntry(DECISION, head, event.who)


def _fired(action: str, event: Event, events: Sequence[Event]) -> StoryEntry:
    suppressing = "suppressing" in event.how
    shots = [shot_event.whom for shot_event in events if shot_event.kind == "shot fired"]
    target_names = list(dict.fromkeys(shots))
    kind = "suppressing shot" if suppressing else "shot"
    count = f"{len(shots)} {kind}{'s' if len(shots) > 1 else ''}"
    targets = ", ".join(f"{shots.count(shot)} at {shot}" for shot in target_names)
    targets = targets if len(target_names) > 1 else f"at {shots[0]}"
    brief_targets = " and ".join(f"{name}{_times(shots.count(name))}" for name in target_names)
    brief = f"{'suppresses' if suppressing else 'shoots at'} {brief_targets}"
    return StoryEntry(DECISION, f"{event.who} fires {count}, {targets} (SH3)", event.who, brief, opens=False)


def _times(count: int) -> str:
    """How often, behind who it was: nothing for once."""
    return {1: "", 2: " twice"}.get(count, f" {count} times")


def _reacted(action: str, event: Event, events: Sequence[Event]) -> StoryEntry:
    head = f"{event.who}, on sentry, shoots at {event.whom} {AT} {event.place} (SE2)"
    return StoryEntry(DECISION, head, event.who, f"reacts and shoots at {event.whom}", opens=False)


def _let_pass(action: str, event: Event, events: Sequence[Event]) -> StoryEntry:
    return StoryEntry(DECISION, f"{event.who}, on sentry, lets {event.whom} pass (SE2)", event.who, opens=False)


def _picked(action: str, event: Event, events: Sequence[Event]) -> StoryEntry:
    who = name_of(event.who)
    brief = "" if event.value else "picks who is hit"
    return StoryEntry(DECISION, f"{who} lets a hit on {event.whom} count (SH4)", who, brief, opens=False)


def _charge_named(action: str, event: Event, events: Sequence[Event]) -> StoryEntry:
    head = f"the charge goes at {event.place} (CH2)"
    return StoryEntry(DECISION, head, name_of(event.who), f"charges {event.place}", opens=False)


def _fell(action: str, event: Event, events: Sequence[Event]) -> StoryEntry:
    who = TEAM_TITLES[LETTERS.index(event.who[0])]
    return StoryEntry(DECISION, f"{who} lets {event.who} fall (CH3)", who, opens=False)


def _first_chosen(action: str, event: Event, events: Sequence[Event]) -> StoryEntry:
    who = name_of(event.who)
    return StoryEntry(DECISION, f"{who} chooses the {action} phase (TU3)", who, f"goes {action}")


ANSWERS: dict[str, Callable[[str, Event, Sequence[Event]], StoryEntry]] = {
    "moved": _moved,
    "shot declared": _declared,
    "shot fired": _fired,
    "reacted": _reacted,
    "let pass": _let_pass,
    "picked": _picked,
    "charge named": _charge_named,
    "fell": _fell,
    "first chosen": _first_chosen,
}
