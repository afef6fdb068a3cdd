"""Tables with figures where a test wants them, for the rules of sight, shots and loading, and dice as given."""

from typing import Any

import numpy as np

from state_of_war.rules.state import (
    BLUE,
    BUILDING,
    GAMES,
    GREY,
    LONG,
    MINIE,
    MOUNTED,
    NONE,
    STANDING,
    STRIDE,
    TRAINED,
    UNITS,
    WORLDS,
)
from tabletop.game.chance import TAPED, new_chance
from tabletop.game.contests import pack
from tabletop.game.header import Record
from tabletop.game.open_table import lay_area

SIZE = 16
USUAL = {"x": 900, "y": 600, "graze": 1, "ambush": 1, "fog": 1, "toward": 1, "climb": 1, "dismount": 1}
Unit = dict[str, Any]


def unit(*places: tuple[int, int], skill: int = TRAINED, arm: int = MINIE, **more: Any) -> Unit:
    """Men at places in millimetres; `pistol=1`, `horse=1`, and fields of the unit's record."""
    return {"places": places, "skill": skill, "arm": arm, **more}


class Table:
    """A world and a game of size 16.

    Args:
      blue, grey: units.
      areas: (kind, part, part …), a part being corners, or (x, y, radius); all in mm.
      pieces: (kind, ax, ay, bx, by).
      rules: fields of RULES.
    """

    def __init__(self, blue: list[Unit], grey: list[Unit], areas: Any = (), pieces: Any = (), **rules: int) -> None:
        """Lay it; it is Blue's part, his first action."""
        self.worlds, self.games = np.zeros(1, WORLDS[SIZE]), np.zeros(1, GAMES[SIZE])
        self.world, self.game = self.worlds[0], self.games[0]
        for key, value in {**USUAL, **rules}.items():
            self.world.rules[key] = value
        self.world.commander[:] = NONE
        self._lay(areas, pieces)
        game = self.game
        game.turn, game.acting, game.action, game.zones = 1, BLUE, 1, LONG
        game.unit = game.target = game.near = game.asked = game.holder = game.winner = NONE
        game.units["origin"] = game.units["course"] = game.units["facing"] = game.units["shoots"] = NONE
        for side, units in ((BLUE, blue), (GREY, grey)):
            first = 0
            for number, given in enumerate(units):
                self._place(side, number, first, dict(given))
                first += len(given["places"])

    def _lay(self, areas: Any, pieces: Any) -> None:
        ground = self.world.ground[0]
        for number, (kind, *parts) in enumerate(areas):
            for part in parts:
                if isinstance(part[0], int):
                    x, y, radius = part
                    ground.discs[ground.rounds] = (x, y, radius, max(0, radius - 50), kind, number)
                    ground.rounds += 1
                else:
                    lay_area(ground.areas[ground.polygons], part, 50, 12 if kind == BUILDING else 0, kind)
                    ground.of[ground.polygons] = number
                    ground.polygons += 1
        for number, (kind, ax, ay, bx, by) in enumerate(pieces):
            ground.pieces[number] = (ax, ay, bx, by, kind, len(areas) + number)
        ground.lines = len(pieces)

    def _place(self, side: int, number: int, first: int, given: Unit) -> None:
        places, horse = given.pop("places"), given.pop("horse", 0)
        man = {key: given.pop(key, 0) for key in ("skill", "arm", "pistol", "blade")}
        self.world.troops[side, number] = (first, len(places), 0, horse, 0, (0, 0, 0))
        record = self.game.units[side, number]
        record.origin, record.strength = number, len(places)
        for key, value in given.items():
            record[key] = value
        for member, (x, y) in enumerate(places):
            row = self.world.men[side, first + member]
            row.side, row.unit, row.member, row.horse = side, number, member, horse
            for key, value in man.items():
                row[key] = value
            figure = self.game.figures[side, first + member]
            figure.state, figure.unit, figure.x, figure.y = STANDING, number, x, y
            figure.horse = MOUNTED if horse else 0

    @property
    def records(self) -> tuple[Record, Record]:
        """The world and the game, as rules take them."""
        return self.world, self.game

    def who(self, name: str) -> int:
        """The id of a figure (`B1.3`) or a unit (`G2`)."""
        side, rest = "BG".index(name[0]), name[1:]
        number, _, member = rest.partition(".")
        if not member:
            return side * UNITS + int(number) - 1
        return side * STRIDE + int(self.world.troops[side, int(number) - 1].first) + int(member) - 1

    def figure(self, name: str) -> Record:
        """A figure's record, `B1.3`."""
        return self.game.figures[divmod(self.who(name), STRIDE)]

    def unit(self, name: str) -> Record:
        """A unit's record, `G2`."""
        return self.game.units[divmod(self.who(name), UNITS)]

    def go(self, name: str, x: int, y: int) -> None:
        """A figure goes to a place, in this action."""
        figure = self.figure(name)
        figure.went, figure.from_x, figure.from_y, figure.x, figure.y = 1, figure.x, figure.y, x, y


def dice(*results: int | tuple[int, ...]) -> Record:
    """A chance record with results: of a die its face, of a lot a candidate from 1, of a contest its dice."""
    chance = new_chance()[0]
    chance.mode, chance.length = TAPED, len(results)
    for at, result in enumerate(results):
        chance.result[at] = pack(result) if isinstance(result, tuple) else result
    return chance


def bits(*numbers: int) -> int:
    """A set of a unit's figures by their numbers, from 1."""
    return sum(1 << number - 1 for number in numbers)
