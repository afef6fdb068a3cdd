"""Tournaments: every agent against every other in paired games, kept in a file, rated together (docs/tournament.md)."""
