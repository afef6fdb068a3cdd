"""The simulator: does it play as the game does, see no dice to come, let whoever can play on, and refuse the rest?"""

import random
from fractions import Fraction

import numpy as np
import pytest

from paintball_env import Shaping
from paintball_env.definition import PAINTBALL
from tabletop.agents.base import Batched
from tabletop.agents.registry import make
from tabletop.agents.view import view_of
from tabletop.env.batch.simulator import Simulator
from tabletop.play.game import Game
from tabletop.play.odds import TooManyWaysError, outcomes
from tests import refuses
from tests.any_game.games import any_game, deciding, scenario_of
from tests.any_game.pig import PIG

QUICK = "capture-the-flag-basic-drawn"


@any_game
def test_a_simulator_steps_as_the_game_does(game):
    scenario, rng = scenario_of(game), random.Random(3)
    simulator = Simulator(scenario, 3, seed=5)
    for state in deciding(scenario):
        seeds = np.array([7, 7, 8], np.uint64)
        simulator.enter(state, dice=seeds)
        assert (simulator.masks == state.legal_mask()).all() and (simulator.deciders == state.decider).all()
        action = rng.choice(state.legal_indices())
        simulator.step(action)
        for row, seed in enumerate((7, 7, 8)):
            other = state.clone(seed=seed)
            other.step(action)
            assert simulator.games[row : row + 1].tobytes() == other.games.tobytes()
            assert list(simulator.legal(row)) == other.legal_indices() and simulator.over[row] == other.over
            for team in (0, 1):
                if other.over:
                    result = 0 if other.outcome().winner < 0 else 1 if other.outcome().winner == team else -1
                    assert simulator.results(team)[row] == simulator.values(team)[row] == result


@any_game
def test_a_simulator_never_sees_the_dice_to_come(game):
    scenario = scenario_of(game)
    for state in deciding(scenario, 20):
        ends = []
        hidden = view_of(scenario, state.games, state.legal_mask())
        assert hidden.games["dice"]["seed"][0] == 0
        for position in (state, state.clone(seed=99), hidden, hidden.games):
            simulator = Simulator(scenario, 4, seed=1)
            simulator.enter(position)
            simulator.step(state.legal_indices()[0])
            simulator.play(simulator.policies[-1], until=state.turn + 2)
            ends.append(simulator.games.tobytes())
        assert len(set(ends)) == 1
        assert len({one.tobytes() for one in simulator.games}) == 4, "the same dice in all of them"


@any_game
def test_policies_play_on_until_a_turn_a_number_of_decisions_or_the_end(game):
    scenario = scenario_of(game)
    simulator = Simulator(scenario, 3, seed=1)
    for policy in simulator.policies:
        simulator.begin()
        assert (simulator.play(policy, until=3) > 0).all() and ((simulator.turns == 3) | simulator.over).all()
        live = np.flatnonzero(~simulator.over)  # a battle may be over in its first turns
        assert (simulator.play(policy, decisions=2, rows=live[:1]) == [2]).all()
        before, live = simulator.games.copy(), np.flatnonzero(~simulator.over)
        actions = simulator.choose(policy, live)
        assert simulator.masks[live, actions].all() and (simulator.games == before).all()
        simulator.play(policy, "random")
        assert simulator.over.all() and not simulator.masks.any()
        assert (simulator.values(0) == simulator.results(0)).all() and (simulator.play(policy) == 0).all()
    again = Simulator(scenario, 3, seed=1)
    again.begin()
    ones = [again.play("random"), again.games.tobytes()]
    again = Simulator(scenario, 3, seed=1)
    again.begin()
    assert [*again.play("random")] == [*ones[0]] and again.games.tobytes() == ones[1]


WAYS = 500  # for the dice to fall; a volley has more than a test should try


