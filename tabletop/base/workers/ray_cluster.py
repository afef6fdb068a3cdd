"""Work on a Ray cluster: the same tasks, answers and table as with `tabletop.base.workers.processes`.

Ray is an optional extra. If a node or a process is lost, its current tasks are given out again.
"""

import os
import time
from types import TracebackType
from typing import Any, Self

from tabletop.base.workers.processes import THREADS
from tabletop.base.workers.tasks import Died, Task, WorkError, answer_of

ADDRESS = "RAY_ADDRESS"  # the environment variable with the cluster's address; without it this machine is the cluster


class RayWorkers:
    """Up to `jobs` actors of a Ray cluster, spread over its nodes; see `tabletop.base.workers.tasks.Workers`."""

    def __init__(self, jobs: int) -> None:
        """Join the cluster, or make one of this machine; start no actor yet.

        Args:
          jobs: number of actors, 1 or more.

        Raises:
          ValueError: Ray isn't installed, or the cluster can't be reached; in one line.
        """
        self._ray = connect()
        self.jobs, self.processor_seconds = jobs, 0.0
        options = {"num_cpus": 0, "max_restarts": 0, "scheduling_strategy": "SPREAD"}
        threads = {"env_vars": dict.fromkeys(THREADS, "1")}
        self._actor = self._ray.remote(_Actor).options(runtime_env=threads, **options)
        self._notes: Any = None
        self._idle: list[Any] = []
        self._given: dict[Any, tuple[Any, Task, int]] = {}  # by the reference of the future answer
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for actor in [*self._idle, *(actor for actor, _, _ in self._given.values()), self._notes]:
            if actor is not None:
                self._ray.kill(actor)

    @property
    def free(self) -> int:
        """How many more tasks can be given now."""
        return self.jobs - len(self._given)

    @property
    def busy(self) -> bool:
        """Whether any task is unfinished."""
        return bool(self._given)

    def give(self, task: Task) -> None:
        """Give a task to a free worker."""
        self._notes = self._notes or self._new_notes()
        actor = self._idle.pop() if self._idle else self._actor.remote()
        self._count += 1
        self._given[actor.work.remote(task, self._notes, self._count)] = actor, task, self._count

    def results(self) -> list[tuple[Task, Any]]:
        """Wait until a task is done; return the finished tasks with their answers, `Died` if a task's process has died.

        Raises:
          WorkError: a task fails.
        """
        ready, _ = self._ray.wait(list(self._given), num_returns=1)
        results = []
        for reference in ready:
            actor, task, number = self._given.pop(reference)
            try:
                kind, answer, seconds = self._ray.get(reference)
                self.processor_seconds += seconds
            except self._ray.exceptions.RayError:  # the actor, its process or its node is lost
                while self._idle:  # they may be lost as well
                    self._ray.kill(self._idle.pop())
                results.append((task, Died(None, self._noted(number))))
                continue
            self._idle.append(actor)
            if kind == "failed":
                raise WorkError(answer)
            results.append((task, answer))
        return results

    def _new_notes(self) -> Any:
        return self._ray.remote(_Notes).options(num_cpus=0).remote()

    def _noted(self, number: int) -> Any:
        """Return what a task noted last."""
        if self._notes is None:
            return None
        try:
            return self._ray.get(self._notes.last.remote(number))
        except self._ray.exceptions.RayError:  # it was lost with its node
            self._notes = None
            return None


class _Actor:
    def work(self, task: Task, notes: Any, number: int) -> tuple[str, Any, float]:
        start = time.process_time()
        try:
            kind, answer = "done", answer_of(task, lambda note: notes.keep.remote(number, note))
        except WorkError as error:
            kind, answer = "failed", str(error)
        return kind, answer, time.process_time() - start


class _Notes:
    """What tasks have noted; it outlives the actors that do them."""

    def __init__(self) -> None:
        self._kept: dict[int, Any] = {}

    def keep(self, number: int, note: Any) -> None:
        self._kept[number] = note

    def last(self, number: int) -> Any:
        return self._kept.pop(number, None)


def connect() -> Any:
    """Import Ray and join its cluster; ValueError of one line."""
    try:
        import ray
    except ImportError:
        raise ValueError("--executor ray: Ray isn't installed (pip install 'paintball-mini[ray]')") from None
    if not ray.is_initialized():
        try:
            ray.init(address=os.environ.get(ADDRESS) or "local", log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise ValueError(f"--executor ray: no cluster ({' '.join(str(error).split())[:100]})") from None
    return ray


def cluster_cores() -> int:
    """Return the number of cores of the cluster."""
    return max(1, int(connect().cluster_resources().get("CPU", 1)))
