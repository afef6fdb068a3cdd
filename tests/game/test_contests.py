"""Are a contest's odds those of all ways for its dice to fall, and does it give the class of what the dice show?"""

from collections import Counter
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from tabletop.game.chance import CONTEST, new_chance
from tabletop.game.contests import (
    MOST_ROWS,
    Contests,
    cases_of,
    class_of_contest,
    contest,
    contest_code,
    contests_of,
    hand,
    pack,
    unpack,
    weight_of_class,
)
from tabletop.game.draws import Draw, lay_tape, read_draw, read_draws, write_draw
from tabletop.play.odds import draw_odds
from tests import refuses
from tests.any_game.squads import CUTS, FOR_SHOT, GAME, HIT, MELEE, TWO_SQUADS
from tests.paintball.interpreted import run

F = Fraction
SHOTS = Contests()
SHOT, LEVEL = SHOTS.declare(1, 2, 4, 6), SHOTS.declare(0, 1)
FAR = SHOTS.declare(-20, 0, 20)  # nobody has such a lead
ROWS = SHOTS.rows


def odds(rows, row, first, second, plus=0):
    """The chance of each class."""
    code = contest_code(row, first, second, plus)
    return [F(weight_of_class(rows, code, number), cases_of(code)) for number in range(1, 2 + rows[row, 0])]


def counted(rows, row, first, second, less=(0, 0), plus=0):
    """The same, from all ways for these dice to fall."""
    cuts, found = rows[row, 1 : 1 + rows[row, 0]], Counter()
    for faces in product(*(range(1, sides + 1) for sides in (*first, *second))):
        own, other = list(faces[: len(first)]), list(faces[len(first) :])
        own[0], other[0] = own[0] - less[0], other[0] - less[1]
        found[1 + sum(max(own) + plus - max(other) >= each for each in cuts)] += 1
    return [F(found[number], sum(found.values())) for number in range(1, 2 + len(cuts))]


@pytest.mark.parametrize(
    ("first", "second", "less", "plus"),
    [
        ((10,), (8, 4), (0, 0), 0),
        ((4,), (12, 12, 12), (3, 0), 3),
        ((12, 6, 8), (4,), (0, 3), -4),
        ((6, 12), (10, 4, 6), (2, 1), 1),
        ((8, 8), (8, 8), (0, 0), 0),
        ((4, 4), (4,), (3, 3), 0),
    ],
)
@pytest.mark.parametrize("row", [SHOT, LEVEL, FAR])
def test_odds_are_those_of_all_ways_for_the_dice_to_fall(row, first, second, less, plus):
    hands = hand(*first, less=less[0]), hand(*second, less=less[1])
    assert odds(ROWS, row, *hands, plus) == counted(ROWS, row, first, second, less, plus)


def test_odds_that_a_book_of_rules_states():
    # A quality die against the higher of two: nothing, a graze, a wound, disabled, killed.
    assert odds(ROWS, SHOT, hand(10), hand(8, 4)) == [F(77, 160), F(1, 10), F(3, 16), F(11, 80), F(3, 32)]
    assert odds(ROWS, SHOT, hand(12), hand(6, 4))[4] == F(37, 144)
    assert odds(ROWS, SHOT, hand(12), hand(12, 8))[0] == F(59, 96)
    assert odds(ROWS, SHOT, hand(8), hand(10, 6))[2] == F(61, 480)
    assert odds(ROWS, SHOT, hand(6), hand(12, 8))[3] == F(5, 576)
    assert odds(ROWS, SHOT, hand(6), hand(6, 4))[4] == 0
    assert odds(ROWS, LEVEL, hand(10, 6), hand(10, 6))[1] == F(43, 360)
    assert odds(ROWS, LEVEL, hand(8, 6), hand(10, 6), plus=1)[0] == F(299, 720)


def test_a_gap_between_dice_is_no_die():
    assert odds(ROWS, SHOT, hand(10, 0, 6), hand(8, 0, 4)) == odds(ROWS, SHOT, hand(10, 6), hand(8, 4))
    code = contest_code(SHOT, hand(10, 0, 6), hand(8, 0, 4), 0)
    assert SHOTS.name_of(code) == "d10 d6 v d8 d4 at 1, 2, 4, 6"
    assert class_of_contest(ROWS, code, pack((2, 6, 5, 4))) == 2


def test_codes_and_their_names():
    code = contest_code(LEVEL, hand(12, 4, less=2), hand(6, less=3), -4)
    assert SHOTS.name_of(code) == "d12-2 d4 v d6-3 -4 at 0, 1" and cases_of(code) == 12 * 4 * 6
    assert CONTEST <= code < 2**31
    largest = contest_code(MOST_ROWS - 1, hand(12, 12, 12, 3), hand(12, 12, 12, 3), 3)
    assert largest < 2**31 and cases_of(largest) == 12**6
    refuses(ValueError, "cuts 31: 3 rows are declared", SHOTS.name_of, largest)
    codes = {
        contest_code(row, hand(*one), hand(*other), plus)
        for row, one, other, plus in product((0, 1, 31), ((4,), (6, 0, 4, 1), (6, 4)), ((4, 4), (12,)), (-4, 0, 3))
    }
    assert len(codes) == 3 * 3 * 2 * 3


@pytest.mark.parametrize("cuts", [(), (1, 1), (2, 1), (0.5,), (True,)])
def test_cuts_that_can_not_be(cuts):
    refuses(ValueError, "whole numbers, ascending", Contests().declare, *cuts)


