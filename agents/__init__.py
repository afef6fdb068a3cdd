"""PaintBall's bots, imported as `paintball_env.bots`."""
