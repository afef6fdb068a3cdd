"""Are a picture of no use and a game that can't be pickled refused in one line, and is an event's value 0 told?"""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from paintball_env import Game
from paintball_env.definition import PAINTBALL, Paintball
from tabletop.base.files import write_text
from tabletop.front.commands.files_of_commands import check_file
from tabletop.game.events import Event
from tabletop.show.story import Storyteller
from tests import ROOT
from tests.called import call, refused


@pytest.mark.parametrize("width", ["0", "199", "8001"])
def test_a_width_that_cannot_be_is_refused(width, tmp_path):
    picture = tmp_path / "board.svg"
    words = f"show: width {width}: a picture is 200 to 8000 pixels wide"
    refused(call("show", "--out", str(picture), "--width", width), words)
    assert not picture.exists()


def test_a_position_has_no_seed():
    refused(call("show", Game("capture-the-flag").position(), "--seed", 0), "show: --seed is of a new game's")


def test_nothing_and_what_is_in_other_files_is_no_position(tmp_path):
    files = {
        "picture.png": (b"\x89PNG\r\n", "no text, or not UTF-8"),
        "empty.txt": (b"\n", "empty: no position"),
        "game.pbr": (GAME.read_bytes(), "a game record, no position: `view` and `replay` show it"),
        "prose.txt": (b"one\ntwo", "no position: it begins with 'one'"),
        "folder": (None, "a folder: a file is meant"),
        "none.txt": (None, "neither a position nor a file"),
    }
    (tmp_path / "folder").mkdir()
    position = Game("capture-the-flag-basic", seed=1).position()
    (tmp_path / "position.txt").write_text(f"{position}\n")
    for command, more in (("show", []), ("odds", ["done"])):
        for name, (content, words) in files.items():
            if content is not None:
                (tmp_path / name).write_bytes(content)
            refused(call(command, tmp_path / name, *more), f"{command}: {tmp_path / name}: {words}")
        refused(call(command, "-", *more, typed=" \n"), f"{command}: -: empty: no position")
    named = ("--scenario", "capture-the-flag-basic")
    given = [call("show", what, *named) for what in (position, tmp_path / "position.txt")]
    assert given[0].exit_code == 0 and given[0].stdout == given[1].stdout
    refused(call("view", "", "--no-open"), "view: empty: neither a game record nor")


def test_where_a_position_is_meant_a_scenario_gets_a_hint(tmp_path):
    file = tmp_path / "mine.toml"
    hint = f"; a scenario's file is given by --scenario {file}"
    for command, more in (("show", ()), ("odds", ("done",)), ("view", ("--no-open",))):
        for text, words in (('name = "mine"', "no position: it begins with 'name'"), ('name="mine"', "")):
            file.write_text(text)
            done = call(command, file, *more)
            refused(done, f"{command}: {file}: {words}" if words else f"{command}: ")
            assert done.stderr.endswith(f"{hint}\n")


def test_a_file_is_read_up_to_the_size_of_a_record(tmp_path):
    file = tmp_path / "large.pbr"
    large, too_large = "a game record, no position: `view` and `replay` show it", "larger than 16 MiB"
    for size, words in ((2 << 20, large), (17 << 20, too_large)):
        file.write_bytes(b"paintball-record: 1\n" + b" " * size)
        refused(call("show", file), f"show: {file}: {words}")
    refused(call("view", file), f"view: {file}: {words}")


@pytest.mark.slow
def test_a_page_of_what_is_served_is_written_by_another_command(tmp_path):
    store, page = tmp_path / "t.db", tmp_path / "t.html"
    call("match", "random", "hunter", "--pairs", 1, "--store", store, "--scenario", "single-flag-basic-drawn")
    words = f"view: {store} is served, for it may go on: leave --out out (`tournament --show {store} --report` writes a"
    refused(call("view", store, "--out", page), words)
    assert call("tournament", "--show", store, "--report", page).exit_code == 0 and page.exists()


def test_a_game_is_pickled_by_its_name_and_one_without_a_name_says_so():
    assert pickle.loads(pickle.dumps(PAINTBALL)) is PAINTBALL
    with pytest.raises(pickle.PicklingError, match=r"^paintball:"):
        pickle.dumps(Paintball())


