"""What keeps an agent's code that runs in this process from ending it."""

import os
from typing import NoReturn

COPY = 70  # exit code of a copy of a process


class ForeignCode:
    """While an agent's code runs in this process: it ends neither the process nor returns to us in a copy of it.

    Against accidents: `os._exit` raises SystemExit, and a copy that `os.fork` has made ends where it would go on with
    our work.
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
