"""SH, WE3, TU2, TU3: candidates, weapons in use, shots and what they do."""

from fractions import Fraction
from itertools import product

import pytest

from state_of_war.rules import shooting
from state_of_war.rules.dice import CONTESTS, SHOT_CUTS
from state_of_war.rules.gaps import is_barred, spares_melee
from state_of_war.rules.harm import DEAD, HURT, OUT, UNHURT, fate
from state_of_war.rules.reasons import NO_SHOT, NO_UNIT, NOT_SEEN
from state_of_war.rules.state import (
    BUILDING,
    CIVILIAN,
    COVER_DICE,
    DISABLED,
    GREY,
    HARD,
    HILL,
    KILLED,
    MINIE,
    MUSKET,
    NO_ARM,
    NONE,
    OPEN,
    PISTOL,
    QUALITY,
    RANGE_DICE,
    RAW,
    SHOTGUN,
    SOFT,
    STANDING,
    THROWN,
    TRAINED,
    UNHORSED,
    VETERAN,
    WALL,
)
from tabletop.game.action_table import ALLOWED
from tabletop.game.contests import cases_of, contest_code, hand, weight_of_class
from tests.state_of_war.fire_table import Table, bits, dice, unit
from tests.state_of_war.moving_table import no_shot

SHORT, MEDIUM, LONG, EXTREME = range(4)


def chance_of(skill, band, cover, result):
    """The chance of a result, 0 nothing … 4 killed, of a shot."""
    quality, other = hand(int(QUALITY[skill])), hand(int(RANGE_DICE[band]), int(COVER_DICE[cover]))
    code = contest_code(SHOT_CUTS, quality, other, 0)
    return Fraction(int(weight_of_class(CONTESTS.rows, code, result + 1)), int(cases_of(code)))


def test_numbers_1_to_10():
    usual = [chance_of(TRAINED, MEDIUM, OPEN, result) for result in range(5)]
    assert usual == [Fraction(*each) for each in ((77, 160), (1, 10), (3, 16), (11, 80), (3, 32))]
    assert chance_of(VETERAN, SHORT, OPEN, 4) == Fraction(37, 144)
    assert chance_of(VETERAN, EXTREME, HARD, 0) == Fraction(59, 96)
    assert chance_of(RAW, LONG, SOFT, 2) == Fraction(61, 480)
    assert chance_of(CIVILIAN, EXTREME, HARD, 3) == Fraction(5, 576)
    assert chance_of(CIVILIAN, SHORT, OPEN, 4) == 0


def test_number_11_two_shots_at_one_man():
    shot = [chance_of(TRAINED, LONG, OPEN, result) for result in range(5)]
    out = Fraction(0)
    for one, other in product(range(5), repeat=2):
        hits = [[one, other].count(result) for result in (2, 3, 4)]
        out += shot[one] * shot[other] * (fate(0, *hits) >= OUT)
    assert out == Fraction(14331, 40000)


@pytest.mark.parametrize(
    ("earlier", "hits", "end"),
    [
        (0, (0, 0, 0), UNHURT),
        (0, (1, 0, 0), HURT),
        (1, (0, 0, 0), HURT),
        (0, (2, 0, 0), OUT),
        (1, (1, 0, 0), OUT),
        (0, (3, 0, 0), DEAD),
        (1, (2, 0, 0), DEAD),
        (0, (0, 1, 0), OUT),
        (1, (0, 1, 0), OUT),
        (0, (1, 1, 0), DEAD),
        (0, (0, 2, 0), DEAD),
        (0, (0, 0, 1), DEAD),
    ],
)
def test_what_falls_together_on_a_man_sh7(earlier, hits, end):
    assert fate(earlier, *hits) == end


def seen(table, shooter="B1.1", target="G1", with_pistol=False):
    """A shooter's candidates, by their numbers."""
    found = shooting.candidates(*table.records, table.who(shooter), table.who(target), with_pistol)
    return [at + 1 for at in range(14) if found >> at & 1]