@any_game
def test_a_simulator_tells_what_the_game_tells(game):
    scenario, shaping = scenario_of(game), game.shaping()
    simulator = Simulator(scenario, 2)
    for state in deciding(scenario, 40, [1]):
        simulator.enter(state)
        view = simulator.view(1)
        assert [*view.legal.values()] == state.legal_indices() and view.position == state.position()
        assert np.array_equal(simulator.observations(state.decider)[0], view.observation)
        assert simulator.values(0)[0] == pytest.approx(-simulator.values(1)[0]) and abs(simulator.values(0)[0]) <= 1
        assert simulator.potentials(0, shaping)[0] == -simulator.potentials(1, shaping)[0]
        action = state.legal_indices()[0]
        try:
            odds = simulator.outcomes(action, 1, limit=WAYS)
        except TooManyWaysError:
            refuses(TooManyWaysError, f"more than {WAYS} ways", outcomes, state, action, limit=WAYS)
            continue
        assert [each[:2] for each in odds] == [each[:2] for each in outcomes(state, action)]
        if len(odds) > 1:
            refuses(TooManyWaysError, "more than 1 ways for the", simulator.outcomes, action, 1, limit=1)
        simulator.enter(odds[0].game, 0)
        assert game.format_position(scenario, simulator.games[0]) == odds[0].position
        assert sum(each.probability for each in odds) == Fraction(1)


def test_an_agent_has_other_noise_at_each_decision():
    class Noted(Batched):
        noise = []

        def decide(self, worlds, games, rows, masks, actions, keys):
            self.noise += [int(keys[row]) for row in rows]
            for row in rows:
                actions[row] = int(np.flatnonzero(masks[row])[0])

    simulator = Simulator(PIG.load("pig"), 2, seed=3)
    simulator.begin()
    simulator.play(Noted("noted"), decisions=4)
    assert len(Noted.noise) == len(set(Noted.noise)) == 8


def test_its_own_games_may_be_put_into_other_rows():
    simulator = Simulator(PAINTBALL.load(QUICK), 4, seed=3)
    simulator.begin()
    for row in range(4):
        simulator.play("random", decisions=3 * row, rows=[row])
    before = [simulator.view(row).position for row in range(4)]
    assert len(set(before)) == 4
    simulator.enter(simulator.games[::-1])
    assert [simulator.view(row).position for row in range(4)] == before[::-1]
    simulator.enter(simulator.games[:2], rows=[1, 2])
    assert [simulator.view(row).position for row in range(4)] == [before[3], before[3], before[2], before[0]]
    simulator.play("random", decisions=10**20, until=10**20)
    assert simulator.over.all()


