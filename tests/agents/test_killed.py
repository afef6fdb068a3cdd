"""Killed at random points, driver and workers, and gone on with: is the table that of an undisturbed tournament?"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

from tests.agents.test_tournament_command import count, wait_until_empty

PIG = "from tests.any_game import PIG_SHELL; PIG_SHELL.main()"
GAMES = 3 * 2 * 250
KILLS = ("worker", "driver", "worker", "all", "driver", "worker", "all", "driver", "worker", "worker")


def begin(folder):
    """Start the tournament, or go on with it, as a process group of its own."""
    files = ("--store", folder / "t.db", "--json", folder / "t.json", "--csv", folder / "t.csv")
    options = ("--scenario", "pig", "--pairs", GAMES // 6, "--jobs", 2, "--seed", 5, *files)
    words = [sys.executable, "-c", PIG, "tournament", "careful", "careful:at=5", "careful:at=9", *map(str, options)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(words, start_new_session=True, **pipes)


def workers(process):
    listed = subprocess.run(["ps", "-eww", "-o", "pid=,pgid=,args="], capture_output=True, text=True).stdout
    group = [line.split(maxsplit=2) for line in listed.splitlines()]
    return [int(pid) for pid, pgid, line in group if int(pgid) == process.pid and "spawn_main" in line]


def left(folder, process):
    """What an ended tournament leaves."""
    out, errors = process.communicate()
    assert process.returncode == 0, errors
    return out, (folder / "t.json").read_bytes(), (folder / "t.csv").read_bytes()


def rows(path):
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT * FROM game ORDER BY 1, 2, 3, 4, 5").fetchall()
    finally:
        connection.close()


def test_killed_ten_times_at_random_the_table_is_the_same(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    undisturbed = left(whole, begin(whole))
    rng, process = random.Random(3), begin(parts)
    points = sorted(rng.randrange(GAMES - 40) for _ in KILLS)
    killed = 0
    for who, point in zip(KILLS, points, strict=True):
        while count(parts / "t.db") < point and process.poll() is None:
            time.sleep(0.002)
        if process.poll() is not None:
            break
        found = workers(process) if who == "worker" else []
        if found:
            os.kill(rng.choice(found), signal.SIGKILL)
        else:  # the driver alone: then its workers end by themselves
            (os.killpg if who == "all" else os.kill)(process.pid, signal.SIGKILL)
            process.communicate()
            wait_until_empty(process.pid)
            process = begin(parts)
        killed += 1
    assert killed >= 5, "the tournament was over before"
    assert left(parts, process) == undisturbed
    assert rows(parts / "t.db") == rows(whole / "t.db") and len(rows(whole / "t.db")) == GAMES
