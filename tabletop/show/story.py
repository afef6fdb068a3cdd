"""One decision in words, its shorter form, a line for each figure's act; the plain story of any game."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tabletop.game.definition import Scenario
from tabletop.game.draws import TABLE, Draw, write_result
from tabletop.game.events import CHOSEN, GAME_OVER, TURN_BEGAN, Event

TURN, PHASE, END, DECISION = "turn", "phase", "end", "decision"


@dataclass
class StoryEntry:
    """One decision in words, or what the engine did by itself: a turn's beginning, a phase's, the end.

    Attributes:
      kind: DECISION, TURN, PHASE or END.
      head: a line: "R3 moves NE to c4 (MV1)".
      who: the figure or team that acts.
      brief: what it did, in a few words without `who`; empty where the outcomes say it all.
      lines: the dice and what came of them, a line each.
      outcomes: what came of it, in a few words each.
      forced: there was no other choice, so nobody was asked.
      opens: a new act begins here; otherwise this goes on with the one before.
      turn: the turn it belongs to; 0 in set-up.
      dice: which of the lines tell a draw of the step: the draw's number, from 0, by the line's.
    """

    kind: str
    head: str
    who: str = ""
    brief: str = ""
    lines: list[str] = field(default_factory=list)
    outcomes: list[str] = field(default_factory=list)
    forced: bool = False
    opens: bool = True
    turn: int = 0
    dice: dict[int, int] = field(default_factory=dict)

    def text(self) -> str:
        """Head and lines; the lines indented."""
        head = f"{self.head}: the only choice" if self.forced else self.head
        return "\n".join([head, *(f"   {line}" for line in self.lines)])


class Teller(Protocol):
    """Tells games of one scenario in words."""

    def tell(self, events: Sequence[Event], draws: Sequence[Draw], turn: int) -> list[StoryEntry]:
        """Return a step in words, or a game's beginning: of `Game.events`, `Game.draws` and `Game.turn` after it."""
        ...


class Brief:
    """Gathers the words into a line for each figure's act: what one figure does in a row is one line."""

    def __init__(self) -> None:
        self._who = ""
        self._acts: list[str] = []

    def add(self, entry: StoryEntry) -> list[str]:
        """Take in the next one; the lines that are complete now."""
        if entry.kind != DECISION:
            return [*self.flush(), "; ".join([entry.head, *entry.outcomes])]
        lines: list[str] = []
        if entry.opens and entry.who != self._who:
            lines, self._who = self.flush(), entry.who
        words = entry.brief
        if not entry.opens and words and entry.who != self._who:
            words = f"{entry.who} {words}"
        if entry.outcomes:
            words = ": ".join(filter(None, (words, ", ".join(entry.outcomes))))
        if words:
            self._acts.append(words)
        return lines

    def flush(self) -> list[str]:
        """The line under way, if any."""
        line = [f"{self._who} {'; '.join(self._acts)}".strip()] if self._acts else []
        self._who, self._acts = "", []
        return line


class Storyteller:
    """Tells games of any kind: who took which action, what was drawn, and what else the rules have noted.

    Attributes:
      OPENING: kinds of event that begin an entry; what else is noted is a line of the entry under way.
    """

    OPENING: tuple[str, ...] = (CHOSEN, TURN_BEGAN, GAME_OVER)

    def __init__(self, scenario: Scenario) -> None:
        """Tell games of this scenario."""
        self.scenario = scenario

    def tell(self, events: Sequence[Event], draws: Sequence[Draw], turn: int) -> list[StoryEntry]:
        """A decision and what followed, or a game's beginning.

        Args:
          events: what happened, `Game.events`.
          draws: those that fell, `Game.draws`.
          turn: in which it ended, `Game.turn`.
        """
        now = turn - sum(event.kind == TURN_BEGAN for event in events)
        begins = not events or events[0].kind != CHOSEN
        story = [StoryEntry(DECISION, "the game begins", turn=now)] if begins else []
        next_draw = 0
        for event in events:
            if story and self.is_of_others(event, story[-1]):
                who, words = event.who, self.words(event)
                head = f"{words} ({event.rule})" if event.rule else words
                story.append(StoryEntry(DECISION, head, who, words.removeprefix(f"{who} "), turn=now))
                of_its_own = not self.is_before_dice(event)
                self._add_draws(story[-1 if of_its_own else -2], draws[next_draw : event.drawn], next_draw)
                next_draw = event.drawn
                continue
            if event.drawn > next_draw:
                self._add_draws(story[-1], draws[next_draw : event.drawn], next_draw)
                next_draw = event.drawn
            if event.kind not in self.OPENING:
                if words := self.words(event):
                    story[-1].lines.append(f"{words} ({event.rule})" if event.rule else words)
                    story[-1].outcomes.append(words)
                continue
            now += event.kind == TURN_BEGAN
            story.append(self._entry(event, now))
        if len(draws) > next_draw:
            self._add_draws(story[-1], draws[next_draw:], next_draw)
        return story

    def is_of_others(self, event: Event, entry: StoryEntry) -> bool:
        """Whether an event is the doing of another side than the entry under way, so that it is an act of its own."""
        return False

    def is_before_dice(self, event: Event) -> bool:
        """Whether what begins such an act is noted before its dice: those drawn until then are the act's before it."""
        return False

    def words(self, event: Event) -> str:
        """An event in words: its kind, who and whom, where, and what else is noted; empty: it is left out."""
        words = (event.kind, event.who, event.whom, event.start, event.place, str(event.value), *event.how)
        return " ".join(filter(None, words))

    def draw_words(self, draw: Draw) -> str:
        """A draw in words: what for, for whom, the result."""
        result = write_result(draw.result)
        if draw.classes.startswith("lot "):
            result += f" of {draw.classes.removeprefix('lot ')}"
        whose = "" if draw.subject == TABLE else f" for {draw.subject}"
        return f"{draw.purpose}{whose}: {result}"

    def _add_draws(self, entry: StoryEntry, draws: Sequence[Draw], first: int) -> None:
        """Add lines of these draws to an entry; `first` is the number of the first among the step's."""
        for number, draw in enumerate(draws, first):
            words = self.draw_words(draw)
            entry.dice[len(entry.lines)] = number
            entry.lines.append(words)
            entry.outcomes.append(words)

    def _entry(self, event: Event, turn: int) -> StoryEntry:
        who = event.who.capitalize()
        if event.kind == CHOSEN:
            return StoryEntry(DECISION, f"{who}: {event.value}", who, str(event.value), turn=turn)
        if event.kind == TURN_BEGAN:
            return StoryEntry(TURN, f"Turn {turn} begins", turn=turn)
        return StoryEntry(END, end_words(event.who, str(event.value)), turn=turn)


def end_words(winner: str, ending: str) -> str:
    """How a game has ended: the team that has won, empty: none; the name of the ending."""
    return f"{winner.capitalize()} wins by {ending}" if winner else f"Draw by {ending}"


def caption(number: int, entries: Sequence[StoryEntry]) -> str:
    """A decision for a picture: it in a line, then what came of it and what followed, to where the picture shows it.

    Args:
      number: of the decision; 0: the game's beginning.
      entries: it and what followed.
    """
    head = entries[0].head if entries else ""
    parts = [part for entry in entries for part in ([entry.head] if entry is not entries[0] else []) + entry.lines]
    return f"{number}. {head}\n{' · '.join(parts)}".strip()
