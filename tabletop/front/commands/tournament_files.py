"""Files of a tournament: its store while games are played, which keeps them however the command ends; its tables."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NoReturn

import typer

from tabletop.base.files import write_text
from tabletop.front.commands.files_of_commands import check_folder, check_json_file, check_page_file, check_table_file
from tabletop.front.commands.options import bots_beside

if TYPE_CHECKING:
    from tabletop.base.workers.tasks import Workers
    from tabletop.game.definition import GameDefinition
    from tabletop.rate.matches.progress import Bars
    from tabletop.rate.tournament.store import Row, Store

TableJson = Annotated[Path | None, typer.Option("--json", help="JSON file for the table.")]
TableCsv = Annotated[Path | None, typer.Option("--csv", help="CSV file for the table.")]


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


class TableOutput(NamedTuple):
    """What becomes of a table.

    Attributes:
      anchor: an agent and its rating; None: the mean is 0.
      json, csv, report: files; None: not written.
    """

    anchor: tuple[str, float] | None
    json: Path | None
    csv: Path | None
    report: Path | None

    def check(self) -> None:
        """Refuse a file that can't be written, or in which something else is; errors as in `check_json_file`."""
        check_json_file(self.json)
        check_table_file(self.csv)
        check_page_file(self.report)

    def show(self, table: dict[str, Any], game: "GameDefinition[Any]") -> None:
        """Print the table, and write it to the files that aren't pages."""
        from tabletop.rate.tournament import tables

        tables.show(table, game)
        sys.stdout.flush()
        if self.json is not None:
            write_text(self.json, tables.as_json(table))
        if self.csv is not None:
            write_text(self.csv, tables.as_csv(table, game))


def write_report(path: Path, database: "Store", table: dict[str, Any], workers: "Workers", terms: Any) -> None:
    """Write a table's page; games that are shown on it are played again."""
    from datetime import date

    from tabletop.play.records import GameRecord
    from tabletop.rate.tournament.page import MOST_GAMES, PageGame, page
    from tabletop.rate.tournament.run import first_games, recorded, worst_lost

    game = database.game
    names, scenarios = [agent.name for agent in database.agents()], [scenario.name for scenario in database.scenarios()]
    worst, first = list(worst_lost(database, table["all"]).values()), first_games(database, MOST_GAMES)
    texts = dict(recorded(database, list(dict.fromkeys(worst + first)), workers, terms))

    def page_game(row: "Row") -> PageGame:
        text = texts[row]
        record = None if text is None else GameRecord.read(text, game)
        return PageGame(names[row.first - 1], names[row.second - 1], scenarios[row.scenario - 1], row, record)

    games = list(map(page_game, worst)), list(map(page_game, first))
    footer = f"written on {date.today()} by {game.distribution or game.package} {game.version}"
    write_text(path, page(table, game, database.thought(), database.orders(), *games, footer))
