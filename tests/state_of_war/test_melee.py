"""ME2 to ME8: who fights whom, dice of melee, what leads do, pushes, who has won."""

from fractions import Fraction

import pytest

from state_of_war.rules.blows import push
from state_of_war.rules.dice import CONTESTS
from state_of_war.rules.figures import in_contact, units_touch
from state_of_war.rules.melee import any_melee, fight, hand_of, weapon_die
from state_of_war.rules.pairs import match_all
from state_of_war.rules.state import (
    BANK,
    BAYONET,
    BUILDING,
    DISABLED,
    FENCE,
    GREY,
    HILL,
    KILLED,
    LANCE,
    MINIE,
    MOUNTED,
    NO_ARM,
    NO_BLADE,
    NONE,
    RAW,
    STANDING,
    SWORD,
    THROWN,
    TRAINED,
    UNHORSED,
    WALL,
    WATER,
)
from tabletop.game.contests import cases_of, hand, weight_of_class
from tests.state_of_war.fire_table import Table, dice, unit

ENE, N, S = 1, 4, 12


def line(x, y, count, step=28):
    """A rank, eastward."""
    return [(x + step * i, y) for i in range(count)]


def foot(*places, **more):
    return unit(*places, **{"blade": BAYONET, **more})


def horse(*places, facing=N, **more):
    return unit(*places, horse=1, facing=facing, **{"blade": SWORD, "pistol": 1, **more})


def odds(table):
    """The chance of each lead of the first pair's acting primary, as ME6's classes from the middle: 0 is level."""
    chance = dice()
    fight(*table.records, chance)
    code = int(chance.classes[0])
    level = 6 if table.figure("B1.1").horse in (MOUNTED, UNHORSED) else 7
    weights = [int(weight_of_class(CONTESTS.rows, code, number)) for number in range(1, 14)]
    return {number + 1 - level: Fraction(weight, int(cases_of(code))) for number, weight in enumerate(weights)}


def pairs(table):
    """Whom each figure fights, by names."""
    foes, _ = match_all(*table.records)
    names = [f"{side}{u}.{n}" for side in "BG" for u in range(1, 4) for n in range(1, 9)]
    known = {}
    for name in names:
        side, number, member = "BG".index(name[0]), int(name[1]) - 1, int(name[3]) - 1
        if member < table.world.troops[side, number].men:
            known[table.who(name)] = name
    return {name: known.get(int(foes[who])) for who, name in known.items()}


def fought(table, *results):
    """Fight; True if just these draws were made."""
    chance = dice(*results)
    fight(*table.records, chance)
    return chance.short == 0 and chance.used == len(results)


# The page's numbers.


def test_numbers_12_and_13():
    """ME4, ME6: trained bayonet against the like."""
    found = odds(Table([foot((0, 0))], [foot((0, 28))]))
    assert found[0] == Fraction(43, 360) and found[1] == Fraction(389, 3600) == found[-1]


def test_number_14():
    """ME4: raw bayonet, charging."""
    table = Table([foot((0, 0), skill=RAW, charges=1)], [foot((0, 28))])
    assert sum(chance for lead, chance in odds(table).items() if lead < 0) == Fraction(299, 720)


def test_number_15():
    """ME4: a trained bayonet against one who fights two: he is killed."""
    found = odds(Table([foot((0, 0), (28, 28))], [foot((0, 28))]))
    assert found[5] + found[6] == Fraction(43, 360)


def test_number_16():
    """ME4, ME6: a trained bayonet against a trained horseman, who is unhorsed, without a wound by the lead."""
    assert odds(Table([foot((0, 0))], [horse((0, 36), facing=S)]))[1] == Fraction(17, 150)


# ME2, ME3.


def test_melee_is_of_the_acting_sides_contacts():
    """ME2, AM4: who is engaged fights; both units are said to have fought."""
    table = Table([foot((0, 0)), foot((300, 0))], [foot((0, 29)), foot((-300, 0))])
    assert any_melee(*table.records)
    assert fought(table, (3, 3, 3, 3))
    assert [int(table.unit(name).fights) for name in ("B1", "B2", "G1", "G2")] == [1, 0, 1, 0]
    assert not any_melee(*Table([foot((0, 0))], [foot((0, 30))]).records)
    assert any_melee(*Table([foot((300, 0)), foot((0, 0))], [foot((0, 29))]).records)


