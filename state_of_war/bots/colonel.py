"""Agents that play the shipped network (docs/results.md, "State of War"): alone, and at three levels for people."""

from pathlib import Path

from tabletop.agents.trained import shipped_agents

POLICY = Path(__file__).parent / "policy"
Colonel, Easy, Medium, Hard = shipped_agents(__name__, "colonel", POLICY, easy=5.0, medium=2.5)
