"""PaintBall Mini, a tabletop skirmish, as an environment for learning agents."""

__version__ = "0.1.0"
