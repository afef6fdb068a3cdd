"""The `paintball` command."""

from paintball_env import __version__
from tabletop.front.commands.shell import Shell

# Scenarios and levels are said here, for help shows them without importing the game.
shell = Shell(
    program="paintball",
    line="PaintBall Mini: play, watch, match and train.",
    version=__version__,
    place="paintball_env.definition:PAINTBALL",
    shown="capture-the-flag",
    played="capture-the-flag-basic-drawn",
    presets="; a preset's name with -drawn: set up at random",
    levels=("easy", "medium", "hard"),
)
main = shell.main

if __name__ == "__main__":
    main()
