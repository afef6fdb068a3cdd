"""Worker processes: started afresh, never forked; each has one thread, and ends with its parent."""

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Self

from tabletop.base.workers.tasks import Died, Task, WorkError, answer_of

# One process per core: additional threads would compete for the same cores.
THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
SAFE_PATH = "PYTHONSAFEPATH"  # set: Python doesn't look for modules in the current folder

PATIENCE = 2.0  # seconds that a worker has to terminate


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    task: Task | None = None
    noted: Any = None


class ProcessWorkers:
    """Up to `jobs` processes; see `tabletop.base.workers.tasks.Workers`."""

    def __init__(self, jobs: int) -> None:
        """Start no process yet.

        Args:
          jobs: number of processes, 1 or more.
        """
        self.jobs, self.processor_seconds = jobs, 0.0
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(PATIENCE)
            if worker.process.is_alive():  # a bot's code in it may ignore the signal
                worker.process.kill()
                worker.process.join()
            worker.pipe.close()

    @property
    def free(self) -> int:
        """How many more tasks can be given now."""
        return self.jobs - sum(worker.task is not None for worker in self._workers)

    @property
    def busy(self) -> bool:
        """Whether any task is unfinished."""
        return self.free < self.jobs

    def give(self, task: Task) -> None:
        """Give a task to a free worker."""
        worker = next((worker for worker in self._workers if worker.task is None), None)
        if worker is None:
            worker = self._start()
            self._workers.append(worker)
        worker.task, worker.noted = task, None
        self._send(worker)

    def results(self) -> list[tuple[Task, Any]]:
        """Wait until a task is done; return the finished tasks with their answers, `Died` if a task's process has died.

        Raises:
          WorkError: a task fails.
        """
        results: list[tuple[Task, Any]] = []
        while not results:
            for pipe in wait([worker.pipe for worker in self._workers if worker.task is not None]):
                worker = next(worker for worker in self._workers if worker.pipe is pipe)
                try:
                    kind, answer, seconds = worker.pipe.recv()
                    self.processor_seconds += seconds
                except (EOFError, OSError):
                    kind, answer = "died", self._replace(worker)
                if kind == "noted":
                    worker.noted = answer
                    continue
                task, worker.task = worker.task, None
                if kind == "failed":
                    raise WorkError(answer)
                assert task is not None
                results.append((task, answer))
        return results

    def _replace(self, worker: _Worker) -> Died:
        """Replace a process that has died by a new one, and return how it died."""
        worker.process.join()
        death = Died(worker.process.exitcode, worker.noted)
        worker.pipe.close()
        fresh = self._start()
        worker.process, worker.pipe = fresh.process, fresh.pipe
        return death

    def _send(self, worker: _Worker) -> None:
        with suppress(OSError):  # it has died: this is noticed when its answer is awaited
            worker.pipe.send(worker.task)

    def _start(self) -> _Worker:
        context = get_context("spawn")
        parent_end, child_end = context.Pipe()
        process = context.Process(target=_serve, args=(child_end, os.environ.get(SAFE_PATH)), daemon=True)
        with _inherited():
            process.start()
        child_end.close()
        return _Worker(process, parent_end)


@contextmanager
def _inherited() -> Iterator[None]:
    """Set what a process started now inherits: one thread (libraries read this when loaded), and no reaction to Ctrl-C.

    Ctrl-C reaches all processes of a terminal, and here the parent decides. Before a process gets its parent's
    `sys.path`, it would import Python's own modules from the current folder, where there may be a `socket.py`.
    """
    names = (*THREADS, SAFE_PATH)
    old_values = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, "1"))
    main = threading.current_thread() is threading.main_thread()
    old_handler = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    try:
        yield
    finally:
        if main:
            signal.signal(signal.SIGINT, old_handler)
        for name, value in old_values.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _serve(pipe: Connection, safe_path: str | None) -> None:
    """Work until the other end is closed, however the parent ends.

    What a task prints goes to standard error: standard output belongs to the parent. Programs that a bot starts find
    their modules by the parent's `safe_path`.
    """
    gc.set_threshold(50_000)  # as in a command's process
    if safe_path is None:
        del os.environ[SAFE_PATH]
    else:
        os.environ[SAFE_PATH] = safe_path
    os.dup2(2, 1)
    sys.stdout = sys.stderr  # line by line: this process is ended from outside, and a buffer would be lost with it
    # As a daemon this process ends with its parent; but daemons may not have child processes, which a bot may need.
    current_process()._config["daemon"] = False  # type: ignore[attr-defined]
    counted = 0.0
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = ("done", answer_of(task, lambda note: pipe.send(("noted", note, 0.0))))
        except WorkError as error:
            answer = ("failed", str(error))
        try:
            now = time.process_time()
            pipe.send((*answer, now - counted))
            counted = now
        except OSError:
            return
