"""All cores at once, and a forked process in which they must not be asked for.

GNU OpenMP, one of the libraries by which Numba runs loops on all cores, doesn't survive a fork: Numba would end the
child at once, without an exception that anybody could read.
"""

import os
from importlib import import_module
from typing import Any

import numba

UNSAFE = (
    "parallel=True in a forked process whose parent has used all cores too: GNU OpenMP would end it; "
    "start processes by the method 'spawn', or leave parallel out there"
)
_numba: Any = numba  # much of it is made at run time, unknown to type checkers
_forked = False


def _note_fork() -> None:
    global _forked
    try:
        layer = _numba.threading_layer()
    except ValueError:
        return  # the parent had run no such loop
    if layer == "omp":
        _forked = import_module("numba.np.ufunc.omppool").openmp_vendor == "GNU"


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note_fork)


def check_cores() -> None:
    """RuntimeError where loops on all cores would end the process."""
    if _forked:
        raise RuntimeError(UNSAFE)
