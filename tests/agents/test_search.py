"""Planners: snapshots with other dice, the search; and that none of them sees the dice to come."""

from types import SimpleNamespace

import numpy as np
import pytest

from paintball_env import PaintballAECEnv, PaintballEnv, PaintballParallelEnv, PaintballVectorEnv
from paintball_env.definition import PAINTBALL
from paintball_env.environments import BatchedGames
from paintball_env.position_value import ADVANTAGE, COUNT, FIGURES, learnt_weights
from paintball_env.rules.objectives import OBJECTIVES
from paintball_env.rules.turns import own_phase
from paintball_env.scenario import Scenario
from paintball_env.shaping import Shaping
from tabletop.agents.registry import make, opponents
from tabletop.agents.search import Search
from tabletop.agents.view import view_of
from tabletop.env.batch.simulator import Simulator
from tabletop.game.chance import new_chance
from tabletop.game.header import NONE, OVER
from tabletop.play.game import Game
from tabletop.rate.matches.match import play
from tests import ROOT, refuses
from tests.any_game.games import SHORTEST, any_game, deciding, scenario_of
from tests.any_game.pig import PIG
from tests.any_game.pig_names import HOLD, ROLL
from tests.paintball.test_chances import FORT

QUICK = "capture-the-flag-basic-drawn"
EXAMPLE = ROOT / "docs" / "examples" / "monte_carlo_bot.py"


# Snapshots.


def _rest(env, steps=40):
    """What an environment gives from here on, all decisions by one rule."""
    told = []
    for _ in range(steps):
        if isinstance(env, PaintballEnv):
            observation, _, terminated, truncated, _ = env.step(int(np.flatnonzero(env.action_masks())[-1]))
            told.append(observation.tobytes())
            if terminated or truncated:
                break
        elif isinstance(env, PaintballAECEnv):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            env.step(int(np.flatnonzero(observation["action_mask"])[-1]))
            told.append(env.clone_state().game)
        else:
            if not env.agents:
                break
            masks = {name: env.observe(name)["action_mask"] for name in env.agents}
            env.step({name: int(np.flatnonzero(mask)[-1]) for name, mask in masks.items()})
            told.append(env.clone_state().game)
    return told


@pytest.mark.parametrize("kind", [PaintballParallelEnv, PaintballAECEnv, PaintballEnv])
def test_a_snapshot_is_restored_exactly_or_entered_with_other_dice(kind):
    env = kind(scenario=QUICK)
    env.reset(seed=7)
    snapshot, hidden, position = env.clone_state(), env.clone_state(dice=False), env.position
    exact = _rest(env)
    told = {}
    for seed in (None, 1, 1, 2):
        env.set_state(snapshot, seed)
        assert env.position == position
        told.setdefault(seed, []).append(_rest(env))
    assert told[None] == [exact] and told[1][0] == told[1][1] and exact != told[1][0] != told[2][0] != exact
    for seed in (1, 2):
        env.set_state(hidden, seed=seed)
        assert [_rest(env)] == told[seed][:1]
    # Neither the dice to come nor those of later games are in it.
    other = kind(scenario=QUICK)
    other.reset(seed=7)
    fields = vars(other.clone_state(dice=False))
    assert fields["seeds"] is None and fields.get("seed", 0) == 0 and fields.get("choices", 0) == 0
    assert np.frombuffer(fields["game"], env.scenario.record_type)["dice"]["seed"][0] == 0
    before = env.clone_state()
    for wrong, message in ((None, "a snapshot without dice"), (-1, "seed -1"), ("x", "seed 'x'")):
        refuses(ValueError, message, env.set_state, hidden, seed=wrong)
    assert env.clone_state() == before


