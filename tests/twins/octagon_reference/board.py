"""The board: squares, walls, goals and zones, by coordinates from the centre spot (BO, RB, GO2)."""

from functools import lru_cache
from math import isqrt

DIRECTIONS = ["E", "NE", "N", "NW", "W", "SW", "S", "SE"]
STEPS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def sign(number):
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def distance(one, other):
    """W3: steps of a chess king."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def turned(square):
    """W2: the square, or the step, on the board turned by half."""
    return (-square[0], -square[1])


def seen(direction, team):
    """BO7: a direction as a team sees it, and back."""
    return (direction + 4 * team) % 8


class Board:
    """An octagon of squares with two goals."""

    def __init__(self, size, goal):
        self.size = size
        self.half = (size - 1) // 2
        self.slant = isqrt(size * size // 2)  # size / √2 rounded down
        self.post = (goal - 1) // 2
        self.goal = goal
        across = range(-self.half, self.half + 1)
        self.squares = [(x, y) for y in across for x in across if self.in_play((x, y))]
        self.names = {square: self.name(square) for square in self.squares}
        self.named = {name: square for square, name in self.names.items()}

    def in_play(self, square):
        """BO2."""
        x, y = abs(square[0]), abs(square[1])
        return x <= self.half and y <= self.half and x + y <= self.slant

    def name(self, square):
        """BO6: the column's letter from the west, the row's number from the south."""
        return "abcdefghijklmnopqrs"[square[0] + self.half] + str(square[1] + self.half + 1)

    def in_order(self, team):
        """W2: the squares from a team's own first one."""
        return self.squares if team == 0 else self.squares[::-1]

    def beside(self, square, direction):
        """The square next to this one, in play or not."""
        dx, dy = STEPS[direction]
        return (square[0] + dx, square[1] + dy)

    def in_goal_zone(self, square, team):
        """BO4: in front of the team's own goal."""
        depth = max(1, self.post)
        forward = square[0] if team == 0 else -square[0]
        return forward < -self.half + depth and abs(square[1]) <= self.post

    def may_deploy(self, square, team):
        """BO5, DE1: the own half without the grey area."""
        forward = square[0] if team == 0 else -square[0]
        grey = abs(square[0]) <= self.post and abs(square[1]) <= self.post
        return self.in_play(square) and forward < 0 and not grey

    def goal_across(self, square, direction):
        """GO2: the team that scores if a ball leaves the square in this direction, or None."""
        dx, dy = STEPS[direction]
        if abs(square[0] + dx) != self.half + 1 or abs(2 * square[1] + dy) >= self.goal:
            return None
        return 0 if dx > 0 else 1

    def meets_slant(self, square, direction):
        """RB2: whether the ball that would leave the board is turned by a slanted wall."""
        x, y = square
        dx, dy = STEPS[direction]
        there = self.beside(square, direction)
        if abs(there[0]) <= self.half and abs(there[1]) <= self.half:
            return True
        straight_away = dx and dy and dx == sign(x) and dy == sign(y)
        return bool(straight_away) and abs(x) + abs(y) == self.slant

    def reflected(self, square, direction):
        """RB3: the direction after the wall that the ball reaches first."""
        dx, dy = STEPS[direction]
        there = self.beside(square, direction)
        if self.meets_slant(square, direction):
            sx, sy = sign(square[0]), sign(square[1])
            towards = dx * sx + dy * sy
            dx, dy = dx - towards * sx, dy - towards * sy
        else:
            if abs(there[0]) > self.half:
                dx = -dx
            if abs(there[1]) > self.half:
                dy = -dy
        return STEPS.index((dx, dy))

    def onward(self, square, direction):
        """RB1: the next square that a rolling ball enters, and its direction there."""
        if not self.in_play(self.beside(square, direction)):
            direction = self.reflected(square, direction)
        there = self.beside(square, direction)
        assert self.in_play(there), "RB3: after one reflection the next square is in play"
        return there, direction


@lru_cache
def board_of(size, goal):
    """The board of this size, made once."""
    return Board(size, goal)
