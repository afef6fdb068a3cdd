"""Does Ctrl-C end a command also where what it raises is ignored?"""

import ctypes
import os
import signal
import threading

import pytest

from tabletop.compiled.interrupts import interruptible

LOST = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def ctrl_c():
    """Python's own handler: a worker of tests ignores the signal, as a shell's job in the background does."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def called_back(function):
    """Call a function as LLVM does: what it raises is printed and ignored."""
    ctypes.CFUNCTYPE(None)(function)()


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)


@LOST
def test_what_is_lost_is_raised_again():
    before = signal.getsignal(signal.SIGINT)
    called_back(interrupt)  # lost
    with pytest.raises(KeyboardInterrupt), interruptible():
        called_back(interrupt)
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt), interruptible():  # also from one compilation within another
        with interruptible():
            called_back(interrupt)
        pytest.fail("the outer one went on")


def test_what_is_not_lost_comes_at_once():
    gone_on = []
    with pytest.raises(KeyboardInterrupt), interruptible():
        interrupt()
        gone_on.append(1)
    assert not gone_on


def test_a_handler_that_raises_nothing_is_called_once():
    calls = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: calls.append(number))
    try:
        with interruptible():
            os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert calls == [signal.SIGTERM]


def test_a_handler_may_put_another_one_in_its_place():
    """As training does: the first signal asks for an end, the second one ends at once."""
    last = signal.getsignal(signal.SIGTERM)

    def ask(number, frame):
        signal.signal(number, last)

    signal.signal(signal.SIGTERM, ask)
    try:
        with interruptible(), interruptible():
            os.kill(os.getpid(), signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is last
    finally:
        signal.signal(signal.SIGTERM, last)


@LOST
def test_the_handler_that_was_put_in_its_place_is_not_lost_either():
    """As in training: the first Ctrl-C is remembered, and the second one comes while the same function is compiled."""
    last, asked = signal.getsignal(signal.SIGINT), []

    def ask(number, frame):
        asked.append(number)
        signal.signal(number, last)

    signal.signal(signal.SIGINT, ask)
    with pytest.raises(KeyboardInterrupt), interruptible(), interruptible():
        called_back(interrupt)
        called_back(interrupt)
    assert asked == [signal.SIGINT] and signal.getsignal(signal.SIGINT) is last


def test_a_handler_may_put_the_systems_in_its_place():
    before = signal.signal(signal.SIGTERM, lambda number, frame: signal.signal(number, signal.SIG_IGN))
    try:
        with interruptible():
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


@LOST
def test_another_error_replaces_no_interrupt():
    """Numba fails on what a lost signal has left half done."""
    with pytest.raises(KeyboardInterrupt) as caught, interruptible():
        called_back(interrupt)
        raise RuntimeError("half done")
    assert isinstance(caught.value.__cause__, RuntimeError)
    with pytest.raises(RuntimeError, match="as ever"), interruptible():
        raise RuntimeError("as ever")


def test_other_threads_compile_too():
    done = []

    def work():
        with interruptible():
            done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done


@LOST
def test_a_function_that_is_compiled_lets_nothing_be_lost(monkeypatch):
    from tabletop.compiled import compiling, linking

    if not compiling.compiled():
        pytest.skip("plain mode")
    from numba.core.compiler import Compiler

    monkeypatch.setattr(Compiler, "compile_extra", lambda self, function: called_back(interrupt))
    with pytest.raises(KeyboardInterrupt):
        linking._Compiler.compile_extra(object.__new__(linking._Compiler), None)


@LOST
def test_a_function_that_is_loaded_lets_nothing_be_lost(monkeypatch):
    from tabletop.compiled import code_cache, compiling

    if not compiling.compiled():
        pytest.skip("plain mode")
    from numba.core.registry import cpu_target

    monkeypatch.setattr(code_cache.EntryCache, "_load_overload", lambda *anything: called_back(interrupt))
    cache = object.__new__(code_cache.EntryCache)
    with pytest.raises(KeyboardInterrupt):
        cache.load_overload(None, cpu_target.target_context)
