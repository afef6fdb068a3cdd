"""What Numba does for each function that it compiles although nobody here needs it, left out.

That is an eighth of the time. Like `linking`, this needs parts of Numba that are not public, and does nothing with
versions that it was not tried with.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import ffi
from numba.core import types
from numba.core.targetconfig import TargetConfig


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


def leave_out() -> None:
    """Leave it out, from now on, in this process."""
    _write_types_once(types.Record)
    _write_types_once(types.NestedArray)
    _compare_flags_quickly()


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
