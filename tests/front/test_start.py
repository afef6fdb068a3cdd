"""Do the programs start, and end quietly or in one line if they can't?"""

import os
import subprocess
import sys
import tomllib

import pytest

from tests import ROOT

SCRIPTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
# As pip writes it; a shell's job in the background begins with SIGINT ignored.
SCRIPT = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from {module} import {name}
if __name__ == "__main__":
    sys.exit({name}())
"""


def started(tmp_path, program, argument, folder=None, before=""):
    module, _, name = SCRIPTS[program].partition(":")
    script = tmp_path / program
    script.write_text(SCRIPT.format(module=module, name=name))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, filter(None, (folder, ROOT))))}
    command = ["bash", "-c", f"{before} exec '{sys.executable}' '{script}' {argument}"]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)


@pytest.mark.parametrize("program", SCRIPTS)
def test_the_programs_start(program, tmp_path):
    done = started(tmp_path, program, "--help")
    assert done.returncode == 0 and f"{program} " in done.stdout, done.stderr


@pytest.mark.parametrize("module", ["gymnasium", "pettingzoo", "typer"])
def test_ctrl_c_while_modules_are_imported_is_quiet(module, tmp_path):
    (tmp_path / f"{module}.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = started(tmp_path, "paintball", "version", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_folder_that_is_gone_is_reported_in_one_line(tmp_path):
    done = started(tmp_path, "paintball", "version", before="mkdir gone && cd gone && rmdir ../gone &&")
    words = "paintball: the current folder can't be used: no such file or directory\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", words)
