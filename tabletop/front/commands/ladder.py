"""`ladder`: a newcomer is placed among agents that have played each other, with few games."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tabletop.front.commands.executors import Executor, Jobs, workers_of
from tabletop.front.commands.isolation_options import (
    USUAL_LIMITS,
    LimitOptions,
    bots_beside,
    check_limits,
    kept_limits,
    limited,
    say_walls,
)
from tabletop.front.commands.kept_store import kept_store
from tabletop.front.commands.table_output import TableOutput


@limited
def ladder(
    context: typer.Context,
    newcomer: Annotated[str, typer.Argument(help="The agent to be placed.")],
    store: Annotated[Path, typer.Option(help="File of a tournament whose agents have played each other.")] = Path(
        "runs/tournament.db"
    ),
    width: Annotated[float, typer.Option(help="Stop when its rating's 95 % interval is no wider, in Elo.")] = 150.0,
    executor: Executor = None,
    jobs: Jobs = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="JSON file for the table.")] = None,
    csv_file: Annotated[Path | None, typer.Option("--csv", help="CSV file for the table.")] = None,
    in_process: Annotated[bool, typer.Option(help="Run bots from files in our own processes.")] = False,
    limits: LimitOptions = USUAL_LIMITS,
) -> None:
    """Place an agent among those of a tournament; its games are stored in the same file."""
    from tabletop.agents.isolation_options import Terms
    from tabletop.rate.tournament.definition import LIMITS, define_from
    from tabletop.rate.tournament.formats import place
    from tabletop.rate.tournament.store import Store

    output = TableOutput(None, json_file, csv_file, None)
    output.check()
    workers = workers_of(executor, jobs)
    if not width > 0:
        raise ValueError(f"--width {width:g}: more than 0")
    typed = limits.read(store)
    with Store.open(store, context.obj.game) as standing:
        rows = standing.games()
        if not rows:
            raise ValueError(f"{store} holds no games yet: play a tournament first")
        names = [agent.name for agent in standing.agents()]
        scenarios, run = standing.scenarios(), standing.run()
    if len(names) < 2:
        raise ValueError(f"{store} holds {len(names)} agents: two or more are needed to be placed among")
    if newcomer in names:
        number = names.index(newcomer) + 1
        count = sum(number in (row.first, row.second) for row in rows)
        typer.echo(f"ladder: {newcomer} is in {store} already; its games there count ({count})", err=True)
    else:
        names.append(newcomer)
    terms = Terms(kept_limits(context, typed, run.get(LIMITS)), in_process)
    with bots_beside():
        definition = define_from(names, scenarios, int(run["pairs"]), int(run["seed"]), context.obj.game, terms)
    check_limits(context, definition.walls is not None)
    say_walls("ladder", definition.walls, definition.called)
    with kept_store("ladder", definition, store) as (database, bars), workers:

        def report(opponent: str, line: dict[str, Any]) -> None:
            so_far = f"rating {line['rating']:.0f} after {line['games']} games" if line["games"] else "no games yet"
            bars.say(f"{newcomer}: {so_far}; next against {opponent}")

        table = place(definition, database, newcomer, width, workers, bars.show, report)
    output.show(table, context.obj.game)
