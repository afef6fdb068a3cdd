"""Do odds end at a game's boundaries, at any length of a tape, and lead from there to what they lead to without?"""

from collections import defaultdict
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from tabletop.env.batch.simulator import Simulator
from tabletop.front.verify import check_odds
from tabletop.front.verify.check_odds import odds_fault
from tabletop.game.check import check
from tabletop.game.contests import contest_code, hand
from tabletop.game.definition import KERNELS
from tabletop.play.game import Game
from tabletop.play.odds import draw_odds, outcomes
from tests import refuses
from tests.any_game.games import played
from tests.any_game.pig import PIG
from tests.any_game.squads import HIT, TWO_SQUADS, TwoSquads

SCENARIO = TWO_SQUADS.load("squads")
START = "turn=3 to=red:act men={},14 chips=1,0 shells=1,0 cover=0,2"


def begun(men=5):
    return Game(SCENARIO, start=START.format(men))


def test_results_at_a_boundary_are_positions_whose_text_says_so():
    results = outcomes(begun(), "shell", to="boundary")
    assert sum(result.probability for result in results) == 1
    assert {result.position for result in results} == {
        f"turn=3 to=red:morale men=5,{men} chips=1,0 shells=0,0 cover=0,2" for men in (11, 12, 13, 14)
    }
    for result in results:
        again = TWO_SQUADS.parse_position(SCENARIO, result.position)
        assert Game.of_record(SCENARIO, again).key() == Game.of_record(SCENARIO, result.game).key()


@pytest.mark.parametrize("action", ["shell", "charge", "dig in", "volley"])
def test_from_boundary_to_boundary_is_the_same_as_at_once(action):
    odds = defaultdict(Fraction)
    for first in outcomes(begun(), action, to="boundary"):
        for second in outcomes(Game.of_record(SCENARIO, first.game), None, to="boundary"):
            assert " to=nobody:chip " in second.position
            for last in outcomes(Game.of_record(SCENARIO, second.game), None, to="boundary"):
                odds[last.position] += first.probability * second.probability * last.probability
    assert odds == {result.position: result.probability for result in outcomes(begun(), action)}
    assert all(":act " in position for position in odds)


def test_an_end_is_a_result_too():
    game = Game(SCENARIO, start="turn=12 to=red:act men=5,1 chips=0,0 shells=1,0 cover=2,0")
    ways = [outcomes(game, "charge", to=to) for to in ("decision", "boundary")]
    assert all(" to=red:morale " in result.position for result in ways[1])
    assert {word for result in ways[0] for word in result.position.split() if word.startswith("over=")} == {
        "over=red:beaten",
        "over=red:turns",
    }


def test_a_game_begins_at_a_boundary_by_going_on():
    text = "turn=3 to=red:morale men=5,9 chips=1,1 shells=0,0 cover=0,2"
    rest = outcomes(Game.of_record(SCENARIO, TWO_SQUADS.parse_position(SCENARIO, text)), None)
    assert {Game(SCENARIO, seed, text).position() for seed in range(200)} == {result.position for result in rest}


def test_a_volley_of_14_draws():
    results = outcomes(begun(14), "volley", to="boundary")
    code = contest_code(HIT, hand(10), hand(8, 8), 0)
    hit = draw_odds(TWO_SQUADS, code)[2]
    assert {int(result.game["men"][0, 1]): result.probability for result in results} == {
        14 - hits: comb(14, hits) * hit**hits * (1 - hit) ** (14 - hits) for hits in range(15)
    }
    assert (10 * 8 * 8) ** 14 > 1 << 62


def test_a_simulator_ends_there_too():
    simulator = Simulator(SCENARIO)
    simulator.enter(begun().games)
    assert [(one.probability, one.position) for one in simulator.outcomes("shell", to="boundary")] == [
        (one.probability, one.position) for one in outcomes(begun(), "shell", to="boundary")
    ]
    assert len(simulator.outcomes("shell")) > len(simulator.outcomes("shell", to="boundary"))


def test_what_can_not_be_asked_for():
    refuses(ValueError, "^to 'turn': decision or boundary$", outcomes, begun(), "shell", to="turn")
    refuses(ValueError, "^no action: the game hasn't halted at a boundary: turn=3 to=red:act ", outcomes, begun(), None)
    refuses(ValueError, "no action: ", outcomes, Game(PIG.load("pig")), None)


def test_a_game_without_boundaries_has_the_same_odds_to_both():
    for game in played(PIG.load("short-pig"), 3, 5):
        one, other = (outcomes(game, "roll", to=to) for to in ("decision", "boundary"))
        assert [result[:2] for result in one] == [result[:2] for result in other]


@pytest.mark.parametrize("kinds", [(9,), (0,), (2, 2), (-2,)])
def test_boundaries_are_kinds_of_decision(kinds):
    game = type("Other", (TwoSquads,), {"boundaries": kinds})()
    refuses(ValueError, f"`boundaries`: {kinds[0]} is no kind of decision of its own", check, game, KERNELS)


def test_planning_has_the_urns_of_the_rules(monkeypatch):
    monkeypatch.setattr(TwoSquads, "planning", "tests.any_game.pig_worth")
    refuses(ValueError, "pig_worth hasn't the URNS of tests.any_game.squads", check, TwoSquads(), KERNELS)


def _forget(scenario, text):
    games = TwoSquads.parse_position(TWO_SQUADS, scenario, text)
    games["cover"] = 0
    return games


def _other_men(game, action, *given):
    results = outcomes(game, action, *given)
    if action is None:
        return results
    for result in results if len(given) > 1 else ():
        result.game["men"][0, 0] -= 1
    return [one._replace(position=TWO_SQUADS.format_position(SCENARIO, one.game)) for one in results]


@pytest.mark.parametrize(
    ("owner", "name", "change", "words"),
    [
        (TWO_SQUADS, "parse_position", _forget, "the text of a boundary doesn't say all of it: turn=3 to=red:morale "),
        (check_odds, "outcomes", _other_men, "the odds of action 2, over its boundaries, are others than without them"),
    ],
)
def test_faults_at_boundaries_are_told(monkeypatch, owner, name, change, words):
    game = begun()
    assert odds_fault(game, 2, 1) == ""
    monkeypatch.setattr(owner, name, change, raising=False)
    assert words in odds_fault(game, 2, 1)


def test_a_start_that_goes_on_in_another_way_is_told(monkeypatch):
    class Elsewhere(Game):
        def __init__(self, scenario, start):
            super().__init__(scenario, start=START.format(1))

    game = begun()
    monkeypatch.setattr(check_odds, "Game", Elsewhere)
    assert "a game that begins at the boundary turn=3 to=red:morale " in odds_fault(game, 2, 1)


def test_records_hold_as_many_draws_as_a_volley_has():
    game = begun(14)
    game.step("volley")
    assert [draw.subject for draw in game.draws[:14]] == [f"R1.{man}" for man in range(1, 15)]
    again = begun(14)
    again.step("volley", results=[draw.result for draw in game.draws])
    assert again.key() == game.key() and np.array_equal(again.legal_mask(), game.legal_mask())
