"""The terminal's view of a game: the board, what is done in words, every die with its rule."""

import os
import re
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import typer

from tabletop.commands.watching import Step

CLEAR = "\033[2J\033[H"
RED, BLUE, YELLOW, BOLD, DIM, PLAIN = "\033[1;91m", "\033[1;94m", "\033[1;93m", "\033[1m", "\033[2m", "\033[0m"
# Figures, Marshals, teams, rules in brackets.
_NAMES = re.compile(r"\bR\d+\b|\bRed\b|\bB\d+\b|\bBlue\b|\bM[1-4]\b|\([A-Z]{2}[^()]*\)")
BOARDS = ("auto", "every", "phase", "never")


class Left(Exception):  # noqa: N818  no error: the viewer has seen enough
    """The viewer has left."""


def has_colour() -> bool:
    """Whether standard output shows colours: a terminal, and NO_COLOR (no-color.org) isn't set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, colour: bool) -> str:
    """A line with its figures in their team's colour; without colour as it is."""
    if not colour:
        return text

    def paint(found: re.Match[str]) -> str:
        ink = {"R": RED, "B": BLUE, "M": YELLOW}.get(found[0][0], DIM)
        return f"{ink}{found[0]}{PLAIN}"

    return _NAMES.sub(paint, text)


def hush() -> None:
    """Nobody reads what is written any more (`| head`): leave quietly."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@dataclass
class Screen:
    """Shows steps as they come.

    Attributes:
      scenario: what is played.
      brief: a line a figure's act instead of every die.
      boards: when the board is drawn: `every` decision, with each `phase`, `never`; `auto`: `every` where the game is
        shown page by page, else `phase`.
      delay: seconds after each decision.
      by_key: wait for a key after each decision.
      turns: first and last turn shown.
      decisions: first and last decision shown.
      positions: show the position's text as well.
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
        from paintball_env.story import Brief

        if self.boards not in BOARDS:
            raise ValueError(f"--board is one of {', '.join(BOARDS)}, not {self.boards!r}")
        if not 0 <= self.delay <= 60:
            raise ValueError(f"a decision stays for 0 to 60 seconds, not {self.delay}")
        for name, (first, last) in (("turn", self.turns), ("decision", self.decisions)):
            if first < 0 or (last is not None and last < first):
                raise ValueError(f"from {name} {first} to {name} {last}: there is none")
        self._brief = Brief()
        self._paged = self.colour and (self.by_key or self.delay > 0)

    def wants(self, step: Step) -> bool:
        """Whether the step lies in the turns and decisions that are shown, with any of what it tells."""
        return self._in(step.number, self.decisions) and any(self._in(told.turn, self.turns) for told in step.told)

    @staticmethod
    def _in(number: int, span: tuple[int, int | None]) -> bool:
        return span[0] <= number and (span[1] is None or number <= span[1])

    def show(self, step: Step) -> None:
        """Show a step; Left when the viewer has seen enough."""
        if not self.wants(step):
            return
        told = [each for each in step.told if self._in(each.turn, self.turns)]
        board = self.boards
        if board == "auto":
            board = "every" if self._paged else "phase"
        drawn = board == "every" or (board == "phase" and any(each.kind in ("phase", "end") for each in told))
        # The board says by itself which phase it is.
        lines = self._words(step.number, told[:-1] if drawn and told[-1].kind == "phase" else told)
        if drawn:
            if self.brief:
                lines += self._brief.flush()
            lines += ["", self.board(step.position)]
        if self.positions:
            lines.append(f"   {step.position}")
        if self._paged and board == "every":
            lines.insert(0, CLEAR)
        if lines:
            typer.echo("\n".join(painted(line, self.colour) if "\033" not in line else line for line in lines))
        if self.by_key:
            self._wait()
        else:
            time.sleep(self.delay)

    def _words(self, number: int, told: list[Any]) -> list[str]:
        if self.brief:
            return [line for each in told for line in self._brief.add(each)]
        lines = []
        for each in told:
            if each.kind in ("turn", "phase", "end"):
                lines += ["", *each.text().splitlines()]
                continue
            head, *rest = each.text().splitlines()
            lines.append(f"{number:>4}. {head}" if each is told[0] else f"      {head}")
            lines += [f"      {line}" for line in rest]
        return lines

    def board(self, position: str) -> str:
        """The board with its figures, as text."""
        from paintball_env.render import render_ansi

        return render_ansi(self.scenario, position, colour=self.colour)

    def close(self) -> None:
        """Show what is still under way."""
        for line in self._brief.flush():
            typer.echo(painted(line, self.colour))

    def _wait(self) -> None:
        while True:
            try:
                answer = input("Enter: on · 12: to decision 12 · t5: to turn 5 · q: leave > ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                typer.echo("")
                raise Left from None
            jump = re.fullmatch(r"(t?)(\d{1,9})", answer)
            if answer in ("q", "quit"):
                raise Left
            if jump and jump[1]:
                self.turns = (int(jump[2]), self.turns[1])
            elif jump:
                self.decisions = (int(jump[2]), self.decisions[1])
            if not answer or jump:
                return
            typer.echo(f"{answer!r} is neither Enter, a decision's number, t and a turn's number, nor q")
