"""Types of NumPy arrays by their dtype, for editors and type checkers; shapes are in the docstrings."""

from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

Bool = NDArray[np.bool_]
UInt8 = NDArray[np.uint8]
Int8 = NDArray[np.int8]
Int16 = NDArray[np.int16]
Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]
UInt64 = NDArray[np.uint64]
Float32 = NDArray[np.float32]
Float64 = NDArray[np.float64]
Integers = NDArray[np.integer[Any]]  # of any width, with a sign or without
Records = NDArray[np.void]  # of games, worlds, chances: `records["turn"]` is a field of all, `records[0].turn` of one

# As callers give them; they are checked where they are read.
Numbers = Integers | Sequence[SupportsIndex]  # whole numbers
SomeRows = Numbers | SupportsIndex  # numbers of games in a batch; a single one stands for itself