def test_cuts_are_so_many_and_declared_before_they_are_used():
    contests = Contests()
    assert [contests.declare(cut) for cut in range(MOST_ROWS)] == [*range(MOST_ROWS)]
    refuses(ValueError, "there are 32 rows already", contests.declare, 99)
    assert contests.rows.dtype == np.int32 and contests.rows.tolist() == [[1, cut] for cut in range(MOST_ROWS)]
    refuses(ValueError, "declared after `rows` was made", SHOTS.declare, 1)
    assert ROWS.tolist()[LEVEL] == [2, 0, 1, 0, 0] and not ROWS.flags.writeable
    assert contests_of(SimpleNamespace()).rows.shape == (1, 2)


def test_dice_as_a_number_and_back():
    for faces in [(1, 2), (12, 0, 15), (1,) * 7]:
        assert unpack(pack(faces)) == faces
    assert pack((1,) * 7) < 2**31 and pack((1, 2)) != pack((1, 2, 0))
    for faces in [(), (1,), (1,) * 8, (16, 1), (-1, 1)]:
        refuses(ValueError, "2 to 7 numbers are meant, each below 16", pack, faces)


CODE = contest_code(HIT, hand(10), hand(8, 4), 0)


def taped(*results):
    chance = new_chance()
    lay_tape(chance, results, TWO_SQUADS)
    number = contest(np.zeros(1, GAME)[0], chance[0], FOR_SHOT, 2, CUTS, HIT, hand(10), hand(8, 4))
    return number, int(chance["short"][0]), read_draws(chance, TWO_SQUADS.load("squads"))


@pytest.mark.parametrize(
    ("shown", "number"), [((9, 4, 2), 2), ((9, 4, 4), 2), ((9, 5, 2), 1), ((1, 8, 4), 1), ((7, 1, 2), 2)]
)
def test_a_result_is_what_all_dice_show(shown, number):
    draw = Draw("shot", "R1.3", "d10 v d8 d4 at 5", shown)
    assert taped(shown) == (number, 0, (draw,))
    text = write_draw(draw)
    assert text == "shot:R1.3=" + "-".join(map(str, shown)) and read_draw(text, TWO_SQUADS) == draw._replace(classes="")


@pytest.mark.parametrize("number", [1, 2])
def test_a_result_may_be_given_as_its_class(number):
    assert taped(number) == (number, 0, (Draw("shot", "R1.3", "d10 v d8 d4 at 5", number),))


@pytest.mark.parametrize(
    "wrong", [[], [0], [3], [-1], [(9, 4)], [(9, 4, 5)], [(11, 4, 2)], [(0, 4, 2)], [(9, 4, 2, 1)]]
)
def test_results_that_can_not_be(wrong):
    number, short, _ = taped(*wrong)
    assert short == 1 and number in (1, 2), "a rule that draws again ends"


def test_a_class_that_can_not_come_up_is_no_result():
    code = contest_code(FAR, hand(10), hand(8, 4), 0)
    assert odds(ROWS, FAR, hand(10), hand(8, 4))[0] == odds(ROWS, FAR, hand(10), hand(8, 4))[3] == 0
    assert [class_of_contest(ROWS, code, number) for number in range(6)] == [0, 0, 2, 3, 0, 0]


def test_its_dice_in_play_are_fair_and_each_has_its_own():
    games, chance, shown = np.zeros(1, GAME), new_chance(traced=True), []
    scenario, numbers, code = TWO_SQUADS.load("squads"), Counter(), contest_code(MELEE, hand(10, 6), hand(10, 4, 4), 1)
    for seed in range(2000):
        games["dice"]["seed"], games["dice"]["rolled"], chance["used"] = seed, 0, 0
        numbers[contest(games[0], chance[0], 5, 28, CUTS, MELEE, hand(10, 6), hand(10, 4, 4), 1)] += 1
        shown.append(read_draws(chance, scenario)[0].result)
    assert games["dice"]["rolled"][0, 28] == 1
    for at, sides in enumerate((10, 6, 10, 4, 4)):
        counts = Counter(faces[at] for faces in shown)
        assert set(counts) == set(range(1, sides + 1)) and max(counts.values()) < 1.35 * 2000 / sides
    assert len(set(shown)) > 1500
    for number, chance_of in draw_odds(TWO_SQUADS, code).items():
        share = float(chance_of)
        assert abs(numbers[number] - 2000 * share) < 5 * (2000 * share * (1 - share)) ** 0.5
    assert sum(draw_odds(TWO_SQUADS, code).values()) == 1


PLAIN = """
from tests.any_game.squads import *
from tabletop.game.contests import contest_code
HANDS = [(5,), (0,), (4, 14), (4, 0, 3), (4, 0, 0, 4), (4, 0, 0, -1), (np.int16(12), np.int16(6))]
CODES = [(32, 1, 1, 0), (-1, 1, 1, 0), (0, 1, 1, 4), (0, 1, 1, -5), (31, 1, 1, -4)]
for make, given in [*((hand, each) for each in HANDS), *((contest_code, each) for each in CODES)]:
    try:
        print(make(*given))
    except ValueError as error:
        print(error)
"""


def test_plain_python_refuses_what_the_bits_do_not_hold():
    lines = run(PLAIN).splitlines()
    assert [line.split(" of ")[0] for line in lines[:6]] == ["a hand"] * 6 and lines[6] == str(hand(12, 6))
    assert [line.split(" with ")[0] for line in lines[7:11]] == ["a contest"] * 4
    assert lines[11:] == [str(contest_code(31, 1, 1, -4))]
