"""The map: hexes, directions, fields of fire and lines of sight (MP, GU2, GU4, CH2).

A hex is a pair (q, r) of axial coordinates: r is the row from 0, a step to E adds 1 to q.
"""

import functools

STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
DIRECTIONS = ["E", "NE", "NW", "W", "SW", "SE"]  # MP3: anticlockwise


def at(column, row):
    """MP1: the hex in a column and a row, both from 1; every second row is shifted east by half a hex."""
    return (column - 1 - (row - 1) // 2, row - 1)


def place(hex_):
    """Column and row of a hex, both from 1."""
    q, r = hex_
    return (q + r // 2 + 1, r + 1)


def named(name):
    """MP2: the hex of four digits."""
    return at(int(name[:2]), int(name[2:]))


def name_of(hex_):
    """MP2: column and row, two digits each."""
    return "{:02}{:02}".format(*place(hex_))


def step(hex_, direction, count=1):
    """The hex so many steps away."""
    dq, dr = STEPS[direction % 6]
    return (hex_[0] + count * dq, hex_[1] + count * dr)


def apart(one, other):
    """W2: the distance of two hexes."""
    dq, dr = other[0] - one[0], other[1] - one[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def turn_between(one, other):
    """The angle between two directions in hexsides, 0 to 3."""
    return min((one - other) % 6, (other - one) % 6)


def along(origin, direction, side, hex_):
    """A hex by steps from an origin: x in one direction, k in another one that isn't parallel to it."""
    (a, b), (c, d) = STEPS[direction % 6], STEPS[side % 6]
    q, r = hex_[0] - origin[0], hex_[1] - origin[1]
    whole = a * d - b * c
    return (q * d - r * c) // whole, (a * r - b * q) // whole


def in_broadside(stern, heading, side, hex_):
    """GU2: whether a hex lies in the field to port (side 2, direction h + 2) or starboard (side -2)."""
    x, k = along(stern, heading, heading + side, hex_)
    return k >= 1 and 0 <= x <= k + 1


def in_front(origin, heading, hex_):
    """CH2, SB2: on or between the lines from a hex in the directions h + 1 and h - 1."""
    x, y = along(origin, heading + 1, heading - 1, hex_)
    return x >= 0 and y >= 0 and hex_ != origin


def corners_of(hex_):
    """The centre and the six corners of a hex, in units of half a width and half a side: whole numbers."""
    x, y = 2 * hex_[0] + hex_[1], 3 * hex_[1]
    return (x, y), [(x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)]


@functools.cache
def crossed(start, end):
    """GU4: hexes whose interior the line crosses, and pairs of hexes along whose common side it runs."""
    (ax, ay), _ = corners_of(start)
    (bx, by), _ = corners_of(end)
    dx, dy = bx - ax, by - ay
    inside, beside = [], {}
    reach = apart(start, end) + 1
    for q in range(start[0] - reach, start[0] + reach + 1):
        for r in range(start[1] - reach, start[1] + reach + 1):
            (cx, cy), corners = corners_of((q, r))
            # How far along the line the centre lies; a width's unit is the root of 3 times that of a side.
            forward = 3 * (cx - ax) * dx + (cy - ay) * dy
            if not 0 < forward < 3 * dx * dx + dy * dy or (q, r) in (start, end):
                continue
            sides = [(x - ax) * dy - (y - ay) * dx for x, y in corners]
            if min(sides) < 0 < max(sides):
                inside.append((q, r))
            elif sides.count(0) == 2:
                beside.setdefault(forward, []).append((q, r))
    return inside, list(beside.values())


def blocked(start, end, blocks):
    """GU4: whether the line between two centres is blocked; `blocks` are the hexes that hold something."""
    inside, beside = crossed(start, end)
    return any(hex_ in blocks for hex_ in inside) or any(all(hex_ in blocks for hex_ in pair) for pair in beside)
