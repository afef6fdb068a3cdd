"""`opening`: learn what an agent should decide before the first turn, by games against others."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabletop.commands.exit_codes import STOPPED
from tabletop.commands.places import check_file
from tabletop.commands.shell import Shell

if TYPE_CHECKING:
    from tabletop.tuning.openings import Outcome

BEST = 3  # number of actions shown of each decision
OFTEN = 0.25  # decisions that come up in a smaller share of the games aren't shown


def opening(
    context: typer.Context,
    agent: Annotated[str, typer.Argument(help="A built-in agent: hunter, champion, trained:FOLDER …")],
    out: Annotated[Path, typer.Option(help="File for the opening book; the same command continues its run.")],
    against: Annotated[list[str] | None, typer.Option(help="An opponent; can be given several times.")] = None,
    scenario: Annotated[str | None, typer.Option(help="Preset or .toml file.")] = None,
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
    from tabletop.tuning.openings import Run, define
    from tabletop.tuning.run import progress_file

    wanted = define(agent, against or [], scenario or shell.shown, shell.game, pairs=pairs, seed=seed)
    check_file(out)
    from tabletop.compiling import announce_first_compilation
    from tabletop.matches.progress import Bars

    run = Run(wanted, out)
    announce_first_compilation(shell.game.package)
    try:
        with Bars() as bars:
            outcome = run.play(batches, measured, bars.show)
    except KeyboardInterrupt:
        typer.echo(f"opening: stopped; {progress_file(out)} keeps the run, the same command goes on", err=True)
        raise typer.Exit(STOPPED) from None
    _show(agent, wanted.scenario.name, outcome)
    typer.echo(f"{agent}{',' if ':' in agent else ':'}book={out}")


def _show(agent: str, scenario: str, outcome: "Outcome") -> None:
    """Print the scores without and with the book, and the best actions of each decision."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from tabletop.matches.progress import duration
    from tabletop.matches.results_table import show

    look: dict[str, Any] = {"box": SIMPLE_HEAD, "padding": (0, 1, 0, 0)}
    pairs = next(iter(outcome.after.values())).pairs
    title = f"{agent} on {scenario}: score without and with the opening book, {pairs} pairs each"
    table = Table(title=title, title_justify="left", **look)
    for column in ("against", "without", "95 % interval", "with", "95 % interval"):
        table.add_column(column, justify="left" if column == "against" else "right", no_wrap=True)
    for name, before in outcome.before.items():
        cells = []
        for rating in (before, outcome.after[name]):
            cells += [f"{100 * rating.score:.1f} %", f"{100 * rating.low:.1f} to {100 * rating.high:.1f}"]
        table.add_row(name, *cells)
    show(table)
    names = outcome.book.scenario.game.action_names(outcome.book.scenario)
    decided = Table(**look)
    for column in ("decision", "best actions and their shares"):
        decided.add_column(column)
    for what in sorted(what for what, share in outcome.often.items() if share >= OFTEN):
        shares = outcome.book.shares[what]
        best = sorted(shares, key=lambda action: -shares[action])[:BEST]
        decided.add_row(what, ", ".join(f"{names.name(each, 0)} {100 * shares[each]:.0f} %" for each in best))
    show(decided)
    Console(soft_wrap=True, highlight=False).print(
        f"{outcome.games:,} games; {duration(outcome.cpu_seconds)} of CPU time"
    )
