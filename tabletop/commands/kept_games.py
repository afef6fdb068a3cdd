"""Games of a person that are under way: where they are kept, how one is left by a signal."""

import shlex
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tabletop.commands.shell import Shell
from tabletop.files import data_folder
from tabletop.records import GameRecord, RecordError


class PersonLeft(Exception):  # noqa: N818  no error: the person leaves
    """The person has left the game."""


def kept_folder(shell: Shell) -> Path:
    """The folder of the games that are under way, or whose process has died."""
    return data_folder(shell.program) / "unfinished"


def saved_games(shell: Shell) -> list[str]:
    """The games of that folder, a line each, the latest first; those that can't be read are left out."""
    lines = []
    paths = kept_folder(shell).glob(f"*{shell.game.record_suffix}")
    for path in sorted(paths, key=lambda path: -path.stat().st_mtime):
        with suppress(RecordError, OSError):
            record = GameRecord.read(path.read_text(encoding="utf-8"), shell.game)
            players, turn = " against ".join(record.players), record.end.turn
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
            words = f"{when}  {players}, {record.scenario or 'a scenario of its own'}, turn {turn}"
            lines.append(f"{words}\n  {shell.program} play --resume {shlex.quote(str(path))}")
    return lines


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Leave the game, which is then saved, where the terminal is closed or the process is told to end."""

    def leave(number: int, frame: Any) -> None:
        raise PersonLeft

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    try:
        before = {name: signal.signal(getattr(signal, name), leave) for name in names}
    except ValueError:  # not in the main thread: nobody sends signals there
        before = {}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