def test_what_a_simulator_refuses():
    scenario = PAINTBALL.load(QUICK)
    simulator, state = Simulator(scenario, 2), Game(scenario, seed=1)
    simulator.enter(state.position(), 1)
    assert [*simulator.legal(1)] == state.legal_indices()
    simulator.enter(state)
    illegal = int(np.flatnonzero(simulator.masks[0] == 0)[0])
    name = simulator.view(0).table.name(illegal, int(simulator.deciders[0]))
    for call, message in (
        (lambda: Simulator(scenario, 0), "count 0: "),
        (lambda: simulator.enter(7), "position int: a View, a Game, text, or records of this scenario"),
        (lambda: simulator.enter(np.zeros(3, scenario.record_type)), "position: 3 records for 2 games"),
        (lambda: simulator.enter(simulator.games[0]), "position: records of shape (), not (1,) or (k,)"),
        (lambda: simulator.enter(simulator.games.reshape(2, 1)), "position: records of shape (2, 1), not (1,) or (k,)"),
        (lambda: simulator.enter(Game(PAINTBALL.load("single-flag"), seed=1)), "position of 'single-flag': "),
        (lambda: simulator.enter("nonsense"), "position: "),
        (lambda: simulator.enter(state, dice=[1]), "dice: 1 for 2 games"),
        (lambda: simulator.enter(state, dice=5), "dice 5: a list, one for each of 2 games"),
        (lambda: simulator.legal(9), "row 9: there are 2 games"),
        (lambda: simulator.view(9), "row 9: there are 2 games"),
        (lambda: simulator.view(-1), "row -1: there are 2 games"),
        (lambda: simulator.outcomes(0, 99), "row 99: there are 2 games"),
        (lambda: simulator.enter(state, [5]), "5"),
        (lambda: simulator.step(illegal), f"game 0: '{name}' is illegal now: "),
        (lambda: simulator.step(10_000), "game 0: action 10000: the actions of this game are numbered 0 to "),
        (lambda: simulator.play("nobody"), "no agent 'nobody'; there are random, hunter"),
        (lambda: simulator.play(decisions=-1), "decisions -1: a whole number, 0 or more"),
        (lambda: simulator.play(until="x"), "until 'x': a whole number, 0 or more"),
        (lambda: simulator.values(2), "team 2: 0 or 1"),
        (lambda: simulator.results(-1), "team -1: 0 or 1"),
        (lambda: simulator.values("red"), "team 'red': 0 or 1"),
        (lambda: simulator.potentials(10**6, Shaping()), "team 1000000: 0 or 1"),
        (lambda: simulator.observations(None), "team None: 0 or 1"),
        (lambda: simulator.observations([0, -1]), "team [0, -1]: 0 or 1"),
        (lambda: simulator.observations([0, 1, 0]), "team: 3 for 2 games"),
        (lambda: simulator.play(decisions=True), "decisions True: a whole number, 0 or more"),
        (lambda: simulator.step(0.7), "actions of shape (), float64: an integer for each of 2 games"),
        (lambda: simulator.step([0, 1, 2]), "actions of shape (3,), int64: "),
        (lambda: simulator.enter(state, dice=[0.5, 2]), "seed 0.5: a whole number"),
        (lambda: simulator.enter(state, dice=[-1, 2]), "seed -1: 0 to 2^64 - 1"),
        (lambda: simulator.choose(np.zeros(1)), "policy array"),
        (lambda: Game.of_record(scenario, state.games[0]), "games: a record of capture"),
    ):
        with pytest.raises(ValueError) as error:
            call()
        assert str(error.value).startswith(message) or message == "5", error.value
        assert "\n" not in str(error.value)


def test_nothing_is_told_of_games_that_are_not_there():
    simulator = Simulator(PAINTBALL.load(QUICK), 2)
    for call in (lambda: simulator.values(0), lambda: simulator.play(), lambda: simulator.step(0)):
        refuses(RuntimeError, "there are no games yet:", call)


def test_nothing_is_asked_of_a_simulator_that_holds_no_game():
    simulator = Simulator(PAINTBALL.load(QUICK), 2)
    for call in (simulator.view, simulator.legal, lambda: simulator.outcomes(0), lambda: simulator.step(0)):
        refuses(RuntimeError, "^there are no games yet:", call)
    simulator.begin([0])
    assert simulator.view().legal and len(simulator.legal())


def test_rows_without_a_game_count_as_over_and_nobody_has_won_there():
    simulator = Simulator(PAINTBALL.load(QUICK), 3)
    simulator.begin([1])
    assert simulator.over.tolist() == [True, False, True] and simulator.deciders.tolist()[::2] == [-1, -1]
    for team in (0, 1):
        assert simulator.results(team).tolist() == [0, 0, 0]
        for numbers in (simulator.values(team), simulator.potentials(team, Shaping(flag=1.0))):
            assert np.isnan(numbers).tolist() == [True, False, True]
    assert simulator.play().tolist()[::2] == [0, 0] and simulator.choose("hunter").tolist() == [-1, -1, -1]
    for call in (
        lambda: simulator.view(2),
        lambda: simulator.legal(2),
        lambda: simulator.outcomes(0, 2),
        lambda: simulator.step(0, [1, 2]),
        lambda: simulator.play(rows=[2]),
        lambda: simulator.choose("hunter", [2]),
        lambda: simulator.observations(0, rows=[1, 2]),
    ):
        refuses(RuntimeError, "^game 2:", call)
    refuses(RuntimeError, r"^game 0: nothing has", simulator.observations, 0)
    simulator.enter(simulator.games[1:2], [0, 2])
    assert np.isfinite(simulator.values(0)).all()


