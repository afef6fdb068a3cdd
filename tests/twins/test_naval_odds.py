"""The naval game's twin against fractions that were counted by hand: all falls of the dice are followed."""

import contextlib
from fractions import Fraction

import pytest

from .naval_cases import at_range, battle, run, ship, w1_b1
from .naval_reference import Dice
from .naval_reference.boarding import board
from .naval_reference.command import command, fight_fires
from .naval_reference.firing import fire, grapple
from .naval_reference.gunnery import rakes, weapon_for
from .naval_reference.hexes import DIRECTIONS
from .naval_reference.model import OverError
from .naval_reference.play import chip
from .naval_reference.sailing import advances, meet, turn


class Branch(Dice):
    """Dice that follow a path of results, and count how likely it is."""

    def __init__(self, path):
        super().__init__()
        self.path, self.chance, self.open = list(path), Fraction(1), []

    def draw(self, purpose, subject, classes, weights):
        possible = [result for result in sorted(weights) if weights[result]]
        at_ = len(self.log)
        if at_ == len(self.path):
            self.open += [[*self.path, result] for result in possible[1:]]
            self.path.append(possible[0])
        result = self.path[at_]
        self.log.append((purpose, subject, classes, result))
        self.chance *= Fraction(weights[result], sum(weights.values()))
        return result


def odds(make, what, told):
    """How likely each told value is: `what` is done to a new battle with every fall of the dice."""
    found, paths = {}, [[]]
    while paths:
        dice = Branch(paths.pop())
        made = make()
        made.dice = dice
        with contextlib.suppress(OverError):
            what(made)
        paths += dice.open
        value = told(made)
        found[value] = found.get(value, 0) + dice.chance
    assert sum(found.values()) == 1
    return found


def state_of(each):
    return each.state


def raking(wanted, rate=3, other=3):
    """W1 at range 2 of B1, where its shot is a bow rake (2) or a stern rake (4)."""
    for row in range(12, 19):
        for column in range(16, 25):
            for heading in DIRECTIONS:
                made = battle(white=[ship(f"{column}{row}", heading, rate)], black=[ship(rate=other)])
                own, enemy = w1_b1(made)
                if set(own.hexes) & set(enemy.hexes) or weapon_for(made, own, enemy)[1] != 2:
                    continue
                if rakes(own, enemy, 2) == wanted:
                    return lambda: battle(white=[ship(f"{column}{row}", heading, rate)], black=[ship(rate=other)])
    raise AssertionError


def shot(make, told):
    return odds(make, lambda made: fire(made, *w1_b1(made)), lambda made: told(made.teams[1][0]))


def unhurt(each):
    return each.rate == each.built and each.masts == each.rigged and each.state == "action" and not each.burning


def quiet(each):
    """No effect at all, steering included."""
    return unhurt(each) and not each.steering


@pytest.mark.parametrize(
    ("crew", "passes"), [("elite", (5, 6)), ("crack", (2, 3)), ("average", (1, 2)), ("green", (1, 3)), ("poor", (1, 6))]
)
def test_checks(crew, passes):
    """CC1."""
    passed = []
    found = odds(
        lambda: battle(white=[ship(crew=crew)]),
        lambda made: passed.append(made.check(made.teams[0][0])),
        lambda made: passed[-1],
    )
    assert found[True] == Fraction(*passes)


def test_modifier_0():
    """GU7, DT: equal third rates abeam at range 5."""
    make = at_range(5)
    assert weapon_for(make(), *w1_b1(make()))[1] in (0, 5)
    columns = odds(make, lambda made: fire(made, *w1_b1(made)), lambda made: len(made.dice.log))
    assert columns[1] == Fraction(5, 12)  # a miss: nothing but the aim
    assert shot(make, quiet)[True] == Fraction(185, 216)
    raised = shot(make, lambda each: each.rate - 3)
    assert (raised[1], raised[2]) == (Fraction(5, 72), Fraction(1, 108))
    masts = shot(make, lambda each: (each.masts, *sorted(each.hung)))
    assert [masts[key] for key in ((2, "port"), (2, "starboard"), (2,))] == [Fraction(7, 324)] * 3


def test_modifier_3():
    """GU8, DT: range 2."""
    make = at_range(2)
    assert shot(make, quiet)[True] == Fraction(131, 216)
    raised = shot(make, lambda each: each.rate - 3)
    assert [raised[n] for n in (1, 2, 3)] == [Fraction(73, 432), Fraction(31, 432), Fraction(1, 108)]
    assert shot(make, lambda each: each.masts)[2] == Fraction(49, 432)
    assert shot(make, lambda each: each.steering)[True] == Fraction(1, 72)
    assert shot(make, lambda each: each.burning)[True] == Fraction(1, 72)
    assert shot(make, state_of)["struck"] == Fraction(1, 432)


def test_bow_rake():
    """RK2."""
    make = raking(2)
    assert shot(make, quiet)[True] == Fraction(29, 72)
    states = shot(make, state_of)
    assert (states["sunk"], states["struck"]) == (Fraction(5, 432), Fraction(1, 108))


def test_stern_rake():
    """RK2, GU9: columns 11 and 12 roll twice."""
    make = raking(4)
    assert shot(make, quiet)[True] == Fraction(31, 144)
    states = shot(make, state_of)
    assert (states["sunk"], states["struck"]) == (Fraction(11, 216), Fraction(11, 432))