def test_ta3_horsemen_5_mm_apart_are_in_contact():
    for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        for away in (45, 46):
            table = Table([horse((0, 0))], [horse((x * away, y * away))])
            one, other = table.who("B1"), table.who("G1")
            assert in_contact(*table.records, one) == units_touch(*table.records, one, other) == (away == 45)


def test_pairs_are_made_in_order_with_the_nearest():
    """ME3, W7: level, the lower number."""
    table = Table([foot((0, 0), (28, 0))], [foot((14, 24), (-14, 24), (42, 24))])
    assert pairs(table) == {"B1.1": "G1.1", "G1.1": "B1.1", "B1.2": "G1.3", "G1.3": "B1.2", "G1.2": "B1.1"}


def test_left_over_join_three_against_one_at_most():
    """ME3: acting ones first; the enemy's left over only a pair that nobody has joined from its own side."""
    around = [(0, 28), (28, 0), (0, -28), (-28, 0)]
    table = Table([foot(*around)], [foot((0, 0))])
    assert pairs(table) == {"G1.1": "B1.1", "B1.1": "G1.1", "B1.2": "G1.1", "B1.3": "G1.1", "B1.4": None}
    table = Table([foot((0, 0))], [foot(*around)])
    assert pairs(table) == {"B1.1": "G1.1", "G1.1": "B1.1", "G1.2": "B1.1", "G1.3": "B1.1", "G1.4": None}
    # B1.2 joins B1.1's pair, so G1.2, left over, joins neither.
    table = Table([foot((0, 0), (28, 0))], [foot((14, 24)), foot((-26, 11))])
    assert pairs(table)["B1.2"] == "G1.1" and pairs(table)["B1.1"] == "G1.1" and pairs(table)["G2.1"] is None


def test_only_primaries_throw():
    """ME4: one draw for each pair, less by each enemy over the first, and by a wound."""
    table = Table([foot((0, 28), (28, 0), (0, -28))], [foot((0, 0))])
    table.figure("G1.1").wounded = 1
    chance = dice((5, 1, 8, 5))
    fight(*table.records, chance)
    assert chance.used == 1 and chance.short == 0  # 8 - 3 against 5: level
    assert table.figure("B1.1").state == STANDING and table.figure("G1.1").state == STANDING
    assert table.unit("G1").hurt == table.unit("B1").hurt == 0


def test_horsemen_dont_take_enemies_behind():
    """ME3: but with a lance; taken from there they throw, and a win does nothing."""
    assert pairs(Table([horse((0, 36))], [foot((0, 0))]))["B1.1"] is None
    assert pairs(Table([horse((0, 36), blade=LANCE)], [foot((0, 0))]))["B1.1"] == "G1.1"
    table = Table([horse((0, 36), facing=0)], [foot((0, 0))])  # just at his side
    assert pairs(table)["B1.1"] == "G1.1"
    behind = Table([foot((0, 0))], [horse((0, 36), facing=N)])
    assert pairs(behind)["B1.1"] == "G1.1"
    assert fought(behind, (1, 1, 10, 1))
    assert behind.figure("B1.1").state == STANDING and behind.unit("B1").hurt == 0 and behind.unit("G1").won == 0
    assert fought(Table([foot((0, 0))], [horse((0, 36), facing=S)]), (1, 1, 10, 1))
    # Nor do they join.
    assert pairs(Table([foot((0, 0))], [foot((0, 28)), horse((0, -36), facing=S)]))["G2.1"] is None


# ME4.


@pytest.mark.parametrize(
    ("blade", "pistol", "arm", "on_foot", "mounted"),
    [
        (LANCE, 0, NO_ARM, 6, 8),
        (BAYONET, 1, MINIE, 6, 8),
        (SWORD, 1, NO_ARM, 6, 4),
        (SWORD, 0, MINIE, 4, 4),
        (NO_BLADE, 0, MINIE, 4, 4),
        (NO_BLADE, 1, NO_ARM, 4, 4),
        (NO_BLADE, 1, THROWN, 4, 4),
        (NO_BLADE, 0, THROWN, 4, 0),
        (NO_BLADE, 0, NO_ARM, 4, 0),
    ],
)
def test_weapon_dice(blade, pistol, arm, on_foot, mounted):
    """ME4, ME5, WE3: the best row; a thrown weapon is no butt."""
    world, _ = Table([unit((0, 0), blade=blade, pistol=pistol, arm=arm)], []).records
    assert (weapon_die(world, 0, False), weapon_die(world, 0, True)) == (on_foot, mounted)


