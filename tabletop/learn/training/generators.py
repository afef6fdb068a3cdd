"""The global random generators, kept apart: a user's bot that plays while a policy learns may draw from them, too."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np


class Generators:
    """Streams of PyTorch's, NumPy's and Python's global generators for agents that play in the learner's process.

    The learner draws from these generators itself. What an agent draws or seeds must not change what is learnt.
    """

    def __init__(self, *seed: int) -> None:
        """Begin the agents' streams; numbers of any size seed them."""
        self.begin(*seed)

    def begin(self, *seed: int) -> None:
        """Begin the agents' streams anew."""
        number = int(np.random.SeedSequence(seed).generate_state(1)[0])
        kept = _states()
        random.seed(number)
        np.random.seed(number)  # noqa: NPY002 - the global one is meant
        if torch := _torch():
            torch.manual_seed(number)
        self._states = _states()
        _set(kept)

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Let agents draw from their own streams, and afterwards the learner from where it was."""
        kept = _states()
        _set(self._states)
        try:
            yield
        finally:
            self._states = _states()
            _set(kept)


def _torch() -> Any:
    """Return PyTorch if it is loaded: otherwise nobody has drawn from it."""
    return sys.modules.get("torch")


def _states() -> dict[str, Any]:
    states: dict[str, Any] = {"random": random.getstate(), "numpy": np.random.get_state()}  # noqa: NPY002
    if torch := _torch():
        states["torch"] = torch.get_rng_state()
        if torch.cuda.is_initialized():
            states["cuda"] = torch.cuda.get_rng_state_all()
    return states


def _set(states: dict[str, Any]) -> None:
    random.setstate(states["random"])
    np.random.set_state(states["numpy"])  # noqa: NPY002
    if "torch" in states:
        _torch().set_rng_state(states["torch"])
    if "cuda" in states:
        _torch().cuda.set_rng_state_all(states["cuda"])
