"""`opening`: learn what an agent should decide before the first turn, by games against others."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.front.commands.files_of_commands import check_argument, kept_run
from tabletop.front.commands.shell import Shell


def opening(
    context: typer.Context,
    agent: Annotated[str, typer.Argument(help="A built-in agent: a bot's name, trained:FOLDER …")],
    out: Annotated[Path, typer.Option(help="File for the opening book; the same command continues its run.")],
    against: Annotated[list[str] | None, typer.Option(help="An opponent; can be given several times.")] = None,
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
