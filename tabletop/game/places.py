"""Places of any ground by their numbers: turned by half, next to each other, walks, connected groups, the sheet.

Hexes (`hex_grid`, drawn maps in `hexes`), squares and the open table answer the same questions under the same names:
docs/space.md has them side by side. Each numbers its places so that half a turn of the ground reverses their order.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tabletop.compiled.compiling import jitable
from tabletop.game.header import NONE

Point = tuple[int, int]


@jitable
def half_turned_place(places: int, place: int) -> int:
    """The number of a place, of so many, on the ground turned by half; its own inverse."""
    return places - 1 - place


def neighbours(coords: Sequence[Point], steps: Sequence[Point]) -> list[list[int]]:
    """For each place the number of its neighbour by each of the unit `steps`; NONE off the board."""
    numbers = {place: number for number, place in enumerate(coords)}
    return [[numbers.get((x + dx, y + dy), NONE) for dx, dy in steps] for x, y in coords]


def walk(beside: Sequence[Sequence[int]], start: int) -> list[int]:
    """Steps from `start` to every place over the board, by their `neighbours`; NONE where it can't be reached."""
    steps = [NONE] * len(beside)
    steps[start] = 0
    queue = [start]
    for place in queue:
        for neighbour in beside[place]:
            if neighbour != NONE and steps[neighbour] == NONE:
                steps[neighbour] = steps[place] + 1
                queue.append(neighbour)
    return steps


def groups(kinds: Sequence[int], beside: Sequence[Sequence[int]], kind: int) -> list[int]:
    """For each place of a kind the lowest number of the connected places of it; NONE for those of other kinds."""
    group = [NONE] * len(kinds)
    for start, value in enumerate(kinds):
        if value != kind or group[start] != NONE:
            continue
        group[start] = start
        queue = [start]
        for place in queue:
            for neighbour in beside[place]:
                if neighbour != NONE and kinds[neighbour] == kind and group[neighbour] == NONE:
                    group[neighbour] = start
                    queue.append(neighbour)
    return group


class Sheet(NamedTuple):
    """What a picture of a ground begins with, x to the east and y to the north, in whole units that the ground names.

    Attributes:
      bounds: west, south, east, north.
      outlines: the corners of each place, or piece of terrain, by its name, anticlockwise.
    """

    bounds: tuple[int, int, int, int]
    outlines: Mapping[str, tuple[Point, ...]]


def sheet_of(outlines: Mapping[str, Iterable[Point]]) -> Sheet:
    """The sheet that just holds these outlines, of which there is at least one."""
    kept = {name: tuple(corners) for name, corners in outlines.items()}
    xs, ys = zip(*(corner for corners in kept.values() for corner in corners), strict=True)
    return Sheet((min(xs), min(ys), max(xs), max(ys)), kept)
