"""Writing a dataset: records in, a file or a folder out, one game at a time."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from tabletop.base.errors import brief, read_path
from tabletop.game.definition import Encoding, GameDefinition, Scenario, encoding_of
from tabletop.learn.datasets.episodes import episodes
from tabletop.learn.datasets.minari import MinariWriter, check_folder
from tabletop.learn.datasets.npz import NpzWriter
from tabletop.learn.datasets.sources import record_files
from tabletop.play.records import GameRecord, RecordError

FORMAT = 1
NPZ = ".npz"

Source = str | Path | Iterable[str | Path | GameRecord]


class OtherGameError(RecordError):
    """A record that gives another game when replayed: one line, with the record's name."""


class DatasetSize(NamedTuple):
    """The size of a dataset.

    Attributes:
      games, episodes, decisions: number of each.
    """

    games: int
    episodes: int
    decisions: int


def write_dataset(
    out: str | Path, source: Source, game: GameDefinition[Any], encoding: str | None = None
) -> DatasetSize:
    """Write a dataset of recorded games, all of one scenario (docs/datasets.md).

    Args:
      out: the file, `NAME.npz`; or a folder `NAME-v0` (any number), in which Minari's layout is written.
      source: a record file, a folder of them, or a record; or several of these, for example from `play_pairs`. They
        are read one at a time.
      game: the game of the records.
      encoding: of the observations, one of the game's `encodings`; None: the game's default.

    Returns:
      The size of the dataset.

    Raises:
      OtherGameError: a record gives another game when replayed. After it, and a ValueError, nothing is written.
      ValueError: no games, a record that can't be read, games of different scenarios, an unknown encoding, or an
        invalid `out`.
      TypeError: `out` is no path, or `source` is none of these.
      RuntimeError: Minari's layout is requested without h5py.
      OSError: the dataset can't be written.
    """
    out = read_path("out", out)
    if out.suffix != NPZ:
        check_folder(out)
    listed = [source] if isinstance(source, (str, Path, GameRecord)) else source
    if not isinstance(listed, Iterable):
        raise TypeError(f"source {brief(source)}: a record file, a folder of them, a record, or a list of these")
    records = _records(listed, game)
    begins, first = next(records, ("", None))
    if first is None:
        raise ValueError("no games to make a dataset of")
    scenario = first.load_scenario()
    code = encoding_of(scenario, encoding)
    about = {
        "format": FORMAT,
        "game": game.name,
        "versions": dict(game.versions),
        "scenario": scenario.name,
        "scenario_digest": scenario.digest(),
        "encoding": code.name,
        "teams": list(game.teams),
    }
    games = 0
    out.parent.mkdir(parents=True, exist_ok=True)
    with _writer(out, scenario, code, about) as writer:
        for name, record in chain([(begins, first)], records):
            try:
                if not _alike(record, first) and record.load_scenario().digest() != scenario.digest():
                    raise RecordError(f"of another scenario than the games before it, which are of {scenario.name}")
            except RecordError as error:
                raise RecordError(f"{name}: {error}") from None
            try:
                of_teams = episodes(record, code)
            except RecordError as error:
                raise OtherGameError(f"{name}: {error}") from None
            for episode in of_teams:
                writer.add(episode, games)
            games += 1
        lengths = writer.lengths
    return DatasetSize(games, len(lengths), sum(lengths))


def _alike(record: GameRecord, other: GameRecord) -> bool:
    """Whether two records specify their scenario in the same words."""
    return (record.scenario, record.scenario_json) == (other.scenario, other.scenario_json)


def _records(source: Iterable[str | Path | GameRecord], game: GameDefinition[Any]) -> Iterator[tuple[str, GameRecord]]:
    """Return the records of a source, each with its name in messages; ValueError: a file is named twice."""
    seen: set[Path] = set()
    for number, item in enumerate(source):
        if isinstance(item, GameRecord):
            yield f"game {number}", item
        else:
            for path in record_files([item], game.record_suffix):
                if path.resolve() in seen:
                    raise ValueError(f"{path}: it is named twice, and would count double")
                seen.add(path.resolve())
                yield str(path), GameRecord.load(path, game)


def _writer(out: Path, scenario: Scenario, encoding: Encoding, about: dict[str, Any]) -> Any:
    kind = NpzWriter if out.suffix == NPZ else MinariWriter
    return kind(out, scenario, encoding, about)
