"""What of the game's record depends on the ground: a table in whole millimetres (docs/open-table.md, OT1).

A place is the number of a point (`tabletop.game.open_table`); of a figure, and of a place where one may stand, with the
part of works that it is in (EN4) in the bits above: `POINT * (part + 1) + point`. So one whole number says all that
shots and moves ask of a place.
"""

from typing import Any

from tabletop.game.open_table import AREA

PLACE = "i4"
STRIDE = 32  # figure id = STRIDE * team + number
SUBJECTS = 72  # dice counters: figures 0..63, Marshals 64..67, teams 68..69, the table 70, spare 71
HEX_SUBJECT = 96  # of the dice of what lies on the ground: + the cloud's number, from 0
SIZES = (6, 1), (11, 1), (22, 1)  # most figures a side

EAST, WEST = 0, 8  # usual facings
GO, ORDER = 22, 23  # kinds of decision of the table's own, behind those of `rules.state`: to where, what a figure does
RESOLVING = 24  # no decision: a volley's hits are looked at one by one (rules/shooting.py); no position stays in it

BLOCKS = 11  # with more figures a side the figure is picked first (`rules/picking.py`)

POINT = 1 << 24  # points have smaller numbers
MOST_SOFT, MOST_HARD, MOST_CLOUDS = 32, 16, 32
MOST_PARTS, MOST_ROWS = 32, 32  # of works: parts, straight stretches of rows
MOST_HILLS, MOST_SEAMS = 16, 32
MOST_SPOTS, MOST_STARTS = 512, 64  # points for cover, listed points of the start

Fields = tuple[tuple[Any, ...], ...]
FILLER: Fields = (("spare", "i2"),)  # before what has places
BOARD_FILLER: Fields = (("spare", "i4"),)  # between the rules and the board, which has fields of 8 bytes
SPARE_STATES = 15  # room for a figure's states


def ground_of_game(_: int) -> Fields:
    """The fields of a game that say what is on the table; pieces and clouds in Red's order, NONE behind the last."""
    return (
        ("soft", PLACE, (MOST_SOFT,)),  # middles of soft cover
        ("hard", PLACE, (MOST_HARD,)),  # middles of hard cover
        ("heading", "i2", (MOST_HARD,)),  # 0 to 7, E to WNW: of the hard piece of the same number
        ("cloud", PLACE, (MOST_CLOUDS,)),  # middles of smoke
        ("stood", PLACE, (4,)),  # while hits are looked at: where those stood at whom a die has hit; else NONE
        ("goal", PLACE),  # where the charger that walks will stand
        ("group", PLACE),  # bit n: enemy n is charged (CH1)
        ("room", PLACE),
    )


def board_fields(_: int) -> Fields:
    """The fields of a table: what lies there in every game of the scenario; lengths in mm."""
    return (
        ("hill", AREA, (MOST_HILLS,)),
        ("length", "i4"),  # from west to east
        ("width", "i4"),
        ("soft_radius", "i4"),
        ("hard_half", "i4"),  # half the length of hard cover
        ("home", PLACE, (2,)),  # middle of the base of each team
        ("soft", "i4"),  # pieces of soft cover in play
        ("hard", "i4"),  # of hard cover
        ("parts", "i4"),  # of works
        ("flag_count", "i4"),
        ("blocks", "i4"),  # of orders: F, or 1
        ("places", "i4"),  # named places (MV1): 9 of a soft piece and a part, 6 of a hard piece, 1 of a flag
        ("spots", "i4"),  # points for cover
        ("starts", "i4"),  # points of the start: 16 of each ring, then those that a file lists
        ("listed", "i4"),
        ("rows", "i4"),
        ("hills", "i4"),
        ("seams", "i4"),
        ("part", PLACE, (MOST_PARTS,)),  # middles of the parts of works, in Red's order
        ("shelter", "i4", (MOST_PARTS,)),  # the first part of its base, bunker or trench: rows that meet are one (EN6)
        ("terrain", "i4", (MOST_PARTS,)),  # its number in `rules.terrain`
        ("row", "i4", (MOST_ROWS, 4)),  # stretches of works, x and y of both ends: one point of a base or bunker
        ("group", "i4", (MOST_HILLS,)),  # hills that share more than a point have one number
        ("seam", "i4", (MOST_SEAMS, 4)),  # edges that two hills share
        ("seam_of", "i4", (MOST_SEAMS,)),  # the number of their group
        ("spot", PLACE, (MOST_SPOTS,)),  # points for cover, in Red's order
        ("start", PLACE, (MOST_STARTS,)),  # listed points, in Red's order
        ("may_start", "i4", (2, MOST_STARTS)),  # 1: a figure of the team may be set up there
        ("may_be_near", "i4", (2, MOST_STARTS)),  # 1: the flag and the Marshal of the team may
        ("lists_start", "i4", (2,)),  # 1: for the team's figures listed points take the place of rings
        ("lists_near", "i4", (2,)),  # the same for its flag and Marshal
    )
