"""The command line: a person's ways to games, matches and training."""
