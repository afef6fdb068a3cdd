"""A game that doesn't end is given up, with its seed; an ending without a name is refused."""

import pytest

from tabletop.agents.registry import make
from tabletop.front.verify import work
from tabletop.front.verify.plan import Unit
from tabletop.rate.matches import endless_games, match, single
from tests import refuses
from tests.any_game.pig import PIG

WORDS = r"the game with the seed \d+ isn't over after 5 decisions"


@pytest.fixture
def _short(monkeypatch):
    monkeypatch.setattr(endless_games, "LONGEST", 5)
    monkeypatch.setattr(work, "LONGEST", 5)


@pytest.mark.usefixtures("_short")
def test_matches_and_single_games_give_up():
    agents = make("random", PIG), make("random", PIG)
    refuses(ValueError, WORDS, lambda: match.play(*agents, PIG.load("pig"), 2))
    refuses(ValueError, "seed 3 ", lambda: single.play_recorded(*agents, PIG.load("pig"), 3))


@pytest.mark.usefixtures("_short")
@pytest.mark.parametrize("check", ["sound", "states", "text"])
def test_verify_gives_up(check):
    assert "isn't over after 5 decisions" in work.run("tests.any_game.pig:PIG", Unit(check, "pig", 0, 1, 100))["fault"]


def test_an_ending_without_a_name_is_refused(monkeypatch):
    monkeypatch.setattr(PIG, "endings", ("", "reached"))
    with pytest.raises(ValueError, match=r"ended with 2: .*0 to 1"):
        match.play(make("random", PIG), make("random", PIG), PIG.load("short-pig"), 50)
