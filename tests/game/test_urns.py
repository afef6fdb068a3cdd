"""Are urns what they are declared as, and do their draws come with these weights, in play and on tapes?"""

from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from tabletop.compiled.compiling import compiled
from tabletop.game.chance import TAPED, URN, new_chance
from tabletop.game.draws import Draw, lay_tape, read_draw, read_draws, write_draw
from tabletop.game.urns import (
    Urns,
    classed,
    cut,
    dice,
    difference,
    from_tape,
    next_in,
    to_tape,
    urn,
    urns_of,
    weight_in,
)
from tabletop.play.odds import draw_odds
from tests import refuses
from tests.any_game import squads
from tests.any_game.pig import PIG
from tests.any_game.squads import AIM, BAG, DAMAGE, FOR_AIM, GAME, SQUADS, STAND, TABLE, TWO_SQUADS, URNS
from tests.paintball.interpreted import run

F = Fraction
ROWS = URNS.rows


def test_weights_of_dice():
    assert dice(4) == {1: 1, 2: 1, 3: 1, 4: 1}
    assert dice(6, 6) == {total: 6 - abs(7 - total) for total in range(2, 13)}
    four = dice(4, 4, 4, 4)
    assert F(sum(ways for total, ways in four.items() if total >= 10), sum(four.values())) == F(75, 128)
    assert difference(dice(6), dice(6)) == {lead: 6 - abs(lead) for lead in range(-5, 6)}
    assert cut(dice(10), 2, 4) == {1: 1, 2: 2, 3: 7} and cut(dice(4), 9) == {1: 4}
    assert classed(dice(6), [1, 2, 2, 3, 3, 3]) == {1: 1, 2: 2, 3: 3}
    assert classed(dice(6, 6), dict.fromkeys(range(2, 13), 0) | {12: -1}) == {0: 35, -1: 1}
    assert difference({1: 2, 5: 1}, {0: 3}) == {1: 6, 5: 3}


def test_rows_of_urns():
    urns = Urns()
    assert urns.declare("one", {3: 2, 5: 1, 9: 0}) == 0 and urns.declare("none", {4: 0}) == 1
    assert urns.declare_table("column", [{-1: 7}, {0: 1, 1: 1}]) == 2 and urns.declare_bag("bag", 1, 2) == 4
    assert urns.names[2:] == [
        "column 0",
        "column 1",
        "bag 0, 0",
        "bag 0, 1",
        "bag 0, 2",
        "bag 1, 0",
        "bag 1, 1",
        "bag 1, 2",
    ]
    assert urns.rows.dtype == np.int32 and urns.rows.tolist() == [
        [3, 3, 2, 0, 1],
        [1, 0, 0, 0, 0],
        [-1, 7, 7, 0, 0],
        [0, 2, 1, 1, 0],
        [1, 0, 0, 0, 0],
        [2, 1, 1, 0, 0],
        [2, 2, 2, 0, 0],
        [1, 1, 1, 0, 0],
        [1, 2, 1, 1, 0],
        [1, 3, 1, 2, 0],
    ]
    assert [urns.has(result) for result in (-2, -1, 2, 3, 5, 6)] == [False, True, True, True, True, False]
    assert urns.name_of(URN + 3) == "column 1"
    refuses(ValueError, "urn 10: 10 are declared", urns.name_of, URN + 10)
    refuses(ValueError, "declared after `rows` was made", urns.declare, "late", {1: 1})
    with pytest.raises(ValueError, match="read-only"):
        urns.rows[0, 0] = 1
    assert Urns().rows.shape == (1, 3) and urns_of(SimpleNamespace()).names == []


@pytest.mark.parametrize(
    ("name", "weights", "words"),
    [
        ("", {1: 1}, "a name is one line"),
        ("a\nb", {1: 1}, "a name is one line"),
        ("taken", {1: 1}, "no other urn's"),
        ("x", {1: -1}, "weights are 0 or more"),
        ("x", {1: 1 << 31}, "in all below 2147483648"),
        ("x", {1: 0.5}, "whole numbers"),
        ("x", {1: True}, "whole numbers"),
        ("x", {1 << 15: 1}, "further from 0 than 32767"),
        ("x", {-(1 << 15): 1}, "further from 0 than 32767"),
    ],
)
def test_urns_that_can_not_be(name, weights, words):
    urns = Urns()
    urns.declare("taken", {1: 1})
    refuses(ValueError, words, urns.declare, name, weights)
    assert urns.names == ["taken"]
    urns.declare("edges", {-(1 << 15) + 1: 1, (1 << 15) - 1: 1})


def test_results_on_tapes_are_never_0():
    results = range(-9, 10)
    assert 0 not in map(to_tape, results) and [from_tape(to_tape(result)) for result in results] == [*results]
    assert from_tape(0) == 0


@pytest.mark.parametrize("kind", range(len(URNS.names)))
def test_the_next_result_is_one_that_can_be(kind):
    found, value = [], next_in(ROWS, kind, 0)
    while value:
        found.append((from_tape(value), weight_in(ROWS, kind, value)))
        value = next_in(ROWS, kind, value)
    first, total, *weights = ROWS[kind].tolist()
    assert found == [(first + at, weight) for at, weight in enumerate(weights) if weight]
    assert sum(weight for _, weight in found) == total
    assert [weight_in(ROWS, kind, value) for value in (0, -99, 99)] == [0, 0, 0]


