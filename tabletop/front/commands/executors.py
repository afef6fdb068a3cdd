"""Options of commands whose work can be divided among workers: `--executor` and `--jobs`."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tabletop.base.workers.tasks import Workers

Executor = Annotated[
    str | None, typer.Option(help="Who works: serial (this process), processes (here) or ray (a cluster).")
]
Jobs = Annotated[int | None, typer.Option(help="Number of workers; left out: one per core.")]
FewJobs = Annotated[int | None, typer.Option(help="Number of workers; left out: only this process.")]


def workers_of(executor: str | None, jobs: int | None, alone: bool = False) -> "Workers":
    """Return the workers that the options ask for; none has been started yet.

    Args:
      executor: as typed.
      jobs: as typed.
      alone: without options, and with one job, this process works; otherwise processes do, one per core.

    Raises:
      ValueError: as in `make_workers`.
    """
    from tabletop.base.workers.choice import PROCESSES, SERIAL, make_workers

    return make_workers(executor or (SERIAL if alone and jobs in (None, 1) else PROCESSES), jobs)
