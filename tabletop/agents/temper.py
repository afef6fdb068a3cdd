"""The numbers of a bot, a dataclass, as compiled code takes them."""

from dataclasses import fields
from typing import Any

import numpy as np

from tabletop.base.arrays import Records
from tabletop.game.header import record


def temper_type(kind: type) -> np.dtype[np.void]:
    """The type of record for the numbers of this dataclass: a float64 each."""
    return record(*((field.name, "f8") for field in fields(kind)))


def temper_record(numbers: Any) -> Records:
    """Return the numbers in an array of one record."""
    made = np.zeros(1, temper_type(type(numbers)))
    for field in fields(numbers):
        made[field.name] = getattr(numbers, field.name)
    return made
