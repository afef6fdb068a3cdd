"""Where the figures of a unit would stand after an order (MV2, MV6, MV10, ME1), by the rules' own functions."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from state_of_war.rules.actions import RANKS
from state_of_war.rules.charging import come_home, contact_on, way_to
from state_of_war.rules.detaching import sent_off
from state_of_war.rules.figures import any_mounted, body_of, figure_of, going, men_of, pivot_among, radius_of
from state_of_war.rules.forms import begin_mount, lay_out, steps_of
from state_of_war.rules.places import begin_go
from state_of_war.rules.pressing import press
from state_of_war.rules.setup import put_unit, slot_point
from state_of_war.rules.state import MEN, MOVES, NONE, QUARTERS, UNITS
from state_of_war.rules.ways import offset, quarter_of, quarters_left, scene_of
from tabletop.base.arrays import Int64
from tabletop.game.chance import new_chance
from tabletop.game.header import Record
from tabletop.game.places import Point


class Preview(NamedTuple):
    """What comes of an order if nothing stops it.

    Attributes:
      start: where the pivot stands now, mm.
      ends: where each who goes would stand, mm, with the radius of his base; the pivot is the first.
    """

    start: Point
    ends: list[tuple[Point, int]]


class Orders:
    """The unit that is ordered, or placed, in a position; the record isn't changed."""

    def __init__(self, world: Record, game: Record) -> None:
        """Look at this position; `world` is its scenario's."""
        self.world, self.game, self.unit = world, game, int(game.unit)

    @cached_property
    def going(self) -> int:
        """UN1: who goes, bits by place in the troop."""
        return int(going(self.world, self.game, self.unit))

    @cached_property
    def first(self) -> int:
        """The id of the first figure of the troop."""
        return int(men_of(self.world, self.game, self.unit)[0])

    @cached_property
    def pivot(self) -> int:
        """UN1: the pivot's place in the troop."""
        return int(pivot_among(self.world, self.game, self.unit, self.going)) - self.first

    @property
    def start(self) -> Point:
        """Where the pivot stands, mm."""
        pivot = figure_of(self.game, self.first + self.pivot)
        return int(pivot.x), int(pivot.y)

    @cached_property
    def quarter(self) -> int:
        """MV1: a quarter of the rate, mm."""
        return int(quarter_of(self.world, self.game, self.unit))

    def left(self, heading: int) -> int:
        """MV4: the quarters that turning to a heading leaves."""
        return int(quarters_left(self.world, self.game, self.unit, heading))

    def move(self, way: int) -> Preview:
        """MV2: a block move, `way` as the table of actions has it; facing about, nobody goes."""
        heading, quarters = divmod(way, QUARTERS)
        return self._gone(heading, quarters + 1 if self.left(heading) else 0)

    def form(self, ranks: int) -> Preview:
        """MV6: a form, `ranks` as the table of actions has it."""
        row = steps_of(any_mounted(self.world, self.game, self.unit))
        ends = lay_out(self._starts, self.going, *self.start, ranks // RANKS, ranks % RANKS, row)
        return Preview(self.start, [((int(ends[i, 0]), int(ends[i, 1])), self._radius(i)) for i in self._order()])

    def go(self, number: int) -> Preview:
        """MV10: going to a place: a form there, or a block move."""
        game = self.game.copy()
        begin_go(self.world, game, new_chance()[0], self.unit, number)
        return self._gone(int(game.heading), int(game.whole)) if game.act == MOVES else self._stand(game)

    def charge(self, target: int) -> Preview:
        """ME1: a charge that goes on and isn't stopped."""
        world, game, unit = self.world, self.game.copy(), self.unit
        heading, whole = map(int, way_to(world, game, unit, target))
        if heading == NONE:
            return Preview(self.start, [])
        starts, left = self._starts, self.left(heading)
        scene = scene_of(world, game, unit, self.going, starts, QUARTERS * self.quarter)
        k, _ = contact_on(world, game, scene, starts, unit, self.going, heading, target, left, whole)
        game.heading, game.whole, game.target = heading, whole, target
        come_home(world, game, new_chance()[0], scene, starts, self.going, int(k))
        return self._stand(game)

    def mount(self) -> Preview:
        """MV7: mounting."""
        game = self.game.copy()
        begin_mount(self.world, game, new_chance()[0], self.unit)
        return self._stand(game)

    def press(self) -> Preview:
        """ME9: pressing."""
        game = self.game.copy()
        press(self.world, game, new_chance()[0], self.unit)
        return self._stand(game)

    def detach(self, men: int) -> Preview:
        """UN5: who would be sent off; they stay where they stand."""
        body = body_of(self.world, self.game, self.unit)
        return self._stand(self.game, int(sent_off(self.world, self.game, self.unit, body, men)))

    def slot(self, number: int) -> Preview:
        """DE3: a unit in a slot."""
        world, game = self.world, self.game.copy()
        x, y = map(int, slot_point(world, game, self.unit // UNITS, number))
        put_unit(world, game, new_chance()[0], self.unit, x, y)
        first, last = men_of(world, game, self.unit)
        return Preview((x, y), [_place(figure_of(game, who)) for who in range(first, last)])

    @property
    def _starts(self) -> Int64:
        """Where the men stand who go, by place in the troop: x, y, radius."""
        starts = np.zeros((MEN, 3), np.int64)
        for i in self._order():
            (x, y), radius = _place(figure_of(self.game, self.first + i))
            starts[i] = x, y, radius
        return starts

    def _gone(self, heading: int, quarters: int) -> Preview:
        """All who go, so far along a heading."""
        dx, dy = map(int, offset(heading, quarters * self.quarter))
        stands = self._stand(self.game).ends
        return Preview(self.start, [((x + dx, y + dy), radius) for (x, y), radius in stands])

    def _stand(self, game: Record, bits: int = 0) -> Preview:
        """Where those who go, or others, stand in a position."""
        return Preview(self.start, [_place(figure_of(game, self.first + i)) for i in self._order(bits)])

    def _order(self, bits: int = 0) -> list[int]:
        """Those who go, or others, by place in the troop; the pivot first."""
        return sorted((i for i in range(MEN) if (bits or self.going) >> i & 1), key=lambda i: i != self.pivot)

    def _radius(self, i: int) -> int:
        return int(radius_of(figure_of(self.game, self.first + i)))


def _place(figure: Record) -> tuple[Point, int]:
    return (int(figure.x), int(figure.y)), int(radius_of(figure))
