"""Does a game in the terminal keep to its own file?"""

from pathlib import Path

import pytest

from paintball_env.__main__ import shell
from tabletop.base.files import data_folder
from tabletop.front.commands.person_game import reopened
from tests.called import call, refused
from tests.front.small import elsewhere, first_can_be_typed  # noqa: F401  fixtures

pytestmark = pytest.mark.usefixtures("elsewhere")


def test_no_other_game_is_written_over(tmp_path: Path) -> None:
    mine, other, empty, saved = (tmp_path / name for name in ("mine.pbr", "other.pbr", "empty.pbr", "saved.pbr"))
    empty.touch()  # as `mktemp` makes it
    call("play", "random", "--seed", "1", "--record", str(other), typed="@\nquit\n")
    before = other.read_text()
    refused(call("play", "random", "--seed", "2", "--record", str(other)), f"play: {other} is there already", "another")
    refused(call("play", "random", "--seed", "1", "--record", str(other)), f"play: {other} is there already")
    orders = ["@", f"save {saved}", "@", f"save {saved}", f"save {other}", f"save {tmp_path}", f"save {mine}", "quit"]
    done = call("play", "random", "--seed", "2", "--record", str(mine), typed="\n".join(orders) + "\n")
    assert done.exit_code == 0 and done.stdout.count(f"{saved}: saved") == 2 and f"{mine}: saved" in done.stdout
    assert f"not saved: {other} is there already" in done.stdout
    assert saved.read_text() == mine.read_text() and other.read_text() == before
    # What this game has left there before is its own.
    done = call("play", "--resume", str(mine), "--record", str(saved), typed="@\nquit\n")
    assert done.exit_code == 0 and len(saved.read_text()) > len(mine.read_text()), done.output
    refused(call("play", "--resume", str(mine), "--record", str(saved)), str(saved))  # it is longer
    assert call("play", "random", "--record", str(empty), typed="@\nquit\n").exit_code == 0 and empty.read_text()


def test_the_prompts_names_of_files_are_read_as_a_shell_reads_them(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    done = call("play", "random", "--seed", "1", typed=f"@\nsave ~/mine.pbr\nsave {tmp_path}/sub/\nquit\n")
    assert f"{tmp_path}/mine.pbr: saved" in done.stdout and (tmp_path / "mine.pbr").is_file()
    assert f"{tmp_path}/sub/ is a folder: name a file in it" in done.stdout and not (tmp_path / "sub").exists()


def test_a_folder_that_is_made_for_a_file_is_named_in_the_answer(tmp_path: Path) -> None:
    typed = f"@\nsave {tmp_path}/sub/a.pbr\nsave {tmp_path}/sub/b.pbr\nquit\n"
    done = call("play", "random", "--seed", "1", typed=typed)
    assert f"{tmp_path}/sub/a.pbr: saved, in a new folder\n" in done.stdout
    assert f"{tmp_path}/sub/b.pbr: saved\n" in done.stdout


@pytest.mark.parametrize("folder", ["", "games"])
def test_a_game_that_is_played_twice_at_once_is_kept_twice(tmp_path: Path, folder: str) -> None:
    """The second one, which is told so, goes on in a file of its own, also where the first one's file is the usual."""
    kept = data_folder("paintball") / "games"
    file = (kept if folder else tmp_path) / "mine.pbr"
    call("play", "random", "--seed", "1", "--record", str(file), typed="@\nquit\n")
    begun = reopened(shell, file, False, file)
    assert call("play", "--resume", str(file), typed="@\n@\nquit\n").exit_code == 0
    other = file.read_text()
    begun.step(begun.game.legal_actions()[-1])
    assert begun.keep() and begun.file.parent == kept and begun.file != file
    assert file.read_text() == other and begun.file.read_text() == begun.recorder.record().write()
    begun.step(begun.game.legal_actions()[-1])
    assert begun.keep() and begun.file.read_text() == begun.recorder.record().write()
