"""Tasks for tests of workers, in a module that imports next to nothing: each process that does one imports it."""

import os
import signal
import sys
from multiprocessing import get_context


class Square:
    """A task; the first time it is done its process is killed."""

    def __init__(self, number, trace):
        self.number, self.trace, self.words = number, trace, f"the square of {number}"

    def work(self, note):
        if self.trace is not None:
            tries = self.trace.read_text() if self.trace.exists() else ""
            self.trace.write_text(tries + "x")
            if not tries or "always" in self.trace.name:
                os.kill(os.getpid(), signal.SIGKILL)
        return self.number**2


class Forks:
    """A task that has a process of its own."""

    words = "a task with a process"

    def work(self, note):
        child = get_context("fork").Process(target=int)
        child.start()
        child.join()
        return child.exitcode


class Setting:
    """A task: its process's paths of modules, and what programs that it starts will be told of them."""

    words = "paths"

    def work(self, note):
        return sys.path, os.environ.get("PYTHONSAFEPATH")


class Dying:
    """A task that ends its process."""

    def work(self, note):
        note("begun")
        os._exit(9)


class Wrong:
    def work(self, note):
        raise ValueError("no such agent any more")
