"""Do the scripted bots do what each is for, in the open and in whole games, and the same whichever way they are run?"""

import os
import subprocess
import sys
from dataclasses import fields, replace

import numpy as np
import pytest
from paintball_env.bots.scripted import orders as bots_orders
from paintball_env.bots.scripted.memory import MEMORY, forget, start_memory
from paintball_env.bots.scripted.plan import make_plan
from paintball_env.bots.scripted.temperament import HUNTER, TEMPERAMENTS

from paintball_env import BatchedGames
from paintball_env.definition import PAINTBALL
from paintball_env.game import Game
from paintball_env.rules.actions import ACTIONS, ORDERS
from paintball_env.scenario import Scenario
from paintball_env.start import start_record
from paintball_env.view import View
from tabletop.agents.base import noise_seed
from tabletop.agents.batch_player import batch_player
from tabletop.compiled.compiling import compiled
from tabletop.game.chance import new_chance
from tabletop.rate.matches import match, profile
from tests import ROOT
from tests.agents.held import make
from tests.paintball.bots.bot_scores import scores_of

BASIC, ADVANCED = "capture-the-flag-basic", "capture-the-flag"
BOTS = list(TEMPERAMENTS)
PHASE = "turn=3 phase=1 acting=red second=blue score=5,4 to=red:act "


def orders(bot, scenario, position, most=4):
    """The next decisions of a bot, without noise, as long as it is asked."""
    game, agent, taken = Game(scenario, start=position), make(f"{bot}:noise=0"), []
    while not game.over and len(taken) < most and game.decider == 0:
        view = View(game.scenario, game.games, game.legal_mask())
        taken.append(view.table.name(agent.act(view), view.team))
        game.step(taken[-1])
    return taken


LONE = PHASE + "R1=c3 R2=b3 R3=d3 B1=c5{state} B2=b7 M1=c2 M2=c6 flag.red=b1 flag.blue=b7"


def test_an_order_that_the_bots_do_not_know_is_no_shot():
    """An order of one word that the rules get is worth nothing to them until somebody writes what it is worth."""
    view = View((game := Game(BASIC, start=LONE.format(state=""))).scenario, game.games, game.legal_mask())
    world, record, temper = view.worlds[0], view.games[0], HUNTER.record()[0]
    plan, memory = make_plan(world, record, 0, temper), np.empty(1, MEMORY)
    start_memory(world, record, 0, memory[0])
    forget(world, memory[0])
    order_worth = getattr(bots_orders.order_worth, "py_func", bots_orders.order_worth)
    assert order_worth(world, record, 0, 0, len(ACTIONS.options), -1, plan, temper, memory[0]) == 0.0


def test_raider_suppresses_and_then_charges():
    # Comrades come near enough to charge, then one enemy is suppressed.
    assert "R2 suppress B1" in orders("raider", BASIC, LONE.format(state=""), 4)
    assert not any("suppress" in order for order in orders("hunter", BASIC, LONE.format(state=""), 4))
    assert orders("raider@1", BASIC, LONE.format(state=""), 2) == ["R1 suppress B1", "R1 suppress B1"]
    for bot in ("raider", "raider@1"):
        assert orders(bot, BASIC, LONE.format(state=",suppressed"), 1) == ["charge"]
    assert orders("sentinel", BASIC, LONE.format(state=""), 1) == ["R1 sentry"]


def test_sentinel_takes_sentry_where_raider_advances_and_hunter_shoots():
    far = PHASE + "R1=c2 R2=b1 R3=d2 B1=c6 B2=b6 B3=d6 M1=c3 M2=c5 flag.red=b1 flag.blue=b7"
    assert sorted(orders("sentinel@1", BASIC, far, 3)) == ["R1 sentry", "R2 sentry", "R3 sentry"]
    assert {"R1 sentry", "R2 sentry"} < set(orders("sentinel", BASIC, far, 3))  # the third one may aim
    assert all("move" in order for order in orders("raider", BASIC, far, 3))
    assert any("shoot" in order for order in orders("hunter", BASIC, far, 3))
    for bot in ("hunter@1", "raider@1"):
        assert "move" in orders(bot, BASIC, far, 1)[0]


@pytest.mark.parametrize(("number", "back", "on"), [("escort", 0.8, -0.8), ("van", -0.8, 0.8)])
@pytest.mark.slow
def test_others_go_with_a_carrier_or_before_it(number, back, on):
    at = (
        "turn=3 phase=1 acting=red second=blue score=5,4 used=1,0 to=red:act "
        "R1=c3,p0,used R2=c5 B1=b7,jammed B2=c7,jammed M1=c2 M2=c6 flag.red=R1 flag.blue=B2"
    )
    both = [scores_of("reverse-flag-basic", at, each) for each in (HUNTER, replace(HUNTER, **{number: 0.8}))]
    without, also = both
    # One step nearer to the carrier, who is behind, or to where it brings the flag.
    assert also["R2 move W"] - without["R2 move W"] == pytest.approx(back)
    assert also["R2 move E"] - without["R2 move E"] == pytest.approx(on)
    assert also["R2 aim"] == without["R2 aim"]


