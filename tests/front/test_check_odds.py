"""`verify` plays halts, `go_on` and exact odds, and tells what is wrong with them."""

from fractions import Fraction

import pytest

from tabletop.front.verify import check_odds, check_plain, work
from tabletop.front.verify.check_odds import odds_fault
from tabletop.front.verify.plan import Unit
from tabletop.front.verify.work import run
from tabletop.play.game import Game
from tabletop.play.odds import TooManyWaysError, outcomes
from tests.any_game.games import any_game, sampled, scenario_of
from tests.any_game.pig import PIG
from tests.any_game.pig_names import ROLL_TWO

# Pig that halts between the two dice of a throw.
HALTING = """
import numpy as np
from tabletop.game.chance import rewind
from tests.any_game.pig import *
from tests.any_game.pig.kernels import *
from tests.any_game.pig_names import KERNELS, ROLL_TWO, variant

def step(world, game, chance, action, mask):
    if action != ROLL_TWO or chance.halting == 0:
        return KERNELS.step(world, game, chance, action, mask)
    rewind(chance)
    game.spare = die(game, chance, THROW, game.decider, ANY_FACE)
    game.decision = 2
    mask[:] = 0
    return 1

def go_on(world, game, chance, mask):
    rewind(chance)
    first, second = game.spare, die(game, chance, THROW, game.decider, ANY_FACE)
    game.spare, game.decision = 0, ROLL_OR_HOLD
    game.pot += first + second
    if first == 1 or second == 1:
        pass_on(world, game, chance, game.decider)
    return legal_actions(world, game, mask)

HALTING = variant(
    kernels="halting_pig",
    decisions=("", "roll or hold", "second die"),
    halted = 2,
)
"""


@pytest.mark.parametrize(
    ("text", "other", "words"),
    [
        ("", "", ""),
        ("    halted = 2,\n", "", "to another position than without halts (`decision` is 2, `halted` -2), from turn="),
        ("    rewind(chance)\n    first", "    first", "`go_on` is to call `rewind` before it draws"),
        ("    first, second", "    return 0\n    first, second", "after 4096 calls of `go_on` action 1 still halts"),
        ("second == 1:", "second == 0:", "leads to another position than without halts (`decision` is 1, `halted` 2)"),
        ("return legal_actions(world, game, mask)", "return 2", "leaves another mask than without halts ("),
        (
            "        return KERNELS.step",
            "        game.score[1 - game.decider] = np.random.randint(9)\n        return KERNELS.step",
            "with the same dice leads to another position: it doesn't depend on its seed alone, from turn=",
        ),
    ],
)
@pytest.mark.slow
def test_faults_of_halts_are_told(tmp_path, monkeypatch, text, other, words):
    assert text in HALTING
    (tmp_path / "halting_pig.py").write_text(HALTING.replace(text, other) if text else HALTING)
    monkeypatch.syspath_prepend(tmp_path)
    fault = check_plain.look("halting_pig:HALTING", "pig", 1, 60)["fault"]
    assert words in fault if words else not fault


def begun():
    return Game(PIG.load("pig"), seed=1)


@any_game
def test_the_odds_of_a_game_without_faults_have_none(game):
    positions = [each for each in sampled(scenario_of(game), 11, range(2)) if not each.over]
    for number, position in enumerate(positions[::10]):
        assert odds_fault(position, position.legal_indices()[0], number) == ""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda result: result._replace(probability=result.probability / 2), " sum to 1/2, not to 1"),
        (lambda result: result._replace(position="elsewhere"), "leads to a position that isn't among the "),
    ],
)
def test_wrong_odds_are_told(monkeypatch, change, words):
    monkeypatch.setattr(check_odds, "outcomes", lambda *given: [change(result) for result in outcomes(*given)])
    assert words in odds_fault(begun(), ROLL_TWO, 5)
    monkeypatch.setattr(work, "COUNTED", 1.0)
    assert words in run("tests.any_game.pig:PIG", Unit("states", "pig", 0, 5, 3))["fault"]


def test_a_result_in_which_nobody_decides_is_told(monkeypatch):
    monkeypatch.setattr(PIG.batch, "legal_game", lambda worlds, games, mask: mask.fill(0))
    words = "a result of action 1 is neither the end nor a choice: turn=1 "
    assert odds_fault(begun(), ROLL_TWO, 5).startswith(words)


def test_odds_that_are_too_many_are_no_fault(monkeypatch):
    monkeypatch.setattr(check_odds, "WAYS", 35)
    assert odds_fault(begun(), ROLL_TWO, 5) == ""
    with pytest.raises(TooManyWaysError, match="more than 35 ways"):
        outcomes(begun(), ROLL_TWO, 35)
    assert sum(result.probability for result in outcomes(begun(), ROLL_TWO, 36)) == Fraction(1)
