"""Many games of one scenario at once, with opponents inside: for training and evaluation.

`BatchedGames` shows a learner only positions in which it decides. Between two of them the opponents play. After a game
ends, the next one begins in the same step (`step`), or only when `begin` is called (`advance`).
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from tabletop.base.arrays import Bool, Float32, Int8, Int64, Integers, Numbers, SomeRows
from tabletop.env.batch.episodes import NO_OPTIONS, Finished, ResetOptions, Step
from tabletop.env.batch.opponent_play import OpponentGames
from tabletop.game.choices import MOST_SKIPPED, result_rows
from tabletop.game.header import OVER
from tabletop.game.shaping import ShapingOrFields
from tabletop.play.reset_options import ScenarioOrName, read_rows


class BatchedGames(OpponentGames):
    """B games of one scenario against opponents.

    Attributes:
      scenario, count, encoding: as given.
      shaping: as given, or as `set_shaping` has set it.
      actions: A.
      opponents: the opponents by number; append with `add_opponent`.
      games: the records, shape (B,).
      sides: int64 [B], the learner's team.
      slots: int64 [B], each game's opponent.
      seeds: uint64 [B], each game's seed.
      lengths: int64 [B], the learner's decisions in each game.
      max_episode_steps: as given; may be changed, which takes effect in the next step.
      skipped: number of games, since a stream last began, that ended before the learner had decided anything; these
        games don't count.
    """

    ROW_ARRAYS = (*OpponentGames.ROW_ARRAYS, "_ended")

    def __init__(
        self,
        scenario: ScenarioOrName,
        count: int,
        opponents: Sequence[Any] | None = None,
        weights: Sequence[float] | None = None,
        *,
        positions: Sequence[Any] | None = None,
        seed: int = 0,
        side: int | str | None = None,
        paired: bool = False,
        encoding: str | None = None,
        shaping: ShapingOrFields | None = None,
        parallel: bool = False,
        strict: bool = True,
        max_episode_steps: int | None = None,
    ) -> None:
        """Make the games; `reset` begins them.

        Args:
          scenario: a Scenario; in a game's own class, also a preset's name, a file, or None: the default.
          count: B, at least 1.
          opponents: who plays the other team, each as `tabletop.env.batch.opponents.read_opponent` takes it: an agent's
            name, an agent, an object with `decide`, or a function; None: one that plays at random.
          weights: how often each opponent is drawn when a game begins; None: equally often.
          positions: where games begin, see `set_positions`; None: as the scenario says.
          seed: 0 … 2^64 - 1; everything follows from it.
          side: the learner's team, by number or name, in all games; `random`: drawn for each game; `alternate` or
            None: in turn, each team in half of the batch.
          paired: the two games of a pair, successive in a row, have the same seed and the sides swapped, and the same
            opponent and beginning unless opponents, weights or positions change in between. `side` must then be None or
            `alternate`.
          encoding: of the observations, one of the game's `encodings`; None: the game's default.
          shaping: added to the rewards; None: the rewards are only +1, -1, 0 at the end.
          parallel: use all cores. It pays from about 256 games on if the cores are idle; threads that have to wait for
            a busy core make a step many times slower, so leave it off if other processes need the cores.
          strict: raise for an illegal action; otherwise it changes nothing and is flagged.
          max_episode_steps: truncate a game after this many decisions of the learner; None: the rules end every game.

        Raises:
          ValueError: an argument out of range; no such agent, or one that can't play the scenario.
          TypeError: an opponent of a kind that can't play, or shaping of another type.
        """
        super().__init__(
            scenario,
            count,
            opponents,
            weights,
            positions=positions,
            seed=seed,
            side=side,
            paired=paired,
            encoding=encoding,
            shaping=shaping,
            parallel=parallel,
            strict=strict,
            max_episode_steps=max_episode_steps,
        )
        count = self.count
        self.lengths = np.zeros(count, np.int64)
        self._returns, self._potentials, self._after = (np.zeros(count) for _ in range(3))
        self._played, self._ended = np.zeros(count, bool), np.ones(count, bool)
        # Learners store the result of one step while they make the next one: two sets of arrays alternate.
        self._buffers = [
            (
                np.zeros((count, self.encoding.size), np.float32),  # observations
                np.zeros((count, self.actions), np.int8),  # masks
                np.zeros(count, np.float32),  # rewards
                np.zeros(count, bool),  # dones
                np.zeros(count, bool),  # illegal
            )
            for _ in range(2)
        ]

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

    def begin(
        self,
        rows: SomeRows | None = None,
        *,
        stream: int | Sequence[int | None] | None = None,
        seeds: Sequence[int | None] | None = None,
        sides: Sequence[int | str | None] | None = None,
        positions: Sequence[str | None] | str | None = None,
    ) -> None:
        """Begin the next episode of some rows, up to the learner's first decision; `current` shows it.

        The arguments apply only to this episode; the row's stream decides what is left out.

        Args:
          rows: numbers of games, k of them; None: all.
          stream: first restart the streams of all rows from this one seed; or, from k seeds, those of these rows, where
            None means that the row's stream continues; None: all streams continue.
          seeds: the games' seeds, k of them; None in the list: the stream's.
          sides: the learner's teams, each by number or name, k of them; None in the list: the stream's.
          positions: text of the positions to begin in (docs/formats.md, 5), k of them or one for all; None in the list:
            as the stream says.

        Raises:
          ValueError: something doesn't fit, and nothing has changed; or a requested game ends before the learner's
            first decision: then all games have to begin anew, as after an opponent's error.
        """
        self._begin(rows, stream, seeds, sides, positions)

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
        self._buffers.reverse()
        observations, masks, rewards, dones, illegal = self._buffers[0]
        self._played[:] = anew
        if not anew:  # only some rows may be played
            self._played[rows] = True
            self._illegal[:] = 0
            rewards[:] = 0
        self.carry_out(actions, rows)
        illegal[:] = self._illegal
        self.lengths += self._played
        self.play_on()
        np.equal(self._decisions, OVER, out=dones)
        if self.max_episode_steps is not None:
            dones |= self.lengths >= self.max_episode_steps
        dones &= self._played
        result_rows(self.games, rows, self.sides, rewards)
        if self.shaping is not None:
            self._after[:] = self._potentials
            self._potential(rows, self._after)
            rewards[rows] += self.shaping.reward(self._potentials[rows], self._after[rows])
            self._potentials[:] = self._after
        self._returns += rewards
        finished = None
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
            returns=self._returns[over],
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
            self._draw_episodes(begun, options)
            for some, start in options.beginnings(begun, self._starts):
                self.begin_rows(some, start)
            self._announce_begun(begun)
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
        self._returns[rows] = 0.0
        self._ended[rows] = False
        self._weigh(rows)

    def _weigh(self, rows: Int64) -> None:
        self._potentials[rows] = 0.0
        if self.shaping is not None:
            self._potential(rows, self._potentials)