def test_snapshots_of_batches_are_entered_with_other_dice():
    games = BatchedGames(PAINTBALL.load(QUICK), 4, seed=3)
    games.reset()

    def rest(steps=30):
        told = []
        for _ in range(steps):
            _, masks = games.current()
            games.step(masks.argmax(axis=1))
            told.append(games.games.tobytes())
        return told

    whole, hidden, row = games.clone_state(), games.clone_state(dice=False), games.clone_state([2], dice=False)
    exact = rest()
    told = {}
    for seed in (None, 5, 5, 6):
        games.set_state(whole, seed=seed)
        told.setdefault(seed, []).append(rest())
    assert told[None] == [exact] and told[5][0] == told[5][1] and exact != told[5][0] != told[6][0]
    games.set_state(hidden, seed=5)
    assert rest() == told[5][0]
    games.set_state(row, [0, 1, 3], seed=[8, 8, 9])
    assert [*games.games["dice"]["seed"][[0, 1, 3]]] == [8, 8, 9] == [*games.seeds[[0, 1, 3]]]
    assert not hidden["seeds"].any() and not hidden["streams"].any() and not hidden["counters"].any()
    before = games.games.tobytes()
    for saved, seed, message in (
        (hidden, None, "a snapshot without dice"),
        (hidden, [1], "seed: 1 for 4 games"),
        (hidden, [1, None, 2, 3], "seed: None among them"),
        (whole, -1, "seed -1"),
    ):
        refuses(ValueError, message, games.set_state, saved, seed=seed)
    assert games.games.tobytes() == before
    env = PaintballVectorEnv(scenario=QUICK, num_envs=2)
    env.reset(seed=1)
    env.set_state(env.clone_state(dice=False), seed=4)


# The value.


def test_every_objective_has_learnt_weights_that_follow_the_figures():
    for objective in range(len(OBJECTIVES)):
        weights = learnt_weights(objective)
        assert weights.shape == (COUNT,) and np.isfinite(weights).all() and weights[FIGURES] + weights[ADVANTAGE] > 0


def test_in_set_up_nobody_is_better_off():
    scenario = PAINTBALL.load("capture-the-flag")
    simulator = Simulator(scenario)
    worth, paid = ({"set-up": set(), "play": set()} for _ in range(2))
    for state in deciding(scenario, 6, [1]):
        simulator.enter(state)
        part = "play" if state.turn else "set-up"
        worth[part].add(float(simulator.values(0)[0]))
        paid[part].add(float(simulator.potentials(0, Shaping())[0]))
    assert worth["set-up"] == paid["set-up"] == {0.0} and len(worth["play"]) > 5 and len(paid["play"]) > 1


@pytest.mark.parametrize(
    ("scenario", "pieces", "figures", "flag"),
    [
        # Shares of the team's own size: 4 of 5 against 7 of 7.
        (Scenario.parse(FORT), "R1=b1 R2=b1 R3=a1 R4=a1 B1=b7 B2=b7 B3=a6 B4=a6 B5=c6 B6=c6 B7=d5", -0.2, 0.0),
        # Half for carrying the flag that both want, and half for its way: here 3 of 7 steps from Blue's goal, c1.
        (Scenario.load("single-flag-basic"), "R1=c3 B1=c4 flag=B1", 0.0, 0.5 * 3 / 7 - 0.5 - 0.5 * 4 / 7),
    ],
    ids=["unlike sizes", "the enemy carries"],
)
def test_shaping_by_hand(scenario, pieces, figures, flag):
    head = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act"
    simulator = Simulator(scenario)
    simulator.enter(Game(scenario, start=f"{head} {pieces}"))
    for team, sign in ((0, 1), (1, -1)):
        for weights, wanted in ((Shaping(1.0, 0.0), figures), (Shaping(0.0, 1.0), flag)):
            assert simulator.potentials(team, weights)[0] == pytest.approx(sign * wanted)


# The search.


def asked(agent, game, state):
    return agent.act(view_of(state.scenario, state.games, state.legal_mask()))


def test_a_gain_that_is_the_same_in_each_play_out_is_sure():
    """The error is that of the mean gain: what play-outs differ by, not how large the gain is."""

    def sample(*given):
        *_, active, _, number, sums = given
        sums[1, :active] += number * np.array([0.0, 0.5])[:active]
        sums[2, :active] += number * np.array([0.0, 0.25])[:active]

    class Sure(Search):
        def planner(self, game):
            kernels = SimpleNamespace(sample=sample, keep_best=lambda *given: None)
            return SimpleNamespace(kernels=kernels, policies=[None], weights=lambda scenario: None)

    agent = Sure(sims=32, game=PIG)
    agent.prepare(PIG.load("pig"))
    first, second = agent.weigh(None, None, 0, np.array([ROLL, HOLD]), np.uint64(1))
    assert (first.gain, second.gain, second.error) == (0.0, 0.5, 0.0) and second.visits == 16


