"""Many games of one scenario at once, both teams played by the caller: for self-play.

`SelfPlayGames` shows each game from the side of the team that is to decide. One call per step carries out an action in
every game, restarts games that have ended, and makes masks and observations. Games may begin in given positions, and in
some of them an opponent may play one of the teams.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

import numpy as np

from tabletop.batch import snapshots
from tabletop.batch.episodes import ResetOptions, SelfPlayFinished, SelfPlayStep, read_out
from tabletop.batch.opponent_play import MOST_SKIPPED, OpponentGames
from tabletop.batch.opponents import read_list, read_opponent
from tabletop.choices import episode_rows
from tabletop.header import OVER
from tabletop.reset_options import read_starts
from tabletop.shaping import Shaping

Array = Any  # NumPy arrays; their shapes and dtypes are in the docstrings


class SelfPlayGames(OpponentGames):
    """B games of one scenario, both teams played by the caller.

    In each game there are two players, 0 and 1: for example two networks, or a network and an earlier state of it.
    Player 0 has team `sides[row]`, player 1 the other one. In two successive episodes of a row the teams are swapped;
    with `paired` these two games have the same seed, so each player plays both sides of it.

    Attributes:
      opponents: who is player 1, by number; None: the caller. Use `add_opponent` to append.
      sides: int64 [B], the team of player 0.
      lengths: int64 [B, 2], the caller's decisions in each game, by team.
      Others: see `OpponentGames`; the learner there is the caller here.
    """

    ROW_ARRAYS: ClassVar[dict[str, str]] = {
        "seeds": "seeds",
        "counters": "counters",
        "sides": "sides",
        "slots": "slots",
        "streams": "_streams",
        "episodes": "_episodes",
        "lengths": "lengths",
        "returns": "_returns",
        "potentials": "_potentials",
        "masks": "_masks",
    }

    def __init__(
        self,
        scenario: Any,
        count: int,
        opponents: Sequence[Any] = (),
        weights: Sequence[float] | None = None,
        *,
        positions: Sequence[Any] | None = None,
        seed: int = 0,
        side: int | str | None = None,
        paired: bool = False,
        encoding: str | None = None,
        shaping: Shaping | None = None,
        parallel: bool = False,
        strict: bool = True,
        max_episode_steps: int | None = None,
    ) -> None:
        """Make the games; `reset` begins them.

        Args:
          scenario: a Scenario; in a game's own class, also a preset's name, a file, or None: the default.
          count: B, at least 1.
          opponents: who is player 1, drawn anew for each game. None in the list is the caller, who then plays both
            teams; any other plays its team inside the batch, as in BatchedGames. Empty: only the caller.
          weights: how often each opponent is drawn when a game begins; None: equally often.
          positions: where games begin, see `set_positions`; None: as the scenario says.
          seed: 0 … 2^64 - 1; everything follows from it.
          side: the team of player 0, 0 or 1, in all games; `random`: drawn for each game; None: in turn, each team in
            half of the batch.
          paired: two successive episodes of a row have the same seed, opponent and beginning, with sides swapped.
          encoding: of the observations, one of the game's `encodings`; None: the game's default.
          shaping: added to the rewards; None: the rewards are only +1, -1, 0 at the end. A team gets it when it is to
            decide again, for what has happened since its last decision, and at the end.
          parallel: use all cores; see BatchedGames.
          strict: raise for an illegal action; otherwise it changes nothing and is flagged.
          max_episode_steps: truncate a game after this many decisions of the caller; None: the rules end every game.

        Raises:
          ValueError: an argument out of range.
          TypeError: an opponent of a kind that can't play, or shaping of another type.
        """
        super().__init__(
            scenario,
            count,
            opponents,
            weights,
            seed=seed,
            side=side,
            paired=paired,
            encoding=encoding,
            shaping=shaping,
            parallel=parallel,
            strict=strict,
            max_episode_steps=max_episode_steps,
        )
        count, size = self.count, self.encoding.size
        self._play = self.scenario.game.compiled("self_play")
        self.lengths, self._returns = np.zeros((count, 2), np.int64), np.zeros((count, 2))
        self._potentials = np.full((count, 2), np.nan)
        self._places, self._lists = np.zeros(count, np.int8), np.zeros((2, count), np.int64)
        self._counts = np.zeros(4, np.int64)
        self._ends = np.zeros(count, self._play.END)
        self._end_observations = np.zeros((count, 2, size), np.float32)
        self._end_masks = np.zeros((count, self.actions), np.int8)
        # Learners store the result of one step while they make the next one: two sets of arrays alternate.
        self._buffers = [self._new_arrays(), self._new_arrays()]
        self.set_positions(positions)

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

    def set_positions(self, positions: Sequence[Any] | None) -> None:
        """Set where games begin from now on; each game draws its beginning, each one equally often.

        Args:
          positions: texts (docs/formats.md, 5); records of this scenario, as in `games`, whose dice don't count; and
            None: a new game. To draw a position more often, list it more often. None instead of the list: always a new
            game.

        Raises:
          ValueError: not positions of this scenario, or a game is over in one of them.
        """
        usual = self.scenario.game.start_record(self.scenario)
        self._starts = usual if positions is None else read_starts(self.scenario, positions, usual)

    def reset(self, seed: int | None = None, out: tuple[Array, Array] | None = None) -> SelfPlayStep:
        """Begin all games.

        Args:
          seed: begin the whole stream anew from this seed; None: continue with the next episode of each row.
          out: see `step`.

        Returns:
          The first positions: a `SelfPlayStep` in which nothing has ended.
        """
        self.begin(stream=seed)
        return self.current(out)

    def begin(
        self,
        rows: Any = None,
        *,
        stream: int | Sequence[int | None] | None = None,
        seeds: Sequence[int | None] | None = None,
        sides: Sequence[int | str] | None = None,
        positions: Sequence[str | None] | str | None = None,
    ) -> None:
        """Begin the next episode of some rows, up to the caller's first decision; `current` shows it.

        The arguments apply only to this episode; the row's stream decides what is left out.

        Args:
          rows: numbers of games, k of them; None: all.
          stream: first restart the streams of all rows from this one seed; or, from k seeds, those of these rows, where
            None means that the row's stream continues; None: all streams continue.
          seeds: the games' seeds, k of them; None in the list: the stream's.
          sides: the teams of player 0, each by number or name, k of them.
          positions: text of the positions to begin in (docs/formats.md, 5), k of them or one for all; None in the list:
            as the stream says.

        Raises:
          ValueError: something doesn't fit, and nothing has changed; or a requested game ends before the caller's first
            decision: then all games have to begin anew, as after an opponent's error.
        """
        rows, options = self._read_beginning(rows, stream, seeds, sides, positions)
        self._guarded(partial(self._restart, rows, options))

    def _restart(self, rows: Array, options: ResetOptions) -> None:
        """Begin the next episode of these rows, up to the caller's first decision."""
        streams, episodes = self._streams, self._episodes
        episode_rows(
            *(streams, rows, episodes, self.seeds, self.counters, self.sides, self.slots),
            *(self._weights, self._side, self._paired),
        )
        options.fill(rows, self.seeds, self.sides)
        past = self.lengths, self._returns, self._potentials
        self._play.start_rows(*self._of(rows), self._starts, self.seeds, *past, self._masks)
        for number, start in enumerate(options.starts or ()):
            if start is not None:
                self.begin_rows(rows[number : number + 1], start)
        self._announce_begun(rows)
        episode_numbers, arrays = episodes[rows], self._new_arrays()
        self._counts[:] = 0
        self._place(rows, arrays)
        self._settle(rows, arrays)
        self._go_on(arrays)
        for number in np.flatnonzero(episodes[rows] != episode_numbers).tolist():
            if options.was_requested(number):
                raise ValueError(f"game {rows[number]} ends before the caller has anything to decide")

    def current(self, out: tuple[Array, Array] | None = None) -> SelfPlayStep:
        """The games as they are now: a `SelfPlayStep` in which nothing has happened; new arrays.

        Args:
          out: see `step`.
        """
        self.check_begun()
        arrays = self._with_out(self._new_arrays(), out)
        play, cells = self._play, self.encoding.cells
        play.show_rows(self._worlds, self.games, self._all, self._masks, self.sides, cells, *arrays[:4])
        self._with_wait(arrays[1], self._all)
        return self._make_step(arrays, None)

    def step(self, actions: Array, out: tuple[Array, Array] | None = None) -> SelfPlayStep:
        """Carry out an action of the deciding team in every game, and restart games that have ended.

        Args:
          actions: integers [B], legal by the last masks, numbered from the side of the team that decides.
          out: the caller's own arrays to which observations and masks are written, float32 [B, *shape] and int8 [B, A],
            both contiguous; the returned step contains them. None: arrays of the batch.

        Returns:
          See `SelfPlayStep`.

        Raises:
          ValueError: with `strict`, an illegal action; a wrong shape; or a game that hasn't begun. Nothing has changed
            then.
          RuntimeError: `reset` has never been called; or an opponent chose an illegal action: then restart the games,
            or go back to a snapshot.
        """
        self.check_begun()
        self._refuse_ended(self._all)
        chosen = self.read_integers(actions)
        arrays = self._with_out(self._buffers[1], out)
        self._actions[:] = chosen
        self._counts[:] = 0
        if (wrong := self._turn(arrays)) >= 0:
            raise self._illegal_now(wrong, int(chosen[wrong]))
        self._buffers.reverse()
        if self._counts[1:].any():
            self._guarded(partial(self._go_on, arrays))
        return self._make_step(arrays, self._finished() if self._counts[0] else None)

    def copy_rows(self, from_rows: Any, to_rows: Any, seeds: Sequence[int] | None = None) -> None:
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
        self._announce_begun(snapshots.copy(self, from_rows, to_rows, seeds))

    def clone_state(self, rows: Any = None, dice: bool = True) -> dict[str, Any]:
        """Everything that the next steps depend on but opponents and positions to begin in; as in BatchedGames."""
        self.check_begun()
        return snapshots.clone(self, rows, dice) | {"shaping": self._shaping_weights.copy()}

    def set_state(self, saved: dict[str, Any], rows: Any = None, seed: int | Sequence[int] | None = None) -> None:
        """Continue from what `clone_state` returned, with other dice if a seed is given; as in BatchedGames."""
        entered = snapshots.restore(self, saved, rows, seed)
        self._begun = True
        if not np.array_equal(saved.get("shaping", ()), self._shaping_weights):
            self._weigh(entered)
        self._announce_begun(entered)

    def _weigh(self, rows: Array) -> None:
        """Compute the deciding teams' potentials, from which shaping begins in games that used other weights so far."""
        self._potentials[rows] = np.nan
        if self.shaping is not None:
            deciders, potentials = self.games["decider"].astype(np.int64), np.zeros(self.count)
            self._kernels.potential_rows(self._worlds, self.games, rows, deciders, self._shaping_weights, potentials)
            self._potentials[rows, deciders[rows]] = potentials[rows]

    def _new_arrays(self) -> tuple[Array, ...]:
        """Make the arrays of a step: observations, masks, teams, players, rewards, dones, illegal."""
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

    def _with_out(self, arrays: tuple[Array, ...], out: Any) -> tuple[Array, ...]:
        """Return the arrays of a step, with the caller's own ones for observations and masks if given."""
        return arrays if out is None else (*read_out(out, self.encoding.shape, self._masks), *arrays[2:])

    # Arguments of compiled code, in its order (tabletop/templates/self_play.py).

    def _of(self, rows: Array) -> tuple[Any, ...]:
        return self._worlds, self._chances, self.games, rows

    def _standing(self) -> tuple[Any, ...]:
        """From `sides` to `cells`: what decides on the status of a game, and what is observed of it."""
        past = self.lengths, self._returns, self._potentials
        shaping = self._shaping_weights, 1.0 if self.shaping is None else float(self.shaping.gamma)
        limit = self.max_episode_steps or 0
        return self.sides, self.slots, self._inside, *past, limit, *shaping, self.encoding.cells

    def _drawing(self) -> tuple[Any, ...]:
        """From `starts` to `paired`: what decides on the next episodes."""
        streams = self._streams, self._episodes, self.seeds, self.counters
        return self._starts, *streams, self._weights, self._side, self._paired

    def _ending(self) -> tuple[Any, ...]:
        """From `places` on: where a step writes what has become of the games."""
        ends = self._ends, self._end_observations, self._end_masks
        return self._places, *ends, self._counts, self._lists

    def _turn(self, arrays: tuple[Array, ...]) -> int:
        """Carry out the actions and what follows, but no opponents' answers; return the first illegal row, or -1.

        On all cores this takes three calls.
        """
        play, rows, actions, masks = self._play, self._all, self._actions, self._masks
        if not self._all_cores():
            strict = int(self.strict)
            arguments = *self._of(rows), actions, masks, *self._standing(), *self._drawing(), *arrays, *self._ending()
            return int(play.turn_rows(strict, *arguments))
        if self.strict and (wrong := play.first_illegal(rows, actions, masks)) >= 0:
            return int(wrong)
        play.step_rows_parallel(*self._of(rows), actions, masks, *self._standing(), *arrays, self._places)
        self._settle(rows, arrays)
        return -1

    def _place(self, rows: Array, arrays: tuple[Array, ...]) -> None:
        """Show those of these games in which the caller is to decide."""
        arguments = self._worlds, self.games, rows, self._masks, *self._standing()
        self._play.place_rows(*arguments, *arrays[:5], self._places)

    def _settle(self, rows: Array, arrays: tuple[Array, ...]) -> None:
        """Record which of these games have ended, begin the next ones, and note which wait for opponents."""
        arguments = *self._of(rows), self._masks, *self._standing(), *self._drawing()
        self._play.settle_rows(*arguments, *arrays[:6], *self._ending())

    def _go_on(self, arrays: tuple[Array, ...]) -> None:
        """After `_settle`: notify the opponents of games that begin, and ask them until no game waits for them."""
        while True:
            _, begun, waits, skipped = self._counts.tolist()
            self.skipped += skipped
            self._counts[3] = 0
            if skipped < 0 or self.skipped > MOST_SKIPPED:
                raise RuntimeError("game after game ends before the caller has anything to decide")
            if begun:
                self._announce_begun(self._lists[0, :begun].copy())
            if not waits:
                return
            rows = self._lists[1, :waits].copy()
            self._play_round(rows)
            self._place(rows, arrays)
            self._settle(rows, arrays)

    def _make_step(self, arrays: tuple[Array, ...], finished: SelfPlayFinished | None) -> SelfPlayStep:
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
