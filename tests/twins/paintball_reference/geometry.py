"""The board: hexes, distances and lines, drawn from a map (BO2, BO4, SH-LOS1 to SH-LOS3, HC1, BS1, TF1)."""

from collections import deque
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

DIRECTIONS = ["E", "NE", "NW", "W", "SW", "SE"]
STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
GLYPHS = ".RBut^"

HEXON26 = """
      . .
 . . . . . . .
R . . . . . . B
 . . . . . . .
      . .
"""


def cube(q, r):
    """Cube coordinates of an axial pair."""
    return (q, -q - r, r)


def product(a, b):
    """The product of two axial vectors in cube coordinates (HC1, BS1, BS3)."""
    return sum(x * y for x, y in zip(cube(*a), cube(*b), strict=True))


def grid_distance(a, b):
    """BO4: the distance of two axial pairs on the plain grid."""
    return max(abs(c) for c in cube(a[0] - b[0], a[1] - b[1]))


def span(a, b, cell):
    """Where the segment from a to b (0 to 1) lies in the closed cell: (start, end, through the interior?) or None.

    A cell is the set of points whose offset (x, y, z) from the centre has |x - y|, |y - z| and |z - x| at most 1.
    """
    x0, y0, z0 = cube(a[0] - cell[0], a[1] - cell[1])
    dx, dy, dz = cube(b[0] - a[0], b[1] - a[1])
    low, high, interior = Fraction(0), Fraction(1), True
    for at, slope in ((x0 - y0, dx - dy), (y0 - z0, dy - dz), (z0 - x0, dz - dx)):
        if slope == 0:
            if abs(at) > 1:
                return None
            if abs(at) == 1:
                interior = False
            continue
        ends = sorted((Fraction(-1 - at, slope), Fraction(1 - at, slope)))
        low, high = max(low, ends[0]), min(high, ends[1])
    if high <= low:
        return None
    return low, high, interior


@dataclass
class Line:
    """One line of fire: hexes by index, None where it is off the board, nearest first."""

    on_line: list = field(default_factory=list)
    edges: list = field(default_factory=list)
    legal: bool = True

    @property
    def between(self):
        """What lies strictly between the two ends."""
        return self.on_line[1:-1]


