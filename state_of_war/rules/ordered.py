"""A unit as an order finds it: what all its orders, and all the arguments of one, have in common is found once."""

from typing import NamedTuple

import numpy as np

from state_of_war.rules.bounds import bounds_of
from state_of_war.rules.figures import acting_of, any_mounted, body_among, in_contact, pivot_among, starts_of
from state_of_war.rules.sight import seen_by
from state_of_war.rules.state import MEN, QUARTERS, Game, World
from state_of_war.rules.ways import Scene, no_going, open_headings, quarter_of, scene_of
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import rule


class Ordered(NamedTuple):
    """A unit that is asked for its order; sets of its figures are bits by place in the troop.

    Attributes:
      unit: its id.
      contact: whether it is in contact with an enemy (TA3).
      mounted: whether one of its standing figures is mounted.
      body: its body (UN1).
      bits: the figures that an order is for (`figures.going`).
      pivot: the pivot among them, a figure's id; NONE: nobody (`figures.pivot_among`).
      apart: what forbids them to go as a block where they stand (`ways.no_going`).
      starts: where all its figures stand (`figures.starts_of`).
      quarter: mm of its rate (MV1).
      scene: of `bits`, as far as they may go.
      seen: the enemies in sight, bits by number (AM2).
      bounds: what bounds it (`bounds.bounds_of`).
      clear: the headings in which nothing is near a block move (`ways.open_headings`).
      ends: int64 [MEN, 2], where what is asked of it writes where all stand then.
      rest: int64 [MEN, 3], scratch of forms (`forms.lay`).
    """

    unit: int
    contact: bool
    mounted: bool
    body: int
    bits: int
    pivot: int
    apart: int
    starts: Int64
    quarter: int
    scene: Scene
    seen: int
    bounds: Int64
    clear: int
    ends: Int64
    rest: Int64


@rule
def ordered(world: World, game: Game, unit: int) -> Ordered:
    """A unit as an order finds it."""
    starts = starts_of(world, game, unit, 0)
    body = body_among(world, game, unit, starts)
    bits = acting_of(world, game, unit, body)
    quarter, seen = quarter_of(world, game, unit), seen_by(world, game, unit)
    scene = scene_of(world, game, unit, bits, starts, QUARTERS * quarter)
    return Ordered(
        unit,
        in_contact(world, game, unit),
        any_mounted(world, game, unit),
        body,
        bits,
        pivot_among(world, game, unit, bits),
        no_going(starts, bits),
        starts,
        quarter,
        scene,
        seen,
        bounds_of(world, game, unit, bits, seen),
        open_headings(world, game, scene, starts, bits, quarter),
        np.empty((MEN, 2), np.int64),
        np.empty((MEN, 3), np.int64),
    )


@rule
def ordered_now(world: World, game: Game) -> Ordered:
    """The unit that is asked for its order, or for its second act."""
    return ordered(world, game, int(game.unit))
