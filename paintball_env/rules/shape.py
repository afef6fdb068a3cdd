"""What of the game's record depends on the ground: what a place is, what lies on the board, and the size classes.

The ground here are the hexes of a board; a place is the number of a hex.
"""

from typing import Any

PLACE = "i2"
STRIDE = 16  # figure id = STRIDE * team + number
SUBJECTS = 40  # dice counters: figures 0..31, Marshals 32..35, teams 36..37, the table 38, spare 39
HEX_SUBJECT = 64  # of the dice of what lies on the ground: + hex
RESOLVING = 22  # no decision: a volley's hits are looked at one by one (rules/shooting.py); no position stays in it
SIZES = (6, 32), (16, 128)  # most figures a side, most hexes

Fields = tuple[tuple[Any, ...], ...]
EAST, WEST = 0, 3  # usual facings

FILLER: Fields = ()  # before what has places
BOARD_FILLER: Fields = ()  # between the rules and the board
SPARE_STATES = 14  # room for a figure's states


def ground_of_game(hexes: int) -> Fields:
    """The fields of a game that say what is on the ground."""
    return (
        ("cover", "i2", (hexes,)),  # BARE, SOFT, HARD + facing
        ("smoke", "i2", (hexes,)),  # 1: a cloud
        ("present", "i2", (2, hexes)),  # live figures by team and hex; follows from the figures
    )


def board_fields(hexes: int) -> Fields:
    """The fields of a board: tables that rules look up."""
    return (
        ("hexes", "i2"),  # number of hexes in play; the rest of each table is NONE or 0
        ("home", "i2", (2,)),  # base hex of each team
        ("spare", "i2", (1,)),
        ("terrain", "i2", (hexes,)),  # its number in `rules.terrain`
        ("works", "i2", (hexes,)),  # base, bunker, trench … the hex belongs to; NONE outside (EN6)
        ("start", "i2", (2, hexes)),  # 1: a figure of the team may be set up here
        ("toward", "i2", (2, hexes)),  # facing of the team's figures set up here (BS3)
        ("near_home", "i2", (2, hexes)),  # 1: for the team's flag and Marshal in set-up
        ("neighbour", "i2", (hexes, 6)),  # hex in each direction, NONE off the board
        ("distance", "i2", (hexes, hexes)),  # on the plain grid
        ("steps", "i2", (hexes, hexes)),  # walking over the board
        ("line", "i2", (hexes, hexes)),  # 1: a shot has its line: on the board, within 6, no hill (SH-LOS)
        ("crossed", "i2", (hexes, hexes)),  # number of hexes on the line between the two
        ("between", "i2", (hexes, hexes, 6)),  # those hexes, from the first outward
        ("sees", "i2", (hexes, hexes)),  # bit f: a figure in the first, facing f, sees the second (BS1)
        ("shields", "i2", (hexes, hexes)),  # bit f: hard cover in the first, facing f, shields from the second (HC1)
    )
