"""The game as ONE NumPy record: every field of a position, once, with its meaning (docs/formats.md, "State").

A batch of games is an array of records, a clone is an assignment, the bytes are the save.  Fields are int16 (the seed
uint64), aligned, with no hidden padding.  The size classes, `SMALL` to `LARGE`, have the same field names, so that
one source serves all; what depends on the ground, and how large they are, is in `rules/shape.py`.

Ids: a figure is `STRIDE * team + number` in every class, whatever the size of the arrays.
"""

from typing import NamedTuple

import numpy as np

from paintball_env.rules.figure_states import FIELDS
from paintball_env.rules.shape import (
    BOARD_FILLER,
    FILLER,
    PLACE,
    SIZES,
    SPARE_STATES,
    SUBJECTS,
    board_fields,
    ground_of_game,
)
from paintball_env.rules.shape import RESOLVING as RESOLVING
from paintball_env.rules.shape import STRIDE as STRIDE
from tabletop.game.header import NONE as NONE  # "no hex", "no figure", "nobody", everywhere
from tabletop.game.header import OVER as OVER
from tabletop.game.header import RUNNING as RUNNING
from tabletop.game.header import Record, check_header, check_record, dice_type, record

RED, BLUE = 0, 1
MARSHALS = 4  # 0 Red's, 1 Blue's, 2 and 3 of no team
FLAGS = 2  # 0 Red's (or the single flag), 1 Blue's
SHOTS = 4  # most dice of one volley

# Cover in a hex: none, soft, or hard facing direction d as HARD + d.
BARE, SOFT, HARD = 0, 1, 2

# Kinds of decision (docs/formats.md, "Decisions"); OVER: nobody decides.
(
    PIECE,  # set-up: which piece of cover next
    COVER_HEX,  # set-up: its hex
    COVER_FACING,  # set-up: its facing
    FLAG_HEX,  # set-up: the own flag's hex
    MARSHAL_HEX,  # set-up: the own Marshal's hex
    DEPLOY,  # set-up: a figure's hex
    CARRIER,  # set-up: who carries the own flag
    EXPERT,  # set-up: who is an expert
    GRENADE,  # set-up: smoke or paint
    GRENADIER,  # set-up: who carries the grenade
    FIRST,  # first or second phase, after equal scores
    ACT,  # the phase
    VOLLEY,  # the volley's next shot, or done
    REACT,  # a sentry's shot, or done
    PICK,  # which figures are hit (SH4)
    THROW,  # the hex a grenade is thrown at
    SCATTER,  # the hex a missed grenade lands in
    CHARGE,  # the hex to charge
    CHARGER,  # the next charger, or done
    STEP,  # the charger's next step
    CASUALTY,  # who falls in a shoot-out
) = range(1, 22)

# What `kind` holds while a decision is open.
NO_KIND, SHOOT, SUPPRESS, SMOKE, PAINT, SOFT_PIECE, HARD_PIECE = range(7)

# State of a gun, state of a figure's activation.
LOADED, EMPTY, JAMMED = range(3)
FRESH, USED, FINISHED = range(3)

# How a game ended; RUNNING: it hasn't.
ELIMINATED, FLAG, TURNS = range(1, 4)


# Types of the records. (NumPy's types don't name fields; this page does.)
Game = Record
World = Record
Figure = Record
Chance = Record


DICE = dice_type(SUBJECTS)
FIGURE = record(
    ("hex", PLACE),  # NONE: out of the game, or not yet placed (turn 0)
    ("facing", "i2"),  # direction; without blind spots Red E, Blue W for ever
    *((field, "i2") for field in FIELDS),  # its states (rules/figure_states.py)
    *((f"spare{i or ''}", "i2") for i in range(SPARE_STATES - len(FIELDS))),  # room for more
)
_absent = np.zeros(1, FIGURE)
_absent["hex"] = NONE
ABSENT = _absent[0]  # a figure that is out of the game, or not yet placed
SIDE = record(
    ("score", "i2"),  # command score of this turn; 0: none yet, or no limit (TU4)
    ("used", "i2"),  # figures used this turn (TU2); 0 once the own phase has ended
    ("soft", "i2"),  # pieces of soft cover still to place
    ("hard", "i2"),  # pieces of hard cover still to place
)
MARSHAL = record(
    ("hex", PLACE),  # NONE: this Marshal isn't in the game, or not yet placed
    ("attends", PLACE),  # figure id whose jam he attends (MF3)
)
FLAG_RECORD = record(
    ("hex", PLACE),  # where it lies; NONE: carried, or not yet placed
    ("carrier", PLACE),  # figure id
)


class TeamNumber(NamedTuple):
    """A number of each team: an int16 field of the game's record, by team.

    From it are made its token in position text, `losses=1,0`, and its two features in an observation.

    Attributes:
      field: the field's name, the token's key and the feature's name.
      most: the largest number.
      meaning: of the feature, with the rule's number.
      whole: what a feature is a share of, at most 1; 0: F, the figures of the larger team.
    """

    field: str
    most: int
    meaning: str
    whole: int = 0


# Another one is another row, at the end.
TEAM_NUMBERS = (TeamNumber("losses", STRIDE, "figures still to fall in the shoot-out / F (CH3)"),)


