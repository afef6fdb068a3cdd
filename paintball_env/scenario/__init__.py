"""Scenarios: what a game is played on, with what, by which numbers."""

from paintball_env.scenario.ground import BOARDS, FOLDER, Rules
from paintball_env.scenario.model import DRAWN, Cover, Scenario, Team, presets

__all__ = ["BOARDS", "DRAWN", "FOLDER", "Cover", "Rules", "Scenario", "Team", "presets"]
