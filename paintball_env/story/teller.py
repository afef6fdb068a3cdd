"""Decision by decision: the action, the forced decisions after it, the turns that begin (docs/formats.md, "Events")."""

from collections.abc import Iterator, Sequence

from paintball_env.actions import TEAMS, name_of
from paintball_env.notation.words import ENDINGS
from paintball_env.observation.encoding import check_scenario
from paintball_env.render.status import ending_line, phase_line
from paintball_env.render.words import draw_words
from paintball_env.scenario import Scenario
from paintball_env.story.orders import order_entry
from paintball_env.story.outcomes import Outcomes, lot_words
from tabletop.game.draws import Draw
from tabletop.game.events import CHOSEN, GAME_OVER, TURN_BEGAN, Event
from tabletop.show.story import DECISION, END, PHASE, TURN, StoryEntry

DECISIONS = (CHOSEN, "forced", "drawn")
SETTING_UP = ("flag set", "experts rolled", "grenades rolled")  # told together
OPENING = (*DECISIONS, *SETTING_UP, "roll-off", TURN_BEGAN, "phase began", GAME_OVER)
RULES_OF_ENDS = {"eliminated": "TU7", "flag": "FL3", "turns": "TU8"}


class Storyteller:
    """Tells games of a scenario in words.

    Args:
      scenario: what is played.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = check_scenario(scenario)

    def tell(self, events: Sequence[Event], draws: Sequence[Draw], turn: int) -> list[StoryEntry]:
        """A decision and all that followed up to the next one, or a game's beginning.

        Args:
          events: what happened, `Game.events`.
          draws: those that fell, `Game.draws`.
          turn: in which it ended, `Game.turn`.
        """
        story = []
        current_turn = turn - sum(event.kind == TURN_BEGAN for event in events)
        for part in _parts(events):
            current_turn += part[0].kind == TURN_BEGAN
            entry = self._entry(part, draws, current_turn)
            entry.turn = current_turn
            if entry.head:
                story.append(entry)
        return story

    def _entry(self, part: Sequence[Event], draws: Sequence[Draw], turn: int) -> StoryEntry:
        first = part[0]
        who = name_of(first.who)
        if first.kind in DECISIONS:
            entry = order_entry(str(first.value), part[1:])
            Outcomes(entry, part[1:], draws).write()
            entry.forced = first.kind == "forced"
            if first.kind == "drawn":
                entry.lines.append(f"drawn: {lot_words(draws[first.drawn - 1])} (SN5)")
            return entry
        if first.kind in SETTING_UP:
            lines = [_set_up_words(event, draws[event.drawn - 1]) for event in part]
            dice = {number: event.drawn - 1 for number, event in enumerate(part)}
            return StoryEntry(DECISION, "the set-up goes on", lines=lines, brief=", ".join(lines), dice=dice)
        if first.kind == "roll-off":
            return StoryEntry(DECISION, draw_words(draws[first.drawn - 1]), brief=f"{who} wins the roll-off")
        if first.kind == TURN_BEGAN:
            entry = StoryEntry(TURN, f"Turn {turn} of {self._scenario.rules.max_turns} begins")
            Outcomes(entry, part, draws).write()
            return entry
        if first.kind == "phase began":
            return StoryEntry(PHASE, phase_line(self._scenario, turn, int(first.value), TEAMS.index(first.who)), who)
        ending = str(first.value)
        words = ending_line(TEAMS.index(first.who) if first.who else -1, ENDINGS.index(ending))
        return StoryEntry(END, f"{words} ({RULES_OF_ENDS[ending]})")


def _set_up_words(event: Event, draw: Draw) -> str:
    """A draw of the set-up; where the scenario adds to it (LG1), or the team is too small, how many there are."""
    words = draw_words(draw)
    if event.kind == "flag set":
        return words
    assert isinstance(draw.result, int)
    return words if draw.classes[draw.result - 1] == str(event.value) else f"{words}, {event.value} in all"


def _parts(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events of each decision, of the set-up between two, of a turn's beginning, a phase's, the end."""
    part: list[Event] = []
    for event in events:
        same_part = part and event.kind in SETTING_UP and part[0].kind in SETTING_UP
        if event.kind in OPENING and part and not same_part:
            yield part
            part = []
        if event.kind != "flag set" or event.how:  # without a choice of hexes nothing is said
            part.append(event)
    if part:
        yield part
