"""`tune`: find better numbers for an agent by games against others."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.front.commands.executors import Executor, FewJobs, workers_of
from tabletop.front.commands.files_of_commands import check_argument, kept_run
from tabletop.front.commands.shell import Shell


def tune(
    context: typer.Context,
    agent: Annotated[str, typer.Argument(help="An agent with numbers: a bot, ./my_bot.py, BOT:numbers=my.toml …")],
    out: Annotated[Path, typer.Option(help="File for the tuned numbers; the same command continues its run.")],
    against: Annotated[list[str] | None, typer.Option(help="An opponent; can be given several times.")] = None,
    scenario: Annotated[
        list[str] | None, typer.Option(help="Preset or .toml file; can be given several times.")
    ] = None,
    number: Annotated[
        list[str] | None, typer.Option(help="A number to tune: name, or name=low:high; left out: all with a range.")
    ] = None,
    generations: Annotated[int, typer.Option(help="Number of times that candidates are drawn.")] = 20,
    population: Annotated[int, typer.Option(help="Candidates each time.")] = 32,
    pairs: Annotated[int, typer.Option(help="Pairs of games of each candidate, per opponent and scenario.")] = 4,
    spread: Annotated[float, typer.Option(help="First candidates' standard deviation, share of each range.")] = 0.1,
    draw: Annotated[float, typer.Option(help="What a drawn game counts where candidates are compared.")] = 0.5,
    measured: Annotated[int, typer.Option(help="Pairs of games at the end, per opponent and scenario.")] = 200,
    cpu_seconds: Annotated[float | None, typer.Option(help="CPU time after which no new generation begins.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.")] = 0,
    executor: Executor = None,
    jobs: FewJobs = None,
) -> None:
    """Find better numbers for an agent by games against others, and measure them on other games.

    You can interrupt it at any time: the same command continues, and ends with the same numbers.
    """
    shell: Shell = context.obj
    for name, value in (("--generations", generations), ("--measured", measured)):
        if value < 1:
            raise ValueError(f"{name} {value}: 1 or more")
    if cpu_seconds is not None and not 0 < cpu_seconds < float("inf"):
        raise ValueError(f"--cpu-seconds {cpu_seconds:g}: more than 0")
    workers = workers_of(executor, jobs, alone=True)
    from tabletop.rate.tuning.definition import define

    tuning = define(
        *(agent, against or [], scenario or [shell.played], number or [], shell.game),
        population=population,
        pairs=pairs,
        spread=spread,
        seed=seed,
        draw=draw,
    )
    check_argument(out)
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.rate.matches.progress import Bars
    from tabletop.rate.tuning.run import Run
    from tabletop.rate.tuning.table import show

    with kept_run("tune", out):
        run = Run(tuning, out, workers)
        announce_first_compilation(shell.game.package)
        with Bars() as bars, workers:
            outcome = run.play(generations, measured, cpu_seconds, bars.show)
    show(agent, tuning, outcome)
    typer.echo(tuning.agent.by_file(out))
