"""Tabletop games for learning agents: what no game owns. It imports no game."""
