"""Facts for policies that score actions: a row for each legal action, and chances as the rules roll them."""

import random
from dataclasses import replace

import numpy as np
import pytest

from beat_to_quarters import chances, facts, kinds, outlook
from beat_to_quarters.bots.choice import choose
from beat_to_quarters.bots.temperament import TEMPERAMENTS
from beat_to_quarters.observation import BATTLE
from beat_to_quarters.rules.actions import ACTIONS
from beat_to_quarters.rules.gunnery import shot_at
from beat_to_quarters.rules.state import IN_ACTION
from beat_to_quarters.symmetry import turned
from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tests.beat_to_quarters.test_observation import games, scenario_of


def facts_of(game):
    """The facts of the legal actions by their names, as records, and those of the position."""
    world, record = game.scenario.world[0], game.games[0]
    rows = np.full((game.scenario.actions, facts.ACTION_FACTS), 9, np.float32)
    listed, position = np.zeros(len(rows), np.int16), np.full(facts.POSITION_FACTS, 9, np.float32)
    count = facts.observe_legal(world, record, game.legal_mask(), rows, listed)
    facts.observe_position(world, record, record["decider"], position)
    assert listed[:count].tolist() == game.legal_indices()
    names = [game.table.name(int(action), int(record["decider"])) for action in listed[:count]]
    return dict(zip(names, rows.view(facts.ROW)[:count, 0], strict=True)), rows[:count], position


@pytest.mark.parametrize(("name", "limit"), [("duel", 40), ("line", 80)])
def test_facts_have_a_row_for_each_legal_action_and_dont_depend_on_the_side(name, limit):
    rng = random.Random(3)
    for game in games(name, range(3), limit):
        if rng.random() < 0.5:
            continue
        before = game.games.tobytes()
        _, rows, position = facts_of(game)
        assert (rows[:, : facts.KIND_FACTS].sum(axis=1) == 1).all() and abs(rows).max() <= 3
        _, other_rows, other_position = facts_of(Game.of_record(game.scenario, turned(game.scenario, game.games)))
        assert np.allclose(rows, other_rows, atol=1e-5) and np.allclose(position, other_position, atol=1e-5)
        assert game.games.tobytes() == before, "places that are tried are left again"


def test_rows_hold_what_is_declared():
    assert facts.ROW.itemsize == 4 * facts.ACTION_FACTS and facts.TEAM_ROW.itemsize == 4 * len(facts.TEAM)
    assert len(BATTLE) + 2 * len(facts.TEAM) == facts.POSITION_FACTS
    assert set(kinds.NAMES) == {option.kind for option in ACTIONS.options}
    assert [kinds.NAMES[kind] for kind in kinds.KIND_OF] == [option.kind for option in ACTIONS.options]


@pytest.mark.parametrize("name", ["gunner", "boarder"])
def test_the_opinions_of_bots_are_what_they_do_without_noise(name):
    temper, seldom = replace(TEMPERAMENTS[name], noise=0.0).record()[0], 0
    for game in games("line", range(3), 120):
        rows, _, _ = facts_of(game)
        action = choose(game.scenario.world[0], game.games[0], game.legal_mask(), temper, np.uint64(0))
        worths = {action: float(row[name]) for action, row in rows.items()}
        chosen = game.table.name(int(action), game.decider)
        assert worths[chosen] == 0 and min(worths.values()) >= -1
        assert {action for action in rows if rows[action][f"{name}_best"]} == {
            action for action, behind in worths.items() if behind == 0
        }
        seldom += len({*worths.values()}) > 2
    assert seldom > 20, "more than the best and all others"


ABEAM = "turn=2 wind=W first=white chips=1,2,0 acting=white to=white:sail ship=W1 W1=1010E,still B1=1015E,still"


