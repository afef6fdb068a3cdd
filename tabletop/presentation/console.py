"""The console that tables are printed to."""

from functools import partial
from typing import IO

from rich.console import Console


def table_console(needed: int, file: IO[str] | None = None) -> Console:
    """Return a console for a table; where no terminal says how wide it is, it is wide enough.

    It shows text as it is, `[` and `:` too, for names are in it that people give.

    Args:
      needed: columns of text.
      file: what is written to; None: standard output.
    """
    plain_console = partial(Console, file=file, markup=False, emoji=False)
    console = plain_console()
    return console if console.is_terminal else plain_console(width=max(console.width, needed))
