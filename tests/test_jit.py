"""Is compiled code always made from the present sources, and does the plain lane run the same ones?"""

import importlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paintball_env import BatchedGames, PaintballParallelEnv
from paintball_env.scenario import Scenario
from tabletop import compiling as _jit
from tabletop.game import Game

PACKAGE = {
    "paintball_env/__init__.py": "",
    "paintball_env/numbers.py": "BONUS = 100\n",
    "paintball_env/rules/__init__.py": "",
    "paintball_env/rules/costs.py": "COST = 2\n",
    "paintball_env/rules/callee.py": """
from .._jit import rule
from .costs import COST

@rule(inline=True)
def spend(points):
    return points - COST
""",
    "tabletop/kernels.py": """
import numba
import numpy as np
from ._jit import rule
from .numbers import BONUS
from .rules.callee import spend

@rule
def top(points):
    return spend(points) + BONUS

@rule(parallel=True)
def total(values):
    found = 0
    for i in numba.prange(values.shape[0]):
        found += values[i]
    return found

@rule
def pick(values, index):
    return values[index]
""",
    "agents/__init__.py": "",
    "agents/plain.py": "NAME = 'no part of compiled code'\n",
    "main.py": """
import json
import numba
import numpy as np
from paintball_env import _jit
for _ in range(2):
    _jit.announce_first_compilation()
from tabletop.kernels import top, total
print(json.dumps({
    "top": int(top(10)),
    "total": int(total(np.arange(5))),
    "folder": _jit.cache_folder().name if _jit.compiled() else None,
    "hits": sum(top.stats.cache_hits.values()) if _jit.compiled() else None,
    "cache_dir": numba.config.CACHE_DIR,
}))
""",
}


class Project:
    """A package of our shape in a folder of its own, run in fresh processes."""

    def __init__(self, root: Path):
        self.root = root
        self.cache = root / "cache"
        for name, text in PACKAGE.items():
            self.write(name, text)
        shutil.copy(_jit.__file__, root / "paintball_env" / "_jit.py")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def python(self, *arguments, **variables):
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "COV_"))}
        environment |= {"PYTHONPATH": str(self.root), "PAINTBALL_CACHE": str(self.cache), **variables}
        return subprocess.run(
            [sys.executable, *arguments], cwd=self.root, env=environment, capture_output=True, text=True
        )

    def run(self, **variables):
        done = self.python("main.py", **variables)
        assert done.returncode == 0, done.stderr
        return {**json.loads(done.stdout), "said": done.stderr}

    def folders(self):
        return {path.name for path in (self.cache / "kernels").iterdir()}


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


def test_second_process_takes_the_kept_code(project):
    first, second = project.run(), project.run()
    assert (first["top"], first["total"], first["hits"]) == (108, 10, 0)
    assert (second["top"], second["total"], second["hits"]) == (108, 10, 1)
    assert first["said"].startswith("compiling the rules, once: about 5 s") and second["said"] == ""
    assert len(first["said"].splitlines()) == 1  # once a process
    assert first["cache_dir"] == ""  # given back after decorating


def test_the_announcement_can_be_turned_off(project):
    assert project.run(PAINTBALL_QUIET="1")["said"] == ""


@pytest.mark.parametrize("module", ["door", "table", "engine"])
def test_doors_announce_before_they_compile(module, monkeypatch):
    calls = []
    found = importlib.import_module(f"paintball_env.{module}")
    for name in ("announce_first_compilation", "start_record"):
        usual = getattr(found, name)
        monkeypatch.setattr(found, name, lambda *a, name=name, usual=usual: calls.append(name) or usual(*a))
    {"door": PaintballParallelEnv, "table": lambda name: BatchedGames(Scenario.load(name), 1), "engine": Game}[module](
        "capture-the-flag-basic-drawn"
    )
    assert calls == ["announce_first_compilation", "start_record"]


