"""Agents that play the shipped network: alone, and at three levels for people, `hard` with a search."""

from pathlib import Path

from paintball_env.registration import POLICY as FOLDER
from tabletop.agents.trained import shipped_agents

POLICY = Path(__file__).parent / FOLDER
Champion, Easy, Medium, Hard = shipped_agents(__name__, "champion", POLICY, easy=24.0, medium=8.0)
