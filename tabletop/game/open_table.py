"""An open table in whole millimetres for compiled rules: distances, lines, sight, moves until contact, all exact.

A point has coordinates (x, y) from the table's middle, x to the east, y to the north, so half a turn is (-x, -y), and
its mirror (-x, y). Nothing here divides, but where it says how it rounds; there are no roots, floats or angles.

Bounds: |x|, |y| <= FARTHEST, a reach or radius of at most 2 * FARTHEST, moves in at most MOST_PARTS parts. Then a
difference is below 2**12, a product of two lengths below 2**25, of four below 2**52: all fit 64 bits. `check_point` and
`lay_area` refuse what is farther off where values enter; predicates don't look.

A round piece is its middle and its radius. Pieces of radius r and s overlap where `nearer(…, r + s)`, touch where
`distance_sign(…, r + s)` is 0, and are at most g apart, from edge to edge, where `within(…, g + r + s)`. A sign of a
distance is -1, nearer than asked; 0, just so; 1, farther.

An area is convex: the points with nx * x + ny * y < c for each edge. Each edge has three such bounds: `c`; `core`, with
a strip along the edge cut off; and `grown`, with a strip added (where no middle of a round piece may come). A strip is
less than 1 / |(nx, ny)| mm wider than asked. Concave areas are made of several.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Any

from tabletop.compiled.compiling import jitable, rule
from tabletop.game.header import Record, record
from tabletop.game.places import Point, Sheet, sheet_of

FARTHEST = 2047  # mm from the middle: a table of 4 m
MOST_PARTS = 1024
MOST_CORNERS = 8
SPAN = 2 * FARTHEST + 1
PLACES = SPAN * SPAN  # points have the numbers 0 … PLACES - 1

Box = tuple[int, int, int, int]  # west, south, east, north
Bounds = Any  # int64 [MOST_CORNERS]: an area's `c`, `core` or `grown`

AREA = record(
    ("c", "i8", (MOST_CORNERS,)),
    ("core", "i8", (MOST_CORNERS,)),
    ("grown", "i8", (MOST_CORNERS,)),
    ("nx", "i8", (MOST_CORNERS,)),  # outward
    ("ny", "i8", (MOST_CORNERS,)),
    ("x", "i8", (MOST_CORNERS,)),  # corners, edge k from corner k on
    ("y", "i8", (MOST_CORNERS,)),
    ("west", "i4"),  # of its box, grown
    ("south", "i4"),
    ("east", "i4"),
    ("north", "i4"),
    ("corners", "i4"),
    ("kind", "i4"),  # a game's own
)


# Points.


def check_point(x: int, y: int) -> None:
    """Refuse, by a ValueError, a point too far off to be computed with."""
    if max(abs(x), abs(y)) > FARTHEST:
        raise ValueError(f"({x}, {y}) is more than {FARTHEST} mm from the middle of the table")


@jitable
def place(x: int, y: int) -> int:
    """The number of a point, which fits 32 bits: ordered by x, then y."""
    return (int(x) + FARTHEST) * SPAN + int(y) + FARTHEST


@jitable
def coords(place: int) -> tuple[int, int]:
    """The point (x, y) of that number."""
    return int(place) // SPAN - FARTHEST, int(place) % SPAN - FARTHEST


def name(place: int) -> str:
    """A point in centimetres, `-21.0:3.5`."""
    return ":".join(f"{'-' * (v < 0)}{abs(v) // 10}.{abs(v) % 10}" for v in coords(place))


def place_named(text: str) -> int:
    """The number of the point of that name; ValueError: there is none."""
    if re.fullmatch(r"-?[0-9]{1,3}\.[0-9]:-?[0-9]{1,3}\.[0-9]", text):
        x, y = (int(part.replace(".", "")) for part in text.split(":"))
        check_point(x, y)
        if name(place(x, y)) == text:
            return place(x, y)
    raise ValueError(f"no point {text!r}; a point is written in centimetres from the middle, as -21.0:3.5")


# Distances.


@jitable
def sign(number: int) -> int:
    """1, 0 or -1."""
    number = int(number)
    return (number > 0) - (number < 0)


@jitable
def squared_distance(ax: int, ay: int, bx: int, by: int) -> int:
    """The squared distance of two points."""
    dx, dy = int(bx) - int(ax), int(by) - int(ay)  # interpreted, a field of 16 bits would wrap
    return dx * dx + dy * dy


@jitable
def root_up(number: int) -> int:
    """The smallest whole number whose square isn't less than `number`, 0 … 2**62."""
    step = 1
    while step * step < number:
        step *= 2
    root = step
    while step > 0:
        if root >= step and (root - step) * (root - step) >= number:
            root -= step
        step //= 2
    return root


