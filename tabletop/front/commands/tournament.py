"""`tournament`: all agents play each other in paired games, stored in a file, rated together."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from tabletop.front.commands.files_of_commands import check_folder, is_typed
from tabletop.front.commands.options import (
    USUAL_LIMITS,
    Executor,
    Jobs,
    LimitOptions,
    Scenarios,
    bots_beside,
    kept_limits,
    limited,
    say_walls,
    workers_of,
)
from tabletop.front.commands.tournament_files import TableCsv, TableJson, TableOutput, kept_store, write_report

if TYPE_CHECKING:
    from tabletop.base.workers.tasks import Workers
    from tabletop.game.definition import GameDefinition
    from tabletop.rate.tournament.definition import Definition

STORE = Path("runs/tournament.db")
USED_BY_DROP = {"drop", "store"}  # options
USED_BY_SHOW = {"show", "anchor", "json_file", "csv_file", "report"}  # options; with a report also `in_process`


@limited
def tournament(
    context: typer.Context,
    agents: Annotated[
        list[str] | None, typer.Argument(help="Two or more: random, a bot, ./my_bot.py, trained:runs/quick/agent …")
    ] = None,
    scenario: Scenarios = None,
    pairs: Annotated[int, typer.Option(help="Pairs of games of each pairing: one seed, sides swapped.")] = 100,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games; random: drawn and stored.")] = "0",
    executor: Executor = None,
    jobs: Jobs = None,
    store: Annotated[Path, typer.Option(help="File for the results; the same command continues from it.")] = STORE,
    anchor: Annotated[str | None, typer.Option(help="An agent and its rating: random=0; left out: mean 0.")] = None,
    json_file: TableJson = None,
    csv_file: TableCsv = None,
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
    drop: Annotated[
        str | None, typer.Option(help="Take this agent and its games out of the store; nothing is played.")
    ] = None,
) -> None:
    """Let all agents play each other, and rate them on all games together.

    You can interrupt it at any time: the same command continues, and ends with the same table.
    """
    output = TableOutput(None if anchor is None else _anchor(anchor), json_file, csv_file, report)
    if drop is not None:
        _check_used("--drop", context, USED_BY_DROP, "--store")
        _drop(drop, store, context.obj.game)
        return
    if show is not None:
        takes = "--anchor, --json, --csv and --report"
        if report is None:
            _check_used("--show", context, USED_BY_SHOW, takes)
        else:
            _check_used("--show", context, USED_BY_SHOW | {"in_process"}, f"{takes}, and with a report --in-process")
        _show(context, show, output, limits, in_process)
        return
    workers = workers_of(executor, jobs)
    if records_every < 1:
        raise ValueError(f"--records-every is 1 or more, not {records_every}")
    if output.anchor is not None and output.anchor[0] not in (agents or []):
        raise ValueError(f"the anchor {output.anchor[0]} doesn't take part")
    output.check()
    check_folder(records)
    if records is None and is_typed(context, "records_every"):
        raise ValueError("--records-every says which games --records writes: give both")
    number = _seed(context.obj.game, seed, store)
    if records_lost_by is not None and (records is None or records_lost_by not in (agents or [])):
        raise ValueError(f"--records-lost-by {records_lost_by}: an agent that takes part, and --records")
    from tabletop.agents.isolation_options import Terms
    from tabletop.rate.tournament.definition import define

    terms = Terms(limits.read(store), in_process)
    with bots_beside():
        definition = define(
            agents or [], scenario or [context.obj.played], pairs, number, context.obj.game, terms, gauntlet
        )
    say_walls(context, definition)
    wanted = None if records is None else _Records(records, records_every, records_lost_by or "")
    output.show(_play(definition, workers, store, output, wanted, luck), context.obj.game)


class _Records(NamedTuple):
    """Which games are recorded: in a folder, every n-th pair, those lost by an agent, empty: all."""

    folder: Path
    every: int
    lost_by: str


def _play(
    definition: "Definition", workers: "Workers", store: Path, output: TableOutput, wanted: _Records | None, luck: bool
) -> dict[str, Any]:
    """Play the missing games, write records and report if requested, and return the table."""
    from tabletop.rate.matches.faults import games_in_words
    from tabletop.rate.matches.results import thinking
    from tabletop.rate.tournament import run
    from tabletop.rate.tournament.standings import standings

    with kept_store("tournament", definition, store) as (database, bars), workers:
        run.play(definition, database, workers, bars.show, luck=luck)
        differences: list[str] = []
        faults = 0
        if wanted is not None:
            differences, faults = run.write_records(
                database, wanted.folder, wanted.every, workers, bars.show, definition.terms, wanted.lost_by
            )
        table = standings(database, output.anchor)
        thought = database.thought()
        if output.report is not None:
            write_report(output.report, database, table, workers, definition.terms)
    if thought:
        typer.echo(f"tournament: {'; '.join(thinking(name, *used) for name, used in thought.items())}", err=True)
    if faults:
        typer.echo(f"tournament: no record of {games_in_words(faults)} lost by a fault", err=True)
    if differences:
        typer.echo(
            f"tournament: no record of {games_in_words(len(differences))} that came out otherwise when played again; "
            f"an agent doesn't follow its seed: {differences[0]}",
            err=True,
        )
    return table


def _show(context: typer.Context, store: Path, output: TableOutput, limits: LimitOptions, in_process: bool) -> None:
    """Show the table of a store in which nothing is played; for a report a few games are played again."""
    output.check()
    from tabletop.agents.isolation_options import Terms
    from tabletop.base.workers.choice import SERIAL
    from tabletop.rate.tournament.definition import LIMITS
    from tabletop.rate.tournament.standings import standings
    from tabletop.rate.tournament.store import Store

    with Store.open(store, context.obj.game) as database, workers_of(SERIAL, None) as workers:
        output.show(standings(database, output.anchor), database.game)
        if output.report is not None:
            kept = kept_limits(context, limits.read(store), database.run().get(LIMITS))
            table = standings(database, output.anchor)
            with bots_beside():
                write_report(output.report, database, table, workers, Terms(kept, in_process))


def _drop(name: str, store: Path, game: "GameDefinition[Any]") -> None:
    """Take an agent out of a store, say what went with it and what is left, and print the table of that."""
    from tabletop.rate.matches.faults import games_in_words
    from tabletop.rate.tournament.drop import drop
    from tabletop.rate.tournament.standings import standings
    from tabletop.rate.tournament.store import Store

    with Store.open(store, game, alone=True) as database:
        games, agents, left = drop(database, name)
        kept = f"{', '.join(agents)} and {games_in_words(left)}"
        typer.echo(f"tournament: {name} is out, and {games_in_words(games)} with it; {store} keeps {kept}", err=True)
        if left:
            TableOutput(None, None, None, None).show(standings(database), game)


def _check_used(mode: str, context: typer.Context, used: set[str], takes: str) -> None:
    """Raise ValueError if agents were named, or an option was given that has no effect with `--show` or `--drop`.

    Args:
      mode: which of them.
      context: of the command.
      used: names of the options that have an effect.
      takes: these in words.
    """
    if context.params["agents"]:
        raise ValueError(f"{mode} plays nothing: name no agents, neither here nor in the file of --config")
    given = [
        option.opts[0]
        for option in context.command.params
        if option.param_type_name == "option" and option.name not in used and is_typed(context, str(option.name))
    ]
    if given:
        raise ValueError(
            f"{mode} plays nothing: leave out {', '.join(given)}, here and in the file of --config; it takes {takes}"
        )


def _seed(game: "GameDefinition[Any]", text: str, store: Path) -> int:
    """Read a seed; `random` is that of the store, or a fresh one if there is no store yet."""
    from tabletop.rate.tournament.store import Store

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
