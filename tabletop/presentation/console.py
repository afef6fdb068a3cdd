"""The console that tables are printed to."""

from typing import IO

from rich.console import Console


class TableConsole(Console):
    """A console that shows text as it is, `[` and `:` too, for names are in it that people give."""

    def __init__(self, file: IO[str] | None, width: int | None = None) -> None:
        super().__init__(file=file, width=width, markup=False, emoji=False)


def table_console(needed: int, file: IO[str] | None = None) -> TableConsole:
    """Return a console for a table; where no terminal says how wide it is, it is wide enough.

    Args:
      needed: columns of text.
      file: what is written to; None: standard output.
    """
    console = TableConsole(file)
    return console if console.is_terminal else TableConsole(file, max(console.width, needed))