@jitable
def distance(ax: int, ay: int, bx: int, by: int) -> int:
    """The distance of two points in millimetres begun: at most a whole number where the real one is."""
    return root_up(squared_distance(ax, ay, bx, by))


@jitable
def is_shorter(one: int, other: int) -> bool:
    """Whether of two squared distances one is less than the other in millimetres begun (`distance`)."""
    less = other - one
    # The roots differ by more than less / (2 * root of other): mostly that is more than 1, and nothing is left to ask.
    return less > 0 and (less * less > 4 * other or root_up(one) < root_up(other))


@jitable
def distance_sign(ax: int, ay: int, bx: int, by: int, reach: int) -> int:
    """The sign of the distance of two points, less `reach`."""
    return sign(squared_distance(ax, ay, bx, by) - int(reach) * int(reach))


@jitable
def within(ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Whether two points are at most `reach` apart."""
    return distance_sign(ax, ay, bx, by, reach) <= 0


@jitable
def nearer(ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Whether two points are less than `reach` apart."""
    return distance_sign(ax, ay, bx, by, reach) < 0


# Stretches: straight, from a to b, with both ends; a may be b. Walls are stretches, too.


@jitable
def side(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> int:
    """On which side of the straight line from a through b a point is: 1, left; -1, right; 0, on it."""
    dx, dy, ux, uy = int(bx) - int(ax), int(by) - int(ay), int(px) - int(ax), int(py) - int(ay)
    return sign(dx * uy - dy * ux)


@jitable
def stretches_cross(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether two stretches cross: in one point that is an end of neither."""
    return (
        side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0
        and side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0
    )


@jitable
def stretches_meet(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether two stretches have a point in common."""
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx) or max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return False
    return (
        side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) <= 0
        and side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) <= 0
    )


@jitable
def stretch_sign(px: int, py: int, ax: int, ay: int, bx: int, by: int, reach: int) -> int:
    """The sign of the distance of a point from a stretch, less `reach`.

    Under 0, a round piece at p of that radius hides the ends of the stretch from each other, and bars it as a way.
    """
    px, py, dx, dy = int(px) - int(ax), int(py) - int(ay), int(bx) - int(ax), int(by) - int(ay)
    along, length = px * dx + py * dy, dx * dx + dy * dy
    if along <= 0:
        return distance_sign(0, 0, px, py, reach)
    if along >= length:
        return distance_sign(dx, dy, px, py, reach)
    across = px * dy - py * dx
    return sign(across * across - int(reach) * int(reach) * length)


