"""Tables for people, and the console that they are printed to."""

from functools import partial
from typing import IO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import TextType


def plain_table(title: TextType | None = None, *heads: str) -> Table:
    """Return a table without rows; its only line is the one below its heads, its title and caption are to the left."""
    return Table(
        *heads, title=title, title_justify="left", caption_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )


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