def test_reach_is_between_edges_and_up_to_and_including_we2():
    for arm, far in ((MINIE, 1500), (MUSKET, 900), (SHOTGUN, 400), (THROWN, 300)):
        assert seen(Table([unit((-800, 0), arm=arm)], [unit((-800 + far + 24, 0))])) == [1]
        assert seen(Table([unit((-800, 0), arm=arm)], [unit((-800 + far + 25, 0))])) == []
        assert seen(Table([unit((-800, 0), arm=arm)], [unit((-800 + far + 32, 0), horse=1)])) == [1]
    assert seen(Table([unit((0, 0), arm=NO_ARM)], [unit((300, 0))])) == []
    table = Table([unit((0, 0), arm=THROWN, pistol=1)], [unit((44, 0), (45, 0))])
    ids = table.who("B1.1"), table.who("G1.1"), table.who("G1.2")
    assert shooting.band_of(table.game, *ids[:2], PISTOL) == SHORT
    assert shooting.band_of(table.game, ids[0], ids[2], PISTOL) == MEDIUM
    assert shooting.band_of(table.game, *ids[:2], THROWN) == MEDIUM, "it has no short range"


def test_at_short_range_only_the_front_rank_is_aimed_at_sh2():
    table = Table([unit((0, 0))], [unit((150, 0), (178, 0), (150, 28), (178, 200))])
    assert seen(table) == [1, 3, 4], "nobody stands across the line to the fourth"
    far = Table([unit((0, 0))], [unit((175, 0), (203, 0), (175, 28))])
    assert seen(far) == [1, 2, 3], "nobody is at short range"
    other = Table([unit((0, 0))], [unit((178, 0)), unit((150, 0))])
    assert seen(other) == [1], "who stands across is of another unit"


def test_who_can_not_see_or_reach_is_no_candidate_sh2():
    house = BUILDING, [(100, -50), (200, -50), (200, 50), (100, 50)]
    assert seen(Table([unit((0, 0))], [unit((300, 0), (300, 250))], [house])) == [2]


def test_fallen_men_are_candidates_only_with_targets_and_not_at_short_range_w4():
    table = Table([unit((0, 0))], [unit((300, 0), (350, 0), (150, 300))], targets=1)
    table.figure("G1.2").state, table.figure("G1.2").lies = DISABLED, 1
    assert seen(table) == [1, 2, 3]
    table.figure("G1.2").lies = 0
    assert seen(table) == [1, 3]
    near = Table([unit((0, 0))], [unit((300, 0), (100, 0))], targets=1)
    near.figure("G1.2").state, near.figure("G1.2").lies = DISABLED, 1
    assert seen(near) == [1]


def barred(shooter, target, friends, areas=(), is_short=False, more=(), **rules):
    """Whether friends, in a unit of their own, bar a shot; the same seen in a mirror and turned by half."""
    found = set()
    for sx, sy in ((1, 1), (1, -1), (-1, -1)):

        def at(places, sx=sx, sy=sy):
            return [(sx * x, sy * y) for x, y in places]

        laid = []
        for kind, part in areas:
            laid.append(
                (kind, at(part)[:: sx * sy] if isinstance(part, list) else (sx * part[0], sy * part[1], part[2]))
            )
        table = Table([unit(*at([shooter])), unit(*at(friends))], [unit(*at([target, *more]))], laid, **rules)
        found.add(bool(is_barred(*table.records, table.who("B1.1"), table.who("G1.1"), is_short)))
    assert len(found) == 1
    return found.pop()


def test_a_friend_across_the_line_bars_it_sh8():
    assert barred((0, 0), (600, 0), [(60, 11)])
    assert not barred((0, 0), (600, 0), [(60, 12)]), "touching doesn't bar"
    assert not barred((0, 0), (600, 0), [(60, 30)])


