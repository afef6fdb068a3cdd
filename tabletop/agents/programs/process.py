"""A bot's process: it is started with walls around it, written to and read from line by line, and ended.

Each wait ends with a line, with the end of the process, or with an exhausted limit. Time is the CPU time of all its
processes, from one answer to the next: computing while the other side decides counts, too.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabletop.agents.programs.groups import MEMORY, STOP, TIME, Group
from tabletop.agents.programs.limits import Limits
from tabletop.agents.programs.sandbox import remove_scratch
from tabletop.agents.programs.usage import (
    LINUX,
    Usage,
    born,
    continue_all,
    counted,
    counter,
    cpu_time,
    kill_tree,
    stop_tree,
    usage,
)
from tabletop.base.errors import one_line

LONGEST_LINE = 1 << 16  # maximum length of an answer, in bytes
KEPT = 2000  # bytes of its latest output to standard error that are kept
LOOK = 0.05  # seconds between checks of a process that hasn't answered
LOOK_AT_LEAST = 1.0  # seconds after which its other processes are checked even if it answers quickly
START = 20.0  # seconds within which our own launcher must have started it
LAUNCHER_ENDS = 5.0
OUT_OF_TIME = "out of time: it has used up its CPU time (bank {0.bank:g} s, increment {0.increment:g} s)"
NO_ANSWER = "no answer in {0.wall:g} s by the clock (wall)"
MEMORY_FULL = "it takes more than {0.memory} MiB of memory"
NOT_READY = "it needed more than {0.start:g} s {1} to get ready (`prepare`)"
# Read by most programs: libraries, interpreters, names of time zones and of the system.
SYSTEM = (
    *("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/opt", "/nix/store", "/etc/alternatives", "/etc/ssl"),
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/os-release", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf"),
    *("/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu"),
)
BESIDE_STORE = ("-wal", "-shm", "-journal")  # endings of the files that SQLite writes beside a store
THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class ProgramError(RuntimeError):
    """A program's fault, in one line: it can't be started, has ended, has exhausted a limit, or answers nonsense."""


class StrayError(ProgramError):
    """It has ended, or what it has written is no answer to what it was asked."""


@dataclass(frozen=True)
class Command:
    """The command to start.

    Attributes:
      words: the program and its arguments; the program as a path.
      folder: its working folder.
      own: its own folders, which it may read except for hidden files.
      readable: files and folders that it may read, in addition to the system's.
      listed: folders of which it may read only the names of their files.
      environment: variables, in addition to the usual ones.
      ours: whether it runs a bot's Python class, inside our package.
      installed: folders of the installations that run it, which it may read as its own ones.
    """

    words: tuple[str, ...]
    folder: str
    own: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    ours: bool = False
    installed: tuple[str, ...] = ()


class Process:
    """A running program.

    Attributes:
      walls: what isolates it from the rest of the system, in words.
      has_played: whether it has played a game to its end.
    """

    def __init__(self, command: Command, limits: Limits) -> None:
        """Start it; ProgramError: it can't be started."""
        self.limits = limits
        self.scratch = tempfile.mkdtemp(prefix="bot-")
        life_theirs, life = os.pipe()
        status, status_theirs = os.pipe()
        own, installed = (
            [str(path) for folder in folders for path in entries(Path(folder), limits.hidden)]
            for folders in (command.own, command.installed)
        )
        order = {
            "command": list(command.words),
            "folder": command.folder,
            "readable": [path for path in (*SYSTEM, *command.readable) if os.path.exists(path)] + own + installed,
            "own": own,
            "listed": [*command.listed, *command.own, *command.installed],
            "environment": _environment(self.scratch, command.environment),
            "scratch": self.scratch,
            "memory": limits.memory,
            "processes": limits.processes,
            "walls": True,
            "life": life_theirs,
            "status": status_theirs,
        }
        launcher = str(Path(__file__).with_name("sandbox.py"))
        order_path = Path(self.scratch, "order.json")
        order_path.write_text(json.dumps(order))
        self.launcher = subprocess.Popen(
            [sys.executable, "-I", "-S", launcher, str(order_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(life_theirs, status_theirs),
        )
        os.close(life_theirs)
        os.close(status_theirs)
        assert self.launcher.stdin and self.launcher.stdout and self.launcher.stderr
        self._input, self._output = self.launcher.stdin.fileno(), self.launcher.stdout.fileno()
        self._errors = self.launcher.stderr.fileno()
        for number in (self._input, self._output, self._errors):
            os.set_blocking(number, False)
        self._line, self._said = bytearray(), bytearray()
        self.has_played = False
        self.pid = 0
        self.walls: list[str] = []
        self.held = _Held(self.launcher, life, self.scratch)
        self._end = weakref.finalize(self, self.held.end)
        self._stopped: list[int] | None = None
        self._used = self._others = 0.0
        self._looked = time.monotonic()
        try:
            self._started(status, life, command.words[0])
        except BaseException:
            self.close()
            raise
        finally:
            os.close(status)
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        self._poll.register(self._errors, select.POLLIN)

    def _started(self, status: int, life: int, name: str) -> None:
        """Read the launcher's status messages; as soon as there is a process, put it in a group, and let it begin."""
        poll, output, deadline = select.poll(), b"", time.monotonic() + START
        poll.register(status, select.POLLIN)
        report: dict[str, Any] = {}
        while time.monotonic() < deadline:
            if not poll.poll(100):
                continue
            part = os.read(status, 4096)
            output += part
            if not part:
                break
            for line in output.splitlines(keepends=True):
                if line.endswith(b"\n"):
                    report |= json.loads(line)
            if "pid" in report and not self.pid:
                self.pid = int(report["pid"])
                self._count()
                folders = [str(folder) for folder in self.held.group.folders] if self.held.group else []
                with contextlib.suppress(OSError):  # it has ended
                    os.write(life, json.dumps(folders).encode() + b"\n")
        if "failed" in report:
            raise ProgramError(f"{name} can't be started: {one_line(report['failed'])}")
        if "walls" not in report:
            with contextlib.suppress(OSError):
                self._said += os.read(self._errors, 1 << 16)
            raise ProgramError(f"{name} can't be started: {one_line(self._last_words() or 'the launcher has ended')}")
        self.walls = [*report["walls"], *sorted(self._can)]
        if self.held.counter is not None:
            self.walls.append(TIME)
        if "process" in self.walls:
            self.held.roots.clear()

    def _count(self) -> None:
        """Have the kernel count for us what the process and all that it starts use."""
        self.held.roots[:] = [self.pid]
        if LINUX:
            self.held.group = Group(self.pid, self.limits.memory, self.limits.processes)
            if TIME not in self._can:
                self.held.counter = counter(self.pid)

    @property
    def _can(self) -> set[str]:
        return self.held.group.can if self.held.group else set()

    @property
    def quiet(self) -> bool:
        """Whether it is running and has written nothing unrequested."""
        with contextlib.suppress(ProgramError):
            self._read(0)
            return not self._line
        return False

    def cpu(self) -> float:
        """Return the seconds of CPU time that it has used since the last call."""
        group, is_counted = self.held.group, TIME in self._can
        try:
            total = group.seconds() if group and is_counted else cpu_time(self.pid) + self._others
            if self.held.counter is not None:
                total = max(total, counted(self.held.counter))
        except OSError:  # it has ended: this is reported where an answer is read
            return 0.0
        if time.monotonic() - self._looked > LOOK_AT_LEAST:
            self._look()
        used, self._used = max(0.0, total - self._used), max(self._used, total)
        return used

    def _look(self) -> None:
        """Check all its processes: what the others have used counts, too."""
        self._looked = time.monotonic()
        if not LINUX:
            return
        total = self.usage()
        if total.memory > self.limits.memory << 20 or (self.held.group and self.held.group.was_full):
            raise ProgramError(MEMORY_FULL.format(self.limits))
        if total.processes > self.limits.processes:
            raise ProgramError(f"it has more than {self.limits.processes} processes")

    def usage(self) -> Usage:
        """Return what all its processes use, as the group counts it, or as far as it can be seen."""
        group = self.held.group
        if group and {MEMORY, TIME} <= group.can:
            with contextlib.suppress(OSError):
                return Usage(group.seconds(), group.memory(), group.processes())
        total = usage(self.pid, self.limits.memory << 20)
        with contextlib.suppress(OSError):
            self._others = max(self._others, total.cpu - cpu_time(self.pid))
        return total

    def rest(self) -> None:
        """Stop it until `wake`: between two games it has nothing to do."""
        if STOP in self._can and self.held.group:
            self.held.group.stop(True)
        elif LINUX:
            self._stopped = stop_tree(self.pid)

    def wake(self) -> None:
        """Let it go on after `rest`."""
        if STOP in self._can and self.held.group:
            self.held.group.stop(False)
        elif self._stopped is not None:
            continue_all(self._stopped)
            self._stopped = None

    def send(self, message: Mapping[str, Any]) -> None:
        """Write a message; ProgramError: it doesn't read, or has ended."""
        data = memoryview(json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
        deadline = None
        while data:
            try:
                data = data[os.write(self._input, data) :]
                continue
            except BlockingIOError:
                pass
            except BrokenPipeError:
                raise StrayError(self._ended("it closed its input")) from None
            deadline = deadline or time.monotonic() + self.limits.wall
            if time.monotonic() > deadline:
                raise ProgramError("it doesn't read what is sent to it")
            writable = select.poll()
            writable.register(self._input, select.POLLOUT)
            writable.poll(100)
            self._read(0)

    def receive(self, left: tuple[float, float] | None = None) -> tuple[dict[str, Any], float]:
        """Return its next message, and the CPU time that it has used since `cpu` was last asked.

        Args:
          left: seconds of CPU time that it has left for the game, and by the clock for the decision; None: it is to get
            ready.

        Raises:
          ProgramError: no message came, or none that can be read. Its words are the same each time: they name the
            limits, and nothing that is measured.
        """
        start, used, limits = time.monotonic(), 0.0, self.limits
        cpu, wall = left or (limits.start, limits.start)
        while True:
            end = self._line.find(b"\n")
            if end >= 0:
                line, self._line = bytes(self._line[:end]), self._line[end + 1 :]
                return _message(line), used + self.cpu()
            if len(self._line) > LONGEST_LINE:
                raise StrayError(f"it wrote a line of more than {LONGEST_LINE} bytes")
            if self._read(max(0.0, min(LOOK, start + wall - time.monotonic()))):
                continue
            if time.monotonic() - self._looked >= LOOK:
                self._look()
            used += self.cpu()
            if used > cpu:
                raise ProgramError(OUT_OF_TIME.format(limits) if left else NOT_READY.format(limits, "of CPU time"))
            if start + wall <= time.monotonic():
                raise ProgramError(NO_ANSWER.format(limits) if left else NOT_READY.format(limits, "by the clock"))

    def _read(self, seconds: float) -> bool:
        """Read what it writes, if something arrives in time; ProgramError: it has ended."""
        has_output = False
        for number, _ in self._poll.poll(1000 * seconds):
            try:
                part = os.read(number, 1 << 16)
            except BlockingIOError:
                continue
            if number == self._errors:
                self._said = (self._said + part)[-KEPT:]
                if not part:
                    self._poll.unregister(self._errors)
            elif part:
                self._line += part
                has_output = True
            elif b"\n" not in self._line:
                raise StrayError(self._ended("it closed its output"))
            else:
                has_output = True
        return has_output

    def _ended(self, closed: str) -> str:
        """Return how it has ended, or what it has `closed`, and its last message."""
        try:
            try:
                code = self.launcher.wait(1.0)
            except subprocess.TimeoutExpired:
                if not LINUX or born(self.pid):
                    raise
                code = self.launcher.wait(LAUNCHER_ENDS)  # the machine is busy
            by_signal = code - 128 in signal.valid_signals()
            end = f"its process ended ({f'signal {code - 128}' if by_signal else f'exit code {code}'})"
        except subprocess.TimeoutExpired:
            end = closed
        if self.held.group and self.held.group.was_full:
            return MEMORY_FULL.format(self.limits)
        with contextlib.suppress(OSError):
            self._said = (self._said + os.read(self._errors, 1 << 16))[-KEPT:]
        last = self._last_words()
        return f"{end}: {last}" if last else end

    def _last_words(self) -> str:
        """Return the last line that it wrote to standard error."""
        lines = self._said.decode(errors="replace").strip().splitlines()
        return one_line(lines[-1]) if lines else ""

    def close(self) -> None:
        """End it and everything that it has started."""
        self._end()


def entries(folder: Path, hidden: Sequence[str]) -> list[Path]:
    """Return what is in a folder, without hidden files; subfolders as a whole if nothing in them is hidden."""
    paths: list[Path] = []
    secret = {Path(f"{Path(path).absolute()}{ending}") for path in hidden for ending in ("", *BESIDE_STORE)}
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith(".") or entry in secret:
            continue
        if entry.is_dir() and any(path.is_relative_to(entry) for path in secret):
            paths += entries(entry, hidden)
        else:
            paths.append(entry)
    return paths


class _Held:
    """What must be given back when a process ends, also if nobody has closed it.

    Attributes:
      roots: of its processes, those that no process namespace ends.
      group: its control group; None: there is none yet.
      counter: the kernel's counter of its CPU time; None: none.
    """

    def __init__(self, launcher: subprocess.Popen[bytes], life: int, scratch: str) -> None:
        self.launcher, self._life, self.scratch = launcher, life, scratch
        self.roots = [launcher.pid]
        self.group: Group | None = None
        self.counter: int | None = None

    def end(self) -> None:
        for pid in self.roots:
            kill_tree(pid)
        os.close(self._life)  # the launcher ends what it has started, and itself
        launcher = self.launcher
        try:
            launcher.wait(LAUNCHER_ENDS)
        except subprocess.TimeoutExpired:
            launcher.kill()
            launcher.wait()
        for pipe in (launcher.stdin, launcher.stdout, launcher.stderr):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()
        if self.group:
            self.group.close()
        if self.counter is not None:
            os.close(self.counter)
        remove_scratch(self.scratch)


def _environment(scratch: str, variables: Sequence[tuple[str, str]]) -> dict[str, str]:
    usual = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "HOME": scratch, "TMPDIR": scratch}
    return usual | dict.fromkeys(THREADS, "1") | dict(variables)


def _message(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise StrayError(f"it wrote a line of more than {LONGEST_LINE} bytes")
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise StrayError(f"it wrote {one_line(line.decode(errors='replace'), 60)!r}, no JSON object in a line")
    return message
