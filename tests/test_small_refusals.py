"""Are a picture of no use and a game that can't be pickled refused in one line, and is an event's value 0 told?"""

import pickle

import pytest

from paintball_env.definition import PAINTBALL, Paintball
from tabletop.events import Event
from tabletop.presentation.story import event_words

from .called import call, refused


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
    assert event_words(Event("banked", 0, "red", value=0)) == "banked red 0"
    assert event_words(Event("out", 0, "R1", place="c6")) == "out R1 c6"