@any_game
def test_the_search_sees_no_dice_and_repeats_itself(game):
    scenario = scenario_of(game)
    agent = make("search:sims=6,width=3", game)
    agent.prepare(scenario)
    for state in deciding(scenario, 30, [1]):
        answers = []
        for seed in (state.seed, 0, 99):
            mask, rows = state.legal_mask()[None], np.zeros(1, np.int64)
            actions, keys = np.zeros(1, np.int64), np.full(1, 5, np.uint64)
            games = state.clone(seed=seed).games
            before = games.tobytes()
            agent.decide(scenario.world, games, rows, mask, actions, keys)
            assert games.tobytes() == before
            answers.append((actions[0], agent.thoughts))
        assert answers[0] == answers[1] == answers[2] and answers[0][0] in state.legal_indices()
        (thought,) = agent.thoughts
        candidates = thought.candidates
        assert thought.action == answers[0][0] in {candidates[0].action, candidates[1].action}
        assert len({each.action for each in candidates}) == len(candidates) == min(3, len(state.legal_indices()))
        assert all(-1 <= each.value <= 1 and each.visits >= 1 for each in candidates) and candidates[0].gain == 0


@any_game
def test_a_search_beats_random_play_and_is_the_same_in_matches_and_single_games(game):
    scenario = scenario_of(game, SHORTEST)
    agent = make("search:sims=32,width=4", game)
    # Luck decides much in small games; games on the open table are long.
    pairs = {"paintball": 3, "naval": 10, "skirmish": 1}.get(game.name, 40)
    results = play(agent, make("random", game), scenario, pairs, seed=1)
    again = play(agent, make("random", game), scenario, pairs, seed=1)
    assert np.array_equal(results.decisions, again.decisions) and np.array_equal(results.score, again.score)
    assert results.score.mean() > 0.5


def test_a_search_finds_the_winning_hold():
    scenario = PIG.load("pig")
    agent = Search(sims=200, game=PIG)
    agent.prepare(scenario)
    state = Game(scenario, start="turn=9 to=first:roll-or-hold first=first pot=8 score=23,12")
    assert asked(agent, PIG, state) == HOLD
    best = next(each for each in agent.thoughts[0].candidates if each.action == HOLD)
    assert best.value == 1.0
    assert asked(agent, PIG, Game(scenario, start="turn=9 to=first:roll-or-hold first=first pot=0 score=23,12")) != HOLD
    assert ROLL in {each.action for each in agent.thoughts[0].candidates}


def spare_arrays(scenario):
    """Room for a played-out game and for two masks."""
    return np.zeros(1, scenario.record_type), np.zeros((2, scenario.actions), np.int8)


def test_play_outs_meet_each_policy_in_turn():
    scenario = PAINTBALL.load(QUICK)
    agent = Search(game=PAINTBALL)
    agent.prepare(scenario)
    kernels, policies, weights = agent.planner(PAINTBALL)
    assert len(policies) > 1

    def worth(policies, state, number):
        sums, tried = np.zeros((3, 1)), np.array(state.legal_indices()[:1])
        kernels.sample(
            *(scenario.world, new_chance(), state.games, 0, *spare_arrays(scenario), policies, len(policies)),
            *(weights(scenario), np.uint64(7), 6, 60, 0, tried, 1, number, 1, sums),
        )
        return sums[0, 0]

    states = list(deciding(scenario, 20, [1]))
    of_all, of_first = (
        [[worth(some, state, number) for state in states] for number in (0, 1)] for some in (policies, policies[:1])
    )
    assert of_all[0] == of_first[0] and of_all[1] != of_first[1]


def test_a_plan_is_played_for_its_phase_and_then_the_first_policy_for_the_turns_given():
    scenario = PAINTBALL.load(QUICK)
    agent = Search(game=PAINTBALL)
    agent.prepare(scenario)
    kernels, policies, weights = agent.planner(PAINTBALL)
    trials, spare = spare_arrays(scenario)

    def play_out(state, candidate, turns, plan=NONE):
        sums = np.zeros((3, 1))
        kernels.sample(
            *(scenario.world, new_chance(), state.games, 0, trials, spare, policies, 1),
            *(weights(scenario), np.uint64(7), turns, 5000, plan, np.array([candidate]), 1, 0, 1, sums),
        )
        return sums[0, 0], trials[0].copy()

    states = [state for state in deciding(scenario, 40, [1]) if int(own_phase(state.games[0], state.decider)) != NONE]
    for state in states:
        _, ended = play_out(state, 0, 2)
        assert ended["decision"] == OVER or ended["turn"] == state.games[0]["turn"] + 2
        assert play_out(state, 0, 1 << 30)[1]["decision"] == OVER
    assert len(states) > 5
    assert any(play_out(state, 0, 2)[0] != play_out(state, 1, 2)[0] for state in states)
    # A policy's own choice and then its plan are the same game as the plan alone, except where its noise decides.
    alike = [0, 0]
    for state in states:
        choice = np.zeros(1, np.int64)
        kernels.propose(
            *(scenario.world, state.games, 0, state.legal_mask()[None], policies[1:2], spare, np.uint64(1)),
            choice,
        )
        for plan in (0, 1):
            alike[plan] += play_out(state, choice[0], 2, plan) == play_out(state, 1, 2)
    assert alike[1] > len(states) / 2 > alike[0]


