"""MO6 ("doesn't advance"), AM4, AM5: what bounds moves by where they end."""

import numpy as np
import pytest

from state_of_war.rules.bounds import bounds_of, no_end
from state_of_war.rules.figures import FAR, STEPS, going
from state_of_war.rules.goals import cover_distance
from state_of_war.rules.reasons import BOUND, MUST_NOT_ADVANCE, SEES_NOBODY
from state_of_war.rules.sight import seen_by
from state_of_war.rules.state import (
    BLUE,
    BROKEN,
    BUILDING,
    FALLING,
    FENCE,
    GREY,
    HALTED,
    HILL,
    MARSH,
    MEN,
    NO_ARM,
    NONE,
    STEADY,
    WOOD,
)
from tabletop.game.action_table import ALLOWED
from tests.state_of_war.fire_table import Table, unit

E, ENE, NE, NNE, N, NNW, W, S = 0, 1, 2, 3, 4, 5, 8, 12


def ends(table, name, dx, dy, *who):
    """Where the figures of a unit stand after a move of all, or of those with these numbers."""
    place = np.zeros((MEN, 2), np.int64)
    number = table.who(name) % 14
    for member in range(int(table.world.troops["BG".index(name[0]), number].men)):
        figure = table.figure(f"{name}.{member + 1}")
        goes = not who or member + 1 in who
        place[member] = int(figure.x) + dx * goes, int(figure.y) + dy * goes
    return place


def bounds(table, number):
    """What bounds a unit."""
    return bounds_of(*table.records, number, going(*table.records, number), seen_by(*table.records, number))


def after(table, dx, dy, heading=NONE, name="B1", who=(), is_charge=False):
    """What forbids a move."""
    places, number = ends(table, name, dx, dy, *who), table.who(name)
    return no_end(*table.records, number, bounds(table, number), places, NONE if is_charge else heading)


