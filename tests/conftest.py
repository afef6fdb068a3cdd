"""For all tests."""

import gc
import random
import secrets
from typing import Any

import numpy as np
import pytest

gc.set_threshold(50_000)  # as in a command's process

# An environment without a seed, and a game on the server, begin with a number that nobody can foresee. In tests it
# comes from this generator, so that a test that doesn't give a seed passes always or never.
_numbers = random.Random(0)
_default_rng = np.random.default_rng


def _seeded_rng(seed: Any = None) -> np.random.Generator:
    return _default_rng(_numbers.getrandbits(128) if seed is None else seed)


np.random.default_rng = _seeded_rng
secrets.randbits, secrets.randbelow = _numbers.getrandbits, _numbers.randrange


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let what a test draws without a seed depend on its name alone, not on the tests before it."""
    _numbers.seed(item.nodeid)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser as slow."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Keep Python's garbage collector from looking through thousands of collected tests again and again."""
    gc.freeze()
