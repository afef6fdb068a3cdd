"""The agent that plays the shipped network (docs/results.md, "Octagon ball")."""

from pathlib import Path
from typing import Any

from tabletop.agents.trained import TrainedAgent
from tabletop.definition import GameDefinition

POLICY = Path(__file__).parent / "policy"


class Striker(TrainedAgent):
    """Plays the shipped network."""

    called = "striker"

    def __init__(self, search: str = "", temperature: float = 0.0, *, game: GameDefinition[Any]) -> None:
        """Load it; arguments and errors as of `TrainedAgent`.

        Args:
          search: how much it thinks before a decision: `50ms` of processor time, or `64` play-outs; empty: not at all.
          temperature: 0 takes the best action, 1 draws by the network's own chances.
          game: octagon ball.
        """
        super().__init__(str(POLICY), temperature, search, game=game)
