"""The boards of configs/boards: they can be played, and favour neither end."""

import pytest

from paintball_env import Game, Scenario, make_agent
from tabletop.rate.matches import match
from tests import ROOT

BOARDS = sorted((ROOT / "configs" / "boards").glob("*.toml"))
OTHER = str.maketrans("RB", "BR")


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_a_board_is_the_same_turned_by_half_and_shipped_agents_play_it(path):
    scenario = Scenario.from_file(path)
    assert scenario.name == path.stem
    rows = [row.split() for row in scenario.map.splitlines() if row.split()]
    assert [[glyph.translate(OTHER) for glyph in reversed(row)] for row in reversed(rows)] == rows
    glyphs = {glyph for row in rows for glyph in row}
    assert {"t", "^", "u"} <= glyphs
    game = Game(scenario, seed=1)
    assert game.legal_actions()
    result = match.play(make_agent("champion"), make_agent("hunter"), scenario, 1, seed=1)
    assert result.rating().pairs == 1


def test_there_is_one_for_each_objective():
    assert {Scenario.from_file(path).objective for path in BOARDS} == {"capture", "reverse", "single"}
