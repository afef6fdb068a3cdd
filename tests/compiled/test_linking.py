"""Does a compiled function get into the ones that call it as it should, fresh and out of the cache?"""

import pytest

from tabletop.compiled import code_cache, compiling
from tests.compiled.compiled_project import COUNTED, LINKED, PACKAGE, Project, compiled_in

pytestmark = LINKED


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


def test_what_is_called_is_compiled_once_for_all_that_call_it(project):
    name = "tabletop/game/templates/play.py"
    twice = "\n@rule\ndef twice(points):\n    return rules.worth(points) + rules.worth(points)\n"
    project.write(name, PACKAGE[name] + twice)
    assert compiled_in(project, "assert play.top(10) == 108") == ["top", "worth", "spend"]
    # Another process needs another function: what that calls comes out of the cache.
    assert compiled_in(project, "assert play.twice(10) == 216") == ["twice"]
    assert compiled_in(project, "assert (play.top(10), play.twice(10)) == (108, 216)") == []


@pytest.mark.skipif(not compiling.compiled(), reason="plain mode")
def test_only_what_python_calls_has_machine_code(project):
    body = """
from game_one.kernels import worth
play.top(10)
assert not worth.overloads
assert worth(10) == 108 and len(worth.overloads) == 1
"""
    assert compiled_in(project, body) == ["top", "worth", "spend", "worth"]


RECORDS = """
import sys
import numpy as np
from game_one.sums import total

for size in map(int, sys.argv[1:]):
    game = np.zeros(1, np.dtype([("before", "i8", (size,)), ("values", "i8", (size,))], align=True)).view(np.recarray)
    game.before, game.values = 1000, 5
    print(total(game[0], 5))
"""
SUMS = """
from tabletop.compiled.compiling import rule

@rule
def worth(game, number):  # too long for LLVM to put it into its callers: they find it by its name
LINES    return game.values[0]

@rule
def total(game, number):
    return worth(game, number) + worth(game, number + 1)
"""


def test_code_of_two_processes_has_names_of_its_own(project):
    """Both compile the same function for a record of their own, in the same order; a third process takes both."""
    lines = "".join(f"    if number == {n}:\n        print({n}, game.before[0], number)\n" for n in range(100, 140))
    project.write("game_one/sums.py", SUMS.replace("LINES", lines))
    project.write("records.py", RECORDS)
    for sizes in ("8", "9", "89", "98"):
        done = project.python("records.py", *sizes)
        assert done.stdout == "10\n" * len(sizes), done.stderr


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("left", [0, 40])
def test_files_that_were_cut_off_are_made_anew(sharing, kind, left):
    body = "assert play.top(10) == 108"
    made = compiled_in(sharing, body)
    for path in (sharing.cache / "kernels").rglob(f"*.{kind}"):
        path.write_bytes(path.read_bytes()[:left])
    assert sorted(compiled_in(sharing, body)) == sorted(made)
    assert compiled_in(sharing, body) == []


RAISING = """
assert play.top(10) == 108
try:
    play.top(-1)
except ValueError as error:
    assert str(error) == "less than nothing"
else:
    raise AssertionError
"""


def test_called_functions_raise_and_print_like_any(project):
    name = "game_one/rules/callee.py"
    told = "    if points < 0:\n        raise ValueError('less than nothing')\n    print('spent', (points, 0.5))\n"
    project.write(name, PACKAGE[name].replace("    return points - COST", f"{told}    return points - COST"))
    for _ in range(2):  # compiled, then out of the cache
        done = project.python("-c", COUNTED.format(body=RAISING))
        assert done.stdout.splitlines()[0] == "spent (10, 0.5)", done.stdout + done.stderr


# `worth` is shared: its machine code is made once, and `top` and `total` call it by its name.
SHARING = {
    "game_one/rules/worth.py": """
from tabletop.compiled.compiling import rule
from game_one.rules.callee import spend

@rule(shared=True)
def worth(points):
    return spend(points) + 100
""",
    "game_one/kernels.py": "from game_one.rules.worth import worth\n",
    "tabletop/game/templates/play.py": PACKAGE["tabletop/game/templates/play.py"]
    .replace("points += v", "points += rules.worth(v")
    .replace("values[i]\n", "values[i])\n")
    + """
@rule
def between(points):
    return rules.worth(points)

@rule
def twice(points):
    return between(points) + rules.worth(points)
""",
}


@pytest.fixture
def sharing(project):
    for name, text in SHARING.items():
        project.write(name, text)
    return project