def test_odds_of_urns():
    assert draw_odds(TWO_SQUADS, URN + AIM) == {to_tape(lead): F(6 - abs(lead), 36) for lead in range(-5, 6)}
    assert draw_odds(TWO_SQUADS, URN + STAND) == {1: F(1, 10), 2: F(1, 5), 3: F(7, 10)}
    assert draw_odds(TWO_SQUADS, URN + DAMAGE + 2) == {-1: F(5, 12), 1: F(5, 12), 2: F(1, 6)}
    assert draw_odds(TWO_SQUADS, URN + BAG + 3 + 2) == {1: F(1, 3), 2: F(2, 3)}


def drawn(kind, count, chance):
    """So many draws from an urn, each with the dice of a seed of its own."""
    games, results = np.zeros(1, GAME), Counter()
    for seed in range(count):
        games["dice"]["seed"] = seed
        games["dice"]["rolled"] = 0
        results[urn(games[0], chance[0], FOR_AIM, SQUADS, ROWS, kind)] += 1
    return results, games


def test_draws_fall_by_their_weights():
    for kind in (AIM, STAND, DAMAGE + 3):
        results, games = drawn(kind, 3600, new_chance())
        first, total, *weights = ROWS[kind].tolist()
        assert games["dice"]["rolled"][0, SQUADS] == 1
        assert set(results) == {first + at for at, weight in enumerate(weights) if weight}
        for result, count in results.items():
            share = weights[result - first] / total
            assert abs(count - 3600 * share) < 5 * (3600 * share * (1 - share)) ** 0.5


def test_a_lone_result_is_not_drawn():
    chance = new_chance(traced=True)
    results, games = drawn(DAMAGE, 3, chance)
    assert results == {0: 3} and chance["used"] == 0 and not games["dice"]["rolled"].any()


def taped(results, kind=AIM):
    chance = new_chance()
    lay_tape(chance, results, TWO_SQUADS)
    assert chance["mode"] == TAPED
    result = urn(np.zeros(1, GAME)[0], chance[0], FOR_AIM, SQUADS, ROWS, kind)
    return result, int(chance["short"][0]), read_draws(chance, TWO_SQUADS.load("squads"))


@pytest.mark.parametrize("result", range(-5, 6))
def test_draws_on_a_tape_and_their_texts(result):
    draw = Draw("aim", "red", "d6 - d6", result)
    assert taped([result]) == (result, 0, (draw,)) and write_draw(draw) == f"aim:red={result}"
    assert read_draw(write_draw(draw), TWO_SQUADS) == draw._replace(classes="")


@pytest.mark.parametrize("results", [[], [-6], [6], [273]])
def test_results_that_can_not_be(results):
    result, short, draws = taped(results)
    assert short == 1 and -5 <= result <= 5, "a rule that draws again ends"
    assert [draw.result for draw in draws] == (results or [0])


def test_a_hole_between_results_can_not_be():
    assert taped([2], DAMAGE + 3)[1] == 1 and taped([3], DAMAGE + 3)[:2] == (3, 0)


def test_texts_that_no_draw_has():
    for text in (
        "aim:red=-6",
        "chip=100",
        "chip=05",
        "aim:red=-0",
        "aim:red=--1",
        "shot:R1.=3",
        "shot:.R1=3",
        "aim=1-",
    ):
        refuses(ValueError, "no draw", read_draw, text, TWO_SQUADS)
    for text in ("throw:first=0", "throw:first=-1", "throw:first=100"):
        refuses(ValueError, "no draw has this result", read_draw, text, PIG)
    assert read_draw("shot:R1.14=3", TWO_SQUADS).subject == "R1.14"


def test_draws_of_no_declared_kind_are_told():
    chance, scenario = new_chance(traced=True), TWO_SQUADS.load("squads")
    chance["used"], chance["purpose"][0, 0], chance["subject"][0, 0] = 1, 1, TABLE
    for classes in (URN + len(URNS.names), URN - 1, 1001, 777777, -1):
        chance["classes"][0, 0] = classes
        refuses(ValueError, "declared|no such draw", read_draws, chance, scenario)


PLAIN = """
import numpy as np
from tabletop.game.chance import new_chance
from tests.any_game.squads import *
for kind in (-1, {count}, BAG, np.int16(AIM)):
    try:
        print(urn(np.zeros(1, GAME)[0], new_chance()[0], 1, 0, URN_ROWS, kind))
    except ValueError as error:
        print(error)
"""


def test_plain_python_refuses_what_is_not_declared_or_empty():
    *refused, result = run(PLAIN.format(count=len(URNS.names))).splitlines()
    assert [line.split(":")[0] for line in refused] == [
        f"a draw from urn {kind}" for kind in (-1, len(URNS.names), BAG)
    ]
    kind = AIM if compiled() else np.int16(AIM)
    assert int(result) == urn(np.zeros(1, GAME)[0], new_chance()[0], 1, 0, squads.URN_ROWS, kind)
