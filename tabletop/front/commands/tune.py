"""`tune` and `opening`: find better numbers for an agent, or what it should decide before the first turn, by games."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.front.commands.files_of_commands import check_argument, kept_run
from tabletop.front.commands.options import Executor, FewJobs, Scenarios, workers_of
from tabletop.front.commands.shell import Shell

Against = Annotated[list[str] | None, typer.Option(help="An opponent; can be given several times.")]


def tune(
    context: typer.Context,
    agent: Annotated[str, typer.Argument(help="An agent with numbers: a bot, ./my_bot.py, BOT:numbers=my.toml …")],
    out: Annotated[Path, typer.Option(help="File for the tuned numbers; the same command continues its run.")],
    against: Against = None,
    scenario: Scenarios = None,
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


def opening(
    context: typer.Context,
    agent: Annotated[str, typer.Argument(help="A built-in agent: a bot's name, trained:FOLDER …")],
    out: Annotated[Path, typer.Option(help="File for the opening book; the same command continues its run.")],
    against: Against = None,
    scenario: Annotated[str | None, typer.Option(help="Preset or .toml file.")] = None,
    begin_with: Annotated[str | None, typer.Option(help="Built-in agent whose choices are tried most first.")] = None,
    batches: Annotated[int, typer.Option(help="Batches of games, each against one of the opponents.")] = 150,
    pairs: Annotated[int, typer.Option(help="Pairs of games in a batch.")] = 256,
    measured: Annotated[int, typer.Option(help="Pairs of games at the end, per opponent.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same book.")] = 0,
) -> None:
    """Learn what an agent should decide before the first turn, and measure it on other games.

    You can interrupt it at any time: the same command continues, and ends with the same book.
    """
    shell: Shell = context.obj
    for name, value in (("--batches", batches), ("--measured", measured)):
        if value < 1:
            raise ValueError(f"{name} {value}: 1 or more")
    from tabletop.rate.tuning.openings import Run, define

    played = scenario or shell.shown
    definition = define(agent, against or [], played, shell.game, begin_with=begin_with, pairs=pairs, seed=seed)
    check_argument(out)
    from tabletop.compiled.compiling import announce_first_compilation
    from tabletop.rate.matches.progress import Bars
    from tabletop.rate.tuning.table import show_opening

    with kept_run("opening", out):
        run = Run(definition, out)
        announce_first_compilation(shell.game.package)
        with Bars() as bars:
            outcome = run.play(batches, measured, bars.show)
    show_opening(agent, definition, outcome)
    typer.echo(f"{agent}{',' if ':' in agent else ':'}book={out}")