def test_horses_die():
    """ME4: not thrown against a bayonet on foot."""
    table = Table([horse((0, 0))], [foot((0, 36)), unit((28, 28)), horse((-44, 0), blade=BAYONET)])
    world, game = table.records
    rider = table.who("B1.1")
    assert hand_of(world, game, rider, table.who("G1.1"), 1) == hand(10, 6, 0, 0)
    assert hand_of(world, game, rider, table.who("G2.1"), 1) == hand(10, 6, 6, 0)
    assert hand_of(world, game, rider, table.who("G3.1"), 3) == hand(10, 4, 6, 2)


def test_one_plus_for_charging_uphill_and_barricades():
    """ME4: +1 once; a barricade only for who was charged by its opponent's unit."""

    def level(blue=(), grey=(), dice_shown=(4, 1, 5, 1), areas=(), pieces=()):
        """Whether the dice end level."""
        table = Table([foot((0, 0), **dict(blue))], [foot((0, 28), **dict(grey))], areas, pieces)
        assert fought(table, dice_shown)
        return table.figure("G1.1").y == 28 and table.figure("B1.1").y == 0

    ahead, behind = (4, 1, 5, 1), (5, 1, 4, 1)
    assert not level() and level({"charges": 1})
    assert level(grey={"charges": 1}, dice_shown=behind)
    hill = [(HILL, (0, 0, 20))]
    assert level(areas=hill) and level({"charges": 1}, areas=hill)
    assert level(grey={"charged": 1}, dice_shown=behind, pieces=[(FENCE, -90, 14, 90, 14)])
    assert level(grey={"charged": 1}, dice_shown=behind, pieces=[(WALL, -90, 14, 90, 14)])
    assert not level(grey={"charged": 2}, dice_shown=behind, pieces=[(WALL, -90, 14, 90, 14)])
    assert not level(grey={"charged": 1}, dice_shown=behind, pieces=[(BANK, -90, 14, 90, 14)])
    assert level({"charged": 1}, pieces=[(WALL, -90, 14, 90, 14)])
    corner = [(BUILDING, ((11, 14), (60, -30), (60, 50)))]
    assert level({"charged": 1}, areas=corner)
    assert not level({"charged": 1}, areas=[(BUILDING, ((12, 14), (60, -30), (60, 50)))])
    assert not level({"charges": 1}, {"charges": 1}, dice_shown=ahead)


def test_uphill_of_all_opponents():
    """ME4: those that have joined, too."""
    # Less 1 for the second enemy; the plus, if he, who has joined, isn't on the hill.
    for hill, pushed in (((0, 0, 30), True), ((14, 0, 20), True), ((0, 0, 20), False)):
        table = Table([foot((0, 0))], [foot((0, 28), (28, 0))], [(HILL, hill)])
        assert fought(table, (4, 1, 4, 1))
        assert (table.figure("B1.1").y < 0) == pushed


# ME6, ME7.


@pytest.mark.parametrize(
    ("lead", "state", "wounded", "moved", "hurt"),
    [
        (1, STANDING, 0, True, 0),
        (2, STANDING, 1, True, 1),
        (3, STANDING, 1, False, 1),
        (4, DISABLED, 0, False, 0),
        (5, KILLED, 0, False, 0),
        (6, KILLED, 0, False, 0),
        (9, KILLED, 0, False, 0),
    ],
)
@pytest.mark.parametrize("acting_wins", [True, False])
def test_leads_on_foot(lead, state, wounded, moved, hurt, acting_wins):
    """ME6: for both primaries alike. (Of a unit that is gone nothing is kept, so it isn't to check.)"""
    table = Table([foot((0, 0))], [foot((0, 28))])
    assert fought(table, (1 + lead, 1, 1, 1) if acting_wins else (1, 1, 1 + lead, 1))
    name, begin, away = ("G1", 28, 20) if acting_wins else ("B1", 0, -20)
    loser = table.figure(f"{name}.1")
    assert (loser.state, loser.wounded) == (state, wounded)
    assert loser.y == (begin + away if moved else begin if state == STANDING else 0)
    assert table.unit(name).hurt == hurt
    winner = table.figure("B1.1" if acting_wins else "G1.1")
    assert winner.state == STANDING and (winner.x, winner.y) == (0, 0 if acting_wins else 28)


