"""The kernels, and the scripted bots as policies for planners (tabletop/game/templates/planning.py)."""

from octagon_ball.bots.choice import choose as policy
from octagon_ball.kernels import *  # noqa: F403

__all__ = ["policy"]
