"""Running on all cores, and a check for forked processes, in which that may be impossible.

GNU OpenMP, one of the libraries with which Numba runs loops on all cores, doesn't survive a fork: Numba would end the
child process at once, without an exception.
"""

import os
from importlib import import_module
from typing import Any

import numba

UNSAFE = (
    "parallel=True in a forked process whose parent has used all cores too: GNU OpenMP would end it; "
    "start processes by the method 'spawn', or leave parallel out there"
)
_numba: Any = numba  # much of it is made at run time, which type checkers can't see
_forked = False


def _note_fork() -> None:
    global _forked
    try:
        layer = _numba.threading_layer()
    except ValueError:
        return  # the parent had run no such loop
    if layer == "omp":
        try:
            _forked = import_module("numba.np.ufunc.omppool").openmp_vendor == "GNU"
        except (ImportError, AttributeError):  # not public: another version of Numba may not have it
            _forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note_fork)


def check_cores() -> None:
    """Raise RuntimeError if loops on all cores would end the process."""
    if _forked:
        raise RuntimeError(UNSAFE)