def test_sentinel_comes_out_late():
    late = PHASE.replace("turn=3", "turn=12") + "R1=c2 R2=b1 R3=d2 B1=c7 M1=c3 M2=c6 flag.red=b1 flag.blue=b7"
    assert any("move" in order for order in orders("sentinel", BASIC, late))


def test_sentinel_aims_where_the_range_is_long():
    # Five hexes: two unaimed dice hit as often as an aimed one, and misfire twice as often.
    at = PHASE + "R1=c2 B1=c7 M1=d1 M2=d7 flag.red=b1 flag.blue=b7"
    assert orders("sentinel", BASIC, at, 2) == ["R1 aim", "R1 shoot B1"]


def test_raider_throws_smoke_to_cross():
    # Three sentries look along the way to the flag.
    watched = (
        PHASE + "R1=c5,smoke R2=b5 R3=d5 B1=c7,sentry B2=c7,sentry B3=c7,sentry M1=c5 M2=c6 "
        "soft=c7 flag.red=b1 flag.blue=b7"
    )
    taken = orders("raider", ADVANCED, watched)
    assert taken[:2] == ["R1 throw smoke", "hex c7"]
    assert "R1 throw smoke" not in orders("hunter", ADVANCED, watched)
    # Without sentries, and without eyes on its way, there is nothing to hide from.
    alone = PHASE + "R1=c5,smoke R2=b5 B1=e2,empty M1=c5 M2=c6 flag.red=b1 flag.blue=b7"
    assert "R1 throw smoke" not in orders("raider", ADVANCED, alone)


def test_striker_plans_the_step_after_the_next():
    at = (
        "turn=3 phase=1 acting=red second=blue score=5,4 {used}to=red:act "
        "R1=c6{state} B1=b2 B2=d2 M1=c2 M2=c6 flag.red=R1 flag.blue=B1"
    )
    fresh = at.format(used="", state="")
    now, ahead = (scores_of("reverse-flag-basic", fresh, replace(HUNTER, ahead=share)) for share in (0.0, 1.0))
    # Two steps win: the first one is worth the second's, too.
    assert now["R1 move E"] < 5.0 < 19.0 < ahead["R1 move E"]
    assert ahead["R1 aim"] == now["R1 aim"]
    tired = at.format(used="used=1,0 ", state=",p1,moved1,used")
    now, ahead = (scores_of("reverse-flag-basic", tired, replace(HUNTER, ahead=share)) for share in (0.0, 1.0))
    assert now == ahead  # one point is left: nothing comes after it


def test_striker_shoots_and_steps_back_into_cover():
    at = (
        "turn=3 phase=1 acting=red second=blue score=5,4 to=red:act "
        "R1=c4 B1=c7 B2=c7 B3=c7 M1=c4 M2=c7 soft=b3 flag.red=b1 flag.blue=b7"
    )
    now, ahead = (scores_of(BASIC, at, replace(HUNTER, ahead=share)) for share in (0.0, 1.0))
    assert ahead["R1 shoot B1"] > now["R1 shoot B1"]
    # With no cover to step back into the shot is worth less.
    bare = scores_of(BASIC, at.replace("soft=b3", "soft=e1"), replace(HUNTER, ahead=1.0))
    assert bare["R1 shoot B1"] < ahead["R1 shoot B1"]
    assert orders("striker", BASIC, at, 3)[-1].startswith("R1 move")


def test_paint_goes_at_a_cluster_and_not_among_the_own():
    cluster = PHASE + "R1=c3,paint R2=b2 B1=c5 B2=c5 B3=c5 M1=c2 M2=c6 flag.red=b1 flag.blue=b7"
    for bot in ("raider", "sentinel"):
        assert orders(bot, ADVANCED, cluster, 2) == ["R1 throw paint", "hex c5"]
    # Somebody throws for the sake of the test, and every bot spares its own.
    among = PHASE.replace("to=red:act", "to=red:throw actor=R1 kind=paint used=1,0")
    among += "R1=c8,p0,used R2=b7 B1=c8 B3=d7 M1=c6 M2=c7 flag.red=b1 flag.blue=b7"
    for bot in BOTS:
        assert orders(bot, ADVANCED, among, 1) == ["hex d7"]


def set_up(bot, scenario, seed=3):
    game, agent = Game(scenario, seed=seed), make(f"{bot}:noise=0")
    while int(game.games["turn"][0]) == 0:
        game.step(agent.act(View(game.scenario, game.games, game.legal_mask())))
    return game


