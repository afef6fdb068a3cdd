"""Signals that come while LLVM calls Python back: ctypes prints what is raised there, and ignores it.

So Ctrl-C while a function is compiled could be lost, and the command would go on.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # those that commands end with; not every system has all


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise at the end what the handler of a signal raised in here, if it was lost."""
    if threading.current_thread() is not threading.main_thread():  # others receive no signals
        yield
        return
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    handlers = {number: handler for number in numbers if callable(handler := signal.getsignal(number))}
    raised: list[BaseException] = []

    def handle(number: int, frame: FrameType | None) -> None:
        try:
            handlers[signal.Signals(number)](number, frame)
        except BaseException as error:
            raised.append(error)
            raise

    for number in handlers:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            if signal.getsignal(number) is handle:  # else the handler has put another one in its place
                signal.signal(number, handler)
    if raised:
        raise raised[0]
