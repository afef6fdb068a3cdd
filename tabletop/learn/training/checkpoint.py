"""Checkpoints: everything that a run needs to continue as if it had never stopped.

    checkpoints/000001048576/   the number of steps made
        model.pt      weights, optimiser, PyTorch's generator; only tensors, loaded without running code
        arrays.npz    the games, NumPy's generator
        state.json    all else, and the checksums of the three

A checkpoint is written next to its final place and moved there as a whole, so after a kill the previous one is found.
The checksums find what no reader notices: PyTorch doesn't compare its file's own, and files of two checkpoints may be
mixed.
"""

import hashlib
import io
import json
import shutil
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from tabletop.agents import policy_folder
from tabletop.base.files import naming, read_json, whole_folder, write_json
from tabletop.game.definition import GameDefinition

KEPT = 2
OTHER_VERSION = "a checkpoint of another version"
FORMAT = 7  # of the folder, and of the snapshots in it
MODEL, ARRAYS, STATE, SUMS = "model.pt", "arrays.npz", "state.json", "sha256"
MOST_STATE = 64 << 20  # bytes of it


class Checkpoint(NamedTuple):
    """What is saved.

    Attributes:
      tensors: nested dicts and lists of tensors and numbers.
      arrays: NumPy arrays by name.
      state: plain data.
    """

    tensors: dict[str, Any]
    arrays: dict[str, NDArray[Any]]
    state: dict[str, Any]

    def check(self, wanted: dict[str, int], opponents: list[str]) -> None:
        """Raise ValueError unless it was made for these versions and opponents."""
        for name, version in wanted.items():
            if (own := self.state["versions"].get(name)) != version:
                words = f"the checkpoint was made for {name} version {own}, this is version {version}: train anew"
                raise ValueError(words)
        if self.state["opponents"] != opponents:
            raise ValueError(f"the checkpoint's opponents are {self.state['opponents']}, not {opponents}")


def versions(game: GameDefinition, network: str = policy_folder.PERCEPTRON) -> dict[str, int]:
    """Return the versions that a checkpoint depends on: observations or facts, actions, and the games' records."""
    return policy_folder.versions(game, network) | {"state": game.versions["state"]}


def save(folder: Path, step: int, checkpoint: Checkpoint) -> Path:
    """Write a checkpoint of a run and remove all but the latest ones; return its folder."""
    target = folder / "checkpoints" / _name(step)
    for left in target.parent.glob(".[0-9]*"):  # by a kill: only this process trains in the folder
        shutil.rmtree(left, ignore_errors=True)
    # In memory first: on a full disk PyTorch's own writing fails with a message that names neither.
    model, arrays = io.BytesIO(), io.BytesIO()
    torch.save(checkpoint.tensors, model)
    np.savez(arrays, **checkpoint.arrays)  # type: ignore[arg-type]
    state = {"format": FORMAT, "step": step, **checkpoint.state}
    contents = {MODEL: model.getvalue(), ARRAYS: arrays.getvalue()}
    with naming(target), whole_folder(target) as place:
        for name, content in contents.items():
            (place / name).write_bytes(content)
        write_json(place / STATE, state | {SUMS: sums_of(contents, state)})
    for old in checkpoints_in(folder)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return target


def _name(step: int) -> str:
    return f"{step:012d}"


def checkpoints_in(folder: Path) -> list[Path]:
    """Return the checkpoints of a run, the oldest first."""
    return sorted(path for path in (folder / "checkpoints").glob("[0-9]*") if path.is_dir())


def load(path: Path) -> Checkpoint:
    """Read a checkpoint.

    Raises:
      ValueError: it isn't one, or it has another format.
    """
    name, fault = STATE, "can't be read"
    try:
        state = read_json(path / name, MOST_STATE)
        sums = state.pop(SUMS, {})
        if state["format"] == FORMAT:
            contents = {}
            for name in (ARRAYS, MODEL):
                contents[name] = _content(path / name)
            for name, value in sums_of(contents, state).items():
                if sums.get(name) != value:
                    fault = "isn't as it was written"
                    raise ValueError
            name = ARRAYS
            with np.load(io.BytesIO(contents[name]), allow_pickle=False) as file:
                arrays = {key: file[key] for key in file.files}
            if path.name != _name(state["step"]):
                name, fault = STATE, "is of another step than its folder says"
                raise ValueError
            name = MODEL
            tensors = torch.load(io.BytesIO(contents[name]), map_location="cpu", weights_only=True)
            return Checkpoint(tensors, arrays, state)
    except Exception:  # for a torn file each reader has its own errors, and its own words, which can fill a page
        raise ValueError(f"{path}: not a checkpoint ({name} {fault})") from None
    raise ValueError(f"{path}: {OTHER_VERSION} (format {state['format']}, this is {FORMAT})")


def _content(path: Path) -> bytes:
    if not path.is_file():  # a pipe would be waited for
        raise ValueError
    return path.read_bytes()


def sums_of(contents: dict[str, bytes], state: dict[str, Any]) -> dict[str, str]:
    """Return the checksum of each file of a checkpoint; of the state, of its data without the checksums."""
    contents = {STATE: json.dumps(state).encode(), **contents}
    return {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}


def latest(folder: Path) -> Checkpoint | None:
    """Read the newest checkpoint of a run that isn't damaged; a message names newer ones. None: there is none at all.

    Raises:
      ValueError: none of them can be read.
    """
    troubles: list[str] = []
    for path in reversed(checkpoints_in(folder)):
        try:
            saved = load(path)
        except ValueError as error:
            troubles.append(str(error))
            continue
        if troubles:
            step = saved.state["step"]
            print(f"{'; '.join(troubles)}; going on from decision {step:,}", file=sys.stderr, flush=True)
        return saved
    if troubles:
        ways = "put back a copy of one, or train anew in another folder"
        if all(OTHER_VERSION in trouble for trouble in troubles):
            ways = "go on with the version that wrote it, or train anew in another folder; its agents still play"
        raise ValueError(f"{'; '.join(troubles)}; there is no other checkpoint: {ways}")
    return None


def fingerprint(checkpoint: Checkpoint) -> str:
    """Return a digest of a checkpoint's contents: equal if and only if the next update is equal."""
    hasher = hashlib.sha256(json.dumps(checkpoint.state, sort_keys=True).encode())
    for name in sorted(checkpoint.arrays):
        hasher.update(name.encode() + np.ascontiguousarray(checkpoint.arrays[name]).tobytes())
    _digest_tensors(hasher, checkpoint.tensors)
    return hasher.hexdigest()[:16]


def _digest_tensors(hasher: Any, value: Any) -> None:
    if isinstance(value, torch.Tensor):
        hasher.update(value.detach().cpu().contiguous().numpy().tobytes())
    elif isinstance(value, dict):
        for key in value:
            hasher.update(str(key).encode())
            _digest_tensors(hasher, value[key])
    elif isinstance(value, list | tuple):
        for item in value:
            _digest_tensors(hasher, item)
    else:
        hasher.update(repr(value).encode())
