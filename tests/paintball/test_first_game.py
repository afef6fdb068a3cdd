"""Is docs/first-game.md true: its pictures as the script draws them, its odds exact, small enough for the wheel?"""

import runpy
from types import SimpleNamespace

import pytest

from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.guide import FIRST_GAME
from paintball_env.play_odds import chances_of
from paintball_env.scenario import Scenario
from tabletop.show.showing import showing_of
from tests import ROOT

script = SimpleNamespace(**runpy.run_path(str(ROOT / "scripts" / "first_game_pictures.py")))
PAGE = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8")
PICTURES = {picture.name: picture for picture in script.PICTURES}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_script_draws(name):
    path = script.FOLDER / f"{name}.svg"
    assert path.read_text(encoding="utf-8") == script.drawn(PICTURES[name])
    assert f"](first-game/{name}.svg)" in PAGE


def test_there_are_no_others_and_all_are_small():
    files = [*script.FOLDER.iterdir()]
    assert {path.stem for path in files} == set(PICTURES)
    assert sum(path.stat().st_size for path in files) < 300_000


def test_the_odds_that_the_page_names_are_exact():
    covered = PICTURES["shot"].start + script.COVER
    for position, times in ((covered, 16), (covered.replace("b5,", ""), 6)):
        chances = dict(chances_of(Game(Scenario.load(FIRST_GAME), start=position), "R1 shoot B1").rows)
        assert 1 / chances["B1 is out"] == times


def test_the_page_and_its_pictures_come_with_the_package():
    primer = showing_of(PAINTBALL).page_words().primer()
    assert primer.text == PAGE
    assert {f"{name}.svg" for name in PICTURES} == set(primer.pictures)
    assert all(text.startswith("<svg") for text in primer.pictures.values())
