"""The `paintball` command: a person's door to games, matches and training."""
