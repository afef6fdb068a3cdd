"""The chapters that an open table has in its own way; all others are those of `paintball_env.rules`."""
