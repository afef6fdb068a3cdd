"""Is what is left out of Numba's work without consequences?"""

import itertools
import operator
import pickle
from typing import NamedTuple

import numpy as np
import pytest
from llvmlite.binding import ffi
from numba import from_dtype, njit, types
from numba.core import ir
from numba.core.compiler import Flags, run_frontend
from numba.core.errors import TypingError
from numba.core.itanium_mangler import mangle_type
from numba.core.registry import cpu_target
from numba.core.types.functions import BaseFunction

from tabletop.compiled import compiling, shortcuts
from tabletop.compiled.compiling import rule
from tests.compiled.compiled_project import LINKED

pytestmark = [LINKED, pytest.mark.skipif(not compiling.compiled(), reason="plain mode")]


class Pair(NamedTuple):
    first: np.ndarray


ITERABLES = (list, tuple, type({}.values()))
SMALL, LARGE = (from_dtype(np.dtype([("hex", "i2", (size,)), ("turn", "i8")], align=True)) for size in (6, 12))


def test_types_have_their_own_texts():
    for kind, size in ((SMALL, 6), (LARGE, 12)):
        pickled = pickle.dumps(kind)
        assert repr(kind) is repr(kind) and pickle.dumps(kind) == pickled
        assert f"'hex', {{'type': NestedArray(int16, ({size},))" in repr(kind)
    assert repr(SMALL) != repr(LARGE)
    assert "Record" in repr(types.Array(SMALL, 1, "C"))


def test_names_say_the_types_of_a_named_tuple_in_short():
    one, other, same = (
        mangle_type(types.NamedTuple((types.Array(kind, 1, "C"),), Pair)) for kind in (SMALL, LARGE, SMALL)
    )
    assert one == same != other and "Pair" in one
    assert len(one) < len(mangle_type(types.Tuple((types.Array(SMALL, 1, "C"),)))) + 10


def test_flags_are_equal_if_all_their_values_are():
    one, other = Flags(), Flags()
    assert one == other and hash(one) == hash(other)
    one.nrt = other.nrt = True
    one.no_compile = False  # its default, set in one of them alone
    assert one == other and hash(one) == hash(other)
    other.boundscheck = True
    assert one != other and one != "flags"


def test_operators_are_found_once_and_are_those_that_numba_finds():
    context = cpu_target.typing_context
    context.refresh()
    kept = 0
    numbers = (types.int8, types.int64, types.uint64, types.float32, types.float64, types.boolean, types.literal(3))
    for function in (operator.add, operator.eq, operator.lt, operator.floordiv, operator.truediv, operator.and_, bool):
        kind = context.resolve_value_type(function)
        for pair in itertools.product(numbers, repeat=1 if function is bool else 2):
            try:
                wanted = BaseFunction.get_call_type(kind, context, pair, {})
            except TypingError:
                with pytest.raises(TypingError):
                    kind.get_call_type(context, pair, {})
                continue
            signature = kind.get_call_type(context, pair, {})
            assert signature == wanted and kind.get_call_type(context, pair, {}) is signature
            assert shortcuts.FOUND[id(kind), id(context), pair][0] is signature
            kept += 1
    assert kept > 100


def test_what_numba_has_written_in_python_is_found_anew():
    """It is compiled with the caller's flags."""
    context = cpu_target.typing_context
    context.refresh()
    for function, arguments in ((int, (types.int16,)), (max, (types.int64, types.int64))):
        kind = context.resolve_value_type(function)
        assert kind.get_call_type(context, arguments, {}).return_type in (types.int16, types.int64)
        assert (id(kind), id(context), arguments) not in shortcuts.FOUND


def test_statements_list_the_variables_that_numba_lists():
    def function(numbers, flag):
        total = 0
        for place, (first, second) in enumerate(numbers):
            total += max(first[place], second) if flag else -numbers[place, 0][1:2].sum()
            yield first, place
        return [total, {"a": flag}]

    def listed(value):  # by the definition: all variables in it, in order, at any depth
        if isinstance(value, ir.Var):
            return [value]
        if isinstance(value, ir.Expr):
            return listed(value._kws)
        parts = vars(value) if isinstance(value, ir.Inst) else value
        parts = parts.values() if isinstance(parts, dict) else parts
        return [found for part in parts for found in listed(part)] if isinstance(parts, ITERABLES) else []

    blocks = run_frontend(function).blocks.values()
    statements = [statement for block in blocks for statement in block.body]
    assert len(statements) > 40 and any(len(statement.list_vars()) > 2 for statement in statements)
    assert all(statement.list_vars() == listed(statement) for statement in statements)


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