def step(table, heading, name="B1", share=1):
    """A block move on foot."""
    dx, dy = STEPS[heading].tolist()
    return after(table, dx // share, dy // share, heading, name)


@pytest.mark.parametrize("morale", [STEADY, HALTED, FALLING])
def test_who_doesnt_advance(morale):
    """MO6: no move, form or charge that ends nearer to the nearest enemy in sight; as near is allowed."""
    table = Table([unit((0, 0), (0, -28), morale=morale)], [unit((0, 300)), unit((0, -400))], fog=0)
    near = ALLOWED if morale == STEADY else MUST_NOT_ADVANCE
    assert step(table, N) == near and after(table, 0, 30) == near and after(table, 0, 30, is_charge=True) == near
    assert step(table, E) == ALLOWED and step(table, S) == ALLOWED and after(table, 0, 0) == ALLOWED
    assert after(table, 0, 20, N, who=(2,)) == ALLOWED  # the unit is as far away as its nearest figure
    table.unit("G1").hidden = 1
    assert step(table, N) == ALLOWED and step(table, S) == near


def test_an_unbound_unit():
    """AM4, AM5: who sees an enemy is free, with `seeing` `free`; without an enemy in sight nobody is held by MO6."""
    assert step(Table([unit((0, 0))], [unit((0, 300))]), S) == ALLOWED
    assert step(Table([unit((0, 0), morale=HALTED)], [], fog=0), N) == ALLOWED
    assert step(Table([unit((0, 0))], [], fog=0), S) == ALLOWED


def test_fog():
    """AM4: toward the edge opposite to its own, or the objective; forms are free."""
    table = Table([unit((0, 0), (0, -28))], [unit((0, 300), hidden=1)])
    assert step(table, N) == ALLOWED and step(table, S) == SEES_NOBODY and step(table, E) == SEES_NOBODY
    assert after(table, 0, -30) == ALLOWED
    grey = Table([], [unit((0, 0))])
    assert step(grey, S, "G1") == ALLOWED and step(grey, N, "G1") == SEES_NOBODY
    for turned, good, bad in ((0, W, E), (1, E, W)):
        aim = Table([unit((0, 0))], [], objective=1, objective_x=-300)
        aim.game.turned = turned
        assert step(aim, good) == ALLOWED and step(aim, bad) == SEES_NOBODY and step(aim, N) == SEES_NOBODY
    # It is asked of the pivot of those that go.
    table.figure("B1.1").wounded = 1
    assert after(table, 0, 30, N, who=(1,)) == SEES_NOBODY
    table.unit("G1").hidden = 0
    assert step(table, S) == ALLOWED


def test_going_on():
    """AM4: along the course; 45° either way where difficult ground or a climb lies on four quarters of it."""
    for areas, pieces, way in (
        ((), (), False),
        ([(MARSH, ((110, -9), (130, -9), (130, 9), (110, 9)))], (), True),
        ([(MARSH, ((121, -9), (130, -9), (130, 9), (121, 9)))], (), False),
        ([(HILL, (60, 0, 20))], (), False),
        ((), [(FENCE, 100, -9, 100, 9)], True),
    ):
        table = Table([unit((0, 0), course=E)], [], areas, pieces, objective=1, objective_x=-300)
        free = ALLOWED if way else SEES_NOBODY
        assert step(table, E) == ALLOWED and step(table, NNE) == SEES_NOBODY
        assert step(table, ENE) == step(table, NE) == step(table, 15) == step(table, 14) == free


def test_voices():
    """AM4: a friendly unit that sees an enemy, or the commander, within 50 cm."""
    wall = [(BUILDING, ((-300, 100), (300, 100), (300, 120), (-300, 120)))]
    for x, expected in ((524, ALLOWED), (525, SEES_NOBODY)):
        table = Table([unit((0, 0)), unit((x, 0))], [unit((524, 590))], wall)
        assert step(table, S) == expected
        table.unit("G1").hidden = 1
        assert step(table, S) == SEES_NOBODY
        table.world.commander[BLUE] = table.who("B2.1")
        assert step(table, S) == expected
        table.unit("B2").morale = BROKEN
        assert step(table, S) == expected  # he stands: no more is asked
    table.world.commander[BLUE] = table.who("B1.1")
    assert step(table, S) == ALLOWED  # his own unit


def test_toward_the_firing():
    """AM4: a friendly unit out of sight that shot or was in melee in the last action."""
    wall = [(BUILDING, ((-300, -120), (300, -120), (300, -100), (-300, -100)))]
    table = Table([unit((0, 0)), unit((0, -560), fought=1)], [], wall)
    assert step(table, S) == ALLOWED and step(table, N) == ALLOWED and step(table, E) == SEES_NOBODY
    table.unit("B2").fought = 0
    assert step(table, S) == SEES_NOBODY
    seen = Table([unit((0, 0)), unit((0, -560), fought=1)], [])
    assert step(seen, S) == SEES_NOBODY


def test_bound_by_what_it_sees():
    """AM5: nearer to any enemy in sight, or to cover if one in sight has a weapon of WE2; forms are free."""
    table = Table([unit((0, 0))], [unit((0, 300)), unit((-300, 0), arm=NO_ARM)], [(WOOD, (300, 100, 60))], bound=1)
    assert step(table, N) == step(table, W) == ALLOWED
    assert step(table, S) == BOUND and after(table, 0, -30) == ALLOWED
    assert step(table, E) == ALLOWED  # the wood
    table.world.men[GREY, 0].arm = NO_ARM
    assert step(table, E) == BOUND
    table.world.men[GREY, 0].pistol = 1
    table.figure("G1.1").pistol = 1
    assert step(table, E) == ALLOWED
    wood = Table([unit((0, 0))], [unit((0, 300))], [(WOOD, (0, -100, 300))], bound=1, fog=0)
    wood.figure("B1.1").y, wood.figure("G1.1").y = 180, 260
    assert step(wood, S) == ALLOWED  # already in it, and in it again
    hill = Table([unit((0, 180))], [unit((0, 400))], [(HILL, (0, -100, 300))], bound=1)
    assert step(hill, S) == BOUND
    hill.unit("G1").hidden = 1
    hill.world.rules.fog = 0
    assert step(hill, S) == ALLOWED  # it sees nobody


def test_nearest_cover():
    """MO6, W7: woods, hills, walls, fences, banks, corners of buildings, in millimetres begun."""
    table = Table([], [], [(WOOD, (0, 0, 60)), (BUILDING, ((200, 0), (300, 0), (300, 90), (200, 90)))])
    assert cover_distance(*table.records, 0, 0) == 0
    assert cover_distance(*table.records, 100, 20) == 42  # 101.98 - 60
    assert cover_distance(*table.records, 250, -50) == 71  # to a corner, not to the edge
    assert cover_distance(*Table([], [], [(MARSH, (0, 0, 60))]).records, 0, 0) == FAR


def test_nothing_bounds_most_units():
    """MO6, AM4, AM5: then nothing else is looked for."""
    table = Table([unit((0, 0))], [unit((0, 300))])
    assert bounds(table, 0)[0] == 0
