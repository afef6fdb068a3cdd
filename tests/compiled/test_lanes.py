"""Do the compiled and the interpreted rules play the same games?

Interpreted, an index beyond an array's end is an error: so the games that both play alike never read there.
"""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tabletop.compiled import compiling
from tests import ROOT
from tests.compiled.lanes import GAMES, ends


def lane(**environment: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.compiled.lanes"],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.skipif(not compiling.compiled(), reason="plain mode")
@pytest.mark.slow
def test_both_end_on_the_same_bytes() -> None:
    compiled = {name: list(ends(name, count)) for name, count in GAMES.items()}
    assert all(decisions > 100 * GAMES[name] for name, (_, decisions) in compiled.items())  # they were games
    assert lane(NUMBA_DISABLE_JIT="1") == compiled
