"""The `state-of-war` command."""

from state_of_war import __version__
from tabletop.front.commands.shell import Shell

shell = Shell(
    program="state-of-war",
    line="State of War, a skirmish on an open table: play, watch, match and train.",
    version=__version__,
    place="state_of_war.definition:STATE_OF_WAR",
    shown="line-and-line",
    played="first-skirmish",
    levels=("easy", "medium", "hard"),
)
main = shell.main

if __name__ == "__main__":
    main()
