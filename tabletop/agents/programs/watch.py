"""What the processes of a bot use, seen from outside: CPU time, memory, their number. On Linux alone."""

import os
import resource
import signal
import sys
import time
from contextlib import suppress
from typing import NamedTuple

LINUX = sys.platform == "linux"
TICK = os.sysconf("SC_CLK_TCK") if LINUX else 100
PAGE = resource.getpagesize()


class Usage(NamedTuple):
    """What a process and its descendants use: seconds of CPU time, bytes of memory, number of processes."""

    cpu: float
    memory: int
    processes: int


def cpu_time(pid: int) -> float:
    """Return the seconds of CPU time of one process, all its threads; OSError: it has ended.

    By the clock that POSIX gives each process: `clock_getcpuclockid` makes its number so on Linux.
    """
    if not LINUX:
        return 0.0
    return time.clock_gettime((~pid << 3) | 2)


def _fields(pid: int) -> list[str]:
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()


def tree(pid: int) -> list[int]:
    """Return a process and its descendants, as many as are left."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if LINUX else ():
        if name.isdigit():
            with suppress(OSError, IndexError):
                children.setdefault(int(_fields(int(name))[1]), []).append(int(name))
    family = [pid]
    for one in family:
        family += children.get(one, [])
    return family


def usage(pid: int) -> Usage:
    """Return what a process and its descendants use now; children that have ended count with their time."""
    cpu, memory, processes = 0.0, 0, 0
    for one in tree(pid):
        with suppress(OSError, IndexError):
            fields = _fields(one)
            with open(f"/proc/{one}/statm") as file:
                _, resident, shared, *_ = map(int, file.read().split())
            cpu += cpu_time(one) + (int(fields[13]) + int(fields[14])) / TICK
            memory += max(0, resident - shared) * PAGE
            processes += 1
    return Usage(cpu, memory, processes)


def kill_tree(pid: int) -> None:
    """End a process and its descendants, those that it starts meanwhile too; its own child processes alone may be."""
    for _ in range(3):
        for one in reversed(tree(pid)):
            with suppress(OSError):
                os.kill(one, signal.SIGKILL)
