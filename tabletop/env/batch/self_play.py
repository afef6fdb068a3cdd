"""Many games of one scenario at once, both teams played by the caller: for self-play.

`SelfPlayGames` shows each game from the side of the team that is to decide. One call per step carries out an action in
every game, restarts games that have ended, and makes masks and observations. Games may begin in given positions, and in
some of them an opponent may play one of the teams.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from tabletop.base.arrays import Float32, Int8, Numbers, SomeRows
from tabletop.env.batch import snapshots
from tabletop.env.batch.episodes import SelfPlayStep
from tabletop.env.batch.self_play_arrays import SelfPlayArrays
from tabletop.game.shaping import ShapingOrFields
from tabletop.play.reset_options import ScenarioOrName


class SelfPlayGames(SelfPlayArrays):
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

    def __init__(
        self,
        scenario: ScenarioOrName,
        count: int,
        opponents: Sequence[Any] = (),
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
          opponents: who is player 1, drawn anew for each game. None in the list is the caller, who then plays both
            teams; any other plays its team inside the batch, as in BatchedGames. Empty: only the caller.
          weights: how often each opponent is drawn when a game begins; None: equally often.
          positions: where games begin, see `set_positions`; None: as the scenario says.
          seed: 0 … 2^64 - 1; everything follows from it.
          side: the team of player 0, by number or name, in all games; `random`: drawn for each game; `alternate` or
            None: in turn, each team in half of the batch.
          paired: the two games of a pair, successive in a row, have the same seed and the sides swapped, and the same
            opponent and beginning unless opponents, weights or positions change in between. `side` must then be None or
            `alternate`.
          encoding: of the observations, one of the game's `encodings`; None: the game's default.
          shaping: added to the rewards; None: the rewards are only +1, -1, 0 at the end. A team gets it when it is to
            decide again, for what has happened since its last decision, and at the end.
          parallel: use all cores; see BatchedGames.
          strict: raise for an illegal action; otherwise it changes nothing and is flagged.
          max_episode_steps: truncate a game after this many decisions of the caller; None: the rules end every game.

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

    def begin(
        self,
        rows: SomeRows | None = None,
        *,
        stream: int | Sequence[int | None] | None = None,
        seeds: Sequence[int | None] | None = None,
        sides: Sequence[int | str | None] | None = None,
        positions: Sequence[str | None] | str | None = None,
    ) -> None:
        """Begin the next episode of some rows, up to the caller's first decision; `current` shows it.

        The arguments apply only to this episode; the row's stream decides what is left out.

        Args:
          rows: numbers of games, k of them; None: all.
          stream: first restart the streams of all rows from this one seed; or, from k seeds, those of these rows, where
            None means that the row's stream continues; None: all streams continue.
          seeds: the games' seeds, k of them; None in the list: the stream's.
          sides: the teams of player 0, each by number or name, k of them; None in the list: the stream's.
          positions: text of the positions to begin in (docs/formats.md, 5), k of them or one for all; None in the list:
            as the stream says.

        Raises:
          ValueError: something doesn't fit, and nothing has changed; or a requested game ends before the caller's first
            decision: then all games have to begin anew, as after an opponent's error.
        """
        self._begin(rows, stream, seeds, sides, positions)

    def current(self, out: tuple[Float32, Int8] | None = None) -> SelfPlayStep:
        """The games as they are now: a `SelfPlayStep` in which nothing has happened; new arrays.

        Args:
          out: see `step`.
        """
        self.check_begun()
        arrays = self._with_out(self._new_arrays(), out)
        play, cells = self._play, self.encoding.cells
        play.show_rows(self.worlds, self.games, self._all, self.masks, self.sides, cells, *arrays[:4])
        self._with_wait(arrays[1], self._all)
        return self._make_step(arrays, None)

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
        arrays = self._with_out(self._buffers[1], out)
        self._actions[:] = chosen
        self._counts[:] = 0
        if (wrong := self._change(partial(self._play_turn, arrays))) >= 0:
            raise ValueError(self.illegal_words(wrong, int(chosen[wrong])))
        step = self._make_step(arrays, self._finished() if self._counts[0] else None)
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
