"""A dataset as one `.npz` file: arrays over all decisions, and arrays over the episodes (docs/datasets.md).

Decisions are collected in temporary files next to the dataset and packed at the end, so memory holds only one game at a
time and a few numbers for each episode.
"""

import json
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, BinaryIO, Self
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np

from tabletop.base.files import naming, whole_file
from tabletop.game.definition import Encoding, Scenario
from tabletop.learn.datasets.episodes import Episode


class NpzWriter:
    """Writes episodes to a file, which is complete or doesn't exist; a context manager that writes it if all goes well.

    Attributes:
      lengths: number of decisions of each episode so far.
    """

    def __init__(self, path: Path, scenario: Scenario, encoding: Encoding, about: Mapping[str, Any]) -> None:
        """Begin a dataset of this scenario and encoding; `about` is the metadata of the whole dataset."""
        self.path, self._about = path, about
        self.lengths: list[int] = []
        self._columns: dict[str, tuple[np.dtype[Any], tuple[int, ...]]] = {
            "observations": (np.dtype(np.float32), tuple(encoding.shape)),
            "action_masks": (np.dtype(np.int8), (scenario.actions,)),
            "actions": (np.dtype(np.int64), ()),
            "rewards": (np.dtype(np.float32), ()),
            "terminations": (np.dtype(np.bool_), ()),
            "truncations": (np.dtype(np.bool_), ()),
            "final_observations": (np.dtype(np.float32), tuple(encoding.shape)),
            "final_action_masks": (np.dtype(np.int8), (scenario.actions,)),
        }
        self._facts: dict[str, list[Any]] = {name: [] for name in _FACTS}

    def __enter__(self) -> Self:
        self._open = ExitStack()
        beside = TemporaryDirectory(prefix=f".{self.path.name}.", dir=self.path.parent)
        folder = Path(self._open.enter_context(beside))
        self._files: dict[str, BinaryIO] = {
            name: self._open.enter_context((folder / name).open("w+b")) for name in self._columns
        }
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        with naming(self.path), self._open:
            if kind is None:
                self._pack()

    def add(self, episode: Episode, game: int) -> None:
        """Add an episode of game number `game` of the dataset."""
        parts = {
            "observations": episode.observations[:-1],
            "action_masks": episode.masks[:-1],
            "actions": episode.actions,
            "rewards": episode.rewards,
            "terminations": episode.terminations,
            "truncations": episode.truncations,
            "final_observations": episode.observations[-1:],
            "final_action_masks": episode.masks[-1:],
        }
        with naming(self.path):
            for name, part in parts.items():
                self._files[name].write(np.ascontiguousarray(part, self._columns[name][0]).tobytes())
        for name, values in self._facts.items():
            values.append(game if name == "game" else getattr(episode, name))
        self.lengths.append(len(episode))

    def _pack(self) -> None:
        steps, count = sum(self.lengths), len(self.lengths)
        with whole_file(self.path) as file, ZipFile(file, "w", ZIP_DEFLATED) as archive:
            for name, (dtype, shape) in self._columns.items():
                header = {
                    "descr": np.lib.format.dtype_to_descr(dtype),
                    "fortran_order": False,
                    "shape": (count if name.startswith("final_") else steps, *shape),
                }
                with archive.open(_entry(name), "w", force_zip64=True) as packed:
                    np.lib.format.write_array_header_1_0(packed, header)
                    self._files[name].seek(0)
                    copyfileobj(self._files[name], packed, 1 << 20)
            arrays = {"offsets": np.cumsum([0, *self.lengths], dtype=np.int64)}
            arrays |= {name: np.array(values, _FACTS[name]) for name, values in self._facts.items()}
            arrays["about"] = np.array(json.dumps(self._about, ensure_ascii=False))
            for name, array in arrays.items():
                with archive.open(_entry(name), "w") as packed:
                    np.lib.format.write_array(packed, array, allow_pickle=False)


# The data of each episode, and their types.
_FACTS: dict[str, type] = {
    "game": np.int64,
    "seed": np.uint64,
    "team": np.int8,
    "player": np.str_,
    "opponent": np.str_,
    "result": np.float32,
    "ending": np.str_,
    "turns": np.int64,
}


def _entry(name: str) -> ZipInfo:
    """Return a ZIP entry without the time of writing, so that the same games make the same file."""
    entry = ZipInfo(f"{name}.npy")
    entry.compress_type = ZIP_DEFLATED
    return entry
