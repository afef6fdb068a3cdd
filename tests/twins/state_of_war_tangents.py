"""Positions of State of War on tangency, and what its engine and its twin say of each.

Lines that touch a base, go through a corner, along an edge or the border of a core; figures exactly as far apart as a
limit allows; and the same a millimetre beside. Right triangles with whole sides give the directions, so that all of it
is in whole millimetres.
"""

import random
from math import isqrt
from typing import Any

import numpy as np

from state_of_war.rules import state
from state_of_war.rules.blows import has_room
from state_of_war.rules.cover import cover_of
from state_of_war.rules.figures import FAR, PUSHES, radius_of, touch, within_gap
from state_of_war.rules.gaps import is_barred, spares_melee
from state_of_war.rules.goals import cover_distance
from state_of_war.rules.ground import may_stand, terrain_by, way_over
from state_of_war.rules.melee import has_barricade
from state_of_war.rules.shooting import band_of, in_front_rank
from state_of_war.rules.sight import height, sees
from state_of_war.scenario import Scenario
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import rule
from tabletop.game.open_table import stretches_meet
from tabletop.play.game import Game
from .state_of_war import world_of
from .state_of_war_reference import Battle
from .state_of_war_reference import orders, shooting, sight
from .state_of_war_reference.geometry import crosses, meets, minus, plus
from .state_of_war_reference.melee import barricade, can_be_pushed
from .state_of_war_reference.model import near, touching
from .state_of_war_reference.moving import Obstacles

TRIANGLES = [(1, 0, 1), (3, 4, 5), (4, 3, 5), (5, 12, 13), (15, 8, 17), (7, 24, 25), (20, 21, 29)]
LIMITS = [0, 5, 20, 40, 50, 100, 150, 200, 300, 500]  # between edges, mm (TA3, SI3, WE2, SH8, SH10, MO3)
GROUND_LIMITS = [0, 12, 20, 32, 40, 42, 50]  # between a middle or a line and terrain, mm (TA5, SH11)
PLACED = 200  # positions on the same terrain
ANSWERS = 24
BLUES, GREYS = 5, 3  # figures that are placed

UNITS = [
    {"class": "trained", "men": 5, "arm": "minie", "blade": "bayonet", "commander": True},
    {"class": "trained", "men": 3, "arm": "minie", "blade": "bayonet", "commander": True},
]

Spot = tuple[int, int]


# What the engine says.


@rule
def engine_answers(world: Any, game: Any, ways: Int64, answers: Int64) -> None:
    """Of a position; `ways`: a stretch and another one, int64 [8]; `answers`: int64 [ANSWERS], written to."""
    who, whom, other = 0, state.STRIDE, state.STRIDE + 1
    ax, ay, bx, by, cx, cy, dx, dy = ways
    answers[0] = sees(world, game, who, whom)
    answers[1] = sees(world, game, who, other)
    answers[2] = cover_of(world, game, whom, who)
    answers[3] = cover_of(world, game, who, whom)
    answers[4] = is_barred(world, game, who, whom, False)
    answers[5] = is_barred(world, game, who, whom, True)
    answers[6] = spares_melee(world, game, who, whom, state.UNITS)
    answers[7] = in_front_rank(world, game, who, whom, state.UNITS)
    answers[8] = band_of(game, who, whom, state.MINIE)
    answers[9] = band_of(game, who, whom, state.SHOTGUN)
    answers[10] = band_of(game, who, whom, state.PISTOL)
    answers[11] = touch(game, who, whom)
    answers[12] = within_gap(game, who, 1, 50)
    answers[13] = height(world, game, ax, ay)
    answers[14] = way_over(world, game, terrain_by(world, game, ax, ay, bx, by), ax, ay, bx, by)
    answers[15] = may_stand(world, game, who, dx, dy, radius_of(game.figures[0, 0]), 0)
    answers[16] = stretches_meet(ax, ay, bx, by, cx, cy, dx, dy)
    answers[17] = cover_distance(world, game, ax, ay)
    answers[18] = has_barricade(world, game, who, whom)
    for k in range(4):
        answers[19 + k] = has_room(world, game, who, int(PUSHES[4 * k + 1, 0]), int(PUSHES[4 * k + 1, 1]))
    answers[23] = within_gap(game, who, whom, 100)


# What the twin says.