def test_a_friend_behind_the_target_is_not_across_the_line_sh8():
    assert not barred((0, 0), (600, 0), [(612, 0)])
    assert barred((0, 0), (600, 0), [(611, 0)])


def test_a_gap_of_less_than_4_cm_bars_the_line_sh8():
    assert barred((0, 0), (600, 0), [(60, 31), (60, -32)])
    assert not barred((0, 0), (600, 0), [(60, 32), (60, -32)])
    assert not barred((0, 0), (600, 0), [(60, 12), (60, 40)]), "both on one side"
    assert not barred((0, 0), (600, 0), [(60, 12), (0, -12)]), "whose foot isn't between the ends"
    assert not barred((0, 0), (600, 0), [(60, 31), (60, -32)], is_short=True)
    assert barred((0, 0), (600, 0), [(60, 21), (60, -22)], is_short=True)
    assert not barred((0, 0), (600, 0), [(60, 22), (60, -22)], is_short=True)


def test_friends_within_2_cm_of_the_shooter_make_no_gap_sh8():
    assert not barred((0, 0), (600, 0), [(40, 18), (40, -18)])
    assert barred((0, 0), (600, 0), [(41, 18), (41, -18)])


def test_buildings_make_gaps_with_friends_and_one_another_sh8():
    house = BUILDING, [(50, 10), (200, 10), (200, 60), (50, 60)]
    assert not barred((0, 0), (600, 0), [(500, 300)], [house])
    assert barred((0, 0), (600, 0), [(60, -41)], [house])
    assert not barred((0, 0), (600, 0), [(60, -42)], [house]), "4 cm from edge to edge"
    assert not barred((0, 0), (600, 0), [(80, -41)], [house]), "SH10"
    assert not barred((0, 0), (600, 0), [(60, -41)], [house], open=1)
    low = BUILDING, [(80, -29), (80, -60), (200, -60), (200, -29)]
    assert barred((0, 0), (600, 0), [], [house, low])
    assert not barred((0, 0), (600, 0), [], [house, low], is_short=True)
    far = BUILDING, [(80, -30), (80, -60), (200, -60), (200, -30)]
    assert not barred((0, 0), (600, 0), [], [house, far])
    near = [
        (BUILDING, [(22, 10), (60, 10), (60, 60), (22, 60)]),
        (BUILDING, [(22, -60), (60, -60), (60, -10), (22, -10)]),
    ]
    assert not barred((0, 0), (600, 0), [], near), "within 2 cm of the shooter"
    slope = BUILDING, [(-50, 5), (100, 155), (-50, 155)]
    for x in (0, 1):
        behind = BUILDING, [(x, -38), (-50, -12), (-60, -40)]
        assert barred((0, 0), (600, 0), [], [slope, behind]) == (x == 1), "beside only with a foot past the shooter"


def test_along_the_seam_of_two_parts_of_a_building_nobody_shoots_sh8():
    parts = [
        (BUILDING, [(80, 0), (200, 0), (200, 60), (80, 60)]),
        (BUILDING, [(80, -60), (200, -60), (200, 0), (80, 0)]),
    ]
    assert barred((0, 0), (600, 0), [], parts)


def test_the_second_rank_shoots_over_the_first_and_no_other_sh9():
    assert not barred((0, 0), (600, 0), [(28, 0)])
    assert not barred((0, 0), (600, 0), [(26, 11), (36, -11)]), "two men of it"
    assert barred((0, 0), (600, 0), [(28, 0), (56, 0)]), "the third rank"
    assert barred((0, 0), (600, 0), [(40, 0)]), "within 2 cm, but nobody in contact is nearer to the target"
    assert not barred((0, 0), (600, 0), [(40, 0), (10, 27)]), "over friends within 2 cm"


def test_not_over_a_crest_sh9():
    hill = HILL, (0, 0, 150)
    assert not barred((40, 0), (600, 0), [(68, 0)], [hill])
    assert barred((60, 0), (600, 0), [(88, 0)], [hill])


