"""`sprt`: is one agent better than another? A sequential test that plays no more games than needed."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.front.commands.executors import Executor, Jobs, workers_of
from tabletop.front.commands.files_of_commands import check_json_file
from tabletop.front.commands.isolation_options import (
    USUAL_LIMITS,
    LimitOptions,
    bots_beside,
    check_limits,
    limited,
    say_walls,
)
from tabletop.front.commands.kept_store import kept_store


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
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    executor: Executor = None,
    jobs: Jobs = None,
    store: Annotated[Path, typer.Option(help="File for the results; the same command continues from it.")] = Path(
        "runs/sprt.db"
    ),
    out: Annotated[Path | None, typer.Option(help="JSON file for the result.")] = None,
    in_process: Annotated[bool, typer.Option(help="Run bots from files in our own processes.")] = False,
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
    check_limits(context, definition.walls is not None)
    say_walls("sprt", definition.walls, definition.called)
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
        from tabletop.base.files import write_json

        write_json(out, {"first": first, "second": second, **result})
