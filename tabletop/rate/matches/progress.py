"""Progress on a terminal as bars with the remaining time; elsewhere as an occasional line."""

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

SECONDS_BETWEEN_LINES = 20.0


class Bars:
    """Shows how far each part of a job has come."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(file=sys.stderr)
        self._bars = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=30),
            TextColumn("{task.percentage:5.1f} %"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}", markup=False),
            console=self.console,
            disable=not self.console.is_terminal,
        )
        self._tasks: dict[str, int] = {}
        self._begun: dict[str, tuple[float, float]] = {}
        self._said: dict[str, float] = {}

    def __enter__(self) -> "Bars":
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()

    def show(self, name: str, done: float, total: float, note: str = "") -> None:
        """Show that `done` of `total` of the part called `name` are done."""
        now = time.monotonic()
        if name not in self._tasks:
            self._tasks[name] = self._bars.add_task(name, total=total, note=note)
            self._begun[name], self._said[name] = (now, done), now
        self._bars.update(self._tasks[name], completed=done, total=total, note=note)  # type: ignore[arg-type]
        if self._bars.disable and (done >= total or now - self._said[name] >= SECONDS_BETWEEN_LINES):
            self._said[name] = now
            start, done_before = self._begun[name]
            rate = (done - done_before) / max(now - start, 1e-9)
            remaining = f", {duration((total - done) / rate)} left" if rate > 0 and done < total else ""
            print(f"{name}: {100 * done / total:.0f} %{remaining}  {note}".rstrip(), file=sys.stderr, flush=True)

    def say(self, text: str) -> None:
        """Print a line above the bars."""
        self.console.print(text, highlight=False, markup=False, soft_wrap=True)


def duration(seconds: float) -> str:
    """Return a duration for a person: `45 s`, `3 min 10 s`, `1 h 05 min`."""
    seconds = round(seconds)
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60:02d} s"
    return f"{seconds // 3600} h {seconds % 3600 // 60:02d} min"
