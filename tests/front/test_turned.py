"""Does `verify` see, without a second engine, what is otherwise on the board turned by half?"""

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from state_of_war.definition import STATE_OF_WAR
from tabletop.front.verify import work
from tabletop.front.verify.plan import Unit
from tabletop.game.declared import DeclaredGame
from tabletop.game.header import NONE
from tests.any_game.games import SET_UP, any_game, deciding, scenario_of
from tests.any_game.pig import PIG

REAL = DeclaredGame.turned


@any_game
def test_a_turned_position_is_the_other_teams(game):
    scenario, seen = scenario_of(game, SET_UP), 0
    for state in deciding(scenario):
        if (other := game.turned(scenario, state.games)) is None:
            # PaintBall's twin turns positions; a table that isn't the same turned has no other side.
            assert game in (PAINTBALL, STATE_OF_WAR)
            return
        assert other["decider"] == 1 - state.decider and game.turned(scenario, other).tobytes() == state.games.tobytes()
        assert other.tobytes() != state.games.tobytes() and game.parse_position(
            scenario, game.format_position(scenario, other)
        )
        seen += 1
    assert seen >= 3 and game is not PAINTBALL


def points_stay(games, before):
    games["score"] = before["score"]


def the_pot_is_lost(games, before):
    games["pot"] = 0


def one_team_decides(games, before):
    games["decider"] = before["decider"]


def something_else_changes(games, before):
    games["spare"] = before["turn"] + before["pot"]


def it_is_not_told_back(games, before):
    games["spare"] += 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (None, ""),
        (the_pot_is_lost, "the turned position has another mask, or isn't the other team's to decide"),
        (one_team_decides, "the turned position has another mask, or isn't the other team's to decide"),
        (points_stay, "encoding vector: number 5 of team 0's observation is another one when turned"),
        (it_is_not_told_back, "a position that is turned twice is another one"),
        (something_else_changes, "leads elsewhere when the board is turned"),
    ],
)
def test_what_is_otherwise_is_told(monkeypatch, change, words):
    def turned(self, scenario, games):
        other = REAL(self, scenario, games)
        if change:
            change(other, games)
            if change is something_else_changes and games["spare"][0]:
                other["spare"] = 0
        return other

    monkeypatch.setattr(DeclaredGame, "turned", turned)
    fault = work.run("tests.any_game.pig:PIG", Unit("states", "pig", 0, 5, 40)).get("fault", "")
    assert words in fault if words else not fault


def test_nobody_stays_nobody():
    scenario = PIG.load("pig")
    games = PIG.parse_position(scenario, "turn=20 over=draw:turns pot=3 score=7,9")
    other = PIG.turned(scenario, games)
    assert (other["decider"], other["winner"]) == (NONE, NONE) and other["score"].tolist() == [[9, 7]]
    assert np.array_equal(games["score"], [[7, 9]])
