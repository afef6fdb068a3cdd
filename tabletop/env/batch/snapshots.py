"""Snapshots of batched games, whole or by row, as `clone_state` returns and `set_state` takes them; copies of rows.

A snapshot is a dict: `games`, the bytes of the games' records; what rows consist of beside them (`row_arrays`); the
weights of the shaping; of a whole batch also what all rows share; format, scenario's digest and checksum. The names and
the order of what the checksum covers belong to the format, which runs that go on depend on.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from tabletop.base.arrays import Int64, SomeRows, UInt8, UInt64
from tabletop.base.errors import brief
from tabletop.play.reset_options import SEEDS, check_dice, is_list, read_flag, read_rows, read_seed, read_seeds

if TYPE_CHECKING:
    from tabletop.env.batch.opponent_play import OpponentGames

FORMAT = 6
OF_BATCH = ("side", "paired", "skipped")  # the numbers that the rows of a whole batch share, besides their `shares`
OF_DICE = {"seeds", "counters", "streams"}  # attributes that a snapshot without dice leaves out, besides the record's
OF_EPISODES = {"streams", "_episodes"}  # they decide on a row's next episodes: a copied game doesn't bring them
SHAPING = "_shaping_weights"


def clone(games: "OpponentGames", rows: SomeRows | None, dice: bool) -> dict[str, Any]:
    """Return the state of some rows of a batch; None: of all rows, and of what they share."""
    chosen = read_rows(rows, games.count)
    saved: dict[str, Any] = {name: array[chosen] for name, array in games.row_arrays().items()}
    records = record_bytes(games)[chosen]
    if not read_flag("dice", dice):
        for name in OF_DICE:
            saved[name] = np.zeros_like(saved[name])
        records.view(games.games.dtype)["dice"]["seed"] = 0
        saved["dice"] = False
    saved["games"] = np.frombuffer(records.tobytes(), np.uint8).copy()
    saved |= {"format": _format(games), "scenario": games.scenario.digest()}
    if rows is None:
        saved |= games.shared_state()
    saved[SHAPING] = games.shaping_weights.copy()
    return saved | {"checksum": _sum(games, saved)}


def read(
    games: "OpponentGames", saved: dict[str, Any], rows: SomeRows | None, seed: int | Sequence[int] | None
) -> tuple[Int64, Callable[[], None]]:
    """Read a state for some rows of a batch, with None for the whole batch; nothing has changed yet.

    With a seed, or k of them, the games continue with other dice (`BatchedGames.set_state`).

    Returns:
      The rows, int64 [k], and what puts the state into them.

    Raises:
      ValueError: it does not fit.
      RuntimeError: it is put into some rows of games that have never begun.
    """
    wanted = f"what clone_state gives of {type(games).__name__} is wanted, whole"
    if not isinstance(saved, dict) or "format" not in saved:
        raise ValueError(f"saved games {brief(saved)}: {wanted}")
    # A number or a text comes back from a file of arrays (`numpy.savez`) as an array without axes.
    saved = {
        name: value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value
        for name, value in saved.items()
    }
    if not np.array_equal(saved["format"], _format(games)):
        raise ValueError(f"saved games of format {brief(saved['format'])}, this is {_format(games)}")
    wrong, known = _wrong_parts(games, saved), {"format", "dice", "checksum", "scenario", *OF_BATCH}
    if _is_of_another_kind(games, saved) or (wrong and not saved.keys() <= known | {*_array_names(games, saved)}):
        raise ValueError(f"saved games of another kind of batch: {wanted}")
    if wrong:
        raise ValueError(f"saved games without valid {', '.join(wrong)}: {wanted}")
    if saved["scenario"] != (digest := games.scenario.digest()):
        name, own, other = games.scenario.name, brief(digest), brief(saved["scenario"])
        raise ValueError(f"saved games of another scenario, with digest {other}: this is {name}, with digest {own}")
    chosen = read_rows(rows, games.count)
    game_count = len(saved["seeds"])
    size = games.games.itemsize
    if game_count != len(chosen) and (rows is None or game_count != 1):
        into = f"a batch of {games.count}" if rows is None else f"{len(chosen)} rows"
        raise ValueError(f"saved games: {game_count} of them for {into}")
    if saved["games"].size != game_count * size or saved["checksum"] != _sum(games, saved):
        raise ValueError("damaged games: their checksum doesn't fit")
    if saved["slots"].max(initial=0) >= len(games.opponents):
        raise ValueError(f"saved games against opponent {saved['slots'].max()}: there are {len(games.opponents)}")
    seeds = _read_seeds(check_dice(saved.get("dice", True), seed), len(chosen))
    if rows is None:
        if "shares" not in saved:
            raise ValueError("saved rows, not a whole batch: name the rows to be set")
        shares, count = saved["shares"].tolist(), len(games.opponents)
        if len(shares) > count:
            raise ValueError(f"saved games with weights of {len(shares)} opponents: there are {count}")
        shares += [0.0] * (count - len(shares))  # opponents added since then were not drawn
    elif not games.begun:
        raise RuntimeError("the games have not begun: call reset first")

    def restore() -> None:
        if rows is None:
            games.enter_shared_state(saved, shares)
        for name, array in games.row_arrays().items():
            array[chosen] = saved[name]
        record_bytes(games)[chosen] = saved["games"].reshape(game_count, size)
        if seeds is not None:
            games.seeds[chosen] = games.streams[chosen] = games.games["dice"]["seed"][chosen] = seeds
            games.counters[chosen] = 0

    return chosen, restore


def read_copy(
    games: "OpponentGames", from_rows: SomeRows, to_rows: SomeRows, seeds: Sequence[int] | None
) -> tuple[Int64, Callable[[], None]]:
    """Read which games are to be replaced by copies of others (`SelfPlayGames.copy_rows`); nothing has changed yet.

    Returns:
      The rows that are to receive them, int64 [k], and what copies.

    Raises:
      ValueError: it does not fit.
    """
    to = read_rows(to_rows, games.count)
    origins = read_rows(from_rows, games.count, repeated=True)
    if len(origins) != len(to):
        if len(origins) != 1:
            raise ValueError(f"from_rows: {len(origins)} games for {len(to)} rows")
        origins = np.repeat(origins, len(to))
    numbers = None if seeds is None else read_seeds(seeds, len(to))

    def copy() -> None:
        records = record_bytes(games)
        records[to] = records[origins]
        for name, array in games.row_arrays().items():
            if name not in OF_EPISODES:
                array[to] = array[origins]
        if numbers is not None:
            games.seeds[to] = games.games["dice"]["seed"][to] = numbers

    return to, copy


def _read_seeds(seed: int | Sequence[int] | None, count: int) -> UInt64 | None:
    """The seeds of `count` games, uint64: as given, or made from one; None stays None. ValueError: they don't fit."""
    if seed is None:
        return None
    if not is_list(seed):
        return np.random.default_rng(read_seed(seed)).integers(0, SEEDS, count, np.uint64)
    if len(seed) != count:
        raise ValueError(f"seed: {len(seed)} for {count} games")
    numbers = [read_seed(value) for value in seed]
    if None in numbers:
        raise ValueError("seed: None among them; each game needs its own")
    return np.array(numbers, np.uint64)


