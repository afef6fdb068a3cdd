"""State of War's twin by itself: the page's numbers, cases worked out by hand, whole random battles, the half-turn."""

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import pytest

from .state_of_war_cases import VARIANTS, presets, small, tokens, turned_draw, turned_name, turned_scenario
from .state_of_war_cases import turned_tokens
from .state_of_war_reference import Battle, Dice, World, begin, names_for, read, step, write
from .state_of_war_reference import chance
from .state_of_war_reference.chance import lead_of
from .state_of_war_reference.charging import part_of_way
from .state_of_war_reference.geometry import BESIDE, HEADINGS, PUSH, WHOLE, Planes, crosses, d2, meets, nearest_heading
from .state_of_war_reference.melee import ROWS, hand
from .state_of_war_reference.model import Figure
from .state_of_war_reference.morale import weights_of
from .state_of_war_reference.random_player import choose
from .state_of_war_reference.shooting import COVER_DICE, RANGE_DICE
from .state_of_war_reference.world import QUALITY, area, cost

pytestmark = pytest.mark.slow  # whole battles in plain Python

# The page's "Numbers that a test can hold".


def leads(own, other, less=(0, 0), extra=0):
    """The chance of each lead, by all ways in which dice fall."""
    shown = list(product(*(range(1, die + 1) for die in (*own, *other))))
    counts = Counter(lead_of(dice, len(own), less, extra) for dice in shown)
    return {lead: Fraction(count, len(shown)) for lead, count in counts.items()}


def shot(kind, distance, shelter):
    """Nothing, graze, wound, disabled, killed."""
    odds = leads((QUALITY[kind],), (RANGE_DICE[distance], COVER_DICE[shelter]))
    cuts = (-99, 1, 2, 4, 6, 99)
    return [sum(p for lead, p in odds.items() if low <= lead < high) for low, high in pairwise(cuts)]


def test_shots():
    """1 to 11."""
    trained = shot("trained", 1, 0)
    assert trained == [Fraction(77, 160), Fraction(1, 10), Fraction(3, 16), Fraction(11, 80), Fraction(3, 32)]
    assert shot("veteran", 0, 0)[4] == Fraction(37, 144) and shot("veteran", 3, 2)[0] == Fraction(59, 96)
    assert shot("raw", 2, 1)[2] == Fraction(61, 480) and shot("civilian", 3, 2)[3] == Fraction(5, 576)
    assert shot("civilian", 0, 0)[4] == 0
    far = shot("trained", 2, 0)
    assert 1 - (1 - far[3] - far[4]) ** 2 + far[2] ** 2 == Fraction(14331, 40000)


def man(kind, **has):
    card = {"arm": "", "pistol": False, "blade": "", "rides": False, "commander": False, **has}
    made = Figure(0, 1, 1, 0, kind, cost=0, **card)
    made.horse = "mounted" if made.rides else ""
    return made


def test_melees():
    """12 to 16."""
    trained, raw = man("trained", blade="bayonet"), man("raw", blade="bayonet")
    even = leads(hand(trained, trained), hand(trained, trained))
    assert (even[0], even[1]) == (Fraction(43, 360), Fraction(389, 3600))
    charge = leads(hand(raw, trained), hand(trained, raw), extra=1)
    assert sum(p for lead, p in charge.items() if lead < 0) == Fraction(299, 720)
    beset = leads(hand(trained, trained), hand(trained, trained), less=(0, 1))
    assert sum(p for lead, p in beset.items() if lead >= 5) == Fraction(43, 360)
    rider = man("trained", blade="sword", pistol=True, rides=True)
    odds = leads(hand(trained, rider), hand(rider, trained))
    assert odds[1] == Fraction(17, 150)
    assert sorted({1 - cut for cut in ROWS[True]} | set(ROWS[False])) == [-5, -4, -2, -1, 0, 1, 2, 3, 4, 5, 6]


def test_morale():
    """17 to 19."""
    assert weights_of(8, -2)[5] == 6 and weights_of(8, -5)[1] == 1 and weights_of(10, -4)[3] == 1


# Geometry.


def test_headings():
    assert WHOLE[4] == (0, 120) and WHOLE[5] == (-44, 108) and WHOLE[15] == (108, -44) and len(PUSH) == 16
    assert BESIDE[32][13] == (14, -33)
    assert HEADINGS[nearest_heading((1, 100), 0)] == "N" and HEADINGS[nearest_heading((-3, -3), 1)] == "SW"
    assert [part_of_way((0, 0), 1, k) for k in (0, 1, 30)] == [(0, 0), (1, 0), (27, 11)]
    assert part_of_way((0, 0), 4, 5) == (0, 5) and part_of_way((0, 0), 9, 1) == (-1, 0)


