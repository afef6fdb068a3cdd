"""A unit as an order finds it: what all its orders, and all the arguments of one, have in common is found once."""

from typing import NamedTuple

from state_of_war.rules.bounds import bounds_of
from state_of_war.rules.figures import acting_of, any_mounted, body_of, in_contact, starts_of
from state_of_war.rules.sight import seen_by
from state_of_war.rules.state import QUARTERS, Game, World
from state_of_war.rules.ways import Scene, no_going, quarter_of, scene_of
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
      apart: what forbids them to go as a block where they stand (`ways.no_going`).
      starts: where all its figures stand (`figures.starts_of`).
      quarter: mm of its rate (MV1).
      scene: of `bits`, as far as they may go.
      seen: the enemies in sight, bits by number (AM2).
      bounds: what bounds it (`bounds.bounds_of`).
    """

    unit: int
    contact: bool
    mounted: bool
    body: int
    bits: int
    apart: int
    starts: Int64
    quarter: int
    scene: Scene
    seen: int
    bounds: Int64


@rule
def ordered(world: World, game: Game, unit: int) -> Ordered:
    """A unit as an order finds it."""
    body = body_of(world, game, unit)
    bits = acting_of(world, game, unit, body)
    starts, quarter, seen = starts_of(world, game, unit, 0), quarter_of(world, game, unit), seen_by(world, game, unit)
    return Ordered(
        unit,
        in_contact(world, game, unit),
        any_mounted(world, game, unit),
        body,
        bits,
        no_going(starts, bits),
        starts,
        quarter,
        scene_of(world, game, unit, bits, starts, QUARTERS * quarter),
        seen,
        bounds_of(world, game, unit, bits, seen),
    )


@rule
def ordered_now(world: World, game: Game) -> Ordered:
    """The unit that is asked for its order, or for its second act."""
    return ordered(world, game, int(game.unit))
