"""The scripted bots: one way of thinking, three temperaments (docs/agents.md)."""

import inspect
from dataclasses import asdict, replace
from typing import Any

from tabletop.agents.base import Actions, Batched, Keys, Masks, Records, Rows

from . import play
from .choice import choose_rows
from .temperament import TEMPERAMENTS, Temperament


class Scripted(Batched):
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

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`)."""
        choose_rows(worlds, games, rows, masks, actions, keys, self.tempers)

    def play(
        self,
        worlds: Records,
        chances: Records,
        games: Records,
        rows: Rows,
        sides: Any,
        seeds: Any,
        counters: Any,
        masks: Masks,
        parallel: bool,
    ) -> None:
        """Play games on by itself (see `tabletop.batch.opponents.CompiledOpponent`)."""
        kernel = play.play_rows_parallel if parallel else play.play_rows
        kernel(worlds, chances, games, rows, sides, seeds, counters, masks, self.tempers)


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