def test_modifiers_2_and_4():
    """DT by the rates: 4 against 3 at range 2 is +2, at range 1 rate 3 against 3 is +4."""
    make = at_range(2, rate=4)
    assert shot(make, quiet)[True] == Fraction(19, 27)
    assert shot(make, lambda each: each.burning)[True] == Fraction(1, 144)
    make = at_range(1)
    assert shot(make, quiet)[True] == Fraction(109, 216)
    assert shot(make, state_of)["sunk"] == Fraction(1, 432)


def test_small_ships_do_not_wear_down_great_ones():
    """DA6."""
    make = at_range(2, rate=5, other=1)
    assert shot(make, lambda each: each.masts)[2] == Fraction(1, 24)
    assert list(shot(make, lambda each: each.rate)) == [1]


def test_first_rate_at_a_cutter():
    """GU9, DA2."""
    states = shot(at_range(2, rate=1, other=8), state_of)
    assert states == {"sunk": Fraction(1421, 2592), "struck": Fraction(551, 2592), "action": Fraction(155, 648)}


@pytest.mark.parametrize(
    ("mine", "yours", "taken"),
    [
        ((3, "average"), (3, "average"), (5, 12)),
        ((3, "crack"), (3, "average"), (7, 12)),
        ((3, "average"), (3, "crack"), (5, 18)),
        ((3, "elite"), (4, "green"), (11, 12)),
    ],
)
def test_boarding(mine, yours, taken):
    """BO2, BO3."""
    found = odds(
        lambda: battle(white=[ship("2015", "E", *mine)], black=[ship("2014", "E", *yours)]),
        lambda made: board(made, *w1_b1(made)),
        lambda made: made.teams[1][0].state,
    )
    assert found["prize"] == Fraction(*taken)


def test_run_into_a_ship():
    """CF1, CF2."""
    came = []
    found = odds(
        lambda: battle(black=[ship("2214")]),
        lambda made: came.append(meet(made, *w1_b1(made))),
        lambda made: came[-1],
    )
    assert found == {"collided": Fraction(1, 2), "fouled": Fraction(5, 18), "clear": Fraction(2, 9)}


def test_grapple_and_board():
    """GR1, BO3."""

    def both(made):
        if grapple(made, *w1_b1(made)):
            board(made, *w1_b1(made))

    found = odds(lambda: battle(black=[ship("2014")]), both, lambda made: made.teams[1][0].state)
    assert found["prize"] == Fraction(5, 24)


@pytest.mark.parametrize(("crew", "ever"), [("average", (1, 7)), ("poor", (5, 11)), ("elite", (1, 31))])
def test_fires(crew, ever):
    """CO7, FI2: in a phase, and in the end."""

    def make():
        made = battle(white=[ship(crew=crew)])
        made.teams[0][0].burning = True
        return made

    def end(made):
        own = made.teams[0][0]
        return "sunk" if not own.afloat else "burning" if own.burning else "out"

    found = odds(make, lambda made: fight_fires(made, 0), end)
    assert crew != "average" or found["sunk"] == Fraction(1, 12)
    assert found["sunk"] / (found["sunk"] + found["out"]) == Fraction(*ever)


def test_distances():
    """MO3."""

    def roll(number):
        return lambda made: setattr(made, "rolled", [made.dice.lot("speed", "W1", 4) for _ in range(number)])

    found = odds(battle, roll(3), lambda made: frozenset(advances(made, made.teams[0][0])))
    chances = [sum(chance for ways, chance in found.items() if way in ways) for way in (4, 8, 1)]
    assert chances == [Fraction(5, 8), Fraction(3, 16), Fraction(37, 64)]
    found = odds(battle, roll(4), lambda made: sum(made.rolled) >= 10)
    assert found[True] == Fraction(75, 128)


def test_chips():
    """TS1: two ships that lie at anchor far from each other draw nothing but chips."""
    drawn = []

    def turn_of(made):
        made.chips, order = [3, 3, 0], []
        while any(made.chips):
            before = list(made.chips)
            run(chip(made), lambda made: "heave to", made)
            order.append([old - new for old, new in zip(before, made.chips, strict=True)].index(1))
        drawn.append("".join(map(str, order)))

    def make():
        return battle(white=[ship(anchor="bow")], black=[ship("0505", anchor="bow")])

    found = odds(make, turn_of, lambda made: drawn[-1])
    assert len(found) == 20 and set(found.values()) == {Fraction(1, 20)}
    assert sum(chance for order, chance in found.items() if order[0] == order[1]) == Fraction(2, 5)
    assert sum(chance for order, chance in found.items() if order[-1] == "0") == Fraction(1, 2)


def test_irons():
    """TK4, TK5, CO4: a crack crew tacks, and has two command phases if it fails."""

    def tack(made):
        own = made.teams[0][0]
        answers = {"turn": "starboard 1", "tack": "through the wind"}
        run(turn(made, own, 2), lambda made: answers[made.decision], made)
        made.used = [1, 1]
        for _ in range(2):
            if own.irons and not own.recovered:
                run(command(made, 0), made=made)

    found = odds(
        lambda: battle(white=[ship(heading="NW", crew="crack")], black=[ship("0505")], wind="NE"),
        tack,
        lambda made: (made.teams[0][0].irons, made.teams[0][0].recovered, DIRECTIONS[made.teams[0][0].heading]),
    )
    assert found == {
        (False, False, "E"): Fraction(2, 3),
        (True, True, "NE"): Fraction(8, 27),
        (True, False, "NE"): Fraction(1, 27),
    }
