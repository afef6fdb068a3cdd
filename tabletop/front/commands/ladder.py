"""`ladder` and `sprt`: no more games than are needed to place an agent, or to know whether it is better."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tabletop.base.files import write_json
from tabletop.front.commands.files_of_commands import check_json_file
from tabletop.front.commands.options import (
    USUAL_LIMITS,
    Executor,
    InProcess,
    Jobs,
    LimitOptions,
    Seed,
    bots_beside,
    kept_limits,
    limited,
    say_walls,
    workers_of,
)
from tabletop.front.commands.tournament_files import TableCsv, TableJson, TableOutput, kept_store


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
    json_file: TableJson = None,
    csv_file: TableCsv = None,
    in_process: InProcess = False,
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
    say_walls(context, definition)
    with kept_store("ladder", definition, store) as (database, bars), workers:

        def report(opponent: str, line: dict[str, Any]) -> None:
            so_far = f"rating {line['rating']:.0f} after {line['games']} games" if line["games"] else "no games yet"
            bars.say(f"{newcomer}: {so_far}; next against {opponent}")

        table = place(definition, database, newcomer, width, workers, bars.show, report)
    output.show(table, context.obj.game)


@limited
def sprt(
    context: typer.Context,
    first: Annotated[str, typer.Argument(help="The agent that may be better.")],
    second: Annotated[str, typer.Argument(help="The agent that it is compared with.")],
    elo0: Annotated[float, typer.Option(help="Lead of the first agent, in Elo, that isn't enough.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="Lead that is wanted.")] = 20.0,
    alpha: Annotated[float, typer.Option(help="How often elo1 may be accepted if elo0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often elo0 may be accepted if elo1 is true.")] = 0.05,
    pairs: Annotated[int, typer.Option(help="Maximum number of pairs of games.")] = 20_000,
    scenario: Annotated[str | None, typer.Option(help="Preset or .toml file.")] = None,
    seed: Seed = 0,
    executor: Executor = None,
    jobs: Jobs = None,
    store: Annotated[Path, typer.Option(help="File for the results; the same command continues from it.")] = Path(
        "runs/sprt.db"
    ),
    out: Annotated[Path | None, typer.Option(help="JSON file for the result.")] = None,
    in_process: InProcess = False,
    limits: LimitOptions = USUAL_LIMITS,
) -> None:
    """Play until it is decided whether the first agent leads by elo0 or by elo1."""
    from tabletop.agents.isolation_options import Terms
    from tabletop.rate.matches.faults import lines
    from tabletop.rate.matches.sprt import Sprt
    from tabletop.rate.tournament.definition import define
    from tabletop.rate.tournament.formats import pair_scores, play_sprt
    from tabletop.rate.tournament.standings import standings

    workers = workers_of(executor, jobs)
    test = Sprt(elo0, elo1, alpha, beta)
    check_json_file(out)
    terms = Terms(limits.read(store), in_process)
    played = scenario or context.obj.played
    with bots_beside():
        definition = define([first, second], [played], pairs, seed, context.obj.game, terms)
    say_walls(context, definition)
    with kept_store("sprt", definition, store) as (database, bars), workers:

        def report(words: str, done: int, total: int) -> None:
            scores = pair_scores(database, first)
            ratio = float(test.ratios(scores)[-1]) if len(scores) else 0.0
            bars.show("games", done, total, f"ratio {ratio:+.2f}, {test.bounds[0]:+.2f} to {test.bounds[1]:+.2f}")

        result = play_sprt(definition, database, test, workers, report)
        agents = standings(database, spans=False)["all"]["agents"]
    result["fault_words"] = [fault for agent in agents for fault in agent["fault_words"]]
    words = {
        0: f"not better by {elo1:g} Elo: {elo0:g} is accepted",
        1: f"better by {elo1:g} Elo is accepted",
        -1: "not decided",
    }
    typer.echo(f"{first} against {second} on {definition.scenarios[0].name}: {words[result['accepted']]}")
    low, high = result["bounds"]
    typer.echo(
        f"{result['pairs']} pairs of games, score {100 * result['score']:.1f} %, log likelihood ratio "
        f"{result['ratio']:.2f} ({low:.2f} to {high:.2f}); wrong at most {100 * alpha:g} % and {100 * beta:g} %"
    )
    typer.echo("pairs by their score: " + ", ".join(f"{score}: {count}" for score, count in result["scores"].items()))
    for line in lines(result["fault_words"]):
        typer.echo(line)
    if out is not None:
        write_json(out, {"first": first, "second": second, **result})
