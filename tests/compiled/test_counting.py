"""Compiled functions count references to arrays where they must, and nowhere else."""

import sys

import numba
import numpy as np
import pytest
from numba import objmode
from numba.core.caching import NullCache
from numba.core.runtime import _nrt_python, rtsys
from numba.typed import List

from tabletop.compiled import compiling
from tabletop.compiled.compiling import rule

if not compiling.compiled() or not numba.__version__.startswith(compiling.TRIED):
    pytest.skip("Numba counts, or nothing is compiled", allow_module_level=True)

from tabletop.compiled import linking

ROW = np.dtype((np.record, [("points", np.int16, 4), ("left", np.int64)]))


def array():
    return np.arange(12).reshape(4, 3)


@rule
def add(values, index, amount):
    values[index] += amount
    return values[index]


@rule
def borrow(values):
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
    return records[0].left + points[1:].sum()


@rule
def borrow_of_pair(pair, choice):
    values = pair[0] if choice == 1 else pair[1]
    values = values[::-1]
    return add(values, -1, 1) + pair[1][0]


@rule
def borrow_of_nested(pair, choice):
    first, (values, count) = pair
    return add(values, 0, count) + borrow_of_pair((first, pair[1][0]), choice)


@rule
def give_of_nested(pair, choice):
    return pair[1][0][choice:]


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
def own_product(values):
    return (values * 2)[0, 0]


@rule
def own_chosen(values, places):
    return values[places][0, 0]


@rule
def borrow_to_put(values, places):
    values[places] = 5
    return values[0, 0]


@rule
def own_copied(values):
    values[:1] = values[1:2]
    return values[0, 0]


@rule
def own_list(values):
    kept = [values]
    return kept[0][0, 0]


@rule
def own_object_mode(values):
    part = values[1:]
    with objmode(first="int64"):
        first = int(part[0, 0])
    return first


@rule
def own_printed(values):
    print(values[1:])
    return values[0, 0]


@rule
def own_text(values, text):
    return values[0, 0] + len(text)


@rule
def own_list_given(values, kept):
    return values[0, 0] + kept[0][0]


@rule
def refuse(row):
    if row[0] > 0:
        raise ValueError("refused", row)
    return row[0]


@rule
def borrow_and_refuse(values):
    return refuse(values[1])


INT, ARRAYS = (lambda: (4,)), (lambda: (array(),))
BORROWING = {
    borrow: ARRAYS,
    borrow_perhaps: ARRAYS,
    borrow_of_record: lambda: (np.zeros(2, ROW),),
    borrow_to_put: lambda: (array(), np.array([1, 0])),
    borrow_of_pair: lambda: ((array()[0], array()[1]), 1),
    borrow_of_nested: lambda: ((array()[0], (array()[1], 3)), 0),
}
OWNING = {
    make: INT,
    **dict.fromkeys((give_back, rest, give_both, own_result, own_made), ARRAYS),
    **dict.fromkeys((own_product, own_copied, own_list, own_object_mode, own_printed), ARRAYS),
    give_of_nested: lambda: ((array()[0], (array()[1], 3)), 1),
    own_chosen: lambda: (array(), np.array([1, 0])),
    own_text: lambda: (array(), "".join(["some", "text"])),
    own_list_given: lambda: (array(), List([array()[0]])),
}
CASES = [(each, given, owns) for owns, cases in enumerate((BORROWING, OWNING)) for each, given in cases.items()]


def caller_of(function, arguments):
    """A compiled function that calls another one: Python's own calls count in any case."""

    def of_one(first):
        return function(first)

    def of_two(first, second):
        return function(first, second)

    caller = rule(of_one if len(arguments) == 1 else of_two)
    caller._cache = NullCache()
    return caller


@pytest.fixture
def contexts(monkeypatch):
    """By name of a function whether the code that was made counts."""
    noted = {}
    decide, passes = linking._LeaveOutCounting.run_pass, linking._Compiler.define_pipelines

    def note(self, state):
        changed = decide(self, state)
        noted[state.func_id.func_qualname] = state.targetctx.enable_nrt
        return changed

    def note_refused(self):
        if self.counts:
            noted[self.state.func_id.func_qualname] = True
        return passes(self)

    monkeypatch.setattr(linking._LeaveOutCounting, "run_pass", note)
    monkeypatch.setattr(linking._Compiler, "define_pipelines", note_refused)
    return noted


@pytest.mark.parametrize(("function", "given", "owns"), CASES, ids=lambda case: getattr(case, "__name__", ""))
@pytest.mark.slow
def test_nothing_is_lost_or_kept(function, given, owns, contexts, monkeypatch):
    """As often as it is called: what it makes is freed, what it is given is held by its caller alone."""
    arguments = given()
    call = caller_of(function, arguments)
    results = call(*given()), function.py_func(*given())
    for one, other in zip(*(each if function is give_both else [each] for each in results), strict=True):
        assert np.array_equal(one, other)
    assert contexts[function.__name__] == owns
    _nrt_python.memsys_enable_stats()
    call(*arguments)
    held = [sys.getrefcount(each) for each in arguments if not isinstance(each, int)]
    before = rtsys.get_allocation_stats()
    for _ in range(20):
        call(*arguments)
    after = rtsys.get_allocation_stats()
    assert [sys.getrefcount(each) for each in arguments if not isinstance(each, int)] == held
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free
    assert after.alloc - before.alloc == after.free - before.free


def test_what_it_gives_back_outlives_what_it_was_given():
    given = array()
    results = [give_back(given), rest(given), *give_both(given)]
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
