"""Are all ways found for the dice to fall, with their weights, whatever kinds of draw an action makes?"""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from paintball_env import Game, Scenario
from tabletop.compiled.compiling import compiled, instantiate
from tabletop.game.chance import TAPE, new_chance
from tabletop.game.header import NONE
from tests import refuses
from tests.any_game import urns

TAPES = instantiate("tabletop.game.templates.tapes", "tests.any_game.urns")


def tried(action, count=0, before=0, room=1000, most=4):
    """The number of results, then of each its sum, its share of the cases and the draws from urns."""
    world, games = np.zeros(1, urns.WORLD), np.zeros(1, urns.GAME)
    world["urns"], games["total"] = count, before
    leaves, shares = np.zeros(room, urns.GAME), np.zeros((room, 2), np.int64)
    own = np.full((room, most, 2), 9)
    mask, trials = np.zeros(2, np.int8), games.copy()
    number = TAPES.try_tapes(world, new_chance(), games, action, mask, trials, leaves, shares, own)
    assert games["total"][0] == before
    return number, leaves[: max(number, 0)], shares, own


def test_dice_lots_and_sums_with_their_weights():
    results, leaves, shares, own = tried(1)
    assert results == 3 * 3 * 11
    wanted = Counter()
    for face, candidate, one, other in product(range(1, 7), range(3), range(1, 7), range(1, 7)):
        wanted[100 * int("122333"[face - 1]) + 1000 * candidate + one + other] += 1
    assert {int(leaf["total"]): int(part) for leaf, part in zip(leaves, shares[:, 0], strict=False)} == wanted
    assert set(shares[:results, 1].tolist()) == {6 * 3 * 36}
    assert not own[:results].any()
    assert set(leaves["decision"].tolist()) == {urns.HALTED}


def test_it_goes_on_where_it_has_halted():
    results, leaves, shares, _ = tried(NONE, before=40)
    assert [(int(leaf["total"]), *share) for leaf, share in zip(leaves, shares[:results].tolist(), strict=True)] == [
        (41, 5, 6),
        (42, 1, 6),
    ]


def test_several_draws_of_the_games_own_kind_are_told_one_by_one():
    results, leaves, shares, own = tried(0, count=3)
    ways = list(product((1, 3), (1, 3, 5, 7), (1, 3)))
    assert results == len(ways)
    classes = (urns.FEW, urns.MANY, urns.FEW)
    assert [[tuple(draw) for draw in draws] for draws in own[:results].tolist()] == [
        [*zip(classes, way, strict=True), (0, 0)] for way in ways
    ]
    assert leaves["total"].tolist() == [sum(way) for way in ways]
    assert set(map(tuple, shares[:results].tolist())) == {(1, 1)}


@pytest.mark.parametrize(("count", "most"), [(3, 2), (1, 0)])
def test_more_draws_of_its_own_kind_than_there_is_room_for(count, most):
    assert tried(0, count, most=most)[0] == TAPES.TOO_MANY_LISTED


def test_more_results_than_there_is_room_for():
    assert tried(0, 2, room=8)[0] == 8
    assert tried(0, 2, room=7)[0] == TAPES.TOO_MANY_RESULTS


@pytest.mark.skipif(not compiled(), reason="slow in plain mode")
def test_more_draws_than_a_tape_holds():
    assert tried(0, TAPE, most=TAPE, room=1)[0] == TAPES.TOO_MANY_DRAWS


def test_results_that_dont_fit_leave_no_trace():
    """Draws and events stay those of the last step that was taken."""
    start = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c2 B1=c5 B2=b7 M1=c1 M2=c6"
    game = Game(Scenario.load("capture-the-flag-basic"), start=start)
    game.step("R1 shoot B1")
    before = game.draws, game.events, game.digest(), game.legal_indices()
    for results in ([4, 2], [4, 2, 5, 6, 6], [9]):
        refuses(ValueError, "don't fit the draws", game.step, "done", results)
        assert (game.draws, game.events, game.digest(), game.legal_indices()) == before
    game.step("done")
    assert game.draws and game.draws != before[0]
