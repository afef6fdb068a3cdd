"""Agents that play the shipped network: alone, with a search, and at three levels for people."""

from pathlib import Path
from typing import Any

from paintball_env.registration import POLICY as FOLDER
from tabletop.agents.trained import ShippedAgent, TrainedAgent
from tabletop.game.definition import GameDefinition

POLICY = Path(__file__).parent / FOLDER


class Champion(ShippedAgent):
    """Plays the shipped network."""

    called = "champion"
    policy = POLICY


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

    heat = 24.0


class Medium(Level):
    """Mistaken now and then."""

    heat = 8.0


class Hard(Level):
    """The network with a search."""

    thinking = "30ms"
