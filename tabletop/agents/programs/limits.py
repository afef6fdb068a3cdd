"""What a bot in a process of its own may use: time, memory, processes."""

import math
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Limits:
    """Limits of a bot in a process of its own.

    Attributes:
      bank: seconds of CPU time for each game.
      increment: seconds of CPU time that each decision adds to the bank.
      wall: most seconds by the clock for a decision: against a bot that sleeps.
      start: most seconds by the clock to get ready, and of CPU time for it.
      memory: MiB, of all its processes together.
      processes: that it may have at a time; threads of one count as one.
    """

    bank: float = 60.0
    increment: float = 1.0
    wall: float = 60.0
    start: float = 60.0
    memory: int = 2048
    processes: int = 16

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            least = 0.0 if field.name == "increment" else 0.001 if field.type is float else 1
            if not (isinstance(value, int | float) and math.isfinite(value) and least <= value <= 1e6):
                raise ValueError(f"{field.name} {value}: {least:g} to 1000000")

    def text(self) -> str:
        """Return them as one line: results depend on them."""
        return ", ".join(f"{field.name} {getattr(self, field.name):g}" for field in fields(self))


USUAL = Limits()
