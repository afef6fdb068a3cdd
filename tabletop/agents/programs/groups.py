"""Control groups: what the Linux kernel counts, limits and stops for all processes of a bot together.

Version 1 has a tree of groups for each kind of resource, version 2 one tree for all kinds; a system may have both. A
group is named after the referee that made it: so a group whose referee is dead can be told, and removed.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

from tabletop.agents.programs.sandbox import SCRATCH_MIB, TASKS, end_group, remove_group
from tabletop.agents.programs.usage import LINUX, born

NAME = "tabletop-bot"
KINDS = {"cpu", "cpuacct", "memory", "pids", "freezer"}  # trees of version 1 that are of use
UNIFIED = "unified"  # the tree of version 2
# What a group can: count the time of all, limit their memory and their number, stop them.
TIME, MEMORY, PROCESSES, STOP = "time of all", "memory of all", "number of all", "stop of all"
STOPS = (("cgroup.freeze", "1", "0"), ("freezer.state", "FROZEN", "THAWED"))
MEMORY_LIMITS = (
    ("memory.limit_in_bytes", ("memory.memsw.limit_in_bytes", None)),
    ("memory.max", ("memory.swap.max", 0)),
)
_numbers = count()


@cache
def places() -> tuple[Path, ...]:
    """Return the folders in which we may make groups, one in each tree; empty: none."""
    own: dict[str, str] = {}
    folders: list[Path] = []
    try:
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, kinds, path = line.split(":", 2)
            own |= dict.fromkeys(kinds.split(",") if kinds else [UNIFIED], path)
    except (OSError, ValueError):
        return ()
    for tree, top, mounted in _mounted():
        path = next((own[kind] for kind in tree if kind in own), "/..")
        if path.startswith("/.."):  # outside what we see
            continue
        # In a container the tree's top may be its own group.
        folder = mounted / path.removeprefix(top if path.startswith(top) else path).lstrip("/")
        if UNIFIED in tree and folder != mounted and _given(folder.parent) > _given(folder):
            folder = folder.parent  # a group that has processes gives its own groups no limits
        if os.access(folder, os.W_OK):
            folders.append(folder)
    return tuple(folders)


def _given(folder: Path) -> int:
    """Tell how many kinds of resources a group of version 2 shares out among its own groups."""
    try:
        return len((folder / "cgroup.subtree_control").read_text().split()) if os.access(folder, os.W_OK) else -1
    except OSError:
        return -1


def _mounted() -> Iterator[tuple[set[str], str, Path]]:
    """Yield the kinds of each mounted tree, which of its groups is mounted, and where."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines() if LINUX else ():
        before, _, after = line.partition(" - ")
        top, place = before.split()[3:5]
        system, *_, options = after.split()
        tree = {UNIFIED} if system == "cgroup2" else KINDS & set(options.split(",")) if system == "cgroup" else set()
        if tree:
            yield tree, top, Path(place)


class Group:
    """The control group of one bot's processes: a folder in each tree, where the system lets us make one.

    Attributes:
      folders: these.
      can: what it can: `TIME`, `MEMORY`, `PROCESSES`, `STOP`.
    """

    def __init__(self, pid: int, memory: int, processes: int) -> None:
        """Make it, and move a process into it.

        Args:
          pid: of the process; all that it starts is in the group, too.
          memory: MiB for all together, beside the scratch folder.
          processes: maximum number at a time.
        """
        _clear_once()
        name = f"{NAME}-{_namespace()}-{os.getpid()}-{born(os.getpid())}-{next(_numbers)}"
        self.folders: list[Path] = []
        for folder in (parent / name for parent in places()):
            with suppress(OSError):
                folder.mkdir()
                if _write(folder / "cgroup.procs", pid):
                    self.folders.append(folder)
                else:
                    folder.rmdir()
        self.can: set[str] = set()
        self._memory = Path()
        most = (memory + SCRATCH_MIB) << 20
        for limit, (swap, most_swap) in MEMORY_LIMITS:
            if (folder_of := self._with(limit)) and _write(folder_of / limit, most):
                _write(folder_of / swap, most if most_swap is None else most_swap)
                self._memory = folder_of
                self.can.add(MEMORY)
        if (folder_of := self._with("pids.max")) and _write(folder_of / "pids.max", processes * TASKS):
            self.can.add(PROCESSES)
        self._stops = [(where / file, words) for file, *words in STOPS if (where := self._with(file))][:1]
        self.can |= {STOP} if self._stops else set()
        self._open = -1
        for file, beside, self._second in (("cpuacct.usage", "", 10**9), ("cpu.stat", "cgroup.events", 10**6)):
            if self._open < 0 and (folder_of := self._with(file, beside)):
                self._open = os.open(folder_of / file, os.O_RDONLY | os.O_CLOEXEC)
                self.can.add(TIME)
                break

    def _with(self, file: str, beside: str = "") -> Path | None:
        """Return the folder that has this file and the one beside it; None: there is none."""
        return next((each for each in self.folders if (each / file).exists() and (each / beside).exists()), None)

    def seconds(self) -> float:
        """Return the CPU time that all its processes have used, those that have ended included."""
        words = os.pread(self._open, 64, 0).split()  # the number alone, or behind its name
        return int(words[0] if len(words) == 1 else words[1]) / self._second

    def memory(self) -> int:
        """Return the bytes that its processes hold: their own ones, and shared ones beyond a full scratch folder."""
        lines = (line.split() for line in (self._memory / "memory.stat").read_text().splitlines())
        held = {name: int(number) for name, number in lines}
        own, shared = held.get("total_rss", held.get("anon", 0)), held.get("total_shmem", held.get("shmem", 0))
        return own + max(0, shared - (SCRATCH_MIB << 20))

    @property
    def was_full(self) -> bool:
        """Whether the kernel has ended one of its processes, because together they held too much memory."""
        for name in ("memory.oom_control", "memory.events") if MEMORY in self.can else ():
            with suppress(OSError):
                return "oom_kill 0" not in (self._memory / name).read_text().splitlines()
        return False

    def processes(self) -> int:
        """Return how many processes it has."""
        return len((self.folders[0] / "cgroup.procs").read_text().split())

    def stop(self, is_stopped: bool) -> None:
        """Stop all its processes, or let them go on."""
        for file, (stopped, running) in self._stops:
            _write(file, stopped if is_stopped else running)

    def close(self) -> None:
        """End its processes, and remove it."""
        if self._open >= 0:
            os.close(self._open)
            self._open = -1
        end_group(list(map(str, self.folders)))
        remove_group(list(map(str, self.folders)))


def _write(file: Path, value: object) -> bool:
    try:
        with open(file, "r+") as opened:  # doesn't make a file
            opened.write(str(value))
    except OSError:
        return False
    return True


@cache
def _namespace() -> int:
    """Return the number of our process namespace: ids of processes of another one mean nothing here."""
    return os.stat("/proc/self/ns/pid").st_ino


@cache
def _clear_once() -> None:
    clear()


def clear() -> None:
    """End and remove groups whose referees are dead, wherever in the trees they are."""
    for _, _, place in _mounted():
        for folder, inner, _ in os.walk(place):
            for name in [name for name in inner if name.startswith(f"{NAME}-")]:
                inner.remove(name)
                namespace, pid, start, _ = name.removeprefix(f"{NAME}-").split("-")
                if int(namespace) == _namespace() and born(int(pid)) != start:
                    end_group([os.path.join(folder, name)])
                    remove_group([os.path.join(folder, name)])
