"""Is a file or a folder that is written whole or not there, whoever else writes it, and wherever a kill falls?"""

import os
import subprocess
import sys

import pytest

from tabletop.base.files import settle, whole_file, whole_folder, write_text
from tabletop.rate.tuning import openings, run
from tests.called import call, refused
from tests.front.small import SHORT

pytest.importorskip("fcntl")


@pytest.mark.parametrize("first_is_ready_first", [True, False])
def test_of_two_that_write_a_file_at_once_a_whole_one_stays(tmp_path, first_is_ready_first):
    path, texts = tmp_path / "a.txt", (b"first " * 1000, b"second " * 1500)
    begun = [whole_file(path) for _ in texts]
    files = [each.__enter__() for each in begun]
    for file, text in zip(files, texts, strict=True):
        file.write(text[:3000])
        file.flush()
    order = (0, 1) if first_is_ready_first else (1, 0)
    for number in order:
        files[number].write(texts[number][3000:])
        begun[number].__exit__(None, None, None)
        assert path.read_bytes() == texts[number]
    assert list(tmp_path.iterdir()) == [path]


def test_of_a_link_to_a_folder_the_folder_behind_it_is_written(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    with whole_folder(link) as place:
        (place / "new").touch()
    assert link.is_symlink() and os.listdir(real) == ["new"] and sorted(os.listdir(tmp_path)) == ["link", "real"]


def test_of_two_that_write_a_folder_at_once_a_whole_one_stays(tmp_path):
    folder = tmp_path / "a"
    with whole_folder(folder) as first:
        (first / "first").touch()
        with whole_folder(folder) as second:
            settle(folder)
            (second / "second").touch()
        assert [path.name for path in folder.iterdir()] == ["second"]
    assert [path.name for path in folder.iterdir()] == ["first"] and list(tmp_path.iterdir()) == [folder]


KILLED = """
import os, signal, sys
from pathlib import Path
from tabletop.base.files import whole_file, whole_folder

file, folder = map(Path, sys.argv[1:])
with whole_file(file) as opened, whole_folder(folder) as place:
    opened.write(b"half")
    opened.flush()
    (place / "half").touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_process_leaves_is_removed_by_the_next_one(tmp_path):
    path, folder = tmp_path / "a.txt", tmp_path / "a"
    for _ in range(2):
        subprocess.run([sys.executable, "-c", KILLED, path, folder], check=False)
        assert len(list(tmp_path.iterdir())) == 2  # not more each time
    write_text(path, "whole")
    with whole_folder(folder) as place:
        (place / "whole").touch()
    assert path.read_text() == "whole" and [each.name for each in folder.iterdir()] == ["whole"]
    assert sorted(tmp_path.iterdir()) == [folder, path]


def test_a_folder_that_isnt_finished_leaves_nothing(tmp_path):
    with pytest.raises(OSError, match="full"), whole_folder(tmp_path / "a") as place:
        (place / "half").touch()
        raise OSError("full")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o444])
def test_a_file_that_is_written_anew_has_the_old_ones_permissions(mode, tmp_path):
    path, link = tmp_path / "a.txt", tmp_path / "link"
    link.symlink_to(path)
    path.touch()
    path.chmod(mode)
    write_text(path, "new")
    write_text(link, "newer")
    assert path.stat().st_mode & 0o777 == mode and path.read_text() == "newer" and link.is_symlink()


def test_folders_of_other_names_are_left_alone(tmp_path):
    (tmp_path / "a").mkdir()
    for name in (".a.older", ".a.b.old", ".a.new1.old"):
        (tmp_path / name).mkdir()
    before = sorted(tmp_path.iterdir())
    with whole_folder(tmp_path / "a"):
        pass
    assert sorted(tmp_path.iterdir()) == before


RUNS = {
    "tune": (run.Run, "--generations", 1, "--population", 4, "--jobs", 1, "--scenario", "SHORT"),
    "opening": (openings.Run, "--batches", 1, "--scenario", "capture-the-flag-basic"),
}


@pytest.mark.parametrize("command", RUNS)
def test_a_second_run_with_the_same_file_is_refused(command, tmp_path, monkeypatch):
    kind, *words = RUNS[command]
    short, out = tmp_path / "short.toml", tmp_path / "new" / "out"
    short.write_text(SHORT)
    words = [short if word == "SHORT" else word for word in words]
    words = [command, "hunter", "--out", out, "--against", "random", "--pairs", 1, "--measured", 1, *words]
    second, play = [], kind.play

    def play_meanwhile(*arguments):
        monkeypatch.setattr(kind, "play", play)
        second.append(call(*words, "--seed", 5))
        return play(*arguments)

    monkeypatch.setattr(kind, "play", play_meanwhile)
    first = call(*words)
    assert first.exit_code == 0, first.output
    refused(second[0], f"{command}: {out}: another process ")
    assert call(*words).exit_code == 0
    assert sorted(path.name for path in out.parent.iterdir()) == ["out", "out.progress.json"]
