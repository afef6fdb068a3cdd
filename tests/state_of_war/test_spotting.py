"""AM1, AM3: cover of hidden units, and spotting."""

import pytest

from state_of_war.rules import spotting
from state_of_war.rules.state import WOOD
from tests.state_of_war.fire_table import Table, dice, unit


def test_am1_half_of_a_unit_in_a_wood_is_in_cover():
    for men, covered in ((((0, 0), (0, 100)), True), (((0, 0), (0, 100), (0, 200)), False)):
        table = Table([unit((400, 0))], [unit(*men)], [(WOOD, (0, 0, 60))])
        assert spotting.in_cover(*table.records, table.who("G1")) == covered


@pytest.mark.parametrize(
    ("men", "away", "results", "found"),
    [
        (5, 124, (), True),
        (5, 125, (1,), False),
        (5, 125, (2,), True),
        (5, 624, (2,), True),
        (5, 625, (), False),
        (4, 424, (2,), True),
        (4, 425, (), False),
    ],
)
def test_am3_within_the_roll_times_10_cm_a_d4_for_four_or_less(men, away, results, found):
    table = Table([unit((0, 0))], [unit(*((away, 28 * n) for n in range(men)), hidden=1)])
    chance = dice(*results)
    spotting.spot(*table.records, chance)
    assert (chance.used, chance.short) == (len(results), 0)
    assert table.unit("G1").hidden == (0 if found else 1)