def test_shots_go_over_who_is_5_cm_from_both_sh10():
    assert not barred((0, 0), (600, 0), [(75, 0)])
    assert barred((0, 0), (600, 0), [(74, 0)])
    assert not barred((0, 0), (600, 0), [(525, 0)])
    assert barred((0, 0), (600, 0), [(526, 0)])
    assert not barred((0, 0), (600, 0), [(75, 12), (75, -12)]), "nor is there a gap"


def test_from_above_nobody_farther_than_2_cm_bars_sh10():
    hill = HILL, (600, 0, 60)
    assert not barred((0, 0), (600, 0), [(45, 0)], [hill])
    assert barred((0, 0), (600, 0), [(44, 0)], [hill])
    assert not barred((0, 0), (600, 0), [(560, 0)], [hill])


def test_who_is_in_a_melee_may_be_shot_at_from_afar_sh10():
    def spared(target, shooter, friend, *areas):
        table = Table([unit(shooter), unit(friend)], [unit(target, (300, 0))], areas)
        return spares_melee(*table.records, table.who("B1.1"), table.who("G1.1"), table.who("G1"))

    assert spared((300, 100), (0, 0), (328, 0))
    assert not spared((300, 28), (0, 0), (328, 0)), "a friend is within 5 cm of the target"
    assert spared((300, 28), (0, 0), (330, 0)), "nobody is in contact"
    assert not spared((300, 100), (402, 0), (328, 0)), "one in the melee is within 5 cm of the shooter"
    assert spared((300, 100), (403, 0), (328, 0))
    assert spared((300, 28), (0, 0), (328, 0), (HILL, (0, 0, 10))), "from above"


def test_nobody_shoots_across_the_way_of_another_unit_tu3():
    table = Table([unit((0, 0)), unit((100, -100))], [unit((300, 0), (300, 200))])
    table.go("B2.1", 100, 0)
    assert seen(table) == [2]
    table.game.figures["went"] = 0
    assert seen(table) == [1, 2]
    table.go("B1.1", 0, 50)
    assert seen(table) == [1, 2], "its own ways bar nothing"


def test_one_line_from_pivot_to_pivot_tu3():
    friend = unit((100, -100))
    table = Table([unit((0, 0), (0, 28)), friend], [unit((300, 0), (300, 200))], leaders=1)
    table.go("B2.1", 100, 0)
    assert seen(table) == seen(table, "B1.2") == []
    other = Table([unit((0, 0), (0, -28)), friend], [unit((300, 200), (300, 0))], leaders=1)
    other.go("B2.1", 100, 0)
    assert seen(other) == seen(other, "B1.2") == [1, 2]


def in_use(distance, arm=MUSKET, pistol=1, loaded=(0, 0)):
    """The weapon in use of a raw man against one so far off, from middle to middle."""
    table = Table([unit((0, 0), skill=RAW, arm=arm, pistol=pistol)], [unit((distance, 0))])
    table.figure("B1.1").arm, table.figure("B1.1").pistol = loaded
    return shooting.weapon_in_use(*table.records, table.who("B1.1"), table.who("G1"))


def test_the_weapon_with_the_higher_chance_of_a_wound_is_in_use_we3():
    arm, pistol = shooting.BY_ARM, shooting.BY_PISTOL
    assert in_use(44) == arm, "both at short range: the long arm"
    assert in_use(44, THROWN) == pistol, "short, against medium"
    assert in_use(100, MUSKET) == arm
    assert in_use(44, loaded=(3, 0)) == pistol
    assert in_use(44, loaded=(0, 1)) == arm
    assert in_use(44, loaded=(1, 1)) == 0
    assert in_use(300, NO_ARM) == 0
    assert in_use(224, loaded=(1, 0)) == pistol
    assert in_use(225, loaded=(1, 0)) == 0


