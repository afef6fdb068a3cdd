"""Bots that end, write, or can't be started again between two games; and what they may read beside themselves."""

import importlib
import os
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.agents.base import AgentError
from tabletop.agents.isolation_options import Terms
from tabletop.agents.programs.agent import Pool, make_program
from tabletop.agents.programs.command import typed_command
from tabletop.agents.programs.limits import Limits
from tabletop.agents.programs.process import SYSTEM, StrayError, entries
from tabletop.agents.registry import make
from tabletop.base.workers.tasks import SerialWorkers
from tabletop.rate.matches.match import play, play_seeds
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.tournament import run
from tabletop.rate.tournament.definition import define
from tabletop.rate.tournament.store import Store
from tests.any_game import pig
from tests.any_game.pig import PIG

SHORT, RANDOM = PIG.load("short-pig"), make("random", PIG)
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there are no such walls here")
SCRIPT = """\
#!{python} -S
import json, os, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        say(type="hello", protocol=1, wants=["names"])
    elif told["type"] == "scenario":
        say(type="ready")
    elif told["type"] == "decide":
        {act}
    elif told["type"] == "end":
        {end}
"""
CAN = """\
def can(p):
    try:
        return open(p, 'rb').read(1) is not None
    except OSError:
        return False
"""
ANSWER = "say(type='action', action=told['legal'][-1])"


def script(path, act=ANSWER, end="pass"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SCRIPT.format(python=sys.executable, act=act, end=end))
    path.chmod(0o755)
    return f"program:{path}"


@pytest.mark.parametrize(
    "end",
    [
        "sys.exit(1)",
        "time.sleep(0.0002); os._exit(3)",
        "time.sleep(0.002); os._exit(3)",
        "print('well played', flush=True)",
        "time.sleep(0.0002); say(type='thanks')",
        "time.sleep(0.002); print('x' * 100_000, flush=True)",
    ],
)
@pytest.mark.slow
def test_what_a_program_does_after_a_game_counts_for_none(tmp_path, end):
    """It may happen before or after the next game begins: the result must not depend on that."""
    seeds = pair_seeds(5, 6)
    good = play_seeds(make(script(tmp_path / "good.py"), PIG), RANDOM, SHORT, seeds, tolerant=True)
    odd = play_seeds(make(script(tmp_path / "odd.py", end=end), PIG), RANDOM, SHORT, seeds, tolerant=True)
    assert odd.faults == {} and (odd.score == good.score).all() and (odd.decisions == good.decisions).all()


def test_a_new_process_that_fails_at_once_has_lost(tmp_path):
    bot = make(script(tmp_path / "bot.py", act="sys.exit(3)"), PIG)
    played = play_seeds(bot, RANDOM, SHORT, pair_seeds(5, 2), tolerant=True)
    assert len(played.faults) > 1 and all("(exit code 3)" in words for words in played.faults.values())


@pytest.mark.parametrize("method", ["reset", "act"])
@pytest.mark.slow
def test_a_class_that_raises_at_its_first_decision_has_lost_also_in_a_process_that_has_played(tmp_path, method):
    """Its exception is the answer to this game's question: it can't have happened after the game before."""
    path, argument = tmp_path / "aging.py", {"reset": "seed", "act": "view"}[method]
    path.write_text(
        "from tabletop.agents.base import Bot\nGAMES = []\n\n\nclass Aging(Bot):\n"
        "    def reset(self, seed):\n        super().reset(seed)\n        GAMES.append(seed)\n\n"
        "    def act(self, view):\n        return max(view.legal.values())\n\n\n"
        f"class Old(Aging):\n    def {method}(self, {argument}):\n"
        "        if len(GAMES) > 1:\n            raise RuntimeError('tired')\n"
        f"        return super().{method}({argument})\n"
    )
    bot = make(f"isolated:{path}:Old", PIG)
    played = play_seeds(bot, RANDOM, SHORT, pair_seeds(5, 2), tolerant=True)
    bot.close()
    assert len(played.faults) > 0 and all("RuntimeError: tired" in words for words in played.faults.values())


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (StrayError("its process ended (exit code 4)"), "in turn 1: its process ended (exit code 4)"),
        (ValueError("not today"), "in turn 1: it refuses what it has played before: not today"),
    ],
)
@pytest.mark.slow
def test_a_program_that_cant_be_started_again_loses_those_games_alone(tmp_path, monkeypatch, error, words):
    """Its first start is looked at before anything is played; later ones are part of its games."""
    starts, greet = [0], Pool.greet

    def at_times(pool, process):
        starts[0] += 1
        if starts[0] % 3 == 2:
            raise error
        greet(pool, process)

    monkeypatch.setattr(Pool, "greet", at_times)
    bot = script(tmp_path / "bot.py", end="sys.exit()")
    definition = define([bot, "careful", "random"], ["short-pig"], 4, 7, PIG)
    with Store.begin(tmp_path / "t.db", definition) as kept:
        run.play(definition, kept, SerialWorkers(), lambda *said: None)
        faults = [row.fault for row in kept.games()]
    told = [fault for fault in faults if fault]
    assert len(faults) == 24 and 2 < len(told) < 14 and set(told) == {f"{bot}: {words}"}
    with pytest.raises((ValueError, AgentError)):  # before anything is played
        define([bot, "random"], ["short-pig"], 1, 7, PIG), make(bot, PIG).prepare(SHORT), make(bot, PIG).prepare(SHORT)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("os._exit(200)", "its process ended (exit code 200)"),
        ("os._exit(255)", "its process ended (exit code 255)"),
        ("os.close(0); say(type='action', action=told['legal'][-1]); time.sleep(60)", "it closed its input"),
        ("os.close(1); time.sleep(60)", "it closed its output"),
    ],
)
def test_how_it_ended_is_told(tmp_path, act, words):
    with pytest.raises(AgentError, match=re.escape(words)):
        play(make_program(script(tmp_path / "bot.py", act=act), PIG, Limits(wall=20)), RANDOM, SHORT, 1)


