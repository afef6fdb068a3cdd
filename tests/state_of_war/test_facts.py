"""Facts for policies that score actions: a row for each legal action, true of what comes of it."""

import random

import numpy as np
import pytest

from state_of_war import deeds, facts, kinds, outlook
from state_of_war.observation import BATTLE
from state_of_war.odds import expected_toll
from state_of_war.rules.actions import ACTIONS
from state_of_war.rules.state import MINIE, SOFT, TRAINED
from state_of_war.scenario import Scenario
from state_of_war.symmetry import turned
from tabletop.play.game import Game
from tests.state_of_war.fire_table import Table, unit
from tests.state_of_war.setting_table import BLUE, GREY, HORSE, PICKS, small

NEAR = GREY.replace("35.0", "-5.0").replace("37.8", "-2.2").replace("G2.1=-40.0:-5.0", "G2.1=-40.0:35.0")
ORDER = f"turn=2 part=blue to=blue:order unit=B1 {BLUE} {HORSE} "
REACT = f"turn=2 part=blue to=grey:react unit=B1 act=move:N:4 at=1 near=G1 asked=G1 {BLUE} {HORSE} G1=ready:all {GREY}"


def facts_of(game):
    """The facts of the legal actions by their names, as records, and all of them with those of the position."""
    world, record = game.scenario.world[0], game.games[0]
    rows = np.full((game.scenario.actions, facts.ACTION_FACTS), 9, np.float32)
    listed, position = np.zeros(len(rows), np.int16), np.full(facts.POSITION_FACTS, 9, np.float32)
    count = facts.observe_legal(world, record, game.legal_mask(), rows, listed)
    facts.observe_position(world, record, record["decider"], position)
    assert listed[:count].tolist() == game.legal_indices()
    names = [game.table.name(int(action), int(record["decider"])) for action in listed[:count]]
    return dict(zip(names, rows.view(facts.ROW)[:count, 0], strict=True)), rows[:count], position


def at(text, **rules):
    return Game(small(**rules), start=text)


@pytest.mark.parametrize("text", [PICKS, ORDER + GREY, REACT])
def test_facts_have_a_row_for_each_legal_action(text):
    game = at(text)
    before = game.games.tobytes()
    _, rows, position = facts_of(game)
    assert (rows[:, : facts.KIND_FACTS].sum(axis=1) == 1).all()
    assert abs(rows).max() <= 3 and abs(position).max() <= 1
    assert game.games.tobytes() == before, "places that are tried are left again"


def test_facts_dont_depend_on_the_side():
    game, rng = Game(Scenario.load("first-skirmish"), seed=1), random.Random(1)
    for _ in range(5):
        for _ in range(rng.randrange(1, 9)):
            game.step(rng.choice(game.legal_indices()))
        other = Game.of_record(game.scenario, turned(game.scenario, game.games))
        for one, two in zip(facts_of(game)[1:], facts_of(other)[1:], strict=True):
            assert np.allclose(one, two, atol=1e-5)


def test_rows_hold_what_is_declared():
    assert facts.ROW.itemsize == 4 * facts.ACTION_FACTS and facts.SIDE_ROW.itemsize == 4 * len(facts.SIDE)
    assert len(BATTLE) + 2 * len(facts.SIDE) + len(facts.AIM) == facts.POSITION_FACTS
    assert [kinds.NAMES[kind] for kind in kinds.KIND_OF] == [option.kind for option in ACTIONS.options]


def test_a_move_s_facts_are_those_of_the_place_that_it_leads_to():
    game = at(ORDER + GREY)
    rows, _, _ = facts_of(game)
    move, stand = rows["move N full"], rows["stand"]
    assert move["nearer"] == pytest.approx(0.5, abs=0.02) and move["quarters"] == 1
    assert move["goal_nearer"] == pytest.approx(0.5) and stand["goal_nearer"] == stand["quarters"] == 0
    game.step("move N full")
    world, record = game.scenario.world[0], game.games[0]
    now, place = outlook.units_now(world, record), np.zeros(outlook.PLACE)
    outlook.look(world, record, 0, now, outlook.no_harms(), outlook.samples_of(world, record, 0), place)
    there = np.zeros(1, facts.ROW)
    deeds.observe_place(world, record, place, place, there[0])
    for name in ("give", "threat", "nearest", "cover", "goal", "to_cover", "friend", "seen", "height"):
        assert there[0][name] == pytest.approx(move[name]), name


def test_a_place_behind_the_wall_has_cover_and_less_threat():
    rows, _, _ = facts_of(at(ORDER.replace("-30.0", "-12.0").replace("-32.8", "-14.8") + GREY))
    behind, stand = rows["go 2"], rows["stand"]
    assert behind["more_cover"] == behind["cover"] > 0.6 and stand["cover"] == 0
    assert behind["threat"] < stand["threat"] and behind["more_threat"] < 0


