"""MV6: the places of a form."""

from state_of_war.rules.figures import BESIDE
from state_of_war.rules.state import HEADINGS
from tabletop.compiled.compiling import jitable

ON_FOOT, ON_HORSE = 0, 2  # rows of BESIDE: of a unit on foot, and of one with a mounted man
ONE_RANK, TWO_RANKS, COLUMN = range(3)


@jitable
def width_of(ranks: int, men: int) -> int:
    """MV6: how many places the front rank of a form has."""
    return men if ranks == ONE_RANK else (men + 1) // 2 if ranks == TWO_RANKS else 2


@jitable
def place_in_ranks(heading: int, width: int, at: int, steps: int) -> tuple[int, int]:
    """MV6: how far a place of a form is from the pivot's.

    Args:
      heading: of the form, 0 … 15.
      width: places in a rank.
      at: number of the place, from 0, the pivot's.
      steps: ON_FOOT, ON_HORSE.

    Returns:
      (x, y) in mm.
    """
    rank, i = at // width, at % width
    across = (i + 1) // 2 if i % 2 == 1 else -(i // 2)  # 0, 1, -1, 2, -2 …: right and left of the pivot
    right = BESIDE[steps, (heading - 4) % HEADINGS]
    back = BESIDE[steps, (heading + 8) % HEADINGS]
    return across * int(right[0]) + rank * int(back[0]), across * int(right[1]) + rank * int(back[1])