@LINUX
@pytest.mark.parametrize("libraries", [False, True])
def test_a_folder_bin_opens_nothing_beside_it(tmp_path, libraries):
    """An installed program needs its libraries, beside the folder `bin`; a bot's own folder may have that name, too."""
    project = tmp_path / "project"
    tries = "['../.hidden', '../runs/t.db', '../runs/t.db-wal']" + ("" if libraries else " + ['../notes.txt']")
    act = f"say(type='action', action='opened' if any(can(p) for p in {tries}) else told['legal'][-1])"
    bot = script(project / "bin" / "bot.py", act)
    path = project / "bin" / "bot.py"
    path.write_text(path.read_text().replace("def say", f"{CAN}os.chdir({str(path.parent)!r})\ndef say"))
    (project / "runs").mkdir()
    for name in (".hidden", "notes.txt", "runs/t.db-wal"):
        (project / name).write_text("0")
    if libraries:
        (project / "lib").mkdir()
    store = project / "runs" / "t.db"
    limits = replace(Limits(), hidden=(str(store),))
    definition = define([bot, "random"], ["short-pig"], 1, 7, PIG, Terms(limits))
    with Store.begin(store, definition) as kept:
        run.play(definition, kept, SerialWorkers(), lambda *said: None)
        assert [row.fault for row in kept.games()] == [None, None]


def test_a_stores_name_hides_no_other_file(tmp_path):
    for name in ("mb", "mb-wal", "mb-shm", "mb.py", "mbox"):
        (tmp_path / name).write_text("")
    assert [path.name for path in entries(tmp_path, [str(tmp_path / "mb")])] == ["mb.py", "mbox"]


def test_a_program_starts_in_the_folder_of_its_first_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    script(tmp_path / "bots" / "bot.py")
    Path("data").mkdir()
    Path("data/w.txt").write_text("")
    for text in ("./bots/bot.py data/w.txt", "python3 bots/bot.py data/w.txt"):
        command = typed_command(text)
        assert command.folder == str(tmp_path / "bots") and command.words[-1] == str(tmp_path / "data" / "w.txt")
        assert command.own == (str(tmp_path / "bots"), str(tmp_path / "data"))
    # What runs it isn't its own file, wherever that lies; it can be read.
    script(tmp_path / "tools" / "runner")
    monkeypatch.setenv("PATH", f"{tmp_path / 'tools'}{os.pathsep}{os.environ['PATH']}")
    command = typed_command("runner bots/bot.py data/w.txt")
    assert command.folder == str(tmp_path / "bots") and command.own == (str(tmp_path / "bots"), str(tmp_path / "data"))
    assert str(tmp_path / "tools") in command.installed


@pytest.mark.parametrize("named", ["in its first line", "in the command"])
def test_a_script_in_path_that_runs_a_version_manager_is_looked_behind(tmp_path, monkeypatch, named):
    """As pyenv has it: `shims/python4` runs `libexec/pyenv`, which the bot may not read."""
    shims, manager = tmp_path / "manager" / "shims", tmp_path / "manager" / "libexec" / "pyenv"
    real = tmp_path / "manager" / "versions" / "4.0" / "bin" / "python4"
    for path, text in (
        (shims / "python4", f'program="${{0##*/}}"\nexec "{manager}" exec "$program" "$@"\n'),
        (manager, f'if [ "$1" = which ]; then echo {real}; else shift 2; exec {real} "$@"; fi\n'),
        (real, f'exec {sys.executable} "$@"\n'),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{shims}{os.pathsep}{os.environ['PATH']}")
    bot = script(tmp_path / "bots" / "bot.py")
    path = tmp_path / "bots" / "bot.py"
    path.write_text(path.read_text().replace(f"#!{sys.executable} -S", "#!/usr/bin/env python4"))
    name = bot if named == "in its first line" else f"program:python4 {path}"
    command = typed_command(name.removeprefix("program:"))
    assert str(manager.parent) not in command.installed and str(real.parent) in command.installed
    if named == "in the command":
        assert command.words[0] == str(real)
    # That Python is itself a script here; what it runs must be readable, too.
    monkeypatch.setattr("tabletop.agents.programs.process.SYSTEM", (*SYSTEM, sys.prefix, sys.base_prefix))
    assert play(make(name, PIG), RANDOM, SHORT, 1).faults == {}


@pytest.mark.slow
def test_an_isolated_bot_plays_a_game_that_is_a_single_file(tmp_path, monkeypatch):
    for folder in ("games", "bots"):
        (tmp_path / folder).mkdir()
    shutil.copy(pig.__file__, tmp_path / "games" / "pig_alone.py")
    (tmp_path / "bots" / "first.py").write_text("from pig_alone import Careful\n\n\nclass First(Careful):\n    pass\n")
    monkeypatch.syspath_prepend(tmp_path / "games")
    game = importlib.import_module("pig_alone").PIG
    bot = make(f"isolated:{tmp_path / 'bots' / 'first.py'}", game)
    assert play(bot, make("random", game), game.load("short-pig"), 1).decisions.sum() > 0
    bot.close()
