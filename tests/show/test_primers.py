"""Are the pages for those who have never played true: pictures as the script draws them, odds exact, small files?"""

import gzip
import runpy
from types import SimpleNamespace

import pytest

from paintball_env.guide import FIRST_GAME
from paintball_env.play_odds import chances_of
from paintball_env.scenario import Scenario
from tabletop.play.game import Game
from tabletop.show.showing import showing_of
from tests import ROOT

script = SimpleNamespace(**runpy.run_path(str(ROOT / "scripts" / "primer_pictures.py")))
PAGES = {page.name: page for page in script.PAGES}


def text_of(page):
    return (script.DOCS / f"{page.name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "picture"), [(page, each) for page in script.PAGES for each in page.pictures])
def test_a_picture_is_what_the_script_draws(page, picture):
    assert (page.folder / f"{picture.name}.svg").read_text(encoding="utf-8") == page.drawn(picture)
    assert f"]({page.name}/{picture.name}.svg)" in text_of(page)


@pytest.mark.parametrize("page", script.PAGES)
def test_there_are_no_others_all_are_small_and_they_come_with_the_package(page):
    files = [*page.folder.iterdir()]
    assert {path.stem for path in files} == {picture.name for picture in page.pictures}
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 200_000  # as they are packed
    primer = showing_of(page.game).page_words().primer()
    assert primer.text == text_of(page) and {path.name for path in files} == set(primer.pictures)
    assert all(text.startswith("<svg") for text in primer.pictures.values())


def test_the_odds_that_the_page_of_the_first_game_names_are_exact():
    (shot,) = (picture for picture in script.FIRST_GAME if picture.name == "shot")
    covered = shot.start + script.COVER
    for position, times in ((covered, 16), (covered.replace("b5,", ""), 6)):
        chances = dict(chances_of(Game(Scenario.load(FIRST_GAME), start=position), "R1 shoot B1").rows)
        assert 1 / chances["B1 is out"] == times
