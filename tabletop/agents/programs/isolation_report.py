"""The walls around a bot's process in words."""

from collections.abc import Sequence

from tabletop.agents.programs import groups

TIME = "limits of time, memory and processes"
KEPT_FROM = {
    "the network": ("network",),
    "the processes of others": ("process", "landlock 6"),
    "files of others": ("landlock 1",),
    "the system's clock": ("user", "another user", "no privileges"),
}
LIMITED = {
    "processes without end": (groups.PROCESSES, "number of a user's"),
    "uncounted CPU time": (groups.TIME,),
    "uncounted memory": (groups.MEMORY,),
}


def _stands(walls: Sequence[str], needed: str) -> bool:
    if needed.startswith("landlock"):
        return any(wall.startswith("landlock") and int(wall.split()[1]) >= int(needed.split()[1]) for wall in walls)
    return needed in walls


def _closed(walls: Sequence[str], needed: Sequence[str]) -> bool:
    return any(_stands(walls, wall) for wall in needed)


def standing(walls: Sequence[str]) -> str:
    """Return what limits a bot's process: resource limits, and what it can't reach."""
    closed = [target for target, needed in KEPT_FROM.items() if _closed(walls, needed)]
    return f"{TIME}; kept from {', '.join(closed)}" if closed else TIME


def lacking(walls: Sequence[str]) -> str:
    """Return what a bot's process could reach; empty: none of this."""
    return ", ".join(target for target, needed in (KEPT_FROM | LIMITED).items() if not _closed(walls, needed))