class Board:
    """A board drawn as a map; hexes are numbered in reading order."""

    directions = DIRECTIONS
    half = 3  # directions in half a turn

    def __init__(self, text):
        rows = [row.rstrip() for row in text.expandtabs().split("\n")]
        while rows and not rows[0]:
            rows.pop(0)
        while rows and not rows[-1]:
            rows.pop()
        if not 1 <= len(rows) <= 26:
            raise ValueError(f"a map has 1 to 26 rows, not {len(rows)}")
        self.names, self.coords, self.glyphs = [], [], []
        parity = None
        for r, row in enumerate(rows):
            number = 0
            for x, glyph in enumerate(row):
                if glyph == " ":
                    continue
                if glyph not in GLYPHS:
                    raise ValueError(f"unknown glyph {glyph!r} in a map")
                if parity is None:
                    parity = (x - r) % 2
                if (x - r) % 2 != parity:
                    raise ValueError(f"row {r + 1} of the map isn't shifted by one column")
                number += 1
                self.names.append("abcdefghijklmnopqrstuvwxyz"[r] + str(number))
                self.coords.append(((x - r - parity) // 2, r))
                self.glyphs.append(glyph)
        self.size = len(self.names)
        self.index = {name: i for i, name in enumerate(self.names)}
        self.at = {where: i for i, where in enumerate(self.coords)}
        if self.glyphs.count("R") != 1 or self.glyphs.count("B") != 1:
            raise ValueError("a map has one R and one B")
        self.home = [self.glyphs.index("R"), self.glyphs.index("B")]
        self.neighbours = [[self.at.get((q + dq, r + dr)) for dq, dr in STEPS] for q, r in self.coords]
        self.distances = [[grid_distance(a, b) for b in self.coords] for a in self.coords]
        self.walks = [self._walk(i) for i in range(self.size)]
        if any(None in walk for walk in self.walks):
            raise ValueError("a hex of the map can't be reached")
        self.hill = self._regions("^")
        self.shelter = self._shelters()
        self.line = lru_cache(maxsize=None)(self._line)

    def write(self, i):
        """A hex as text."""
        return self.names[i]

    def read(self, name):
        """The hex of that name."""
        return self.index[name]

    def _walk(self, start):
        distances = [None] * self.size
        distances[start] = 0
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in self.around(here):
                if distances[there] is None:
                    distances[there] = distances[here] + 1
                    queue.append(there)
        return distances

    def _regions(self, glyph):
        """Touching hexes of one kind are one region, named by its first hex."""
        region = {}
        for start in range(self.size):
            if self.glyphs[start] != glyph or start in region:
                continue
            queue = [start]
            region[start] = start
            while queue:
                for there in self.around(queue.pop()):
                    if self.glyphs[there] == glyph and there not in region:
                        region[there] = start
                        queue.append(there)
        return region

    def _shelters(self):
        """EN6: who is inside together. A base or bunker hex for itself, a trench as far as it is connected."""
        shelter = self._regions("t")
        for i, glyph in enumerate(self.glyphs):
            if glyph in "RBu":
                shelter[i] = i
        return shelter

    def around(self, i):
        """The neighbouring hexes of the board."""
        return [n for n in self.neighbours[i] if n is not None]

    def distance(self, a, b):
        """BO4: the range, on the plain grid."""
        return self.distances[a][b]

    def steps(self, a, b):
        """BO4: the length of a walk over the board."""
        return self.walks[a][b]

    def vector(self, a, b):
        """The axial vector from a to b."""
        return (self.coords[b][0] - self.coords[a][0], self.coords[b][1] - self.coords[a][1])

    def is_works(self, i):
        """A base, bunker or trench hex (EN1)."""
        return i in self.shelter

    def is_base(self, i):
        """One of the two home bases."""
        return i in self.home

    def _line(self, a, b):
        """SH-LOS2: the hexes whose interior the line crosses, and the pairs of hexes along whose edge it runs."""
        line = Line()
        if a == b:
            line.on_line = [a]
            return line
        start, end = self.coords[a], self.coords[b]
        inside, beside = [], {}
        for q in range(min(start[0], end[0]) - 1, max(start[0], end[0]) + 2):
            for r in range(min(start[1], end[1]) - 1, max(start[1], end[1]) + 2):
                part = span(start, end, (q, r))
                if part is None:
                    continue
                low, high, interior = part
                if interior:
                    inside.append((low, self.at.get((q, r))))
                else:
                    beside.setdefault((low, high), []).append(self.at.get((q, r)))
        inside.sort(key=lambda entry: entry[0])
        line.on_line = [hexagon for _, hexagon in inside]
        line.edges = [beside[key] for key in sorted(beside)]
        line.legal = None not in line.on_line and all(set(pair) != {None} for pair in line.edges)
        return line

    def clear(self, a, b):
        """SH-LOS1 to SH-LOS3: may a shot go from a to b?"""
        line = self.line(a, b)
        if not line.legal:
            return False
        crossed = {self.hill[i] for i in line.between if i in self.hill}
        crossed |= {self.hill[pair[0]] for pair in line.edges if all(i in self.hill for i in pair)}
        return crossed <= {self.hill.get(a), self.hill.get(b)}

    def entrenched(self, target, shooter):
        """EN1, EN6: does a target in this hex count as entrenched against a shooter in that one?"""
        return target in self.shelter and self.shelter.get(shooter) != self.shelter[target]

    def shields(self, facing, target, shooter):
        """HC1: does a piece in the target's hex, facing so, shield from the shooter's hex?"""
        return product(self.vector(target, shooter), STEPS[facing]) > 0

    def sees(self, facing, here, there):
        """BS1: the front three sides, their border included."""
        return product(self.vector(here, there), STEPS[facing]) >= 0

    def first_facing(self, here, enemy_home):
        """BS3: the facing towards the enemy's home, of two equal ones the anticlockwise one."""
        toward = self.vector(here, enemy_home)
        products = [product(toward, step) for step in STEPS]
        best = [d for d in range(6) if products[d] == max(products)]
        if len(best) == 2:
            return best[1] if best[1] == best[0] + 1 else best[0]
        return best[0]