@pytest.mark.parametrize(
    ("name", "old", "new", "top"),
    [
        ("paintball_env/rules/costs.py", "COST = 2", "COST = 3", 107),
        ("paintball_env/rules/callee.py", "points - COST", "points + COST", 112),
        ("paintball_env/numbers.py", "BONUS = 100", "BONUS = 200", 208),
    ],
)
def test_edit_in_another_file_is_seen(project, name, old, new, top):
    before = project.run()
    project.write(name, PACKAGE[name].replace(old, new))
    after = project.run()
    assert (before["top"], after["top"]) == (108, top)
    project.write(name, PACKAGE[name])
    back = project.run()
    # The former code is still there and is taken again.
    assert (back["top"], back["folder"]) == (108, before["folder"])
    assert len(project.folders()) == 2


def test_edit_of_what_is_not_compiled_keeps_the_code(project):
    before = project.run()
    project.write("agents/plain.py", "NAME = 'another'\n")
    assert project.run()["folder"] == before["folder"]
    project.write("agents/bot.py", "from tabletop.compiling import rule\n")
    assert project.run()["folder"] != before["folder"]


def test_bounds_checked_code_lies_apart_and_is_checked(project):
    plain, checked = project.run(), project.run(NUMBA_BOUNDSCHECK="1")
    assert plain["folder"] != checked["folder"] and checked["hits"] == 0
    beyond = "import numpy as np; from tabletop.kernels import pick; pick(np.arange(3), 3)"
    assert project.python("-c", beyond).returncode == 0
    assert "IndexError" in project.python("-c", beyond, NUMBA_BOUNDSCHECK="1").stderr


def test_plain_mode_gives_the_function_itself(project):
    assert (project.run(NUMBA_DISABLE_JIT="1")["top"], project.cache.exists()) == (108, False)
    same = """
from tabletop.compiling import compiled, rule
def f(): return 1
assert rule(f) is f and rule(parallel=True)(f) is f and not compiled()
"""
    assert project.python("-c", same, NUMBA_DISABLE_JIT="1").stderr == ""


def test_plain_mode_is_silent_on_wrapping_and_on_nothing_else(project):
    wrap = """
import numpy as np
import tabletop.compiling
big = np.uint64(2**63)
print(int((big + np.uint64(5)) * np.uint64(3)), int(big + big))
"""
    done = project.python("-W", "error", "-c", wrap, NUMBA_DISABLE_JIT="1")
    assert (done.stdout, done.stderr) == (f"{2**63 + 15} 0\n", "")
    assert "RuntimeWarning" in project.python("-W", "error", "-c", wrap).stderr
    divide = "import numpy as np, tabletop.compiling; np.int64(1) // np.int64(0)"
    assert "RuntimeWarning" in project.python("-W", "error", "-c", divide, NUMBA_DISABLE_JIT="1").stderr


def test_only_the_newest_folders_and_those_in_use_stay(project):
    kernels = project.cache / "kernels"
    for hours in range(8):
        folder = kernels / f"{hours:016x}"
        (folder / "sub").mkdir(parents=True)
        used = time.time() - 3600 * hours - 60
        os.utime(folder, (used, used))
    (kernels / "not ours").mkdir()
    present = project.run()["folder"]
    assert project.folders() == {present, "not ours", *(f"{hours:016x}" for hours in range(3))}
    # To take a folder again is to use it.
    os.utime(kernels / present, (0, 0))
    project.run()
    assert time.time() - (kernels / present).stat().st_mtime < 60


def test_unwritable_place_is_no_obstacle(project):
    project.cache.write_text("a file where a folder should be")
    assert project.run()["top"] == 108


def test_the_sources_are_the_files_that_compile():
    names = {path.relative_to(_jit.ROOT).as_posix() for path in _jit.sources()}
    assert {"tabletop/compiling.py", "paintball_env/rules/__init__.py"} <= names
    assert "tabletop/game.py" not in names and "tabletop/environments/pettingzoo_env.py" not in names


@pytest.mark.skipif(not _jit.compiled(), reason="plain mode")
def test_flags():
    assert _jit.rule(parallel=True)(test_flags).targetoptions["parallel"] is True
    plain, inlined = _jit.rule(test_flags), _jit.rule(inline=True)(test_flags)
    assert plain.targetoptions["error_model"] == "numpy" and not plain.targetoptions["forceinline"]
    assert inlined.targetoptions["forceinline"] is True
