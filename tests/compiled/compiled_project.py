"""A package of our shape in a folder of its own, for tests of how rules are compiled and kept."""

import atexit
import functools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from tabletop.compiled import code_cache, compiling, fingerprints, interrupts, linking, shortcuts

LINKED = pytest.mark.skipif(
    not numba.__version__.startswith(compiling.TRIED), reason="this version of Numba compiles in its own way"
)
# Two games of our shape, with what both are made of in a template.
PACKAGE = {
    "tabletop/__init__.py": "",
    "tabletop/compiled/__init__.py": "",
    "tabletop/game/__init__.py": "",
    "tabletop/game/templates/__init__.py": "",
    "tabletop/game/templates/play.py": """
import numba
import numpy as np
from tabletop.compiled.compiling import rule

@rule
def top(points):
    return rules.worth(points)

@rule(parallel=True)
def total(values):
    points = 0
    for i in numba.prange(values.shape[0]):
        points += values[i]
    return points

@rule
def pick(values, index):
    return values[index]
""",
    "tabletop/plain.py": "NAME = 'no part of compiled code'\n",
    "game_one/__init__.py": "",
    "game_one/numbers.py": "BONUS = 100\n",
    "game_one/rules/__init__.py": "",
    "game_one/rules/costs.py": "COST = 2\n",
    "game_one/rules/callee.py": """
from tabletop.compiled.compiling import rule
from tests import ROOT
from .costs import COST

@rule(inline=True)
def spend(points):
    return points - COST
""",
    "game_one/kernels.py": """
from tabletop.compiled.compiling import rule
from game_one.numbers import BONUS
from game_one.rules.callee import spend

@rule
def worth(points):
    return spend(points) + BONUS
""",
    "game_one/bots.py": "from pathlib import Path\n__path__ = [str(Path(__file__).parent.parent / 'agents')]\n",
    "game_one/plain.py": "NAME = 'no part of compiled code'\n",
    "agents/__init__.py": "",
    "game_two/__init__.py": "",
    "game_two/kernels.py": """
from tabletop.compiled.compiling import rule

@rule
def worth(points):
    return 7 * points
""",
    "main.py": """
import json
import sys
import numba
import numpy as np
from tabletop.compiled import compiling
game, *more = sys.argv[1:]
for _ in range(2):
    compiling.announce_first_compilation(game)
play = compiling.instantiate("tabletop.game.templates.play", f"{game}.kernels")
print(json.dumps({
    "top": int(play.top(10)),
    "total": int(play.total(np.arange(5))) if "on all cores" in more else None,  # compiling that takes a second
    "folder": compiling.cache_folder(game).name if compiling.compiled() else None,
    "hits": sum(play.top.stats.cache_hits.values()) if compiling.compiled() else None,
    "cache_dir": numba.config.CACHE_DIR,
}))
""",
}


# Begins processes that have Numba loaded already, which takes most of the time of a small one: each is a copy of it.
NURSERY = """
import json, os, runpy, sys
import numba
import numpy
numba.njit(lambda: 0)()
for line in sys.stdin:
    told = json.loads(line)
    child = os.fork()
    if not child:
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    sys.exit()
sys.dont_write_bytecode = True
os.environ.clear()
os.environ.update(told["environment"])
os.chdir(told["root"])
sys.path.insert(0, told["root"])
for number, file in ((1, told["out"]), (2, told["err"])):
    os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
sys.argv = told["arguments"]
if sys.argv[0] == "-c":
    code = sys.argv.pop(1)
    exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})
else:
    runpy.run_path(sys.argv[0], run_name="__main__")
"""


@functools.cache
def nursery():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "COV_", "PYTHONPATH"))}
    started = subprocess.Popen([sys.executable, "-c", NURSERY], env=environment, **pipes)
    atexit.register(started.communicate)
    return started


def copied(root, arguments, environment):
    """What a copy of the nursery's process does, as if it had been started with these arguments in a folder."""
    told = {"root": str(root), "arguments": list(arguments), "environment": environment}
    files = {"out": str(root / "told.out"), "err": str(root / "told.err")}
    parent = nursery()
    print(json.dumps(told | files), file=parent.stdin, flush=True)
    code = int(parent.stdout.readline())
    return subprocess.CompletedProcess(arguments, code, *(Path(file).read_text() for file in files.values()))


class Project:
    """A package of our shape in a folder of its own, run in fresh processes."""

    def __init__(self, root: Path):
        self.root = root
        self.cache = root / "cache"
        for name, text in PACKAGE.items():
            self.write(name, text)
        for module in (code_cache, compiling, fingerprints, interrupts, linking, shortcuts):
            shutil.copy(module.__file__, root / "tabletop" / "compiled")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def python(self, *arguments, **variables):
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "COV_", "PAINTBALL_"))}
        environment |= {"PYTHONPATH": str(self.root), "PAINTBALL_CACHE": str(self.cache), **variables}
        # Python's own cache doesn't see an edit within the same second that leaves a file's length as it was.
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        # Numba reads its variables when it is loaded; and what Python itself is told it has to be started with.
        if sys.platform == "linux" and not any(name.startswith("NUMBA_") for name in variables):
            if arguments[0] == "-c" or not arguments[0].startswith("-"):
                return copied(self.root, arguments, environment)
        return subprocess.run(
            [sys.executable, *arguments], cwd=self.root, env=environment, capture_output=True, text=True
        )

    def run(self, game="game_one", *more, **variables):
        done = self.python("main.py", game, *more, **variables)
        assert done.returncode == 0, done.stderr
        return {**json.loads(done.stdout), "said": done.stderr}

    def folders(self):
        return {path.name for path in (self.cache / "kernels").iterdir()}


# Which functions are compiled, in a process that calls only what `body` calls.
COUNTED = """
import json
from numba.core import event
from tabletop.compiled import compiling
compiled = event.RecordingListener()
event.register("numba:compile", compiled)
play = compiling.instantiate("tabletop.game.templates.play", "game_one.kernels")
{body}
print(json.dumps([each.data["dispatcher"].__name__ for _, each in compiled.buffer if each.is_start]))
"""


def compiled_in(project, body):
    done = project.python("-c", COUNTED.format(body=body))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
