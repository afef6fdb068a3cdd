"""`tournament`: all agents play each other in paired games, stored in a file, rated together."""

import secrets
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from tabletop.commands.executors import Executor, Jobs, workers_of
from tabletop.commands.places import check_file, check_folder, is_typed
from tabletop.commands.terms import USUAL_LIMITS, LimitOptions, check_limits, kept_limits, limited, say_walls

if TYPE_CHECKING:
    from tabletop.definition import GameDefinition
    from tabletop.executors.tasks import Workers
    from tabletop.matches.progress import Bars
    from tabletop.tournament.store import Row, Store

STORE = Path("runs/tournament.db")
USED_BY_SHOW = {"show", "anchor", "json_file", "csv_file", "report"}  # options; with a report also `in_process`


class _Ended(KeyboardInterrupt):  # no code on the way treats it as an error, or as a bot's fault
    """The process was asked to end."""


@limited
def tournament(
    context: typer.Context,
    agents: Annotated[
        list[str] | None, typer.Argument(help="Two or more: random, a bot, ./my_bot.py, trained:runs/quick/agent …")
    ] = None,
    scenario: Annotated[
        list[str] | None, typer.Option(help="Preset or .toml file; can be given several times.")
    ] = None,
    pairs: Annotated[int, typer.Option(help="Pairs of games of each pairing: one seed, sides swapped.")] = 100,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games; random: drawn and stored.")] = "0",
    executor: Executor = None,
    jobs: Jobs = None,
    store: Annotated[Path, typer.Option(help="File for the results; the same command continues from it.")] = STORE,
    anchor: Annotated[str | None, typer.Option(help="An agent and its rating: random=0; left out: mean 0.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="JSON file for the table.")] = None,
    csv_file: Annotated[Path | None, typer.Option("--csv", help="CSV file for the table.")] = None,
    report: Annotated[Path | None, typer.Option(help="HTML file for the table, with pictures, in one page.")] = None,
    records: Annotated[Path | None, typer.Option(help="Folder for records of the games.")] = None,
    records_every: Annotated[int, typer.Option(help="Record only the games of every n-th pair.")] = 1,
    records_lost_by: Annotated[
        str | None, typer.Option(help="With --records: only the games that this agent has lost.")
    ] = None,
    luck: Annotated[
        bool, typer.Option("--luck", help="Measure luck in each game; also show scores with the luck removed.")
    ] = False,
    gauntlet: Annotated[bool, typer.Option(help="Only the first agent plays, against each of the others.")] = False,
    in_process: Annotated[
        bool, typer.Option(help="Run bots from files in our own processes: faster, for code that you trust.")
    ] = False,
    limits: LimitOptions = USUAL_LIMITS,
    show: Annotated[Path | None, typer.Option(help="Print the table of this file; nothing is played.")] = None,
) -> None:
    """Let all agents play each other, and rate them on all games together.

    You can interrupt it at any time: the same command continues, and ends with the same table.
    """
    pinned = None if anchor is None else _anchor(anchor)
    if show is not None:
        if agents:
            raise ValueError("--show plays nothing: name no agents, neither here nor in the file of --config")
        _check_used_by_show(context, report is not None)
        for path in (json_file, csv_file, report):
            check_file(path)
        from tabletop.agents.terms import Terms
        from tabletop.executors.choice import SERIAL
        from tabletop.tournament.definition import LIMITS
        from tabletop.tournament.standings import standings
        from tabletop.tournament.store import Store

        with Store.open(show, context.obj.game) as database, workers_of(SERIAL, None) as workers:
            _print(standings(database, pinned), database.game, json_file, csv_file)
            if report is not None:
                kept = kept_limits(context, limits.read(show), database.run().get(LIMITS))
                terms = Terms(kept, in_process)
                _report(report, database, standings(database, pinned), workers, terms)
        return
    workers = workers_of(executor, jobs)
    if records_every < 1:
        raise ValueError(f"--records-every is 1 or more, not {records_every}")
    if pinned is not None and pinned[0] not in (agents or []):
        raise ValueError(f"the anchor {pinned[0]} doesn't take part")
    for path in (json_file, csv_file, report):
        check_file(path)
    check_folder(records)
    if records is None and is_typed(context, "records_every"):
        raise ValueError("--records-every says which games --records writes: give both")
    number = _seed(context.obj.game, seed, store)
    if records_lost_by is not None and (records is None or records_lost_by not in (agents or [])):
        raise ValueError(f"--records-lost-by {records_lost_by}: an agent that takes part, and --records")
    from tabletop.agents.terms import Terms
    from tabletop.tournament.definition import define

    terms = Terms(limits.read(store), in_process)
    with redirect_stdout(sys.stderr):  # only the table goes to our output, not what a bot prints
        definition = define(
            agents or [], scenario or [context.obj.played], pairs, number, context.obj.game, terms, gauntlet
        )
    check_limits(context, definition.walls is not None)
    say_walls("tournament", definition.walls)
    lost_by = records_lost_by or ""
    table = play_tournament(
        "tournament", definition, workers, store, pinned, records, records_every, lost_by, luck, report
    )
    _print(table, context.obj.game, json_file, csv_file)


def play_tournament(
    command: str,
    definition: Any,
    workers: "Workers",
    store: Path,
    anchor: tuple[str, float] | None = None,
    records: Path | None = None,
    every: int = 1,
    lost_by: str = "",
    luck: bool = False,
    report: Path | None = None,
) -> dict[str, Any]:
    """Play the missing games of a tournament (`define`), write the requested files, and return its table."""
    from tabletop.matches.faults import games_in_words
    from tabletop.matches.results import thinking
    from tabletop.tournament import run
    from tabletop.tournament.standings import standings

    with kept_store(command, definition, store) as (database, bars), workers:
        run.play(definition, database, workers, bars.show, luck=luck)
        differences: list[str] = []
        faults = 0
        if records is not None:
            differences, faults = run.write_records(
                database, records, every, workers, bars.show, definition.terms, lost_by
            )
        table = standings(database, anchor)
        thought = database.thought()
        if report is not None:
            _report(report, database, table, workers, definition.terms)
    if thought:
        typer.echo(f"{command}: {'; '.join(thinking(name, *used) for name, used in thought.items())}", err=True)
    if faults:
        typer.echo(f"{command}: no record of {games_in_words(faults)} lost by a fault", err=True)
    if differences:
        typer.echo(
            f"{command}: no record of {games_in_words(len(differences))} that came out otherwise when played again; "
            f"an agent doesn't follow its seed: {differences[0]}",
            err=True,
        )
    return table


@contextmanager
def kept_store(command: str, definition: Any, store: Path) -> "Iterator[tuple[Store, Bars]]":
    """Open a store for playing, with progress bars; on a signal, say what is stored, and end."""
    from tabletop.compiling import announce_first_compilation
    from tabletop.matches.faults import games_in_words
    from tabletop.matches.progress import Bars
    from tabletop.tournament.store import Store

    check_folder(store.parent)
    before = signal.signal(signal.SIGTERM, _end)
    try:
        with Store.begin(store, definition) as database:
            try:
                announce_first_compilation(definition.game.package)
                with Bars() as bars:
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


def _print(table: dict[str, Any], game: "GameDefinition[Any]", json_file: Path | None, csv_file: Path | None) -> None:
    from tabletop.files import write_text
    from tabletop.tournament import tables

    tables.show(table, game)
    sys.stdout.flush()
    if json_file is not None:
        write_text(json_file, tables.as_json(table))
    if csv_file is not None:
        write_text(csv_file, tables.as_csv(table, game))


def _report(path: Path, database: "Store", table: dict[str, Any], workers: "Workers", terms: Any) -> None:
    """Write the page; games that are shown on it are played again."""
    from datetime import date

    from tabletop.files import write_text
    from tabletop.records import GameRecord
    from tabletop.tournament.page import MOST_GAMES, PageGame, page
    from tabletop.tournament.run import first_games, recorded, worst_lost

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


def _check_used_by_show(context: typer.Context, with_report: bool) -> None:
    """Raise ValueError if an option was given that has no effect with `--show`."""
    used = USED_BY_SHOW | ({"in_process"} if with_report else set())
    given = [
        option.opts[0]
        for option in context.command.params
        if option.param_type_name == "option"
        and option.name not in used
        and is_typed(context, str(option.name))
    ]
    if given:
        raise ValueError(
            f"--show plays nothing: leave out {', '.join(given)}, here and in the file of --config; it takes --anchor, "
            "--json, --csv and --report"
        )


def _seed(game: "GameDefinition[Any]", text: str, store: Path) -> int:
    """Read a seed; `random` is that of the store, or a fresh one if there is no store yet."""
    from tabletop.tournament.store import Store

    if text != "random":
        try:
            return int(text)
        except ValueError:
            raise ValueError(f"--seed {text}: a whole number is meant, or random") from None
    if store.exists() and store.stat().st_size > 0:
        with Store.open(store, game) as database:
            return int(database.run()["seed"])
    number = secrets.randbits(63)
    typer.echo(f"tournament: seed {number}", err=True)
    return number


def _anchor(text: str) -> tuple[str, float]:
    name, _, value = text.rpartition("=")
    try:
        rating = float(value)
        if not (name and -10_000 <= rating <= 10_000):
            raise ValueError
    except ValueError:
        raise ValueError(f"--anchor {text}: an agent and a rating are meant, random=0") from None
    return name, rating
