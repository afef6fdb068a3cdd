"""Agents that play the shipped network: alone, with a search, and at three levels for people."""

from pathlib import Path
from typing import Any

from tabletop.agents.trained import TrainedAgent
from tabletop.definition import GameDefinition

POLICY = Path(__file__).parent / "policy"
EASY, MEDIUM = 16.0, 6.0  # temperatures
HARD = "30ms"


class Champion(TrainedAgent):
    """Plays the shipped network."""

    def __init__(self, search: str = "", temperature: float = 0.0, *, game: GameDefinition[Any]) -> None:
        """Load it; arguments and errors as of `TrainedAgent`.

        Args:
          search: how much it thinks before a decision: `50ms` of processor time, or `64` play-outs; empty: not at all.
          temperature: 0 takes the best action, 1 draws by the network's own chances.
          game: PaintBall.
        """
        super().__init__(str(POLICY), temperature, search, game=game, name="champion")


class Easy(TrainedAgent):
    """An opponent for beginners: the network, often mistaken."""

    def __init__(self, *, game: GameDefinition[Any]) -> None:
        """Load it."""
        super().__init__(str(POLICY), EASY, game=game)
        self.name = "easy"


class Medium(TrainedAgent):
    """An opponent who makes mistakes now and then."""

    def __init__(self, *, game: GameDefinition[Any]) -> None:
        """Load it."""
        super().__init__(str(POLICY), MEDIUM, game=game)
        self.name = "medium"


class Hard(TrainedAgent):
    """The network with a search."""

    def __init__(self, *, game: GameDefinition[Any]) -> None:
        """Load it."""
        super().__init__(str(POLICY), 0.0, HARD, game=game)
        self.name = "hard"
