"""Keep Ctrl-C during compilation: an exception raised inside an LLVM callback is printed by ctypes and lost.

Otherwise Ctrl-C while a function is compiled, or loaded, could be lost, and the command would go on.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # those that commands end with; not every system has all


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise at the end what the handler of a signal raised in here, if it was lost or replaced by another error."""
    if threading.current_thread() is not threading.main_thread():  # others receive no signals
        yield
        return
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    handlers = {number: handler for number in numbers if callable(handler := signal.getsignal(number))}
    raised: list[BaseException] = []

    def handle(number: int, frame: FrameType | None) -> None:
        before = signal.getsignal(number)
        try:
            handlers[signal.Signals(number)](number, frame)
        except BaseException as error:
            raised.append(error)
            raise
        finally:
            after = signal.getsignal(number)
            if after is not before and callable(after):
                # The handler has put another one in its place: what that one raises may be lost, too.
                handlers[signal.Signals(number)] = after
                signal.signal(number, before)

    for number in handlers:
        signal.signal(number, handle)
    try:
        yield
    except BaseException as error:
        if raised and error not in raised:
            raise raised[0] from error
        raise
    finally:
        for number, handler in handlers.items():
            if signal.getsignal(number) is handle:  # else the handler has put the system's own in its place
                signal.signal(number, handler)
    if raised:
        raise raised[0]