def _wrong_parts(games: "OpponentGames", saved: dict[str, Any]) -> list[str]:
    """The parts of a snapshot that are missing or of another kind; it may be of some rows or of a whole batch."""
    arrays, numbers = _array_names(games, saved), ["checksum", *(OF_BATCH if "shares" in saved else ())]
    return [
        *(name for name in arrays if not isinstance(saved.get(name), np.ndarray) or saved[name].ndim == 0),
        *(name for name in numbers if not hasattr(saved.get(name), "__index__")),
        *(["scenario"] if not isinstance(saved.get("scenario"), str) else []),
    ]


def _is_of_another_kind(games: "OpponentGames", saved: dict[str, Any]) -> bool:
    """Whether one is a batch whose caller plays both teams, and the other isn't: the snapshot's, or this one."""
    lengths = saved.get("lengths")
    return isinstance(lengths, np.ndarray) and lengths.ndim != games.lengths.ndim


def _array_names(games: "OpponentGames", saved: dict[str, Any]) -> list[str]:
    """Which arrays a snapshot has to have; only that of a whole batch has `shares`."""
    return ["games", *games.row_arrays(), SHAPING, *(["shares"] if "shares" in saved else [])]


def _format(games: "OpponentGames") -> tuple[int, int]:
    """The format of snapshots, and of the game's records."""
    return FORMAT, games.scenario.game.versions["state"]


def _sum(games: "OpponentGames", saved: dict[str, Any]) -> int:
    # The rules trust a record: a flipped bit could crash the process.
    numbers = [int(saved[name]) for name in (*OF_BATCH, "dice") if name in saved]
    total = crc32(repr(numbers).encode())
    for name in _array_names(games, saved):
        array = saved[name]
        total = crc32(repr((name, array.dtype.str, array.shape)).encode() + array.tobytes(), total)
    return total


def record_bytes(games: "OpponentGames") -> UInt8:
    """The records as bytes, uint8 [B, record size]: NumPy copies them whole, not field by field."""
    return games.games.view(np.uint8).reshape(games.count, games.games.itemsize)