def test_each_sets_up_by_its_own_liking():
    games = {bot: set_up(bot, ADVANCED) for bot in BOTS}
    board = games["hunter"].scenario.world[0].board
    near, ahead = {}, {}
    for bot, game in games.items():
        covered = np.flatnonzero(game.games["cover"][0])
        near[bot] = np.mean([board.steps[place, board.home].min() for place in covered])
        ahead[bot] = np.mean([board.steps[figure["hex"], board.home[1]] for figure in game.games["figure"][0, 0]])
    assert near["sentinel"] < near["hunter"] and ahead["raider"] < min(ahead["hunter"], ahead["sentinel"])
    assert near["sentinel@1"] < near["hunter@1"] < near["raider@1"]
    assert ahead["raider@1"] < ahead["hunter@1"] < ahead["sentinel@1"]
    figures = {bot: game.games["figure"][0] for bot, game in games.items()}
    assert figures["raider"]["smoke"].sum() > 0
    assert figures["hunter"]["smoke"].sum() == figures["sentinel"]["smoke"].sum() == 0


@pytest.mark.parametrize(("surplus", "wanted"), [(0.0, 1), (1.0, 2), (2.0, 3)])
def test_so_many_charge_as_outnumber_those_who_fight_back(surplus, wanted):
    """One of the two defenders has no ammunition left, so he fights back no more (CH3)."""
    figures = "R1=c4,p2 R2=c4,p2 R3=b4,p2 R4=d3,p2 B1=c5,suppressed B2=c5,empty flag.red=b1 flag.blue=b7 M1=c1 M2=b6"
    game = Game(BASIC, start=PHASE + figures)
    game.step("charge")
    arrived, best = 0, ""
    while game.decision == "charger":
        scores = scores_of(BASIC, game.position(), replace(HUNTER, surplus=surplus))
        best = max(scores, key=lambda action: scores[action])
        if best == "done":
            break
        game.step(best)
        arrived += 1
    assert (best, arrived) == ("done", wanted)


def test_figures_occupy_the_hexes_round_their_base_when_a_carrier_comes_near():
    """R1 stands far from the base, R2 next to it, and the other hexes next to it are free."""
    at = "turn=3 phase=1 acting=red second=blue score=5,4 to=red:act R1=d5 R2=b1 B1={carrier} flag=B1 M1=c1 M2=c6"
    for carrier, steps in (("c3", 1.0), ("c7", 0.0)):
        without, gate = (
            scores_of("single-flag-basic", at.format(carrier=carrier), replace(HUNTER, gate=share, alarm=3.0))
            for share in (0.0, 1.0)
        )
        worth = {action: gate[action] - without[action] for action in gate}
        assert worth["R1 move W"] - worth["R1 move E"] == pytest.approx(2 * steps)


def test_a_temperament_is_its_record():
    record = HUNTER.record()
    assert record.dtype.names == tuple(field.name for field in fields(HUNTER))
    assert all(record[field.name][0] == getattr(HUNTER, field.name) for field in fields(HUNTER))


# Whole games.


@pytest.mark.parametrize("scenario", [BASIC, ADVANCED])
def test_they_differ_in_what_they_do(scenario):
    setting = Scenario.load(scenario)
    for one, other in (("hunter", "sentinel"), ("hunter", "raider"), ("sentinel", "raider"), ("striker", "raider")):
        results = match.play(make(one), make(other), setting, 25, seed=6)
        assert profile.variation(*results.profiles) >= 0.15, (one, other)
        assert 0.1 < results.rating().score < 0.9
        assert (results.ending == 3).mean() < 0.5  # most are decided, though they are careful


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("scenario", [BASIC, ADVANCED])
@pytest.mark.slow
def test_each_beats_random(bot, scenario):
    rating = match.play(make(bot), make("random"), Scenario.load(scenario), 50, seed=3).rating()
    assert rating.score > 0.9 and rating.low > 0.8


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("scenario", [BASIC, ADVANCED])
def test_each_wins_nineteen_games_in_twenty_against_chance(bot, scenario):
    rating = match.play(make(bot), make("random"), Scenario.load(f"{scenario}-drawn"), 250).rating()
    assert rating.wins >= 475 and rating.wins + rating.draws + rating.losses == 500  # draws aren't wins


UNLIKE = """
name = "{objective}-3-5"
title = "Unlike teams"
description = "Three against five."
map = "hexon26"
objective = "{objective}"
setup = "players"

[red]
figures = 3

[blue]
figures = 5

[cover]
soft = 1
hard = 1

[rules]
experts = true
grenades = true
blind_spots = true
activation = "one_at_a_time"
"""


