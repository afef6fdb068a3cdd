"""The cache of compiled functions: what is kept of one, how it is read, and who may write.

It is Numba's, with files that have a checksum, one process at a time that saves, and with what `linking` needs: what a
function calls by its name is found, or compiled again. A cache that can't be written to is read all the same.
"""

import hashlib
import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any

from numba.core import caching
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.runtime.nrt import rtsys

from tabletop.compiled.interrupts import interruptible
from tabletop.compiled.linking import WithoutEnvironments, is_there, with_name

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

_caching: Any = caching
_UserProvided: Any = getattr(_caching, "UserProvidedCacheLocator", None) or _caching._UserProvidedCacheLocator
CUT_OFF = EOFError, pickle.UnpicklingError  # what a file raises that is damaged, or was lost when the machine stopped


@contextmanager
def _alone(folder: str) -> Iterator[None]:
    """Let one process at a time save there.

    Numba numbers a function's files by what its index has: two processes that save at once could take the same number
    for different types of arguments, and later load one's code for the other's.
    """
    if fcntl is None:
        yield
        return
    with open(os.path.join(folder, "lock"), "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:  # closing isn't enough: a process that was forked meanwhile has the file open, too
            fcntl.flock(file, fcntl.LOCK_UN)


class _Place(_UserProvided):
    """The folder of the cache, as it is given, also where it can't be written to: what is there is read."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Numba would add one that depends on where the source lies."""
        return ""

    def ensure_cache_path(self) -> None:
        """Make the folder, if it can be made."""
        # Numba would also write a file there, for each of some hundred functions, each time that a process starts.
        with suppress(OSError):
            os.makedirs(self.get_cache_path(), exist_ok=True)


class _EntryFiles(CompileResultCacheImpl):
    _locator_classes = [_Place]

    def reduce(self, cres: Any) -> Any:
        """What is kept: with it, what it needs."""
        return super().reduce(cres), cres.library.needs

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """A function out of the cache; None: what it needs isn't there."""
        code, needs = payload
        if not all(map(is_there, needs)):
            return None
        result = super().rebuild(target_context, code)
        result.library.needs = needs
        return result


class _SummedFiles(IndexDataCacheFile):
    """An index and its files, each with a checksum in front: a damaged one counts as cut off.

    They hold machine code: a flipped bit would crash each process that loads it, or let the game go wrong.
    """

    def _load_index(self) -> dict[Any, str]:
        try:
            stamp, overloads = pickle.loads(self._read(self._index_path))
        except FileNotFoundError:
            return {}
        return overloads if stamp == self._source_stamp else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return pickle.loads(self._read(self._data_path(name)))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _read(self, path: str) -> bytes:
        with open(path, "rb") as file:
            total, data = file.read(hashlib.sha256().digest_size), file.read()
        if total != self._sum(path, data):
            raise EOFError
        return data

    def _write(self, path: str, content: Any) -> None:
        data = self._dump(content)
        with self._open_for_write(path) as file:
            file.write(self._sum(path, data) + data)

    def _sum(self, path: str, data: bytes) -> bytes:
        # Another function's file, or one of another version of Numba, can't be taken either.
        return hashlib.sha256(f"{self._version} {os.path.basename(path)} ".encode() + data).digest()


class EntryCache(FunctionCache):
    """The cache of functions that Python calls; where nothing can be kept (a full disk), nothing is."""

    _impl_class: Any = _EntryFiles

    def __init__(self, py_func: Any) -> None:
        super().__init__(py_func)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _SummedFiles(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what is kept for these types of arguments; None: there is nothing, or its file was cut off."""
        # Numba would first load all that compiling needs; it does so again when something is to be compiled.
        rtsys.initialize(target_context)
        with suppress(*CUT_OFF), interruptible(), self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code, if there is room."""
        with suppress(OSError):
            self._impl.locator.ensure_cache_path()
            with _alone(self.cache_path):
                try:
                    super().save_overload(sig, data)
                except CUT_OFF:  # the index was
                    self.flush()
                    super().save_overload(sig, data)


class _CalledFiles(_EntryFiles):
    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        """Beside the file of the same function as Python calls it."""
        return f"called-{super().get_filename_base(fullname, abiflags)}"

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """A function out of the cache, as code for LLVM."""
        return super().rebuild(_Target(target_context), payload)


class _SharedFiles(_CalledFiles):
    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """A function out of the cache, as machine code."""
        result = _EntryFiles.rebuild(self, target_context, payload)
        return result and with_name(result)


class SharedCache(EntryCache):
    """The cache of functions that compiled code calls by their names."""

    _impl_class = _SharedFiles


class CalledCache(EntryCache):
    """The cache of functions that compiled code calls."""

    _impl_class = _CalledFiles


class _Target:
    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def codegen(self) -> Any:
        """Numba's, with our library."""
        return WithoutEnvironments(self._context.codegen())
