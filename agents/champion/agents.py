"""Agents that play the shipped network: alone, with a search, and at three levels for people."""

from pathlib import Path
from typing import Any

from tabletop.agents.trained import TrainedAgent
from tabletop.definition import GameDefinition

POLICY = Path(__file__).parent / "policy"


class Champion(TrainedAgent):
    """Plays the shipped network."""

    called = "champion"

    def __init__(self, search: str = "", temperature: float = 0.0, *, game: GameDefinition[Any]) -> None:
        """Load it; arguments and errors as of `TrainedAgent`.

        Args:
          search: how much it thinks before a decision: `50ms` of processor time, or `64` play-outs; empty: not at all.
          temperature: 0 takes the best action, 1 draws by the network's own chances.
          game: PaintBall.
        """
        super().__init__(str(POLICY), temperature, search, game=game)


class Level(TrainedAgent):
    """The network as an opponent for people, named after its class.

    Attributes:
      heat: its temperature.
      thinking: how much it searches.
    """

    heat, thinking = 0.0, ""

    def __init__(self, *, game: GameDefinition[Any]) -> None:
        """Load it."""
        super().__init__(str(POLICY), self.heat, self.thinking, game=game)
        self.name = type(self).__name__.lower()


class Easy(Level):
    """For beginners: often mistaken."""

    heat = 16.0


class Medium(Level):
    """Mistaken now and then."""

    heat = 6.0


class Hard(Level):
    """The network with a search."""

    thinking = "30ms"