def test_each_weapon_is_measured_by_its_own_nearest_candidate_we3():
    # The musket's nearest is behind a wall at short range; the pistol has no other.
    table = Table([unit((0, 0), pistol=1)], [unit((120, 0), (0, 140))], (), [(WALL, 100, -50, 100, 50)])
    assert shooting.weapon_in_use(*table.records, table.who("B1.1"), table.who("G1")) == shooting.BY_ARM
    assert shooting.shot_code(*table.records, table.who("B1.1"), table.who("G1.1"), True) == contest_code(
        SHOT_CUTS, hand(10), hand(10, 8), 0
    )


def test_what_forbids_a_shot_sh1():
    table = Table([unit((0, 0), (28, 0))], [unit((300, 0)), unit((300, 100), hidden=1)])
    own = table.who("B1")
    assert no_shot(*table.records, own, table.who("G1")) == ALLOWED
    assert no_shot(*table.records, own, table.who("G2")) == NOT_SEEN
    assert no_shot(*table.records, own, table.who("G3")) == NO_UNIT
    table.figure("B1.2").arm = 1
    assert no_shot(*table.records, own, table.who("G1")) == ALLOWED, "over the first one"
    table.figure("B1.1").arm = 1
    assert no_shot(*table.records, own, table.who("G1")) == NO_SHOT
    table.figure("B1.1").arm = 0
    table.figure("B1.1").wounded = table.figure("B1.1").acted = 1
    assert no_shot(*table.records, own, table.who("G1")) == NO_SHOT, "AC2"


def test_a_declared_shot_keeps_candidates_and_unloads_and_others_load_tu2_ld2():
    table = Table([unit((0, 0), (28, 0), (-100, 0), hidden=1)], [unit((300, 0), (300, 28))])
    table.figure("B1.2").arm = 3
    chance = dice()
    shooting.declare(*table.records, chance, table.who("B1"), table.who("G1"))
    one, two, three = (table.figure(f"B1.{n}") for n in (1, 2, 3))
    assert (one.aims, one.arm, one.acted) == (bits(1, 2), 3, 1)
    assert (two.aims, two.arm, two.acted) == (0, 2, 1)
    assert (three.aims, three.arm, three.acted) == (0, 0, 0), "no body without a gap of 5 cm: a straggler"
    own = table.unit("B1")
    assert (own.shoots, own.hidden, own.fights, own.given) == (0, 0, 0, 1), "it fights when it is rolled"
    assert shooting.any_declared(table.game)
    assert chance.used == 0


def test_shots_fall_together_in_order_sh3():
    table = Table([unit((0, 0)), unit((0, 100))], [unit((300, 0), (300, 50))])
    for name in ("B2", "B1"):
        shooting.declare(*table.records, dice(), table.who(name), table.who("G1"))
    chance = dice(2, (9, 1, 4), 2, (8, 1, 4))
    shooting.fire_declared(*table.records, chance)
    assert (chance.used, chance.short) == (4, 0)
    assert chance.subject[:4].tolist() == [0, 0, 1, 1]
    assert table.figure("G1.2").state == KILLED, "disabled twice"
    assert table.figure("G1.1").state == STANDING
    assert table.unit("G1").hurt == 1
    assert not shooting.any_declared(table.game)
    assert not table.game.figures["aims"].any()


@pytest.mark.parametrize(
    ("thrown", "graze", "wounded", "hurt"),
    [((3, 1, 3), 1, 0, 0), ((4, 1, 3), 1, 0, 1), ((4, 1, 3), 0, 0, 0), ((5, 1, 3), 0, 1, 1), ((6, 1, 3), 1, 1, 1)],
)
def test_a_graze_is_an_injury_and_no_wound_sh6_sh7(thrown, graze, wounded, hurt):
    table = Table([unit((0, 0))], [unit((300, 0))], graze=graze)
    shooting.declare(*table.records, dice(), table.who("B1"), table.who("G1"))
    chance = dice(thrown)
    shooting.fire_declared(*table.records, chance)
    assert (chance.used, chance.short) == (1, 0)
    assert (table.figure("G1.1").wounded, table.unit("G1").hurt) == (wounded, hurt)


