"""Is what is left out of Numba's work without consequences?"""

import pickle

import numpy as np
import pytest
from llvmlite.binding import ffi
from numba import from_dtype, njit, types
from numba.core.compiler import Flags

from tabletop import compiling
from tabletop.compiling import rule

from .compiled_project import LINKED

pytestmark = [LINKED, pytest.mark.skipif(not compiling.compiled(), reason="plain mode")]

SMALL, LARGE = (from_dtype(np.dtype([("hex", "i2", (size,)), ("turn", "i8")], align=True)) for size in (6, 12))


def test_types_have_their_own_texts():
    for kind, size in ((SMALL, 6), (LARGE, 12)):
        pickled = pickle.dumps(kind)
        assert repr(kind) is repr(kind) and pickle.dumps(kind) == pickled
        assert f"'hex', {{'type': NestedArray(int16, ({size},))" in repr(kind)
    assert repr(SMALL) != repr(LARGE)
    assert "Record" in repr(types.Array(SMALL, 1, "C"))


def test_flags_are_equal_if_all_their_values_are():
    one, other = Flags(), Flags()
    assert one == other and hash(one) == hash(other)
    one.nrt = other.nrt = True
    one.no_compile = False  # its default, set in one of them alone
    assert one == other and hash(one) == hash(other)
    other.boundscheck = True
    assert one != other and one != "flags"


@rule
def twice(number: int) -> int:
    """Compiled in the test below alone, or taken from the cache."""
    return 2 * number


def test_numba_measures_what_others_compile():
    callbacks = list(ffi.lib._lock._cblist)
    assert callbacks
    assert twice(4) == 8
    assert ffi.lib._lock._cblist == callbacks
    func = njit(lambda number: number + 1)
    assert func(1) == 2
    assert func.get_metadata(func.signatures[0])["timers"]["llvm_lock"] > 0
