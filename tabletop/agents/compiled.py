"""Agents with compiled decisions: asked for many games in one call, or playing games on by themselves."""

from abc import abstractmethod
from typing import Any

from tabletop.agents.base import Actions, Batched, Keys, Masks, Records, Rows
from tabletop.base.arrays import Int64, UInt64


class Compiled(Batched):
    """An agent of compiled functions; also a `tabletop.env.batch.opponents.CompiledOpponent`."""

    @property
    @abstractmethod
    def kernels(self) -> Any:
        """The module with `choose_rows`, `play_rows` and `play_rows_parallel`; RuntimeError: it isn't prepared."""

    @property
    @abstractmethod
    def parameters(self) -> tuple[Any, ...]:
        """The arguments that these functions take after those common to all agents."""

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`)."""
        self.kernels.choose_rows(worlds, games, rows, masks, actions, keys, *self.parameters)

    def play(
        self,
        worlds: Records,
        chances: Records,
        games: Records,
        rows: Rows,
        sides: Int64,
        seeds: UInt64,
        counters: UInt64,
        masks: Masks,
        parallel: bool,
    ) -> None:
        """Play games on by itself (see `tabletop.env.batch.opponents.CompiledOpponent`)."""
        kernel = self.kernels.play_rows_parallel if parallel else self.kernels.play_rows
        kernel(worlds, chances, games, rows, (sides, seeds, counters, masks), *self.parameters)