def test_a_search_by_the_clock_thinks_as_long_as_it_may():
    scenario = PIG.load("pig")
    visits = []
    for ms in (1, 60):
        agent = make(f"search:ms={ms}", PIG)
        agent.prepare(scenario)
        asked(agent, PIG, Game(scenario, seed=1))
        visits.append(sum(each.visits for each in agent.thoughts[0].candidates))
    assert visits[1] > 2 * visits[0] and agent.name == "search:ms=60"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("search:sims=0", "search: sims 0: 1 to 1000000"),
        ("search:ms=5,sims=2", "search: sims and ms: only one of them can be the limit"),
        ("search:sims=9999999999999999", "search: sims 1e\\+16: 1 to 1000000"),
        ("search:ms=0", "search: ms 0: more than 0, at most 600000"),
        ("search:ms=-1", "search: ms -1: more than 0"),
        ("search:ms=1e300", "search: ms 1e\\+300: more than 0, at most 600000"),
        ("search:ms=soon", "agent 'search': ms=soon: a number is meant"),
        ("search:width=1", "search: width 1: 2 to 10000"),
        ("search:planning=1", "search: planning 1: 0 to 0.9"),
        ("search:depth=3", "agent 'search' has no argument 'depth'"),
    ],
)
def test_what_a_search_refuses(name, message):
    refuses(ValueError, message, make, name, PAINTBALL)


def test_a_search_is_named_by_what_is_unusual_of_it_and_isnt_among_the_usual_opponents():
    assert make("search:64,gate=2", PAINTBALL).name == "search:sims=64,gate=2"
    assert "search" not in opponents(PAINTBALL)


# The search to be read.


def test_the_pages_search_plays_and_sees_no_dice():
    code = EXAMPLE.read_text(encoding="utf-8")
    assert f"```python\n{code}```" in (ROOT / "docs" / "planning.md").read_text(encoding="utf-8")
    scenario = PAINTBALL.load(QUICK)
    for state in deciding(scenario, 60, [1]):
        hidden, shown = (view_of(scenario, state.games, state.legal_mask()) for _ in range(2))
        shown.games = state.games.copy()
        answers = []
        for view in (hidden, shown):
            bot = make(f"{EXAMPLE}:samples=2,width=4", PAINTBALL)
            bot.prepare(scenario)
            bot.reset(4)
            answers.append(bot.act(view))
        assert answers[0] == answers[1] and answers[0] in state.legal_indices()
    bot = make(f"{EXAMPLE}:samples=1,width=3", PAINTBALL)
    assert play(bot, make("random", PAINTBALL), scenario, 2, seed=1).score.mean() > 0.5


@pytest.mark.parametrize("policy", ["hunter", "champion:temperature=4"])
def test_games_with_the_same_dice_are_played_on_in_the_same_way(policy):
    simulator = Simulator(PAINTBALL.load(QUICK), 3, seed=0)
    simulator.enter(Game(simulator.scenario, seed=7), dice=[5, 5, 6])
    answers = simulator.choose(policy)
    assert answers[0] == answers[1]
    simulator.play(policy, until=4)
    assert simulator.games[0] == simulator.games[1] and simulator.games[0] != simulator.games[2]
    before = simulator.games[:1].copy()
    # The noise follows from the dice, too: another one in each call, the same again once a game has been entered again.
    chosen = []
    for _ in range(2):
        simulator.enter(before, dice=[5, 5, 6])
        chosen.append([simulator.choose("random", 0).item() for _ in range(30)])
    assert chosen[0] == chosen[1] and len(set(chosen[0])) > 1
