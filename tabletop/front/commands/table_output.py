"""A tournament's table, shown and written to files."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop.front.commands.files_of_commands import check_json_file, check_page_file, check_table_file

if TYPE_CHECKING:
    from tabletop.base.workers.tasks import Workers
    from tabletop.game.definition import GameDefinition
    from tabletop.rate.tournament.store import Row, Store


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
        from tabletop.base.files import write_text
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

    from tabletop.base.files import write_text
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
