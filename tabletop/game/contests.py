"""Contests: the best of one side's dice against the highest of the other's (docs/chance.md).

Each side rolls up to three dice, d4 to d12, each side with dice of its own; the first of a side's dice may be lowered,
and the first side's best score raised. What counts is the lead: a game declares cuts, and rules get the number of the
class between them. A contest's result is what all dice show, the first side's before the other's, so that people can
follow it; odds know its class alone. Dice and cuts stand in the code of the draw's classes, in bits.
"""

import functools
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from tabletop.base.arrays import Int32
from tabletop.compiled.compiling import compiled, jitable, rule
from tabletop.game.chance import CONTEST, draw_number, rolled, settle_draw
from tabletop.game.header import Record

F = TypeVar("F", bound=Callable[..., Any])
SIZES = (4, 6, 8, 10, 12)
A_SIDE = 3  # most dice of a side
MOST_LESS = 3
LEAST_PLUS, MOST_PLUS = -4, 3
MOST_ROWS = 32
LOWEST, HIGHEST = 1 - MOST_LESS, SIZES[-1]  # score of a side
# Bits of the code: a hand's dice, three each, and by how much the first is less; then the plus and the row of cuts.
_HAND, _LESS, _PLUS, _ROW = 11, 9, 22, 25
# What dice show has four bits each, the first the lowest, and a 1 above the last one.
FACE = 4
MOST_SHOWN = 7
LEAST_SHOWN = 1 << 2 * FACE  # numbers below it, of fewer than two dice, are those of classes


class Contests:
    """The rows of cuts of a game's contests, numbered from 0 in the order in which they are declared."""

    def __init__(self) -> None:
        """There are no cuts yet."""
        self._rows: list[tuple[int, ...]] = []

    def declare(self, *cuts: int) -> int:
        """Enter cuts on the lead, ascending; the number of the row.

        A contest's class is 1 below the first cut, 2 from it on, and so on. ValueError: cuts that can't be, or too many
        rows, or rules use `rows` already.
        """
        if "rows" in vars(self):
            raise ValueError(f"cuts {cuts}: declared after `rows` was made")
        if not cuts or any(type(each) is not int for each in cuts) or list(cuts) != sorted(set(cuts)):
            raise ValueError(f"cuts {cuts}: whole numbers, ascending")
        if len(self._rows) == MOST_ROWS:
            raise ValueError(f"cuts {cuts}: there are {MOST_ROWS} rows already")
        self._rows.append(cuts)
        return len(self._rows) - 1

    @cached_property
    def rows(self) -> Int32:
        """int32 [rows, 1 + n], read-only, for rules: how many cuts, then the cuts. No more are declared."""
        rows = np.zeros((max(1, len(self._rows)), 1 + max(map(len, self._rows), default=1)), np.int32)
        for at, cuts in enumerate(self._rows):
            rows[at, : 1 + len(cuts)] = len(cuts), *cuts
        rows.setflags(write=False)
        return rows

    def name_of(self, classes: int) -> str:
        """A contest's dice and cuts as text, `d10-1 d6 v d8 d4 +1 at 1, 2, 4, 6`; ValueError: it has no cuts."""
        row = row_of(classes)
        if row >= len(self._rows):
            raise ValueError(f"a contest by cuts {row}: {len(self._rows)} rows are declared")
        sides = []
        for side in range(2):
            slots = range(A_SIDE * side, A_SIDE * (side + 1))
            less = f"-{less_of(classes, side)}" if less_of(classes, side) else ""
            names = [f"d{die_of(classes, slot)}{less if slot % A_SIDE == 0 else ''}" for slot in slots]
            sides.append(" ".join(name for name in names if name != "d0"))
        plus = f" {plus_of(classes):+d}" if plus_of(classes) else ""
        return f"{sides[0]} v {sides[1]}{plus} at {', '.join(map(str, self._rows[row]))}"


def contests_of(kernels: Any) -> Contests:
    """The cuts of a game's contests by its module of kernels; most games have none."""
    contests: Contests = getattr(kernels, "CONTESTS", None) or Contests()
    return contests


def pack(result: tuple[int, ...]) -> int:
    """Dice as a number on a tape; ValueError: one or more than MOST_SHOWN, or a number of more than four bits."""
    if not 2 <= len(result) <= MOST_SHOWN or not all(0 <= face < 1 << FACE for face in result):
        raise ValueError(f"{'-'.join(map(str, result))}: 2 to {MOST_SHOWN} numbers are meant, each below {1 << FACE}")
    return sum(face << FACE * at for at, face in enumerate(result)) + (1 << FACE * len(result))


