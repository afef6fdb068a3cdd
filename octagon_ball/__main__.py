"""The `octagon-ball` command."""

from octagon_ball import __version__
from tabletop.front.commands.shell import Shell

shell = Shell(
    program="octagon-ball",
    line="Octagon ball: play, watch, match and train.",
    version=__version__,
    place="octagon_ball.definition:OCTAGON_BALL",
    shown="octagon",
    played="octagon-small",
    levels=("easy", "medium", "hard"),
)
main = shell.main

if __name__ == "__main__":
    main()
