"""What a bot in a separate process may use: time, memory, processes."""

import math
from dataclasses import Field, dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Limits:
    """Limits of a bot in a separate process.

    Attributes:
      bank: seconds of CPU time for each game.
      increment: seconds of CPU time that each decision adds to the bank.
      wall: maximum elapsed seconds for a decision: against a bot that sleeps.
      start: maximum elapsed seconds to get ready, and also maximum seconds of CPU time for it.
      memory: MiB, of all its processes together.
      processes: maximum number at a time; threads of one process count as one.
      hidden: files that it can't read although they are in its folder, for example a tournament's store; also all files
        whose names begin in the same way.
    """

    bank: float = 60.0
    increment: float = 1.0
    wall: float = 60.0
    start: float = 60.0
    memory: int = 2048
    processes: int = 16
    hidden: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for field in self._numbers():
            value = getattr(self, field.name)
            least = 0.0 if field.name == "increment" else 0.001 if field.type is float else 1
            if not (isinstance(value, int | float) and math.isfinite(value) and least <= value <= 1e6):
                raise ValueError(f"{field.name} {value}: {least:g} to 1000000")

    def text(self) -> str:
        """Return them as one line, because results depend on them."""
        return ", ".join(f"{field.name} {_plain(getattr(self, field.name))}" for field in self._numbers())

    @classmethod
    def read(cls, text: str) -> "Limits":
        """Return the limits that a line says (`text`)."""
        kinds = {field.name: field.type for field in fields(cls)}
        values = (part.split() for part in text.split(", "))
        return cls(**{name: kinds[name](float(value)) for name, value in values})  # type: ignore[operator]

    def _numbers(self) -> list[Field[Any]]:
        return [field for field in fields(self) if field.name != "hidden"]


def _plain(number: float) -> str:
    """A number as it is read back, in few digits where these are enough."""
    return short if float(short := f"{number:g}") == number else repr(number)


USUAL = Limits()
