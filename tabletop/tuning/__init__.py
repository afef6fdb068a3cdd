"""Tuning an agent's numbers by games: the cross-entropy method against a panel of opponents."""
