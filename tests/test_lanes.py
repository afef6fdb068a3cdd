"""Do the compiled, the interpreted and the bounds-checked lane play the same games?"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def lane(scenario: str, games: int, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.lanes", scenario, str(games)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("scenario", "games"), [("capture-the-flag-drawn", 10), ("capture-the-flag-basic-drawn", 40)])
def test_all_lanes_end_on_the_same_bytes(scenario: str, games: int) -> None:
    compiled = lane(scenario, games, NUMBA_DISABLE_JIT="0")
    assert lane(scenario, games, NUMBA_DISABLE_JIT="1") == compiled
    assert lane(scenario, games, NUMBA_BOUNDSCHECK="1") == compiled
    decisions = int(compiled.split()[1])
    assert decisions > 100 * games  # they were games
