"""Exact odds of volleys, pairs and checks: the page's numbers, hand counts, and dice as the rules roll them."""

from fractions import Fraction
from itertools import product

import pytest

from state_of_war import chances, odds
from state_of_war.odds import Toll, check_odds, expected_toll, pair_odds, volley_odds
from state_of_war.rules import shooting
from state_of_war.rules.dice import BREAKS_FOR_GOOD, CONTINUES, FALLS_BACK
from state_of_war.rules.harm import COLUMNS, KILLS, NOTHING, WOUND
from state_of_war.rules.state import (
    BAYONET,
    CIVILIAN,
    COVER_DICE,
    KILLED,
    MINIE,
    MUSKET,
    NONE,
    QUALITY,
    RANGE_DICE,
    RAW,
    REACHES,
    SHOTGUN,
    TRAINED,
    VETERAN,
)
from tabletop.game.contests import cases_of
from tests.state_of_war.fire_table import Table, unit


def volley_of(table, who="ordered", by="B1", at="G1"):
    world, game = table.records
    found = volley_odds(world, game, table.who(by), table.who(at), who)
    if found:
        mean = expected_toll(world, game, table.who(by), table.who(at), who)
        assert sum(found.values()) == 1
        assert mean == tuple(sum(p * toll[at] for toll, p in found.items()) for at in range(3))
    return found


@pytest.mark.parametrize(("skill", "band", "cover"), [*product(range(CIVILIAN, VETERAN + 1), range(4), range(3))])
def test_sh6_a_shot_s_ways_are_those_of_all_its_dice(skill, band, cover):
    world, _ = Table([unit((0, 0))], [unit((0, 300))]).records
    code = shooting.code_by(skill, band, cover)
    count = [0] * COLUMNS
    quality, near, hidden = (range(1, int(n) + 1) for n in (QUALITY[skill], RANGE_DICE[band], COVER_DICE[cover]))
    for one, two, three in product(quality, near, hidden):
        lead = one - max(two, three)
        count[sum(lead >= least for least in (1, 2, 4, 6))] += 1
    assert [chances.shot_ways(world, code, result) for result in range(NOTHING, KILLS + 1)] == count
    assert cases_of(code) == sum(count)
    world.rules.graze = 0
    assert chances.shot_ways(world, code, NOTHING) == count[0] + count[1] and chances.shot_ways(world, code, 1) == 0


@pytest.mark.parametrize("arm", [MINIE, MUSKET, SHOTGUN])
def test_one_shot_at_one_man_has_the_shot_s_own_odds_at_every_range(arm):
    for band, reach in enumerate(REACHES[arm].tolist()):
        if reach:
            found = volley_of(Table([unit((0, 0), arm=arm)], [unit((0, reach + 24))]))
            code = shooting.code_by(TRAINED, band, 0)
            ways = [
                Fraction(int(chances.shot_ways(Table([], []).world, code, r)), int(cases_of(code))) for r in range(5)
            ]
            assert found == {
                Toll(): ways[0] + ways[1], Toll(1, 0, 0): ways[2], Toll(0, 1, 0): ways[3], Toll(0, 0, 1): ways[4],
            }  # fmt: skip


def test_number_11_two_shots_at_one_man():
    found = volley_of(Table([unit((-14, 0), (14, 0))], [unit((0, 700))]))
    assert sum(p for toll, p in found.items() if toll.disabled or toll.killed) == Fraction(14331, 40000)


def test_sh2_two_men_are_hit_by_lot_and_one_wounded_before_is_out_by_a_wound():
    table = Table([unit((0, 0))], [unit((-14, 200), (14, 200))])
    assert volley_of(table)[Toll(1, 0, 0)] == Fraction(3, 16)
    table.figure("G1.1").wounded = 1
    found = volley_of(table)
    assert found[Toll(1, 0, 0)] == Fraction(3, 32) and found[Toll(0, 1, 0)] == Fraction(11, 80) + Fraction(3, 32)


def test_sh12_of_a_mounted_man_half_the_hits_are_his_horse_s():
    found = volley_of(Table([unit((0, 0))], [unit((0, 200), horse=1)]))
    assert found[Toll(1, 0, 0)] == Fraction(3, 32) and found[Toll(0, 0, 1)] == Fraction(3, 64)


