"""The one loop of play over many games: players are asked until every game is over or waits for another decider."""

from typing import ClassVar

import numpy as np

from tabletop.base.arrays import Int64, Integers, Records
from tabletop.compiled.compiling import announce_first_compilation
from tabletop.env.batch.opponents import Opponent
from tabletop.env.batch.parallel import check_cores
from tabletop.game.actions import action_number
from tabletop.game.arrays import new_play
from tabletop.game.chance import new_chance
from tabletop.game.choices import key_rows, waiting_rows
from tabletop.game.definition import Scenario
from tabletop.game.illegal import illegal_words
from tabletop.play.reset_options import read_flag, read_row


class IllegalAnswerError(RuntimeError):
    """A player chose an illegal action; the game is unchanged.

    Attributes:
      player: number of the player.
      row: of the game.
      action: index of the action.
    """

    def __init__(self, text: str, player: int, row: int, action: int) -> None:
        super().__init__(text)
        self.player, self.row, self.action = player, row, action


class TurnLoop:
    """B games of one scenario and the players who decide in them.

    In each round, one decision is made in every game in which a player is to decide, or more if the player plays on by
    itself (`CompiledOpponent`). A derived class may change who decides (`players_of`) and how a player is asked
    (`ask`), and may observe the rounds (`waiting`). None of its methods checks rows: one outside of the batch would end
    the process.

    Attributes:
      scenario, count, players, parallel: as given.
      actions: A.
      worlds: rules and board, shape (1,); shared, so don't write to them.
      games: the records, shape (B,).
      starts: the records that new games are copies of, shape (S,).
      play: what is known of the games beside their records; these are parts of it:
      masks: int8 [B, A], the legal actions of the team that decides in each game; the next step overwrites them.
      sides: int64 [B], the team that no player decides for: when it is to decide, the game waits. NONE: players decide
        for both teams.
      seeds, counters: uint64 [B], the source of the players' random numbers: the games' seeds, and how many numbers
        have been drawn in each game.
    """

    both_teams: ClassVar[bool] = False  # whether `play` has lengths, returns and potentials of each team

    def __init__(self, scenario: Scenario, count: int, players: list[Opponent], *, parallel: bool = False) -> None:
        """Make the arrays; no game has begun.

        Args:
          scenario: what is played.
          count: B, at least 1.
          players: a list in the order of their numbers.
          parallel: use all cores.
        """
        self.scenario, self.count, self.players = scenario, count, players
        self.parallel = read_flag("parallel", parallel)
        self.actions: int = scenario.actions
        announce_first_compilation(scenario.game.package)
        self._kernels = scenario.game.batch
        self.worlds, self._chances = scenario.world, new_chance()
        self.starts = scenario.game.start_record(scenario)
        self._all = np.arange(count)
        self.games: Records = np.zeros(count, scenario.record_type)
        self.play = play = new_play(count, self.actions, self.both_teams)
        self.masks, self.sides, self.seeds, self.counters = play.masks, play.sides, play.seeds, play.counters
        self._actions, self._waiting = (np.zeros(count, np.int64) for _ in range(2))
        self._keys, self._illegal = np.zeros(count, np.uint64), np.zeros(count, np.int8)

    def begin_rows(self, rows: Int64, starts: Records) -> None:
        """Begin these games (int64 [k]) from their `seeds`, each as a copy of one of `starts`, shape (S,)."""
        self._kernels.begin_rows(self.worlds, self._chances, self.games, rows, starts, self.seeds, self.masks)

    def carry_out(self, actions: Integers, rows: Int64) -> int:
        """Carry out an action in each of these games (int64 [k]), `actions` int64 [B]; return how many were illegal."""
        self._actions[:] = actions
        return self._step_rows(rows)

    def play_on(self) -> None:
        """Ask the players until every game is over or waits for its team in `sides`.

        Raises:
          IllegalAnswerError: a player chose an illegal action.
        """
        while len(rows := self.waiting()):
            self._play_round(rows)

    def waiting(self) -> Int64:
        """The games in which a player is to decide now, int64 [k]; called before each round until there are none."""
        return self._waiting[: waiting_rows(self.games, self.sides, self._waiting)].copy()

    def players_of(self, rows: Int64) -> Int64:
        """The numbers of the players who decide in these games now; both int64 [k]."""
        return np.zeros(len(rows), np.int64)

    def ask(self, number: int, rows: Int64) -> Int64:
        """Let a player choose in these games (int64 [k]), writing to `_actions`; return those in which it has."""
        key_rows(rows, self.seeds, self.counters, self._keys)
        self.players[number].decide(self.worlds, self.games, rows, self.masks, self._actions, self._keys)
        return rows

    def illegal_words(self, row: int, action: int) -> str:
        """Which action is illegal in a game, and why; ValueError, TypeError: no such game, or no whole number."""
        row, action = read_row(row, self.count), action_number(action, self.actions)
        return f"game {row}: {illegal_words(self.scenario, self.games[row : row + 1], action)}"

    def _play_round(self, rows: Int64) -> None:
        asked_rows = []
        for number, own in self._by_player(rows):
            if not self._plays_on(number, own):
                asked_rows.append(self.ask(number, own))
        if asked_rows:
            rows = asked_rows[0] if len(asked_rows) == 1 else np.concatenate(asked_rows)
            if self._step_rows(rows):
                raise self._illegal_answer(int(rows[np.argmax(self._illegal[rows])]))

    def _by_player(self, rows: Int64) -> list[tuple[int, Int64]]:
        if len(self.players) == 1:
            return [(0, rows)]
        numbers = self.players_of(rows)
        return [(number, rows[numbers == number]) for number in np.unique(numbers).tolist()]

    def _plays_on(self, number: int, rows: Int64) -> bool:
        """Let a player play on by itself if it can; return whether it has."""
        play = getattr(self.players[number], "play", None)  # a CompiledOpponent; isinstance would cost microseconds
        if play is None:
            return False
        choosing = self.sides, self.seeds, self.counters, self.masks
        play(self.worlds, self._chances, self.games, rows, *choosing, self._all_cores())
        return True

    def _step_rows(self, rows: Int64) -> int:
        step = self._kernels.step_rows_parallel if self._all_cores() else self._kernels.step_rows
        return int(step(self.worlds, self._chances, self.games, rows, self._actions, self.masks, self._illegal))

    def _all_cores(self) -> bool:
        """Whether to use all cores; RuntimeError: that would end the process."""
        if self.parallel:
            check_cores()
        return self.parallel

    def _illegal_answer(self, row: int) -> IllegalAnswerError:
        number, action = int(self.players_of(np.array([row]))[0]), int(self._actions[row])
        return IllegalAnswerError(f"opponent {number}, {self.illegal_words(row, action)}", number, row, action)
