"""Many games of one scenario at once, both teams played by the caller: for self-play.

`SelfPlayGames` shows each game from the side of the team that is to decide. One call per step carries out an action in
every game, restarts games that have ended, and makes masks and observations. Games may begin in given positions, and in
some of them an opponent may play one of the teams.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from tabletop.base.arrays import Float32, Int8, Int64, Numbers, SomeRows
from tabletop.env.batch import snapshots
from tabletop.env.batch.episodes import ResetOptions, read_out
from tabletop.env.batch.opponent_play import OpponentGames
from tabletop.env.batch.opponents import read_list, read_opponent
from tabletop.game.arrays import END, SelfPlayFinished, SelfPlayStep, Settings, Turn
from tabletop.game.choices import MOST_SKIPPED


class SelfPlayGames(OpponentGames):
    """B games of one scenario, both teams played by the caller.

    In each game there are two players, 0 and 1: for example two networks, or a network and an earlier state of it.
    Player 0 has team `sides[row]`, player 1 the other one. In two successive episodes of a row the teams are swapped;
    with `paired` these two games have the same seed, so each player plays both sides of it.

    Attributes and the arguments to make them: see `OpponentGames`; the learner there is the caller here.
    """

    both_teams = True

    def _make_arrays(self) -> None:
        self._self_play = self.scenario.game.compiled("self_play")
        # Learners store the result of one step while they make the next one: two sets of arrays alternate.
        self._turns = [self._new_turn(), self._new_turn()]

    def _new_turn(self) -> Turn:
        count = self.count
        return Turn(
            observations=np.zeros((count, self.encoding.size), np.float32),
            masks=np.zeros((count, self.actions), np.int8),
            teams=np.zeros(count, np.int64),
            players=np.zeros(count, np.int64),
            rewards=np.zeros((count, 2), np.float32),
            dones=np.zeros(count, bool),
            illegal=np.zeros(count, bool),
            actions=self._actions,
            places=np.zeros(count, np.int8),
            counts=np.zeros(4, np.int64),
            lists=np.zeros((3, count), np.int64),
            ends=np.zeros(count, END),
            end_observations=np.zeros((count, 2, self.encoding.size), np.float32),
            end_masks=np.zeros((count, self.actions), np.int8),
        )

    def _into(self, turn: Turn, out: tuple[Float32, Int8] | None) -> Turn:
        """The arrays of a step, with the caller's own ones for observations and masks if given."""
        if out is None:
            return turn
        observations, masks = read_out(out, self.encoding.shape, self.masks)
        return turn._replace(observations=observations, masks=masks)

    def _told(self, turn: Turn, finished: SelfPlayFinished | None) -> SelfPlayStep:
        """A step as the caller gets it."""
        observations = turn.observations.reshape(self.count, *self.encoding.shape)
        return SelfPlayStep(
            observations, turn.masks, turn.teams, turn.players, turn.rewards, turn.dones, turn.illegal, finished
        )

    def _read_opponents(self, opponents: Any) -> list[Any]:
        opponent_list = [] if opponents is None else read_list(opponents)
        return [
            None if opponent is None else read_opponent(opponent, self.scenario, self.encoding)
            for opponent in opponent_list
        ] or [None]

    def set_weights(self, weights: Sequence[float] | None) -> None:
        """Set how often each opponent is drawn from the next games on; see `DrawnOpponents.set_weights`."""
        super().set_weights(weights)
        self._inside = np.array([opponent is not None for opponent in self.opponents], np.int8)

    def reset(self, seed: int | None = None, out: tuple[Float32, Int8] | None = None) -> SelfPlayStep:
        """Begin all games.

        Args:
          seed: begin the whole stream anew from this seed; None: continue with the next episode of each row.
          out: see `step`.

        Returns:
          The first positions: a `SelfPlayStep` in which nothing has ended.
        """
        self.begin(stream=seed)
        return self.current(out)

    def current(self, out: tuple[Float32, Int8] | None = None) -> SelfPlayStep:
        """The games as they are now: a `SelfPlayStep` in which nothing has happened; new arrays.

        Args:
          out: see `step`.
        """
        self.check_begun()
        turn = self._into(self._new_turn(), out)
        self._self_play.show_rows(
            self.worlds, self.games, self._all, tuple(self.play), self.encoding.cells, tuple(turn)
        )
        self._with_wait(turn.masks, self._all)
        return self._told(turn, None)

    def step(self, actions: Numbers, out: tuple[Float32, Int8] | None = None) -> SelfPlayStep:
        """Carry out an action of the deciding team in every game, and restart games that have ended.

        Args:
          actions: integers [B], legal by the last masks, numbered from the side of the team that decides.
          out: the caller's own arrays to which observations and masks are written, float32 [B, *shape] and int8 [B, A],
            both contiguous; the returned step contains them. None: arrays of the batch.

        Returns:
          See `SelfPlayStep`.

        Raises:
          ValueError: a number that no action has; with `strict`, an illegal action; a wrong shape or type; or a game
            that hasn't begun. Nothing has changed then.
          RuntimeError: `reset` has never been called; an earlier error has left the batch unusable; or an opponent
            chose an illegal action.
          AgentError, OpponentError: an opponent's code failed, or its answer is invalid (both are RuntimeErrors); then
            call `reset` or `set_state`.
        """
        self.check_begun()
        self._refuse_ended(self._all)
        chosen = self.read_integers(actions, self._all)
        turn = self._into(self._turns[1], out)
        turn.actions[:], turn.counts[:] = chosen, 0
        if (wrong := self._change(partial(self._play_turn, turn))) >= 0:
            raise ValueError(self.illegal_words(wrong, int(chosen[wrong])))
        step = self._told(turn, self._finished(turn))
        self._report(self._all, chosen, step)
        return step

    def copy_rows(self, from_rows: SomeRows, to_rows: SomeRows, seeds: Sequence[int] | None = None) -> None:
        """Replace some games by copies of others; `current` shows them.

        A copy includes the game's players, opponent, lengths and returns. The rows that receive the copies keep their
        streams: their next episodes are what they would have been.

        Args:
          from_rows: numbers of games, k of them, with repetitions if you like; or one, for all of `to_rows`.
          to_rows: numbers of games, k of them, each once.
          seeds: of the future dice, k of them; None: the same dice fall in a copy as in its original.

        Raises:
          ValueError: something doesn't fit.
          RuntimeError: the games have not begun.
        """
        self.check_begun()
        to, copy = snapshots.read_copy(self, from_rows, to_rows, seeds)

        def enter() -> None:
            copy()
            self._announce_begun(to)

        self._change(enter)

    def _arguments(self, rows: Int64, turn: Turn) -> tuple[Any, ...]:
        """What compiled code takes (tabletop/game/templates/self_play.py), behind the worlds."""
        settings = Settings(
            strict=int(self.strict),
            limit=self.max_episode_steps or 0,
            shaping=self.shaping_weights,
            gamma=1.0 if self.shaping is None else float(self.shaping.gamma),
            cells=self.encoding.cells,
            inside=self._inside,
            weights=self._weights,
            side=self._side,
            paired=self._paired,
            starts=self.starts,
        )
        return self.worlds, self._chances, self.games, rows, tuple(self.play), tuple(settings), tuple(turn)

    def _restart(self, rows: Int64, options: ResetOptions) -> None:
        """Begin the next episode of these rows, up to the caller's first decision."""
        self._begin_episodes(rows, options)
        play = self.play
        play.lengths[rows], play.returns[rows], play.potentials[rows] = 0, 0.0, np.nan
        episode_numbers = play.episodes[rows]
        turn = self._new_turn()
        self._self_play.go_on_rows(*self._arguments(rows, turn))
        self._go_on(turn)
        for number in np.flatnonzero(play.episodes[rows] != episode_numbers).tolist():
            if options.was_requested(number):
                raise ValueError(f"game {rows[number]} ends before the caller has anything to decide")

    def _play_turn(self, turn: Turn) -> int:
        """Carry out the actions and all that follows, up to the caller's next decisions.

        Returns:
          -1; or if it is `strict` the first row whose action is illegal: then nothing has changed.
        """
        play, arguments = self._self_play, self._arguments(self._all, turn)
        if not self._all_cores():
            wrong = int(play.turn_rows(*arguments))
        elif not self.strict or (wrong := int(play.first_illegal(self._all, turn.actions, self.masks))) < 0:
            wrong = -1
            play.step_rows_parallel(*arguments)
            play.settle_rows(*arguments)
        if wrong < 0:
            self._turns.reverse()
            if any(turn.counts.tolist()):
                self._go_on(turn)
        return wrong

    def _go_on(self, turn: Turn) -> None:
        """Notify the opponents of games that have begun, and ask them until no game waits for them."""
        in_row: Int64 = np.zeros(self.count, np.int64)
        while True:
            _, begun, waits, skipped = turn.counts.tolist()
            self.skipped += skipped
            turn.counts[3] = 0
            if skipped:
                in_row[turn.lists[0, :begun]] += 1
                if skipped < 0 or in_row.max() > MOST_SKIPPED:
                    raise RuntimeError("game after game ends before the caller has anything to decide")
            if begun:
                self._announce_begun(turn.lists[0, :begun].copy())
            if not waits:
                return
            rows = turn.lists[1, :waits].copy()
            self._play_round(rows)
            self._self_play.go_on_rows(*self._arguments(rows, turn))

    def _finished(self, turn: Turn) -> SelfPlayFinished | None:
        """The games that have ended in a step."""
        if not (count := int(turn.counts[0])):
            return None
        # Games that opponents have ended come after the others there.
        order = np.argsort(turn.ends["rows"][:count])
        ends = turn.ends[order]
        return SelfPlayFinished(
            observations=turn.end_observations[order].reshape(count, 2, *self.encoding.shape),
            masks=turn.end_masks[order],
            **{name: ends[name] for name in END.names or ()},
        )

    def _begin_unshaped(self) -> None:
        # That of a team which has neither decided nor is to decide isn't known yet, as in games that are shaped.
        decided, deciders = self.lengths > 0, self.games["decider"]
        running = np.flatnonzero(deciders >= 0)
        decided[running, deciders[running]] = True
        self.play.potentials[decided] = 0.0

    def _weigh(self, rows: Int64) -> None:
        """Compute the deciding teams' potentials, from which shaping begins; the other teams' are not known."""
        self.play.potentials[rows] = np.nan
        if self.shaping is not None:
            deciders = self.games["decider"].astype(np.int64)
            potentials = np.zeros(self.count)
            self._kernels.potential_rows(self.worlds, self.games, rows, deciders, self.shaping_weights, potentials)
            self.play.potentials[rows, deciders[rows]] = potentials[rows]