def test_stretches():
    a, b = (0, 0), (10, 0)
    assert meets(a, b, (5, 5), (5, 0)) and not crosses(a, b, (5, 5), (5, 0)) and crosses(a, b, (5, 5), (5, -1))
    assert meets(a, b, (10, 0), (20, 5)) and not meets(a, b, (11, 0), (20, 0)) and meets(a, a, a, b)
    square = area(["wood", [[0, 0], [20, 0], [20, 20], [0, 20]]])
    assert not square.crossed((-10, 0), (300, 0)) and square.crossed((-10, 1), (300, 1)) and square.has((0, 0))
    assert not square.crossed((-10, 10), (10, -10)) and square.crossed((-10, 11), (11, -10))
    assert isinstance(square.cores[0], Planes) and square.core_has((50, 50)) and not square.core_has((49, 50))
    assert square.core_crossed((40, 51), (60, 51)) and not square.core_crossed((40, 50), (160, 50))


def test_costs():
    """FO1, FO2."""
    sums = {name: Battle(World(data)).points for name, data in presets().items()}
    assert sums == {
        "first-skirmish": [249, 249],
        "line-and-line": [438, 438],
        "militia": [432, 438],
        "raid": [393, 180],
        "crossroads": [438, 438],
        "company": [1257, 1257],
    }
    assert cost({"kind": "raw", "arm": "repeater", "pistol": False, "blade": "", "rides": False}) == 26


def test_the_twin_stands_alone():
    """It shares no code with the engine."""
    for path in Path(chance.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for word in ("state_of_war.", "beat_to_quarters", "paintball_env", "tabletop", "numpy"):
            assert word not in text, (path, word)


# Whole battles.


def sound(battle):
    """Bases don't overlap and don't stick out; nobody is in a building or water, or on a wall (TA2, MV3)."""
    men, under = battle.men(), battle.under if battle.decision == "react" else []
    for at, one in enumerate(men):
        assert battle.ground.on_table(one.place, one.radius)
        assert one in under or not battle.ground.barred(one.place)
        for other in men[:at]:
            if one not in under and other not in under:
                assert d2(one.place, other.place) >= (one.radius + other.radius) ** 2, (one.name, other.name)
        assert one.horse != "foot" or one.unit.horses is not None
        assert not one.ready or one.loaded()
    for unit in battle.units():
        assert not unit.hidden or not battle.in_contact(unit)
    for side in (0, 1):
        assert sorted(man.index for man in battle.figures(side)) == list(range(len(battle.figures(side))))


def play(data, seed, limit=100_000, check=None):
    """A random battle; each decision's text, action and draws."""
    battle, dice, rng, course = Battle(World(data)), Dice(seed), random.Random(seed), []
    begin(battle, dice)
    course.append((None, write(battle), list(dice.log), sorted(battle.legal)))
    while battle.decision and len(course) <= limit:
        assert len(set(battle.legal)) == len(battle.legal) > 1
        sound(battle)
        name = choose(battle, names_for(battle), rng, seed % 4 != 3)
        text, made = write(battle), len(dice.log)
        step(battle, name, dice)
        draws = dice.log[made:]
        course.append((name, write(battle), draws, sorted(battle.legal)))
        if check:
            check(battle.world, text, name, battle, draws, len(course))
    return course


def goes_on(world, text, name, battle, draws, number):
    """A battle goes on from the text of any position as it would have."""
    if number % 5 and " to=" in text and ":order" in text:
        return
    again = read(world, text)
    assert write(again) == text
    dice = Dice(given=[draw[3] for draw in draws])
    dice.turn = again.turn
    step(again, name, dice)
    assert (write(again), dice.log, sorted(again.legal)) == (write(battle), draws, sorted(battle.legal))


@pytest.mark.parametrize("number", range(0, len(VARIANTS), 2))
def test_small_battles(number):
    """They end; every position is enough to go on from."""
    course = play(small(**VARIANTS[number]), number, check=goes_on)
    assert " over=" in course[-1][1]


@pytest.mark.parametrize("name", ["first-skirmish", "line-and-line", "militia", "raid", "crossroads"])
def test_presets(name):
    play(presets()[name], 1, limit=40, check=goes_on)


def test_a_company():
    play(presets()["company"], 1, limit=6)


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_half_turn(number):
    """W8: a battle turned by half, with the sides exchanged, runs the same."""
    data = small(**VARIANTS[number])
    course = play(data, number + 50, limit=60)
    given = [turned_draw(draw)[3] for _, _, draws, _ in course for draw in draws]
    battle, dice = Battle(World(turned_scenario(data))), Dice(given=given)
    begin(battle, dice)
    for name, text, draws, legal in course:
        if name is not None:
            dice.log.clear()
            step(battle, turned_name(name, len(data["places"])), dice)
        assert dice.log == [turned_draw(draw) for draw in draws]
        assert tokens(write(battle)) == turned_tokens(text)
        assert sorted(turned_name(each, len(data["places"])) for each in legal) == sorted(battle.legal)
