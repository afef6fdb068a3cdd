"""The numbers of a bot, a dataclass, as compiled code takes them."""

from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np

from tabletop.base.arrays import Records
from tabletop.game.header import record


@cache  # NumPy joins arrays of one type as such; of two that are equal it drops the attributes
def temper_type(kind: type) -> np.dtype[np.void]:
    """The type of record for the numbers of this dataclass: a float64 each."""
    return record(*((field.name, "f8") for field in fields(kind)))


def temper_record(numbers: Any) -> Records:
    """Return the numbers in an array of one record."""
    made = np.zeros(1, temper_type(numbers.__class__))
    for field in fields(numbers):
        made[field.name] = getattr(numbers, field.name)
    return made