@pytest.mark.parametrize(
    ("lead", "state", "unhorsed", "wounded"),
    [
        (1, STANDING, True, 0),
        (2, STANDING, True, 1),
        (3, STANDING, False, 1),
        (4, STANDING, False, 1),
        (5, DISABLED, False, 0),
        (6, KILLED, False, 0),
        (7, KILLED, False, 0),
    ],
)
@pytest.mark.parametrize("acting_wins", [True, False])
def test_leads_on_horsemen(lead, state, unhorsed, wounded, acting_wins):
    """ME6, ME7: a fall is 1 here, so it doesn't wound; who is unhorsed isn't pushed."""
    table = Table([foot((0, 0), (-200, 0))], [horse((0, 36), (-200, 200), facing=S)])
    name = "G1"
    results = (1 + lead, 1, 1, 1)
    if not acting_wins:
        table = Table([horse((0, 0), (-200, 0))], [foot((0, 36), (-200, 200))])
        name, results = "B1", (1, 1, 1 + lead, 1)
    assert fought(table, results, 1) if unhorsed else fought(table, results)
    loser = table.figure(f"{name}.1")
    assert (loser.state, loser.wounded) == (state, wounded)
    if state == STANDING:
        assert loser.horse == (UNHORSED if unhorsed else MOUNTED)
        assert (loser.x, loser.y) == (0, 36 if acting_wins else 0)
    assert table.unit(name).hurt == 1


@pytest.mark.parametrize(
    ("lead", "before", "fall", "state", "wounded"),
    [
        (1, 0, 5, STANDING, 1),
        (1, 1, 4, STANDING, 1),
        (1, 1, 5, DISABLED, 0),
        (2, 0, 6, DISABLED, 0),
        (2, 1, 1, DISABLED, 0),
        (2, 1, 6, DISABLED, 0),
    ],
)
def test_falls_wound(lead, before, fall, state, wounded):
    """ME7, ME6, AC2: on a D6 of 5 or more; a second wound disables."""
    table = Table([foot((0, 0))], [horse((0, 36), facing=S)])
    table.figure("G1.1").wounded = before
    assert fought(table, (1 + lead, 1, 1 + before, 1), fall)
    assert (table.figure("G1.1").state, table.figure("G1.1").wounded) == (state, wounded)


def test_a_second_wound_disables():
    """ME6, AC2: and who is out isn't pushed."""
    table = Table([foot((0, 0), (0, -300))], [foot((0, 28), (0, 300))])
    table.figure("G1.1").wounded = 1
    assert fought(table, (3, 1, 2, 1))
    assert table.figure("G1.1").state == DISABLED and table.unit("G1").hurt == 1


def test_the_commander_killed():
    """MO1 (d), MO3: all units of his side check; disabled, only what MO3 says."""
    for lead, hurt in ((4, 0), (5, 1)):
        table = Table([foot((0, 0))], [foot((0, 28)), foot((300, 300))])
        table.world.commander[GREY] = table.who("G1.1")
        assert fought(table, (1 + lead, 1, 1, 1))
        assert table.game.fallen == 1 << GREY and table.unit("G2").hurt == hurt and table.unit("B1").hurt == 0


def pushed(grey, victor=(0, 0), areas=(), pieces=(), more=(), blue=()):
    """Where figures of G1 (and G2) are after the first of G1 is pushed back by B1.1, whose friends are of any unit."""
    found = []
    for units in ([foot(victor, *blue)], [foot(victor), foot(*blue)]):
        table = Table(units, [foot(*grey), *more], areas, pieces)
        push(*table.records, dice(), table.who("B1.1"), table.who("G1.1"))
        found.append([(int(f.x), int(f.y)) for f in table.game.figures[GREY] if f.state == STANDING])
    assert found[0] == found[1]
    return found[0]


def test_pushes():
    """ME7: by the heading nearest to the direction from victor to loser."""
    assert pushed([(0, 28)]) == [(0, 48)]
    assert pushed([(11, 26)]) == [(19, 44)]
    assert pushed([(26, 11)]) == [(44, 19)]
    assert pushed([(-20, -20)]) == [(-34, -34)]
    assert pushed([(0, 28), (0, 52)]) == [(0, 48), (0, 72)]
    assert pushed([(0, 28), (0, 52), (0, 76), (30, 76)]) == [(0, 48), (0, 72), (0, 96), (30, 76)]
    assert pushed([(0, 28), (24, 48)]) == [(0, 48), (24, 48)]


def test_a_tie_of_headings_is_the_losers():
    """ME7, W8: (11, -3) lies in the middle between E and ESE: lower for Blue is E, for Grey ESE."""
    table = Table([foot((0, 0))], [foot((33, -9))])
    push(*table.records, dice(), table.who("B1.1"), table.who("G1.1"))
    assert (table.figure("G1.1").x, table.figure("G1.1").y) == (51, -17)
    table = Table([foot((33, -9))], [foot((0, 0))])
    push(*table.records, dice(), table.who("G1.1"), table.who("B1.1"))
    assert (table.figure("B1.1").x, table.figure("B1.1").y) == (53, -9)


