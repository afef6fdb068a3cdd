"""Game records as plain Python tuples with names: reading them costs a tenth of what NumPy's records do."""

from collections import namedtuple
from functools import lru_cache
from typing import Any

import numpy as np

from tabletop.base.arrays import Records


@lru_cache(maxsize=64)
def _reader(dtype: np.dtype[np.void]) -> Any:
    """A function from what `tolist` gives for a dtype to named tuples; None: it is plain already."""
    if dtype.names is None or dtype.fields is None:
        return None
    kind = namedtuple("kind", dtype.names)  # type: ignore[misc]
    parts = []  # what isn't a plain number already: its place, its reader, how many axes it has
    for place, name in enumerate(dtype.names):
        inner = dtype.fields[name][0]
        base, shape = inner.subdtype or (inner, ())
        if (reader := _reader(base)) or shape:
            parts.append((place, reader, len(shape)))
    if not parts:
        return kind._make

    def read(values: Any) -> Any:
        values = list(values)
        for place, part, depth in parts:
            values[place] = _read(part, depth, values[place])
        return kind._make(values)

    return read


def _read(part: Any, depth: int, value: Any) -> Any:
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if part is None:
        return value
    if depth == 0:
        return part(value)
    return [_read(part, depth - 1, item) for item in value]


def as_tuple(record: Records | np.void) -> Any:
    """A record, or an array of one, with the same names but of Python's own numbers, tuples and lists.

    An element of a table is `table[i][j]`; nothing can be written through it.
    """
    if isinstance(record, np.ndarray):
        record = record.reshape(())[()]
    return _reader(record.dtype)(record.item())
