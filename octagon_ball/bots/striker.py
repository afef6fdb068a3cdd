"""The agent that plays the shipped network (docs/results.md, "Octagon ball")."""

from pathlib import Path

from tabletop.agents.trained import ShippedAgent


class Striker(ShippedAgent):
    """Plays the shipped network."""

    called = "striker"
    policy = Path(__file__).parent / "policy"