@pytest.mark.parametrize("objective", ["capture", "reverse", "single", "elimination"])
@pytest.mark.parametrize("bot", BOTS)
def test_legal_with_teams_of_unlike_size(bot, objective, tmp_path):
    path = tmp_path / "unlike.toml"
    path.write_text(UNLIKE.format(objective=objective), encoding="utf-8")
    results = match.play(make(bot), make("random"), Scenario.load(str(path)), 6, seed=2)
    assert (results.decisions > 0).all()


@pytest.mark.parametrize("bot", BOTS)
def test_legal_from_a_position_in_mid_game(bot):
    position = PHASE + (
        "used=1,0 R1=c4,p1,moved1,used R2=b3,sentry R3=d3,empty B1=c5 B2=b6,jammed B3=d6 M1=c2 M2=c6 "
        "flag.red=b1 flag.blue=R1"
    )
    for seed in range(5):
        game, agents = Game(BASIC, start=position, seed=seed), (make(bot), make("random"))
        for agent in agents:
            agent.reset(seed)
        while not game.over:
            game.step(agents[game.decider].act(View(game.scenario, game.games, game.legal_mask())))


@pytest.mark.parametrize(("one", "other"), [("hunter", "raider"), ("raider", "sentinel"), ("sentinel", "sentinel")])
def test_whole_games_in_one_call_are_the_matchs_games(one, other):
    pairs, scenario = 6, Scenario.load(ADVANCED)
    agents = make(one), make(other)
    wanted = match.play(*agents, scenario, pairs, seed=8)
    seeds, teams = np.concatenate([wanted.seeds] * 2), np.repeat(np.arange(2), pairs)
    games, masks = np.zeros(2 * pairs, scenario.size.game), np.zeros((2 * pairs, scenario.actions), np.int8)
    rows, chances = np.arange(2 * pairs), new_chance()
    scenario.game.batch.begin_rows(scenario.world, chances, games, rows, start_record(scenario), seeds, masks)
    noise = np.stack([noise_seed(seeds, teams), noise_seed(seeds, 1 - teams)])
    counts, lengths = np.zeros((2, len(ORDERS)), np.int64), np.zeros(2 * pairs, np.int64)
    PAINTBALL.policy_kernels.duel_rows(
        *(scenario.world, chances, games, rows, teams, noise, np.zeros(noise.shape, np.uint64), masks),
        *(np.concatenate([agent.parameters[0] for agent in agents]), counts, lengths),
    )
    assert np.array_equal(lengths.reshape(2, pairs).T, wanted.decisions)
    assert np.array_equal(games["ending"].reshape(2, pairs).T, wanted.ending)
    assert np.array_equal(games["turn"].reshape(2, pairs).T, wanted.turns)
    assert np.array_equal(counts, np.stack(wanted.profiles))


@pytest.mark.parametrize("bot", BOTS)
def test_an_opponent_that_plays_on_by_itself_is_the_one_that_is_asked(bot):
    scenario = Scenario.load(ADVANCED)

    class Asked:
        decide = staticmethod(batch_player(make(bot), scenario).decide)

    envs = [BatchedGames(scenario, 8, [opponent], seed=4) for opponent in (batch_player(make(bot), scenario), Asked())]
    assert hasattr(envs[0].opponents[0], "play") and not hasattr(envs[1].opponents[0], "play")
    masks = [env.reset()[1] for env in envs]
    for _ in range(150):
        assert np.array_equal(*masks)
        masks = [env.step(mask.argmax(axis=1)).masks.copy() for env, mask in zip(envs, masks, strict=True)]
        assert envs[0].games.tobytes() == envs[1].games.tobytes()


SMALL = """
name = "small"
title = "Small"
description = "So small that a game takes a moment interpreted."
objective = "capture"
map = '''
  . . . .
 . . . . .
R . . . B
 . . . .
'''
[red]
figures = 2
[blue]
figures = 2
[cover]
soft = 1
hard = 1
[rules]
experts = true
grenades = true
blind_spots = true
max_turns = 3
"""


def fingerprints():
    """Of two short matches: results, lengths, and how often which kind of order was given."""
    scenario, told = Scenario.parse(SMALL), []
    for one, other in (("hunter", "raider"), ("sentinel", "striker")):
        results = match.play(make(one), make(other), scenario, 1, seed=5)
        told += [results.score.tolist(), results.turns.tolist(), results.decisions.tolist()]
        told += [counts.tolist() for counts in results.profiles]
    return told


@pytest.mark.skipif(not compiled(), reason="plain mode")
@pytest.mark.slow
def test_compiled_and_interpreted_play_the_same_games():
    program = "from tests.paintball.bots.test_temperaments import fingerprints; print(fingerprints())"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(fingerprints())
