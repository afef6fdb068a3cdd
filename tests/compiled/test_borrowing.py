"""Compiled functions count references to arrays where they must, and nowhere else."""

import sys

import numba
import numpy as np
import pytest
from numba import literal_unroll, objmode
from numba.typed import List

from tabletop.compiled import compiling
from tabletop.compiled.compiling import rule

if not compiling.compiled() or not numba.__version__.startswith(compiling.TRIED):
    pytest.skip("Numba counts, or nothing is compiled", allow_module_level=True)

from numba.core.caching import NullCache
from numba.core.runtime import _nrt_python, rtsys

from tabletop.compiled import borrowing

ROW = np.dtype((np.record, [("points", np.int16, 4), ("left", np.int64), ("right", np.int64)]))
NAMES = "left", "right"
INDEX = np.array([1, 0])


@rule
def add(values, index, amount):
    values[index] += amount
    return values[index]


@rule
def borrow(values):
    """Views, calls, loops."""
    total = 0
    for row in range(values.shape[0]):
        part = values[row]
        total += add(part[1:], 0, 1)
        part[0] = total
    return total


@rule
def borrow_of_record(records):
    records[0].points[1] = records[0].left = 7
    points = records[0].points
    total = 0
    for name in literal_unroll(NAMES):
        total += records[0][name]
    return total + points[1]


@rule
def borrow_one_of_two(first, second, choice):
    both = first, second
    values = first if choice == 1 else second
    values = values[::-1]
    return add(values, -1, 1) + both[1][0]


@rule
def borrow_perhaps(values):
    part = None
    if values.shape[0] > 2:
        part = values[2:]
    return 0 if part is None else part[0, 0]


@rule
def make(count):
    return np.ones((count, 3), np.int64)


@rule
def give_back(values):
    return values


@rule
def rest(values):
    return values[1:]


@rule
def give_both(values):
    return values, values[:1]


@rule
def own_result(values):
    return add(rest(values), 0, 1)


@rule
def own_made(values):
    made = np.empty(3, np.int64)
    made[:] = values[0]
    return made.sum()


@rule
def own_chosen(values, places):
    return values[places][0, 0]


@rule
def own_put(values, places):
    values[places] = 5
    return values[0, 0]


@rule
def own_copied(values):
    values[:1] = values[1:2]
    return values[0, 0]


@rule
def own_copied_to(values, start):
    values[start : start + 1] = values[1:2]
    return values[0, 0]


@rule
def own_rows(values):
    total = 0
    for row in values:
        total += row[0]
    return total


@rule
def own_list(values):
    kept = [values]
    return kept[0].sum()


@rule
def rows_of(values):
    for index in range(values.shape[0]):
        yield values[index]


@rule
def own_words(values):
    if values[0, 0] < 0:
        raise ValueError("less than nothing", values.shape[0])
    return values.size


@rule
def own_picked(values):
    return values[INDEX][0, 0]


@rule
def own_flags(values):
    return values.flags.c_contiguous


@rule
def own_object_mode(values):
    part = values[1:]
    with objmode(first="int64"):
        first = int(part[0, 0])
    return first


@rule
def own_letters(words):
    return len(words[0][1])


@rule
def own_text(values, text):
    return values[0, 0] + len(text)


@rule
def own_list_given(values, numbers):
    return values[0, 0]


@rule
def refuse(row):
    if row[0] > 0:
        raise ValueError("refused", row)
    return row[0]


@rule
def borrow_and_refuse(values):
    return refuse(values[1])


BORROWING = borrow, borrow_one_of_two, borrow_perhaps, borrow_of_record
OWNING = (
    make, give_back, rest, give_both, rows_of,
    own_result, own_made, own_chosen, own_copied, own_rows, own_list, own_words,
    own_put, own_copied_to, own_picked, own_flags, own_object_mode, own_letters, own_text, own_list_given,
)  # fmt: skip


@pytest.fixture
def owners(monkeypatch):
    """Names of functions that were compiled, and whether they count."""
    noted, owns = {}, borrowing._owns

    def note(state):
        noted[state.func_id.func_qualname] = owns(state)
        return noted[state.func_id.func_qualname]

    monkeypatch.setattr(borrowing, "_owns", note)
    return noted


def array():
    return np.arange(12).reshape(4, 3)


def arguments(function):
    given = {
        borrow_of_record: lambda: (np.zeros(2, ROW),), borrow_one_of_two: lambda: (array()[0], array()[1], 1),
        own_chosen: lambda: (array(), np.array([1, 0])), own_put: lambda: (array(), np.array([1, 0])),
        own_copied_to: lambda: (array(), 2), make: lambda: (4,), own_letters: lambda: (np.array(["hello", "world"]),),
        own_text: lambda: (array(), "".join(["some", "text"])), own_list_given: lambda: (array(), List([1])),
    }  # fmt: skip
    return given.get(function, lambda: (array(),))()


def holders(given):
    return [sys.getrefcount(each) for each in given if not isinstance(each, int)]


@pytest.mark.parametrize("function", BORROWING + OWNING, ids=lambda function: function.__name__)
@pytest.mark.slow
def test_nothing_is_lost_or_kept(function, owners, monkeypatch):
    """As often as it is called: what it makes is freed, what it is given is held by its caller alone."""
    monkeypatch.setattr(function, "_cache", NullCache())
    function.compile(tuple(numba.typeof(each) for each in arguments(function)))
    assert owners[function.__name__] == (function in OWNING)
    compiled, plain = (each(*arguments(function)) for each in (function, function.py_func))
    several = function in (give_both, rows_of)
    for one, other in zip(*(list(each) if several else [each] for each in (compiled, plain)), strict=True):
        assert np.array_equal(one, other)
    _nrt_python.memsys_enable_stats()
    given = arguments(function)
    function(*given)
    held, before = holders(given), rtsys.get_allocation_stats()
    for _ in range(20):
        function(*given)
    after = rtsys.get_allocation_stats()
    assert holders(given) == held
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free
    assert after.alloc - before.alloc == after.free - before.free


def test_what_it_gives_back_outlives_what_it_was_given():
    given = array()
    results = [give_back(given), rest(given), *give_both(given), *rows_of(given)]
    kept = [result.copy() for result in results]
    del given
    for _ in range(50):
        np.full((4, 3), -1)
    assert all(np.array_equal(result, copy) for result, copy in zip(results, kept, strict=True))


def test_what_an_error_holds_outlives_what_was_given():
    """The function that raises it counts, the one that calls it doesn't."""
    given = np.full((500, 500), 7)
    with pytest.raises(ValueError, match="refused") as refused:
        borrow_and_refuse(given)
    del given
    row = refused.value.args[1]
    others = [np.full((500, 500), -1) for _ in range(5)]
    assert (row == 7).all() and len(others) == 5
