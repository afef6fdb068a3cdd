"""The `beat-to-quarters` command."""

from beat_to_quarters import __version__
from tabletop.front.commands.shell import Shell

shell = Shell(
    program="beat-to-quarters",
    line="Beat to Quarters, a battle of sailing ships: play, watch, match and train.",
    version=__version__,
    place="beat_to_quarters.definition:BEAT_TO_QUARTERS",
    shown="duel",
    played="first-fight",
    levels=("easy", "medium", "hard"),
)
main = shell.main

if __name__ == "__main__":
    main()
