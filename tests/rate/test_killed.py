"""A tournament in processes: killed at random points, and gone on with, it has the table of an undisturbed one.

Of pig, whose games take microseconds: what these tests cost is starting processes.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from typer.testing import CliRunner

from tests.any_game.games import PIG_SHELL

pytestmark = pytest.mark.slow

PIG = """
from tabletop.front.commands.shell import Shell
Shell("pig", "Pig.", "1", "tests.any_game.pig:PIG", shown="pig", played="short-pig").main()
"""
GAMES = 3 * 2 * 300
KILLS = ("driver", "worker", "all")


def arguments(folder, pairs, jobs=2):
    files = ("--store", folder / "t.db", "--json", folder / "t.json", "--csv", folder / "t.csv")
    options = ("--scenario", "pig", "--pairs", pairs, "--jobs", jobs, "--seed", 5, *files)
    return ["tournament", "careful", "careful:at=5", "careful:at=9", *map(str, options)]


def begin(folder, pairs=GAMES // 6):
    """Start the tournament, or go on with it, as a process group of its own.

    Tests that run in a shell's background have inherited that interrupts are ignored; a person's tournament has not.
    """
    words = [sys.executable, "-c", PIG, *arguments(folder, pairs)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(words, start_new_session=True, preexec_fn=_hear, **pipes)


def _hear():
    signal.signal(signal.SIGINT, signal.default_int_handler)


def count(path):
    """How many games a store holds."""
    if not path.exists():
        return 0
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.OperationalError:  # not made yet
        return 0
    finally:
        connection.close()


def wait_until_empty(group):
    """Wait until no process of the group is left; the workers of a dead tournament must end by themselves."""
    with suppress(ProcessLookupError):
        while True:
            os.killpg(group, 0)
            time.sleep(0.05)


def workers(process):
    listed = subprocess.run(["ps", "-eww", "-o", "pid=,pgid=,args="], capture_output=True, text=True).stdout
    group = [line.split(maxsplit=2) for line in listed.splitlines()]
    return [int(pid) for pid, pgid, line in group if int(pgid) == process.pid and "spawn_main" in line]


def files(folder):
    return (folder / "t.json").read_bytes(), (folder / "t.csv").read_bytes()


def rows(path):
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT * FROM game ORDER BY 1, 2, 3, 4, 5").fetchall()
    finally:
        connection.close()


def test_killed_at_random_the_table_is_the_same(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    undisturbed = CliRunner().invoke(PIG_SHELL.app, arguments(whole, GAMES // 6, jobs=1))
    assert undisturbed.exit_code == 0, undisturbed.output
    rng, process = random.Random(3), begin(parts)
    points = sorted(rng.randrange(GAMES - 40) for _ in KILLS)
    killed = 0
    for who, point in zip(KILLS, points, strict=True):
        while count(parts / "t.db") < point and process.poll() is None:
            time.sleep(0.002)
        if process.poll() is not None:
            break
        alive = workers(process) if who == "worker" else []
        if alive:
            os.kill(rng.choice(alive), signal.SIGKILL)  # another one takes its place
        else:  # the driver alone: then its workers end by themselves
            (os.killpg if who == "all" else os.kill)(process.pid, signal.SIGKILL)
            process.communicate()
            wait_until_empty(process.pid)
            kept = count(parts / "t.db")
            assert kept < GAMES and not (parts / "t.json").exists()
            assert kept % 2 == 0 or killed  # pairs are written whole, but for what a dead worker had
            process = begin(parts)
        killed += 1
    assert killed == len(KILLS), "the tournament was over before"
    out, errors = process.communicate()
    assert process.returncode == 0, errors
    assert (out, files(parts)) == (undisturbed.stdout, files(whole))
    assert rows(parts / "t.db") == rows(whole / "t.db") and len(rows(whole / "t.db")) == GAMES


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(tmp_path, number):
    process = begin(tmp_path, 100_000)
    while count(tmp_path / "t.db") < 100:
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.005)
    assert len(workers(process)) == 2
    os.killpg(process.pid, number)  # as a terminal does: to all of the group
    out, errors = process.communicate()
    assert process.returncode == 128 + number and out == ""
    assert "the same command goes on" in errors and "Traceback" not in errors
    assert f"keeps {count(tmp_path / 't.db')} games" in errors
    wait_until_empty(process.pid)
    shown = CliRunner().invoke(PIG_SHELL.app, ["tournament", "--show", str(tmp_path / "t.db"), "--anchor", "careful=0"])
    assert shown.exit_code == 0 and "Not finished" in shown.stdout and "anchor" in shown.stdout


ENDS = """
import os, signal
from tabletop.agents.base import Bot

class Ends(Bot):
    def act(self, view):
        os.kill(os.getpid(), signal.SIGTERM)
        return next(iter(view.legal.values()))
"""


def test_a_signal_while_a_bot_decides_is_no_fault_of_the_bot(tmp_path):
    (tmp_path / "ends.py").write_text(ENDS)
    agents = ["tournament", "random", str(tmp_path / "ends.py"), "--in-process", "--executor", "serial"]
    ended = CliRunner().invoke(PIG_SHELL.app, [*agents, "--pairs", "2", "--store", str(tmp_path / "t.db")])
    assert ended.exit_code == 128 + signal.SIGTERM, ended.output
    assert count(tmp_path / "t.db") == 0
