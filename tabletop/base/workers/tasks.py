"""What executors do: tasks are sent to workers by pickle, and their answers are sent back."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self

TRIES = 3  # of a task whose process dies: it may have been ended from outside

Note = Callable[[Any], None]


class Task(Protocol):
    """A task of a worker; it is sent by pickle, and so are its answer and what it notes on the way."""

    @property
    def words(self) -> str:
        """The task's name in messages."""
        ...

    def work(self, note: Note) -> Any:
        """Do the task; what it noted last is known even if the process dies."""
        ...


class WorkError(RuntimeError):
    """A task has failed, or its process has died repeatedly."""


@dataclass(frozen=True)
class Died:
    """The answer to a task whose process ended before the task was done.

    Attributes:
      code: the process's exit code; negative: the signal that ended it; None: unknown.
      noted: what the task noted last; None: nothing.
    """

    code: int | None
    noted: Any

    @property
    def words(self) -> str:
        """How the process ended."""
        if self.code is None:
            return "the process or its machine is gone"
        return f"signal {-self.code}" if self.code < 0 else f"exit code {self.code}"


class Workers(Protocol):
    """Workers that do tasks; a context manager, at whose end they are terminated.

    They are started when they are needed. `SerialWorkers` is this process, `ProcessWorkers` are processes of this
    machine, `RayWorkers` those of a cluster.

    Attributes:
      jobs: number of tasks that are done at the same time.
      processor_seconds: of the workers that are other processes, for all that they have answered.
    """

    jobs: int
    processor_seconds: float

    @property
    def free(self) -> int:
        """How many more tasks can be given now."""
        ...

    @property
    def busy(self) -> bool:
        """Whether any task is unfinished."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def give(self, task: Task) -> None:
        """Give a task to a free worker."""
        ...

    def results(self) -> list[tuple[Task, Any]]:
        """Wait until a task is done; return the finished tasks with their answers, `Died` if a task was lost.

        Raises:
          WorkError: a task fails.
        """
        ...


class SerialWorkers:
    """This process, with any number of threads; see `Workers`."""

    jobs = 1
    processor_seconds = 0.0

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._tasks: list[Task] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tasks.clear()

    @property
    def free(self) -> int:
        """How many more tasks can be given now."""
        return 1 - len(self._tasks)

    @property
    def busy(self) -> bool:
        """Whether any task is unfinished."""
        return bool(self._tasks)

    def give(self, task: Task) -> None:
        """Give this process a task."""
        self._tasks.append(task)

    def results(self) -> list[tuple[Task, Any]]:
        """Do the task, and return it with its answer; WorkError: it fails."""
        task = self._tasks.pop()
        return [(task, answer_of(task, lambda note: None))]


def answer_of(task: Task, note: Note) -> Any:
    """Do a task and return its answer; WorkError: it fails."""
    try:
        return task.work(note)
    except Exception as error:
        words = str(error) if isinstance(error, ValueError | OSError) else f"{type(error).__name__}: {error}"
        raise WorkError(words) from error


def answers(workers: Workers, tasks: Iterable[Task]) -> Iterator[tuple[Task, Any]]:
    """Have tasks done, and yield each with its answer, in the order in which they are finished.

    A task that was lost with its process or its machine is given out again.

    Args:
      workers: do the tasks; must be idle.
      tasks: taken one by one, as workers become free.

    Raises:
      WorkError: a task fails, or was lost repeatedly.
    """
    queue, lost_tasks = iter(tasks), list[Task]()
    deaths: dict[int, int] = {}
    has_more = True
    while has_more or lost_tasks or workers.busy:
        while workers.free and (lost_tasks or has_more):
            task = lost_tasks.pop() if lost_tasks else next(queue, None)
            if task is None:
                has_more = False
            else:
                workers.give(task)
        for task, answer in workers.results() if workers.busy else ():
            if not isinstance(answer, Died):
                deaths.pop(id(task), None)  # another task may get the number of one that is gone
                yield task, answer
                continue
            deaths[id(task)] = deaths.get(id(task), 0) + 1
            if deaths[id(task)] == TRIES:
                raise WorkError(f"a worker has died {TRIES} times: {task.words} ({answer.words})")
            lost_tasks.append(task)
