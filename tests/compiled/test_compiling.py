"""Is compiled code always made from the present sources, and does the plain lane run the same ones?"""

import ast
import importlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tabletop.compiled import compiling, fingerprints
from tests import ROOT
from tests.compiled.compiled_project import LINKED, PACKAGE, Project


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


def test_second_process_takes_the_kept_code(project):
    first, second = (project.run("game_one", "on all cores") for _ in range(2))
    assert (first["top"], first["total"], first["hits"]) == (108, 10, 0)
    assert (second["top"], second["total"], second["hits"]) == (108, 10, 1)
    assert first["said"].startswith("compiling the rules, once: 1 to 5 s") and second["said"] == ""
    assert len(first["said"].splitlines()) == 1  # once a process
    assert first["cache_dir"] == ""  # given back after decorating


@LINKED
def test_the_same_sources_elsewhere_take_the_kept_code(project, tmp_path_factory):
    project.run()
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "moved"
    shutil.copytree(project.root, elsewhere, ignore=shutil.ignore_patterns("cache"))
    project.root = elsewhere
    assert project.run()["hits"] == 1


def test_the_announcement_can_be_turned_off(project):
    assert project.run(PAINTBALL_QUIET="1")["said"] == ""


def test_the_announcement_says_where_code_cant_be_kept(project):
    file = project.root / "file"
    file.write_text("no folder")
    said = project.run(PAINTBALL_CACHE=str(file), TMPDIR=str(project.root))["said"]
    assert said.startswith(f"compiling the rules at each start, for nothing can be written to {file}/kernels: 1 to 5 s")
    assert len(said.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_announcement_that_nobody_can_get_stops_nothing(project):
    code = """import os, sys
from tabletop.compiled import compiling
os.dup2(os.open("/dev/full", os.O_WRONLY), 2)
compiling.announce_first_compilation("game_one")
print("on", flush=True)
os._exit(0)"""
    assert project.python("-c", code).stdout == "on\n"


def test_games_share_the_template_and_nothing_else(project):
    one, two = project.run(), project.run("game_two")
    assert (one["top"], two["top"]) == (108, 70)
    assert one["folder"] != two["folder"]
    again = project.run(), project.run("game_two")
    assert [(run["top"], run["hits"]) for run in again] == [(108, 1), (70, 1)]
    # Rules of one game are no part of the other's code, the template is part of both.
    project.write("game_one/rules/costs.py", "COST = 3\n")
    assert project.run("game_two")["folder"] == two["folder"]
    name = "tabletop/game/templates/play.py"
    project.write(name, PACKAGE[name].replace("worth(points)", "worth(points + 1)"))
    assert project.run("game_two")["top"] == 77


def test_edit_in_another_file_is_seen(project):
    before = project.run()
    for name, old, new, top in (
        ("game_one/rules/costs.py", "COST = 2", "COST = 3", 107),
        ("game_one/rules/callee.py", "points - COST", "points + COST", 112),
        ("game_one/numbers.py", "BONUS = 100", "BONUS = 200", 208),
    ):
        project.write(name, PACKAGE[name].replace(old, new))
        assert project.run()["top"] == top, name
        project.write(name, PACKAGE[name])
    back = project.run()
    # The former code is still there and is taken again.
    assert (before["top"], back["top"], back["hits"], back["folder"]) == (108, 108, 1, before["folder"])
    assert len(project.folders()) == 4


# A game in one file, which takes from a module beside it and from another package; and a package that does so, too.
FLAT = {
    "flat.py": """
from tabletop.compiled.compiling import rule
from beside import BONUS
from library.costs import spend

@rule
def worth(points):
    return spend(points) + BONUS + 1
""",
    "beside.py": "BONUS = 100\n",
    "library/__init__.py": "",
    "library/costs.py": """
from tabletop.compiled.compiling import rule
COST = 2

@rule
def spend(points):
    return points - COST
""",
    "own_bot.py": """
from game_one.rules.callee import spend
from tabletop.compiled.compiling import rule

@rule
def worth(points):
    return spend(points) + 101
""",
    "whole/__init__.py": "",
    "whole/kernels.py": """
from tabletop.compiled.compiling import rule
from library.costs import spend
import beside

@rule
def worth(points):
    return spend(points) + beside.BONUS + 1
""",
}
TOP = 'from tabletop.compiled.compiling import instantiate as i; print(i("tabletop.game.templates.play", "{}").top(10))'


def test_edits_of_a_single_file_and_of_other_packages_are_seen(project):
    def top(kernels):
        done = project.python("-c", TOP.format(kernels))
        assert done.returncode == 0, done.stderr
        return int(done.stdout)

    for name, text in FLAT.items():
        project.write(name, text)
    assert top("flat") == top("whole.kernels") == top("own_bot") == 109
    for kernels, name, old, new, changed in (
        ("flat", "flat.py", "+ 1", "+ 2", 110),
        ("flat", "beside.py", "100", "200", 209),
        ("flat", "library/costs.py", "COST = 2", "COST = 3", 108),
        ("whole.kernels", "library/costs.py", "COST = 2", "COST = 4", 107),
        ("own_bot", "game_one/rules/costs.py", "COST = 2", "COST = 5", 106),
    ):
        text = (FLAT | PACKAGE)[name]
        project.write(name, text.replace(old, new))
        assert top(kernels) == changed, name
        project.write(name, text)


def test_edit_of_what_is_not_compiled_keeps_the_code(project):
    before = project.run()
    project.write("game_one/plain.py", "NAME = 'another'\n")
    project.write("tabletop/plain.py", "NAME = 'another'\n")
    assert project.run()["folder"] == before["folder"]
    project.write("agents/bot.py", "from tabletop.compiled.compiling import rule\n\n@rule\ndef f():\n    return 1\n")
    assert project.run()["folder"] != before["folder"]


@pytest.mark.slow
def test_bounds_checked_code_lies_apart_and_is_checked(project):
    plain, checked = project.run(), project.run(NUMBA_BOUNDSCHECK="1")
    assert plain["folder"] != checked["folder"] and checked["hits"] == 0
    beyond = """
import numpy as np
from tabletop.compiled.compiling import instantiate
instantiate("tabletop.game.templates.play", "game_one.kernels").pick(np.arange(3), 3)
"""
    assert project.python("-c", beyond).returncode == 0
    assert "IndexError" in project.python("-c", beyond, NUMBA_BOUNDSCHECK="1").stderr


def test_plain_mode_gives_the_function_itself(project):
    assert (project.run(NUMBA_DISABLE_JIT="1")["top"], project.cache.exists()) == (108, False)
    same = """
from tabletop.compiled.compiling import compiled, rule
def f(): return 1
assert rule(f) is f and rule(parallel=True)(f) is f and not compiled()
"""
    assert project.python("-c", same, NUMBA_DISABLE_JIT="1").stderr == ""


def test_plain_mode_is_silent_on_wrapping_and_on_nothing_else(project):
    wrap = """
import numpy as np
import tabletop.compiled.compiling
big = np.uint64(2**63)
print(int((big + np.uint64(5)) * np.uint64(3)), int(big + big))
"""
    done = project.python("-W", "error", "-c", wrap, NUMBA_DISABLE_JIT="1")
    assert (done.stdout, done.stderr) == (f"{2**63 + 15} 0\n", "")
    assert "RuntimeWarning" in project.python("-W", "error", "-c", wrap).stderr
    divide = "import numpy as np, tabletop.compiled.compiling; np.int64(1) // np.int64(0)"
    assert "RuntimeWarning" in project.python("-W", "error", "-c", divide, NUMBA_DISABLE_JIT="1").stderr


def test_only_the_newest_folders_and_those_in_use_stay(project):
    kernels = project.cache / "kernels"
    for hours in range(12):
        folder = kernels / f"{hours:016x}"
        (folder / "sub").mkdir(parents=True)
        used = time.time() - 3600 * hours - 60
        os.utime(folder, (used, used))
    (kernels / "not ours").mkdir()
    present = project.run()["folder"]
    assert project.folders() == {present, "not ours", *(f"{hours:016x}" for hours in range(compiling.FOLDERS_KEPT - 1))}
    # To take a folder again is to use it.
    os.utime(kernels / present, (0, 0))
    project.run()
    assert time.time() - (kernels / present).stat().st_mtime < 60


@LINKED
def test_what_is_compiled_later_is_announced_when_it_is(project):
    first = project.run()
    later = [project.run("game_one", "on all cores")["said"] for _ in range(2)]
    assert [len(said.splitlines()) for said in (first["said"], *later)] == [1, 1, 0]
    assert later[0].startswith("compiling ") and later[0] != first["said"] and "once: up to 5 s" in later[0]
    assert project.run("game_two", PAINTBALL_QUIET="1")["said"] == ""


# Numba of another version, whose parts that aren't public are none by the names that we know.
OTHER_NUMBA = """
import builtins, sys
import numba
numba.__version__ = "0.{}.0"
found = builtins.__import__
def renamed(name, globals=None, locals=None, fromlist=(), level=0):
    ours = (globals or {{}}).get("__name__", "").startswith(("tabletop", "paintball_env", "octagon_ball"))
    if ours and name.startswith(("numba.core", "numba.np", "llvmlite")):
        raise ImportError(name)
    return found(name, globals, locals, fromlist, level)
builtins.__import__ = renamed
"""


@pytest.mark.parametrize("version", [67, 69])
def test_other_versions_of_numba_compile_in_their_own_way(project, version):
    project.write("other.py", OTHER_NUMBA.format(version) + "import runpy; runpy.run_path('main.py')\n")
    for hits in (0, 1):
        done = project.python("other.py", "game_one", "on all cores")
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        assert (told["top"], told["total"], told["hits"]) == (108, 10, hits)
        # That it takes longer is said with what it takes.
        assert (f"0.{version}.0" in done.stderr) == (hits == 0) and len(done.stderr.splitlines()) == 1 - hits


@pytest.mark.slow
def test_a_game_is_played_with_another_version_of_numba(tmp_path):
    play = """
from paintball_env import Game
game = Game("capture-the-flag-basic-drawn", seed=1)
game.step(game.legal_actions()[0])
print(game.digest())
"""
    digests = set()
    for before in ("", OTHER_NUMBA.format(69)):
        command = [sys.executable, "-c", before + play]
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        digests.add(done.stdout)
    assert len(digests) == 1


def test_unwritable_place_is_no_obstacle(project):
    project.cache.write_text("a file where a folder should be")
    assert project.run()["top"] == 108


def test_the_sources_are_the_files_that_compile():
    root = Path(compiling.__file__).resolve().parents[2]
    names = {path.relative_to(root).as_posix() for path in fingerprints.sources("paintball_env")}
    assert {"tabletop/compiled/compiling.py", "tabletop/game/templates/batch.py", "tabletop/game/hashing.py"} <= names
    assert {"paintball_env/kernels.py", "paintball_env/rules/dice.py", "agents/scripted/choice.py"} <= names
    assert "tabletop/play/game.py" not in names and "paintball_env/render/svg.py" not in names


def test_kernels_that_only_hand_on_rules_decide_about_compiled_code():
    root = Path(compiling.__file__).resolve().parents[2]
    names = {path.relative_to(root).as_posix() for path in fingerprints.sources("octagon_ball")}
    assert {"octagon_ball/kernels.py", "octagon_ball/planning.py", "octagon_ball/rules/play.py"} <= names
    # A sentence or a picture that changes compiles nothing again.
    assert "octagon_ball/definition.py" not in names and "tabletop/show/words.py" not in names


def new_game(folder, name, imports):
    """A package with rules, and with bots that import this from them; the folder of the bots."""
    bots = folder / name / "bots"
    bots.mkdir(parents=True)
    (folder / name / "__init__.py").write_text("")
    rules = "from tabletop.compiled.compiling import rule\n\n"
    rules += "@rule\ndef worth(points):\n    return points\n\nBELOW = 3\n"
    (folder / name / "rules.py").write_text(rules)
    (bots / "__init__.py").write_text(imports.format(name))
    return bots


@pytest.mark.parametrize(
    ("name", "imports"),
    [
        ("ring_game", "from {}.rules import BELOW\n"),
        ("rung_game", "from {} import rules\n\nBELOW = rules.BELOW\n"),
    ],
)
def test_bots_may_import_what_is_below_the_first_rule(tmp_path, monkeypatch, name, imports):
    """Whoever decorates a rule asks for the bots' folder while the module of the rules is half read."""
    bots = new_game(tmp_path, name, imports)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert importlib.import_module(f"{name}.rules").worth(4) == 4
    assert fingerprints.roots(name)[f"{name}.bots"] == bots
    assert importlib.import_module(f"{name}.bots").BELOW == 3
    assert fingerprints.roots(name)[f"{name}.bots"] == bots


SOURCES = (
    "import one, two.three as four\nfrom .five import (\n    six,  # and (not) all\n    seven,\n)\nx = 1\n",
    "def f():\n    from one import two  # late (and lazy)\n",
    "from one \\\n    import two\nimport three \\\n    , four\n",
    "if x: import one\ny = 1; import two\nimport three; from four import five\n",
    "'''\nno import is here\n'''\nimport one\n# import no more\n",
    "from one import two, \\\n    three\nfrom.four import five\nfrom one import *\n",
    "from one \\\r\nimport two\r\n",
)


def imports_of(source):
    """What Python's own parser finds, in the form of `fingerprints.imports`."""
    nodes = ast.walk(ast.parse(source))
    found = {(alias.name, ()) for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    return found | {("." * n.level + (n.module or ""), tuple(alias.name for alias in n.names)) for n in nodes}


@pytest.mark.parametrize("text", SOURCES)
def test_no_import_is_missed(text):
    found = {(module, tuple(names)) for module, names in fingerprints.imports(text.encode())}
    assert found >= imports_of(text) != set()


def test_an_import_by_a_call_counts():
    text = b'from importlib import import_module\na = import_module("one.two")\nb = __import__("three")\n'
    assert {("one.two", ()), ("three", ())} <= {(name, tuple(names)) for name, names in fingerprints.imports(text)}


def test_the_imports_of_all_our_sources_are_found():
    for path in {*fingerprints.sources("octagon_ball"), *fingerprints.sources("paintball_env")}:
        found = {(module, tuple(names)) for module, names in fingerprints.imports(path.read_bytes())}
        assert found >= imports_of(path.read_bytes()), path


@pytest.mark.skipif(not compiling.compiled(), reason="plain mode")
def test_flags():
    assert compiling.rule(parallel=True)(test_flags).targetoptions["parallel"] is True
    plain, inlined = compiling.rule(test_flags), compiling.rule(inline=True)(test_flags)
    assert plain.targetoptions["error_model"] == "numpy" and not plain.targetoptions["forceinline"]
    assert inlined.targetoptions["forceinline"] is True
