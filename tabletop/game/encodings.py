"""Observations: what each number is, declared in blocks, and where the parts are in one flat array."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from math import prod
from typing import Any, NamedTuple

import numpy as np

from tabletop.base.arrays import Float32, Int16
from tabletop.base.errors import brief


class Entry(NamedTuple):
    """A number of an observation: its name, what it means, its range."""

    name: str
    meaning: str
    low: float = 0.0
    high: float = 1.0


class Block(NamedTuple):
    """Numbers of an observation: rows of the same entries.

    Attributes:
      part: name of the part that they are. Blocks of one name that follow each other are one part, without axes.
      entries: of a row.
      rows: what each row belongs to; a text: there is one row, and no axis for it.
      shape: of the part, if it isn't (rows, entries).
      by_entry: what comes first isn't a row's numbers but an entry's, of all rows, as in planes.
    """

    part: str
    entries: Sequence[Entry]
    rows: str | Sequence[str] = ""
    shape: tuple[int, ...] = ()
    by_entry: bool = False

    @property
    def owners(self) -> Sequence[str]:
        """What each row belongs to."""
        return [self.rows] if isinstance(self.rows, str) else self.rows

    @property
    def axes(self) -> tuple[int, ...]:
        """The shape of the part that it is alone."""
        count = () if isinstance(self.rows, str) else (len(self.rows),)
        entries = (len(self.entries),)
        return self.shape or (entries + count if self.by_entry else count + entries)

    def numbers(self) -> list[tuple[str, Entry]]:
        """Each number in order: what it belongs to, and what it is."""
        if self.by_entry:
            return [(owner, entry) for entry in self.entries for owner in self.owners]
        return [(owner, entry) for owner in self.owners for entry in self.entries]

    def bounds(self) -> Float32:
        """Lowest and highest value of each number, float32 [2, size]."""
        bounds = np.array([(entry.low, entry.high) for entry in self.entries], np.float32).reshape(-1, 2).T
        rows = len(self.owners)
        return np.repeat(bounds, rows, axis=1) if self.by_entry else np.tile(bounds, rows)


def row_fields(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """Return the fields of a record of these numbers (`tabletop.game.header.record`), for compiled code."""
    return [(entry.name.replace(" ", "_"), "f4") for entry in entries]


class Part(NamedTuple):
    """The place of a part in an observation's numbers.

    Attributes:
      start: index of its first number.
      shape: of the part; its numbers are contiguous, the last axis varies fastest.
    """

    start: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of its numbers."""
        return prod(self.shape)


class DeclaredEncoding:
    """An encoding that its blocks declare (`tabletop.game.definition.Encoding`)."""

    def __init__(
        self, name: str, blocks: Sequence[Block], cells: Int16 | None = None, grid: tuple[int, ...] = ()
    ) -> None:
        """Make an encoding of a scenario's positions.

        Args:
          name: one of the game's `encodings`.
          blocks: in the order of the numbers.
          cells: as `observe` takes it; None: of a game with one encoding.
          grid: what each number of the blocks stands for, if that isn't one number but a plane of this shape.

        Raises:
          ValueError: blocks of one part that don't follow each other, or a shape of another number of numbers.
        """
        self.name, self.blocks, self._planes = name, tuple(blocks), prod(grid)
        self.cells: Int16 = np.zeros((1, 0), np.int16) if cells is None else cells
        self.parts: Mapping[str, Part] = {}
        self.size = 0
        for part, group in groupby(self.blocks, lambda block: block.part):
            first, *others = group
            if part in self.parts:
                raise ValueError(f"encoding {name}: the blocks of {part} don't follow each other")
            for block in (first, *others):
                if prod(block.axes) != len(block.owners) * len(block.entries):
                    raise ValueError(f"encoding {name}: {part} of shape {block.axes} are not that many numbers")
            shape = (prod(first.axes) + sum(prod(block.axes) for block in others),) if others else first.axes
            self.parts[part] = Part(self.size, (*shape, *grid))
            self.size += self.parts[part].size
        self.shape: tuple[int, ...] = (self.size // self._planes, *grid)

    # What not everybody asks for takes longer.

    @cached_property
    def entries(self) -> list[tuple[str, Entry]]:
        """Each number, with a grid each plane, in order: what it belongs to, and what it is."""
        return [number for block in self.blocks for number in block.numbers()]

    @cached_property
    def low(self) -> Float32:
        """The lowest value of each number."""
        return self._bound(0)

    @cached_property
    def high(self) -> Float32:
        """The highest value of each number."""
        return self._bound(1)

    def _bound(self, which: int) -> Float32:
        bounds = np.concatenate([block.bounds()[which] for block in self.blocks])
        return np.repeat(bounds, self._planes).reshape(self.shape)

    @cached_property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """Of each part that is a table, the names along its last axis."""
        parts = [block.part for block in self.blocks]
        tables = [block for block in self.blocks if parts.count(block.part) == 1 and not block.by_entry]
        return {block.part: tuple(entry.name for entry in block.entries) for block in tables}


def check_array(name: str, values: Any) -> None:
    """Raise TypeError: what a caller gives under this name is neither a NumPy array nor a PyTorch tensor."""
    if not hasattr(values, "shape") or not hasattr(values, "reshape"):
        raise TypeError(f"{name} {brief(values)}: a NumPy array or a PyTorch tensor")


def split(encoding: Any, observations: Any) -> dict[str, Any]:
    """Return the parts of observations by name.

    Args:
      encoding: the encoding of the observations (`tabletop.game.definition.Encoding`): `env.encoding`, or
        `env.unwrapped.encoding` of a wrapped environment.
      observations: float32 [..., *encoding.shape], a NumPy array or a PyTorch tensor.

    Returns:
      Views of the observations, [..., *part.shape] each.

    Raises:
      ValueError: the last axes are not the encoding's shape.
      TypeError: `encoding` is none, or `observations` are neither an array nor a tensor.
    """
    if not isinstance(getattr(encoding, "parts", None), Mapping):
        raise TypeError(f"encoding {brief(encoding)}: an Encoding, such as `env.encoding`")
    check_array("observations", observations)
    lead = tuple(observations.shape)[: len(observations.shape) - len(encoding.shape)]
    if tuple(observations.shape) != (*lead, *encoding.shape):
        raise ValueError(f"observations of shape {tuple(observations.shape)}: the last axes must be {encoding.shape}")
    flat = observations.reshape(*lead, encoding.size)
    return {
        name: flat[..., part.start : part.start + part.size].reshape(*lead, *part.shape)
        for name, part in encoding.parts.items()
    }