def test_who_is_out_leaves_nothing_and_a_unit_of_nobody_is_gone_w4_un6():
    table = Table([unit((0, 0))], [unit((300, 0), hidden=0, morale=1, course=3, given=1)])
    table.world.commander[GREY] = table.who("G1.1")
    table.figure("G1.1").arm = 2
    shooting.declare(*table.records, dice(), table.who("B1"), table.who("G1"))
    shooting.fire_declared(*table.records, dice((9, 1, 3)))
    figure, record = table.figure("G1.1"), table.unit("G1")
    assert (figure.state, figure.x, figure.arm, figure.wounded) == (KILLED, 0, 0, 0)
    assert (record.morale, record.course, record.given, record.hurt, record.strength) == (0, NONE, 0, 0, 1)
    assert table.game.fallen == 2


@pytest.mark.parametrize(("thrown", "fallen", "hurt"), [((6, 1, 3), 0, 0), ((7, 1, 3), 2, 0), ((9, 1, 3), 2, 1)])
def test_all_check_when_the_commander_is_killed_mo1(thrown, fallen, hurt):
    table = Table([unit((0, 0))], [unit((300, 0), (300, 28)), unit((300, 300))])
    table.world.commander[GREY] = table.who("G1.1")
    shooting.declare(*table.records, dice(), table.who("B1"), table.who("G1"))
    shooting.fire_declared(*table.records, dice(1, thrown))
    assert (table.game.fallen, table.unit("G2").hurt, table.unit("G1").hurt) == (fallen, hurt, 1)


def test_with_targets_a_disabled_man_lies_there_and_any_wound_kills_him_w4():
    table = Table([unit((0, 0)), unit((0, 100))], [unit((300, 0), (300, 28))], targets=1)
    shooting.declare(*table.records, dice(), table.who("B1"), table.who("G1"))
    shooting.fire_declared(*table.records, dice(1, (7, 1, 3)))
    figure = table.figure("G1.1")
    assert (figure.state, figure.lies, figure.x) == (DISABLED, 1, 300)
    table.unit("G1").hurt = 0
    table.game.figures["arm"] = 0
    shooting.declare(*table.records, dice(), table.who("B2"), table.who("G1"))
    assert table.figure("B2.1").aims == bits(1, 2)
    shooting.fire_declared(*table.records, dice(1, (5, 1, 3)))
    assert (figure.state, figure.lies, figure.x, table.unit("G1").hurt) == (KILLED, 0, 0, 0)


def test_one_by_one_who_has_just_fallen_is_a_candidate_but_at_short_range_w4_tu2():
    for x, results in ((100, (1, (7, 1, 3), (1, 1, 1))), (300, (1, (7, 1, 3), 1, (1, 1, 1)))):
        table = Table([unit((0, 0), (0, 28))], [unit((x, 0), (x, 28))], targets=1, one_by_one=1)
        chance = dice(*results)
        shooting.declare(*table.records, chance, table.who("B1"), table.who("G1"))
        assert (chance.used, chance.short, table.figure("G1.1").lies) == (len(results), 0, 1)


def test_with_targets_nobody_lies_for_a_unit_that_is_gone_w4():
    table = Table([unit((0, 0))], [unit((300, 0))], targets=1)
    shooting.declare(*table.records, dice(), table.who("B1"), table.who("G1"))
    shooting.fire_declared(*table.records, dice((7, 1, 3)))
    assert (table.figure("G1.1").state, table.figure("G1.1").lies) == (DISABLED, 0)


def test_a_rider_or_his_horse_is_hit_sh12():
    for face, horse, wounded in ((3, 1, 1), (4, UNHORSED, 0)):
        table = Table([unit((0, 0))], [unit((300, 0), horse=1)])
        shooting.declare(*table.records, dice(), table.who("B1"), table.who("G1"))
        chance = dice((5, 1, 3), face)
        shooting.fire_declared(*table.records, chance)
        figure = table.figure("G1.1")
        assert (figure.horse, figure.wounded, table.unit("G1").hurt) == (horse, wounded, 1)
        assert (chance.used, chance.short) == (2, 0)


