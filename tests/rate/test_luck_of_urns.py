"""Is the luck of a contest's dice that of their class, and that of urns by their weights?"""

import pytest

from tabletop.game.contests import class_of_contest, contest_code, hand
from tabletop.game.draws import number_of
from tabletop.play.game import Game
from tabletop.play.odds import draw_odds, outcomes
from tabletop.rate.matches.luck import Dice
from tests.any_game.squads import CUTS, MELEE, TWO_SQUADS

SCENARIO = TWO_SQUADS.load("squads")
STATE = Game(SCENARIO, start="turn=3 to=red:act men=5,14 chips=1,1 shells=1,0 cover=0,2")


def mean(dice, results):
    return sum(float(result.probability) * dice.value(result.game) for result in results)


@pytest.mark.parametrize("action", ["charge", "shell", "volley"])
def test_averages_are_those_of_the_exact_odds(action):
    dice = Dice(SCENARIO)
    for seed in range(6):
        taken = STATE.clone(seed=seed)
        taken.step(action)
        results = [number_of(draw.result, TWO_SQUADS) for draw in taken.draws]
        means, exact = dice.averages(STATE.games, STATE.table.index(action, 0), results)
        assert exact and means[0] == pytest.approx(mean(dice, outcomes(STATE, action)), abs=1e-12)
        assert means[-1] == pytest.approx(dice.value(taken.games), abs=1e-12) and len(means) == len(results) + 1


def test_all_dice_of_a_class_are_equally_lucky():
    dice, code = Dice(SCENARIO), contest_code(MELEE, hand(10, 6), hand(10, 4, 4), 0)
    odds, found = draw_odds(TWO_SQUADS, code), set()
    halts = {result.probability: result for result in outcomes(STATE, "charge", to="boundary")}
    assert len(halts) == len(odds) == 5
    for seed in range(40):
        taken = STATE.clone(seed=seed)
        taken.step("charge")
        shown = number_of(taken.draws[0].result, TWO_SQUADS)
        number = class_of_contest(CUTS, code, shown)
        rest = outcomes(Game.of_record(SCENARIO, halts[odds[number]].game), None)
        means, _ = dice.averages(STATE.games, STATE.table.index("charge", 0), [shown])
        assert means[1] == pytest.approx(mean(dice, rest), abs=1e-12)
        found.add((number, shown))
    assert len({number for number, _ in found}) > 3 and len(found) > 30
