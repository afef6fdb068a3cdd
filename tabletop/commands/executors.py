"""Options of commands whose work can be shared out: `--executor` and `--jobs`."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tabletop.executors.tasks import Workers

Executor = Annotated[
    str | None, typer.Option(help="Who works: serial (this process), processes (here) or ray (a cluster).")
]
Jobs = Annotated[int | None, typer.Option(help="How many work at a time; left out: one a core.")]
FewJobs = Annotated[int | None, typer.Option(help="How many work at a time; left out: this process alone.")]


def workers_of(executor: str | None, jobs: int | None, alone: bool = False) -> "Workers":
    """Return those who work, by the options; none is started yet.

    Args:
      executor: as typed.
      jobs: as typed.
      alone: where nothing is typed, and with one job, this process works; else processes do, one a core.

    Raises:
      ValueError: as of `make_workers`.
    """
    from tabletop.executors.choice import PROCESSES, SERIAL, make_workers

    return make_workers(executor or (SERIAL if alone and jobs in (None, 1) else PROCESSES), jobs)
