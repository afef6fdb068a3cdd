"""Does `paintball tournament` do as a user expects: told, shown, refused? Killed and interrupted: test_killed.py."""

import csv
import json
import os
import re
import subprocess
import sys

import pytest

from tests.called import call, refused

BOTS = ["hunter", "random", "hunter:caution=3"]
PAIRS = 60
SERIAL = ("--executor", "serial")  # where it is no matter that others play: nothing has to be started


def here(*arguments):
    """The same command in this process: without workers, or where nothing is played."""
    return call("tournament", *arguments)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """What a tournament leaves."""
    folder = tmp_path_factory.mktemp("played")
    files = ("--store", folder / "t.db", "--json", folder / "t.json", "--csv", folder / "t.csv")
    done = here(*BOTS, "--jobs", 1, "--seed", 5, "--pairs", PAIRS, *files)
    assert done.exit_code == 0, done.output
    return done.stdout, (folder / "t.json").read_bytes(), (folder / "t.csv").read_bytes()


@pytest.mark.slow
def test_files_and_show(tmp_path, played):
    printed, json_bytes, csv_bytes = played
    told = json.loads(json_bytes)
    rows = list(csv.DictReader(csv_bytes.decode().splitlines()))
    agents = told["all"]["agents"]
    assert [row["agent"] for row in rows] == [agent["agent"] for agent in agents]
    assert {row["scenario"] for row in rows} == {"all"}
    for row, agent in zip(rows, agents, strict=True):
        assert float(row["rating"]) == agent["rating"] and int(row["won"]) == agent["won"]
        assert agent["low"] < agent["rating"] < agent["high"] and agent["games"] == 4 * PAIRS
        assert agent["agent"] in printed and f"{agent['low']:.0f} to {agent['high']:.0f}" in printed
    assert "a draw as half a point" in printed and "mean 0" in printed
    assert sum(agent["rating"] for agent in agents) == pytest.approx(0, abs=0.05)
    assert agents[-1]["agent"] == "random"

    small = ("hunter", "random", "--pairs", 4, "--store", tmp_path / "s.db", "--scenario")
    both = ("capture-the-flag-basic-drawn", "--scenario", "reverse-flag-basic-drawn")
    done = here(*small, *both, *SERIAL, "--records", tmp_path / "r", "--records-every", 2)
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
    assert here("hunter", "random", "--pairs", 1, *SERIAL, *store).exit_code == 0
    for wrong, words in (
        (("random", *store), "two or more agents"),
        (("hnter", "random", *store), "did you mean 'hunter'"),
        (("hunter", "random", "--pairs", 1, "--seed", 1, *store), "begun with another seed: 0, now 1; or choose"),
        (("hunter", "random", "--scenario", "chess", *store), "no scenario 'chess'"),
        (("hunter", "random", "--anchor", "random", *store), "--anchor random: an agent and a rating"),
        (("hunter", "random", "--anchor", "bob=0", *store), "the anchor bob doesn't take part"),
        (("hunter", "random", "--records-every", 2, *store), "--records-every says which games --records writes: give"),
        (("hunter", "random", "--bank", 5, *store), "--bank: only a bot in a process of its own has such limits, and"),
        (("hunter", "hunter:caution=\n2", *store), "an agent's name is one line without control characters, not 'hu"),
        (("hunter", "./b\udcf6t.py", *store), "./b\\udcf6t.py': letters that this locale can't read; set PYTHONUTF8=1"),
        (("hunter", "program:a\nb", *store), "an agent's name is one line without control characters, not 'program:"),
        (("hunter", "random", "--jobs", 0, *store), "jobs are 1 or more"),
        (("--show", tmp_path / "none.db"), "there is no file"),
        (("--show", tmp_path), f"{tmp_path} is a folder: a tournament's file is meant"),
        (("hunter", "--show", tmp_path / "t.db"), "name no agents, neither here nor in the file of --config"),
        (
            ("--show", tmp_path / "t.db", "--records", tmp_path, "--pairs", 100, "--seed", 0, "--luck", "--json", "x"),
            "--show plays nothing: leave out --pairs, --seed, --records, --luck, here and in the file",
        ),
        (("--show", tmp_path / "t.db", "--in-process"), "leave out --in-process, here"),
        (("--show", tmp_path / "t.db", *SERIAL, "--report", tmp_path / "t.html"), "leave out --executor, here"),
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
        return here("hunter", "random", "--pairs", pairs, *SERIAL, "--seed", "random", "--store", store)

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


@pytest.mark.slow
def test_what_a_bot_prints_does_not_stand_in_the_table(tmp_path):
    (tmp_path / "prints.py").write_text(PRINTS)
    new = tmp_path / "new" / "folder" / "t.json"
    bot, store = tmp_path / "prints.py", tmp_path / "t.db"
    arguments = (bot, "random", "--pairs", 1, "--jobs", 1, "--store", store, "--json", new, "--in-process")
    words = [sys.executable, "-m", "paintball_env", "tournament", *map(str, arguments)]
    buffered = os.environ | {"PYTHONUNBUFFERED": ""}
    done = subprocess.run(words, capture_output=True, text=True, env=buffered)
    assert done.returncode == 0, done.stderr
    assert "let me see" in done.stderr and "here I am" in done.stderr
    assert done.stdout == here("--show", store).stdout and "let me see" not in done.stdout
    assert json.loads(new.read_text())["played"] == 2


@pytest.mark.parametrize("command", ["tournament", "match", "match --store", "rate", "sprt", "ladder", "sweep"])
@pytest.mark.slow
def test_what_a_bot_prints_in_our_own_process_does_not_stand_in_the_output(tmp_path, command):
    (tmp_path / "prints.py").write_text(PRINTS)
    bot, store = str(tmp_path / "prints.py"), tmp_path / "t.db"
    name, serial = command.split()[0], ("--executor", "serial")
    words = {
        "tournament": (bot, "random", "--pairs", 1, "--in-process", "--store", store),
        "match": (bot, "random", "--pairs", 1),
        "match --store": (bot, "random", "--pairs", 1, "--store", store),
        "rate": (bot, "random", "--pairs", 1),
        "sprt": (bot, "random", "--pairs", 1, "--in-process", "--store", store),
        "ladder": (bot, "--width", 4000, "--in-process", "--store", store),
        "sweep": ("reverse-flag-basic-drawn", "rules.max_turns=2", "--bot", bot, "--pairs", 2),
    }[command]
    if name == "ladder":
        assert call("tournament", "random", "hunter", "--pairs", 1, *serial, "--store", store).exit_code == 0
    done = call(name, *words, *serial)
    assert done.exit_code == 0, done.output
    assert "here I am" in done.stderr
    assert "let me see" in done.stderr or name == "sweep"  # in which it plays in a process of its own
    assert "let me see" not in done.stdout and "here I am" not in done.stdout and "prints" in done.stdout
