"""The command line: games, matches and training for people."""
