"""The action numbering, seen from the deciding team's own side (docs/formats.md, "Actions").

`F` figures of the larger team, `H` hexes of the board.  A figure's block holds its orders; behind the blocks stand
the charge and the arguments that other decisions need.
"""

from paintball_env.rules.state import BLUE
from tabletop.compiled.compiling import jitable
from tabletop.game.hex_grid import half_turned_direction
from tabletop.game.places import half_turned_place

# Orders within a figure's block; SUPPRESS, THROW_SMOKE and THROW_PAINT stand behind F shots.
MOVE, ROTATE = 0, 6
SHOT = 17  # the first shot, behind the orders of one word


# Behind the hexes, directions and figures.
DONE, WAIT = 6, 7  # the last two of the words, which begin with `first`


@jitable
def throw_order(figures: int) -> int:
    """Order, within a block, to throw smoke, behind the shots; to throw paint is the next."""
    return SHOT + 2 * figures


@jitable
def block(figures: int) -> int:
    """W, the number of orders of one figure."""
    return throw_order(figures) + 2


@jitable
def charge_action(figures: int) -> int:
    """Index of `charge`, the first behind the blocks."""
    return figures * block(figures)


@jitable
def hex_action(figures: int) -> int:
    """Index of the first `hex`."""
    return charge_action(figures) + 1


@jitable
def direction_action(figures: int, hexes: int) -> int:
    """Index of `direction E`."""
    return hex_action(figures) + hexes


@jitable
def figure_action(figures: int, hexes: int) -> int:
    """Index of the first `figure`."""
    return direction_action(figures, hexes) + 6


@jitable
def word_action(figures: int, hexes: int) -> int:
    """Index of `first`; the other words follow."""
    return figure_action(figures, hexes) + figures


@jitable
def action_count(figures: int, hexes: int) -> int:
    """A, the number of actions."""
    return word_action(figures, hexes) + WAIT + 1


@jitable
def turned_direction(team: int, own: int) -> int:
    """A direction as the other view calls it: Blue's board is turned by half.  Its own inverse."""
    return half_turned_direction(own) if team == BLUE else own


@jitable
def turned_hex(team: int, hexes: int, place: int) -> int:
    """A hex index as the other view calls it.  Its own inverse."""
    return half_turned_place(hexes, place) if team == BLUE else place
