"""Keeps an agent's code that runs in this process from ending the process."""

import os
from types import TracebackType
from typing import NoReturn

COPY = 70  # exit code of a forked copy of the process


class ForeignError(Exception):
    """An agent's code raised something that isn't derived from Exception, such as `asyncio.CancelledError`.

    Attributes:
      original: what it raised.
    """

    def __init__(self, original: BaseException) -> None:
        super().__init__()
        self.original = original


class ForeignCode:
    """While an agent's code runs in this process, it can't end the process, nor return to our code in a fork of it.

    This is against accidents: `os._exit` raises SystemExit, and a copy made by `os.fork` ends where it would continue
    with our code. Whatever else the code raises is an Exception or a KeyboardInterrupt.
    """

    def __enter__(self) -> None:
        self._process, self._leave = os.getpid(), os._exit
        os._exit = self._refuse  # type: ignore[assignment]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os._exit = self._leave
        if os.getpid() != self._process:
            os._exit(COPY)
        if error is not None and not isinstance(error, (Exception, SystemExit, KeyboardInterrupt)):
            raise ForeignError(error).with_traceback(trace) from error

    def _refuse(self, code: int) -> NoReturn:
        if os.getpid() != self._process:
            self._leave(code)
        raise SystemExit(code)
