"""Is the code of a bot's own kernels kept, whichever name its file has, and a full disk no obstacle?"""

import os
import subprocess
import sys

import pytest

from tabletop.compiled import compiling
from tests import ROOT
from tests.compiled.compiled_project import LINKED

pytestmark = pytest.mark.slow

KERNEL = """
from tabletop.agents.base import Bot
from tabletop.compiled.compiling import rule

@rule
def twice(number):
    return 2 * number

class Kernel(Bot):
    def act(self, view):
        return twice(0)
"""
BOTH_WAYS = {
    "imported": "sys.path.insert(0, sys.argv[1]); import kernel_bot as module",
    "from its file": "from tabletop.agents.from_file import run; module = run(Path(sys.argv[1], 'kernel_bot.py'))",
}


def _twice(folder, way, room=None, cache=None):
    """What a bot's own kernel says where its file is imported, or run by its path; `room`: bytes a file may have."""
    limit = f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room})); " if room is not None else ""
    code = f"import resource, sys; from pathlib import Path; {limit}{BOTH_WAYS[way]}; print(module.twice(21))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PAINTBALL_CACHE": str(cache or folder / "cache"), "PYTHONPATH": ".", "TMPDIR": str(folder)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not compiling.compiled(), reason="plain mode")
def test_a_bots_own_kernels_are_kept_under_each_name_that_its_file_has(tmp_path):
    (tmp_path / "kernel_bot.py").write_text(KERNEL)
    for way in ("imported", "from its file", "imported", "from its file"):
        assert _twice(tmp_path, way) == "42\n"


@pytest.mark.skipif(not compiling.compiled(), reason="plain mode")
def test_two_bots_files_of_one_name_have_each_their_own_code(tmp_path):
    bots = tmp_path / "one", tmp_path / "two"
    for folder in bots:
        folder.mkdir()
        (folder / "kernel_bot.py").write_text(KERNEL)
        for _ in range(2):
            assert _twice(folder, "imported", cache=tmp_path / "cache") == "42\n"
    assert len(list((tmp_path / "cache").rglob("kernel_bot.twice*.nbi"))) == len(bots)


@LINKED
@pytest.mark.skipif(not compiling.compiled(), reason="plain mode")
def test_damaged_code_is_compiled_anew(tmp_path):
    """It would crash each process that loads it, or say something else."""
    (tmp_path / "kernel_bot.py").write_text(KERNEL)
    assert _twice(tmp_path, "imported") == "42\n"
    files = sorted(path for path in (tmp_path / "cache").rglob("*.nb?"))
    assert {path.suffix for path in files} == {".nbi", ".nbc"}
    for path in files:
        whole = path.read_bytes()
        for place in (3, len(whole) // 2) if path.suffix == ".nbi" else (len(whole) // 2,):
            damaged = bytearray(whole)
            damaged[place] ^= 16
            path.write_bytes(damaged)
            assert _twice(tmp_path, "imported") == "42\n"
            assert path.read_bytes() != damaged, "it is still there"
    for path, other in ((files[0], files[-1]), (files[-1], files[0])):  # another entry's content
        path.write_bytes(other.read_bytes())
        assert _twice(tmp_path, "imported") == "42\n"


@LINKED
@pytest.mark.skipif(not compiling.compiled(), reason="plain mode")
def test_a_full_disk_is_no_obstacle(tmp_path):
    (tmp_path / "kernel_bot.py").write_text(KERNEL)
    for room in (0, 1000, 70_000):
        assert _twice(tmp_path, "from its file", room) == "42\n"
