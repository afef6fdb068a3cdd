"""Agents that play the shipped network (docs/results.md, "Octagon ball"): alone, and at three levels for people."""

from pathlib import Path

from tabletop.agents.trained import shipped_agents

POLICY = Path(__file__).parent / "policy"
Striker, Easy, Medium, Hard = shipped_agents(__name__, "striker", POLICY, easy=7.0, medium=5.0)
