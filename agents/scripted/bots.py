"""The scripted bots: one way of thinking, three temperaments (docs/agents.md)."""

from typing import Any

from tabletop.agents.base import Actions, Batched, Keys, Masks, Records, Rows

from . import play
from .choice import choose_rows
from .temperament import HUNTER, RAIDER, SENTINEL, Temperament


class Scripted(Batched):
    """A bot that is a temperament.

    Attributes:
      temperament: its numbers.
      tempers: the same as the kernels take them, one record, [1].
    """

    def __init__(self, name: str, temperament: Temperament, caution: float = 1.0, noise: float = 0.02) -> None:
        """Set its temper.

        Args:
          name: as the registry knows it.
          temperament: its numbers.
          caution: how many times as much as usual enemy fire keeps it from a hex; 0 knows no fear.
          noise: width of the noise on every score; 0 plays the same in the same position.

        Raises:
          ValueError: a negative value.
        """
        if caution < 0 or noise < 0:
            raise ValueError(f"{name}: caution and noise are 0 or more, not {caution:g} and {noise:g}")
        usual = (caution, noise) == (1.0, 0.02)
        super().__init__(name if usual else f"{name}:caution={caution:g},noise={noise:g}")
        self.temperament = temperament.tempered(caution, noise)
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


class Hunter(Scripted):
    """Shoots when the odds are good, advances, goes for the flag and carries it home."""

    def __init__(self, caution: float = 1.0, noise: float = 0.02) -> None:
        """Set its temper (see `Scripted`)."""
        super().__init__("hunter", HUNTER, caution, noise)


class Sentinel(Scripted):
    """Holds covered ground round its flag, aims, stands sentry on the ways there, and comes out late."""

    def __init__(self, caution: float = 1.0, noise: float = 0.02) -> None:
        """Set its temper (see `Scripted`)."""
        super().__init__("sentinel", SENTINEL, caution, noise)


class Raider(Scripted):
    """Suppresses and charges, throws smoke to cross and paint at clusters, and comes for the flag with all it has."""

    def __init__(self, caution: float = 1.0, noise: float = 0.02) -> None:
        """Set its temper (see `Scripted`)."""
        super().__init__("raider", RAIDER, caution, noise)
