"""A person's games in the terminal: where they are stored, and leaving a game on a signal."""

import shlex
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tabletop.base.files import data_folder, is_stream
from tabletop.front.commands.shell import Shell
from tabletop.play.records import GameRecord

MOST_LISTED = 20


class PersonLeft(KeyboardInterrupt):  # also while a bot decides: no fault of the bot
    """The person has left the game."""


def kept_folder(shell: Shell) -> Path:
    """Return the folder in which games are saved as they are played, and stay."""
    return data_folder(shell.program) / "games"


def new_file(shell: Shell, seed: int) -> Path:
    """Return the path at which a new game is saved."""
    stem, suffix = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{seed}", shell.game.record_suffix
    names = (f"{stem}{tail}{suffix}" for tail in ("", *(f"-{k}" for k in range(2, 1000))))
    return next(path for path in map(kept_folder(shell).joinpath, names) if not path.exists())


def is_own(file: Path, record: GameRecord) -> bool:
    """Tell whether writing a game to a file loses no other one: it is new, or holds what the game was up to now."""
    if is_stream(file) or not file.exists() or file.stat().st_size == 0:
        return True
    with suppress(ValueError):  # what can't be read is something else
        old = GameRecord.load(file, record.definition)
        actions, old_actions = ([line.action for line in each.lines] for each in (record, old))
        return old.header() == record.header() and old_actions == actions[: len(old_actions)]
    return False


def check_own(file: Path, record: GameRecord) -> None:
    """Check that a game may be written to a file (`is_own`); ValueError: something else is in it; one line."""
    if not is_own(file, record):
        raise ValueError(f"{file} is there already, and something else than this game is in it: choose another name")


def saved_games(shell: Shell) -> list[str]:
    """Return the latest games in that folder, each with a command to show or continue it; unreadable ones left out."""
    lines = []
    paths = kept_folder(shell).glob(f"*{shell.game.record_suffix}")
    for path in sorted(paths, key=lambda path: -path.stat().st_mtime)[:MOST_LISTED]:
        with suppress(ValueError, OSError):
            record = GameRecord.load(path, shell.game)
            players, turn = " against ".join(record.players), record.end.turn
            date = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
            words = f"{date}  {players}, {record.scenario or 'a scenario of its own'}, turn {turn}"
            words += f", over: {record.end.over}" if record.end.over else ""
            lines.append(f"{words}\n  {shell.program} {_next(record)} {shlex.quote(str(path))}")
    return lines


def _next(record: GameRecord) -> str:
    """Return the command for a game: to look at it if it is over, otherwise to continue it."""
    return "view" if record.end.over else "play --resume"


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Leave the game, which is then saved, if the terminal is closed or the process is asked to end."""

    def leave(number: int, frame: Any) -> None:
        raise PersonLeft

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    try:
        before = {name: signal.signal(getattr(signal, name), leave) for name in names}
    except ValueError:  # not in the main thread, which receives no signals
        before = {}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