def twin_answers(battle: Battle, ways: list[int]) -> list[int]:
    """The same of the same position."""
    a, b, c, d = ((ways[at], ways[at + 1]) for at in range(0, 8, 2))
    (one, friend, *_), (target, second, *_) = (battle.sides[side][0].figures for side in (0, 1))
    ground = battle.ground

    def hidden(man: Any) -> int:
        return sight.cover(ground, one.place, one.radius, man.place, man.radius)

    def band(slot: str, arm: str) -> int:
        kept, one.arm = one.arm, arm
        found = shooting.range_of(one, slot, target.place, target.radius)
        one.arm = kept
        return -1 if found is None else int(found)

    steep = {kind for kind, e, f in ground.steep if crosses(a, b, e, f)}
    over = 1 * any(area.crossed(a, b) for area in ground.closed)
    over |= 2 * any(area.touched(a, b) for area in ground.difficult)
    over |= 4 * ("wall" in steep) | 8 * ("fence" in steep)
    far = orders.to_cover(battle, a)
    pushes = [plus(one.place, (int(x), int(y))) for x, y in PUSHES[1::4]]
    return [
        int(answer)
        for answer in (
            sight.sees(battle, one, target),
            sight.sees(battle, one, second),
            hidden(target),
            sight.cover(ground, target.place, target.radius, one.place, one.radius),
            not shooting.line_free(battle, one, target, False),
            not shooting.line_free(battle, one, target, True),
            shooting.melee_allows(battle, one, target),
            shooting.in_front(one, target),
            band("arm", "minie"),
            band("arm", "shotgun"),
            band("pistol", "minie"),
            touching(one, target),
            near(one, friend, 50),
            sight.height(ground, a),
            over,
            Obstacles(battle, one.unit, [one], 10_000).stands(one, d, "free"),
            meets(a, b, c, d),
            FAR if far == orders.FAR else far,
            barricade(battle, one, target),
            *(can_be_pushed(battle, one, end) for end in pushes),
            near(one, target, 100),
        )
    ]


# Terrain.


def turned_by(triangle: tuple[int, int, int], along: int, aside: int) -> Spot:
    """A point so far aside of a line through (0, 0) in a triangle's direction, and about so far along it."""
    a, b, c = triangle
    while (along * a - aside * b) % c or (along * b + aside * a) % c:
        along += 1
    return (along * a - aside * b) // c, (along * b + aside * a) // c


