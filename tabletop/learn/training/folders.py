"""The folder of a run: a new one, and one in which a run may begin."""

from pathlib import Path
from shlex import quote

from tabletop.base.errors import one_line
from tabletop.base.files import read_json
from tabletop.learn.training.config import ConfigError

CONFIG = "config.json"
SHOWN = 3  # at most so many of a folder's names are told


def new_folder(runs: Path, name: str) -> Path:
    """Return a folder for a new run: `name`, or `name-2`, `name-3` … if that exists."""
    for number in range(1, 10_000):
        folder = runs / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir(parents=True)
            return folder
        except FileExistsError:
            continue
    raise ConfigError(f"{runs} holds too many runs called {name}")


def check_new(folder: Path) -> None:
    """Refuse a folder in which a run would write over what isn't its own; ConfigError.

    Nothing may be in it but hidden files, such as a killed beginning leaves.
    """
    names = sorted(path.name for path in folder.glob("[!.]*"))
    if CONFIG in names and _is_run(folder):
        raise ConfigError(f"{folder} holds a run already; go on with --resume {quote(str(folder))}")
    if names:
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        there = one_line(", ".join(names[:SHOWN])) + more
        raise ConfigError(f"{folder} isn't empty, and holds no run ({there}): name another folder")


def _is_run(folder: Path) -> bool:
    """Whether the folder's configuration is one of ours: other programs write files of this name, too."""
    try:
        data = read_json(folder / CONFIG)
    except (OSError, ValueError):
        return False
    return isinstance(data, dict) and "game" in data
