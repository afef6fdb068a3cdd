"""Scenarios: what a game is played on, with what, by which numbers."""

from paintball_env.scenario.model import BOARDS, FOLDER, Cover, Rules, Scenario, Team, presets

__all__ = ['BOARDS', 'FOLDER', 'Cover', 'Rules', 'Scenario', 'Team', 'presets']