def test_gu7_a_shot_is_reckoned_as_the_rules_roll_it():
    game = Game(scenario_of("duel"), start=ABEAM)
    ends = outcomes(game, "fire at B1")
    positions = [(Game(game.scenario, start=each.position).games["ships"][0, 1, 0], each.probability) for each in ends]
    rose = sum(float(p) * (int(ship["rate"]) - 4) for ship, p in positions)
    masts = sum(float(p) * (3 - int(ship["masts"])) for ship, p in positions)
    row = facts_of(game)[0]["fire at B1"]
    assert 3 * row["rates_lost"] == pytest.approx(rose, abs=1e-6) and rose > 0
    assert row["masts_lost"] == pytest.approx(masts, abs=1e-6) and masts > 0
    assert row["range"] == pytest.approx(5 / 13) and row["raking"] == 0


def test_rk_a_rake_is_worth_more_and_is_seen():
    rows, _, _ = facts_of(Game(scenario_of("duel"), start=ABEAM.replace("B1=1015E", "B1=1113SE")))
    broadside, _, _ = facts_of(Game(scenario_of("duel"), start=ABEAM.replace("B1=1015E", "B1=1012E")))
    assert rows["fire at B1"]["raking"] == 1 and broadside["fire at B1"]["raking"] == 0
    assert rows["fire at B1"]["shot"] > 1.5 * broadside["fire at B1"]["shot"]
    assert rows["heave to"]["rakes"] == 1 and rows["heave to"]["raked"] == 0


def test_bo3_boarding_is_reckoned_as_the_rules_roll_it():
    text = (
        "turn=2 wind=W first=white to=white:board ship=W1 W1=1010E,grappled:B1,still B1=1011E,rate:6,grappled:W1,still"
    )
    game = Game(scenario_of("duel"), start=text)
    won = sum(each.probability for each in outcomes(game, "board B1") if "over=white" in each.position)
    row = facts_of(game)[0]["board B1"]
    assert row["board"] == pytest.approx(float(won)) and 0 < row["counter"] < row["board"] < 1
    assert chances.MELEE[chances.FARTHEST_SCORE] == pytest.approx(15 / 36), "equal ships"


def test_turns_and_ways_see_where_they_lead():
    acting = "turn=2 wind=W first=white chips=1,2,0 acting=white"
    start = f"{acting} to=white:turn ship=W1 act=sails W1=1010NE B1=2416E"
    rows, _, _ = facts_of(Game(scenario_of("duel"), start=start))
    assert rows["starboard 1"]["ahead_nearer"] > rows["steady"]["ahead_nearer"] > rows["port 1"]["ahead_nearer"]
    assert rows["starboard 1"]["dice"] == pytest.approx(3 / 4), "B: three dice of a frigate"
    assert rows["port 2"]["eye"] == 1 and rows["port 2"]["tacks"] == pytest.approx(1 / 2)
    start = f"{acting} to=white:advance ship=W1 act=sails dice=4-2 W1=1003NE,masts:1 B1=2012E"
    rows, _, _ = facts_of(Game(scenario_of("duel"), start=start))
    assert rows["advance 2"]["off"] == 0 and rows["advance 4"]["off"] == rows["advance 6"]["off"] == 1
    assert rows["advance 2"]["water"] == 0 and rows["advance 2"]["edge"] == 0


def test_the_nearest_enemy_and_the_best_to_board():
    text = (
        "turn=2 wind=NE first=white chips=1,2,0 acting=white to=white:pick "
        "W1=1010E W2=3030E W3=3028E B1=1014E B2=1019E,rate:8 B3=0203E,struck"
    )
    game = Game(scenario_of("line"), start=text)
    world, record = game.scenario.world[0], game.games[0]
    assert outlook.nearest_enemy(world, record, 0) == (10, 4)
    assert outlook.prey_of(world, record, 0, 0.9)[0] in (11, 12), "B1 is no likely prey"
    assert record["ships"][1, 2]["state"] != IN_ACTION
    assert outlook.could_fire(world, record, 0, 10) == shot_at(world, record, 0, 10)[:2]
