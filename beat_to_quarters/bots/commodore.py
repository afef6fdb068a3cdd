"""Agents that play the shipped network (docs/results.md, "Beat to Quarters"): alone, and at three levels for people."""

from pathlib import Path

from tabletop.agents.trained import Level, ShippedAgent

POLICY = Path(__file__).parent / "policy"


class Commodore(ShippedAgent):
    """Plays the shipped network."""

    called = "commodore"
    policy = POLICY


class _Level(Level):
    policy = POLICY


class Easy(_Level):
    """For beginners: often mistaken."""

    heat = 7.0


class Medium(_Level):
    """Mistaken now and then."""

    heat = 4.0


class Hard(_Level):
    """The network with a search."""

    thinking = "30ms"
