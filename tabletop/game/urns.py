"""Urns: one of several results, each with a declared whole weight (docs/chance.md).

A die of any size with classes, a sum or a difference of dice, a bag, a column of a table: they differ in their weights
alone. A game declares them all in one object, which its module of kernels has under the name URNS; rules draw from its
`rows`, and odds, texts and names of draws come from the same place.
"""

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, TypeVar

import numpy as np

from tabletop.base.arrays import Int32
from tabletop.compiled.compiling import compiled, jitable, rule
from tabletop.game.chance import URN, draw_number, rolled, settle_draw
from tabletop.game.header import Record

F = TypeVar("F", bound=Callable[..., Any])
Weights = Mapping[int, int]  # of each result, a whole number of any sign
FIRST, TOTAL, WEIGHTS = range(3)  # columns of an urn's row: its lowest result, the sum of its weights, the weights
MOST_WEIGHT = 1 << 31  # the sum of an urn's weights is below it
FURTHEST = 1 << 15  # results are nearer to 0


def dice(*sides: int) -> Weights:
    """The sum of dice, in how many ways each: `dice(12)` a d12, `dice(4, 4, 4)` 3d4."""
    return Counter(map(sum, product(*(range(1, size + 1) for size in sides))))


def difference(one: Weights, other: Weights) -> Weights:
    """One less the other: `difference(dice(6), dice(6))` is d6 - d6, -5 to 5."""
    ways: Counter[int] = Counter()
    for (first, count), (second, others) in product(one.items(), other.items()):
        ways[first - second] += count * others
    return ways


def cut(weights: Weights, *cuts: int) -> Weights:
    """Classes from 1, a further one from each cut on: `cut(dice(10), 2, 4)` tells 1, 2 and 3, and 4 to 10 apart."""
    return classed(weights, {result: 1 + sum(result >= each for each in cuts) for result in weights})


def classed(weights: Weights, classes: Mapping[int, int] | Sequence[int]) -> Weights:
    """Results that mean the same as one: `classes` by result, or in a sequence from result 1 on: a table's column."""
    of_result = classes if isinstance(classes, Mapping) else dict(enumerate(classes, 1))
    ways: Counter[int] = Counter()
    for result, count in weights.items():
        ways[of_result[result]] += count
    return ways


class Urns:
    """The urns of a game, numbered from 0 in the order in which they are declared.

    Attributes:
      names: what people read as the classes of a draw: `d10 at 2, 4`.
    """

    def __init__(self) -> None:
        """There is no urn yet."""
        self.names: list[str] = []
        self._rows: list[list[int]] = []

    def declare(self, name: str, weights: Weights) -> int:
        """Enter an urn; its number.

        Args:
          name: not empty, one line, and no other urn's.
          weights: of each result; a whole number, at least 0. All may be 0: such an urn is never drawn from.

        ValueError: a name or weights that can't be, or rules draw from `rows` already.
        """
        if "rows" in vars(self):
            raise ValueError(f"urn {name!r}: declared after `rows` was made")
        if not name.strip() or len(name.splitlines()) > 1 or name in self.names:
            raise ValueError(f"urn {name!r}: a name is one line, and no other urn's")
        if any(type(number) is not int for pair in weights.items() for number in pair):
            raise ValueError(f"urn {name!r}: results and weights are whole numbers")
        if min(weights.values(), default=0) < 0 or sum(weights.values()) >= MOST_WEIGHT:
            raise ValueError(f"urn {name!r}: weights are 0 or more, in all below {MOST_WEIGHT}")
        results = [result for result, weight in weights.items() if weight] or [1]
        low, high = min(results), max(results)
        if low <= -FURTHEST or high >= FURTHEST:
            raise ValueError(f"urn {name!r}: its results are {low} to {high}, further from 0 than {FURTHEST - 1}")
        self.names.append(name)
        row = [weights.get(result, 0) for result in range(low, high + 1)]
        self._rows.append([low, sum(row), *row])
        return len(self.names) - 1

    def declare_table(self, name: str, columns: Iterable[Weights]) -> int:
        """Enter an urn for each column, `{name} 0` and so on; the first one's number, to which the column is added."""
        numbers = [self.declare(f"{name} {at}", weights) for at, weights in enumerate(columns)]
        return numbers[0]

    def declare_bag(self, name: str, *counts: int) -> int:
        """Enter an urn for all that can be left in a bag of so many things of each kind; kinds are results from 1.

        Returns:
          The number of the empty bag. With a, b, c left of counts A, B, C it is + (a * (B + 1) + b) * (C + 1) + c.
        """
        numbers = [
            self.declare(f"{name} {', '.join(map(str, left))}", dict(enumerate(left, 1)))
            for left in product(*(range(count + 1) for count in counts))
        ]
        return numbers[0]

    @cached_property
    def rows(self) -> Int32:
        """int32 [urns, 2 + n], read-only, for rules: FIRST, TOTAL, WEIGHTS, 0 behind the last. No more are declared."""
        width = max(map(len, self._rows), default=WEIGHTS + 1)
        rows = np.zeros((max(1, len(self._rows)), width), np.int32)
        for at, row in enumerate(self._rows):
            rows[at, : len(row)] = row
        rows.setflags(write=False)
        return rows

    def has(self, result: int) -> bool:
        """Whether any of the urns can give this result."""
        return any(low <= result < low + len(weights) for low, _, *weights in self._rows)

    def name_of(self, classes: int) -> str:
        """The name of an urn by the classes of its draws; ValueError: it isn't declared."""
        if classes - URN >= len(self.names):
            raise ValueError(f"a draw from urn {classes - URN}: {len(self.names)} are declared")
        return self.names[classes - URN]


