"""LD, RE1, AC3: loading and standing ready."""

import pytest

from state_of_war.rules import loading, shooting
from state_of_war.rules.state import MINIE, NO_ARM, REPEATER
from tests.state_of_war.fire_table import Table, dice, unit

FAR_AWAY = unit((800, 500))


def waits(*men, enemy=True, **rules):
    """After a wait: (steps of the long arm, of the pistol, ready, acted) of men given as (arm, pistol, field …)."""
    table = Table(
        [unit(*((0, 28 * n) for n in range(len(men))), pistol=1)],
        [unit((300, 0), hidden=0 if enemy else 1)],
        **rules,
    )
    for number, (arm, pistol, *words) in enumerate(men):
        figure = table.figure(f"B1.{number + 1}")
        figure.arm, figure.pistol = arm, pistol
        for word in words:
            figure[word] = 1
    loading.stand(*table.records, dice(), table.who("B1"))
    figures = [table.figure(f"B1.{number + 1}") for number in range(len(men))]
    return [(int(f.arm), int(f.pistol), int(f.ready), int(f.acted)) for f in figures]


def test_the_long_arm_is_loaded_first_by_one_step_ld2_we3():
    assert waits((3, 1), (1, 1)) == [(2, 1, 0, 1), (0, 1, 0, 1)]


def test_with_an_enemy_in_sight_who_has_a_loaded_weapon_stands_ready_ld2():
    assert waits((0, 0), (0, 1), (2, 0)) == [(0, 0, 1, 0), (0, 1, 1, 0), (2, 0, 1, 0)]


def test_without_one_he_loads_the_other_weapon_and_is_not_ready_re1():
    assert waits((0, 0), (0, 1), (2, 0), enemy=False) == [(0, 0, 1, 0), (0, 0, 0, 1), (1, 0, 0, 1)]


def test_who_was_ready_stays_so_though_he_loads_re1():
    assert waits((0, 1, "ready"), enemy=False) == [(0, 0, 1, 1)]


def test_a_wounded_man_who_has_acted_does_nothing_ac2():
    assert waits((3, 1, "wounded"), (3, 1, "wounded", "acted"), (0, 0, "wounded", "acted")) == [
        (2, 1, 0, 1),
        (3, 1, 0, 1),
        (0, 0, 0, 1),
    ]
    assert waits((3, 1, "acted")) == [(2, 1, 0, 1)]
    assert waits((3, 1, "wounded", "acted", "went")) == [(2, 1, 0, 1)], "its second act (AC5)"


def test_with_half_the_first_half_of_the_wounded_are_whole_men_ac3():
    hurt = (3, 0, "wounded", "acted")
    assert [each[0] for each in waits(hurt, (3, 0), hurt, hurt, half=1, enemy=False)] == [2, 2, 3, 3]
    assert [each[0] for each in waits((3, 0, "wounded"), half=1, enemy=False)] == [3]


def test_stragglers_take_no_part_un4():
    table = Table([unit((0, 0), (28, 0), (300, 0))], [FAR_AWAY])
    table.game.figures["arm"][0, :3] = 3
    loading.stand(*table.records, dice(), table.who("B1"))
    assert table.game.figures["arm"][0, :3].tolist() == [2, 2, 3]
    assert loading.load(*table.records, dice(), table.who("B1.3")), "when its turn comes"
    assert not loading.load(*table.records, dice(), table.who("B1.3")), "once an order"


@pytest.mark.parametrize(("arm", "steps"), [(MINIE, 3), (REPEATER, 1)])
def test_a_shot_unloads_for_so_many_actions_ld1(arm, steps):
    table = Table([unit((0, 0), arm=arm)], [unit((300, 0))])
    table.figure("B1.1").ready = 1
    shooting.declare(*table.records, dice(), table.who("B1"), table.who("G1"))
    assert (table.figure("B1.1").arm, table.figure("B1.1").ready) == (steps, 0)


def test_who_has_no_weapon_neither_loads_nor_is_ready():
    table = Table([unit((0, 0), arm=NO_ARM)], [unit((300, 0))])
    loading.stand(*table.records, dice(), table.who("B1"))
    assert (table.figure("B1.1").ready, table.figure("B1.1").acted) == (0, 0)


def test_a_wait_takes_the_place_of_the_last_order_but_not_as_a_second_act_mo4_ac5():
    for given, last in ((0, 0), (1, 2)):
        table = Table([unit((0, 0), last=2, given=given)], [unit((300, 0))])
        loading.stand(*table.records, dice(), table.who("B1"))
        assert (table.unit("B1").last, table.unit("B1").given) == (last, 1)
