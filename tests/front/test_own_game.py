"""A game in a file of the user's own is played, watched and verified by its place, and registered nowhere."""

import os
import shutil
import subprocess
import sys

import pytest

from tabletop.front import __main__ as front
from tests import ROOT
from tests.any_game import pig


def test_the_commands_of_a_game_are_found_by_its_place():
    shell = front.shell_of("tests.any_game.pig:PIG")
    assert shell.game is pig.PIG and (shell.kept_as, shell.shown, shell.played) == ("pig", "pig", "pig")
    assert shell.program == "python -m tabletop.front tests.any_game.pig:PIG" and shell.version == "1"


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("", "usage: "),
        ("pig", "usage: "),
        ("no_such:GAME", "No module named 'no_such'"),
        ("tests:PIG", "tests has no PIG"),
    ],
)
def test_a_place_without_a_game_is_refused_in_a_line(place, words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["front", place] if place else ["front"])
    with pytest.raises(SystemExit) as left:
        front.main()
    said = capsys.readouterr().err
    assert left.value.code == 2 and words in said and len(said.splitlines()) == 1


@pytest.mark.slow
def test_a_file_is_all_that_a_game_needs(tmp_path):
    shutil.copy(pig.__file__, tmp_path / "my_pig.py")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path / "data")}

    def call(*words):
        command = [sys.executable, "-m", "tabletop.front", "my_pig:PIG", *words]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, input="quit\n")
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    assert "short-pig" in call("scenarios")
    assert "wins by reached" in call("play-out", "careful", "random", "--seed", "3", "--scenario", "short-pig")
    assert "11/36" in call("odds", "turn=3 to=first:roll-or-hold pot=4", "roll two")
    assert "python -m tabletop.front my_pig:PIG play --resume" in call("play", "careful", "--seed", "4")
    assert [path.name for path in (tmp_path / "data").rglob("games")] == ["games"]
    sizes = ("--decisions=300", "--states=10", "--texts=2", "--jobs=2", "--state=verify.jsonl")
    assert "plain: 20 decisions" in call("verify", "--scenario", "short-pig", *sizes)
