"""The action numbering, seen from the deciding team's own side (docs/formats.md, "Actions").

`F` figures of the larger team, `H` hexes of the board.  A figure's block holds its orders; behind the blocks stand
the charge and the arguments that other decisions need.
"""

from typing import NamedTuple

from paintball_env.rules.state import BLUE
from tabletop.compiled.compiling import jitable
from tabletop.game.hex_grid import half_turned_direction
from tabletop.game.places import half_turned_place

# Orders within a figure's block; SUPPRESS, THROW_SMOKE and THROW_PAINT stand behind F shots.
MOVE, ROTATE = 0, 6
AIM, SENTRY, STAND_DOWN, RELOAD, TAKE_FLAG, SHOT = range(12, 18)  # orders of one word, then the first shot


class Single(NamedTuple):
    """An order that names nothing else.  What forbids it and what it does is in its chapter (`rules/moving.py`).

    Attributes:
      name: behind the figure's, in the action's name.
      label: on a web page.
      told: behind the figure's, in a story.
      meaning: of its feature in an observation, with the rule's number.
      event: what is noted when it is carried out (`rules/events.py`).
      takes_all: it takes all points (SE4); what else it costs says `rules.moving.single_cost`.
      of_sentries: a sentry may be told it (SE1).
    """

    name: str
    label: str
    told: str
    meaning: str
    event: str
    takes_all: bool = False
    of_sentries: bool = False


SINGLE = {
    AIM: Single(
        "aim",
        "Take aim",
        "takes aim",
        "takes aim (AI1)",
        "aimed",
    ),
    SENTRY: Single(
        "sentry",
        "Go on sentry",
        "goes on sentry",
        "goes on sentry (SE1)",
        "sentry began",
        of_sentries=True,
    ),
    STAND_DOWN: Single(
        "stand down",
        "Stand down",
        "stands down",
        "stops standing sentry (SE4)",
        "stood down",
        takes_all=True,
        of_sentries=True,
    ),
    RELOAD: Single("reload", "Reload", "reloads", "reloads (IM3)", "reloaded"),
    TAKE_FLAG: Single(
        "take flag",
        "Take up the flag",
        "takes up the flag where it stands",
        "takes up the flag in its hex (FL1)",
        "flag taken",
        of_sentries=True,
    ),
}

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