def test_who_cant_be_pushed():
    """ME7: engaged friends, edges, closed ground, walls, enemies: then nobody moves."""
    stays = [(0, 28), (0, 52)]
    assert pushed(stays, blue=[(28, 52)]) == stays  # the second one is engaged
    assert pushed([(0, 28)], blue=[(28, 28)]) == [(0, 48)]  # that the loser is engaged with others is no matter
    assert pushed([(0, 560), (0, 584)], (0, 532)) == [(0, 560), (0, 584)]
    assert pushed([(0, 568)], (0, 540)) == [(0, 588)]
    assert pushed([(0, 569)], (0, 541)) == [(0, 569)]
    for piece in (WALL, FENCE):
        assert pushed(stays, pieces=[(piece, -50, 60, 50, 60)]) == stays
        assert pushed(stays, pieces=[(piece, -50, 72, 50, 72)]) == stays  # it would end there
    assert pushed(stays, pieces=[(BANK, -50, 60, 50, 60)]) != stays
    for kind in (BUILDING, WATER):
        assert pushed(stays, areas=[(kind, ((-50, 72), (50, 72), (50, 90), (-50, 90)))]) == stays
        assert pushed(stays, areas=[(kind, ((-50, 73), (50, 73), (50, 90), (-50, 90)))]) != stays
        assert pushed(stays, areas=[(kind, ((-50, 62), (50, 62), (50, 64), (-50, 64)))]) == stays  # passed
    assert pushed([(0, 28)], blue=[(0, 71)]) == [(0, 28)]
    assert pushed([(0, 28)], blue=[(0, 72)]) == [(0, 48)]
    assert pushed(stays, more=[foot((0, 76))]) == [(0, 48), (0, 72), (0, 96)]  # a friend is one of any unit


def test_a_push_is_a_change_of_place():
    """RE1, TU3, ME2: it ends readiness; contact that comes of it is fought in the next action."""
    table = Table([foot((0, 0))], [foot((0, 28))])
    table.figure("G1.1").ready = 1
    assert fought(table, (2, 1, 1, 1))
    loser = table.figure("G1.1")
    assert (loser.ready, loser.went, loser.from_x, loser.from_y) == (0, 1, 0, 28)
    assert not any_melee(*table.records)


def test_who_has_won():
    """MO4: more leads fell on its opponents than on it, a joined one's opponent's too."""
    table = Table([foot((0, 0)), foot((28, 28))], [foot((0, 28), (0, 300))])
    assert fought(table, (4, 1, 1, 1))
    assert [int(table.unit(name).won) for name in ("B1", "B2", "G1")] == [1, 1, 0]
    table = Table([foot((0, 0), (100, 0))], [foot((0, 28), (100, 28))])
    assert fought(table, (4, 1, 1, 1), (1, 1, 2, 1))
    assert table.unit("B1").won == table.unit("G1").won == 0
    table = Table([foot((0, 0), (100, 0))], [foot((0, 28), (100, 28))])
    assert fought(table, (1, 1, 1, 1), (1, 1, 2, 1))
    assert (table.unit("B1").won, table.unit("G1").won) == (0, 1)


def test_nobody_fights_twice():
    """ME2: `foes` is NONE for who isn't in contact."""
    foes, counts = match_all(*Table([foot((0, 0))], [foot((300, 0))]).records)
    assert set(foes.tolist()) == {NONE} and counts.sum() == 0


def test_detachments_fight_by_unit():
    """W3: units by number, a detachment's behind the others, although its men's ids are lower."""
    table = Table([foot((0, 0), (300, 0)), foot((28, 0))], [foot((14, 24))])
    assert pairs(table)["G1.1"] == "B1.1"
    table.figure("B1.1").unit = 2
    table.unit("B3").origin = 0
    foes, _ = match_all(*table.records)
    assert foes[table.who("B2.1")] == table.who("G1.1") == foes[table.who("B1.1")]
    assert foes[table.who("G1.1")] == table.who("B2.1")


def test_the_quality_of_both_counts():
    """CL1, ME4: a raw man throws a D8."""
    world, game = Table([foot((0, 0), skill=RAW)], [foot((0, 28), skill=TRAINED)]).records
    assert hand_of(world, game, 0, 80, 2) == hand(8, 6, 0, 1)