def test_shared_code_is_made_once(sharing):
    assert compiled_in(sharing, "assert play.top(10) == 108") == ["top", "worth", "spend"]
    # Directly and through another function; fresh, and out of the cache.
    assert compiled_in(sharing, "assert play.twice(10) == 216") == ["twice", "between"]
    assert compiled_in(sharing, "assert (play.twice(10), play.top(10)) == (216, 108)") == []
    assert compiled_in(sharing, "assert play.between(10) == 108") == ["between"]
    kept = {path.name.split("-")[0]: path for path in (sharing.cache / "kernels").rglob("*top*.nbc")}
    assert b"spend" not in kept["play.top"].read_bytes()


def test_shared_code_is_called_from_loops_over_all_cores(sharing):
    body = "import numpy as np\nassert play.total(np.arange(5)) == 500"
    assert compiled_in(sharing, body)[:2] == ["total", "worth"]
    assert compiled_in(sharing, body) == []


def test_what_calls_shared_code_is_compiled_again_where_that_has_another_name(sharing):
    """So it is where two processes compiled it at the same time, or it could not be kept."""
    assert compiled_in(sharing, "assert play.twice(10) == 216") == ["twice", "between", "worth", "spend"]
    for path in (sharing.cache / "kernels").rglob("called-*worth*"):
        path.unlink()
    assert compiled_in(sharing, "assert play.twice(10) == 216") == ["worth", "twice", "between"]
    assert compiled_in(sharing, "assert play.twice(10) == 216") == []


BOT = """
from beside import worth
from tabletop.compiled.compiling import rule

@rule
def top(points):
    return worth(points)
"""
BESIDE = """
from tabletop.compiled.compiling import rule

@rule(shared=True)
def worth(points):
    return points + 1
"""


def test_shared_code_of_a_file_beside_a_bots_may_be_edited(project):
    """No fingerprint has seen it: it may give something else, or take other arguments."""
    project.write("bot.py", BOT)
    for old, new, wanted in (("+ 1", "+ 1", 2), ("+ 1", "+ 9", 10), ("(points)", "(points, more=5)", 2)):
        project.write("beside.py", BESIDE.replace(old, new))
        done = project.python("-c", "import bot; print(bot.top(1))")
        assert done.stdout == f"{wanted}\n", done.stderr


AROUND = """
import warnings

import numba
from game_one.rules.worth import worth
from tabletop.compiled.compiling import rule

@rule
def between(points):
    return worth(points)

@numba.njit(cache=True)
def directly(points):
    return worth(points)

@numba.njit(cache=True)
def through(points):
    return between(points)

with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    print(directly(10), through(10), ["Cannot cache" in str(each.message) for each in told])
"""


def test_numbas_own_cache_keeps_nothing_that_calls_shared_code(sharing):
    """It would load that without what it calls: the process would crash."""
    sharing.write("around.py", AROUND)
    for _ in range(2):
        done = sharing.python("around.py")
        assert (done.returncode, done.stdout) == (0, "108 108 [True, True]\n"), done.stderr


FORKED = """
import os
import signal
from tabletop.compiled.code_cache import _alone

with _alone("."):
    child = os.fork()
    signal.alarm(20)  # ends a process that waits, for the lock or to be ended
    if not child:
        signal.pause()
with _alone("."):
    print("saved")
os.kill(child, signal.SIGKILL)
"""


@pytest.mark.skipif(code_cache.fcntl is None, reason="no locks here")
def test_a_process_that_was_forked_while_another_saved_holds_no_lock(project):
    done = project.python("-c", FORKED)
    assert (done.returncode, done.stdout) == (0, "saved\n"), done.stderr


def test_shared_functions_raise_and_print_like_any(sharing):
    name = "game_one/rules/worth.py"
    told = "    if points < 0:\n        raise ValueError('less than nothing')\n    print('spent', (points, 0.5))\n"
    sharing.write(name, SHARING[name].replace("    return", f"{told}    return"))
    for _ in range(2):
        done = sharing.python("-c", COUNTED.format(body=RAISING))
        assert done.stdout.splitlines()[0] == "spent (10, 0.5)", done.stdout + done.stderr


LOADED = """
import sys
import numba, numpy as np
from tabletop.compiled import compiling

play = compiling.instantiate("tabletop.game.templates.play", "game_one.kernels")
assert play.top(10) == 108
print("numba.np.linalg" in sys.modules)
assert play.pick(np.arange(3.0), 2) == 2.0  # not in the cache
assert numba.njit(lambda values: np.linalg.norm(values))(np.array([3.0, 4.0])) == 5.0
"""


@pytest.mark.skipif(not compiling.compiled(), reason="plain mode")
def test_what_only_compiling_needs_is_loaded_when_something_is_compiled(project):
    compiled_in(project, "play.top(10)")
    # With a variable of Numba's: in a process that was started for this, and has compiled nothing.
    done = project.python("-c", LOADED, NUMBA_NUM_THREADS="1")
    assert (done.returncode, done.stdout) == (0, "False\n"), done.stderr
