"""Do earlier versions of the bots play as they did? Results are stated against them, and `champion` asks them."""

import hashlib

import pytest

from paintball_env.scenario import Scenario
from tabletop.rate.matches import match
from tests.agents.held import make

FIRST = ("hunter@1", "raider@1", "sentinel@1")
BEFORE_SIEGES = ("hunter@2", "raider@2", "sentinel@2", "striker@1")
# Of scores, turns, decisions and orders, written down before anything in the bots' thinking was changed.
GAMES = {
    ("capture-the-flag", FIRST): "cec3519098fe2c09",
    ("reverse-flag-drawn", FIRST): "193c1328d8a1fdb3",
    ("single-flag-basic", FIRST): "ec936f07ff0c3e9a",
    ("capture-the-flag", BEFORE_SIEGES): "bf4f7adedc975d21",
    ("reverse-flag-drawn", BEFORE_SIEGES): "d8d79dc44d4926e7",
    ("single-flag-basic", BEFORE_SIEGES): "9d51ee03a9810e4e",
}


@pytest.mark.parametrize(("name", "bots"), GAMES)
def test_earlier_versions_play_as_they_did(name, bots):
    scenario, key = Scenario.load(name), hashlib.sha256()
    for one, other in zip(bots, (*bots[1:], bots[0]), strict=True):
        results = match.play(make(one), make(other), scenario, 6, seed=5)
        key.update(repr((results.score.tolist(), results.turns.tolist(), results.decisions.tolist())).encode())
        key.update(repr([counts.tolist() for counts in results.profiles]).encode())
    assert key.hexdigest()[:16] == GAMES[name, bots]
