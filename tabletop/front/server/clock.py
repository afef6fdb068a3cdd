"""A clock for two people: how much time each has left; it is given the time, and asks for none."""

import json
import re
from dataclasses import dataclass, replace
from typing import Self

LEAST, MOST = 10, 14 * 24 * 3600  # seconds, of a move or a game
MOST_ADDED = 3600  # seconds, for each move
_CONTROL = re.compile(r"(?:move|game) [1-9][0-9]{0,6}(?:\+[0-9]{1,4})?", re.ASCII)


@dataclass(frozen=True)
class Control:
    """What time a game is played with.

    Attributes:
      each_move: the seconds are for each move; else for the whole game.
      seconds: of a team.
      added: seconds that a team gets for each move that it has ended, up to what it began with.
    """

    each_move: bool
    seconds: int
    added: int = 0

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `move SECONDS` or `game SECONDS+ADDED`; ValueError: it is none of both, or out of range."""
        if not _CONTROL.fullmatch(text):
            raise ValueError("clock: `move SECONDS`, `game SECONDS` or `game SECONDS+SECONDS` is meant")
        kind, _, numbers = text.partition(" ")
        seconds, _, added = numbers.partition("+")
        control = cls(kind == "move", int(seconds), int(added or 0))
        if not LEAST <= control.seconds <= MOST or control.added > MOST_ADDED or (control.each_move and added):
            raise ValueError(f"clock: {LEAST} to {MOST} seconds are meant, in a game up to {MOST_ADDED} more a move")
        return control


@dataclass(frozen=True)
class Clock:
    """A clock as it stands; a change makes another one.

    A move is all that a team decides in a row in one phase of the game: where both decide in turns, as when one is
    asked about the other's act, each answer is a move.

    Attributes:
      control: what is played with.
      left: seconds that each team has left at `since`.
      since: when the time of the team that decides was last counted; None: the clock stands.
      move: the team that decides, and the phase.
    """

    control: Control
    left: tuple[float, float]
    since: float | None = None
    move: tuple[int, tuple[int, ...]] | None = None

    @classmethod
    def new(cls, control: Control) -> Self:
        """A clock that hasn't run yet."""
        return cls(control, (float(control.seconds), float(control.seconds)))

    @classmethod
    def read(cls, control: Control, text: str, move: tuple[int, tuple[int, ...]]) -> Self:
        """The clock that `write` has written, in the position where this move is made; empty: a new one."""
        if not text:
            return cls.new(control)
        one, other, since = json.loads(text)
        return cls(control, (float(one), float(other)), None if since is None else float(since), move)

    def write(self) -> str:
        """This clock as a line of text."""
        return json.dumps([*(round(left, 3) for left in self.left), self.since])

    def at(self, now: float) -> tuple[float, float]:
        """Seconds that each team has left; below 0 its time has run out."""
        if self.since is None or self.move is None:
            return self.left
        team = self.move[0]
        return self._with(team, self.left[team] - max(0.0, now - self.since))

    def runs(self) -> int | None:
        """The team whose time runs; None: nobody's."""
        return None if self.since is None or self.move is None else self.move[0]

    def stopped(self, now: float) -> Self:
        """This clock, standing."""
        return replace(self, left=self.at(now), since=None)

    def running(self, asked: float, now: float, team: int, phase: tuple[int, ...]) -> Self:
        """This clock when `team` decides in this phase.

        Args:
          asked: when the decision before came in; what the server took for it until `now` is nobody's time.
          now: the time.
          team: which decides.
          phase: of the game.
        """
        clock, move = replace(self, left=self.at(asked)), (team, phase)
        if move != self.move:
            begun = float(self.control.seconds)
            if self.control.each_move:
                clock = replace(clock, left=clock._with(team, begun))
            elif self.move is not None:
                mover = self.move[0]
                more = min(max(begun, clock.left[mover]), clock.left[mover] + self.control.added)
                clock = replace(clock, left=clock._with(mover, more))
        return replace(clock, since=now, move=move)

    def _with(self, team: int, seconds: float) -> tuple[float, float]:
        return (seconds, self.left[1]) if team == 0 else (self.left[0], seconds)
