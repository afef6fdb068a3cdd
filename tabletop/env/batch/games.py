"""Many games of one scenario at once, with opponents inside: for training and evaluation.

`BatchedGames` shows a learner only positions in which it decides. Between two of them the opponents play. After a game
ends, the next one begins in the same step (`step`), or only when `begin` is called (`advance`).
"""

from functools import partial
from typing import Any

import numpy as np

from tabletop.base.arrays import Bool, Float32, Int8, Int64, Integers, Numbers, SomeRows
from tabletop.env.batch.episodes import NO_OPTIONS, Finished, ResetOptions, Step
from tabletop.env.batch.opponent_play import OpponentGames
from tabletop.game.choices import MOST_SKIPPED, result_rows
from tabletop.game.header import OVER
from tabletop.play.reset_options import read_rows


class BatchedGames(OpponentGames):
    """B games of one scenario against opponents.

    Attributes and the arguments to make them: see `OpponentGames`.
    """

    def _make_arrays(self) -> None:
        count = self.count
        self._after = np.zeros(count)
        self._played, self._ended = np.zeros(count, bool), np.ones(count, bool)
        # Learners store the result of one step while they make the next one: two sets of arrays alternate.
        self._steps = [
            Step(
                observations=np.zeros((count, self.encoding.size), np.float32),
                masks=np.zeros((count, self.actions), np.int8),
                rewards=np.zeros(count, np.float32),
                dones=np.zeros(count, bool),
                illegal=np.zeros(count, bool),
                finished=None,
            )
            for _ in range(2)
        ]

    def row_arrays(self) -> dict[str, Any]:
        """See `OpponentGames`; here games that have ended may stand."""
        return super().row_arrays() | {"_ended": self._ended}

    def reset(self, seed: int | None = None) -> tuple[Float32, Int8]:
        """Begin all games.

        Args:
          seed: begin the whole stream anew from this seed; None: continue with the next episode of each row.

        Returns:
          Observations float32 [B, *shape] and masks int8 [B, A].

        Raises:
          ValueError: an invalid seed.
          AgentError, OpponentError: as in `step`.
        """
        self.begin(stream=seed)
        return self.current()

    def current(self) -> tuple[Float32, Int8]:
        """Return observations, float32 [B, *shape], and masks, int8 [B, A], of the games as they are now; new arrays.

        Raises:
          RuntimeError: no game has begun, or an earlier error has left the batch unusable.
        """
        self.check_begun()
        observations = np.zeros((self.count, self.encoding.size), np.float32)
        self._observe(self._all, observations)
        masks = self._with_wait(self.masks.copy(), self._all)
        return observations.reshape(self.count, *self.encoding.shape), masks

    @property
    def ended(self) -> Bool:
        """Whether each game, bool [B], is over or truncated, and no new one has begun in its place; or never begun."""
        return self._ended.copy()

    def step(self, actions: Numbers) -> Step:
        """Carry out the learner's action in every game, let the opponents answer, and restart games that have ended.

        Args:
          actions: integers [B], legal by the last masks.

        Returns:
          See `Step`.

        Raises:
          ValueError: a number that no action has; with `strict`, an illegal action; a wrong shape or type; or a game
            that has ended and hasn't been restarted. Nothing has changed then.
          RuntimeError: `reset` has never been called; an earlier error has left the batch unusable; an opponent chose
            an illegal action; or, with `parallel`, this is a forked process whose parent has used all cores, too.
          AgentError, OpponentError: an opponent's code failed, or its answer is invalid (both are RuntimeErrors); then
            call `reset` or `set_state`.
        """
        self.check_begun()
        self._refuse_ended(self._all)
        return self._play(self.read_actions(actions, self._all), self._all, True)

    def advance(self, actions: Numbers, rows: SomeRows | None = None) -> Step:
        """Like `step`, but a game that ends stays as it is until `begin` restarts it, and only `rows` are played.

        Args:
          actions: integers [B]; those of other rows are ignored.
          rows: numbers of games, none of which has ended; None: all.

        Returns:
          See `Step`; where a game has ended, the observation is of its end. Rewards of other rows are 0.

        Raises:
          As in `step`.
        """
        self.check_begun()
        rows = read_rows(rows, self.count)
        self._refuse_ended(rows)
        return self._play(self.read_actions(actions, rows), rows, False)

    def read_actions(self, actions: Numbers, rows: Int64) -> Integers:
        """Return actions as an array of integers [B]; nothing is played.

        Raises:
          ValueError: another shape or type; a number in `rows` that no action has; with `strict`, an action of `rows`
            that is illegal in its game.
        """
        chosen = self.read_integers(actions, rows)
        if self.strict:
            self._refuse_illegal(chosen, rows)
        return chosen

    def _play(self, actions: Integers, rows: Int64, anew: bool) -> Step:
        step = self._change(partial(self._go, actions, rows, anew))
        self._report(rows, actions, step)
        return step

    def _go(self, actions: Integers, rows: Int64, anew: bool) -> Step:
        self._steps.reverse()
        observations, masks, rewards, dones, illegal, finished = self._steps[0]
        lengths, returns, potentials = self.play.lengths, self.play.returns, self.play.potentials
        self._played[:] = anew
        if not anew:  # only some rows may be played
            self._played[rows] = True
            self._illegal[:] = 0
            rewards[:] = 0
        self.carry_out(actions, rows)
        illegal[:] = self._illegal
        lengths += self._played
        self.play_on()
        np.equal(self._decisions, OVER, out=dones)
        if self.max_episode_steps is not None:
            dones |= lengths >= self.max_episode_steps
        dones &= self._played
        result_rows(self.games, rows, self.sides, rewards)
        if self.shaping is not None:
            self._after[:] = potentials
            self._potential(rows, self._after)
            rewards[rows] += self.shaping.reward(potentials[rows], self._after[rows])
            potentials[:] = self._after
        returns += rewards
        if dones.any():
            over = np.flatnonzero(dones)
            finished = self._finish(over, observations)
            if anew:
                self._restart(over)
            else:
                self._ended[over] = True
        self._observe(self._all, observations)
        masks[:] = self.masks
        if not anew:
            self._with_wait(masks, self._all)
        shaped = observations.reshape(self.count, *self.encoding.shape)
        return Step(shaped, masks, rewards, dones, illegal, finished)

    def _finish(self, over: Int64, observations: Float32) -> Finished:
        self._observe(over, observations)
        games, results = self.games[over], np.zeros(self.count, np.float32)
        result_rows(self.games, over, self.sides, results)
        return Finished(
            rows=over,
            results=results[over],
            returns=self.play.returns[over],
            lengths=self.lengths[over],
            turns=games["turn"].astype(np.int64),
            endings=games["ending"].astype(np.int64),
            sides=self.sides[over],
            opponents=self.slots[over],
            seeds=self.seeds[over],
            observations=observations[over].reshape(len(over), *self.encoding.shape),
            masks=self._with_wait(self.masks[over], over),
            truncated=games["decision"] != OVER,
            decisions=games["decision"].astype(np.int64),
        )

    def _restart(self, rows: Int64, options: ResetOptions = NO_OPTIONS) -> None:
        """Begin the next episode of these rows, up to the learner's first decision."""
        begun = rows
        for _ in range(MOST_SKIPPED):
            if not len(begun):
                break
            self._begin_episodes(begun, options)
            self.play_on()
            over = self._decisions[begun] == OVER
            for number in np.flatnonzero(over).tolist():
                if options.was_requested(number):
                    raise ValueError(f"game {begun[number]} ends before the learner has anything to decide")
            begun, options = begun[over], options.of(over)
            self.skipped += len(begun)
        if len(begun):
            raise RuntimeError("game after game ends before the learner has anything to decide")
        self.lengths[rows] = 0
        self.play.returns[rows] = 0.0
        self._ended[rows] = False
        self._weigh(rows)

    def _weigh(self, rows: Int64) -> None:
        self.play.potentials[rows] = 0.0
        if self.shaping is not None:
            self._potential(rows, self.play.potentials)
