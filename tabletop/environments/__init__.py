"""Environments for Gymnasium, PettingZoo, Stable-Baselines3 and OpenSpiel over the games of any scenario."""
