"""Does the loop over many games ask whoever decides, until everything is over or waits?"""

import pickle

import numpy as np
import pytest

from paintball_env import RandomOpponent, Scenario
from tabletop.env.batch.turn_loop import IllegalAnswerError, TurnLoop
from tabletop.game.header import NONE, OVER
from tests.env.environment_games import ByRecord, facade, of_side

DRAWN = Scenario.load("capture-the-flag-drawn")


class Noting(ByRecord):
    """Decides by the record, and notes the records that it was asked about, by row."""

    def __init__(self, count):
        self.asked = [[] for _ in range(count)]

    def decide(self, worlds, games, rows, masks, actions, keys):
        super().decide(worlds, games, rows, masks, actions, keys)
        for row in rows:
            self.asked[row].append((int(games["decider"][row]), games[row].tobytes()))


class BothSides(TurnLoop):
    """Two players, who play both teams: the first one is team 0 in even games."""

    def players_of(self, rows):
        return self.games["decider"][rows] ^ (rows % 2)


class Illegal:
    def decide(self, worlds, games, rows, masks, actions, keys):
        actions[rows] = masks.shape[1] - 1


def begun(loop, sides):
    loop.seeds[:] = np.arange(loop.count)
    loop.sides[:] = sides
    loop.begin_rows(np.arange(loop.count), DRAWN.game.start_record(DRAWN))
    return loop


def test_two_players_play_whole_games_and_each_is_asked_for_its_own_team():
    players = [Noting(4), Noting(4)]
    loop = begun(BothSides(DRAWN, 4, players), NONE)
    loop.play_on()
    assert (loop.games["decision"] == OVER).all()
    for row in range(4):
        game = facade(DRAWN, row)
        assert loop.games[row].tobytes() == game[1]
        for number, player in enumerate(players):
            assert player.asked[row] == of_side(game, number ^ (row % 2))[0]


@pytest.mark.parametrize("parallel", [False, True])
def test_it_stops_where_nobodys_team_is_to_decide(parallel):
    loop = begun(TurnLoop(DRAWN, 6, [RandomOpponent()], parallel=parallel), np.arange(6) % 2)
    for _ in range(40):
        loop.play_on()
        running = np.flatnonzero(loop.games["decision"] != OVER)
        assert np.array_equal(loop.games["decider"][running], running % 2) and len(running)
        assert loop.carry_out(loop.masks.argmax(axis=1), running) == 0
    copy = pickle.loads(pickle.dumps(loop))
    for one in (loop, copy):
        one.play_on()
    assert copy.games.tobytes() == loop.games.tobytes() and copy.counters.tolist() == loop.counters.tolist()


def test_an_illegal_answer_says_whose_it_was_and_changes_nothing():
    loop = begun(BothSides(DRAWN, 3, [ByRecord(), Illegal()]), NONE)
    with pytest.raises(IllegalAnswerError, match=r"opponent 1.*'wait' is") as caught:
        loop.play_on()
    row, before = caught.value.row, loop.games.tobytes()
    assert caught.value.player == 1 and caught.value.action == DRAWN.actions - 1
    assert loop.carry_out(np.full(3, caught.value.action), np.array([row])) == 1 and loop.games.tobytes() == before
