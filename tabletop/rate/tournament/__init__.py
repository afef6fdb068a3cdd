"""Tournaments: all agents play each other in paired games, stored in a file, rated together (docs/tournament.md)."""
