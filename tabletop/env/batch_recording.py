"""Game records of batched games: a batch reports its steps, and they become files (`tabletop.env.recording`).

One recorder serves everything that is made of a batch: BatchedGames and SelfPlayGames, and the vector environments of
Gymnasium and SB3. It sees the actions that the batch carries out, whatever wrappers there are around it.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from tabletop.base.arrays import Bool, Int64, Integers
from tabletop.env.batch.episodes import Finished, Step
from tabletop.env.batch.snapshots import record_bytes
from tabletop.env.batch_infos import BatchInfos
from tabletop.env.game_files import ROW, GameFiles, GameSoFar
from tabletop.env.recorded_opponents import record_answers
from tabletop.game.arrays import SelfPlayFinished, SelfPlayStep
from tabletop.game.header import NONE
from tabletop.play.game import Game


class BatchRecorder:
    """Writes the games that end in a batch, which tells it of its steps; games that have begun before aren't written.

    Attributes:
      files: where they are written.
    """

    def __init__(self, batch: Any, files: GameFiles) -> None:
        self.files, self._batch = files, batch
        self._told = BatchInfos(batch)
        self._usual = batch.scenario.game.start_record(batch.scenario)
        self._played: list[GameSoFar | None] = [None] * batch.count
        self._illegal = np.zeros(batch.count, np.int64)
        self._remember()

    def _remember(self) -> None:
        """Keep how the games are, by which a change from outside is noticed."""
        batch = self._batch
        self._known, self._dealt = record_bytes(batch).copy(), (batch.sides.copy(), batch.slots.copy())

    def prepare(self) -> None:
        """See `Listener`; games that are no longer as they were after the last step can't be written."""
        record_answers(self._batch.opponents)
        sides, slots = self._dealt
        dealt_anew = (self._batch.sides != sides) | (self._batch.slots != slots)
        for row in np.flatnonzero((record_bytes(self._batch) != self._known).any(axis=1) | dealt_anew).tolist():
            self._played[row] = GameSoFar(int(self._batch.seeds[row]), "", self.files.players, is_broken=True)

    def begun(self, rows: Int64, positions: Sequence[str | None] | str | None) -> None:
        """See `Listener`."""
        for number, row in enumerate(rows.tolist()):
            self._begin(row, positions if positions is None or isinstance(positions, str) else positions[number])
        self._remember()

    def _begin(self, row: int, position: str | None = None) -> None:
        games, scenario = self._batch, self._batch.scenario
        if position is None and (start := games.start(row)).tobytes() != self._usual.tobytes():
            position = scenario.game.format_position(scenario, start)
        opponent, side = games.opponents[games.slots[row]], int(games.sides[row])
        callers = self.files.players if side == 0 else self.files.players[::-1]  # as given, player 0 is the first
        own_side = NONE if opponent is None else side
        self._played[row] = GameSoFar.begin(games.seeds[row], position, callers, own_side, opponent, row)
        self._illegal[row] = 0

    def played(self, rows: Int64, actions: Integers, step: Step | SelfPlayStep) -> None:
        """See `Listener`."""
        self._illegal += step.illegal
        for row in rows.tolist():
            if (played := self._played[row]) is not None and not step.illegal[row]:
                played.actions.append(int(actions[row]))
        ends = [] if step.finished is None else self._ends(step.finished, step.illegal)
        self._remember()
        with ExitStack() as stack:  # a fault in one keeps no other from being written
            for end in reversed(ends):
                stack.callback(self.files.end, *end)

    def _ends(self, finished: Finished | SelfPlayFinished, illegal: Bool) -> list[tuple[Any, ...]]:
        """What `GameFiles.end` wants to know of each game that has ended; next ones may have begun in their rows."""
        ended = self._batch.ended
        if isinstance(finished, SelfPlayFinished):  # the infos are those of player 0
            own = np.arange(len(finished.rows)), finished.sides
            finished = finished._replace(results=finished.results[own], lengths=finished.lengths.sum(axis=1))
        columns, ends = self._told.last(finished, illegal, self._illegal), []
        for number, row in enumerate(finished.rows.tolist()):
            played, self._played[row] = self._played[row], None
            if played is not None:
                # The next game may be there already, so what is left of the last one is compared: its record before
                # the last action, its infos and the last observations.
                played.is_broken |= played.opponent is not self._batch.opponents[finished.opponents[number]]
                before = len(played.actions) - (not illegal[row])
                played.passed[before] = self._known[row].tobytes()
                infos = {name: values[number] for name, values in columns.items()}
                ends.append((played, infos, self._is_end(finished, number)))
            if not ended[row]:
                self._begin(row)
        return ends

    def _is_end(self, finished: Finished | SelfPlayFinished, number: int) -> Callable[[Game[Any]], bool]:
        """Whether a game has come to the end that the batch tells of."""
        encoding = self._batch.encoding
        of_both_teams = isinstance(finished, SelfPlayFinished)
        side = 0 if of_both_teams else int(finished.sides[number])
        seen = finished.observations[number, 0] if of_both_teams else finished.observations[number]
        told = finished.turns[number], finished.endings[number], finished.decisions[number]

        def is_end(game: Game[Any]) -> bool:
            view, sides = np.zeros((1, encoding.size), np.float32), np.full(1, side)
            game.definition.batch.observe_rows(game.scenario.world, game.games, ROW, sides, encoding.cells, view)
            record = game.record
            return told == (record.turn, record.ending, record.decision) and np.array_equal(view[0], seen.ravel())

        return is_end
