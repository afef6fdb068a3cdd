"""What is told of one decision, and the shorter form: a line for each figure's act."""

from dataclasses import dataclass, field

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
    """Makes one line of each figure's act: what one figure does in a row is one line."""

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
