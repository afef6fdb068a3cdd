"""Agents that play the shipped network: alone, with a search, and at three levels for people."""

from pathlib import Path

from paintball_env.registration import POLICY as FOLDER
from tabletop.agents.trained import Level, ShippedAgent

POLICY = Path(__file__).parent / FOLDER


class Champion(ShippedAgent):
    """Plays the shipped network."""

    called = "champion"
    policy = POLICY


class _Level(Level):
    policy = POLICY


class Easy(_Level):
    """For beginners: often mistaken."""

    heat = 24.0


class Medium(_Level):
    """Mistaken now and then."""

    heat = 8.0


class Hard(_Level):
    """The network with a search."""

    thinking = "30ms"
