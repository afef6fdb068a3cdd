"""Does `paintball tournament` do as a user expects: killed, interrupted, gone on with, shown, refused?"""

import csv
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from tests.called import call, refused

BOTS = ["hunter", "random", "hunter:caution=3"]


def command(*arguments):
    return [sys.executable, "-m", "paintball_env", "tournament", *map(str, arguments)]


def paintball(*arguments):
    """A tournament in a process of its own, whose workers are its children."""
    return subprocess.run(command(*arguments), capture_output=True, text=True)


def here(*arguments):
    """The same command in this process: without workers, or where nothing is played."""
    return call("tournament", *arguments)


def table(folder, *more):
    """Arguments that let a tournament leave everything in a folder."""
    folder.mkdir(exist_ok=True)
    files = ("--store", folder / "t.db", "--json", folder / "t.json", "--csv", folder / "t.csv")
    return (*BOTS, "--jobs", 2, "--seed", 5, *files, *more)


def count(path):
    if not path.exists():
        return 0
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.OperationalError:  # not made yet
        return 0
    finally:
        connection.close()


def begin(folder, *more):
    """Start a tournament as a real process, with a process group of its own.

    Tests that run in a shell's background have inherited that interrupts are ignored; a person's tournament has not.
    """
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command(*table(folder, *more)), start_new_session=True, preexec_fn=_hear, **pipes)


def _hear():
    signal.signal(signal.SIGINT, signal.default_int_handler)


def wait_for(process, path, games):
    """Wait until the store holds so many games."""
    while count(path) < games:
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.005)


