"""The numbering of actions (docs/octagon-ball.md, "Actions"), seen from the deciding team's own side (W2)."""

from octagon_ball.rules.state import DIRECTIONS, WHITE
from tabletop.compiled.compiling import jitable

VERSION = 1
# A figure's block.
MOVE, PICK_UP, TACKLE_HOLDER, JOSTLE_ENEMY = 0, 8, 9, 10
# Words at the end, from the first one on.
TRY, LET_PASS, DONE, WAIT = range(4)
WORDS = ("intercept", "let pass", "done", "wait")
PASSES = 3 * DIRECTIONS


@jitable
def block(figures: int) -> int:
    """W, entries of a figure's block."""
    return JOSTLE_ENEMY + figures


@jitable
def pass_action(figures: int) -> int:
    """The first pass: short, to the east."""
    return figures * block(figures)


@jitable
def square_action(figures: int) -> int:
    """Square 0."""
    return pass_action(figures) + PASSES


@jitable
def word_action(figures: int, squares: int) -> int:
    """The first of WORDS."""
    return square_action(figures) + squares


@jitable
def action_count(figures: int, squares: int) -> int:
    """A, the number of actions."""
    return word_action(figures, squares) + WAIT + 1


@jitable
def turned_direction(team: int, direction: int) -> int:
    """BO7: a direction of the board as a team sees it, and back."""
    return direction if team == WHITE else (direction + DIRECTIONS // 2) % DIRECTIONS


@jitable
def turned_square(team: int, squares: int, square: int) -> int:
    """BO6: a square of the board as a team sees it, and back."""
    return square if team == WHITE else squares - 1 - square
