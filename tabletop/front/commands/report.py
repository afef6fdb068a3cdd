"""`report`: a training run as one HTML page."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.front.commands.files_of_commands import check_page_file


def report(
    context: typer.Context,
    run: Annotated[Path, typer.Argument(help="Folder of the run, finished or in progress.", metavar="RUN_DIR")],
    out: Annotated[Path | None, typer.Option(help="HTML file to write; left out: report.html in the folder.")] = None,
) -> None:
    """Write a training run's page: ratings, curves with intervals, games by stage, configuration; and curves.svg."""
    from tabletop.learn.training.report import write_report

    check_page_file(out)
    typer.echo(write_report(run, context.obj.game, out))
