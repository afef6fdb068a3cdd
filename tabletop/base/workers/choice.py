"""Choosing an executor: `serial`, `processes` or `ray`."""

import os
from numbers import Integral

from tabletop.base.errors import LONGEST_TEXT, one_line
from tabletop.base.workers.processes import ProcessWorkers
from tabletop.base.workers.tasks import SerialWorkers, Workers

SERIAL, PROCESSES, RAY = EXECUTORS = ("serial", "processes", "ray")


def make_workers(executor: str, jobs: int | None = None) -> Workers:
    """Return the workers; none of them has been started yet.

    Args:
      executor: `serial`: this process; `processes`: processes of this machine; `ray`: a cluster.
      jobs: number of workers; None: one per core.

    Raises:
      ValueError: no such executor, an invalid number, or a cluster that isn't available; in one line.
    """
    if executor not in EXECUTORS:
        names = f"{', '.join(EXECUTORS[:-1])} or {EXECUTORS[-1]}"
        raise ValueError(f"--executor {one_line(executor, LONGEST_TEXT)}: {names}")
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, Integral) or jobs < 1):
        raise ValueError(f"jobs are 1 or more, not {one_line(jobs, LONGEST_TEXT)}")
    if executor == SERIAL:
        if jobs not in (None, 1):
            raise ValueError(f"--executor serial works on one task at a time: --jobs {jobs} needs processes or ray")
        return SerialWorkers()
    if executor == PROCESSES:
        return ProcessWorkers(jobs or cores())
    from tabletop.base.workers.ray_cluster import RayWorkers, cluster_cores

    return RayWorkers(jobs or cluster_cores())


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
