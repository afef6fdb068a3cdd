"""`train` and `report`: train a policy, or continue a run; a run as one HTML page."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from tabletop.front.commands.files_of_commands import check_folder, check_page_file, is_typed
from tabletop.front.commands.options import Executor, FewJobs, workers_of
from tabletop.front.commands.shell import check_names


def train(
    context: typer.Context,
    config: Annotated[Path | None, typer.Option(help="TOML file of the run; the game has some in configs.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Folder of a run to continue.", metavar="RUN_DIR")] = None,
    runs: Annotated[Path, typer.Option(help="Folder in which the folders of new runs are made.")] = Path("runs"),
    run_dir: Annotated[Path | None, typer.Option(help="Folder of the new run itself, instead of --runs.")] = None,
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="Change a single value, a.b=c; can be given several times.")
    ] = None,
    executor: Executor = None,
    jobs: FewJobs = None,
) -> None:
    """Train a policy against the configured opponents, save it, rate it and draw one of its games."""
    game = context.obj.game
    if (config is None) == (resume is None):
        raise ValueError("either --config FILE or --resume RUN_DIR")
    if resume is not None and run_dir is not None:
        raise ValueError(f"--run-dir {run_dir}: a run goes on in its own folder, {resume}")
    if resume is not None and is_typed(context, "runs"):
        raise ValueError(f"--runs {runs}: a run goes on in its own folder, {resume}")
    workers = workers_of(executor, jobs, alone=True)
    try:
        from tabletop.learn.training import config as configs

        # A mistake in a file is reported before PyTorch is loaded.
        settings = None if config is None else configs.load(config, game, changes)
        from tabletop.agents.base import AgentError
        from tabletop.base.workers.tasks import WorkError
        from tabletop.learn.training import folders, run
    except ImportError as error:
        raise RuntimeError(f"{error}; training needs the extra: pip install 'paintball-mini[train]'") from None
    folder = resume
    try:
        if resume is not None:
            if resume.is_dir():  # else there is no run, which `run.resume` says
                check_folder(resume)
            run.resume(resume, game, workers, changes)
        else:
            assert settings is not None
            check_names(context.obj, (settings.scenario, *settings.scenarios))
            if run_dir is not None:
                folders.check_new(run_dir)
            scenarios = run.ready(settings, game)
            check_folder(run_dir or runs)
            folder = run_dir or folders.new_folder(runs, settings.name)
            typer.echo(f"run: {folder}", err=True)
            run.begin(settings, folder, scenarios, workers)
    except run.StoppedError as error:
        typer.echo(f"train: {error}", err=True)
        raise typer.Exit(128 + error.signal) from None
    except (AgentError, WorkError, OSError) as error:
        begun = folder is not None and (folder / folders.CONFIG).exists()
        goes_on = f"; once it is mended, go on with --resume {quote(str(folder))}" if begun else ""
        kind = next(kind for kind in (AgentError, WorkError, OSError) if isinstance(error, kind))
        raise kind(f"{error}{goes_on}") from None


def report(
    context: typer.Context,
    run: Annotated[Path, typer.Argument(help="Folder of the run, finished or in progress.", metavar="RUN_DIR")],
    out: Annotated[Path | None, typer.Option(help="HTML file to write; left out: report.html in the folder.")] = None,
) -> None:
    """Write a training run's page: ratings, curves with intervals, games by stage, configuration; and curves.svg."""
    from tabletop.learn.training.report import write_report

    check_page_file(out)
    typer.echo(write_report(run, context.obj.game, out))
