"""A tournament's store while games are played: what is stored stays, however the command ends."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from tabletop.front.commands.files_of_commands import check_folder
from tabletop.front.commands.isolation_options import bots_beside

if TYPE_CHECKING:
    from tabletop.rate.matches.progress import Bars
    from tabletop.rate.tournament.store import Store


class _Ended(KeyboardInterrupt):  # no code on the way treats it as an error, or as a bot's fault
    """The process was asked to end."""


@contextmanager
def kept_store(command: str, definition: Any, store: Path) -> "Iterator[tuple[Store, Bars]]":
    """Open a store for playing, with progress bars; on a signal, say what is stored, and end.

    What bots in this process print meanwhile goes to standard error, as in `bots_beside`.
    """
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.rate.matches.faults import games_in_words
    from tabletop.rate.matches.progress import Bars
    from tabletop.rate.tournament.store import Store

    check_folder(store.parent)
    before = signal.signal(signal.SIGTERM, _end)
    try:
        with Store.begin(store, definition) as database:
            try:
                announce_first_compilation(definition.game.package)
                with Bars() as bars, bots_beside():
                    yield database, bars
            except KeyboardInterrupt as interrupt:
                done = len(database.games())
                games = games_in_words(done)
                typer.echo(f"{command}: stopped; {store} keeps {games}, the same command goes on", err=True)
                number = signal.SIGTERM if isinstance(interrupt, _Ended) else signal.SIGINT
                raise typer.Exit(128 + number) from None
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise _Ended
