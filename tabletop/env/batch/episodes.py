"""Episodes of batched games: what a step returns, the data of episodes that end, and how a new one may begin."""

from collections.abc import Sequence
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from tabletop.base.arrays import Bool, Float32, Float64, Int8, Int64, Records, UInt64
from tabletop.base.errors import brief
from tabletop.game.definition import Scenario
from tabletop.play.reset_options import check_length, is_list, read_position, read_seed, read_teams


class Finished(NamedTuple):
    """The games that ended in a step, k of them.

    Attributes:
      rows: int64 [k].
      results: float32 [k], +1, -1, 0 for the learner.
      returns: float64 [k], sum of the episode's rewards, including shaping.
      lengths: int64 [k], the learner's decisions.
      turns: int64 [k], the turn in which the game ended.
      endings: int64 [k], numbers of the game's `endings`.
      sides: int64 [k], the team that the learner played.
      opponents: int64 [k], the opponent's number.
      seeds: uint64 [k], the game's seed.
      observations: float32 [k, *shape], the last position, from the learner's side.
      masks: int8 [k, A], the legal actions there: only `wait` unless the game was truncated.
      truncated: bool [k], truncated by `max_episode_steps`, not ended by the rules.
      decisions: int64 [k], numbers of the game's `decisions`: 0 unless the game was truncated.
    """

    rows: Int64
    results: Float32
    returns: Float64
    lengths: Int64
    turns: Int64
    endings: Int64
    sides: Int64
    opponents: Int64
    seeds: UInt64
    observations: Float32
    masks: Int8
    truncated: Bool
    decisions: Int64


class Step(NamedTuple):
    """The result of a step of B games. All arrays except those of `finished` are overwritten two steps later.

    Attributes:
      observations: float32 [B, *shape]; where a game ended, those of the next game.
      masks: int8 [B, A], the learner's legal actions, never all 0: `wait` where a game has ended and no new one has
        begun.
      rewards: float32 [B].
      dones: bool [B], whether a game ended in this step.
      illegal: bool [B], whether the action was illegal and changed nothing.
      finished: the games that ended, or None.
    """

    observations: Float32
    masks: Int8
    rewards: Float32
    dones: Bool
    illegal: Bool
    finished: Finished | None


class ResetOptions(NamedTuple):
    """How the k games that begin are to begin; None, instead of all or of one: as the row's stream has it.

    Attributes:
      seeds: the games' seeds.
      sides: the learner's teams.
      starts: for each game the record it is copied from, shape (1,), or None: a new game.
    """

    seeds: tuple[int | None, ...] | None = None
    sides: tuple[int | None, ...] | None = None
    starts: tuple[Records | None, ...] | None = None

    def fill(self, rows: Int64, seeds: UInt64, sides: Int64) -> None:
        """Write the values given for these rows, int64 [k], to `seeds`, uint64 [B], and `sides`, int64 [B]."""
        if self.seeds is not None:
            for row, seed in zip(rows, self.seeds, strict=True):
                seeds[row] = seeds[row] if seed is None else seed
        if self.sides is not None:
            for row, side in zip(rows, self.sides, strict=True):
                sides[row] = sides[row] if side is None else side

    def beginnings(self, rows: Int64, usual: Records) -> list[tuple[Int64, Records]]:
        """Groups of rows (int64), each with the record they are copied from; `usual` if no other one is given."""
        if self.starts is None:
            return [(rows, usual)]
        groups: dict[int, tuple[list[int], Records]] = {}
        for row, start in zip(rows.tolist(), self.starts, strict=True):
            start = usual if start is None else start
            groups.setdefault(id(start), ([], start))[0].append(row)
        return [(np.array(some), start) for some, start in groups.values()]

    def of(self, chosen: Bool) -> "ResetOptions":
        """The options of some of the games, bool [k]."""
        if self is NO_OPTIONS:
            return self
        parts: list[Any] = [None if part is None else tuple(compress(part, chosen)) for part in self]
        return ResetOptions(*parts)

    def was_requested(self, number: int) -> bool:
        """Whether game `number` of the k was requested by its seed or its position."""
        return any(part is not None and part[number] is not None for part in (self.seeds, self.starts))


NO_OPTIONS = ResetOptions()


def read_reset_options(
    scenario: Scenario,
    count: int,
    seeds: Sequence[int | None] | None,
    sides: Sequence[int | str | None] | None,
    positions: Sequence[str | None] | str | None,
) -> ResetOptions:
    """Read how `count` games of a scenario are to begin; ValueError: something doesn't fit."""
    texts = [positions] * count if isinstance(positions, str) else positions
    for name, values in (("seeds", seeds), ("sides", sides), ("positions", texts)):
        if values is not None:
            check_length(name, values, count)
    starts = None
    if texts is not None:
        if wrong := [text for text in texts if not isinstance(text, str | None)]:
            raise ValueError(f"position {brief(wrong[0])}: a text, or None")
        records = {text: read_position(scenario, text) for text in dict.fromkeys(texts) if text is not None}
        starts = tuple(None if text is None else records[text] for text in texts)
    if seeds is None and sides is None and starts is None:
        return NO_OPTIONS
    return ResetOptions(
        None if seeds is None else tuple(read_seed(seed) for seed in seeds),
        None if sides is None else read_teams(sides, scenario),
        starts,
    )


def read_streams(stream: int | Sequence[int | None] | None, rows: Int64, count: int) -> list[tuple[int, int]]:
    """The rows whose streams begin anew, and their seeds.

    Args:
      stream: one seed for all rows; k seeds, those of `rows`, where None means that the row's stream continues; or
        None.
      rows: int64 [k].
      count: B.

    Raises:
      ValueError: something doesn't fit.
    """
    if not is_list(stream):
        number = read_seed(stream)
        return [] if number is None else [(row, number) for row in range(count)]
    if len(stream) != len(rows):
        raise ValueError(f"stream: {len(stream)} seeds for {len(rows)} games")
    seeds = [read_seed(seed) for seed in stream]
    return [(row, seed) for row, seed in zip(rows.tolist(), seeds, strict=True) if seed is not None]


def read_out(out: Any, shape: tuple[int, ...], masks: Int8) -> tuple[Float32, Int8]:
    """The caller's arrays for a step's observations, as [B, D], and masks; ValueError: they don't fit.

    Args:
      out: both arrays.
      shape: of one observation.
      masks: int8 [B, A], the batch's own array.
    """
    try:
        observations, action_masks = out
    except (TypeError, ValueError):
        raise ValueError("out: two arrays, for observations and masks") from None
    for name, array, kind, full_shape in (
        ("observations", observations, np.float32, (len(masks), *shape)),
        ("masks", action_masks, np.int8, masks.shape),
    ):
        fits = isinstance(array, np.ndarray) and array.dtype == kind and array.shape == full_shape
        if not fits or not array.flags.c_contiguous or not array.flags.writeable:
            raise ValueError(f"out, {name}: a contiguous array, {np.dtype(kind)} of shape {full_shape}, to be written")
    return observations.reshape(len(masks), -1), action_masks
