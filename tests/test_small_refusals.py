"""Are a picture of no use and a game that can't be pickled refused in one line, and is an event's value 0 told?"""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from paintball_env.definition import PAINTBALL, Paintball
from tabletop.events import Event
from tabletop.presentation.story import Storyteller

from .called import call, refused

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("width", ["0", "18", "63", "10001"])
def test_a_width_that_cannot_be_is_refused(width, tmp_path):
    picture = tmp_path / "board.svg"
    words = f"show: width {width}: a picture is 64 to 10000 pixels wide"
    refused(call("show", "--out", str(picture), "--width", width), words)
    assert not picture.exists()


def test_a_game_is_pickled_by_its_name_and_one_without_a_name_says_so():
    assert pickle.loads(pickle.dumps(PAINTBALL)) is PAINTBALL
    with pytest.raises(pickle.PicklingError, match=r"^paintball: to be pickled, a game has to be an attribute of "):
        pickle.dumps(Paintball())


def test_a_value_0_is_told_and_none_is_not():
    words = Storyteller(PAINTBALL.load("capture-the-flag")).words
    assert words(Event("banked", 0, "red", value=0)) == "banked red 0"
    assert words(Event("out", 0, "R1", place="c6")) == "out R1 c6"


FULL = """
import resource, signal, sys
from pathlib import Path
from tabletop.files import write_text

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    write_text(Path(sys.argv[1]), "new" * 1000)
except OSError as error:
    print(error.strerror)
"""


def test_a_full_disk_leaves_the_old_file_and_no_half_one(tmp_path):
    path = tmp_path / "a.json"
    path.write_text("old")
    done = subprocess.run([sys.executable, "-c", FULL, path], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "File too large\n", done.stderr
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
