"""What executors do: tasks, which travel by pickle to whoever works on them, and their answers back."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self

TRIES = 3  # of a task in which the process dies: it may have been ended from outside

Note = Callable[[Any], None]


class Task(Protocol):
    """What a worker does; it travels by pickle, and so do the answer and what is noted on the way."""

    @property
    def words(self) -> str:
        """What it is, in messages."""
        ...

    def work(self, note: Note) -> Any:
        """Do it; what is noted last is known even if the process dies."""
        ...


class WorkError(RuntimeError):
    """A task has failed, or its process has died again and again."""


@dataclass(frozen=True)
class Died:
    """The answer to a task whose process has ended in the midst of it.

    Attributes:
      code: the process's exit code; negative: the signal that ended it; None: not known.
      noted: what the task has noted last; None: nothing.
    """

    code: int | None
    noted: Any

    @property
    def words(self) -> str:
        """How it ended."""
        if self.code is None:
            return "the process or its machine is gone"
        return f"signal {-self.code}" if self.code < 0 else f"exit code {self.code}"


class Workers(Protocol):
    """Those who work on tasks; a context manager: at its end they are ended.

    They are started as they are needed. `SerialWorkers` is this process, `ProcessWorkers` are processes of this
    machine, `RayWorkers` those of a cluster.

    Attributes:
      jobs: how many tasks are worked on at a time.
    """

    jobs: int

    @property
    def free(self) -> int:
        """How many have nothing to do."""
        ...

    @property
    def busy(self) -> bool:
        """Whether any has something to do."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def give(self, task: Task) -> None:
        """Give a task to one that is free."""
        ...

    def results(self) -> list[tuple[Task, Any]]:
        """Wait until something is done, and return what is: tasks with their answers, `Died` where it was lost.

        Raises:
          WorkError: a task that fails.
        """
        ...


class SerialWorkers:
    """This process, with whatever threads it has; see `Workers`."""

    jobs = 1

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
        """How many have nothing to do."""
        return 1 - len(self._tasks)

    @property
    def busy(self) -> bool:
        """Whether any has something to do."""
        return bool(self._tasks)

    def give(self, task: Task) -> None:
        """Give a task to one that is free."""
        self._tasks.append(task)

    def results(self) -> list[tuple[Task, Any]]:
        """Do the task, and return it with its answer; WorkError: it fails."""
        task = self._tasks.pop()
        return [(task, answer_of(task, lambda noted: None))]


def answer_of(task: Task, note: Note) -> Any:
    """Do a task; WorkError: it fails."""
    try:
        return task.work(note)
    except Exception as error:
        words = str(error) if isinstance(error, ValueError | OSError) else f"{type(error).__name__}: {error}"
        raise WorkError(words) from error


def answers(workers: Workers, tasks: Iterable[Task]) -> Iterator[tuple[Task, Any]]:
    """Have tasks done, and give each with its answer, in the order in which they are done.

    A task that was lost with its process, or its machine, is given out again.

    Args:
      workers: who work on them; they have nothing to do.
      tasks: taken one by one, as workers become free.

    Raises:
      WorkError: a task that fails, or that was lost again and again.
    """
    queue, lost = iter(tasks), list[Task]()
    deaths: dict[int, int] = {}
    left = True
    while left or lost or workers.busy:
        while workers.free and (lost or left):
            task = lost.pop() if lost else next(queue, None)
            if task is None:
                left = False
            else:
                workers.give(task)
        for task, answer in workers.results() if workers.busy else ():
            if not isinstance(answer, Died):
                yield task, answer
                continue
            deaths[id(task)] = deaths.get(id(task), 0) + 1
            if deaths[id(task)] == TRIES:
                raise WorkError(f"a worker has died {TRIES} times: {task.words} ({answer.words})")
            lost.append(task)