def test_no_rows_are_an_empty_list_too():
    simulator = Simulator(PAINTBALL.load(QUICK), 2)
    simulator.begin()
    before = simulator.games.tobytes()
    for rows in ([], (), np.zeros(0, np.int64)):
        simulator.begin(rows)
        simulator.step(0, rows)
        assert len(simulator.play(rows=rows)) == len(simulator.choose("hunter", rows)) == 0
    assert simulator.games.tobytes() == before
    for wrong in ([], [0, 1], {}, 0.5):
        refuses(ValueError, "^rows? .*:", simulator.view, wrong)


def _first_legal(observations, masks):
    return masks.argmax(axis=1)


def test_whoever_can_be_an_opponent_can_play_on():
    scenario = PAINTBALL.load(QUICK)
    simulator, again = Simulator(scenario, 6, seed=3), Simulator(scenario, 6, seed=3)
    for each in (simulator, again):
        each.begin()
        assert (each.play("champion", "hunter:caution=2", until=2) > 0).all() and (each.turns == 2).all()
        made = each.play(make("raider", PAINTBALL), _first_legal, decisions=5, rows=[0, 3])
        assert made.tolist() == [5, 5]
    assert simulator.games.tobytes() == again.games.tobytes()
    # Once an action is cleared, the best of the rest.
    first = again.choose("striker:noise=0", 0)[0]
    assert first == again.choose("striker:noise=0", 0)[0] and again.masks[0, first] == 1
    again.masks[0, first] = 0
    assert again.choose("striker:noise=0", 0)[0] != first
    assert (simulator.play("champion") > 0).all() and simulator.over.all()
    assert all((simulator.choose(policy) == -1).all() for policy in ("champion", "hunter", "random"))
    assert (simulator.play("champion") == 0).all()


def test_functions_are_asked_only_where_somebody_decides_and_see_the_encoding_they_want():
    seen = []

    def first(observations, masks):
        seen.append(observations.shape)
        return np.array([np.flatnonzero(mask)[0] for mask in masks])

    simulator = Simulator(PAINTBALL.load("capture-the-flag-basic-drawn"), 3)
    simulator.begin()
    simulator.play(first, "hunter", decisions=30)
    assert seen and all(shape[0] > 0 and shape[1:] == (984,) for shape in seen)
    seen.clear()
    simulator.play(first, decisions=2, encoding="actions")
    assert simulator.choose(first, [1], "planes")[0] >= 0 and seen == [(3, 11702), (3, 11702), (1, 403, 5, 8)]
    simulator.play("random")
    assert simulator.over.all() and simulator.choose(first).tolist() == [-1, -1, -1] and len(seen) == 3
    refuses(ValueError, "no agent 'hnter'", simulator.choose, "hnter")
    for call in (simulator.play, simulator.choose):
        refuses(ValueError, "encoding 'no':", call, "hunter", encoding="no")


def test_each_game_is_seen_by_a_team_of_its_own():
    simulator = Simulator(PAINTBALL.load(QUICK), 4, seed=2)
    simulator.begin()
    simulator.play(decisions=30)
    simulator.play(decisions=1, rows=[1, 2])
    rows = np.array([2, 0])
    seen = simulator.observations(simulator.deciders[rows], "actions", rows)
    for team in (0, 1):
        whole = simulator.observations(team, "actions")
        assert np.array_equal(seen[simulator.deciders[rows] == team], whole[rows][simulator.deciders[rows] == team])
    assert simulator.observations(1, rows=3).shape == (1, *simulator.observations(0).shape[1:])
