"""What is told of one decision, its shorter form, a line for each figure's act; and the plain story of any game."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tabletop.definition import Scenario
    from tabletop.draws import Draw

TURN, PHASE, END, DECISION = "turn", "phase", "end", "decision"


@dataclass
class Told:
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

    def text(self) -> str:
        """Head and lines; the lines indented."""
        head = f"{self.head}: the only choice" if self.forced else self.head
        return "\n".join([head, *(f"   {line}" for line in self.lines)])


class Brief:
    """Gathers what is told into a line a figure's act: what one figure does in a row is one line."""

    def __init__(self) -> None:
        self._who = ""
        self._acts: list[str] = []

    def add(self, told: Told) -> list[str]:
        """Take in the next one; the lines that are complete now."""
        if told.kind != DECISION:
            return [*self.flush(), "; ".join([told.head, *told.outcomes])]
        done: list[str] = []
        if told.opens and told.who != self._who:
            done, self._who = self.flush(), told.who
        words = told.brief
        if not told.opens and words and told.who != self._who:
            words = f"{told.who} {words}"
        if told.outcomes:
            words = ": ".join(filter(None, (words, ", ".join(told.outcomes))))
        if words:
            self._acts.append(words)
        return done

    def flush(self) -> list[str]:
        """The line under way, if any."""
        line = [f"{self._who} {'; '.join(self._acts)}".strip()] if self._acts else []
        self._who, self._acts = "", []
        return line


class Storyteller:
    """Tells games of any kind: who took which action, and what was drawn."""

    def __init__(self, scenario: "Scenario") -> None:
        """Tell games of this scenario."""
        self.scenario = scenario

    def opening(self, draws: "Iterable[Draw]", start: str = "") -> list[Told]:
        """A game's beginning: its draws; `start`: the position in which it began, if it was no new game."""
        return [Told(DECISION, "the game begins", lines=list(map(draw_words, draws)))]

    def step(self, before: Any, action: str, draws: "Iterable[Draw]") -> list[Told]:
        """A decision, by its action's name, in the position `before`, a record, shape (1,), or text; and its draws."""
        game = self.scenario.game
        record = (game.parse_position(self.scenario, before) if isinstance(before, str) else before)[0]
        who, words = game.teams[record["decider"]].capitalize(), list(map(draw_words, draws))
        return [Told(DECISION, f"{who}: {action}", who, action, words, words, turn=int(record["turn"]))]


def draw_words(draw: "Draw") -> str:
    """A draw in words: what for, for whom, the result."""
    result = " to ".join(map(str, draw.result)) if isinstance(draw.result, tuple) else str(draw.result)
    if draw.classes.startswith("lot "):
        result += f" of {draw.classes.removeprefix('lot ')}"
    return f"{draw.purpose} ({draw.subject}): {result}"


def caption(number: int, action: str, draws: "Iterable[Draw]") -> str:
    """A decision for a picture: its number and action, then its draws."""
    return f"{number}. {action}\n{' · '.join(map(draw_words, draws))}".strip()