def wait_until_empty(group):
    """Wait until no process of the group is left; the workers of a dead tournament must end by themselves."""
    with suppress(ProcessLookupError):
        while True:
            os.killpg(group, 0)
            time.sleep(0.05)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Arguments that make a tournament of some seconds, and what it leaves."""
    folder = tmp_path_factory.mktemp("undisturbed")
    done = paintball(*table(folder, "--pairs", 400))
    assert done.returncode == 0, done.stderr
    return done.stdout, (folder / "t.json").read_bytes(), (folder / "t.csv").read_bytes()


def test_killed_twice_the_table_is_the_same(tmp_path, undisturbed):
    store, total = tmp_path / "t.db", 2400
    for part in (0.05, 0.5):
        process = begin(tmp_path, "--pairs", 400)
        wait_for(process, store, part * total)
        # Once with all its workers, once alone: they must end by themselves.
        (os.killpg if part == 0.5 else os.kill)(process.pid, signal.SIGKILL)
        process.wait()
        assert process.returncode == -signal.SIGKILL
        process.communicate()
        wait_until_empty(process.pid)
        kept = count(store)
        assert part * total <= kept < total and kept % 2 == 0
        assert not (tmp_path / "t.json").exists()
    done = paintball(*table(tmp_path, "--pairs", 400))
    assert done.returncode == 0, done.stderr
    assert (done.stdout, (tmp_path / "t.json").read_bytes(), (tmp_path / "t.csv").read_bytes()) == undisturbed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(tmp_path, number):
    process = begin(tmp_path, "--pairs", 100_000)
    wait_for(process, tmp_path / "t.db", 100)
    os.killpg(process.pid, number)  # as a terminal does: to all of the group
    out, errors = process.communicate()
    assert process.returncode == 128 + number and out == ""
    assert "the same command goes on" in errors and "Traceback" not in errors
    assert f"keeps {count(tmp_path / 't.db')} games" in errors
    wait_until_empty(process.pid)
    shown = here("--show", tmp_path / "t.db", "--anchor", "random=0")
    assert shown.exit_code == 0 and "Not finished" in shown.stdout and "anchor" in shown.stdout


def test_a_killed_worker_is_replaced(tmp_path):
    process = begin(tmp_path, "--pairs", 500)
    wait_for(process, tmp_path / "t.db", 10)
    listed = subprocess.run(["ps", "-eww", "-o", "pid=,pgid=,args="], capture_output=True, text=True).stdout
    group = [line.split(maxsplit=2) for line in listed.splitlines()]
    workers = [int(pid) for pid, pgid, line in group if int(pgid) == process.pid and "spawn_main" in line]
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    _, errors = process.communicate()
    assert process.returncode == 0, errors
    assert count(tmp_path / "t.db") == 3_000


def test_files_and_show(tmp_path, undisturbed):
    printed, json_bytes, csv_bytes = undisturbed
    found = json.loads(json_bytes)
    rows = list(csv.DictReader(csv_bytes.decode().splitlines()))
    agents = found["all"]["agents"]
    assert [row["agent"] for row in rows] == [agent["agent"] for agent in agents]
    assert {row["scenario"] for row in rows} == {"all"}
    for row, agent in zip(rows, agents, strict=True):
        assert float(row["rating"]) == agent["rating"] and int(row["won"]) == agent["won"]
        assert agent["low"] < agent["rating"] < agent["high"] and agent["games"] == 1600
        assert agent["agent"] in printed and f"{agent['low']:.0f} to {agent['high']:.0f}" in printed
    assert "a draw as half a point" in printed and "mean 0" in printed
    assert sum(agent["rating"] for agent in agents) == pytest.approx(0, abs=0.05)
    assert agents[-1]["agent"] == "random"

    small = ("hunter", "random", "--pairs", 4, "--store", tmp_path / "s.db", "--scenario")
    both = ("capture-the-flag-basic-drawn", "--scenario", "reverse-flag-basic-drawn")
    done = here(*small, *both, "--jobs", 1, "--records", tmp_path / "r", "--records-every", 2)
    assert done.exit_code == 0, done.output
    assert "reverse-flag-basic-drawn alone" in done.stdout
    assert done.stdout.count("Red scores ") == done.stdout.count("A game takes ") == 3  # each scenario, and all games
    assert len(list((tmp_path / "r").rglob("*.pbr"))) == 2 * 2 * 2
    shown = here("--show", tmp_path / "s.db", "--csv", tmp_path / "s.csv")
    assert shown.stdout == done.stdout
    assert [row["scenario"] for row in csv.DictReader((tmp_path / "s.csv").read_text().splitlines())] == [
        name for name in ("all", *both[::2]) for _ in range(2)
    ]


def test_mistakes_are_one_line(tmp_path):
    store = ("--store", tmp_path / "t.db")
    assert here("hunter", "random", "--pairs", 1, "--jobs", 1, *store).exit_code == 0
    for wrong, words in (
        (("random", *store), "two or more agents"),
        (("hnter", "random", *store), "did you mean 'hunter'"),
        (("hunter", "random", "--pairs", 1, "--seed", 1, *store), "begun with another seed: 0, now 1; or choose"),
        (("hunter", "random", "--scenario", "chess", *store), "no scenario 'chess'"),
        (("hunter", "random", "--anchor", "random", *store), "--anchor random: an agent and a rating"),
        (("hunter", "random", "--anchor", "bob=0", *store), "the anchor bob doesn't take part"),
        (("hunter", "random", "--jobs", 0, *store), "jobs are 1 or more"),
        (("--show", tmp_path / "none.db"), "there is no file"),
        (("hunter", "--show", tmp_path / "t.db"), "name no agents"),
        (("hunter", "random", "--store", tmp_path), "is a folder: a tournament's file is meant"),
        (("hunter", "random", "--seed", "x", *store), "--seed x: a whole number is meant, or random"),
        (("hunter", "random", "--json", tmp_path, "--store", tmp_path / "new.db"), f"{tmp_path} is a folder"),
        (("hunter", "random", "--csv", tmp_path / "t.db" / "x", *store), "t.db can't be a folder: "),
        (("hunter", "random", "--records", tmp_path / "t.db", *store), "t.db can't be a folder: "),
    ):
        refused(here(*wrong), words)
    assert not (tmp_path / "new.db").exists()  # refused before anything was played


def test_a_seed_by_lot_is_told_and_kept(tmp_path):
    def play(pairs):
        store = tmp_path / "t.db"
        return here("hunter", "random", "--pairs", pairs, "--jobs", 1, "--seed", "random", "--store", store)

    first, on = play(1), play(2)
    assert first.exit_code == on.exit_code == 0, first.output + on.output
    seed = re.search(r"tournament: seed (\d{6,})\n", first.stderr)[1]
    assert f"seed {seed}\n" in first.stdout and f"seed {seed}\n" in on.stdout
    assert "tournament: seed" not in on.stderr


PRINTS = """
from tabletop.agents.base import Bot

print("here I am")

class Prints(Bot):
    def act(self, view):
        print("let me see")
        return next(iter(view.legal.values()))
"""


def test_what_a_bot_prints_does_not_stand_in_the_table(tmp_path):
    (tmp_path / "prints.py").write_text(PRINTS)
    new = tmp_path / "new" / "folder" / "t.json"
    bot, store = tmp_path / "prints.py", tmp_path / "t.db"
    done = paintball(bot, "random", "--pairs", 1, "--jobs", 1, "--store", store, "--json", new)
    assert done.returncode == 0, done.stderr
    assert "let me see" in done.stderr and "here I am" in done.stderr
    assert done.stdout == here("--show", store).stdout and "let me see" not in done.stdout
    assert json.loads(new.read_text())["played"] == 2