def test_vi2_who_holds_the_objective_and_who_comes_in_time():
    game = at(ORDER + GREY, objective=[0, -5], turns=4)
    rows, _, position = facts_of(game)
    move, stand, aim = rows["move N full"], rows["stand"], position[-len(facts.AIM) :]
    assert aim.tolist() == [1, 0] and stand["lead_there"] == 0 == stand["holds"]
    assert move["holds"] == 1 and move["lead_there"] == move["men"] == np.float32(5 / 14)
    assert move["spare"] == 5 / 8 > stand["spare"] > 0, "one action of this turn is left, and two turns"
    game.step("move N full")
    while game.decider == 1:
        game.step("hold")
    rows, _, position = facts_of(game)
    assert position[-1] == np.float32(5 / 14) == rows[next(iter(rows))]["lead_there"]
    without = facts_of(at(ORDER + GREY))
    assert not without[2][-len(facts.AIM) :].any() and without[0]["stand"]["spare"] == 0


def test_a_volley_is_reckoned_as_its_exact_odds():
    game = at(ORDER + NEAR)
    row = facts_of(game)[0]["shoot at G1"]
    mean = expected_toll(game.scenario.world[0], game.games[0], 0, 14)
    assert 5 * row["hurt"] == pytest.approx(float(mean.wounded), abs=1e-5) and row["shooters"] == np.float32(0.8)
    assert 5 * row["out"] == pytest.approx(float(mean.disabled + mean.killed), abs=1e-5)
    assert row["harm"] > row["out"], "he costs more than the others"
    assert row["target_chief"] == 1 and row["target_loaded"] == np.float32(0.8), "the commander has no rifle"
    weak = facts_of(at(ORDER + NEAR.replace("G1.4=10.0:-2.2 G1.5=7.2:-2.2", "G1.4=killed G1.5=killed")))[0]
    assert row["shock"] < weak["shoot at G1"]["shock"] < 1


def test_harm_is_that_of_the_rules_dice():
    table, harms = Table([unit((0, 0))], [unit((0, 300))]), outlook.no_harms()
    once = outlook.harm_of(harms, TRAINED, 1, 0)
    assert once == pytest.approx(11 / 80 + 3 / 32 + outlook.WOUNDED * 3 / 16)
    assert outlook.harm_of(harms, TRAINED, 1, SOFT) < once == outlook.harm_of(harms, TRAINED, 1, 0)
    assert outlook.usual_weapon(table.world, 0) == MINIE
    assert [outlook.band_at(MINIE, away) for away in (150, 151, 1100, 1500, 1501)] == [0, 1, 2, 3, 4]


def test_a_charge_on_few_is_better_and_some_check_before_it():
    close = "G1.1=0.0:-20.0 G1.2=2.8:-20.0 G1.3=-2.8:-20.0 G1.4={} G1.5={} G2.1=-40.0:35.0"
    many = facts_of(at(ORDER + close.format("5.6:-20.0", "-5.6:-20.0")))[0]["charge G1"]
    few = facts_of(at(ORDER + close.format("killed", "killed")))[0]["charge G1"]
    assert many["odds"] == 0 and few["odds"] == pytest.approx(0.4) and many["goes_on"] == few["goes_on"] == 1
    assert many["win"] > many["lose"] > 0, "who charges adds one"
    weak = ORDER.replace("B1.4=0.0:-32.8 B1.5=2.8:-32.8", "B1.4=killed B1.5=killed")
    assert facts_of(at(weak + close.format("5.6:-20.0", "-5.6:-20.0")))[0]["charge G1"]["goes_on"] < 1


def test_stand_loads_or_stands_ready():
    loaded = facts_of(at(ORDER + GREY))[0]["stand"]
    assert loaded["stands_ready"] == 1 and loaded["loads"] == 0 == loaded["to_load"]
    spent = facts_of(at(ORDER.replace("B1.2=2.8:-30.0", "B1.2=2.8:-30.0,arm:3") + GREY))[0]["stand"]
    assert spent["loads"] == pytest.approx(0.2) and spent["to_load"] == pytest.approx(3 / 13), "a pistol, four rifles"


def test_re_fire_weighs_what_the_same_shots_would_do_later():
    rows, _, _ = facts_of(at(REACT))
    fire = rows["fire"]
    assert fire["shooters"] == np.float32(0.8), "no pistol"
    assert fire["harm"] == pytest.approx(fire["later"], rel=1e-5), "long range now and then"
    fire = facts_of(at(REACT.replace("35.0", "8.0").replace("37.8", "10.8")))[0]["fire"]
    assert fire["later"] > 1.2 * fire["harm"], "medium range then"