def test_two_shots_agree_with_all_their_results_by_hand():
    table = Table([unit((-14, 0), (14, 0))], [unit((-14, 200), (14, 200))])
    world, _ = table.records
    code = shooting.code_by(TRAINED, 1, 0)
    one = {r: Fraction(int(chances.shot_ways(world, code, r)), int(cases_of(code))) for r in range(WOUND, COLUMNS)}
    both = sum(one.values())
    found = volley_of(table)
    assert found[Toll()] == (1 - both) ** 2
    assert found[Toll(2, 0, 0)] == one[WOUND] ** 2 / 2, "one each"
    # Both on one man: two wounds; disabled alone is one hit.
    assert found[Toll(0, 1, 0)] == 2 * (1 - both) * one[3] + one[WOUND] ** 2 / 2


def test_fourteen_shots_at_fourteen_men_are_counted_and_sum_to_one():
    men = [(28 * at - 182, 0) for at in range(14)]
    found = volley_of(Table([unit(*men)], [unit(*((x, 700) for x, _ in men))]))
    assert len(found) > 300 and max(found.values()) < Fraction(1, 10)
    assert max(sum(toll) for toll in found) == 14


def test_men_who_are_all_hit_differently_are_too_many_to_count_but_have_a_mean(monkeypatch):
    table = Table([unit((0, 0), (28, 0), (56, 0))], [unit((0, 300), (28, 310), (56, 330))])
    monkeypatch.setattr(odds, "MOST_STATES", 3)
    assert volley_of(table) == {}
    world, game = table.records
    mean = expected_toll(world, game, table.who("B1"), table.who("G1"))
    assert 0 < mean.killed < mean.disabled < 1


def test_re1_who_stands_ready_and_who_has_declared_his_shot():
    table = Table([unit((0, 0), (28, 0))], [unit((0, 200))])
    assert volley_of(table, "ready") == volley_of(table, "declared") == {Toll(): 1}
    table.figure("B1.2").ready = 1
    assert volley_of(table, "ready")[Toll(0, 0, 1)] == Fraction(3, 32)
    table.figure("B1.1").aims = 1
    assert volley_of(table, "declared") == volley_of(table, "ready"), "one shot"


def close(*grey, blade=BAYONET, **more):
    """A trained bayonet and enemies in contact with him."""
    return Table([unit((0, 0), blade=BAYONET)], [unit(*grey, blade=blade, **more)])


def leads(table, who="B1.1"):
    world, game = table.records
    found = pair_odds(world, game, table.who(who))
    assert sum(found.values()) == 1
    return found


def test_numbers_12_to_16():
    found = leads(close((0, 28)))
    assert found[0] == Fraction(43, 360) and found[1] == found[-1] == Fraction(389, 3600)
    charged = Table([unit((0, 0), blade=BAYONET, skill=1, charges=1)], [unit((0, 28), blade=BAYONET)])
    assert sum(p for lead, p in leads(charged).items() if lead < 0) == Fraction(299, 720)
    one_in_two = leads(close((0, 28), (0, -28)))
    assert sum(p for lead, p in one_in_two.items() if lead <= -5) == Fraction(43, 360)
    rider = Table([unit((0, 0), blade=BAYONET)], [unit((0, 36), horse=1, blade=2, pistol=1, arm=0, facing=12)])
    found = leads(rider)
    assert found[1] == Fraction(17, 150) and 4 not in found, "disabled by 5"
    assert leads(rider, "G1.1") == {-lead: p for lead, p in found.items()}
    assert pair_odds(*Table([unit((0, 0))], [unit((0, 100))]).records, 0) == {}, "nobody fights"


def test_numbers_17_to_19():
    def check(skill, out, wounded=0, commander=NONE):
        table = Table([unit(*((28 * at, 0) for at in range(10)), skill=skill)], [unit((0, 900))])
        table.world.commander[0] = commander
        for at in range(out):
            table.figure(f"B1.{10 - at}").state = KILLED
        for at in range(wounded):
            table.figure(f"B1.{at + 1}").wounded = 1
        return check_odds(*table.records, table.who("B1"))

    assert check(RAW, 3)[CONTINUES] == Fraction(3, 4)
    assert check(RAW, 4, 2)[BREAKS_FOR_GOOD] == Fraction(1, 8)
    assert check(TRAINED, 6, commander=0)[FALLS_BACK] == Fraction(1, 10)
    assert check(TRAINED, 0) == {result: int(result == CONTINUES) for result in range(1, 6)}
