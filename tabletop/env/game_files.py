"""The files of game records, and what a game has been played with until it ends and is written to one.

`tabletop.env.recording` says who uses them.
"""

import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, SupportsInt

import numpy as np

from tabletop.base.arrays import Records
from tabletop.base.errors import brief, read_path
from tabletop.base.files import write_text
from tabletop.env.recorded_opponents import RecordedOpponent
from tabletop.game.choices import key_rows
from tabletop.game.definition import Scenario
from tabletop.game.header import NONE
from tabletop.play.game import Game
from tabletop.play.records import Recorder
from tabletop.play.reset_options import read_count
from tabletop.show.viewer import notebook  # noqa: F401  records that show themselves

Infos = Mapping[str, Any]
Wanted = Callable[[Infos], bool]

UNLIKE = "played again it goes another way, as after set_state or where an opponent was replaced"
BROKEN = "something else than its actions has changed it, such as set_state or copy_rows"
ROW = np.zeros(1, np.int64)  # the one game of a batch of one


class UnwrittenGameWarning(RuntimeWarning):
    """A game that was left out, because playing its record again doesn't lead to the same end."""


@dataclass
class GameSoFar:
    """What a game has been played with so far.

    Attributes:
      seed: of the game.
      start: text of the position that it began in; empty: a new game.
      callers: by team, the name of the player for whom the caller decides.
      side: the caller's team; NONE: both.
      opponent: who plays the other team.
      answers: the opponent's actions, noted during play; None: it is asked again.
      actions: the caller's actions, without the illegal ones.
      passed: a record that the game had, as bytes, by the number of the caller's actions before it.
      is_broken: whether something else than its actions has changed the game.
    """

    seed: int
    start: str
    callers: tuple[str, str]
    side: int = NONE
    opponent: Any = None
    answers: list[int] | None = None
    actions: list[int] = field(default_factory=list)
    passed: dict[int, bytes] = field(default_factory=dict)
    is_broken: bool = False

    @classmethod
    def begin(
        cls,
        seed: SupportsInt,
        start: str | None,
        callers: tuple[str, str],
        side: SupportsInt = NONE,
        opponent: Any = None,
        row: int = 0,
    ) -> "GameSoFar":
        """A game that has just begun in this row."""
        answers = opponent.answers.setdefault(row, []) if isinstance(opponent, RecordedOpponent) else None
        return cls(int(seed), " ".join((start or "").split()), callers, int(side), opponent, answers)

    def again(self, scenario: Scenario) -> Recorder:
        """Play the game again and write it down; ValueError: it isn't the same game."""
        if self.is_broken:
            raise ValueError(BROKEN)
        game: Game[Any] = Game(scenario, self.seed, self.start or None)
        recorder = Recorder(game, scenario, self.seed, *self._players(), self.start)
        own, others, passed, count = iter(self.actions), self._others(game), dict(self.passed), 0
        while not game.over:
            is_own = self.side in (NONE, game.decider)
            if is_own and count in passed and passed.pop(count) != game.games.tobytes():
                raise ValueError(UNLIKE)
            action = next(own if is_own else others, None)
            if action is None:
                break  # the game was truncated here
            count += is_own
            try:
                recorder.step(action)
            except ValueError as error:  # also IllegalActionError
                raise ValueError(f"{UNLIKE}: {error}") from None
        if passed or next(own, None) is not None:
            raise ValueError(UNLIKE)
        return recorder

    def _players(self) -> tuple[str, str]:
        """The names of those who play, by team."""
        if self.side == NONE:
            return self.callers
        own, opponent = self.callers[self.side], _name(self.opponent)
        return (own, opponent) if self.side == 0 else (opponent, own)

    def _others(self, game: Game[Any]) -> Iterator[int]:
        """The opponent's actions; it is asked for each when it is to decide."""
        if self.answers is not None:
            yield from self.answers
            return
        seeds, counters, keys = np.full(1, self.seed, np.uint64), np.zeros(1, np.uint64), np.zeros(1, np.uint64)
        actions = np.zeros(1, np.int64)
        while True:
            key_rows(ROW, seeds, counters, keys)
            self.opponent.decide(game.scenario.world, game.games, ROW, game.legal_mask()[None], actions, keys)
            yield int(actions[0])


class GameFiles:
    """A folder to which the wanted games are written.

    Attributes:
      folder, players: as given.
      finished: number of games that have ended.
      written: number of games that were written.
      left_out: number of games that were wanted and couldn't be written; each was named in a warning.
    """

    def __init__(
        self,
        folder: str | Path,
        scenario: Scenario,
        every: int,
        wanted: Wanted | None,
        players: tuple[str, str],
        prefix: str,
    ) -> None:
        """Make the folder; arguments and errors as in `record_games`."""
        self.folder, every = read_path("folder", folder), read_count("every", every)
        if not isinstance(prefix, str) or not prefix or Path(prefix).name != prefix:
            raise ValueError(f"prefix {brief(prefix)}: the beginning of a file's name")
        if wanted is not None and not callable(wanted):
            raise TypeError(f"wanted {brief(wanted)}: a function of a game's last infos, or None")
        self.finished = self.written = self.left_out = 0
        self._scenario, self._every, self._wanted, self.players = scenario, every, wanted, players
        self._prefix, self._suffix = prefix, scenario.game.record_suffix
        if self.folder.exists() and not self.folder.is_dir():
            raise ValueError(f"folder {self.folder}: it is a file")
        self.folder.mkdir(parents=True, exist_ok=True)
        own_name = re.compile(re.escape(f"{prefix}-") + r"\d{6,}" + re.escape(self._suffix))
        if old := sorted(path.name for path in self.folder.iterdir() if own_name.fullmatch(path.name)):
            raise ValueError(f"{self.folder} holds {old[0]} already: another folder or another prefix")

    def path(self, episode: int) -> Path:
        """The file of the n-th game that has ended, counted from 0."""
        return self.folder / f"{self._prefix}-{episode:06}{self._suffix}"

    def end(self, played: GameSoFar, infos: Infos, is_end: Callable[[Game[Any]], bool]) -> None:
        """Write a game that has ended, if it is wanted.

        Args:
          played: what it was played with.
          infos: the last infos of the game.
          is_end: whether a game, which was played again, has come to the same end.

        Raises:
          FileExistsError: the game's file is there already; it is left as it is.
        """
        episode, self.finished = self.finished, self.finished + 1
        if episode % self._every or (self._wanted is not None and not self._wanted({**infos, "episode": episode})):
            return
        try:
            recorder = played.again(self._scenario)
            if not is_end(recorder.game):
                raise ValueError(UNLIKE)
            text = recorder.record().write()
        except ValueError as error:  # also RecordError
            self.left_out += 1
            warnings.warn(f"game {episode} isn't written: {error}", UnwrittenGameWarning, stacklevel=3)
            return
        if (path := self.path(episode)).exists():
            raise FileExistsError(f"{path} is there already: a copy of this environment, or another process, wrote it")
        write_text(path, text)
        self.written += 1

    @staticmethod
    def is_record(record: Records) -> Callable[[Game[Any]], bool]:
        """For `end`: whether a game has this record, byte for byte."""
        end = record.tobytes()
        return lambda game: game.games.tobytes() == end


def _name(opponent: Any) -> str:
    """An opponent's name in a record: that of the agent, of the function, or of its class."""
    if isinstance(opponent, RecordedOpponent):
        opponent = opponent.opponent
    for owner in (getattr(opponent, "agent", None), opponent):
        name = getattr(owner, "name", None)
        if isinstance(name, str) and name.strip():
            return " ".join(name.split())
    return type(opponent).__name__
