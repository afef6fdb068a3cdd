"""Tuning an agent's numbers by playing games: the cross-entropy method against a panel of opponents."""
