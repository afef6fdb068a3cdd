"""Scenarios on a table: what a game is played on, with what, by which numbers."""

from paintball_env.scenario.ground import FOLDER, Rules
from paintball_env.scenario.model import DRAWN, Cover, Scenario, Team, presets

__all__ = ["DRAWN", "FOLDER", "Cover", "Rules", "Scenario", "Team", "presets"]
