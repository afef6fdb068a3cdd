"""The resources used by a bot's processes, measured from outside: CPU time, memory, their number. Only on Linux.

Control groups (`tabletop.agents.programs.groups`) measure more, but not every system lets us make them.
"""

import ctypes
import os
import platform
import resource
import signal
import struct
import sys
import time
from contextlib import suppress
from typing import NamedTuple

from tabletop.agents.programs.sandbox import SCRATCH_MIB

LINUX = sys.platform == "linux"
TICK = os.sysconf("SC_CLK_TCK") if LINUX else 100
PAGE = resource.getpagesize()
OPEN_COUNTER = {"x86_64": 298, "aarch64": 241}  # the system call `perf_event_open`
# struct perf_event_attr: of its kinds the software's task clock; counted also in all that the process starts, outside
# the kernel's own code as far as that can be told: so users may do it.
COUNTER = struct.pack("=IIQQQQQ72x", 1, 112, 1, 0, 0, 0, 1 << 1 | 1 << 5 | 1 << 6)
CLOSE_ON_EXEC = 8


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


def counter(pid: int) -> int | None:
    """Open the kernel's counter of CPU time for a process and all that it is going to start; None: it isn't allowed.

    It includes those that have ended, also if nobody has waited for them.
    """
    call = OPEN_COUNTER.get(platform.machine()) if LINUX else None
    number = -1 if call is None else ctypes.CDLL(None).syscall(call, COUNTER, pid, -1, -1, CLOSE_ON_EXEC)
    return None if number < 0 else int(number)


def counted(number: int) -> float:
    """Return the seconds that a counter shows."""
    return float(struct.unpack("=Q", os.read(number, 8))[0]) / 1e9


def _fields(pid: int) -> list[str]:
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()


def born(pid: int) -> str:
    """Return when a running process was started, in the kernel's count; empty: there is none."""
    with suppress(OSError, IndexError):
        state, *fields = _fields(pid)
        return "" if state in "ZX" else fields[18]
    return ""


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


def usage(pid: int, memory: int) -> Usage:
    """Return what a process and its descendants use now; the time of children that were waited for is included.

    Args:
      pid: of the process.
      memory: how many bytes they may hold: what they share is counted exactly only where it seems to be more. Of shared
        memory, what a full scratch folder takes is free.
    """
    cpu, own, processes = 0.0, 0, 0
    family = tree(pid)
    for member in family:
        with suppress(OSError, IndexError):
            fields = _fields(member)
            with open(f"/proc/{member}/statm") as file:
                _, resident, shared, *_ = map(int, file.read().split())
            cpu += cpu_time(member) + (int(fields[13]) + int(fields[14])) / TICK
            own += max(0, resident - shared) * PAGE
            processes += 1
    unmapped = sum({file: size for member in family for file, size in _memory_files(member)}.values())
    free = SCRATCH_MIB << 20
    held = sum(_shared(member, "status", "RssShmem:") for member in family)
    if own + held - free > memory:
        held = sum(_shared(member, "smaps_rollup", "Pss_Shmem:") for member in family)
    return Usage(cpu, own + max(0, held - free, unmapped), processes)


def _shared(pid: int, file: str, name: str) -> int:
    """Return the bytes of shared memory that a file of a process's tells."""
    with suppress(OSError, ValueError), open(f"/proc/{pid}/{file}") as opened:
        return next((int(line.split()[1]) << 10 for line in opened if line.startswith(name)), 0)
    return 0


def _memory_files(pid: int) -> list[tuple[int, int]]:
    """Return the number and the size in bytes of each open file of a process that is memory alone (`memfd_create`)."""
    found = []
    with suppress(OSError):
        for name in os.listdir(f"/proc/{pid}/fd"):
            with suppress(OSError):
                if os.readlink(f"/proc/{pid}/fd/{name}").startswith("/memfd:"):
                    status = os.stat(f"/proc/{pid}/fd/{name}")
                    found.append((status.st_ino, 512 * status.st_blocks))
    return found


def stop_tree(pid: int) -> list[int]:
    """Stop a process and its descendants, including those that it starts meanwhile; return all."""
    stopped: list[int] = []
    while new := [member for member in tree(pid) if member not in stopped]:
        _signal(new, signal.SIGSTOP)
        stopped += new
    return stopped


def _signal(members: list[int], number: int) -> None:
    for member in members:
        with suppress(OSError):
            os.kill(member, number)


def continue_all(members: list[int]) -> None:
    """Let stopped processes go on."""
    _signal(members, signal.SIGCONT)


def kill_tree(pid: int) -> None:
    """End a process and its descendants, including those that it starts meanwhile; only for our own child processes."""
    for _ in range(3):
        _signal(tree(pid)[::-1], signal.SIGKILL)
