"""Games of one scenario in a batch, in which opponents play on until the learner is to decide.

Everything is a function of the seed: game, side and opponent of a row's n-th episode depend only on the seed of its
stream, the row and n, so no game ever affects another one. The streams of all rows have the same seed, unless they are
given separate ones.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np

from tabletop.base.arrays import Bool, Float32, Float64, Int8, Int16, Int64, Integers, Numbers, Records, SomeRows
from tabletop.env.batch import snapshots
from tabletop.env.batch.episodes import ResetOptions, Step, read_reset_options, read_streams
from tabletop.env.batch.opponents import DrawnOpponents, Opponent, announce_begun
from tabletop.env.batch.turn_loop import TurnLoop
from tabletop.game.actions import check_actions
from tabletop.game.arrays import SelfPlayStep
from tabletop.game.choices import ANY_SIDE, episode_rows, slot_of, start_of
from tabletop.game.definition import GameDefinition, encoding_of
from tabletop.game.header import NONE, OVER, RUNNING
from tabletop.game.shaping import Shaping, ShapingOrFields, change_shaping, read_shaping, weights_of
from tabletop.play.reset_options import (
    ALTERNATE,
    RANDOM,
    ScenarioOrName,
    read_count,
    read_flag,
    read_learner_side,
    read_limit,
    read_rows,
    read_scenario,
    read_starts,
    required_seed,
)

T = TypeVar("T")
# What is called otherwise in a snapshot: attributes had these names when the format was made.
UNLIKE = {"episodes": "_episodes", "returns": "_returns", "potentials": "_potentials"}


class Listener(Protocol):
    """Hears what happens in a batch, to write its games down (`tabletop.env.batch_recording`).

    Attributes:
      files: where they are written (`tabletop.env.game_files.GameFiles`).
    """

    files: Any

    def prepare(self) -> None:
        """The games are about to change."""

    def begun(self, rows: Int64, positions: Sequence[str | None] | str | None) -> None:
        """The caller has begun games in these rows, int64 [k]; positions as in `begin`."""

    def played(self, rows: Int64, actions: Integers, step: Step | SelfPlayStep) -> None:
        """The caller's actions were carried out; where games have ended, others may have begun.

        Args:
          rows: int64 [k], the games that were played.
          actions: integers [B].
          step: what the caller gets, a `Step` or `SelfPlayStep`.
        """


class OpponentGames(DrawnOpponents, TurnLoop):
    """B games of a learner against opponents.

    Attributes:
      definition: the game whose presets and files are accepted as `scenario`; None: only Scenario objects, of any game.
      encoding, strict: as given.
      shaping: as given, or as `set_shaping` has set it.
      opponents: the opponents by number; append with `add_opponent`.
      sides: int64 [B], the learner's team.
      slots: int64 [B], each game's opponent.
      seeds: uint64 [B], each game's seed.
      streams: uint64 [B], the seed of each row's stream.
      lengths: int64 [B], the learner's decisions in each game; [B, 2], by team, if the caller plays both.
      shaping_weights: float64 [k], those of the shaping, as compiled code takes them.
      begun: whether the games have ever begun.
      max_episode_steps: as given; may be changed, which takes effect in the next step.
      skipped: number of games, since a stream last began, that ended before the learner had decided anything; these
        games don't count.
      recorders: who writes the games down (`record_games`).
      Others: see `TurnLoop`.
    """

    definition: ClassVar[GameDefinition[Any] | None] = None

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
            name, an agent, an object with `decide`, or a function. None: one that plays at random. In SelfPlayGames it
            is who is player 1, and None in the list, as None instead of it, is the caller, who then plays both teams.
          weights: how often each opponent is drawn when a game begins; None: equally often.
          positions: where games begin, see `set_positions`; None: as the scenario says.
          seed: 0 … 2^64 - 1; everything follows from it.
          side: the team of the learner, or of player 0, by number or name, in all games; `random`: drawn for each game;
            `alternate` or None: in turn, each team in half of the batch.
          paired: the two games of a pair, successive in a row, have the same seed and the sides swapped, and the same
            opponent and beginning unless opponents, weights or positions change in between. `side` must then be None or
            `alternate`.
          encoding: of the observations, one of the game's `encodings`; None: the game's default.
          shaping: added to the rewards; None: the rewards are only +1, -1, 0 at the end. Where the caller plays both
            teams, each gets it when it is to decide again, for what has happened since its last decision, and at the
            end.
          parallel: use all cores. It pays from about 256 games on if the cores are idle; threads that have to wait for
            a busy core make a step many times slower, so leave it off if other processes need the cores.
          strict: raise for an illegal action; otherwise it changes nothing and is flagged.
          max_episode_steps: truncate a game after this many decisions of the caller; None: the rules end every game.

        Raises:
          ValueError: an argument out of range; no such agent, or one that can't play the scenario.
          TypeError: an opponent of a kind that can't play, or shaping of another type.
        """
        paired = read_flag("paired", paired)
        if paired and side not in (None, ALTERNATE):
            raise ValueError("paired games swap sides: leave side out")
        scenario = read_scenario(scenario, self.definition)
        side = ALTERNATE if side is None else read_learner_side(side, scenario)
        self.shaping: Shaping | None = read_shaping(shaping, scenario)
        count = read_count("games", count)
        self.encoding = encoding_of(scenario, encoding)
        self.scenario = scenario
        super().__init__(scenario, count, self._read_opponents(opponents), parallel=parallel)
        self.shaping_weights = weights_of(self.shaping)
        self.set_weights(weights)
        self.slots, self.streams, self.lengths = self.play.slots, self.play.streams, self.play.lengths
        self.streams[:], self._paired = required_seed(seed), int(paired)
        numbers = {ALTERNATE: NONE, RANDOM: ANY_SIDE} | {name: team for team, name in enumerate(scenario.game.teams)}
        self._side = numbers[side]
        self.strict = read_flag("strict", strict)
        self.max_episode_steps = max_episode_steps
        self.skipped = 0
        self.begun = False
        self.recorders: list[Listener] = []
        self._broken_off = False  # an error has left some games between two decisions of the learner
        self.set_positions(positions)
        self._make_arrays()

    def _make_arrays(self) -> None:
        """Make what steps are written to."""
        raise NotImplementedError

    @property
    def max_episode_steps(self) -> int | None:
        """After how many decisions a game is truncated; None: the rules end every game."""
        return self._limit

    @max_episode_steps.setter
    def max_episode_steps(self, limit: int | None) -> None:
        self._limit = read_limit("max_episode_steps", limit)

    def set_positions(self, positions: Sequence[Any] | None) -> None:
        """Set where games begin from now on; each game draws its beginning, each one equally often.

        A game that ends before the learner decides is drawn anew; if all do, beginning games raises RuntimeError.

        Args:
          positions: texts (docs/formats.md, 5); records of this scenario, as in `games`, whose dice don't count; and
            None: a new game. To draw a position more often, list it more often. None instead of the list: always a new
            game.

        Raises:
          ValueError: not positions of this scenario, or a game is over in one of them.
        """
        usual = self.scenario.game.start_record(self.scenario)
        self.starts = usual if positions is None else read_starts(self.scenario, positions, usual)

    def set_shaping(self, shaping: ShapingOrFields | None) -> None:
        """Shape the rewards by other weights from the next step on, for example to let shaping fade.

        A step then adds gamma * potential(after) by the new weights, minus potential(before) by the weights of the step
        before. So the discounted sum over a game is still minus the potential of its first position, by the weights of
        that time, whatever is played (Devlin and Kudenko 2012). Where nothing was shaped, all weights were 0.

        Args:
          shaping: as at the beginning, but what a dict leaves out stays as it is. None: all weights are 0.

        Raises:
          TypeError: it is something else, or has an unknown field.
          ValueError: a weight out of its range, or another gamma than before, with which the sum would not cancel.
        """
        wanted = change_shaping(self.shaping, shaping, self.scenario)
        if self.shaping is None and wanted is not None and self.begun:
            self._begin_unshaped()
        self.shaping, self.shaping_weights = wanted, weights_of(wanted)

    def check_begun(self) -> None:
        """Raise RuntimeError if the games have not begun, or if an error has interrupted a step or a beginning."""
        if self._broken_off:
            raise RuntimeError(
                "an error has broken off a step or a reset: call reset, or set_state with a state of all games"
            )
        if not self.begun:
            raise RuntimeError("the games have not begun: call reset first")

    @property
    def _decisions(self) -> Int16:
        """The kinds of the open decisions, int16 [B]; OVER where there is none."""
        return self.games["decision"]

    @property
    def ended(self) -> Bool:
        """Whether each game, bool [B], is over, and no new one has begun in its place; or has never begun."""
        return self._decisions == OVER

    def _refuse_ended(self, rows: Int64) -> None:
        ended = self.ended
        if ended.any() and ended[rows].any():
            row = rows[np.argmax(ended[rows])]
            begun = self._decisions[row] != OVER or self.games["ending"][row] != RUNNING
            raise ValueError(f"game {row} {'has ended: begin it anew' if begun else 'has not begun: begin it'} first")

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
          sides: the teams of the learner, or of player 0, each by number or name, k of them; None in the list: the
            stream's.
          positions: text of the positions to begin in (docs/formats.md, 5), k of them or one for all; None in the list:
            as the stream says.

        Raises:
          ValueError: something doesn't fit, and nothing has changed; or a requested game ends before the caller's first
            decision: then all games have to begin anew, as after an opponent's error.
        """
        rows = read_rows(rows, self.count)
        options = read_reset_options(self.scenario, len(rows), seeds, sides, positions)
        streams = read_streams(stream, rows, self.count)

        def begin() -> None:
            for row, number in streams:
                self.streams[row], self.play.episodes[row] = number, -1
            if streams:
                self.skipped = 0
            self._restart(rows, options)

        self._change(begin, rows)
        for recorder in self.recorders:
            recorder.begun(rows, positions)

    def _restart(self, rows: Int64, options: ResetOptions) -> None:
        """Begin the next episode of these rows, up to the learner's first decision."""
        raise NotImplementedError

    def _begin_episodes(self, rows: Int64, options: ResetOptions) -> None:
        """Draw seed, side and opponent of the next episode of these rows, and begin it; the options replace them.

        The opponent of a game whose seed is given is drawn by this seed, as in an environment of a single game.
        """
        episode_rows(rows, self.play, self._weights, self._side, self._paired)
        options.fill(rows, self.seeds, self.sides)
        for row, seed in zip(rows, options.seeds or (), strict=False):
            if seed is not None:
                self.slots[row] = slot_of(self.seeds[row], self._weights)
        for some, start in options.beginnings(rows, self.starts):
            self.begin_rows(some, start)
        self._announce_begun(rows)

    def clone_state(self, rows: SomeRows | None = None, dice: bool = True) -> dict[str, Any]:
        """Everything that the next steps depend on, except opponents and positions to begin in: arrays, numbers.

        Args:
          rows: only of these games; None: of the whole batch, including its stream of games.
          dice: False: without the future dice, the opponents' noise and the rows' streams, for planners: `set_state`
            then needs a seed.
        """
        self.check_begun()
        return snapshots.clone(self, rows, dice)

    def set_state(
        self, saved: dict[str, Any], rows: SomeRows | None = None, seed: int | Sequence[int] | None = None
    ) -> None:
        """Continue from what `clone_state` returned, of the same scenario and opponents; `current` shows the games.

        Args:
          saved: of k games; for the whole batch, of all its games. Opponents that have been added since then get the
            weight 0, so that later games are drawn as they were.
          rows: the k games to be set; a state of one game may be put into many rows. The rows also take over the number
            of episodes so far. None: the whole batch.
          seed: None: an exact restore, to continue a run: after the same actions, the same dice fall. One number: the
            same positions with other dice, for planners, different ones in each row; or k numbers, the games' seeds.
            The opponents' noise and later games of these rows follow from them, too.

        Raises:
          ValueError: it does not fit, or has no dice although no seed is given.
          RuntimeError: with `rows`, if the games have never begun.
        """
        chosen, restore = snapshots.read(self, saved, rows, seed)

        def enter() -> None:
            restore()
            if not np.array_equal(saved[snapshots.SHAPING], self.shaping_weights):
                self._weigh(chosen)  # shaping begins anew: the games were shaped by other weights
            self._announce_begun(chosen)

        self._change(enter, chosen)

    def start(self, row: int) -> Records:
        """The record that the game in a row, if no position was given to `begin`, began as a copy of, shape (1,)."""
        number = start_of(self.seeds[row], len(self.starts))
        return self.starts[number : number + 1]

    @property
    def opponents(self) -> list[Opponent]:
        """The players, all of them opponents."""
        return self.players

    def players_of(self, rows: Int64) -> Int64:
        """The numbers of these games' opponents."""
        return self.slots[rows]

    def row_arrays(self) -> dict[str, Any]:
        """All that rows consist of beside their records, by its names in a snapshot."""
        return {UNLIKE.get(name, name): array for name, array in self.play._asdict().items()}

    def shared_state(self) -> dict[str, Any]:
        """Return what all rows share, for a snapshot of the whole batch: arrays and numbers."""
        shares = np.array(self.weights)
        return {"shares": shares, "side": self._side, "paired": self._paired, "skipped": self.skipped}

    def enter_shared_state(self, saved: dict[str, Any], weights: Sequence[float]) -> None:
        """Go on from what `shared_state` has returned, with weights that may be of more opponents."""
        self.set_weights(weights)
        self._side, self._paired = int(saved["side"]), int(saved["paired"])
        self.skipped = int(saved["skipped"])

    def _with_wait(self, masks: Int8, rows: Int64) -> Int8:
        """Return masks of these rows, with `wait` where a game is over."""
        masks[self._decisions[rows] == OVER, -1] = 1
        return masks

    def read_integers(self, actions: Numbers, rows: Int64) -> Integers:
        """Return actions as an array of integers [B]; ValueError: another shape or type, or no action in `rows`."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions {chosen.dtype} {chosen.shape}: integers of shape ({self.count},)")
        check_actions(chosen, rows, self.actions)
        return chosen

    def _refuse_illegal(self, actions: Integers, rows: Int64) -> None:
        wrong = self.masks[rows, actions[rows]] == 0
        if wrong.any():
            row = int(rows[np.argmax(wrong)])
            raise ValueError(self.illegal_words(row, int(actions[row])))

    def _observe(self, rows: Int64, out: Float32) -> None:
        observe = self._kernels.observe_rows_parallel if self._all_cores() else self._kernels.observe_rows
        observe(self.worlds, self.games, rows, self.sides, self.encoding.cells, out)

    def _weigh(self, rows: Int64) -> None:
        """Compute the potentials of these rows from which the next step's shaping begins."""
        raise NotImplementedError

    def _begin_unshaped(self) -> None:
        """Let shaping begin in games that have none: where the learner decided last, the potential was 0."""

    def _potential(self, rows: Int64, out: Float64) -> None:
        self._kernels.potential_rows(self.worlds, self.games, rows, self.sides, self.shaping_weights, out)

    def _report(self, rows: Int64, actions: Integers, step: Step | SelfPlayStep) -> None:
        if self.recorders:
            with ExitStack() as stack:  # a fault in one keeps no other from hearing of the step
                for recorder in reversed(self.recorders):
                    stack.callback(recorder.played, rows, actions, step)

    def _announce_begun(self, rows: Int64) -> None:
        announce_begun(self.opponents, rows)

    def _change(self, change: Callable[[], T], rows: Int64 | None = None) -> T:
        """Run `change`; if it fails, Ctrl-C included, the batch is unusable until all games begin anew or are restored.

        Args:
          change: what to do.
          rows: int64 [k], the games that `change` begins or restores; if these are all games, an unusable batch becomes
            usable again. None: it continues the games.
        """
        for recorder in self.recorders:
            recorder.prepare()
        before, self._broken_off = self._broken_off, True
        result = change()
        self.begun = True
        self._broken_off = before and (rows is None or len(rows) < self.count)
        return result
