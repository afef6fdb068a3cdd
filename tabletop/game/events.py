"""What has happened in a game as readable records: the events that its rules noted (docs/formats.md, "Events")."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tabletop.game.chance import CHOSEN as CHOSEN
from tabletop.game.chance import GAME_OVER as GAME_OVER
from tabletop.game.chance import TURN_BEGAN as TURN_BEGAN
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.header import NONE, OVER, Position, Record

if TYPE_CHECKING:
    from tabletop.game.draws import Draw


class Event(NamedTuple):
    """Something that happened; the game's kinds of event say which attributes each fills.

    Attributes:
      kind: its name.
      drawn: how many of the step's draws were made before; what a die decided has that die at `draws[drawn - 1]`.
      who: by the game's `subject_name`; empty: nobody.
      whom: likewise.
      start: name of the place from where; empty: none.
      place: name of the place.
      value: a number, or the name that it stands for; empty: none.
      how: words that hold of it.
      rule: the number of its rule; empty: none.
    """

    kind: str
    drawn: int
    who: str = ""
    whom: str = ""
    start: str = ""
    place: str = ""
    value: int | str = ""
    how: tuple[str, ...] = ()
    rule: str = ""


class LastStep(NamedTuple):
    """What led to a position, for those who draw it.

    Attributes:
      before: the position before: a record, an array of one, or text.
      events: what happened.
      draws: what was drawn.
    """

    before: Position
    events: "Sequence[Event]"
    draws: "Sequence[Draw]"


def read_events(chances: np.ndarray, scenario: Scenario) -> tuple[Event, ...]:
    """The events noted in a chance record, shape (1,), in order."""
    chance: Record = chances[0]
    game = scenario.game

    def subject(number: int) -> str:
        return "" if number == NONE else game.subject_name(scenario, number)

    def place(number: int) -> str:
        return "" if number == NONE else game.place_name(scenario, number)

    events = []
    fields = ("event", "who", "whom", "start", "place", "value", "how", "drawn")
    columns = (chance[field][: chance["noted"]].tolist() for field in fields)
    for number, who, whom, start, at, value, bits, drawn in zip(*columns, strict=True):
        kind = game.event_kinds[number - 1]
        value_text = game.event_value(scenario, kind.value, value, who) if kind.value else ""
        how = tuple(word for bit, word in enumerate(kind.how) if bits >> bit & 1)
        events.append(
            Event(kind.name, drawn, subject(who), subject(whom), place(start), place(at), value_text, how, kind.rule)
        )
    return tuple(events)


class ActionTaken(NamedTuple):
    """The action of a step.

    Attributes:
      team: who took it, 0 or 1.
      action: its name.
      turn: in which it was taken.
    """

    team: int
    action: str
    turn: int


def plain_events(game: GameDefinition[Any], record: Record, taken: ActionTaken | None, drawn: int) -> tuple[Event, ...]:
    """The events of a step of a game whose rules note none: the action, then a new turn, the end.

    Args:
      game: which game.
      record: of the game after the step.
      taken: the action; None: the step is the beginning.
      drawn: how many draws were made.
    """
    if taken is None:
        return ()
    events = [Event(CHOSEN, 0, game.teams[taken.team], value=taken.action)]
    if record["decision"] == OVER:
        winner = "" if record["winner"] == NONE else game.teams[record["winner"]]
        events.append(Event(GAME_OVER, drawn, winner, value=game.endings[record["ending"]]))
    elif record["turn"] > taken.turn:
        events += [Event(TURN_BEGAN, drawn)] * (int(record["turn"]) - taken.turn)
    return tuple(events)
