"""Numba's work that is left out: what nobody here needs, and what it would do again and again.

That is an eighth of the time at least. Like `linking`, this needs parts of Numba that are not public.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import ffi
from numba.core import ir, types
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.targetconfig import TargetConfig
from numba.core.transforms import canonicalize_cfg

# The signatures of functions that take numbers, by function, typing context and types of the arguments. The first two
# are kept with it, so that no others get their ids.
FOUND: dict[tuple[int, int, tuple[Any, ...]], tuple[Any, Any, Any]] = {}


def _write_types_once(kind: Any) -> None:
    """Let a type keep its text. Numba writes it at each step of each compilation; a record's is long."""
    write: Callable[[Any], str] = kind.__repr__
    texts: dict[int, str] = {}  # not kept in the type itself: with that it would be pickled into each file of the cache

    def text(self: Any) -> str:
        code = getattr(self, "_code", None)  # none while it is made
        if code is None:
            return write(self)
        if code not in texts:
            texts[code] = write(self)
        return texts[code]

    kind.__repr__ = text


def _compare_flags_quickly() -> None:
    """Compare what was set of a compilation's flags first: Numba lists all of them for each operator of each rule."""
    flags: Any = TargetConfig

    def is_equal(self: Any, other: Any) -> Any:
        if not isinstance(other, TargetConfig):
            return NotImplemented
        return self._values == other._values or self.values() == other.values()

    flags.__eq__ = is_equal
    flags.__hash__ = lambda self: hash(type(self))  # Numba's is the same for all of a class, too


def _find_operators_once() -> None:
    """Let Numba find once what adds two int64, and so on. It tries all candidates for each operator in each rule."""
    function: Any = types.Function
    find: Callable[..., Any] = function.get_call_type

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not args or not all(isinstance(arg, (types.Number, types.Boolean)) for arg in args):
            return find(self, context, args, kws)
        key = id(self), id(context), tuple(args)
        if key in FOUND:
            signature = FOUND[key][0]
            self._impl_keys[signature.args] = self.typing_key  # as Numba notes it each time, for what it does next
            return signature
        signature = find(self, context, args, kws)
        # What is written in Python (`overload`) is compiled with the flags of whoever calls it.
        if self.get_impl_key(signature) is self.typing_key:
            FOUND[key] = signature, self, context
        return signature

    function.get_call_type = get_call_type


def _list_variables_flatly() -> None:
    """Let a statement list its variables without a new list for each of its parts. Numba asks often for them."""
    instruction: Any = ir.Inst

    def add(value: Any, variables: list[Any]) -> None:
        if isinstance(value, ir.Var):
            variables.append(value)
        elif isinstance(value, ir.Inst):
            variables += value.list_vars()
        elif isinstance(value, (list, tuple)):
            for part in value:
                add(part, variables)
        elif isinstance(value, dict):
            for part in value.values():
                add(part, variables)

    def list_of(self: Any, value: Any) -> list[Any]:
        variables: list[Any] = []
        add(value, variables)
        return variables

    instruction._rec_list_vars = list_of


def _name_tuples_shortly() -> None:
    """Let the names of compiled functions say a named tuple's class and its types, as they do of other tuples.

    Numba writes out the text of each type there; a record's is long.
    """
    named: Any = types.NamedTuple
    named.mangling_args = property(lambda self: (self.instance_class.__name__, self.types))


def _find_lifetimes_when_asked() -> None:
    """Let passes that change a function's blocks not find out anew how long each of its variables lives.

    Numba does it some nine times for each function. It needs it where it writes down where they end, and of generators.
    """
    processor: Any = PostProcessor
    whole = processor.run

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = self.func_ir
        if emit_dels or function.is_generator:
            whole(self, emit_dels, extend_lifetimes)
            return
        function.blocks = canonicalize_cfg(function.blocks)
        function.variable_lifetime = VariableLifetime(function.blocks)  # works out what it is asked for
        function.generator_info = None

    processor.run = run


def leave_out() -> None:
    """Leave it out, from now on, in this process."""
    _write_types_once(types.Record)
    _write_types_once(types.NestedArray)
    _compare_flags_quickly()
    _find_operators_once()
    _list_variables_flatly()
    _name_tuples_shortly()
    _find_lifetimes_when_asked()


@contextmanager
def without_callbacks() -> Iterator[None]:
    """Call LLVM without Numba's callbacks, which measure how long each call takes."""
    lock: Any = ffi.lib._lock
    with lock._lock:  # no call of another thread is under way, which would end with other callbacks than it began with
        callbacks, lock._cblist = lock._cblist, []
    try:
        yield
    finally:
        with lock._lock:
            lock._cblist = callbacks
