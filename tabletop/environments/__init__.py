"""Environments for Gymnasium, PettingZoo and Stable-Baselines3 over the games of any scenario."""