def test_a_value_0_is_told_and_none_is_not():
    words = Storyteller(PAINTBALL.load("capture-the-flag")).words
    assert words(Event("banked", 0, "red", value=0)) == "banked red 0"
    assert words(Event("out", 0, "R1", place="c6")) == "out R1 c6"


FULL = """
import resource, signal, sys
from tests.called import call

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
done = call(*sys.argv[1:])
print(done.exit_code, done.stderr)
"""
GAME = ROOT / "docs" / "watching.pbr"
WRITTEN = {
    "a.png": ["show", "--out", "OUT"],
    "a.webp": ["replay", GAME, "--last", "2", "--out", "OUT"],
    "a.html": [
        *("view", Game("capture-the-flag").position(), "--scenario", "capture-the-flag"),
        *("--no-open", "--out", "OUT"),
    ],
    "a.npz": ["dataset", "OUT", GAME],
}


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.slow
def test_a_full_disk_leaves_the_old_file_and_no_half_one(name, tmp_path):
    path = tmp_path / name
    command = [path if word == "OUT" else word for word in WRITTEN[name]]
    assert call(*command).exit_code == 0  # also compiles what is needed: nothing can be kept where the disk is full
    old = path.read_bytes()
    done = subprocess.run([sys.executable, "-c", FULL, *command], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.strip() == f"2 {command[0]}: [Errno 27] File too large: '{path}'", done.stderr
    assert path.read_bytes() == old and list(tmp_path.iterdir()) == [path]


@pytest.mark.timeout(60)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_is_not_waited_for_where_a_run_keeps_what_it_has_done(tmp_path):
    pipe = tmp_path / "book.json.progress.json"
    os.mkfifo(pipe)
    done = call("opening", "hunter", "--scenario", "capture-the-flag-basic", "--out", tmp_path / "book.json")
    refused(done, f"{pipe} holds no run that")
    refused(call("verify", "--state", pipe), f"{pipe} is a pipe: a file is meant")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_only_a_files_place_is_taken(tmp_path):
    pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "file"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(pipe, "new")
    assert os.read(reader, 10) == b"new" and pipe.is_fifo()
    os.close(reader)
    file.write_text("kept ")
    with file.open("a") as opened:
        write_text(Path(f"/dev/fd/{opened.fileno()}"), "and written")  # as `>> file` and /dev/stdout
    assert file.read_text() == "kept and written"
    number, end = os.pipe()
    write_text(Path(f"/dev/fd/{end}"), "new")
    assert os.read(number, 10) == b"new"
    os.close(number)
    os.close(end)
    check_file(Path("/dev/null"))
    link.symlink_to(file)
    write_text(link, "new")
    assert link.is_symlink() and file.read_text() == "new" and len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("name", ["loop", "loop/file"])
@pytest.mark.parametrize(
    "command",
    [
        ("play-out", "random", "random", "--delay", "0", "--record"),
        ("tune", "hunter", "--out"),
        ("match", "random", "random", "--pairs", "1", "--out"),
        ("tournament", "random", "hunter", "--pairs", "1", "--records"),
    ],
)
def test_a_link_that_leads_to_itself_is_refused_before_anything_is_played(command, name, tmp_path, monkeypatch):
    announcing = "tabletop.compiled.compiling.announce_first_compilation"
    monkeypatch.setattr(announcing, lambda *package: pytest.fail("it is late"))
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    refused(call(*command, tmp_path / name), f"{command[0]}: {tmp_path}/loop", " link")
    assert list(tmp_path.iterdir()) == [loop]


@pytest.mark.parametrize(
    "command",
    [
        ("play-out", "random", "random", "--delay", "0", "--record", "-"),
        ("match", "random", "random", "--pairs", "1", "--out", "-"),
        ("tournament", "random", "hunter", "--pairs", "1", "--json", "-"),
    ],
)
def test_a_dash_is_no_output_file(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused(call(*command), "- names no output file:")
    assert not list(tmp_path.iterdir())
