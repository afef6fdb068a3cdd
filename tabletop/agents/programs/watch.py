"""The resources used by a bot's processes, measured from outside: CPU time, memory, their number. Only on Linux."""

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
    """The use of a process and its descendants: seconds of CPU time, bytes of memory, number of processes."""

    cpu: float
    memory: int
    processes: int


def cpu_time(pid: int) -> float:
    """Return the seconds of CPU time of one process with all its threads; OSError: it has ended.

    It uses the clock that POSIX gives each process: this is how `clock_getcpuclockid` computes its number on Linux.
    """
    if not LINUX:
        return 0.0
    return time.clock_gettime((~pid << 3) | 2)


def _fields(pid: int) -> list[str]:
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()


def tree(pid: int) -> list[int]:
    """Return a process and those of its descendants that are still running."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if LINUX else ():
        if name.isdigit():
            with suppress(OSError, IndexError):
                children.setdefault(int(_fields(int(name))[1]), []).append(int(name))
    family = [pid]
    for member in family:
        family += children.get(member, [])
    return family


def usage(pid: int) -> Usage:
    """Return what a process and its descendants use now; the time of children that have ended is included."""
    cpu, memory, processes = 0.0, 0, 0
    for member in tree(pid):
        with suppress(OSError, IndexError):
            fields = _fields(member)
            with open(f"/proc/{member}/statm") as file:
                _, resident, shared, *_ = map(int, file.read().split())
            cpu += cpu_time(member) + (int(fields[13]) + int(fields[14])) / TICK
            memory += max(0, resident - shared) * PAGE
            processes += 1
    return Usage(cpu, memory, processes)


def kill_tree(pid: int) -> None:
    """End a process and its descendants, including those that it starts meanwhile; only for our own child processes."""
    for _ in range(3):
        for member in reversed(tree(pid)):
            with suppress(OSError):
                os.kill(member, signal.SIGKILL)
