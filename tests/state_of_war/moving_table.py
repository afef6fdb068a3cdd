"""Battles laid out by hand for the tests of moves: a table, terrain, units of figures at given places."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from state_of_war.rules import charging, detaching, forms, moving, places, shooting
from state_of_war.rules.ordered import ordered
from state_of_war.rules.state import (
    BLUE,
    GAMES,
    HORSE_RADIUS,
    KILLED,
    LONG,
    MINIE,
    MOUNTED,
    NONE,
    ORDER,
    STANDING,
    TRAINED,
    UNITS,
    WORLDS,
)
from tabletop.game.chance import new_chance
from tabletop.game.open_table import lay_area

N = 16
Places = Sequence[tuple[int, int]]


class Table:
    """A battle of at most 16 figures a side; Blue acts, in the first action."""

    def __init__(
        self,
        blue: Sequence[Places],
        grey: Sequence[Places] = (),
        horse: Sequence[int] = (),
        dead: Sequence[int] = (),
        **rules: int,
    ):
        """Units' figures by their places, and by ids units that are mounted, or have as many men dead as standing."""
        self.worlds, self.games = np.zeros(1, WORLDS[N]), np.zeros(1, GAMES[N])
        self.world, self.game = self.worlds[0], self.games[0]
        self.chance = new_chance(traced=True)[0]
        usual = {"x": 900, "y": 600, "climb": 1, "dismount": 1, "detachments": 1, "graze": 1, "toward": 1}
        for key, value in {**usual, **rules}.items():
            self.world.rules[key] = value
        self.world.commander[:] = NONE
        game = self.game
        game.turn, game.decision, game.decider, game.winner = 1, ORDER, BLUE, NONE
        game.acting, game.action, game.zones = BLUE, 1, LONG
        game.unit = game.target = game.near = game.asked = game.holder = NONE
        for side, units in enumerate((blue, grey)):
            first = 0
            for number in range(UNITS):
                unit, troop = game.units[side, number], self.world.troops[side, number]
                unit.origin = unit.course = unit.facing = unit.shoots = NONE
                if number >= len(units):
                    continue
                mounted = side * UNITS + number in horse
                count = len(units[number])
                men = 2 * count if side * UNITS + number in dead else count
                troop.first, troop.men, troop.horse = first, men, mounted
                unit.origin, unit.strength = number, men
                unit.facing = (4 if side == BLUE else 12) if mounted else NONE
                for member, (x, y) in enumerate(units[number]):
                    man, figure = self.world.men[side, first + member], game.figures[side, first + member]
                    man.side, man.unit, man.member, man.skill, man.arm, man.horse = (
                        side, number, member, TRAINED, MINIE, mounted,
                    )  # fmt: skip
                    figure.state, figure.unit, figure.x, figure.y = STANDING, number, x, y
                    figure.horse = MOUNTED if mounted else 0
                for figure in game.figures[side, first + count : first + men]:
                    figure.state, figure.unit = KILLED, number
                first += men
            self.world.men["cost"][side, :first] = 1
            self.world.costs[side] = first

    def area(self, kind: int, *corners: tuple[int, int]) -> "Table":
        """Add a polygon."""
        ground = self.world.ground[0]
        area = ground.areas[ground.polygons]
        lay_area(area, corners, strip=50, grow=HORSE_RADIUS, kind=kind)
        ground.of[ground.polygons] = ground.polygons + ground.rounds
        ground.polygons += 1
        return self

    def disc(self, kind: int, x: int, y: int, radius: int) -> "Table":
        """Add a disc."""
        ground = self.world.ground[0]
        disc = ground.discs[ground.rounds]
        disc.x, disc.y, disc.radius, disc.kind, disc.number = x, y, radius, kind, ground.polygons + ground.rounds
        ground.rounds += 1
        return self

    def piece(self, kind: int, ax: int, ay: int, bx: int, by: int) -> "Table":
        """Add a wall, fence or bank."""
        ground = self.world.ground[0]
        piece = ground.pieces[ground.lines]
        piece.ax, piece.ay, piece.bx, piece.by, piece.kind = ax, ay, bx, by, kind
        piece.number = ground.polygons + ground.rounds + ground.lines
        ground.lines += 1
        return self

    def spot(self, x: int, y: int, heading: int) -> "Table":
        """Add a place (MV10)."""
        ground = self.world.ground[0]
        ground.places[ground.spots].x, ground.places[ground.spots].y = x, y
        ground.places[ground.spots].heading = heading
        ground.spots += 1
        return self

    def figure(self, side: int, number: int) -> Any:
        """A figure's record."""
        return self.game.figures[side, number]

    def places(self, side: int = BLUE) -> list[tuple[int, int]]:
        """Where all standing figures of a side are."""
        return [(int(f.x), int(f.y)) for f in self.game.figures[side] if f.state == STANDING]

    def will(self, *results: int) -> None:
        """The results of the draws that follow."""
        self.chance.mode, self.chance.length, self.chance.used = 1, len(results), 0
        self.chance.result[: len(results)] = results

    def kinds(self) -> list[int]:
        """The kinds of what was noted."""
        return [int(kind) for kind in self.chance.event[: self.chance.noted]]

    def take(self, unit: int, near: int = NONE) -> None:
        """A unit takes its order."""
        self.game.unit, self.game.near = unit, near


def row(x: int, y: int, count: int, step: int = 28) -> list[tuple[int, int]]:
    """A rank of figures, eastward."""
    return [(x + step * i, y) for i in range(count)]


def asked(reason: Any) -> Any:
    """A function of an order that takes the unit as the order finds it, to be asked by the unit's id."""
    return lambda world, game, unit, *more: reason(world, game, ordered(world, game, unit), *more)


no_move, no_form, no_mount, no_dismount, no_go, no_detach, no_shot, no_charge = map(
    asked,
    (
        moving.no_move,
        forms.no_form,
        forms.no_mount,
        forms.no_dismount,
        places.no_go,
        detaching.no_detach,
        shooting.no_shot,
        charging.no_charge,
    ),
)
