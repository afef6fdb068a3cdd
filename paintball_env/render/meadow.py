"""What grows on open ground, on hexes and on a table alike."""

import math
from collections.abc import Sequence
from random import Random

from paintball_env.render import palette as ink
from tabletop.show.drawing.nature import blob, tuft
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, line, polar


def meadow(centres: Sequence[Point], size: float, named: bool = True) -> list[Item]:
    """Patches of other grass, tufts, a few flowers, around centres of hexes of this size; `named`: off their names."""
    chance = Random(len(centres))  # the same for all boards of a map
    patches: list[list[Item]] = [[], []]
    blades: list[list[Item]] = [[], []]
    flowers: list[Item] = []
    for x, y in centres:
        for tone in (0, 1):
            at = polar((x, y), 0.5 * size * chance.random(), 360.0 * chance.random())
            patches[tone].append(Shape(blob(chance, at, (0.16 + 0.14 * chance.random()) * size), ink.PATCH[tone]))
        for number in range(4):
            foot = polar((x, y), (0.25 + 0.5 * chance.random()) * size, 360.0 * chance.random())
            if not named or foot[1] > y - 0.5 * size:
                tone = number % 2
                blades[tone] += [line(blade, ink.BLADE[tone], 0.02 * size) for blade in tuft(chance, foot, 0.13 * size)]
        if chance.random() < 0.3:
            at = polar((x, y), 0.5 * size, 360.0 * chance.random())
            flowers += [Disc(polar(at, 0.06 * size, 120.0 * k + 40.0), 0.021 * size, ink.FLOWER) for k in range(3)]
    return [*patches[0], *patches[1], *blades[0], *blades[1], *flowers]


def undergrowth(chance: Random, centre: Point, radius: float) -> list[Item]:
    """Low plants between bushes, pale enough for all that stands there."""
    low: list[list[Item]] = [[], []]
    for number in range(12):
        at = polar(centre, 0.85 * radius * math.sqrt(chance.random()), 360.0 * chance.random())
        low[number % 2].append(
            Shape(blob(chance, at, (0.16 + 0.12 * chance.random()) * radius), ink.THICKET[1 + number % 2])
        )
    return [Disc(centre, 1.1 * radius, ink.THICKET[0]), *low[0], *low[1]]
