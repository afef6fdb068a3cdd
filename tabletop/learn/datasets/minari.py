"""A dataset in the layout that Minari reads: a folder with `data/main_data.hdf5` and `data/metadata.json`.

Writing it needs h5py, but not Minari. If the folder is inside Minari's own folder (`MINARI_DATASETS_PATH`),
`minari.load_dataset("NAME-v0")` reads it (docs/datasets.md).
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from tabletop.base.errors import one_line
from tabletop.base.files import whole_folder, write_json
from tabletop.game.definition import Encoding, Scenario
from tabletop.learn.datasets.episodes import Episode

LAYOUT = "0.5.0"  # the version of Minari whose layout this is
MOST_SEED = 2**63 - 1  # Minari's seeds; larger ones are only in `game_seed`


def check_folder(folder: Path) -> None:
    """Refuse a folder to which no Minari dataset can be written.

    Raises:
      ValueError: its name isn't a Minari name, or it isn't empty.
      RuntimeError: h5py is not installed.
    """
    if not re.fullmatch(r"[-\w]+-v\d+", folder.name):
        kinds = "a file NAME.npz, or a folder NAME-v0, in which Minari's layout is written"
        raise ValueError(f"{one_line(folder)}: a dataset is {kinds}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is there already: another name, or its next version")
    _h5py()


def _h5py() -> Any:
    try:
        import h5py
    except ImportError:
        raise RuntimeError("Minari's layout needs the extra with h5py: pip install 'paintball-mini[data]'") from None
    return h5py


class MinariWriter:
    """Writes episodes to a folder, which is complete or doesn't exist; a context manager like `NpzWriter`.

    Attributes:
      lengths: number of decisions of each episode so far.
    """

    def __init__(self, folder: Path, scenario: Scenario, encoding: Encoding, about: Mapping[str, Any]) -> None:
        """Begin a dataset of this scenario and encoding; `about` is the metadata of the whole dataset."""
        self.folder, self._about = folder, about
        self.lengths: list[int] = []
        self._spaces = {
            "observation_space": {
                "type": "Box",
                "dtype": "float32",
                "shape": list(encoding.shape),
                "low": encoding.low.tolist(),
                "high": encoding.high.tolist(),
            },
            "action_space": {"type": "Discrete", "dtype": "int64", "start": 0, "n": scenario.actions},
        }

    def __enter__(self) -> Self:
        self._whole = whole_folder(self.folder)
        self._new = self._whole.__enter__()
        (self._new / "data").mkdir()
        self._file = _h5py().File(self._new / "data" / "main_data.hdf5", "w", track_order=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        if kind is None:
            self._describe()
        self._whole.__exit__(kind, error, trace)

    def add(self, episode: Episode, game: int) -> None:
        """Add an episode of game number `game` of the dataset."""
        number = len(self.lengths)
        group = self._file.create_group(f"episode_{number}")
        for name in ("observations", "actions", "rewards", "terminations", "truncations"):
            group.create_dataset(name, data=getattr(episode, name), compression="gzip", chunks=True)
        infos = group.create_group("infos")
        infos.create_dataset("action_mask", data=episode.masks, compression="gzip", chunks=True)
        facts: dict[str, Any] = {"id": number, "total_steps": len(episode), "game": game}
        if episode.seed <= MOST_SEED:
            facts["seed"] = episode.seed
        facts["game_seed"] = np.uint64(episode.seed)
        for name in ("team", "player", "opponent", "result", "ending", "turns"):
            facts[name] = getattr(episode, name)
        group.attrs.update(facts)
        self.lengths.append(len(episode))

    def _describe(self) -> None:
        data = self._new / "data"
        size = sum(path.stat().st_size for path in data.iterdir())
        write_json(
            data / "metadata.json",
            {
                "total_episodes": len(self.lengths),
                "total_steps": sum(self.lengths),
                "data_format": "hdf5",
                "jpeg_encoding": False,
                **{name: json.dumps(space) for name, space in self._spaces.items()},
                "dataset_id": self.folder.name,
                "minari_version": LAYOUT,
                "dataset_size": round(size / 1e6, 1),
                "about": dict(self._about),
            },
        )