def test_shots_together_all_fall_on_a_mounted_man_sh12():
    table = Table([unit((0, 0)), unit((0, 200))], [unit((300, 0), horse=1)])
    for name in ("B1", "B2"):
        shooting.declare(*table.records, dice(), table.who(name), table.who("G1"))
    chance = dice((9, 1, 3), 6, (4, 1, 3), (5, 1, 3))
    shooting.fire_declared(*table.records, chance)
    assert chance.used == 3, "a graze needs no D6"
    assert (table.figure("G1.1").state, table.figure("G1.1").horse) == (STANDING, UNHORSED)


def test_one_by_one_who_is_out_is_no_candidate_and_a_load_is_kept_tu2():
    table = Table([unit((0, 0), (0, 28), (0, 56))], [unit((300, 0), (300, 28))], one_by_one=1)
    table.figure("B1.3").arm = 2
    chance = dice(1, (7, 1, 3), (9, 1, 3))
    shooting.declare(*table.records, chance, table.who("B1"), table.who("G1"))
    assert (chance.used, chance.short) == (3, 0)
    assert table.figure("B1.3").arm == 1
    assert table.unit("B1").shoots == NONE
    assert table.unit("B1").fights == 1
    assert not table.game.figures["aims"].any()
    table = Table([unit((0, 0), (0, 28))], [unit((300, 0))], one_by_one=1)
    shooting.declare(*table.records, dice((9, 1, 3)), table.who("B1"), table.who("G1"))
    assert [(table.figure(f"B1.{n}").arm, table.figure(f"B1.{n}").acted) for n in (1, 2)] == [(3, 1), (0, 0)]


def test_one_by_one_who_has_nobody_left_to_shoot_at_aims_with_nothing_tu2():
    table = Table([unit((0, 0), (0, 28), arm=NO_ARM, pistol=1)], [unit((80, 0))], one_by_one=1)
    shooting.declare(*table.records, dice((9, 1, 3)), table.who("B1"), table.who("G1"))
    assert [(table.figure(f"B1.{n}").pistol, table.figure(f"B1.{n}").with_pistol) for n in (1, 2)] == [(1, 0), (0, 0)]


def test_who_has_lost_his_horse_is_shot_at_though_out_of_reach_tu2():
    for arm, reach, name in ((MINIE, 1500, "d10 v d12 d4"), (SHOTGUN, 400, "d10 v d10 d4")):
        table = Table([unit((0, 0), (0, 28), arm=arm)], [unit((reach + 30, 14), horse=1)], one_by_one=1)
        chance = dice((9, 1, 3), 6, (9, 1, 3))
        shooting.declare(*table.records, chance, table.who("B1"), table.who("G1"))
        assert (chance.used, chance.short, table.figure("G1.1").state) == (3, 0, KILLED)
        assert CONTESTS.name_of(int(chance.classes[2])).startswith(name)


def test_the_last_unit_of_a_full_side_shoots():
    crowd = [(28 * n, 0) for n in range(14)]
    table = Table([unit(*crowd), unit((0, -100), (28, -100))], [unit((0, 300))])
    shooting.declare(*table.records, dice(), table.who("B2"), table.who("G1"))
    assert table.figure("B2.2").aims == bits(1)


def test_cover_and_range_choose_the_dice_sh5():
    table = Table([unit((0, 0), skill=VETERAN)], [unit((0, 1200))], (), [(WALL, -50, 1180, 50, 1180)])
    code = shooting.shot_code(*table.records, table.who("B1.1"), table.who("G1.1"), False)
    assert CONTESTS.name_of(code) == "d12 v d12 d8 at 1, 2, 4, 6"
    assert SOFT < HARD
