"""Reasons and what decisions ask for, in words of a table (docs/open-table.md)."""

from paintball_env.on_table.rules.shape import GO, ORDER
from paintball_env.rules import state

REASONS = {
    "MOVED_ENOUGH": "AP3: {who} has moved {moved} this turn",
    "NO_HEX": "MV1: the way leads off the table",
    "NO_ROOM": "EN4: there is no room for another figure",
    "HELD_BY_ENEMIES": "MV2: an enemy bars the way",
    "NO_FLAG_THERE": "FL1: no flag that {who} may carry lies within 2.5 cm of it",
    "OTHER_VOLLEY": "SH3: the volley's next shot is {actor}'s, goes at figures together with the first target, is of "
    "the same kind, can still hit, and needs {next_die}",
    "OUT_OF_RANGE": "SH1: {enemy} is at range {reach}, out of reach",
    "NO_CHARGE": "CH1: a charge needs impotent enemies, and a figure that can reach them",
    "CANNOT_CHARGE": "CH1, CH2: there is no place from which it can be charged now",
    "OUT_OF_THROW": "GR2: no such place on the table is within the {throw_reach}0 cm of a throw",
    "NOT_NEXT": "GR3: it is not on the table within 10 cm of the mark, or is the mark itself",
    "COVERED": "BO3: there it overlaps something, or lies off the table",
    "FLAG_FAR": "SN1: the flag lies next to the own base",
    "MARSHAL_FAR": "SN1: the Marshal stands next to the own base",
    "OUT_OF_START": "SN1, SN2, OT3, EN4: it is not in the start area, or no base has room there",
}
ASKED = {
    state.COVER_HEX: "a point for the cover",
    state.COVER_FACING: "a heading for the hard cover",
    state.FLAG_HEX: "a point for the flag",
    state.MARSHAL_HEX: "a point for the Marshal",
    state.DEPLOY: "a point for the figure to start at",
    state.THROW: "the point to throw at",
    state.SCATTER: "the point where the grenade lands",
    state.CHARGE: "the enemy to charge",
    GO: "the place to go to",
    ORDER: "an order to the figure",
}
