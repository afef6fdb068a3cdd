"""The `paintball-table` command."""

from paintball_env import __version__
from tabletop.front.commands.shell import Shell

shell = Shell(
    program="paintball-table",
    line="PaintBall Mini on an open table: play, watch, match and train.",
    version=__version__,
    place="paintball_env.on_table.definition:PAINTBALL",
    shown="capture-the-flag-table",
    played="capture-the-flag-basic-table-drawn",
    presets="; a preset's name with -drawn: set up at random",
    levels=("easy", "medium", "hard"),
)
main = shell.main

if __name__ == "__main__":
    main()
