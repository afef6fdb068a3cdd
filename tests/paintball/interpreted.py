"""Scripts in a process of their own and without compiled code, in which a rule can be changed."""

import os
import subprocess
import sys

from tests import ROOT

# Before a script: changes a function for all who have imported it, by words of its source.
CHANGE = """
import inspect


def change(function, before, after):
    source = inspect.getsource(function)
    assert source.count(before) == 1
    space = dict(function.__globals__)
    exec(source.replace(before, after), space)
    function.__code__ = space[function.__name__].__code__
"""


def run(script: str) -> str:
    """What a script prints."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PAINTBALL_QUIET": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