@jitable
def between(px: int, py: int, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Whether a point is less than `reach` from a stretch, and its foot on the line is strictly between the ends."""
    ux, uy, dx, dy = int(px) - int(ax), int(py) - int(ay), int(bx) - int(ax), int(by) - int(ay)
    return 0 < ux * dx + uy * dy < dx * dx + dy * dy and stretch_sign(px, py, ax, ay, bx, by, reach) < 0


@jitable
def stretches_nearer(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int, reach: int) -> bool:
    """Whether two stretches are less than `reach` apart.

    That is, whether a round piece of that radius whose middle goes from a to b comes over the wall from c to d.
    """
    return (reach > 0 and stretches_meet(ax, ay, bx, by, cx, cy, dx, dy)) or (
        stretch_sign(ax, ay, cx, cy, dx, dy, reach) < 0
        or stretch_sign(bx, by, cx, cy, dx, dy, reach) < 0
        or stretch_sign(cx, cy, ax, ay, bx, by, reach) < 0
        or stretch_sign(dx, dy, ax, ay, bx, by, reach) < 0
    )


# Moves, straight from a by d, cut into equal parts.


@jitable
def share(value: int, part: int, parts: int) -> int:
    """So many parts of `value`, cut to a whole number toward 0."""
    size = abs(int(value)) * int(part) // int(parts)
    return size if value > 0 else -size


@jitable
def nearest_share(value: int, part: int, parts: int) -> int:
    """So many parts of `value`, rounded to the nearest whole number, halves away from 0."""
    size = (2 * abs(int(value)) * int(part) + int(parts)) // (2 * int(parts))
    return size if value > 0 else -size


@rule
def parts_to_piece(px: int, py: int, reach: int, ax: int, ay: int, dx: int, dy: int, parts: int) -> int:
    """How many parts of a move its middle can go without coming nearer than `reach` to p on the way: 0 … `parts`.

    0, too, where it begins nearer, wherever it goes. |dx|, |dy| <= 2 * FARTHEST; `parts` 1 … MOST_PARTS.
    """
    ux, uy, dx, dy = int(px) - int(ax), int(py) - int(ay), int(dx), int(dy)
    reach, parts = int(reach), int(parts)
    if nearer(0, 0, ux, uy, reach):
        return 0
    if stretch_sign(ux, uy, 0, 0, dx, dy, reach) >= 0:
        return parts
    # Until its foot the way comes nearer all the time: the last part before contact is found by halving.
    along, length = ux * dx + uy * dy, dx * dx + dy * dy
    free, barred = 0, parts
    while barred - free > 1:
        part = (free + barred) // 2
        is_before = part * length <= parts * along
        if is_before and not nearer(part * dx, part * dy, parts * ux, parts * uy, parts * reach):
            free = part
        else:
            barred = part
    return free


# Areas.


def lay_area(area: Any, corners: Sequence[Point], strip: int = 0, grow: int = 0, kind: int = 0) -> None:
    """Write a convex area.

    Args:
      area: a record of type AREA, written to.
      corners: whole millimetres, three to MOST_CORNERS, anticlockwise; no three on a line.
      strip: mm that `core` is cut by along each edge.
      grow: mm that `grown` is wider by along each edge; corners stay pointed.
      kind: a game's own number.

    Raises:
      ValueError: the corners aren't such, or the area, grown, leaves the bounds of points.
    """
    count = len(corners)
    if not 3 <= count <= MOST_CORNERS:
        raise ValueError(f"an area has 3 to {MOST_CORNERS} corners, not {count}")
    for number, (x, y) in enumerate(corners):
        after = corners[(number + 1) % count]
        if any(side(x, y, *after, *corner) <= 0 for corner in corners if corner not in ((x, y), after)):
            raise ValueError("an area's corners go round it anticlockwise, and it is convex")
        nx, ny = after[1] - y, x - after[0]
        c, squared = nx * x + ny * y, nx * nx + ny * ny
        area["x"][number], area["y"][number], area["nx"][number], area["ny"][number] = x, y, nx, ny
        area["c"][number] = c
        area["core"][number] = c - root_of(strip * strip * squared)
        area["grown"][number] = c + root_of(grow * grow * squared)
    area["corners"], area["kind"] = count, kind
    # The box of `grown`, whose corners are where the lines of two edges meet.
    lines = [(int(area["nx"][k]), int(area["ny"][k]), int(area["grown"][k])) for k in range(count)]
    xs, ys = [], []
    for k, (nx, ny, c) in enumerate(lines):
        mx, my, d = lines[k - 1]
        xs.append(Fraction(c * my - d * ny, nx * my - mx * ny))
        ys.append(Fraction(nx * d - mx * c, nx * my - mx * ny))
    west, south, east, north = floor(min(xs)), floor(min(ys)), ceil(max(xs)), ceil(max(ys))
    check_point(west, south)
    check_point(east, north)
    area["west"], area["south"], area["east"], area["north"] = west, south, east, north


def root_of(number: int) -> int:
    """`root_up` of any whole number, in plain Python."""
    return isqrt(number - 1) + 1 if number else 0


@rule
def inside(area: Record, bounds: Bounds, x: int, y: int) -> bool:
    """Whether a point is in an area, and not on its border."""
    for k in range(area.corners):
        if area.nx[k] * int(x) + area.ny[k] * int(y) >= bounds[k]:
            return False
    return True


@rule
def covers(area: Record, bounds: Bounds, x: int, y: int) -> bool:
    """Whether a point is in an area or on its border."""
    for k in range(area.corners):
        if area.nx[k] * int(x) + area.ny[k] * int(y) > bounds[k]:
            return False
    return True


@rule
def entry(area: Record, bounds: Bounds, ax: int, ay: int, dx: int, dy: int) -> tuple[int, int]:
    """Where a move comes into the inside of an area: a share of it, as a fraction; (-1, 1): it doesn't.

    Along an edge, or through a corner, it doesn't come in. 0 is where it begins inside, or on the border.
    """
    ax, ay, dx, dy = int(ax), int(ay), int(dx), int(dy)
    low, low_of, high, high_of = 0, 1, 1, 1  # the part of the move that is inside, as fractions
    for k in range(area.corners):
        room = bounds[k] - area.nx[k] * ax - area.ny[k] * ay
        rate = area.nx[k] * dx + area.ny[k] * dy
        if rate >= 0:
            if room <= 0:
                return -1, 1
            if room * high_of < high * rate:
                high, high_of = room, rate
        elif -room * low_of > low * -rate:
            low, low_of = -room, -rate
        if low * high_of >= high * low_of:
            return -1, 1
    return low, low_of


@rule
def crosses(area: Record, bounds: Bounds, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a stretch has a point inside an area: so it blocks sight, and a way, along the stretch."""
    return entry(area, bounds, ax, ay, int(bx) - int(ax), int(by) - int(ay))[0] >= 0


@rule
def parts_to_area(area: Record, bounds: Bounds, ax: int, ay: int, dx: int, dy: int, parts: int) -> int:
    """How many parts of a move its middle can go without coming inside an area: 0 … `parts`."""
    low, low_of = entry(area, bounds, ax, ay, dx, dy)
    return int(parts) if low < 0 else low * int(parts) // low_of


@rule
def piece_sign(area: Record, px: int, py: int, radius: int) -> int:
    """Whether a round piece around p comes over an area: -1, over its inside; 0, to its border; 1, not so far."""
    if inside(area, area.c, px, py):
        return -1
    nearest = 1
    for k in range(area.corners):
        after = (k + 1) % area.corners
        nearest = min(nearest, stretch_sign(px, py, area.x[k], area.y[k], area.x[after], area.y[after], radius))
    return nearest


@rule
def hides(area: Record, bounds: Bounds, first: Box, second: Box) -> bool:
    """Whether an area hides all points of one box from all of another, at the cost of 16 lines.

    It does where it crosses all stretches between their corners. For a stretch that misses the area is parted from it
    by a line; of each box take the corner farthest on the stretch's side: the stretch between these misses it, too.

    Args:
      area: it.
      bounds: its `c`, `core` or `grown`.
      first: a box: west, south, east, north.
      second: another one.
    """
    for number in range(16):
        ax, ay, bx, by = corners_between(first, second, number)
        if not crosses(area, bounds, ax, ay, bx, by):
            return False
    return True


@rule
def round_hides(x: int, y: int, radius: int, first: Box, second: Box) -> bool:
    """`hides` of a round piece."""
    for number in range(16):
        ax, ay, bx, by = corners_between(first, second, number)
        if stretch_sign(x, y, ax, ay, bx, by, radius) >= 0:
            return False
    return True


@jitable
def corners_between(first: Box, second: Box, number: int) -> tuple[int, int, int, int]:
    """Of the 16 stretches from a corner of one box to a corner of another one that of a number: ax, ay, bx, by."""
    ax, ay = first[number % 2 * 2], first[number // 2 % 2 * 2 + 1]
    return ax, ay, second[number // 4 % 2 * 2], second[number // 8 * 2 + 1]


def sheet(width: int, height: int, areas: Mapping[str, Sequence[Point]]) -> Sheet:
    """The sheet of a table so many millimetres wide and high, both even, with areas' corners by name."""
    x, y = width // 2, height // 2
    return sheet_of({"table": ((-x, -y), (x, -y), (x, y), (-x, y)), **areas})
