"""The arrays of `SelfPlayGames`, and the compiled code that writes them: one call a step, and rounds of opponents."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tabletop.base.arrays import Bool, Float32, Int8, Int64
from tabletop.env.batch.episodes import ResetOptions, SelfPlayFinished, SelfPlayStep, read_out
from tabletop.env.batch.opponent_play import OpponentGames
from tabletop.env.batch.opponents import read_list, read_opponent
from tabletop.game.choices import MOST_SKIPPED
from tabletop.game.header import OVER
from tabletop.play.reset_options import ScenarioOrName

StepArrays = tuple[Float32, Int8, Int64, Int64, Float32, Bool, Bool]  # of a `SelfPlayStep`, in its order


class SelfPlayArrays(OpponentGames):
    """B games of one scenario, both teams played by the caller, without what reads the caller's arguments.

    The arrays of a step are a tuple, as in `SelfPlayStep`: observations, masks, teams, players, rewards, dones,
    illegal.

    Attributes:
      lengths: int64 [B, 2], the caller's decisions in each game, by team.
      Others: see `OpponentGames`; the learner there is the caller here.
    """

    def __init__(
        self,
        scenario: ScenarioOrName,
        count: int,
        opponents: Sequence[Any],
        weights: Sequence[float] | None,
        **settings: Any,
    ) -> None:
        """Make the arrays; arguments as in `OpponentGames`."""
        super().__init__(scenario, count, opponents, weights, **settings)
        count = self.count
        self._play = self.scenario.game.compiled("self_play")
        self.lengths = np.zeros((count, 2), np.int64)
        self._returns = np.zeros((count, 2))
        self._potentials = np.full((count, 2), np.nan)
        self._places = np.zeros(count, np.int8)
        self._lists = np.zeros((2, count), np.int64)
        self._counts = np.zeros(4, np.int64)
        self._ends = np.zeros(count, self._play.END)
        self._end_observations = np.zeros((count, 2, self.encoding.size), np.float32)
        self._end_masks = np.zeros((count, self.actions), np.int8)
        # Learners store the result of one step while they make the next one: two sets of arrays alternate.
        self._buffers = [self._new_arrays(), self._new_arrays()]

    def _read_opponents(self, opponents: Any) -> list[Any]:
        opponent_list = read_list(opponents)
        return [
            None if opponent is None else read_opponent(opponent, self.scenario, self.encoding)
            for opponent in opponent_list
        ] or [None]

    def set_weights(self, weights: Sequence[float] | None) -> None:
        """Set how often each opponent is drawn from the next games on; see `DrawnOpponents.set_weights`."""
        super().set_weights(weights)
        self._inside = np.array([opponent is not None for opponent in self.opponents], np.int8)

    # The arrays of a step.

    def _new_arrays(self) -> StepArrays:
        count = self.count
        return (
            np.zeros((count, self.encoding.size), np.float32),
            np.zeros((count, self.actions), np.int8),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            np.zeros((count, 2), np.float32),
            np.zeros(count, bool),
            np.zeros(count, bool),
        )

    def _with_out(self, arrays: StepArrays, out: tuple[Float32, Int8] | None) -> StepArrays:
        """Return the arrays of a step, with the caller's own ones for observations and masks if given."""
        return arrays if out is None else (*read_out(out, self.encoding.shape, self.masks), *arrays[2:])

    def _make_step(self, arrays: StepArrays, finished: SelfPlayFinished | None) -> SelfPlayStep:
        observations = arrays[0].reshape(self.count, *self.encoding.shape)
        return SelfPlayStep._make((observations, *arrays[1:], finished))

    def _finished(self) -> SelfPlayFinished:
        count = int(self._counts[0])
        # Games that opponents have ended come after the others there.
        order = np.argsort(self._ends["row"][:count])
        ends = self._ends[order]
        return SelfPlayFinished(
            rows=ends["row"],
            results=ends["results"],
            returns=ends["returns"],
            lengths=ends["lengths"],
            turns=ends["turn"],
            endings=ends["ending"],
            sides=ends["side"],
            opponents=ends["slot"],
            seeds=ends["seed"],
            observations=self._end_observations[order].reshape(count, 2, *self.encoding.shape),
            masks=self._end_masks[order],
            teams=ends["team"],
            truncated=ends["open"] != OVER,
            decisions=ends["open"],
        )

    # Arguments of compiled code, in its order (tabletop/game/templates/self_play.py).

    def _of(self, rows: Int64) -> tuple[Any, ...]:
        return self.worlds, self._chances, self.games, rows

    def _past(self) -> tuple[Any, ...]:
        return self.lengths, self._returns, self._potentials

    def _standing(self) -> tuple[Any, ...]:
        """From `sides` to `cells`: what decides on the status of a game, and what is observed of it."""
        players = self.sides, self.slots, self._inside
        limit = self.max_episode_steps or 0
        gamma = 1.0 if self.shaping is None else float(self.shaping.gamma)
        return *players, *self._past(), limit, self._shaping_weights, gamma, self.encoding.cells

    def _drawing(self) -> tuple[Any, ...]:
        """From `starts` to `paired`: what decides on the next episodes."""
        streams = self.streams, self._episodes, self.seeds, self.counters
        return self._starts, *streams, self._weights, self._side, self._paired

    def _ending(self) -> tuple[Any, ...]:
        """From `places` on: where a step writes what has become of the games."""
        return self._places, self._ends, self._end_observations, self._end_masks, self._counts, self._lists

    # Calls of compiled code.

    def _restart(self, rows: Int64, options: ResetOptions) -> None:
        """Begin the next episode of these rows, up to the caller's first decision."""
        self._draw_episodes(rows, options)
        self._play.start_rows(*self._of(rows), self._starts, self.seeds, *self._past(), self.masks)
        for number, start in enumerate(options.starts or ()):
            if start is not None:
                self.begin_rows(rows[number : number + 1], start)
        self._announce_begun(rows)
        episode_numbers = self._episodes[rows]
        arrays = self._new_arrays()
        self._counts[:] = 0
        self._place(rows, arrays)
        self._settle(rows, arrays)
        self._go_on(arrays)
        for number in np.flatnonzero(self._episodes[rows] != episode_numbers).tolist():
            if options.was_requested(number):
                raise ValueError(f"game {rows[number]} ends before the caller has anything to decide")

    def _play_turn(self, arrays: StepArrays) -> int:
        """Carry out `_actions` and all that follows, up to the caller's next decisions; return as `_turn`."""
        wrong = self._turn(arrays)
        if wrong < 0:
            self._buffers.reverse()
            if self._counts[1:].any():
                self._go_on(arrays)
        return wrong

    def _turn(self, arrays: StepArrays) -> int:
        """Carry out `_actions` and what follows, but no opponents' answers; return the first illegal row, or -1.

        On all cores this takes three calls.
        """
        play = self._play
        rows = self._all
        acting = self._actions, self.masks
        if not self._all_cores():
            arguments = *self._of(rows), *acting, *self._standing(), *self._drawing(), *arrays, *self._ending()
            return int(play.turn_rows(int(self.strict), *arguments))
        if self.strict and (wrong := play.first_illegal(rows, *acting)) >= 0:
            return int(wrong)
        play.step_rows_parallel(*self._of(rows), *acting, *self._standing(), *arrays, self._places)
        self._settle(rows, arrays)
        return -1

    def _place(self, rows: Int64, arrays: StepArrays) -> None:
        """Show those of these games in which the caller is to decide."""
        arguments = self.worlds, self.games, rows, self.masks, *self._standing()
        self._play.place_rows(*arguments, *arrays[:5], self._places)

    def _settle(self, rows: Int64, arrays: StepArrays) -> None:
        """Record which of these games have ended, begin the next ones, and note which wait for opponents."""
        arguments = *self._of(rows), self.masks, *self._standing(), *self._drawing()
        self._play.settle_rows(*arguments, *arrays[:6], *self._ending())

    def _go_on(self, arrays: StepArrays) -> None:
        """After `_settle`: notify the opponents of games that begin, and ask them until no game waits for them."""
        in_row: Int64 = np.zeros(self.count, np.int64)
        while True:
            _, begun, waits, skipped = self._counts.tolist()
            self.skipped += skipped
            self._counts[3] = 0
            if skipped:
                in_row[self._lists[0, :begun]] += 1
                if skipped < 0 or in_row.max() > MOST_SKIPPED:
                    raise RuntimeError("game after game ends before the caller has anything to decide")
            if begun:
                self._announce_begun(self._lists[0, :begun].copy())
            if not waits:
                return
            rows = self._lists[1, :waits].copy()
            self._play_round(rows)
            self._place(rows, arrays)
            self._settle(rows, arrays)

    def _begin_unshaped(self) -> None:
        # That of a team which has neither decided nor is to decide isn't known yet, as in games that are shaped.
        decided, deciders = self.lengths > 0, self.games["decider"]
        running = np.flatnonzero(deciders >= 0)
        decided[running, deciders[running]] = True
        self._potentials[decided] = 0.0

    def _weigh(self, rows: Int64) -> None:
        """Compute the deciding teams' potentials, from which shaping begins; the other teams' are not known."""
        self._potentials[rows] = np.nan
        if self.shaping is not None:
            deciders = self.games["decider"].astype(np.int64)
            potentials = np.zeros(self.count)
            self._kernels.potential_rows(self.worlds, self.games, rows, deciders, self._shaping_weights, potentials)
            self._potentials[rows, deciders[rows]] = potentials[rows]
