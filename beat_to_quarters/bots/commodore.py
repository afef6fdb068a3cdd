"""Agents that play the shipped network (docs/results.md, "Beat to Quarters"): alone, and at three levels for people."""

from pathlib import Path

from tabletop.agents.trained import shipped_agents

POLICY = Path(__file__).parent / "policy"
Commodore, Easy, Medium, Hard = shipped_agents(__name__, "commodore", POLICY, easy=7.0, medium=4.0)
