"""Do the environments of the table keep what they promise: the official checks, ranges, the same for both sides?"""

import random
from importlib import import_module

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from paintball_env.on_table.definition import PAINTBALL
from pettingzoo.test import parallel_api_test

from paintball_env import on_table
from paintball_env.on_table.observation import ACTION_KINDS, action_rows
from paintball_env.on_table.scenario import Scenario
from tabletop.play.game import Game
from tabletop.show.showing import showing_of
from tests.twins.paintball_table import turned

DRAWN = "capture-the-flag-table-drawn"


def observed(scenario, record, team, encoding):
    out = np.zeros(encoding.size, np.float32)
    import_module(PAINTBALL.kernels).observe(scenario.world[0], record, team, encoding.cells, out)
    return out


def test_the_official_checks() -> None:
    parallel_api_test(on_table.parallel_env(scenario=DRAWN), num_cycles=60)
    check_env(gymnasium.make("PaintballTable/CaptureTheFlagBasic-v0").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", ["vector", "actions", "entities"])
def test_observations_keep_their_ranges_and_are_the_other_sides_on_the_turned_table(name: str) -> None:
    scenario, rng = Scenario.load("capture-the-flag-table"), random.Random(name)
    encoding, game = PAINTBALL.encoding(scenario, name), Game(scenario, seed=2)
    low, high, seen = encoding.low, encoding.high, set()
    for count in range(160):
        if game.over:
            break
        if count % 4 == 0 or game.decision == "cover-facing":
            for team in (0, 1):
                numbers = observed(scenario, game.record, team, encoding)
                assert ((low <= numbers) & (numbers <= high)).all()
                other = observed(scenario, turned(scenario, game.games)[0], 1 - team, encoding)
                assert np.array_equal(numbers, other), game.position()
            seen.add(numbers.tobytes())
        game.step(rng.choice(game.legal_indices()))
    assert len(seen) > 30


def test_rows_of_actions_name_what_the_actions_do() -> None:
    scenario = Scenario.load(DRAWN)
    rows, table = action_rows(scenario), PAINTBALL.action_names(scenario)
    for index in range(0, len(table), 7):
        parts = table.parts(index, 0)
        assert ACTION_KINDS[rows[index, 0]] == parts.kind.name
        assert (rows[index, 1] == -1) == (parts.who == "") and rows.shape == (len(table), 5)


PIECES = (
    "soft=-60.0:-20.0,-58.0:24.0,-52.0:-36.0,-40.0:20.0,-40.0:30.0,-36.0:-16.0,-30.0:20.0,-24.0:6.0,-20.0:-40.0,"
    "-20.0:20.0,-10.0:-40.0,-10.0:-20.0,10.0:-40.0,10.0:40.0,24.0:-6.0,36.0:16.0,52.0:36.0,58.0:-24.0 "
    "hard=-60.0:-10.0/NW,-54.0:-20.0/N,-30.0:14.0/NE,0.0:0.0/N,30.0:-14.0/NE,54.0:20.0/N"
)


def test_orders_to_a_figure_that_was_picked_first_have_the_facts_of_other_orders():
    scenario = PAINTBALL.load("battle-22-table")
    encoding = PAINTBALL.encoding(scenario, "actions")
    table = showing_of(PAINTBALL).observation_table(scenario, "actions")
    names = [entry["name"] for entry in table["entries"] if entry["of"] == "action 0" and entry["name"] != "legal"]
    part = table["parts"]["actions"]

    def facts(facing, order):
        here = (
            f"R1=0.0:-20.0/{facing} B1=10.0:-20.0 M1=-20.0:0.0 M2=12.0:-14.0 flag.red=-75.0:-12.5 flag.blue=75.0:17.5"
        )
        start = f"turn=2 phase=1 acting=red second=blue score=9,9 to=red:order actor=R1 {here} {PIECES}"
        game = Game(scenario, start=start)
        rows = observed(scenario, game.games[0], 0, encoding)[part["start"] :].reshape(part["shape"])
        return dict(zip(names, rows[game.table.index(order, 0)].tolist(), strict=True))

    turn, shot = facts("W", "rotate E"), facts("E", "shoot B1")
    assert turn["best shot"] == shot["puts out"] > 0
    assert turn["exposure"] == turn["exposure before"] > 0
