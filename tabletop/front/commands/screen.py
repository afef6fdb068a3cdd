"""A game in the terminal, or as pictures, step by step: the board, the actions in words, every die with its rule."""

import os
import re
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tabletop.front.commands.files_of_commands import same_game
from tabletop.game.header import NONE, RUNNING
from tabletop.show.drawing.shapes import check_width
from tabletop.show.drawing.themes import check_theme
from tabletop.show.showing import showing_of
from tabletop.show.watched import WatchedStep, step_taken, steps_of

if TYPE_CHECKING:
    from tabletop.agents.base import Agent
    from tabletop.play.records import GameRecord, Recorder

ENDINGS = (".gif", ".webp", ".png", ".svg")
MOST_FRAMES = 2000
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


def recorded(record: "GameRecord", scenario: Any, path: Path) -> Iterator[WatchedStep]:
    """Yield the steps of the record in a file.

    Raises:
      NotSoError: replaying it gives another game; at the latest after the last step.
    """
    with same_game(path):
        yield from steps_of(record, scenario)


def live(agents: "tuple[Agent, Agent]", recorder: "Recorder") -> Iterator[WatchedStep]:
    """Yield the steps of a game while it is played (`tabletop.rate.matches.single.play`).

    Raises:
      ValueError: an agent that can't play the scenario.
      AgentError: an agent's fault.
    """
    from tabletop.rate.matches.single import play

    game = recorder.game
    teller = showing_of(game.scenario.game).storyteller(game.scenario)
    played = play(agents, recorder)
    last = step_taken(game, teller, 0)
    yield last
    for number, _ in enumerate(played, 1):
        last = step_taken(game, teller, number, last)
        yield last


def take(
    recorder: "Recorder", teller: Any, action: int | str, number: int, thoughts: Iterable[Any] = ()
) -> WatchedStep:
    """Take an action, record it with an agent's thoughts, and describe it."""
    recorder.step(action, thoughts)
    return step_taken(recorder.game, teller, number)


def summary(position: str, scenario: Any, names: tuple[str, str], decisions: int) -> str:
    """Return who won, how, and in which turn; or who plays, if the game isn't over."""
    end = scenario.game.parse_position(scenario, position)[0]
    words, after = (
        showing_of(scenario.game).summary(scenario, position),
        f"after {decisions} decision" + "s" * (decisions != 1),
    )
    if end.ending == RUNNING:
        return f"broken off in turn {end.turn} {after}: {words}"
    winner_text = f" ({names[end.winner]} beats {names[1 - end.winner]})" if end.winner != NONE else ""
    return f"{words}, in turn {end.turn}, {after}{winner_text}"


def check_picture(out: Path, width: int, theme: str) -> None:
    """Raise ValueError unless name, width and theme are those of a picture that can be written."""
    check_width(width)
    check_theme(theme)
    if out.suffix.lower() not in ENDINGS:
        raise ValueError(f"{out}: pictures are a .gif or .webp of the game, or a .png or .svg of its end")


def write_pictures(scenario: Any, steps: list[WatchedStep], out: Path, width: int, delay: float, theme: str) -> str:
    """Write the steps as an animation, or the last one as a picture with its words; return what has been written."""
    if not steps:
        raise ValueError("there is nothing to draw in these turns")
    pictures = showing_of(scenario.game).pictures(scenario, width, theme)
    if out.suffix.lower() in (".png", ".svg"):
        position, words, step = steps[-1].frame
        pictures.write(position, out, caption=words, step=step)
        return f"{out}: decision {steps[-1].number}"
    if len(steps) > MOST_FRAMES:
        raise ValueError(f"{len(steps)} frames are more than {MOST_FRAMES}; choose some turns")
    frames = [step.frame for step in steps]
    return f"{out}: {pictures.write_animation(frames, out, delay)} frames"
