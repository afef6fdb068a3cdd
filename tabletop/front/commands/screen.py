"""A game in the terminal: the board, the actions in words, every die with its rule."""

import os
import re
import shutil
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import typer

from tabletop.show.showing import showing_of
from tabletop.show.watched import WatchedStep

CLEAR = "\033[2J\033[H"
MOST_TAKEN = 8  # lines of text for which a board is made smaller; longer text scrolls
BOARDS = ("auto", "every", "phase", "never")


class ViewerLeft(Exception):  # noqa: N818  no error: the viewer has seen enough
    """The viewer has left."""


def terminal_size() -> tuple[int, int] | None:
    """Columns and lines of the terminal; None: standard output is not a terminal."""
    if not sys.stdout.isatty():
        return None
    size = shutil.get_terminal_size()
    return size.columns, size.lines


def has_colour() -> bool:
    """Whether standard output shows colours: a terminal, and NO_COLOR (no-color.org) isn't set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


@dataclass
class Screen:
    """Shows steps one by one.

    Attributes:
      scenario: what is played.
      brief: one line for each act instead of every die.
      boards: when the board is drawn: `every` decision, with each `phase`, `never`; `auto`: `every` if the game is
        shown page by page, otherwise `phase`.
      delay: seconds after each decision.
      by_key: wait for a key after each decision.
      turns: first and last turn shown.
      decisions: first and last decision shown.
      positions: also show the position's text.
    """

    scenario: Any
    brief: bool = False
    boards: str = "auto"
    delay: float = 0.0
    by_key: bool = False
    turns: tuple[int, int | None] = (0, None)
    decisions: tuple[int, int | None] = (0, None)
    positions: bool = False
    colour: bool = field(default_factory=has_colour)

    def __post_init__(self) -> None:
        if self.boards not in BOARDS:
            raise ValueError(f"--board is one of {', '.join(BOARDS)}, not {self.boards!r}")
        if not 0 <= self.delay <= 60:
            raise ValueError(f"a decision stays for 0 to 60 seconds, not {self.delay}")
        for name, (first, last) in (("turn", self.turns), ("decision", self.decisions)):
            if first < 0:
                raise ValueError(f"{name} {first}: the first one is 0")
            if last is not None and last < first:
                raise ValueError(f"from {name} {first} to {name} {last}: there is none")
        self._brief = showing_of(self.scenario.game).brief()
        self._words_of = showing_of(self.scenario.game).play_words()
        self._paged = self.colour and (self.by_key or self.delay > 0)
        self._awaited: tuple[str, int] | None = None  # where a jump goes that hasn't been reached

    def wants(self, step: WatchedStep) -> bool:
        """Whether the step, and any part of its text, is in the range of turns and decisions that is shown."""
        return self._in(step.number, self.decisions) and any(self._in(entry.turn, self.turns) for entry in step.story)

    @staticmethod
    def _in(number: int, span: tuple[int, int | None]) -> bool:
        return span[0] <= number and (span[1] is None or number <= span[1])

    def show(self, step: WatchedStep) -> None:
        """Show a step; ViewerLeft: the viewer has left."""
        if self._awaited is not None and _now(step)[self._awaited[0]] >= self._awaited[1]:
            self._awaited = None
        if not self.wants(step):
            return
        story = [entry for entry in step.story if self._in(entry.turn, self.turns)]
        board = self.boards
        if board == "auto":
            board = "every" if self._paged else "phase"
        shows_board = board == "every" or (board == "phase" and any(entry.kind in ("phase", "end") for entry in story))
        # The board itself shows which phase it is.
        lines = self._words(step.number, story[:-1] if shows_board and story[-1].kind == "phase" else story)
        if shows_board:
            if self.brief:
                lines += self._brief.flush()
            lines += ["", self.board(step.position, min(len(lines) + 2, MOST_TAKEN))]
        if self.positions:
            lines.append(f"   {step.position}")
        if self._paged and board == "every":
            lines.insert(0, CLEAR)
        if lines:
            typer.echo("\n".join(map(self.painted, lines)))
        if self.by_key:
            self._wait(step)
        else:
            time.sleep(self.delay)

    def _words(self, number: int, story: list[Any]) -> list[str]:
        if self.brief:
            return [line for entry in story for line in self._brief.add(entry)]
        lines = []
        for entry in story:
            if entry.kind in ("turn", "phase", "end"):
                lines += ["", *entry.text().splitlines()]
                continue
            head, *rest = entry.text().splitlines()
            lines.append(f"{number:>4}. {head}" if entry is story[0] else f"      {head}")
            lines += [f"      {line}" for line in rest]
        return lines

    def board(self, position: str, taken: int = 1) -> str:
        """Return the board with its figures as text, sized for the terminal without the lines that are `taken`."""
        size = terminal_size()
        room = size and (size[0], size[1] - taken)
        board_text: str = showing_of(self.scenario.game).draw_text(
            self.scenario, position, colour=self.colour, room=room
        )
        return board_text

    def painted(self, line: str) -> str:
        """Return a line with the game's colours, if colours are shown and it has none yet."""
        return self._words_of.painted(line) if self.colour and "\033" not in line else line

    def close(self, over: bool = True) -> None:
        """Show what has not been shown yet; if the game is `over`, also say which jump led past its end."""
        for line in self._brief.flush():
            typer.echo(self.painted(line))
        if over and self._awaited:
            typer.echo(f"the game was over before {' '.join(map(str, self._awaited))}")

    def _wait(self, step: WatchedStep) -> None:
        while True:
            try:
                answer = input("Enter: on · 12: to decision 12 · t5: to turn 5 · q: leave > ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                typer.echo("")
                raise ViewerLeft from None
            jump = re.fullmatch(r"(t?)(\d{1,9})", answer)
            if answer in ("q", "quit"):
                raise ViewerLeft
            if jump:
                unit, goal, now = "turn" if jump[1] else "decision", int(jump[2]), _now(step)
                last = (self.turns if jump[1] else self.decisions)[1]
                if goal <= now[unit]:
                    typer.echo(f"{answer!r} leads back: this is decision {now['decision']}, in turn {now['turn']}")
                    continue
                if last is not None and goal > last:
                    typer.echo(f"{answer!r} isn't shown: {unit} {last} is the last one that was asked for")
                    continue
                self._awaited = unit, goal
                if jump[1]:
                    self.turns = (goal, last)
                else:
                    self.decisions = (goal, last)
            if not answer or jump:
                return
            typer.echo(f"{answer!r} is neither Enter, a decision's number, t and a turn's number, nor q")


def _now(step: WatchedStep) -> dict[str, int]:
    """Where the game is after a step."""
    return {"decision": step.number, "turn": step.story[-1].turn}
