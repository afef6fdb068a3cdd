"""The commands for a game that is installed nowhere: `python -m tabletop.front MODULE:NAME COMMAND …`.

`MODULE:NAME` is where its definition is, such as `dice:GAME` for the game `GAME` of `dice.py` in the current folder.
"""

import re
import sys

from tabletop.front.commands.shell import Shell, load_game
from tabletop.front.commands.start import REFUSED

USAGE = "usage: python -m tabletop.front MODULE:NAME COMMAND …, such as my_game:GAME play random"


def shell_of(place: str) -> Shell:
    """Return the commands of the game at a place, `module:name`; ValueError: there is none, in one line."""
    if not re.fullmatch(r"[\w.]+:\w+", place):
        raise ValueError(USAGE)
    game = load_game(place)
    usual = game.default_scenario
    program = f"python -m tabletop.front {place}"
    return Shell(program, f"{game.title}.", game.version, place, shown=usual, played=usual, kept_as=game.name)


def main() -> None:
    """Run the command that the command line names."""
    place = sys.argv.pop(1) if len(sys.argv) > 1 else ""
    try:
        shell = shell_of(place)
    except ValueError as error:
        print(error, file=sys.stderr)
        raise SystemExit(REFUSED) from None
    shell.main()


if __name__ == "__main__":
    main()
