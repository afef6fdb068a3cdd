"""The scripted bots: one way of thinking, three temperaments (docs/agents.md)."""

import inspect
from dataclasses import asdict, replace
from typing import Any

from tabletop.agents.compiled import Compiled

from . import play
from .temperament import TEMPERAMENTS, Temperament


class Scripted(Compiled):
    """A bot that is a temperament.

    Attributes:
      temperament: its numbers.
      tempers: the same as the kernels take them, one record, [1].
    """

    def __init__(self, name: str, usual: Temperament, **numbers: float) -> None:
        """Set its temper.

        Args:
          name: as the registry knows it.
          usual: its numbers, but for those given.
          numbers: fields of `Temperament`, in their ranges.
        """
        self.temperament = replace(usual, **numbers)
        others = [f"{key}={value:g}" for key, value in asdict(self.temperament).items() if value != getattr(usual, key)]
        super().__init__(f"{name}:{','.join(others)}" if others else name)
        self.tempers = self.temperament.record()

    @property
    def kernels(self) -> Any:
        """The bots' compiled functions."""
        return play

    @property
    def parameters(self) -> tuple[Any, ...]:
        """The temperament's record."""
        return (self.tempers,)


def _bot(name: str) -> type[Scripted]:
    """Make the class of a bot by its name; what it takes are the numbers of its temperament."""
    usual = TEMPERAMENTS[name]

    class Named(Scripted):
        def __init__(self, **numbers: float) -> None:
            super().__init__(name, usual, **numbers)

    parameters = inspect.signature(Temperament, eval_str=True).parameters.values()
    kept = [parameter.replace(default=getattr(usual, parameter.name)) for parameter in parameters]
    Named.__signature__ = inspect.Signature(kept)  # type: ignore[attr-defined]
    Named.__name__ = Named.__qualname__ = name.title().replace("@", "")
    return Named


Hunter, Sentinel, Raider = _bot("hunter"), _bot("sentinel"), _bot("raider")
Hunter1, Sentinel1, Raider1 = _bot("hunter@1"), _bot("sentinel@1"), _bot("raider@1")
