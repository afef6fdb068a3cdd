"""A run of training that takes a second or two, and what it has left."""

import csv
import subprocess
import sys

import pytest

from tests import ROOT

TINY = """
name = "tiny"
scenario = "capture-the-flag-basic-drawn"
seed = 3
total_steps = 1024
checkpoint_seconds = 0.001
threads = 1
[opponents]
random = 0.5
hunter = 0.3
[self_play]
weight = 0.2
every = 256
keep = 2
[learner]
games = 8
steps = 16
batch = 64
trunk = [16]
net = [8]
[shaping]
figures = 0.5
[evaluation]
every = 384
pairs = 3
[final]
pairs = 4
"""


@pytest.fixture
def tiny(tmp_path):
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    return path


STEPS = list(range(128, 1025, 128))  # after each update of such a run
BOT = """
from tabletop.agents.base import Bot

class Faulty(Bot):
    asked = 0

    def prepare(self, scenario):
        {prepare}

    def act(self, view):
        Faulty.asked += 1
        return {act}
"""
LEGAL = "min(view.legal.values())"


def run(*arguments):
    return subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, cwd=ROOT)


def rows(folder):
    with (folder / "progress.csv").open() as file:
        return list(csv.DictReader(file))


def steps(folder):
    return [int(row["step"]) for row in rows(folder)]


def latest(folder):
    from tabletop.learn.training import checkpoint  # which needs PyTorch

    return checkpoint.load(checkpoint.checkpoints_in(folder)[-1])


def refusal(done):
    assert done.exit_code == 2 and "Traceback" not in done.stderr, done.stderr
    return done.stderr.strip().splitlines()[-1]
