"""Is every action of an agent counted as what it is?"""

import json

import numpy as np
import pytest

from paintball_env.game import Game
from paintball_env.rules import state
from paintball_env.rules.actions import ORDERS, order_of
from paintball_env.scenario import Scenario
from paintball_env.view import View
from tabletop.rate.matches import match, profile, single
from tabletop.rate.matches.results_table import profile_table
from tests.agents.held import make
from tests.called import call

CTF = Scenario.load("capture-the-flag")


def kind(name, decision, team=0):
    from paintball_env.action_names import action_table

    table = action_table(CTF.figures, tuple(CTF.board_map.names))
    order = order_of(CTF.world[0], decision, table.index(name, team))
    return None if order == -1 else ORDERS[order]


@pytest.mark.parametrize(
    ("name", "order"),
    [
        *(("R1 move NE", "move"), ("R6 move SE", "move"), ("R2 rotate W", "rotate"), ("R3 aim", "aim")),
        *(("R4 sentry", "sentry"), ("R5 stand down", "stand down"), ("R6 reload", "reload")),
        *(("R1 take flag", "take flag"), ("R1 shoot B1", "shoot"), ("R1 shoot B6", "shoot")),
        *(("R1 suppress B1", "suppress"), ("R6 suppress B6", "suppress"), ("R2 throw smoke", "throw smoke")),
        *(("R2 throw paint", "throw paint"), ("charge", "charge"), ("done", "done")),
    ],
)
def test_orders_of_the_phase(name, order):
    assert kind(name, state.ACT) == order


def test_other_decisions():
    assert kind("R1 shoot B2", state.VOLLEY) == "shoot" and kind("done", state.VOLLEY) == "done"
    assert kind("R1 shoot B2", state.REACT) == "reaction" and kind("done", state.REACT) == "hold fire"
    for name, decision in (("hex c4", state.THROW), ("figure R3", state.CHARGER), ("soft", state.PIECE)):
        assert kind(name, decision) is None
    assert kind("B3 move W", state.ACT, 1) == "move"


def test_a_match_counts_what_a_game_shows():
    results = match.play(make("hunter"), make("raider"), CTF, 2, seed=3)
    counted = [dict.fromkeys(ORDERS, 0), dict.fromkeys(ORDERS, 0)]
    for seed in results.seeds:
        for names in (("hunter", "raider"), ("raider", "hunter")):
            record = single.play_recorded(*map(make, names), CTF, int(seed))
            game = Game(CTF, seed=int(seed))
            for line in record.lines:
                action = line.action if hasattr(line, "action") else line[0]
                order = kind(action, int(game.games["decision"][0]), game.decider)
                if order is not None:
                    counted[0 if names[game.decider] == "hunter" else 1][order] += 1
                game.step(action)
    assert [list(one.values()) for one in counted] == [one.tolist() for one in results.profiles]
    assert results.as_dict()["orders"] == counted


def test_variation():
    one, other = np.zeros(len(ORDERS), np.int64), np.zeros(len(ORDERS), np.int64)
    assert profile.variation(one, other) == 0.0  # nobody has done anything
    one[0], other[0], other[1] = 4, 2, 2
    assert profile.variation(one, other) == pytest.approx(0.5)
    assert profile.variation(one, one * 3) == 0.0
    assert profile.shares(other)[:2].tolist() == [0.5, 0.5]
    other[0] = 0
    assert profile.variation(one, other) == 1.0


def test_table_and_command(tmp_path):
    summary = match.play(make("hunter"), make("random"), CTF, 2).as_dict()
    table = profile_table("hunter", "random", summary)
    assert table.row_count == len(ORDERS) + 1
    out = tmp_path / "out.json"
    done = call("match", "hunter", "random", "--pairs", 3, "--profile", "--out", out)
    assert done.exit_code == 0, done.output
    assert all(order in done.stdout for order in ORDERS) and "total variation distance 0." in done.stdout
    told = json.loads(out.read_text())["random"]
    assert 0 < told["variation"] < 1 and set(told["orders"][0]) == set(ORDERS)


def test_own_view_and_profile_agree_for_blue():
    game = Game(CTF, seed=1)
    view = View(CTF, game.games, game.legal_mask())
    assert all(order_of(CTF.world[0], state.PIECE, index) == -1 for index in view.legal.values())