def unpack(value: int) -> tuple[int, ...]:
    """The dice of a number on a tape."""
    return tuple(value >> FACE * at & (1 << FACE) - 1 for at in range((value.bit_length() - 1) // FACE))


# A contest's code, and its parts.


def _in_ranges(check: Callable[..., str]) -> Callable[[F], F]:
    """Refuse what the bits don't hold, where rules run as plain Python; compiled code has no such check."""

    def checking(make: F) -> F:
        if compiled():
            return make

        @functools.wraps(make)
        def checked(*given: int, **named: int) -> int:
            if fault := check(*given, **named):
                raise ValueError(fault)
            return int(make(*map(int, given), **{name: int(value) for name, value in named.items()}))

        return checked  # type: ignore[return-value]

    return checking


def _hand_fault(first: int, second: int = 0, third: int = 0, less: int = 0) -> str:
    fits = first in SIZES and {second, third} <= {0, *SIZES} and 0 <= less <= MOST_LESS
    words = f"dice of {', '.join(map(str, SIZES))} sides, the first one less 0 to {MOST_LESS}"
    return "" if fits else f"a hand of {first}, {second}, {third}, less {less}: {words}"


def _code_fault(row: int, first: int, second: int, plus: int) -> str:
    fits = 0 <= row < MOST_ROWS and LEAST_PLUS <= plus <= MOST_PLUS
    words = f"the plus is {LEAST_PLUS} to {MOST_PLUS}, rows are numbered 0 to {MOST_ROWS - 1}"
    return "" if fits else f"a contest with a plus of {plus}, by cuts {row}: {words}"


@_in_ranges(_hand_fault)
@jitable
def hand(first: int, second: int = 0, third: int = 0, less: int = 0) -> int:
    """The dice of a side by their sizes, 4 to 12, even; 0: none. `less`, 0 to 3, is taken off the first one."""
    return max(0, first // 2 - 1) | max(0, second // 2 - 1) << 3 | max(0, third // 2 - 1) << 6 | less << _LESS


@_in_ranges(_code_fault)
@jitable
def contest_code(row: int, first: int, second: int, plus: int) -> int:
    """The code of the classes of a contest of two hands, by a row of cuts."""
    return CONTEST | row << _ROW | plus - LEAST_PLUS << _PLUS | second << _HAND | first


@jitable
def die_of(classes: int, slot: int) -> int:
    """The size of a die, the first side's in slots 0 to 2, the other's in 3 to 5; 0: there is none."""
    bits = classes >> (slot // A_SIDE * _HAND + slot % A_SIDE * 3) & 7
    return 2 * bits + 2 if bits else 0


@jitable
def less_of(classes: int, side: int) -> int:
    """What is taken off the first die of side 0 or 1."""
    return classes >> (side * _HAND + _LESS) & 3


@jitable
def plus_of(classes: int) -> int:
    """What is added to the lead of the first side."""
    return (classes >> _PLUS & 7) + LEAST_PLUS


@jitable
def row_of(classes: int) -> int:
    """The number of the cuts."""
    return classes >> _ROW & MOST_ROWS - 1


# Odds: in how many ways the dice can fall.


@rule
def cases_of(classes: int) -> int:
    """Number of equally likely ways for the dice to fall."""
    ways = 1
    for slot in range(2 * A_SIDE):
        ways *= max(1, die_of(classes, slot))
    return ways


@rule
def ways_up_to(classes: int, side: int, score: int) -> int:
    """In how many ways the dice of a side can fall so that its best is at most this score."""
    ways = 1
    for slot in range(A_SIDE * side, A_SIDE * (side + 1)):
        sides = die_of(classes, slot)
        if sides > 0:
            most = score + less_of(classes, side) if slot % A_SIDE == 0 else score
            ways *= max(0, min(most, sides))
    return ways


@rule
def ways_from(classes: int, lead: int) -> int:
    """In how many ways the first side can have this lead or a larger one."""
    ways = before = 0
    for score in range(LOWEST, HIGHEST + 1):
        up_to = ways_up_to(classes, 0, score)
        ways += (up_to - before) * ways_up_to(classes, 1, score + plus_of(classes) - lead)
        before = up_to
    return ways


@rule
def weight_of_class(cuts: Int32, classes: int, number: int) -> int:
    """In how many ways a contest can end in a class, from 1; 0: it has no such class, or it can't come up."""
    row = row_of(classes)
    if number < 1 or number > cuts[row, 0] + 1:
        return 0
    ways = cases_of(classes) if number == 1 else ways_from(classes, cuts[row, number - 1])
    return ways if number == cuts[row, 0] + 1 else ways - ways_from(classes, cuts[row, number])


# The draw.


@rule
def class_of_contest(cuts: Int32, classes: int, value: int) -> int:
    """The class of a result as it stands on a tape: what the dice show, or the class itself; 0: it can't be."""
    if value < LEAST_SHOWN:
        return value if weight_of_class(cuts, classes, value) > 0 else 0
    own = other = LOWEST
    for slot in range(2 * A_SIDE):
        sides = die_of(classes, slot)
        if sides > 0:
            face = value & (1 << FACE) - 1
            value >>= FACE
            if face < 1 or face > sides:
                return 0
            score = face - less_of(classes, slot // A_SIDE) if slot % A_SIDE == 0 else face
            if slot < A_SIDE:
                own = max(own, score)
            else:
                other = max(other, score)
    if value != 1:
        return 0
    row, number = row_of(classes), 1
    while number <= cuts[row, 0] and own + plus_of(classes) - other >= cuts[row, number]:
        number += 1
    return number


@rule
def contest(
    game: Record,
    chance: Record,
    purpose: int,
    subject: int,
    cuts: Int32,
    row: int,
    first: int,
    second: int,
    plus: int = 0,
) -> int:
    """The class, from 1, of the first side's lead: its best die, and `plus`, over the other side's highest.

    Args:
      game: whose dice fall.
      chance: its chance record.
      purpose: what is drawn for.
      subject: whose draw it is.
      cuts: the `rows` of the game's CONTESTS.
      row: which of them.
      first: the `hand` of the first side.
      second: that of the other.
      plus: what is added to the first side's score, -4 to 3.
    """
    classes = contest_code(row, first, second, plus)
    number = draw_number(game, subject)
    own = count = 0
    for slot in range(2 * A_SIDE):
        sides = die_of(classes, slot)
        if sides > 0:
            own |= rolled(game, purpose, subject, number, count, sides) << FACE * count
            count += 1
    own |= 1 << FACE * count
    result = class_of_contest(cuts, classes, settle_draw(chance, purpose, subject, classes, own))
    if result == 0:
        chance.short = 1
        result = class_of_contest(cuts, classes, own)
    return result