def urns_of(kernels: Any) -> Urns:
    """The urns of a game by its module of kernels; most games have none."""
    urns: Urns = getattr(kernels, "URNS", None) or Urns()
    return urns


@jitable
def to_tape(result: int) -> int:
    """A whole number as it stands on a tape, where 0 is no result."""
    return result if result > 0 else result - 1


@jitable
def from_tape(value: int) -> int:
    """The result that a number on a tape stands for; 0, which is none, stays 0."""
    return value if value >= 0 else value + 1


@rule
def weight_in(urns: Int32, kind: int, value: int) -> int:
    """The weight of a result in an urn, as it stands on a tape; 0: it can't be."""
    at = from_tape(value) - urns[kind, FIRST]
    if value == 0 or at < 0 or at >= urns.shape[1] - WEIGHTS:
        return 0
    return int(urns[kind, WEIGHTS + at])


@rule
def next_in(urns: Int32, kind: int, value: int) -> int:
    """The next result behind `value` in an urn, both as on a tape; of 0 the first one; 0: none."""
    at = 0 if value == 0 else from_tape(value) - urns[kind, FIRST] + 1
    while at < urns.shape[1] - WEIGHTS:
        if urns[kind, WEIGHTS + at] > 0:
            return to_tape(int(urns[kind, FIRST]) + at)
        at += 1
    return 0


def _of_declared(draw: F) -> F:
    """Refuse an urn that is empty or isn't declared, where rules run as plain Python; compiled code doesn't look."""
    if compiled():
        return draw

    @functools.wraps(draw)
    def checked(game: Record, chance: Record, purpose: int, subject: int, urns: Int32, kind: int) -> int:
        if not 0 <= kind < len(urns) or urns[kind, TOTAL] == 0:
            raise ValueError(f"a draw from urn {kind}: it is empty, or none of the {len(urns)} that are declared")
        return int(draw(game, chance, purpose, subject, urns, int(kind)))  # a field of 16 bits would overflow

    return checked  # type: ignore[return-value]


@_of_declared
@rule
def urn(game: Record, chance: Record, purpose: int, subject: int, urns: Int32, kind: int) -> int:
    """A result of urn `kind` of a game's `urns`, the `rows` of its URNS; a lone result isn't drawn."""
    first, total = int(urns[kind, FIRST]), int(urns[kind, TOTAL])
    if urns[kind, WEIGHTS] == total:
        return first
    left = rolled(game, purpose, subject, draw_number(game, subject), 0, total)
    own = WEIGHTS
    while left > urns[kind, own]:
        left -= int(urns[kind, own])
        own += 1
    result = settle_draw(chance, purpose, subject, URN + kind, to_tape(first + own - WEIGHTS))
    if weight_in(urns, kind, result) == 0:
        chance.short = 1
        return first + own - WEIGHTS
    return from_tape(result)
