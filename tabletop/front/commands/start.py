"""Where a program starts, and its exit codes: from here on, Ctrl-C ends it quietly.

A game's package imports Gymnasium and PettingZoo, which takes most of a command's first moments, so nothing can be
caught in that package: in `[project.scripts]` a program is this module, and behind it the name of its game's package,
with two underscores for each dot.
"""

import gc
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module

# Exit codes of all commands, besides 0; one that a signal stopped ends with 128 and the signal's number.
NOT_SO = 1  # a check that was asked for has failed
REFUSED = 2  # it couldn't do what was requested; a line on stderr says why (one for each mistake in a file)
STOPPED = 130  # by Ctrl-C


def __getattr__(package: str) -> Callable[[], None]:
    """Return the program of a game's package."""
    if package.startswith("_"):
        raise AttributeError(package)
    return partial(_start, package.replace("__", "."))


def _start(package: str) -> None:
    # Importing and compiling make many objects that stay, and each search for garbage goes through them. So short
    # commands take a sixth less time than with a search after 700 new objects.
    gc.set_threshold(50_000)
    try:
        os.getcwd()  # PettingZoo asks for it while it is imported
    except OSError as error:
        words = (error.strerror or str(error)).lower()
        if sys.stderr is not None:  # closed by who started us
            print(f"{os.path.basename(sys.argv[0])}: the current folder can't be used: {words}", file=sys.stderr)
        raise SystemExit(REFUSED) from None
    try:
        import_module(f"{package}.__main__").main()
    except KeyboardInterrupt:
        raise SystemExit(STOPPED) from None
