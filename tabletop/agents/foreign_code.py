"""Keeps an agent's code that runs in this process from ending the process."""

import os
from typing import NoReturn

COPY = 70  # exit code of a forked copy of the process


class ForeignCode:
    """While an agent's code runs in this process, it can't end the process, nor return to our code in a fork of it.

    This is against accidents: `os._exit` raises SystemExit, and a copy made by `os.fork` ends where it would continue
    with our code.
    """

    def __enter__(self) -> None:
        self._process, self._leave = os.getpid(), os._exit
        os._exit = self._refuse  # type: ignore[assignment]

    def __exit__(self, *raised: object) -> None:
        os._exit = self._leave
        if os.getpid() != self._process:
            os._exit(COPY)

    def _refuse(self, code: int) -> NoReturn:
        if os.getpid() != self._process:
            self._leave(code)
        raise SystemExit(code)