def rectangle(rng: random.Random) -> list[Spot]:
    """Turned; its edges have whole lengths."""
    triangle = rng.choice(TRIANGLES)
    c = triangle[2]
    length, width = (c * (rng.randint(60, 260) // c + 1) for _ in range(2))
    x, y = rng.randint(-300, 300), rng.randint(-250, 250)
    corners = ((0, 0), (length, 0), (length, width), (0, width))
    return [plus((x, y), turned_by(triangle, *corner)) for corner in corners]


def terrain(rng: random.Random, is_open: bool) -> Scenario:
    """A table with everything on it, in the middle."""

    def points(spots: list[Spot]) -> list[list[float]]:
        return [[x / 10, y / 10] for x, y in spots]

    def disc() -> list[float]:
        return [rng.randint(-300, 300) / 10, rng.randint(-250, 250) / 10, rng.randint(20, 160) / 10]

    kinds = ["wood", "wood", "hill", "building", "building", "water", "marsh", "hill"]
    areas: list[list[Any]] = [[kind, points(rectangle(rng))] for kind in rng.sample(kinds, 5)]
    areas += [[kind, disc(), points(rectangle(rng))] for kind in rng.sample(["wood", "hill", "water", "ford"], 2)]
    pieces = [[kind, *points(rectangle(rng)[: rng.randint(2, 4)])] for kind in ("wall", "fence", "bank")]
    blue, grey = ([UNITS[side] | {"place": [0, (-55, 55)[side]]}] for side in (0, 1))
    keys: dict[str, Any] = {"name": "tangents", "setup": "fixed", "points": 0, "areas": areas, "pieces": pieces}
    return Scenario.read(keys | {"blue": blue, "grey": grey, "buildings": "open" if is_open else "closed"}, "tangents")


# Positions.


def marks(battle: Battle) -> list[Any]:
    """What a line can touch: edges, corners and discs of the terrain."""
    found: list[Any] = [(a, b) for _, a, b in battle.ground.pieces]
    for area in battle.ground.areas:
        for part in area.parts:
            found += [part] if hasattr(part, "radius") else list(part.edges)
    return found


def line_by(rng: random.Random, mark: Any) -> tuple[Spot, Spot]:
    """Two points whose line touches a mark, or keeps a distance from it that a rule names."""
    aside = rng.choice(GROUND_LIMITS)
    if hasattr(mark, "radius"):
        triangle = rng.choice(TRIANGLES)
        aside = rng.choice((mark.radius, max(0, mark.radius - 50), mark.radius + aside))
        ends = [turned_by(triangle, rng.randint(-400, 400), rng.choice((-1, 1)) * aside) for _ in range(2)]
        return plus(mark.middle, ends[0]), plus(mark.middle, ends[1])
    a, b = mark
    if rng.random() < 0.4:  # through a corner, any way
        step = rng.randint(-40, 40), rng.randint(-40, 40)
        return plus(a, step, rng.randint(-9, 9)), plus(a, step, rng.randint(-9, 9))
    way = minus(b, a)
    length = isqrt(way[0] ** 2 + way[1] ** 2)
    triangle = way[0], way[1], length  # edges have whole lengths
    aside *= rng.choice((-1, 1))
    ends = [turned_by(triangle, rng.randint(-150, length + 150), aside) for _ in range(2)]
    return plus(a, ends[0]), plus(a, ends[1])


def at_distance(rng: random.Random, spot: Spot, distance: int) -> Spot:
    """A point just so far from another one, or as near to that as whole millimetres allow."""
    exact = [triangle for triangle in TRIANGLES if distance % triangle[2] == 0]
    a, b, c = rng.choice(exact)
    x, y = rng.choice(((a, b), (-a, b), (b, -a), (-b, -a)))
    if rng.random() < 0.5:
        return spot[0] + x * distance // c, spot[1] + y * distance // c
    x = rng.randint(-distance, distance)
    y = isqrt(distance * distance - x * x) + rng.randint(0, 1)
    return spot[0] + x, spot[1] + rng.choice((-1, 1)) * y


def beside(rng: random.Random, a: Spot, b: Spot, distance: int) -> Spot:
    """A point just so far from the line through two points, where that is one of a triangle; else at an end."""
    way = minus(b, a)
    length = isqrt(way[0] ** 2 + way[1] ** 2)
    if length == 0 or length**2 != way[0] ** 2 + way[1] ** 2:
        return at_distance(rng, rng.choice((a, b)), distance)
    return plus(a, turned_by((*way, length), rng.randint(-30, length + 30), rng.choice((-1, 1)) * distance))


def place_all(rng: random.Random, battle: Battle, mark: Any) -> list[int]:
    """Place the twin's figures; the ways that are asked for."""
    a, b = line_by(rng, mark)
    men = battle.men(0) + battle.men(1)
    for man in men:
        man.rides, man.horse = (True, "mounted") if rng.random() < 0.3 else (False, "")
    (one, *friends), (target, *others) = men[:BLUES], men[BLUES:]
    one.place = a
    reach = one.radius + target.radius
    target.place = b if rng.random() < 0.7 else at_distance(rng, a, reach + rng.choice(LIMITS))
    for man in friends + others:
        limit = rng.choice(LIMITS[:5])
        if rng.random() < 0.6:
            man.place = beside(rng, a, target.place, man.radius + rng.choice((0, limit)))
        else:
            other = rng.choice([each for each in men if each is not man])
            man.place = at_distance(rng, other.place, man.radius + other.radius + limit)
    if rng.random() < 0.3:
        man = rng.choice(men)
        man.place = plus(man.place, (rng.randint(-1, 1), rng.randint(-1, 1)))
    for man in men:
        man.place = max(-880, min(880, man.place[0])), max(-580, min(580, man.place[1]))
    c, d = line_by(rng, mark) if rng.random() < 0.5 else (friends[0].place, friends[1].place)
    return [*one.place, *target.place, *c, *d]


def write_record(game: Any, battle: Battle) -> None:
    """The twin's places, in the engine's record."""
    for side in (0, 1):
        for number, man in enumerate(battle.figures(side)):
            figure = game.figures[side, number]
            figure.x, figure.y = man.place
            figure.horse = state.MOUNTED if man.mounted else state.NO_HORSE


def compared(seed: int, count: int, with_twin: bool = True) -> Int64:
    """What the engine says of so many positions, int64 [count, ANSWERS]; AssertionError: the twin says something else.

    Args:
      seed: of the positions.
      count: how many.
      with_twin: whether the twin is asked.
    """
    rng, answers = random.Random(seed), np.zeros((count, ANSWERS), np.int64)
    at = 0
    while at < count:
        try:
            scenario = terrain(rng, rng.random() < 0.3)
        except ValueError:
            continue  # a unit would begin in the terrain
        game, battle = Game(scenario), Battle(world_of(scenario))
        battle.part = 0
        for side, unit in enumerate((battle.sides[0][0], battle.sides[1][0])):
            unit.charged = {1}
            for man in unit.figures:
                man.place = (0, 500 * side)
        features = marks(battle)
        for _ in range(min(PLACED, count - at)):
            ways = place_all(rng, battle, rng.choice(features))
            write_record(game.record, battle)
            engine_answers(scenario.world[0], game.record, np.array(ways), answers[at])
            if with_twin and answers[at].tolist() != (said := twin_answers(battle, ways)):
                places = " ".join(f"{man.name}={man.place}{man.horse}" for man in battle.men())
                raise AssertionError(
                    f"seed {seed}, position {at}: {scenario.to_json()}\n{places} {ways}\n"
                    f"engine {answers[at].tolist()}\ntwin   {said}"
                )
            at += 1
    return answers