def _game(figures: int, hexes: int) -> np.dtype[np.void]:
    return record(
        ("dice", DICE),  # the only part that position text, equality and hash leave out
        ("turn", "i2"),  # 0: set-up
        ("phase", "i2"),  # 0 before the phases, then 1, 2
        ("acting", "i2"),  # the acting side (W2)
        ("second", "i2"),  # who had the second phase last (set-up, turn 1: the roll-off's winner)
        ("decision", "i2"),  # kind of the open decision
        ("decider", "i2"),  # team that decides; NONE when OVER
        ("ending", "i2"),  # RUNNING, ELIMINATED, FLAG, TURNS
        ("winner", "i2"),  # RED, BLUE, NONE
        ("actor", "i2"),  # figure id: shooter, mover, thrower, charger, or the figure to place
        ("asked", "i2"),  # figure id of the sentry asked
        ("place", PLACE),  # hex charged, thrown at, or covered
        ("kind", "i2"),  # NO_KIND … HARD_PIECE
        ("count", "i2"),  # hits to look at or to pick, experts or grenades to name, chargers named
        ("shot", "i2", (SHOTS,)),  # figure ids declared, NONE
        ("taken", "i2", (SHOTS,)),  # 1: the opponent lets this shot count (SH4)
        *((number.field, "i2", (2,)) for number in TEAM_NUMBERS),
        ("passed", "i2"),  # hits that have found their way, while a volley is resolved; 0 at every decision
        *FILLER,
        ("side", SIDE, (2,)),
        ("marshal", MARSHAL, (MARSHALS,)),
        ("flag", FLAG_RECORD, (FLAGS,)),
        ("figure", FIGURE, (2, figures)),
        *ground_of_game(hexes),
        *[("spare", "i2", (2,))] * (1 - len(TEAM_NUMBERS) % 2),  # the record's length is a multiple of 8
    )


RULES = record(
    # dice: a die's classes, one decimal digit a face, equal digits are one outcome (docs/formats.md, "Draws")
    ("save", "i4"),  # SV1
    ("soft_save", "i4"),  # SV2
    ("suppress_save", "i4"),  # SU1
    ("check", "i4"),  # PC1
    ("way", "i4"),  # IW1
    ("goggles", "i4"),  # MF6
    ("spot_in", "i4"),  # SM2
    ("spot_through", "i4"),  # SM3
    ("clear", "i4"),  # SM4
    ("scatter", "i4"),  # GR3
    ("expert_scatter", "i4"),  # GR3
    ("mark", "i4"),  # PG1
    ("expert_dice", "i4"),  # EX1
    ("grenade_dice", "i4"),  # GR1
    # the scenario
    ("figures", "i2"),  # size of the larger team: the F of the action table
    ("team_size", "i2", (2,)),
    ("has_marshal", "i2", (2,)),  # BO5: a Marshal of each team
    ("objective", "i2"),  # CAPTURE, REVERSE, SINGLE, ELIMINATION
    ("own_base_closed", "i2"),  # SN2
    ("soft_pieces", "i2"),  # each player's, SN1-SN3
    ("hard_pieces", "i2"),
    ("drawn_setup", "i2"),  # SN5: every set-up decision by lot
    ("max_turns", "i2"),  # TU8
    ("command_dice", "i2"),  # 1, or 2 (LG1)
    # switches
    ("experts", "i2"),  # EX
    ("grenades", "i2"),  # GR, SM, PG
    ("blind_spots", "i2"),  # BS
    ("one_at_a_time", "i2"),  # TU5
    ("sentry_in_base", "i2"),  # EN3
    ("enter_defended", "i2"),  # EN4
    # numbers
    ("points", "i2"),  # AP1
    ("expert_points", "i2"),  # AP1, EX2
    ("move_cost", "i2"),  # AP2
    ("shoot_cost", "i2"),
    ("aim_cost", "i2"),
    ("sentry_cost", "i2"),
    ("throw_cost", "i2"),
    ("reload_cost", "i2"),
    ("max_moves", "i2"),  # AP3
    ("throw_range", "i2"),  # GR2
    ("walk", "i2"),  # MF3, PC2: hexes a Marshal walks
    ("call_range", "i2"),  # PC1, MF6: a Marshal within
    ("works_team", "i2"),  # EN4: figures of one team in such a hex
    ("works_all", "i2"),  # EN4: figures in all
    ("extra_experts", "i2"),  # LG1
    ("extra_grenades", "i2"),  # LG1
)


class SizeClass(NamedTuple):
    """The record types of one size: `game`, `board`, and `world` (rules and board together).

    It holds so many figures a side on so many hexes.
    """

    figures: int
    hexes: int
    game: np.dtype[np.void]
    board: np.dtype[np.void]
    world: np.dtype[np.void]


def _size_class(figures: int, hexes: int) -> SizeClass:
    board = record(*board_fields(hexes))
    world = record(("rules", RULES), *BOARD_FILLER, ("board", board))
    return SizeClass(figures, hexes, _game(figures, hexes), board, world)


SIZE_CLASSES = [_size_class(*size) for size in SIZES]
SMALL, LARGE = SIZE_CLASSES[0], SIZE_CLASSES[-1]


def size_class(figures: int, hexes: int) -> SizeClass:
    """The smallest class that holds `figures` a side and so many hexes; ValueError: none does."""
    for size in SIZE_CLASSES:
        if figures <= size.figures and hexes <= size.hexes:
            return size
    raise ValueError(f"at most {LARGE.figures} figures a side and {LARGE.hexes} hexes, not {figures} and {hexes}")


for _size in SIZE_CLASSES:
    check_header(_size.game)
    for _dtype in (_size.board, DICE, FIGURE, SIDE, MARSHAL, FLAG_RECORD):
        check_record(_dtype)
